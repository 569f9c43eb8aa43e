// The query for boxes that touch a box. A level's cells are visited one by one, or row by row where their packed
// members are consecutive, if they are much fewer than its members; otherwise all its members are tested. So no query
// costs more than a test of every box, however large the query or empty the world. Invariant: a member is reported from
// its own cell only, hence once, although other cells may share its bucket.
#include "base/bits.h"
#include "broad/grid.h"

// Cost of visiting a cell, in tests of consecutive members.
enum { BOX_CELL_COST = 4 };

// A member may grow to the end of its cell's loose bounds without a change of the level's largest side.
static double widest_of(const AukGridLevel *levels, uint64_t occupied)
{
    double widest = 0.0;
    while (occupied != 0) {
        int level = auk__highest_bit(occupied);
        double side = level < AUK_GRID_WIDE ? levels[level].largest_side + 1.0 / auk__grid_scale(level) : INFINITY;
        widest = side > widest ? side : widest;
        occupied &= ~(UINT64_C(1) << level);
    }
    return widest;
}

double auk__grid_widest(const AukGrid *grid)
{
    double listed = widest_of(grid->levels, grid->occupied);
    double packed = widest_of(grid->packed.levels, grid->packed.occupied);
    return listed > packed ? listed : packed;
}

AukGridCursor auk__grid_query_box(const AukGrid *grid, AukBox box)
{
    AukGridCursor cursor = {0};
    cursor.query = auk__bounds_of(box);
    cursor.packed = true;
    cursor.levels = grid->packed.occupied;
    cursor.slot = AUK_GRID_NONE;
    return cursor;
}

// Enters the present cell.
static void box_enter_cell(const AukGrid *grid, AukGridCursor *cursor)
{
    if (!cursor->packed) {
        cursor->slot = auk__grid_first_of_bucket(grid, cursor->level, cursor->x, cursor->y);
        return;
    }
    const int32_t *starts = (const int32_t *)grid->packed.starts.items +
                            auk__grid_packed_bucket(&grid->packed.levels[cursor->level], cursor->x, cursor->y);
    cursor->place = starts[0];
    cursor->end = starts[1];
    auk__grid_expect_packed(grid, cursor->place);
}

// Enters all cells of the present row, and prefetches the next one.
static inline void box_enter_row(const AukGrid *grid, AukGridCursor *cursor)
{
    const int32_t *starts = (const int32_t *)grid->packed.starts.items + cursor->bucket;
    cursor->place = starts[0];
    cursor->end = starts[cursor->max_x - cursor->min_x + 1];
    if (cursor->rows_left > 0) {
        auk__grid_expect_packed(grid, starts[cursor->stride]);
    }
}

static inline bool box_next_row(const AukGrid *grid, AukGridCursor *cursor)
{
    if (!cursor->by_rows || cursor->rows_left == 0) {
        return false;
    }
    cursor->rows_left--;
    cursor->bucket += cursor->stride;
    box_enter_row(grid, cursor);
    return true;
}

// Begins a walk row by row. Where each row begins is read from a place of its own: memory is asked for all of them at
// once.
static void box_enter_rows(const AukGrid *grid, AukGridCursor *cursor, const AukGridLevel *members)
{
    cursor->bucket = auk__grid_packed_bucket(members, cursor->x, cursor->y);
    cursor->stride = members->stride;
    cursor->rows_left = cursor->max_y - cursor->y;
    const int32_t *starts = (const int32_t *)grid->packed.starts.items + cursor->bucket;
    for (int32_t row = 0; row <= cursor->rows_left; row++) {
        AUK_PREFETCH(starts + row * cursor->stride);
    }
    auk__grid_expect_packed(grid, starts[0]);
    box_enter_row(grid, cursor);
}

// Begins a walk over all members of a level.
static void box_enter_members(const AukGridLevel *members, AukGridCursor *cursor)
{
    if (cursor->packed) {
        cursor->place = members->first;
        cursor->end = members->first + members->count;
    } else {
        cursor->slot = members->first;
    }
}

// Starts on a level, at its first cell or at its first member.
static void box_enter_level(const AukGrid *grid, AukGridCursor *cursor, int level)
{
    cursor->level = level;
    cursor->by_cells = cursor->by_rows = false;
    const AukGridLevel *members = auk__grid_members(grid, cursor->level, cursor->packed);
    const AukBounds *query = &cursor->query;
    if (level == AUK_GRID_WIDE) {
        box_enter_members(members, cursor);
        return;
    }
    double scale = auk__grid_scale(level), overhang = auk__grid_overhang(members, scale);
    AukGridCells x = auk__grid_cells(members->min_x, members->max_x, overhang, (double)query->min_x * scale,
                                     -(double)query->neg_max_x * scale);
    AukGridCells y = auk__grid_cells(members->min_y, members->max_y, overhang, (double)query->min_y * scale,
                                     -(double)query->neg_max_y * scale);
    if (x.first > x.last || y.first > y.last) {
        return;
    }
    int64_t cells = ((int64_t)x.last - x.first + 1) * ((int64_t)y.last - y.first + 1);
    if (cells > members->count / BOX_CELL_COST) {
        box_enter_members(members, cursor);
        return;
    }
    cursor->by_cells = true;
    cursor->by_rows = cursor->packed && members->stride > 0;
    cursor->x = cursor->min_x = x.first;
    cursor->max_x = x.last;
    cursor->y = y.first;
    cursor->max_y = y.last;
    if (cursor->by_rows) {
        box_enter_rows(grid, cursor, members);
    } else {
        box_enter_cell(grid, cursor);
    }
}

// Goes to the next cell, row or level. False at the end.
static bool box_advance(const AukGrid *grid, AukGridCursor *cursor)
{
    if (box_next_row(grid, cursor)) {
        return true;
    }
    if (cursor->by_cells && !cursor->by_rows && (cursor->x < cursor->max_x || cursor->y < cursor->max_y)) {
        if (cursor->x < cursor->max_x) {
            cursor->x++;
        } else {
            cursor->x = cursor->min_x;
            cursor->y++;
        }
        box_enter_cell(grid, cursor);
        return true;
    }
    if (cursor->levels == 0 && cursor->packed) {
        cursor->packed = false;
        cursor->levels = grid->occupied;
    }
    if (cursor->levels == 0) {
        return false;
    }
    int level = auk__highest_bit(cursor->levels);
    cursor->levels &= ~(UINT64_C(1) << level);
    box_enter_level(grid, cursor, level);
    return true;
}

static bool next_packed(const AukGrid *grid, AukGridCursor *cursor, AukF32x4 limits, uint32_t *slot)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    int32_t place = cursor->place;
    while (place < cursor->end) {
        const AukGridPackedBox *here = &places[place++];
        if (auk__bounds_mask(&here->bounds, limits) != AUK_TOUCH_ALL) {
            continue;
        }
        double scale = auk__grid_scale(cursor->level);
        if (!cursor->by_cells || cursor->by_rows || auk__grid_is_of_cell(&here->bounds, scale, cursor->x, cursor->y)) {
            cursor->place = place;
            *slot = here->slot;
            return true;
        }
    }
    cursor->place = place;
    return false;
}

static bool next_listed(const AukGrid *grid, AukGridCursor *cursor, AukF32x4 limits, uint32_t *slot)
{
    while (cursor->slot != AUK_GRID_NONE) {
        int32_t here = cursor->slot;
        const AukGridNode *node = auk__grid_node(grid, here);
        cursor->slot = cursor->by_cells ? node->next : auk__grid_link(grid, here)->next;
        bool due = !cursor->by_cells || (node->x == cursor->x && node->y == cursor->y);
        if (due && auk__bounds_mask(&node->bounds, limits) == AUK_TOUCH_ALL &&
            auk__grid_tag(grid, here)->level == cursor->level) {
            *slot = (uint32_t)here;
            return true;
        }
    }
    return false;
}

bool auk__grid_next(const AukGrid *grid, AukGridCursor *cursor, uint32_t *slot)
{
    AukF32x4 limits = auk__bounds_limits(&cursor->query);
    do {
        bool found = cursor->packed ? next_packed(grid, cursor, limits, slot) : next_listed(grid, cursor, limits, slot);
        if (found) {
            return true;
        }
    } while (box_advance(grid, cursor));
    return false;
}

// Prefetches what a query reads of packed members that it has found.
static AUK_ALWAYS_INLINE void expect_notes(const AukGrid *grid, const AukGridMember *members, int count)
{
    for (int i = 0; i < count; i++) {
        AUK_PREFETCH((const AukGridNote *)grid->packed.notes.items + members[i].place);
        AUK_PREFETCH((const AukGridName *)grid->packed.names.items + members[i].place);
    }
}

// The next packed members of a run, of which all are in the present cells. Branch-free: whether a box touches another
// one cannot be predicted. Returns the new count.
static int many_packed(const AukGrid *grid, AukGridCursor *cursor, AukF32x4 limits, AukGridMember *members, int count)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    int32_t place = cursor->place, room = AUK_GRID_GATHER - count;
    int32_t end = cursor->end - place < room ? cursor->end : place + room;
    for (; place < end; place++) {
        members[count].slot = places[place].slot;
        members[count].place = place;
        count += auk__bounds_mask(&places[place].bounds, limits) == AUK_TOUCH_ALL;
    }
    cursor->place = place;
    return count;
}

int auk__grid_next_many(const AukGrid *grid, AukGridCursor *cursor, AukGridMember members[AUK_GRID_GATHER])
{
    AukF32x4 limits = auk__bounds_limits(&cursor->query);
    int count = 0;
    do {
        if (cursor->packed && (cursor->by_rows || !cursor->by_cells)) {
            while (cursor->place < cursor->end && count < AUK_GRID_GATHER) {
                int before = count;
                count = many_packed(grid, cursor, limits, members, count);
                expect_notes(grid, members + before, count - before);
            }
            continue;
        }
        while (count < AUK_GRID_GATHER && (cursor->packed ? next_packed(grid, cursor, limits, &members[count].slot)
                                                          : next_listed(grid, cursor, limits, &members[count].slot))) {
            members[count++].place = auk__grid_place(cursor);
        }
    } while (count < AUK_GRID_GATHER && (box_next_row(grid, cursor) || box_advance(grid, cursor)));
    return count;
}
