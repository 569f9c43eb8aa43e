// Takes the place of window.c in a build without SDL2.
#include "viewer/window.h"

#include <stdlib.h>

const char *window_missing(void)
{
    return "this build has no windows (SDL2, libsdl2-dev)";
}

int window_run(const Arguments *arguments)
{
    (void)arguments;
    return EXIT_FAILURE;
}
