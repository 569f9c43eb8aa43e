// Draws a canvas by one call of SDL_RenderGeometryRaw().
#ifndef DEMOS_VIEWER_TRIANGLES_H
#define DEMOS_VIEWER_TRIANGLES_H

#include "viewer/mesh.h"

#include <SDL.h>

typedef struct Triangles {
    Mesh mesh;
    SDL_Texture *atlas;
    const unsigned char *font_atlas; // the font's atlas that `atlas` was made from
} Triangles;

// False with SDL_GetError().
bool triangles_draw(Triangles *triangles, SDL_Renderer *renderer, const Canvas *canvas);
void triangles_release(Triangles *triangles);

#endif
