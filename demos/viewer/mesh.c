// A convex polygon becomes a fan of triangles, a letter two.
#include "viewer/mesh.h"

#include <math.h>
#include <stb/stb_ds.h>

static void add_vertex(Mesh *mesh, AukVec2 at, float u, float v, CanvasColor color)
{
    MeshVertex vertex = {at.x, at.y, u, v, 0, 0, 0, 0};
    vertex.red = (uint8_t)(color >> 16 & 0xffu);
    vertex.green = (uint8_t)(color >> 8 & 0xffu);
    vertex.blue = (uint8_t)(color & 0xffu);
    vertex.alpha = (uint8_t)(color >> 24);
    arrput(mesh->vertices, vertex);
}

static void add_fan(Mesh *mesh, uint32_t first, uint32_t count)
{
    for (uint32_t i = 1; i + 1 < count; i++) {
        arrput(mesh->indices, first);
        arrput(mesh->indices, first + i);
        arrput(mesh->indices, first + i + 1);
    }
}

static void add_text(Mesh *mesh, const Font *font, const char *text, AukVec2 at, CanvasColor color)
{
    float across = 1.0f / (float)font->atlas_width;
    float down = 1.0f / (float)font->atlas_height;
    float x = floorf(at.x + 0.5f);
    float y = floorf(at.y + 0.5f);
    for (const char *c = text; *c != '\0'; c++) {
        const FontGlyph *glyph = font_glyph(font, *c);
        uint32_t first = (uint32_t)arrlenu(mesh->vertices);
        for (int corner = 0; corner < 4; corner++) {
            int right = corner == 1 || corner == 2 ? glyph->width : 0;
            int low = corner >= 2 ? glyph->height : 0;
            AukVec2 place = {floorf(x + 0.5f) + (float)(glyph->left + right), y + (float)(glyph->top + low)};
            add_vertex(mesh, place, (float)(glyph->x + right) * across, (float)(glyph->y + low) * down, color);
        }
        add_fan(mesh, first, 4);
        x += glyph->advance;
    }
}

static void add_item(Mesh *mesh, const Canvas *canvas, const CanvasItem *item)
{
    const Font *font = canvas->font;
    if (item->kind == CANVAS_TEXT) {
        add_text(mesh, font, canvas->chars + item->text, canvas->points[item->first], item->color);
        return;
    }
    AukVec2 buffer[CANVAS_CORNER_COUNT_MAX];
    int count = 0;
    const AukVec2 *corners = canvas_corners(canvas, item, buffer, &count);
    uint32_t first = (uint32_t)arrlenu(mesh->vertices);
    for (int i = 0; i < count; i++) {
        add_vertex(mesh, corners[i], 0.5f / (float)font->atlas_width, 0.5f / (float)font->atlas_height, item->color);
    }
    add_fan(mesh, first, (uint32_t)count);
}

void mesh_fill(Mesh *mesh, const Canvas *canvas)
{
    arrsetlen(mesh->vertices, 0);
    arrsetlen(mesh->indices, 0);
    for (int i = 0; i < (int)arrlen(canvas->items); i++) {
        add_item(mesh, canvas, &canvas->items[i]);
    }
}

void mesh_release(Mesh *mesh)
{
    arrfree(mesh->vertices);
    arrfree(mesh->indices);
}
