// The scene browser without its window: what keys and the mouse do, what is stepped when, and what is drawn.
#ifndef DEMOS_VIEWER_BROWSER_H
#define DEMOS_VIEWER_BROWSER_H

#include "scenes/scene.h"
#include "viewer/draw/view.h"

enum { BROWSER_HELP_COUNT = 15, BROWSER_HISTORY = 120 };

extern const DemoHelp browser_help[BROWSER_HELP_COUNT];

typedef enum BrowserHold { BROWSER_HOLD_NOTHING, BROWSER_HOLD_BODY, BROWSER_HOLD_VIEW } BrowserHold;

typedef struct Browser {
    const DemoScene *scene;
    Demo *demo; // null: memory ran out
    DemoOptions options;
    View view;
    AukBodyId picked; // {0}: none
    Font font;
    bool system_font;
    int font_height; // what the font was made for
    bool paused;
    bool help;
    bool quit;
    bool lockstep; // a step for each picture, whatever the time
    int slowness;  // 1, 4 or 16
    double owed;   // seconds that have passed and were not stepped yet
    bool look;     // the camera must be put where the scene starts
    BrowserHold hold;
    AukVec2 mouse;  // pixels
    AukVec2 grab;   // the held body's place relative to the mouse, in the world
    float list_top; // of the list of scenes, for the mouse
    float list_line;
    float list_width;
    double picture_seconds;                         // from one picture to the next, smoothed
    double step_seconds;                            // of the last step
    float phases[BROWSER_HISTORY][AUK_PHASE_COUNT]; // milliseconds, a ring
    int phases_at;
} Browser;

// False if memory ran out. `options` and `overlays` are of the first scene.
bool browser_open(Browser *browser, const DemoScene *scene, const DemoOptions *options, unsigned overlays);
void browser_close(Browser *browser);

void browser_press(Browser *browser, int key, bool shift);
void browser_release(Browser *browser, int key);
void browser_mouse_down(Browser *browser, AukVec2 at, bool left);
// Of several bodies the smallest; a body rather than a sensor. {0}: none is there.
AukBodyId browser_body_at(const Browser *browser, AukVec2 place);

void browser_mouse_up(Browser *browser);
void browser_mouse_move(Browser *browser, AukVec2 at);
void browser_zoom(Browser *browser, AukVec2 at, float factor);

// Takes the steps that `seconds` of real time call for.
void browser_advance(Browser *browser, double seconds);

// Fills the view's canvas, `width` times `height` pixels.
void browser_draw(Browser *browser, int width, int height);

// The panels around the world; part of browser_draw().
void browser_draw_panels(Browser *browser);
float browser_panel_width(const Browser *browser);

#endif
