// Draws a canvas by one call of SDL_RenderGeometry(). Letters and shapes share a texture, the atlas of the font: shapes
// use its one full texel.
#ifndef DEMOS_VIEWER_TRIANGLES_H
#define DEMOS_VIEWER_TRIANGLES_H

#include "viewer/draw/canvas.h"

#include <SDL.h>

typedef struct Triangles {
    SDL_Vertex *vertices; // stb_ds array
    int *indices;         // stb_ds array
    SDL_Texture *atlas;
    const unsigned char *font_atlas; // the font's atlas that `atlas` was made from
} Triangles;

// False with SDL_GetError().
bool triangles_draw(Triangles *triangles, SDL_Renderer *renderer, const Canvas *canvas);
void triangles_release(Triangles *triangles);

#endif
