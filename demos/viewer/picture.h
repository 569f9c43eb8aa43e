// Pictures and animations as files. All return false where a file cannot be written; errno then says why.
#ifndef DEMOS_VIEWER_PICTURE_H
#define DEMOS_VIEWER_PICTURE_H

#include "viewer/raster.h"

bool picture_write_png(const Raster *raster, const char *path);

// An animated GIF. Its colours are those that fill most of the first picture, so later ones may be a shade off.
typedef struct PictureGif PictureGif;

// False in a build without giflib.
bool picture_has_gif(void);
// Null where the file cannot be made. `hundredths` of a second from one picture to the next, at least 2.
PictureGif *picture_open_gif(const char *path, int width, int height, int hundredths);
bool picture_add_gif(PictureGif *gif, const Raster *raster);
bool picture_close_gif(PictureGif *gif);

// The canvas as SVG: shapes stay shapes and words stay words.
bool picture_write_svg(const Canvas *canvas, const char *path);

#endif
