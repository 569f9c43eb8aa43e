// The meaning of the colours of bodies: a square and a word for each.
#ifndef DEMOS_VIEWER_LEGEND_H
#define DEMOS_VIEWER_LEGEND_H

#include "viewer/column.h"

enum { LEGEND_COUNT = 6 };

typedef struct LegendEntry {
    const char *word;
    CanvasColor color;
} LegendEntry;

extern const LegendEntry legend_entries[LEGEND_COUNT];

// The width of the whole legend in one row, in pixels.
float legend_width(const Font *font);

// Draws the entries side by side.
void legend_draw_row(View *view, float left, float top);

// Draws one entry per line.
void legend_draw_column(Column *column);

#endif
