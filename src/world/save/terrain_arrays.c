// The grids of a buffer are drafted before any change: a block is allocated if the part has no grid of that size yet.
// Then only rows that differ are written, so a rollback of some steps costs only a comparison.
#include "world/save/terrain_arrays.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "world/save/body_arrays.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_map.h"
#include "world/state/tile_seams.h"

// ---- writing --------------------------------------------------------------------------------------------------------

// True if a part is live and has that form.
static bool is_form(const AukParts *parts, uint32_t part, uint8_t form)
{
    return parts->slots.live[part] && auk__part(parts, part)->form == form;
}

// Counts the parts of that form. If no part has an adjacency, no part is read.
static uint64_t count_form(const AukParts *parts, uint8_t form)
{
    uint64_t count = 0;
    for (uint32_t i = 0; parts->adjacencies.count > 0 && i < (uint32_t)parts->records.count; i++) {
        count += is_form(parts, i, form);
    }
    return count;
}

uint64_t auk__edges_count(const AukWorld *world)
{
    return count_form(&world->parts, AUK_FORM_EDGE);
}

uint64_t auk__grids_count(const AukWorld *world)
{
    return count_form(&world->parts, AUK_FORM_TILES);
}

static uint64_t cells_of(const AukTileGrid *grid)
{
    return (uint64_t)grid->width * (uint64_t)grid->height;
}

// Unused entries of world->parts.grids are empty.
uint64_t auk__cells_count(const AukWorld *world)
{
    const AukTileGrid *grids = world->parts.grids.items;
    uint64_t count = 0;
    for (int i = 0; i < world->parts.grids.count; i++) {
        count += cells_of(&grids[i]);
    }
    return count;
}

uint64_t auk__tile_kinds_count(const AukWorld *world)
{
    return (uint64_t)world->parts.kinds.count;
}

static void record_kind(int tile, const AukTileKind *kind, AukTileKindRecord *record)
{
    memset(record, 0, sizeof *record);
    record->category = kind->filter.category;
    record->ignore = kind->filter.ignore;
    record->group = kind->filter.group;
    record->tile = (uint32_t)tile;
    record->count = (uint32_t)kind->count;
    memcpy(record->points, kind->points, sizeof record->points);
    record->one_way = kind->one_way;
    record->conveyor = kind->conveyor;
    record->user_data = kind->user_data;
}

void auk__tile_kinds_write(const AukWorld *world, AukSink *sink)
{
    for (int tile = AUK_TILE_KIND_FIRST; world->parts.kinds.count > 0 && tile <= AUK_TILE_KIND_LAST; tile++) {
        const AukTileKind *kind = &auk__tile_kind_entry(&world->parts.kinds, tile)->kind;
        if (kind->count > 0) {
            record_kind(tile, kind, auk__sink_room(sink, sizeof(AukTileKindRecord)));
        }
    }
}

void auk__edges_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; world->parts.adjacencies.count > 0 && i < (uint32_t)world->parts.records.count; i++) {
        if (is_form(&world->parts, i, AUK_FORM_EDGE)) {
            AukEdgeRecord *record = auk__sink_room(sink, sizeof *record);
            record->before = auk__adjacency(&world->parts, i)->before;
            record->after = auk__adjacency(&world->parts, i)->after;
        }
    }
}

void auk__grids_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; world->parts.grids.count > 0 && i < (uint32_t)world->parts.records.count; i++) {
        if (is_form(&world->parts, i, AUK_FORM_TILES)) {
            AukGridRecord *record = auk__sink_room(sink, sizeof *record);
            record->width = auk__tiles(&world->parts, i)->width;
            record->height = auk__tiles(&world->parts, i)->height;
            record->cell = auk__tiles(&world->parts, i)->cell;
        }
    }
}

void auk__cells_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; world->parts.grids.count > 0 && i < (uint32_t)world->parts.records.count; i++) {
        if (is_form(&world->parts, i, AUK_FORM_TILES)) {
            auk__sink_put(sink, auk__tiles(&world->parts, i)->cells, (size_t)cells_of(auk__tiles(&world->parts, i)));
        }
    }
}

// ---- checking -------------------------------------------------------------------------------------------------------

// The kind of a record.
static AukStatus kind_of_record(const AukTileKindRecord *record, AukTileKindEntry *entry)
{
    AukTileKind kind;
    memset(&kind, 0, sizeof kind);
    kind.filter.category = record->category;
    kind.filter.ignore = record->ignore;
    kind.filter.group = record->group;
    kind.count = (int)record->count;
    memcpy(kind.points, record->points, sizeof kind.points);
    kind.one_way = record->one_way;
    kind.conveyor = record->conveyor;
    kind.user_data = record->user_data;
    return auk__tile_kind_make(&kind, entry, NULL);
}

// Checks that kinds ascend, and that each record is the one that its kind would be written as.
bool auk__tile_kinds_check(AukSnapshotCheck *check)
{
    uint32_t least = AUK_TILE_KIND_FIRST;
    for (uint32_t i = 0; i < auk__record_count(check->view, check->section); i++) {
        AukTileKindRecord record, again;
        AukTileKindEntry entry;
        auk__record_get(check->view, check->section, i, &record, sizeof record);
        if (record.tile < least || record.tile > AUK_TILE_KIND_LAST || record.count > AUK_TILE_POINTS_MAX ||
            kind_of_record(&record, &entry)) {
            return false;
        }
        record_kind((int)record.tile, &entry.kind, &again);
        if (memcmp(&record, &again, sizeof record) != 0) {
            return false;
        }
        check->tiles.kinds[record.tile] = true;
        least = record.tile + 1;
    }
    return true;
}

// Checks that an edge is a segment of positive length and that the ends of its neighbours are valid.
static bool check_edge(AukSnapshotCheck *check, const AukPartRecord *record)
{
    AukEdgeRecord edge;
    if (check->edges >= check->view->header.counts[AUK_SECTION_EDGES]) {
        return false;
    }
    auk__record_get(check->view, AUK_SECTION_EDGES, (uint32_t)check->edges++, &edge, sizeof edge);
    AukVec2 p = record->core.points[0], q = record->core.points[1];
    return (record->kind == AUK_SHAPE_SEGMENT || record->kind == AUK_SHAPE_CAPSULE) && (p.x != q.x || p.y != q.y) &&
           auk__check_vec(edge.before) == AUK_OK && auk__check_vec(edge.after) == AUK_OK &&
           auk__has_one_zero(&edge, sizeof edge);
}

// Checks that the shape of a grid of tiles is its rectangle, and that all its cells are tiles.
static bool check_grid(AukSnapshotCheck *check, const AukPartRecord *record)
{
    AukGridRecord grid;
    if (check->grids >= check->view->header.counts[AUK_SECTION_GRIDS]) {
        return false;
    }
    auk__record_get(check->view, AUK_SECTION_GRIDS, (uint32_t)check->grids++, &grid, sizeof grid);
    if (auk__tiles_check(grid.width, grid.height, grid.cell, NULL) || record->kind != AUK_SHAPE_POLYGON) {
        return false;
    }
    AukVec2 outline[4];
    auk__tiles_outline(grid.width, grid.height, grid.cell, outline);
    const AukVertexBlock *block = (const AukVertexBlock *)check->store->entries.items + record->core.number;
    uint64_t first = check->cells, count = (uint64_t)grid.width * (uint64_t)grid.height;
    check->cells += count;
    return block->count == 4 && memcmp(block->vertices, outline, sizeof outline) == 0 &&
           check->cells <= check->view->header.counts[AUK_SECTION_CELLS] && check->cells <= AUK_TILES_CELLS_MAX &&
           auk__tiles_check_cells(&check->tiles, auk__record_at(check->view, AUK_SECTION_CELLS, 0, 0) + first, count,
                                  NULL) == AUK_OK;
}

bool auk__form_check(AukSnapshotCheck *check, const AukPartRecord *record)
{
    return record->form == AUK_FORM_CONVEX || (record->form == AUK_FORM_EDGE && check_edge(check, record)) ||
           (record->form == AUK_FORM_TILES && check_grid(check, record));
}

// ---- reading --------------------------------------------------------------------------------------------------------

// The memory is reserved.
void auk__tile_kinds_read(AukWorld *world, const AukSnapshotView *view)
{
    AukTileKinds *kinds = &world->parts.kinds;
    auk__tile_kinds_clear(kinds);
    for (uint32_t i = 0; i < auk__record_count(view, view->section); i++) {
        AukTileKindRecord record;
        AukTileKindEntry entry;
        auk__record_get(view, view->section, i, &record, sizeof record);
        AukStatus status = kind_of_record(&record, &entry);
        AUK_ASSERT(status == AUK_OK); // it has been checked
        (void)status;
        auk__tile_kinds_put(kinds, (int)record.tile, &entry);
    }
}

static bool is_among(const AukBuffer *grids, const uint8_t *cells)
{
    const AukTileGrid *items = grids->items;
    for (int i = 0; i < grids->count; i++) {
        if (items[i].cells == cells) {
            return true;
        }
    }
    return false;
}

// Frees the blocks of `grids` that `others` do not share.
static void terrain_arrays_release_unshared(const AukBuffer *grids, const AukBuffer *others)
{
    const AukTileGrid *items = grids->items;
    for (int i = 0; i < grids->count; i++) {
        if (!is_among(others, items[i].cells)) {
            auk__release(items[i].cells);
        }
    }
}

static bool draft_grid(AukParts *parts, AukSaveState *save, uint32_t part, const AukGridRecord *record)
{
    AukTileGrid *grid = auk__buffer_push(&save->grids, sizeof *grid);
    if (!grid) {
        return false;
    }
    memset(grid, 0, sizeof *grid);
    bool known = part < (uint32_t)parts->records.count && is_form(parts, part, AUK_FORM_TILES);
    const AukTileGrid *now = known ? auk__tiles(parts, part) : NULL;
    if (now && now->width == record->width && now->height == record->height) {
        *grid = *now;
    } else {
        grid->cells = auk__allocate_zeroed((size_t)record->width, (size_t)record->height);
        grid->reach = now ? now->reach : grid->reach; // other grids may still list it
    }
    if (grid->width != record->width || grid->height != record->height || grid->cell.x != record->cell.x ||
        grid->cell.y != record->cell.y) { // no other grid continues it as before
        auk__seams_forget(grid);
    }
    grid->width = record->width;
    grid->height = record->height;
    auk__tiles_set_cell(grid, record->cell);
    return grid->cells != NULL;
}

AukStatus auk__tiles_draft(AukParts *parts, AukSaveState *save, const AukSnapshotView *view)
{
    save->grids.count = 0;
    for (uint32_t i = 0, grids = 0; grids < auk__record_count(view, AUK_SECTION_GRIDS); i++) {
        AukPartRecord part = auk__part_record(view, i);
        if (part.state != AUK_SLOT_LIVE || part.form != AUK_FORM_TILES) {
            continue;
        }
        AukGridRecord record;
        auk__record_get(view, AUK_SECTION_GRIDS, grids++, &record, sizeof record);
        if (!draft_grid(parts, save, i, &record)) {
            terrain_arrays_release_unshared(&save->grids, &parts->grids);
            save->grids.count = 0;
            return AUK_ERROR_OUT_OF_MEMORY;
        }
    }
    return AUK_OK;
}

static void write_rows(AukTileGrid *grid, const unsigned char *cells)
{
    size_t width = (size_t)grid->width;
    for (size_t row = 0; row < (size_t)grid->height; row++) {
        const unsigned char *from = cells + row * width;
        if (memcmp(grid->cells + row * width, from, width) == 0) {
            continue;
        }
        for (size_t x = 0; x < width; x++) {
            if (grid->cells[row * width + x] != from[x]) {
                auk__tiles_write(grid, row * width + x, from[x]);
            }
        }
    }
}

void auk__cells_read(AukWorld *world, const AukSnapshotView *view)
{
    AukTileGrid *grids = world->save.grids.items;
    const unsigned char *cells = auk__record_at(view, view->section, 0, 0);
    for (int i = 0; i < world->save.grids.count; i++) {
        write_rows(&grids[i], cells);
        cells += (size_t)grids[i].width * (size_t)grids[i].height;
    }
    terrain_arrays_release_unshared(&world->parts.grids, &world->save.grids);
    AukBuffer old = world->parts.grids;
    world->parts.grids = world->save.grids;
    world->save.grids = old;
    world->save.grids.count = 0;
}

void auk__adjacencies_read(AukParts *parts, const AukSnapshotView *view)
{
    uint32_t edges = 0, grids = 0; // indices in the order of parts, for grids as in the draft
    bool any = auk__record_count(view, AUK_SECTION_EDGES) + auk__record_count(view, AUK_SECTION_GRIDS) > 0;
    for (uint32_t i = 0; any && i < (uint32_t)parts->records.count; i++) {
        if (is_form(parts, i, AUK_FORM_CONVEX) || !parts->slots.live[i]) {
            continue;
        }
        AukAdjacency *adjacency = auk__adjacency(parts, i);
        memset(adjacency, 0, sizeof *adjacency);
        if (auk__part(parts, i)->form == AUK_FORM_TILES) {
            adjacency->tiles = grids++;
        } else {
            AukEdgeRecord record;
            auk__record_get(view, AUK_SECTION_EDGES, edges++, &record, sizeof record);
            adjacency->before = record.before;
            adjacency->after = record.after;
        }
    }
}
