// Takes the place of picture_gif.c in a build without giflib.
#include "viewer/picture.h"

#include <stddef.h>

bool picture_has_gif(void)
{
    return false;
}

PictureGif *picture_open_gif(const char *path, int width, int height, int hundredths)
{
    (void)path, (void)width, (void)height, (void)hundredths;
    return NULL;
}

bool picture_add_gif(PictureGif *gif, const Raster *raster)
{
    (void)gif, (void)raster;
    return false;
}

bool picture_close_gif(PictureGif *gif)
{
    (void)gif;
    return false;
}
