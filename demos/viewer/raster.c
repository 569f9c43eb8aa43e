// A row of pixels is divided into four thin rows, and the polygon is sampled along the middle of each, in 256ths of a
// pixel. A convex polygon covers one interval of a thin row, so its edges only widen intervals, in any order.
#include "viewer/raster.h"

#include <stb/stb_ds.h>

enum { UNIT = 256, QUARTERS = 4, QUARTER = UNIT / QUARTERS };

static int32_t fixed(float x)
{
    float scaled = x * (float)UNIT + 0.5f;
    int32_t whole = (int32_t)scaled;
    return (float)whole > scaled ? whole - 1 : whole;
}

static int32_t floor_div(int32_t a, int32_t b)
{
    return a / b - (a % b < 0);
}

// `alpha` is at most 256, which gives `over` alone.
static uint32_t mix(uint32_t under, uint32_t over, uint32_t alpha)
{
    uint32_t rest = (uint32_t)UNIT - alpha;
    uint32_t odd = ((under & 0xff00ffu) * rest + (over & 0xff00ffu) * alpha + 0x800080u) >> 8;
    uint32_t green = ((under >> 8 & 0xffu) * rest + (over >> 8 & 0xffu) * alpha + 128u) >> 8;
    return 0xff000000u | (odd & 0xff00ffu) | green << 8;
}

static uint32_t alpha_of(CanvasColor color)
{
    uint32_t alpha = color >> 24;
    return alpha + (alpha >> 7);
}

typedef struct RowRange {
    int first, last; // last < first: none
} RowRange;

// The thin rows of the picture whose middles lie between two heights.
static RowRange thin_rows(const Raster *raster, int32_t top, int32_t bottom)
{
    RowRange rows = {floor_div(top + QUARTER / 2 - 1, QUARTER), floor_div(bottom - QUARTER / 2 - 1, QUARTER)};
    rows.first = rows.first < 0 ? 0 : rows.first;
    rows.last = rows.last >= QUARTERS * raster->height ? QUARTERS * raster->height - 1 : rows.last;
    return rows;
}

static void add_edge(Raster *raster, AukVec2 from, AukVec2 to)
{
    int32_t x0 = fixed(from.x);
    int32_t y0 = fixed(from.y);
    int32_t x1 = fixed(to.x);
    int32_t y1 = fixed(to.y);
    if (y0 > y1) {
        int32_t x = x0;
        int32_t y = y0;
        x0 = x1, y0 = y1;
        x1 = x, y1 = y;
    }
    RowRange rows = thin_rows(raster, y0, y1);
    if (rows.last < rows.first) {
        return;
    }
    int64_t slope = (int64_t)(x1 - x0) * 65536 / (y1 - y0);
    int64_t x = (int64_t)x0 * 65536 + slope * (rows.first * QUARTER + QUARTER / 2 - y0);
    for (int row = rows.first; row <= rows.last; row++, x += slope * QUARTER) {
        int32_t at = (int32_t)(x / 65536);
        raster->low[row] = at < raster->low[row] ? at : raster->low[row];
        raster->high[row] = at > raster->high[row] ? at : raster->high[row];
    }
}

static void cover(Raster *raster, int32_t low, int32_t high)
{
    int first = low / UNIT;
    int last = high / UNIT;
    if (first == last) {
        raster->coverage[first] = (uint16_t)(raster->coverage[first] + (high - low) / QUARTERS);
        return;
    }
    raster->coverage[first] = (uint16_t)(raster->coverage[first] + ((first + 1) * UNIT - low) / QUARTERS);
    for (int x = first + 1; x < last; x++) {
        raster->coverage[x] = (uint16_t)(raster->coverage[x] + QUARTER);
    }
    raster->coverage[last] = (uint16_t)(raster->coverage[last] + (high - last * UNIT) / QUARTERS);
}

static void blend(Raster *raster, int y, int first, int last, CanvasColor color)
{
    uint32_t *pixels = raster->pixels + (int64_t)y * raster->width;
    uint32_t alpha = alpha_of(color);
    for (int x = first; x <= last; x++) {
        uint32_t part = raster->coverage[x] * alpha >> 8;
        raster->coverage[x] = 0;
        pixels[x] = part == UNIT ? (color | 0xff000000u) : mix(pixels[x], color, part);
    }
}

// Fills one row of pixels from its four thin rows, clipped at the borders of the picture.
static void fill_row(Raster *raster, int y, CanvasColor color)
{
    int first = raster->width;
    int last = -1;
    for (int i = QUARTERS * y; i < QUARTERS * (y + 1); i++) {
        int32_t low = raster->low[i] < 0 ? 0 : raster->low[i];
        int32_t high = raster->high[i] > UNIT * raster->width ? UNIT * raster->width : raster->high[i];
        raster->low[i] = INT32_MAX;
        raster->high[i] = INT32_MIN;
        if (low < high) {
            cover(raster, low, high);
            first = low / UNIT < first ? low / UNIT : first;
            last = high / UNIT > last ? high / UNIT : last;
        }
    }
    // coverage[width] is written with 0 by an interval that ends at the border, and is not a pixel.
    blend(raster, y, first, last < raster->width ? last : raster->width - 1, color);
}

static void fill_polygon(Raster *raster, const AukVec2 *corners, int count, CanvasColor color)
{
    float top = (float)raster->height;
    float bottom = 0.0f;
    for (int i = 0; i < count; i++) {
        top = corners[i].y < top ? corners[i].y : top;
        bottom = corners[i].y > bottom ? corners[i].y : bottom;
        add_edge(raster, corners[i], corners[i + 1 < count ? i + 1 : 0]);
    }
    RowRange rows = thin_rows(raster, fixed(top), fixed(bottom));
    for (int y = rows.first / QUARTERS; rows.first <= rows.last && y <= rows.last / QUARTERS; y++) {
        fill_row(raster, y, color);
    }
}

static void draw_glyph(Raster *raster, const Font *font, const FontGlyph *glyph, int left, int top, CanvasColor color)
{
    uint32_t alpha = alpha_of(color);
    for (int y = 0; y < glyph->height; y++) {
        for (int x = 0; x < glyph->width; x++) {
            uint32_t part = font->atlas[(glyph->y + y) * font->atlas_width + glyph->x + x];
            bool inside = left + x >= 0 && left + x < raster->width && top + y >= 0 && top + y < raster->height;
            if (part > 0 && inside) {
                uint32_t *pixel = &raster->pixels[(int64_t)(top + y) * raster->width + left + x];
                *pixel = mix(*pixel, color, (part + (part >> 7)) * alpha >> 8);
            }
        }
    }
}

static void draw_text(Raster *raster, const Font *font, const char *text, AukVec2 at, CanvasColor color)
{
    int32_t x = fixed(at.x);
    int top = floor_div(fixed(at.y) + UNIT / 2, UNIT);
    for (const char *c = text; *c != '\0'; c++) {
        const FontGlyph *glyph = font_glyph(font, *c);
        draw_glyph(raster, font, glyph, floor_div(x + UNIT / 2, UNIT) + glyph->left, top + glyph->top, color);
        x += fixed(glyph->advance);
    }
}

static void prepare(Raster *raster, const Canvas *canvas)
{
    raster->width = canvas->width;
    raster->height = canvas->height;
    arrsetlen(raster->pixels, (size_t)raster->width * (size_t)raster->height);
    arrsetlen(raster->low, (size_t)(QUARTERS * raster->height));
    arrsetlen(raster->high, (size_t)(QUARTERS * raster->height));
    arrsetlen(raster->coverage, (size_t)raster->width + 2);
    for (int i = 0; i < QUARTERS * raster->height; i++) {
        raster->low[i] = INT32_MAX;
        raster->high[i] = INT32_MIN;
    }
    for (int i = 0; i < raster->width + 2; i++) {
        raster->coverage[i] = 0;
    }
    size_t count = (size_t)raster->width * (size_t)raster->height;
    for (size_t i = 0; i < count; i++) {
        raster->pixels[i] = canvas->background | 0xff000000u;
    }
}

void raster_draw(Raster *raster, const Canvas *canvas)
{
    prepare(raster, canvas);
    AukVec2 buffer[CANVAS_CORNER_COUNT_MAX];
    for (int i = 0; i < (int)arrlen(canvas->items); i++) {
        const CanvasItem *item = &canvas->items[i];
        if (item->kind == CANVAS_TEXT) {
            draw_text(raster, canvas->font, canvas->chars + item->text, canvas->points[item->first], item->color);
        } else {
            int count = 0;
            const AukVec2 *corners = canvas_corners(canvas, item, buffer, &count);
            fill_polygon(raster, corners, count, item->color);
        }
    }
}

void raster_release(Raster *raster)
{
    arrfree(raster->pixels);
    arrfree(raster->low);
    arrfree(raster->high);
    arrfree(raster->coverage);
}
