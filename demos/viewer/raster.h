// Draws a canvas into pixels without a graphics card, with smooth edges. Integers only from the corners on: the same
// canvas gives the same bytes on every machine.
#ifndef DEMOS_VIEWER_RASTER_H
#define DEMOS_VIEWER_RASTER_H

#include "viewer/draw/canvas.h"

typedef struct Raster {
    int width, height;
    uint32_t *pixels;   // stb_ds array, 0xffRRGGBB, row by row
    int32_t *low;       // stb_ds array: for each quarter of a row where the polygon begins, in 256ths of a pixel
    int32_t *high;      // stb_ds array: and where it ends
    uint16_t *coverage; // stb_ds array: of the pixels of one row, 256 is all
} Raster;

void raster_draw(Raster *raster, const Canvas *canvas);
void raster_release(Raster *raster);

#endif
