// The vertices of a mesh are handed to SDL as they lie. Edges are as smooth as SDL's renderer makes them.
#include "viewer/triangles.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

static bool prepare_atlas(Triangles *triangles, SDL_Renderer *renderer, const Font *font)
{
    if (triangles->font_atlas == font->atlas && triangles->atlas != NULL) {
        return true;
    }
    size_t count = (size_t)font->atlas_width * (size_t)font->atlas_height;
    Uint32 *texels = malloc(count * sizeof *texels);
    triangles_release(triangles);
    triangles->atlas = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                         font->atlas_width, font->atlas_height);
    bool made = texels != NULL && triangles->atlas != NULL;
    for (size_t i = 0; i < count && made; i++) {
        texels[i] = (Uint32)font->atlas[i] << 24 | 0xffffffu;
    }
    made = made && SDL_UpdateTexture(triangles->atlas, NULL, texels, 4 * font->atlas_width) == 0 &&
           SDL_SetTextureBlendMode(triangles->atlas, SDL_BLENDMODE_BLEND) == 0;
    triangles->font_atlas = made ? font->atlas : NULL;
    free(texels);
    return made;
}

// The colour of a vertex, as SDL takes it: its struct has the same four bytes.
static const SDL_Color *sdl_colors(const MeshVertex *vertices)
{
    _Static_assert(sizeof(SDL_Color) == 4, "four bytes: red, green, blue, alpha");
    const void *first = &vertices->red;
    return first;
}

static bool draw_mesh(const Triangles *triangles, SDL_Renderer *renderer)
{
    const Mesh *mesh = &triangles->mesh;
    int vertices = (int)arrlen(mesh->vertices), indices = (int)arrlen(mesh->indices);
    enum { STRIDE = sizeof(MeshVertex) };
    return indices == 0 || SDL_RenderGeometryRaw(renderer, triangles->atlas, &mesh->vertices->x, STRIDE,
                                                 sdl_colors(mesh->vertices), STRIDE, &mesh->vertices->u, STRIDE,
                                                 vertices, mesh->indices, indices, sizeof(uint32_t)) == 0;
}

bool triangles_draw(Triangles *triangles, SDL_Renderer *renderer, const Canvas *canvas)
{
    if (!prepare_atlas(triangles, renderer, canvas->font)) {
        return false;
    }
    mesh_fill(&triangles->mesh, canvas);
    CanvasColor background = canvas->background;
    return SDL_SetRenderDrawColor(renderer, (Uint8)(background >> 16 & 0xffu), (Uint8)(background >> 8 & 0xffu),
                                  (Uint8)(background & 0xffu), 255) == 0 &&
           SDL_RenderClear(renderer) == 0 && draw_mesh(triangles, renderer);
}

void triangles_release(Triangles *triangles)
{
    if (triangles->atlas != NULL) {
        SDL_DestroyTexture(triangles->atlas);
    }
    mesh_release(&triangles->mesh);
    triangles->atlas = NULL;
    triangles->font_atlas = NULL;
}
