// The scene browser in a window, by SDL2.
#ifndef DEMOS_VIEWER_WINDOW_H
#define DEMOS_VIEWER_WINDOW_H

#include "viewer/arguments.h"

// Why there can be no window here; null if there can be one.
const char *window_missing(void);

// Runs until the window is closed, or until the frames that were asked for are over. Returns the program's exit status.
int window_run(const Arguments *arguments);

#endif
