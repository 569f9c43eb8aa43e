// The public calls for grids of tiles, and their storage. A grid is one part. Its shape is a rectangle, so that bounds
// and broad phase treat it as any other shape; its cells are a block of bytes. An edit changes bytes and updates the
// sum of all cells, which the hash of the world includes.
#include "world/state/tile_map.h"
#include "auk/terrain.h"
#include "base/alloc.h"
#include "base/hash64.h"
#include "base/predicates.h"
#include "geom/local_box.h"
#include "world/state/call.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_seams.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <string.h>

// ---- checks ----

AukVec2 auk__tiles_cell(const AukTilesDef *def)
{
    return auk_vec(def->cell, def->cell_height == 0.0f ? def->cell : def->cell_height);
}

void auk__tiles_outline(int width, int height, AukVec2 cell, AukVec2 outline[4])
{
    float right = auk__round_up((double)width * cell.x), high = auk__round_up((double)height * cell.y);
    outline[0] = auk_vec(0.0f, 0.0f);
    outline[1] = auk_vec(right, 0.0f);
    outline[2] = auk_vec(right, high);
    outline[3] = auk_vec(0.0f, high);
}

// Half a cell must be a float, else corners would coincide.
static bool can_be_halved(float cell)
{
    return 0.5f * cell * 2.0f == cell && 0.5f * cell > 0.0f;
}

// Notes that a side of the cells has no length, or that half of it is no float.
static AukStatus cell_is_flat(AukFault *fault, AukVec2 cell, bool of_height)
{
    return auk__fault_value(fault, AUK_ERROR_ZERO_AREA, of_height ? AUK_FIELD_CELL_HEIGHT : AUK_FIELD_CELL,
                            (double)(of_height ? cell.y : cell.x));
}

static AukStatus check_cell(int width, int height, AukVec2 cell, AukFault *fault)
{
    AukStatus status = auk__fault_size(fault, cell.x, AUK_FIELD_CELL);
    status = status ? status : auk__fault_size(fault, cell.y, AUK_FIELD_CELL_HEIGHT);
    if (status) {
        return status;
    }
    if (cell.x == 0.0f || cell.y == 0.0f) {
        return cell_is_flat(fault, cell, cell.x > 0.0f);
    }
    AukVec2 outline[4];
    auk__tiles_outline(width, height, cell, outline);
    if (!auk__is_in_range(outline[2].x)) {
        return auk__fault_write_times(fault, AUK_FIELD_CELL, (double)cell.x, width);
    }
    if (!auk__is_in_range(outline[2].y)) { // the height may not have been given
        AukField side = cell.x == cell.y ? AUK_FIELD_CELL : AUK_FIELD_CELL_HEIGHT;
        return auk__fault_write_times(fault, side, (double)cell.y, height);
    }
    bool halves = can_be_halved(cell.x);
    return halves && can_be_halved(cell.y) ? AUK_OK : cell_is_flat(fault, cell, halves);
}

AukTileValues auk__tile_values(const AukParts *parts)
{
    AukTileValues values;
    memset(&values, 0, sizeof values);
    for (int tile = AUK_TILE_KIND_FIRST; tile <= AUK_TILE_KIND_LAST && parts->kinds.count > 0; tile++) {
        values.kinds[tile] = auk__tile_exists(parts, tile);
    }
    return values;
}

AukStatus auk__tiles_check(int width, int height, AukVec2 cell, AukFault *fault)
{
    AukStatus status = auk__fault_count(fault, width, 1, AUK_TILES_SIDE_MAX, AUK_FIELD_WIDTH);
    status = status ? status : auk__fault_count(fault, height, 1, AUK_TILES_SIDE_MAX, AUK_FIELD_HEIGHT);
    status = status ? status : auk__fault_count(fault, height, 1, AUK_TILES_CELLS_MAX / width, AUK_FIELD_HEIGHT);
    return status ? status : check_cell(width, height, cell, fault);
}

// Most grids have built-in kinds alone, and the largest value shows it.
AukStatus auk__tiles_check_cells(const AukTileValues *values, const uint8_t *cells, uint64_t count, AukFault *fault)
{
    uint8_t largest = 0;
    for (uint64_t i = 0; i < count; i++) {
        largest = cells[i] > largest ? cells[i] : largest;
    }
    AukStatus status = AUK_OK;
    for (uint64_t i = 0; largest >= AUK_TILE_COUNT && i < count && !status; i++) {
        if (cells[i] >= AUK_TILE_COUNT && !values->kinds[cells[i]]) {
            status = auk__fault_write_tile(fault, AUK_FIELD_CELLS, cells[i]);
            status = auk__fault_at(fault, status, (int)i);
        }
    }
    return status;
}

// ---- sums ----

static uint64_t term_of(uint64_t place, uint8_t tile)
{
    return tile == AUK_TILE_EMPTY ? 0 : auk__hash_u64(AUK_HASH_START, place << 8 | tile);
}

uint64_t auk__tiles_sum(const AukTileGrid *grid)
{
    uint64_t count = (uint64_t)grid->width * (uint64_t)grid->height, sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        sum += term_of(i, grid->cells[i]);
    }
    return sum;
}

void auk__tiles_write(AukTileGrid *grid, uint64_t place, uint8_t tile)
{
    grid->sum += term_of(place, tile) - term_of(place, grid->cells[place]);
    grid->cells[place] = tile;
}

static void write_cell(AukTileGrid *grid, int x, int y, uint8_t tile)
{
    auk__tiles_write(grid, (uint64_t)y * (uint64_t)grid->width + (uint64_t)x, tile);
}

// ---- storage ----

void auk__tiles_drop(AukParts *parts, uint32_t part)
{
    AukTileGrid *grid = auk__tiles(parts, part);
    auk__release(grid->cells);
    memset(grid, 0, sizeof *grid);
}

void auk__tiles_free(AukParts *parts, AukSaveState *save)
{
    AukTileGrid *grids = parts->grids.items;
    for (int i = 0; i < parts->grids.count; i++) {
        auk__release(grids[i].cells);
    }
    auk__buffer_free(&parts->grids);
    auk__buffer_free(&save->grids);
}

// An unused entry of world->parts.grids, or AUK_NO_INDEX if there is no memory.
static uint32_t free_place(AukParts *parts)
{
    AukTileGrid *grids = parts->grids.items;
    for (int i = 0; i < parts->grids.count; i++) {
        if (!grids[i].cells) {
            return (uint32_t)i;
        }
    }
    AukTileGrid *fresh = auk__buffer_push(&parts->grids, sizeof *fresh);
    if (!fresh) {
        return AUK_NO_INDEX;
    }
    memset(fresh, 0, sizeof *fresh);
    return (uint32_t)parts->grids.count - 1;
}

static int64_t cell_count(const AukParts *parts)
{
    const AukTileGrid *grids = parts->grids.items;
    int64_t count = 0;
    for (int i = 0; i < parts->grids.count; i++) {
        count += (int64_t)grids[i].width * grids[i].height;
    }
    return count;
}

// The grid's own copy of the cells; null if there is no memory.
static uint8_t *copy_cells(const AukTilesDef *def)
{
    size_t count = (size_t)def->width * (size_t)def->height;
    uint8_t *cells = def->cells ? auk__reallocate(NULL, count) : auk__allocate_zeroed(count, 1);
    if (cells && def->cells) {
        memcpy(cells, def->cells, count);
    }
    return cells;
}

static AukStatus check_tiles(const AukParts *parts, const AukTilesDef *def, const AukShapeDef *shape, AukFault *fault)
{
    AukStatus status = auk__tiles_check(def->width, def->height, auk__tiles_cell(def), fault);
    if (!status) { // the limit is one for all grids of the world
        int64_t left = AUK_TILES_CELLS_MAX - cell_count(parts);
        status = auk__fault_count(fault, def->height, 1, left / def->width, AUK_FIELD_HEIGHT);
    }
    if (!status && auk__radius_find_fault(shape->shape.radius, NULL)) {
        return auk__def_radius_check(shape, fault);
    }
    if (!status && def->cells) {
        AukTileValues values = auk__tile_values(parts);
        status = auk__tiles_check_cells(&values, def->cells, (uint64_t)def->width * (uint64_t)def->height, fault);
    }
    return auk__fault_in(fault, status, AUK_FIELD_TILES);
}

static AukStatus add_tiles(AukWorld *world, uint32_t body, const AukTilesDef *def, const AukShapeDef *shape,
                           AukShapeId *id)
{
    AukFault *fault = &world->fault;
    AukStatus status = check_tiles(&world->parts, def, shape, fault);
    if (status) {
        return status;
    }
    AukVec2 outline[4];
    auk__tiles_outline(def->width, def->height, auk__tiles_cell(def), outline);
    AukOwnedPiece piece;
    memset(&piece, 0, sizeof piece);
    piece.shape = auk_shape_polygon(outline, 4, shape->shape.radius);
    piece.vertex_block = AUK_NO_INDEX;
    piece.form = AUK_FORM_TILES;
    piece.adjacency.tiles = free_place(&world->parts);
    AukTileGrid grid;
    memset(&grid, 0, sizeof grid);
    grid.width = def->width;
    grid.height = def->height;
    auk__tiles_set_cell(&grid, auk__tiles_cell(def));
    grid.cells = piece.adjacency.tiles != AUK_NO_INDEX ? copy_cells(def) : NULL;
    status = piece.shape.status ? auk__fault_note(fault, piece.shape.status, AUK_FIELD_TILES)
                                : (grid.cells ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY);
    if (!status) {
        status = auk__fault_in(fault, auk__fault_number(fault, shape->angle, AUK_FIELD_ANGLE), AUK_FIELD_DEF);
    }
    AukTransform local = auk_transform(shape->position, status ? 0.0f : shape->angle);
    if (!status) {
        AukShape widened = piece.shape;
        widened.radius += shape->proximity;
        status = auk__wrap_check_tiles(&world->wrap, &widened, auk__cell_longest(&grid), local,
                                       *auk__pose(&world->bodies, body));
        status = auk__fault_wide(fault, status, AUK_FIELD_TILES);
    }
    status = status ? status : auk__parts_add(world, body, shape, &piece, 1, id);
    if (status) {
        auk__release(grid.cells);
        return status;
    }
    grid.sum = def->cells ? auk__tiles_sum(&grid) : 0;
    ((AukTileGrid *)world->parts.grids.items)[piece.adjacency.tiles] = grid;
    auk__wrap_join(&world->parts, &world->wrap, id->index, *auk__pose(&world->bodies, body));
    auk__seams_update(world, id->index);
    return AUK_OK;
}

// ---- entry points ----

AukShapeId auk_body_add_tiles(AukWorld *world, AukBodyId body, const AukTilesDef *tiles, const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    if (!world) {
        return id;
    }
    AUK_RECORD(world, AUK_CALL_BODY_ADD_TILES, &body, tiles, def);
    AukShapeDef defaults;
    memset(&defaults, 0, sizeof defaults);
    AukStatus status = auk__fault_body(&world->fault, auk__body_of(&world->bodies, body) != NULL, AUK_FIELD_BODY, body);
    status = status ? status : auk__fault_pointer(&world->fault, tiles, AUK_FIELD_TILES);
    auk__answer(world, status ? status : add_tiles(world, body.index, tiles, def ? def : &defaults, &id));
    return id;
}

// The grid that an id names. Null if there is none, with the reason in `status`.
static AukTileGrid *grid_of(const AukParts *parts, AukShapeId shape, AukStatus *status)
{
    const AukPart *part = auk__part_of(parts, shape);
    *status = !part ? AUK_ERROR_STALE_ID : (part->form == AUK_FORM_TILES ? AUK_OK : AUK_ERROR_NOT_TILES);
    return *status ? NULL : auk__tiles(parts, shape.index);
}

// Notes an id that names no grid.
static AukStatus no_grid(AukFault *fault, AukStatus status, AukShapeId shape)
{
    return auk__fault_write_id(fault, status, AUK_FIELD_SHAPE, shape.index, shape.generation);
}

static bool is_inside(const AukTileGrid *grid, int x, int y)
{
    return x >= 0 && y >= 0 && x < grid->width && y < grid->height;
}

AukStatus auk_world_shape_set_tile(AukWorld *world, AukShapeId shape, int x, int y, AukTile tile)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_TILE, &shape, &x, &y, &tile);
    AukStatus status;
    AukTileGrid *grid = grid_of(&world->parts, shape, &status);
    AukFault *fault = &world->fault;
    if (grid) {
        status = auk__fault_count(fault, x, 0, grid->width - 1, AUK_FIELD_X);
        status = status ? status : auk__fault_count(fault, y, 0, grid->height - 1, AUK_FIELD_Y);
        if (!status && !auk__tile_exists(&world->parts, (int)tile)) {
            status = auk__fault_write_tile(fault, AUK_FIELD_TILE, (int)tile);
        }
    } else {
        status = no_grid(fault, status, shape);
    }
    if (grid && !status) {
        write_cell(grid, x, y, (uint8_t)tile);
        auk__seams_edited(world, shape.index, x, y, 1, 1);
    }
    return auk__answer(world, status);
}

static bool tile_map_holds(const AukTileGrid *grid, int x, int y, int width, int height)
{
    return x >= 0 && y >= 0 && width >= 0 && height >= 0 && x <= grid->width - width && y <= grid->height - height;
}

bool auk__tiles_edit_fits(const AukParts *parts, const AukTilesEdit *edit)
{
    AukStatus status;
    const AukTileGrid *grid = grid_of(parts, edit->shape, &status);
    return grid && tile_map_holds(grid, edit->x, edit->y, edit->width, edit->height);
}

// The first rows that are written from their first cell on; those after them are written from the last row and cell on.
// If `cells` are the grid's own, a cell is read before another one is written over it, as memmove() does: cells move
// towards the beginning of the grid in these rows, and towards its end in all others, since a row of the grid is at
// least as long as one of the rectangle.
static int rows_forward(const AukTileGrid *grid, const AukTilesEdit *edit)
{
    uintptr_t own = (uintptr_t)grid->cells, from = (uintptr_t)edit->cells;
    int row = 0;
    if (from < own || from - own >= (uint64_t)grid->width * (uint64_t)grid->height) {
        return edit->height;
    }
    while (row < edit->height && (uint64_t)(edit->y + row) * (uint64_t)grid->width + (uint64_t)edit->x <=
                                     from - own + (uint64_t)row * (uint64_t)edit->width) {
        row++;
    }
    return row;
}

static void write_cells(AukTileGrid *grid, const AukTilesEdit *edit)
{
    const int forward = rows_forward(grid, edit);
    for (int i = 0; i < edit->height; i++) {
        int row = i < forward ? i : edit->height - 1 - (i - forward);
        for (int k = 0; k < edit->width; k++) {
            int column = i < forward ? k : edit->width - 1 - k;
            size_t place = (size_t)row * (size_t)edit->width + (size_t)column;
            write_cell(grid, edit->x + column, edit->y + row, edit->cells ? edit->cells[place] : AUK_TILE_EMPTY);
        }
    }
}

AukStatus auk_world_shape_set_tiles(AukWorld *world, AukShapeId shape, int x, int y, int width, int height,
                                    const uint8_t *cells)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AukTilesEdit edit = {shape, x, y, width, height, cells};
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_TILES, &edit);
    AukStatus status;
    AukTileGrid *grid = grid_of(&world->parts, shape, &status);
    AukFault *fault = &world->fault;
    if (grid) {
        status = auk__fault_count(fault, x, 0, grid->width, AUK_FIELD_X);
        status = status ? status : auk__fault_count(fault, y, 0, grid->height, AUK_FIELD_Y);
        status = status ? status : auk__fault_count(fault, width, 0, grid->width - x, AUK_FIELD_WIDTH);
        status = status ? status : auk__fault_count(fault, height, 0, grid->height - y, AUK_FIELD_HEIGHT);
        if (!status && cells) {
            AukTileValues values = auk__tile_values(&world->parts);
            status = auk__tiles_check_cells(&values, cells, (uint64_t)width * (uint64_t)height, fault);
        }
    } else {
        status = no_grid(fault, status, shape);
    }
    if (grid && !status) {
        auk__seams_edited(world, shape.index, x, y, width, height);
        write_cells(grid, &edit);
    }
    return auk__answer(world, status);
}

AukTile auk_world_shape_get_tile(const AukWorld *world, AukShapeId shape, int x, int y)
{
    AukStatus status;
    const AukTileGrid *grid = world ? grid_of(&world->parts, shape, &status) : NULL;
    bool inside = grid && is_inside(grid, x, y);
    return inside ? (AukTile)grid->cells[(size_t)y * (size_t)grid->width + (size_t)x] : AUK_TILE_EMPTY;
}

AukTilesDef auk_world_shape_get_tiles(const AukWorld *world, AukShapeId shape)
{
    AukTilesDef def;
    memset(&def, 0, sizeof def);
    AukStatus status;
    const AukTileGrid *grid = world ? grid_of(&world->parts, shape, &status) : NULL;
    if (grid) {
        def.width = grid->width;
        def.height = grid->height;
        def.cell = grid->cell.x;
        def.cell_height = grid->cell.y;
        def.cells = grid->cells;
    }
    return def;
}

// The column or row of a place among `count`, or -1.
static int cell_along(double place, float cell, int count)
{
    double number = floor(place / (double)cell);
    return number >= 0.0 && number < (double)count ? (int)number : -1;
}

int auk_world_shape_get_cell_at(const AukWorld *world, AukShapeId shape, AukVec2 point)
{
    AukStatus status;
    const AukTileGrid *grid = world ? grid_of(&world->parts, shape, &status) : NULL;
    const AukBox here = {point, point};
    if (!grid || auk__check_vec(point) || auk__wrap_images_check(&world->wrap, here)) {
        return -1;
    }
    const AukPart *part = auk__part(&world->parts, shape.index);
    const AukTransform pose = *auk__pose(&world->bodies, part->body);
    const AukDtransform frame = auk__part_dtransform(part, auk__part_local(&world->parts, shape.index), pose, pose.p);
    AukWrapWalk walk = world->wrap.on
                           ? auk__wrap_walk(&world->wrap, auk__box_at(&world->parts, shape.index, pose), here)
                           : auk__wrap_one();
    AukDvec shift, from_body = dvec_sub(dvec_from(point), dvec_from(pose.p));
    while (auk__wrap_next(&walk, &shift)) {
        AukDtransform at = {from_body.x + shift.x, from_body.y + shift.y, 1.0, 0.0};
        AukDtransform seen = auk__dtransform_seen_from(&frame, &at);
        int x = cell_along(seen.x, grid->cell.x, grid->width), y = cell_along(seen.y, grid->cell.y, grid->height);
        if (x >= 0 && y >= 0) {
            return y * grid->width + x;
        }
    }
    return -1;
}

AukVec2 auk_world_shape_get_cell_point(const AukWorld *world, AukShapeId shape, AukVec2 place)
{
    AukStatus status;
    const AukTileGrid *grid = world ? grid_of(&world->parts, shape, &status) : NULL;
    if (!grid || auk__check_vec(place)) {
        return auk_vec(0.0f, 0.0f);
    }
    const AukPart *part = auk__part(&world->parts, shape.index);
    const AukTransform pose = *auk__pose(&world->bodies, part->body);
    const AukDtransform frame = auk__part_dtransform(part, auk__part_local(&world->parts, shape.index), pose, pose.p);
    const AukDvec corner = dvec((double)place.x * (double)grid->cell.x, (double)place.y * (double)grid->cell.y);
    return dvec_to_float(dvec_add(dvec_from(pose.p), auk__dtransform_apply(&frame, corner)));
}
