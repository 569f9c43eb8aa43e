// Which crossings a square joins, and where they are. All that a trace decides depends on the values of the pixels
// alone, so a crossing has the same bits whichever region it is traced for.
#include "geom/mask.h"

#include "base/predicates.h"

#include <limits.h>

// A crossing keeps this fraction of the way from both pixel centres.
#define CROSSING_MARGIN (1.0 / 64.0)
// Coordinates are at most so many cells from 0.
#define CELLS_FROM_ZERO_MAX 131072.0
#define CELL_MIN 0x1p-100f

// In the squares 5 and 10 the solid corners are joined: the edges cut the empty ones off.
const signed char auk__mask_edges[16][4] = {{-1, -1, -1, -1}, {3, -1, -1, -1}, {-1, 0, -1, -1}, {-1, 3, -1, -1},
                                            {-1, -1, 1, -1},  {1, -1, 3, -1},  {-1, -1, 0, -1}, {-1, -1, 3, -1},
                                            {-1, -1, -1, 2},  {2, -1, -1, -1}, {-1, 2, -1, 0},  {-1, 2, -1, -1},
                                            {-1, -1, -1, 1},  {1, -1, -1, -1}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};

static AukStatus check_extent(const AukMask *mask)
{
    AukStatus status = auk__check_vec(mask->origin);
    status = status ? status : auk__check_size(mask->cell);
    if (status) {
        return status;
    }
    if (mask->cell < CELL_MIN) {
        return AUK_ERROR_ZERO_AREA;
    }
    double most = CELLS_FROM_ZERO_MAX * (double)mask->cell;
    const AukVec2 low = {auk__mask_x(mask, -1), auk__mask_y(mask, -1)};
    const AukVec2 high = {auk__mask_x(mask, mask->width), auk__mask_y(mask, mask->height)};
    const float ends[4] = {low.x, low.y, high.x, high.y};
    for (int i = 0; i < 4; i++) {
        if (!auk__is_in_range(ends[i]) || fabs((double)ends[i]) > most) {
            return AUK_ERROR_RANGE;
        }
    }
    return AUK_OK;
}

AukStatus auk__mask_read(const AukMask *mask, AukMask *out)
{
    if (!mask) {
        return AUK_ERROR_NULL;
    }
    *out = *mask;
    out->stride = mask->stride != 0 ? mask->stride : mask->width;
    out->threshold = mask->threshold > 0 ? mask->threshold : 1;
    out->cell = mask->cell != 0.0f ? mask->cell : 1.0f;
    if (mask->width < 1 || mask->height < 1 || mask->width > AUK_MASK_SIDE_MAX || mask->height > AUK_MASK_SIDE_MAX) {
        return AUK_ERROR_COUNT;
    }
    int64_t stride = out->stride < 0 ? -(int64_t)out->stride : out->stride;
    if (stride < mask->width || (uint64_t)stride * (uint64_t)mask->height > (uint64_t)PTRDIFF_MAX) {
        return AUK_ERROR_COUNT;
    }
    return mask->values ? check_extent(out) : AUK_ERROR_NULL;
}

AukStatus auk__mask_region(const AukMask *mask, const AukMaskRegion *region, AukMaskRegion *out)
{
    const AukMaskRegion all = {0, 0, mask->width + 1, mask->height + 1};
    *out = region ? *region : all;
    bool fits = out->x >= 0 && out->y >= 0 && out->width >= 1 && out->height >= 1 && out->width <= all.width &&
                out->height <= all.height && out->x <= all.width - out->width && out->y <= all.height - out->height;
    return fits ? AUK_OK : AUK_ERROR_COUNT;
}

AukBox auk__mask_frame(const AukMask *mask, const AukMaskRegion *region)
{
    AukBox frame;
    frame.min.x = auk__mask_x(mask, region->x - 1);
    frame.min.y = auk__mask_y(mask, region->y - 1);
    frame.max.x = auk__mask_x(mask, region->x - 1 + region->width);
    frame.max.y = auk__mask_y(mask, region->y - 1 + region->height);
    return frame;
}

// The part of the way from the first pixel to the second at which the outline passes.
static double crossing_part(const AukMask *mask, int x0, int y0, int x1, int y1)
{
    if (!mask->smooth || !auk__mask_contains(mask, x0, y0) || !auk__mask_contains(mask, x1, y1)) {
        return 0.5;
    }
    int first = auk__mask_value(mask, x0, y0), second = auk__mask_value(mask, x1, y1);
    double part = (double)(2 * (first - mask->threshold) + 1) / (double)(2 * (first - second));
    part = part < CROSSING_MARGIN ? CROSSING_MARGIN : part;
    return part > 1.0 - CROSSING_MARGIN ? 1.0 - CROSSING_MARGIN : part;
}

static float between(float from, float to, double part)
{
    return (float)((double)from + part * ((double)to - (double)from));
}

AukVec2 auk__mask_cross_right(const AukMask *mask, int x, int y)
{
    double part = crossing_part(mask, x, y, x + 1, y);
    AukVec2 point = {between(auk__mask_x(mask, x), auk__mask_x(mask, x + 1), part), auk__mask_y(mask, y)};
    return point;
}

AukVec2 auk__mask_cross_up(const AukMask *mask, int x, int y)
{
    double part = crossing_part(mask, x, y, x, y + 1);
    AukVec2 point = {auk__mask_x(mask, x), between(auk__mask_y(mask, y), auk__mask_y(mask, y + 1), part)};
    return point;
}
