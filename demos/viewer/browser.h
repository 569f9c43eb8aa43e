// The scene browser without its window: it reacts to keys and the mouse, takes steps in time, and fills a canvas.
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
    bool lockstep;      // one step for each picture, whatever the time
    int slow_motion;    // 1, 4 or 16 times slower
    double seconds_due; // time that has passed and was not stepped yet
    bool reset_camera;  // the next drawing shows the whole scene
    BrowserHold hold;
    AukVec2 mouse;       // pixels
    AukVec2 grab_offset; // from the mouse to the held body's position, in the world
    float list_top;      // of the list of scenes, in pixels: the mouse selects from it
    float list_line;
    float list_width;
    double picture_seconds;                         // from one picture to the next, smoothed
    double step_seconds;                            // of the last step
    float phases[BROWSER_HISTORY][AUK_PHASE_COUNT]; // milliseconds, a ring
    int phases_at;
} Browser;

// False if memory ran out. `options` and `overlays` are for the first scene.
bool browser_open(Browser *browser, const DemoScene *scene, const DemoOptions *options, unsigned overlays);
void browser_close(Browser *browser);

// Changes to demo_scenes[index]; behind the last one comes the first.
void browser_show(Browser *browser, int index);

void browser_press(Browser *browser, int key, bool shift);
void browser_release(Browser *browser, int key);
void browser_mouse_down(Browser *browser, AukVec2 at, bool left);
void browser_mouse_up(Browser *browser);
void browser_mouse_move(Browser *browser, AukVec2 at);
void browser_zoom(Browser *browser, AukVec2 at, float factor);

// Moves the picked body, or the view if none is picked; `pixels` goes right and down.
void browser_nudge(Browser *browser, AukVec2 pixels);

// The smallest body at that point of the world; sensors only if there is nothing else. {0} if nothing is there.
AukBodyId browser_body_at(const Browser *browser, AukVec2 point);

const char *browser_motion_name(AukMotion motion);

// Takes the steps that are due after `seconds` more of real time.
void browser_advance(Browser *browser, double seconds);

// Fills the view's canvas of `width` times `height` pixels: the world, and panels beside it. In browser_panels.c: the
// web page has panels of its own.
void browser_draw(Browser *browser, int width, int height);

#endif
