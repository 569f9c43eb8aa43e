// Runs without a window, with or without pictures.
#ifndef DEMOS_VIEWER_HEADLESS_H
#define DEMOS_VIEWER_HEADLESS_H

#include "viewer/arguments.h"

// Runs the scene, writes the pictures asked for and prints the results. Returns the exit status of the program.
int headless_run(const Arguments *arguments);

// Writes an SVG file for each stage of the scene's drawing. Returns the exit status of the program.
int headless_write_svg(const Arguments *arguments);

#endif
