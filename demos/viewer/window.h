// The scene browser in a window of SDL2.
#ifndef DEMOS_VIEWER_WINDOW_H
#define DEMOS_VIEWER_WINDOW_H

#include "viewer/arguments.h"

// The reason why no window can be opened; null if one can.
const char *window_missing(void);

// Runs until the window is closed, or for as many frames as --frames says. Returns the program's exit status.
int window_run(const Arguments *arguments);

#endif
