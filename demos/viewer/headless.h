// A run without a window, with or without pictures.
#ifndef DEMOS_VIEWER_HEADLESS_H
#define DEMOS_VIEWER_HEADLESS_H

#include "viewer/arguments.h"

// Both return the exit status of the program.
int headless_run(const Arguments *arguments);
int headless_write_svg(const Arguments *arguments);

#endif
