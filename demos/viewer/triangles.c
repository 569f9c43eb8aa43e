// A convex polygon becomes a fan of triangles, a letter two. Edges are as smooth as SDL's renderer makes them.
#include "viewer/triangles.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

static SDL_Color sdl_color(CanvasColor color)
{
    SDL_Color out = {(Uint8)(color >> 16 & 0xffu), (Uint8)(color >> 8 & 0xffu), (Uint8)(color & 0xffu),
                     (Uint8)(color >> 24)};
    return out;
}

static void add_vertex(Triangles *triangles, float x, float y, float u, float v, SDL_Color color)
{
    SDL_Vertex vertex = {{x, y}, color, {u, v}};
    arrput(triangles->vertices, vertex);
}

static void add_fan(Triangles *triangles, int first, int count)
{
    for (int i = 1; i + 1 < count; i++) {
        arrput(triangles->indices, first);
        arrput(triangles->indices, first + i);
        arrput(triangles->indices, first + i + 1);
    }
}

static void add_text(Triangles *triangles, const Font *font, const char *text, AukVec2 at, SDL_Color color)
{
    float across = 1.0f / (float)font->atlas_width;
    float down = 1.0f / (float)font->atlas_height;
    float x = SDL_floorf(at.x + 0.5f);
    float y = SDL_floorf(at.y + 0.5f);
    for (const char *c = text; *c != '\0'; c++) {
        const FontGlyph *glyph = font_glyph(font, *c);
        int first = (int)arrlen(triangles->vertices);
        for (int corner = 0; corner < 4; corner++) {
            int right = corner == 1 || corner == 2 ? glyph->width : 0;
            int low = corner >= 2 ? glyph->height : 0;
            add_vertex(triangles, SDL_floorf(x + 0.5f) + (float)(glyph->left + right), y + (float)(glyph->top + low),
                       (float)(glyph->x + right) * across, (float)(glyph->y + low) * down, color);
        }
        add_fan(triangles, first, 4);
        x += glyph->advance;
    }
}

static void add_item(Triangles *triangles, const Canvas *canvas, const CanvasItem *item)
{
    const Font *font = canvas->font;
    SDL_Color color = sdl_color(item->color);
    if (item->kind == CANVAS_TEXT) {
        add_text(triangles, font, canvas->chars + item->text, canvas->points[item->first], color);
        return;
    }
    AukVec2 buffer[CANVAS_CORNER_COUNT_MAX];
    int count = 0;
    const AukVec2 *corners = canvas_corners(canvas, item, buffer, &count);
    int first = (int)arrlen(triangles->vertices);
    for (int i = 0; i < count; i++) {
        add_vertex(triangles, corners[i].x, corners[i].y, 0.5f / (float)font->atlas_width,
                   0.5f / (float)font->atlas_height, color);
    }
    add_fan(triangles, first, count);
}

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

bool triangles_draw(Triangles *triangles, SDL_Renderer *renderer, const Canvas *canvas)
{
    if (!prepare_atlas(triangles, renderer, canvas->font)) {
        return false;
    }
    arrsetlen(triangles->vertices, 0);
    arrsetlen(triangles->indices, 0);
    for (int i = 0; i < (int)arrlen(canvas->items); i++) {
        add_item(triangles, canvas, &canvas->items[i]);
    }
    SDL_Color background = sdl_color(canvas->background);
    return SDL_SetRenderDrawColor(renderer, background.r, background.g, background.b, 255) == 0 &&
           SDL_RenderClear(renderer) == 0 &&
           SDL_RenderGeometry(renderer, triangles->atlas, triangles->vertices, (int)arrlen(triangles->vertices),
                              triangles->indices, (int)arrlen(triangles->indices)) == 0;
}

void triangles_release(Triangles *triangles)
{
    if (triangles->atlas != NULL) {
        SDL_DestroyTexture(triangles->atlas);
    }
    arrfree(triangles->vertices);
    arrfree(triangles->indices);
    triangles->atlas = NULL;
    triangles->font_atlas = NULL;
}
