// The command line of auk-demos.
#ifndef DEMOS_VIEWER_ARGUMENTS_H
#define DEMOS_VIEWER_ARGUMENTS_H

#include "scenes/scene.h"

typedef struct Arguments {
    const DemoScene *scene;
    DemoOptions options;
    int frames;
    bool frames_given;
    bool headless;
    bool quiet;
    bool stats;
    bool help;
    bool list;
    bool unswept;
    int width, height; // of pictures and of the window
    unsigned overlays; // bits 1 << Overlay
    const char *png;   // files and folders to write, or null
    const char *frames_png;
    const char *gif;
    const char *svg;
    const char *renderer; // "pixels" or "geometry"; null: chosen for the machine
} Arguments;

// False after a message about what is wrong.
bool arguments_parse(int argc, char **argv, Arguments *arguments);
void arguments_print_help(void);
void arguments_print_scenes(void);

// Prints an error message. Always returns false.
bool arguments_complain(const char *what, const char *value);

#endif
