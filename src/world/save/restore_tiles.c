// The grids of tiles out of a buffer. Room is made first, where a grid of that size is not there already; then only
// rows that differ are written, so that going back some steps costs a comparison.
#include "base/alloc.h"
#include "world/save/restore.h"
#include "world/state/tile_map.h"

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
static void release_unshared(const AukBuffer *grids, const AukBuffer *others)
{
    const AukTileGrid *items = grids->items;
    for (int i = 0; i < grids->count; i++) {
        if (!is_among(others, items[i].cells)) {
            auk__release(items[i].cells);
        }
    }
}

static bool draft_grid(AukWorld *world, uint32_t part, const AukSeamRecord *record)
{
    AukTileGrid *grid = auk__buffer_push(&world->tiles_draft, sizeof *grid);
    if (!grid) {
        return false;
    }
    memset(grid, 0, sizeof *grid);
    bool known = part < (uint32_t)world->parts.count && world->shape_slots.live[part] &&
                 auk__part(world, part)->form == AUK_FORM_TILES;
    const AukTileGrid *now = known ? auk__tiles(world, part) : NULL;
    if (now && now->width == record->tiles.width && now->height == record->tiles.height) {
        *grid = *now;
    } else {
        grid->cells = auk__allocate_zeroed((size_t)record->tiles.width, (size_t)record->tiles.height);
    }
    grid->width = record->tiles.width;
    grid->height = record->tiles.height;
    grid->cell = record->tiles.cell;
    return grid->cells != NULL;
}

AukStatus auk__tiles_draft(AukWorld *world, const AukSnapshotView *view)
{
    uint32_t seams = 0;
    world->tiles_draft.count = 0;
    for (uint32_t i = 0; seams < view->header.counts[AUK_SECTION_SEAMS]; i++) {
        AukPartRecord part = auk__part_record(view, i);
        if (part.state != AUK_SLOT_LIVE || part.form == AUK_FORM_CONVEX) {
            continue;
        }
        AukSeamRecord record = auk__seam_record(view, seams++);
        if (part.form == AUK_FORM_TILES && !draft_grid(world, i, &record)) {
            release_unshared(&world->tiles_draft, &world->tiles);
            world->tiles_draft.count = 0;
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

void auk__tiles_adopt(AukWorld *world, const AukSnapshotView *view)
{
    AukTileGrid *grids = world->tiles_draft.items;
    const unsigned char *cells = auk__record_at(view, AUK_SECTION_CELLS, 0, 0);
    for (int i = 0; i < world->tiles_draft.count; i++) {
        write_rows(&grids[i], cells);
        cells += (size_t)grids[i].width * (size_t)grids[i].height;
    }
    release_unshared(&world->tiles, &world->tiles_draft);
    AukBuffer old = world->tiles;
    world->tiles = world->tiles_draft;
    world->tiles_draft = old;
    world->tiles_draft.count = 0;
}
