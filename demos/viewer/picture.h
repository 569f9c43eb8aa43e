// Pictures and animations as files. All functions return false if a file cannot be written; errno then says why.
#ifndef DEMOS_VIEWER_PICTURE_H
#define DEMOS_VIEWER_PICTURE_H

#include "viewer/raster.h"

bool picture_write_png(const Raster *raster, const char *path);

// An animated GIF. It has the 256 most frequent colours of its first picture; other colours are replaced by the
// nearest.
typedef struct PictureGif PictureGif;

// False in a build without giflib.
bool picture_has_gif(void);

// Null if the file cannot be created. A picture is shown for `hundredths` of a second, at least 2.
PictureGif *picture_open_gif(const char *path, int width, int height, int hundredths);
bool picture_add_gif(PictureGif *gif, const Raster *raster);
bool picture_close_gif(PictureGif *gif);

// Writes the canvas as SVG, with its shapes and texts as elements.
bool picture_write_svg(const Canvas *canvas, const char *path);

#endif
