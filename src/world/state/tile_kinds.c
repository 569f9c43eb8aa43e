// The table of kinds has an entry for each value from AUK_TILE_KIND_FIRST on, once the world has had a kind; worlds
// without kinds have no table. Grids store values, so a change of a kind changes all its cells. Filters of kinds are
// applied cell by cell where a pair of parts becomes pairs of pieces, and where queries and movers walk over cells; to
// let pairs get there, grids are no longer filtered by their masks while any kind has a filter.
// Invariant: every value in a cell of a grid is a built-in kind or has an entry.
#include "world/state/tile_kinds.h"

#include "base/predicates.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/conveyors.h"
#include "world/state/parts.h"

#include <string.h>

enum { TILE_KINDS = AUK_TILE_KIND_LAST - AUK_TILE_KIND_FIRST + 1 };

// The corners of a kind are rounded to this fraction of a cell.
#define KIND_UNIT 0x1p-16

// ---- outlines -------------------------------------------------------------------------------------------------------

const AukTileOutline auk__built_in_tiles[AUK_TILE_COUNT] = {
    [AUK_TILE_EMPTY] = {0, {0}, {0}},
    [AUK_TILE_FULL] = {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}},
    [AUK_TILE_SLOPE_LEFT_LOW] = {3, {-1, 1, -1}, {-1, -1, 1}},
    [AUK_TILE_SLOPE_RIGHT_LOW] = {3, {-1, 1, 1}, {-1, -1, 1}},
    [AUK_TILE_SLOPE_RIGHT_HIGH] = {3, {1, 1, -1}, {-1, 1, 1}},
    [AUK_TILE_SLOPE_LEFT_HIGH] = {3, {-1, 1, -1}, {-1, 1, 1}},
    [AUK_TILE_HALF_LOW] = {4, {-1, 1, 1, -1}, {-1, -1, 0, 0}},
    [AUK_TILE_HALF_HIGH] = {4, {-1, 1, 1, -1}, {0, 0, 1, 1}},
    [AUK_TILE_HALF_LEFT] = {4, {-1, 0, 0, -1}, {-1, -1, 1, 1}},
    [AUK_TILE_HALF_RIGHT] = {4, {0, 1, 1, 0}, {-1, -1, 1, 1}},
    [AUK_TILE_GENTLE_LOW_1] = {3, {-1, 1, 1}, {-1, -1, 0}},
    [AUK_TILE_GENTLE_LOW_2] = {4, {-1, 1, 1, -1}, {-1, -1, 1, 0}},
    [AUK_TILE_GENTLE_LOW_3] = {4, {-1, 1, 1, -1}, {-1, -1, 0, 1}},
    [AUK_TILE_GENTLE_LOW_4] = {3, {-1, 1, -1}, {-1, -1, 0}},
    [AUK_TILE_GENTLE_HIGH_1] = {3, {1, 1, -1}, {0, 1, 1}},
    [AUK_TILE_GENTLE_HIGH_2] = {4, {-1, 1, 1, -1}, {0, -1, 1, 1}},
    [AUK_TILE_GENTLE_HIGH_3] = {4, {-1, 1, 1, -1}, {-1, 0, 1, 1}},
    [AUK_TILE_GENTLE_HIGH_4] = {3, {-1, 1, -1}, {0, 1, 1}},
    [AUK_TILE_ONE_WAY_HIGH] = {2, {1, -1}, {1, 1}},
    [AUK_TILE_ONE_WAY_LOW] = {2, {-1, 1}, {-1, -1}},
    [AUK_TILE_ONE_WAY_RIGHT] = {2, {1, 1}, {-1, 1}},
    [AUK_TILE_ONE_WAY_LEFT] = {2, {-1, -1}, {1, -1}},
};

// ---- making ---------------------------------------------------------------------------------------------------------

static AukStatus kind_points_check(const AukTileKind *given, AukFault *fault)
{
    AukStatus status = auk__fault_count(fault, given->count, 0, AUK_TILE_POINTS_MAX, AUK_FIELD_COUNT);
    if (!status && given->count == 1) {
        return auk__fault_count(fault, 1, 2, AUK_TILE_POINTS_MAX, AUK_FIELD_COUNT);
    }
    for (int i = 0; i < given->count && !status; i++) {
        AukVec2 p = given->points[i];
        bool wide = !(p.x >= 0.0f && p.x <= 1.0f);
        status = auk__fault_at(fault, auk__fault_vec(fault, p, AUK_FIELD_POINTS), i);
        if (!status && (wide || !(p.y >= 0.0f && p.y <= 1.0f))) {
            status = auk__fault_write_bounds(fault, AUK_ERROR_RANGE, wide ? AUK_FIELD_X : AUK_FIELD_Y,
                                             (double)(wide ? p.x : p.y), 0.0, 1.0);
            status = auk__fault_in_item(fault, status, AUK_FIELD_POINTS, i);
        }
    }
    return status;
}

// For numbers from 0 to 1.
static float rounded(float x)
{
    return (float)((int)((double)x / KIND_UNIT + 0.5) * KIND_UNIT);
}

static bool is_before(AukVec2 a, AukVec2 b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

// True if a, b, c is not a turn to the left. Exact, as coordinates are multiples of KIND_UNIT.
static bool is_no_corner(AukVec2 a, AukVec2 b, AukVec2 c)
{
    AukDvec from = dvec_from(a);
    return dvec_cross(dvec_sub(dvec_from(b), from), dvec_sub(dvec_from(c), from)) <= 0.0;
}

// One side of the hull of sorted points, from the first to the last; `by` is -1 to go through them backwards. Returns
// the number of corners, those of `hull` before included, without the last point.
static int add_hull_side(const AukVec2 *points, int point_count, int by, AukVec2 *hull, int count)
{
    int first = count;
    for (int i = by > 0 ? 0 : point_count - 1; i >= 0 && i < point_count; i += by) {
        while (count - first >= 2 && is_no_corner(hull[count - 2], hull[count - 1], points[i])) {
            count--;
        }
        hull[count++] = points[i];
    }
    return count - 1; // the last point begins the other side
}

// The strictly convex hull of at most AUK_TILE_POINTS_MAX points, as auk_hull() gives it, without memory. Sorts the
// points. Below 3 if they are on one line.
static int make_hull(AukVec2 *points, int count, AukVec2 *hull)
{
    int distinct = 0;
    AukVec2 sides[2 * AUK_TILE_POINTS_MAX + 2];
    for (int i = 0; i < count; i++) {
        AukVec2 p = points[i];
        int at = i;
        for (; at > 0 && is_before(p, points[at - 1]); at--) {
            points[at] = points[at - 1];
        }
        points[at] = p;
    }
    for (int i = 0; i < count; i++) {
        if (i == 0 || is_before(points[distinct - 1], points[i])) {
            points[distinct++] = points[i];
        }
    }
    if (distinct < 3) {
        return distinct;
    }
    int corners = add_hull_side(points, distinct, 1, sides, 0);
    corners = add_hull_side(points, distinct, -1, sides, corners);
    memcpy(hull, sides, (size_t)corners * sizeof *hull);
    return corners;
}

// Makes the corners of a thin floor, whose face from the first corner looks to the side of the direction.
static AukStatus make_thin(AukTileKind *kind, AukFault *fault)
{
    if (auk__is_same_point(kind->points[0], kind->points[1])) {
        return auk__fault_note(fault, AUK_ERROR_ZERO_AREA, AUK_FIELD_POINTS);
    }
    AukDvec along = dvec_sub(dvec_from(kind->points[1]), dvec_from(kind->points[0]));
    double side = dvec_dot(dvec(along.y, -along.x), dvec_from(kind->one_way));
    if (side < 0.0) {
        AukVec2 first = kind->points[0];
        kind->points[0] = kind->points[1];
        kind->points[1] = first;
    }
    return side != 0.0 ? AUK_OK : auk__fault_write(fault, AUK_ERROR_ZERO_AREA, AUK_FAULT_ALONG, AUK_FIELD_ONE_WAY);
}

static AukStatus make_corners(AukTileKind *kind, AukFault *fault)
{
    static const AukVec2 full[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    AukVec2 points[AUK_TILE_POINTS_MAX], corners[AUK_TILE_POINTS_MAX];
    memset(corners, 0, sizeof corners);
    if (kind->count == 0) {
        memcpy(corners, full, sizeof full);
        kind->count = 4;
    } else {
        for (int i = 0; i < kind->count; i++) {
            points[i] = auk_vec(rounded(kind->points[i].x), rounded(kind->points[i].y));
        }
        if (kind->count == 2) {
            memcpy(corners, points, 2 * sizeof *corners);
        } else {
            kind->count = make_hull(points, kind->count, corners);
            if (kind->count < 3) {
                return auk__fault_note(fault, AUK_ERROR_ZERO_AREA, AUK_FIELD_POINTS);
            }
        }
    }
    memset(&corners[kind->count], 0, (size_t)(AUK_TILE_POINTS_MAX - kind->count) * sizeof *corners);
    memcpy(kind->points, corners, sizeof corners);
    return kind->count == 2 ? make_thin(kind, fault) : AUK_OK;
}

// True unless the faces towards the direction are one, along an axis and square to the direction.
static bool is_sloped(const AukTileKind *kind)
{
    bool sloped = false;
    AukDvec direction = dvec_from(kind->one_way);
    for (int i = 0; i < kind->count; i++) {
        AukVec2 next = kind->points[i + 1 < kind->count ? i + 1 : 0];
        AukDvec along = dvec_sub(dvec_from(next), dvec_from(kind->points[i]));
        bool faces = dvec_dot(dvec(along.y, -along.x), direction) > 0.0;
        sloped = sloped || (faces && !(along.x * direction.x == 0.0 && along.y * direction.y == 0.0));
    }
    return sloped;
}

AukStatus auk__tile_kind_make(const AukTileKind *given, AukTileKindEntry *entry, AukFault *fault)
{
    memset(entry, 0, sizeof *entry);
    AukTileKind *kind = &entry->kind;
    AukStatus status = kind_points_check(given, fault);
    status = status ? status : auk__fault_vec(fault, given->one_way, AUK_FIELD_ONE_WAY);
    status = status ? status : auk__fault_vec(fault, given->conveyor, AUK_FIELD_CONVEYOR);
    if (!status && given->count == 2 && !auk__is_not_zero(given->one_way)) {
        status = auk__fault_write_thin(fault, given->count);
    }
    if (status) {
        return status;
    }
    memcpy(kind->points, given->points, (size_t)given->count * sizeof *kind->points);
    kind->count = given->count;
    kind->filter.category = given->filter.category;
    kind->filter.ignore = given->filter.ignore;
    kind->filter.group = given->filter.group;
    kind->one_way = auk__one_zero_vec(given->one_way);
    kind->conveyor = auk__one_zero_vec(given->conveyor);
    kind->user_data = given->user_data;
    status = make_corners(kind, fault);
    entry->outline.count = kind->count;
    for (int i = 0; i < kind->count && !status; i++) {
        entry->outline.x[i] = 2.0f * kind->points[i].x - 1.0f;
        entry->outline.y[i] = 2.0f * kind->points[i].y - 1.0f;
    }
    entry->sloped = !status && auk__is_not_zero(kind->one_way) && is_sloped(kind);
    return status;
}

// ---- the table ------------------------------------------------------------------------------------------------------

bool auk__tile_kinds_reserve(AukWorld *world)
{
    AukTileKinds *kinds = &world->parts.kinds;
    if (kinds->items.count == 0) {
        if (!auk__buffer_resize(&kinds->items, sizeof(AukTileKindEntry), TILE_KINDS)) {
            return false;
        }
        memset(kinds->items.items, 0, TILE_KINDS * sizeof(AukTileKindEntry));
    }
    return auk__broad_admit_masks(world->broad) == AUK_OK;
}

static void count_traits(AukTileKinds *kinds, const AukTileKind *kind, int by)
{
    kinds->count += kind->count > 0 ? by : 0;
    kinds->filtered += auk__filter_is_given(kind->filter) ? by : 0;
    kinds->one_way += auk__is_not_zero(kind->one_way) ? by : 0;
    kinds->conveying += auk__is_not_zero(kind->conveyor) ? by : 0;
}

void auk__tile_kinds_put(AukTileKinds *kinds, int tile, const AukTileKindEntry *entry)
{
    AukTileKindEntry *slot = (AukTileKindEntry *)kinds->items.items + (tile - AUK_TILE_KIND_FIRST);
    count_traits(kinds, &slot->kind, -1);
    if (entry) {
        *slot = *entry;
    } else {
        memset(slot, 0, sizeof *slot);
    }
    count_traits(kinds, &slot->kind, 1);
}

void auk__tile_kinds_clear(AukTileKinds *kinds)
{
    if (kinds->items.count > 0) {
        memset(kinds->items.items, 0, TILE_KINDS * sizeof(AukTileKindEntry));
    }
    kinds->count = kinds->filtered = kinds->one_way = kinds->conveying = 0;
}

void auk__tile_kinds_release(AukTileKinds *kinds)
{
    auk__buffer_free(&kinds->items);
}

// ---- filters --------------------------------------------------------------------------------------------------------

const AukFilter *auk__tile_filter(const AukParts *parts, const AukPart *grid, int tile)
{
    const AukTileKindEntry *kind = auk__tile_kind(parts, tile);
    return kind && auk__filter_is_given(kind->kind.filter) ? &kind->kind.filter
                                                           : auk__part_filter_at(parts->kinds.bodies, parts, grid);
}

bool auk__tile_is_met(const AukParts *parts, const AukPart *grid, int tile, const AukFilter *other, bool by_query)
{
    return auk__filter_is_met(auk__tile_filter(parts, grid, tile), other, by_query);
}

// ---- conveyors ------------------------------------------------------------------------------------------------------

AukDvec auk__piece_conveyor(const AukWorld *world, uint32_t index, int child)
{
    const AukPart *part = auk__part(&world->parts, index);
    if (world->parts.kinds.conveying > 0 && part->form == AUK_FORM_TILES) {
        const AukTileKindEntry *kind = auk__tile_kind(&world->parts, auk__tiles(&world->parts, index)->cells[child]);
        if (kind && auk__is_not_zero(kind->kind.conveyor)) {
            AukDtransform local = auk__dtransform(*auk__part_local(&world->parts, index), auk_vec(0.0f, 0.0f));
            return auk__dtransform_rotate(&local, dvec_from(kind->kind.conveyor));
        }
    }
    return dvec_from(auk__conveyor(&world->conveyors, auk__part_head(&world->parts, index)));
}

// ---- public calls ---------------------------------------------------------------------------------------------------

static bool is_used(const AukParts *parts, int tile)
{
    const AukTileGrid *grids = parts->grids.items;
    for (int i = 0; i < parts->grids.count; i++) {
        size_t count = (size_t)grids[i].width * (size_t)grids[i].height;
        if (grids[i].cells && memchr(grids[i].cells, tile, count)) {
            return true;
        }
    }
    return false;
}

// Lets all grids know that their cells have changed; their filters are updated.
static void refresh_grids(AukWorld *world)
{
    const AukTileGrid *grids = world->parts.grids.items;
    for (int i = 0; i < world->parts.grids.count; i++) {
        if (grids[i].cells) {
            auk__part_update_filters(world, grids[i].part);
        }
    }
}

static AukStatus set_kind(AukWorld *world, int tile, const AukTileKind *kind)
{
    AukTileKinds *kinds = &world->parts.kinds;
    AukFault *fault = &world->fault;
    if (!auk__is_tile_kind(tile)) {
        return auk__fault_write_bounds(fault, AUK_ERROR_ENUM, AUK_FIELD_TILE, tile, AUK_TILE_KIND_FIRST,
                                       AUK_TILE_KIND_LAST);
    }
    if (!kind && !auk__tile_exists(&world->parts, tile)) {
        return AUK_OK;
    }
    AukTileKindEntry entry;
    AukStatus status = AUK_OK;
    if (kind) {
        status = auk__fault_in(fault, auk__tile_kind_make(kind, &entry, fault), AUK_FIELD_KIND);
    } else if (is_used(&world->parts, tile)) {
        status = auk__fault_value(fault, AUK_ERROR_IN_USE, AUK_FIELD_TILE, tile);
    }
    if (!status && !auk__tile_kinds_reserve(world)) {
        status = AUK_ERROR_OUT_OF_MEMORY;
    }
    if (!status) {
        auk__tile_kinds_put(kinds, tile, kind ? &entry : NULL);
        refresh_grids(world);
    }
    return status;
}

AukStatus auk_world_set_tile_kind(AukWorld *world, int tile, const AukTileKind *kind)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SET_TILE_KIND, &tile, kind);
    return auk__answer(world, set_kind(world, tile, kind));
}

static bool give(const AukTileKindEntry *entry, AukTileKind *out)
{
    if (entry && out) {
        *out = entry->kind;
    }
    return entry && out;
}

bool auk_world_get_tile_kind(const AukWorld *world, int tile, AukTileKind *out)
{
    bool exists = world && auk__tile_exists(&world->parts, tile);
    return give(exists ? auk__tile_kind(&world->parts, tile) : NULL, out);
}

// The kind of a cell, or null.
static const AukTileKindEntry *kind_of_cell(const AukWorld *world, AukShapeId shape, int child)
{
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    if (!part || part->form != AUK_FORM_TILES) {
        return NULL;
    }
    const AukTileGrid *grid = auk__tiles(&world->parts, shape.index);
    bool inside = child >= 0 && (int64_t)child < (int64_t)grid->width * grid->height;
    return inside ? auk__tile_kind(&world->parts, grid->cells[child]) : NULL;
}

bool auk_world_shape_get_tile_kind(const AukWorld *world, AukShapeId shape, int child, AukTileKind *out)
{
    return give(kind_of_cell(world, shape, child), out);
}

uint64_t auk_world_shape_get_tile_user_data(const AukWorld *world, AukShapeId shape, int child)
{
    const AukTileKindEntry *entry = kind_of_cell(world, shape, child);
    return entry ? entry->kind.user_data : 0;
}
