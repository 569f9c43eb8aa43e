// What the colours of bodies mean: a square and a word for each.
#ifndef DEMOS_VIEWER_LEGEND_H
#define DEMOS_VIEWER_LEGEND_H

#include "viewer/column.h"

// The width of the whole legend in one row, in pixels.
float legend_width(const Font *font);

// Side by side in one row, from the left end of its upper edge.
void legend_draw_row(View *view, float left, float top);

// One line each.
void legend_draw_column(Column *column);

#endif
