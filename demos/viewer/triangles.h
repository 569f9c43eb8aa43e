// A canvas as triangles for SDL_RenderGeometry(), all in one call: what is filled takes the one full texel of the
// letters' atlas.
#ifndef DEMOS_VIEWER_TRIANGLES_H
#define DEMOS_VIEWER_TRIANGLES_H

#include "viewer/draw/canvas.h"

#include <SDL.h>

typedef struct Triangles {
    SDL_Vertex *vertices;    // stb_ds array
    int *indices;            // stb_ds array
    SDL_Texture *atlas;      // of the font below
    const unsigned char *of; // whose letters
} Triangles;

// False with SDL_GetError().
bool triangles_draw(Triangles *triangles, SDL_Renderer *renderer, const Canvas *canvas);
void triangles_release(Triangles *triangles);

#endif
