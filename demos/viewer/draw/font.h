// A font as one bitmap of coverage (an atlas) that holds all letters: the built-in font of five by seven dots, the same
// on every machine, or a font of the system, read by stb_truetype.
#ifndef DEMOS_VIEWER_DRAW_FONT_H
#define DEMOS_VIEWER_DRAW_FONT_H

#include <stdbool.h>

// The printable characters of ASCII; others are drawn as '?'.
enum { FONT_FIRST = 32, FONT_GLYPH_COUNT = 95 };

typedef struct FontGlyph {
    int x, y, width, height; // in the atlas
    int left, top;           // its place, from the left end of the line's upper edge
    float advance;
} FontGlyph;

typedef struct Font {
    int atlas_width, atlas_height;
    unsigned char *atlas; // coverage, 0 to 255; the texel at (0, 0) is 255, for shapes without a texture
    FontGlyph glyphs[FONT_GLYPH_COUNT];
    float line; // distance from one line to the next
    float body; // height of the letters in a line, tails included
} Font;

// A size of the built-in font, in pixels per dot, that suits a picture of that height.
int font_builtin_scale(int picture_height);

// The built-in font with dots of `scale` pixels. False if memory ran out.
bool font_make_builtin(Font *font, int scale);

// A font of the system with lines about `height` pixels high. False if none is found; `font` is then empty.
bool font_make_system(Font *font, float height);

void font_release(Font *font);

const FontGlyph *font_glyph(const Font *font, char letter);
float font_width(const Font *font, const char *text);

#endif
