// The edges of a loop along the frame are left out, so a loop falls into sections that begin and end on the frame. The
// point beyond each end is found in the square on the other side of the frame, from the mask: simplification keeps the
// vertices next to the frame, so the neighbour's first edge has that direction, whatever else became of its loop.
#include "base/predicates.h"
#include "geom/mask.h"
#include "geom/outline_set.h"

typedef struct LineWriter {
    const AukMask *mask;
    const AukMaskRegion *region;
    const AukOutlineSet *set;
    AukBox frame;
    AukOutlineLines *out;
    int point_count, line_count;
    AukStatus status;
} LineWriter;

static bool is_along_frame(const AukBox *frame, AukVec2 a, AukVec2 b)
{
    bool upright = a.x == b.x && (a.x == frame->min.x || a.x == frame->max.x);
    bool level = a.y == b.y && (a.y == frame->min.y || a.y == frame->max.y);
    return upright || level;
}

static void write_line_point(LineWriter *writer, AukVec2 point)
{
    if (writer->point_count < writer->out->point_capacity) {
        writer->out->points[writer->point_count] = point;
    }
    writer->point_count++;
}

static void write_line(LineWriter *writer, int first, bool closed)
{
    if (writer->line_count < writer->out->line_capacity) {
        AukOutlineLine line = {first, writer->point_count - first, closed};
        writer->out->lines[writer->line_count] = line;
    }
    writer->line_count++;
}

// ---- the point beyond an end ------------------------------------------------------------------------------------

// The last of `count` columns of pixel centres from `first` on that is left of x, or with auk__mask_y the last row
// below y; first - 1 if there is none.
static int pixels_before(const AukMask *mask, float (*centre)(const AukMask *, int), int first, int count, float limit)
{
    int low = first - 1, high = first + count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (centre(mask, middle) < limit) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// The crossing on a side of the square whose low left corner is the pixel (x, y).
static AukVec2 crossing_on_side(const AukMask *mask, int x, int y, int side)
{
    switch ((AukSquareSide)side) {
    case AUK_SQUARE_LOW: return auk__mask_cross_right(mask, x, y);
    case AUK_SQUARE_RIGHT: return auk__mask_cross_up(mask, x + 1, y);
    case AUK_SQUARE_HIGH: return auk__mask_cross_right(mask, x, y + 1);
    case AUK_SQUARE_LEFT: break;
    }
    return auk__mask_cross_up(mask, x, y);
}

// The other end of the edge of that square that leaves, or else reaches, a side.
static bool find_across(const AukMask *mask, int x, int y, AukSquareSide side, bool leaves, AukVec2 *point)
{
    int corners = auk__mask_is_solid(mask, x, y) | auk__mask_is_solid(mask, x + 1, y) << 1 |
                  auk__mask_is_solid(mask, x + 1, y + 1) << 2 | auk__mask_is_solid(mask, x, y + 1) << 3;
    for (int other = 0; other < 4; other++) {
        int from = leaves ? (int)side : other, to = leaves ? other : (int)side;
        if (auk__mask_edges[corners][from] == to) {
            *point = crossing_on_side(mask, x, y, other);
            return true;
        }
    }
    return false;
}

// The vertex next to an end of a section, beyond the frame.
static bool find_beyond(const LineWriter *writer, AukVec2 end, bool leaves, AukVec2 *point)
{
    const AukMaskRegion *region = writer->region;
    const AukBox *frame = &writer->frame;
    int x = pixels_before(writer->mask, auk__mask_x, region->x - 1, region->width + 1, end.x);
    int y = pixels_before(writer->mask, auk__mask_y, region->y - 1, region->height + 1, end.y);
    if (end.x == frame->min.x) {
        return find_across(writer->mask, region->x - 2, y, AUK_SQUARE_RIGHT, leaves, point);
    }
    if (end.x == frame->max.x) {
        return find_across(writer->mask, region->x - 1 + region->width, y, AUK_SQUARE_LEFT, leaves, point);
    }
    if (end.y == frame->min.y) {
        return find_across(writer->mask, x, region->y - 2, AUK_SQUARE_HIGH, leaves, point);
    }
    return end.y == frame->max.y &&
           find_across(writer->mask, x, region->y - 1 + region->height, AUK_SQUARE_LOW, leaves, point);
}

// ---- lines ------------------------------------------------------------------------------------------------------

static void write_end(LineWriter *writer, AukVec2 end, bool leaves)
{
    AukVec2 beyond = end;
    if (!find_beyond(writer, end, leaves, &beyond)) {
        writer->status = AUK_ERROR_UNSUPPORTED;
    }
    write_line_point(writer, beyond);
}

// From the vertex `start`, where an edge along the frame ends, once around.
static void write_loop_sections(LineWriter *writer, const AukLoop *loop, int start)
{
    const AukVec2 *vertices = writer->set->vertices + loop->first;
    int first = 0;
    bool is_open = false;
    for (int k = 0; k < loop->count; k++) {
        AukVec2 a = vertices[(start + k) % loop->count], b = vertices[(start + k + 1) % loop->count];
        bool along = is_along_frame(&writer->frame, a, b);
        if (!along && !is_open) {
            first = writer->point_count;
            write_end(writer, a, false);
            write_line_point(writer, a);
        }
        if (!along) {
            write_line_point(writer, b);
        }
        if (along && is_open) {
            write_end(writer, a, true);
            write_line(writer, first, false);
        }
        is_open = !along;
    }
}

static void write_loop(LineWriter *writer, const AukLoop *loop)
{
    const AukVec2 *vertices = writer->set->vertices + loop->first;
    for (int k = 0; k < loop->count; k++) {
        int next = k + 1 < loop->count ? k + 1 : 0;
        if (is_along_frame(&writer->frame, vertices[k], vertices[next])) {
            write_loop_sections(writer, loop, next);
            return;
        }
    }
    int first = writer->point_count;
    for (int k = 0; k < loop->count; k++) {
        write_line_point(writer, vertices[k]);
    }
    write_line(writer, first, true);
}

static AukStatus check_lines(const AukOutlineSet *set, const AukOutlineLines *out)
{
    if (!out) {
        return AUK_ERROR_NULL;
    }
    if (out->point_capacity < 0 || out->line_capacity < 0) {
        return AUK_ERROR_COUNT;
    }
    if ((out->point_capacity > 0 && !out->points) || (out->line_capacity > 0 && !out->lines)) {
        return AUK_ERROR_NULL;
    }
    return auk__outline_set_check(set);
}

AukStatus auk_outline_lines(const AukMask *mask, const AukMaskRegion *region, const AukOutlineSet *set,
                            AukOutlineLines *out)
{
    AukMask own;
    AukMaskRegion part;
    AukStatus status = check_lines(set, out);
    status = status ? status : auk__mask_read(mask, &own);
    status = status ? status : auk__mask_region(&own, region, &part);
    if (status) {
        return status;
    }
    LineWriter writer = {&own, &part, set, auk__mask_frame(&own, &part), out, 0, 0, AUK_OK};
    for (int i = 0; i < set->loop_count; i++) {
        write_loop(&writer, &set->loops[i]);
    }
    if (writer.status) {
        return writer.status;
    }
    out->point_count = writer.point_count;
    out->line_count = writer.line_count;
    bool measured = out->point_capacity == 0 && out->line_capacity == 0;
    bool fits = writer.point_count <= out->point_capacity && writer.line_count <= out->line_capacity;
    return measured || fits ? AUK_OK : AUK_ERROR_COUNT;
}
