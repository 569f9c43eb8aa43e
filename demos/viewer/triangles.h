// A canvas as triangles for SDL_RenderGeometry(), all in one call: what is filled takes the one full texel of the
// letters' atlas.
#ifndef DEMOS_GEOMETRY_H
#define DEMOS_GEOMETRY_H

#include "viewer/draw/canvas.h"

#include <SDL.h>

typedef struct Geometry {
    SDL_Vertex *vertices;    // stb_ds array
    int *indices;            // stb_ds array
    SDL_Texture *atlas;      // of the font below
    const unsigned char *of; // whose letters
} Geometry;

// False with SDL_GetError().
bool geometry_draw(Geometry *geometry, SDL_Renderer *renderer, const Canvas *canvas);
void geometry_release(Geometry *geometry);

#endif
