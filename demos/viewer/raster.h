// Draws a canvas into pixels on the processor, with smooth edges. Corners are rounded to integers first and all further
// arithmetic is in integers, so the same canvas gives the same bytes on every machine.
#ifndef DEMOS_VIEWER_RASTER_H
#define DEMOS_VIEWER_RASTER_H

#include "viewer/draw/canvas.h"

typedef struct Raster {
    int width, height;
    uint32_t *pixels;   // stb_ds array, 0xffRRGGBB, row by row
    int32_t *low;       // stb_ds array: left end of the polygon in each quarter of a row, in 256ths of a pixel
    int32_t *high;      // stb_ds array: its right end
    uint16_t *coverage; // stb_ds array: of each pixel of one row, 256 is full
} Raster;

void raster_draw(Raster *raster, const Canvas *canvas);
void raster_release(Raster *raster);

#endif
