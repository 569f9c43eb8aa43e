// See the header. Most movers stay in their cells from step to step, and then only their own nodes are written. The
// lists of cells are shared by all bodies, so movers that leave their cells are listed, and one thread moves them.
#include "world/state/query_index.h"

#include "base/prefetch.h"
#include "world/state/broad_memory.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

bool auk__query_index_keep(AukWorld *world, const AukGridKeeper *keeper, const AukBody *body)
{
    bool stays = true;
    uint32_t s = body->enabled ? *auk__first_part(&world->bodies, body) : AUK_NO_INDEX;
    for (; s != AUK_NO_INDEX; s = auk__part_next(&world->parts, s)) {
        if (auk__part(&world->parts, s)->disabled) {
            continue;
        }
        AukBox box = auk__part_index_box(&world->parts, &world->wrap, s);
        stays = auk__grid_keep(keeper, s, auk__bounds_make(&box)) && stays;
    }
    return stays;
}

void auk__index_moves_end(AukIndexMoves *moves)
{
    AukWorld *world = moves->world;
    if (world->wrap.on) {
        for (int i = 0; i < moves->count; i++) {
            auk__grid_set(&world->index.grid, moves->parts[i],
                          auk__part_index_box(&world->parts, &world->wrap, moves->parts[i]));
        }
    } else {
        auk__grid_set_many(&world->index.grid, moves->parts, moves->count, auk__tight_bounds(&world->parts));
    }
    moves->count = 0;
}

static void move_body(AukIndexMoves *moves, const AukBody *body)
{
    const AukWorld *world = moves->world;
    for (uint32_t part = *auk__first_part(&world->bodies, body); part != AUK_NO_INDEX;
         part = auk__part_next(&world->parts, part)) {
        if (!auk__part(&world->parts, part)->disabled) {
            auk__index_moves_add(moves, part);
        }
    }
}

void auk__query_index_note(AukWorld *world, uint32_t index)
{
    AukGridNote *note = auk__grid_note(&world->index.grid, index);
    if (!note) {
        return;
    }
    const AukPart *part = auk__part(&world->parts, index);
    bool plain = part->form == AUK_FORM_CONVEX && part->kind == AUK_SHAPE_BOX && part->centred &&
                 auk__part_is_whole_shape(&world->parts, index) && !part->sensor && part->unfiltered;
    AukGridName *name = auk__grid_name(&world->index.grid, note);
    note->pose = *auk__pose(&world->bodies, part->body);
    note->half = part->core.half;
    note->radius = part->radius;
    note->body = plain ? part->body : AUK_GRID_NO_NOTE;
    name->user_data = *auk__body_user_data(&world->bodies, part->body);
    name->body_generation = auk__body_id(&world->bodies, part->body).generation;
    name->slot_generation = auk__shape_id(&world->parts, index).generation;
}

void auk__query_index_note_body(AukWorld *world, const AukBody *body)
{
    uint32_t part = *auk__first_part(&world->bodies, body);
    for (; part != AUK_NO_INDEX; part = auk__part_next(&world->parts, part)) {
        auk__query_index_note(world, part);
    }
}

void auk__query_index_note_all(AukWorld *world)
{
    const AukGridPacked *packed = &world->index.grid.packed;
    if (world->index.noted == packed->packings) {
        return;
    }
    const AukGridPackedBox *places = packed->places.items;
    for (int i = 0; i < packed->places.count; i++) {
        if (i + AUK_PREFETCH_AHEAD < packed->places.count) { // most bodies have the index of their part
            uint32_t ahead = places[i + AUK_PREFETCH_AHEAD].slot;
            AUK_PREFETCH(auk__part(&world->parts, ahead));
            AUK_PREFETCH_ITEM((const AukBody *)world->bodies.records.items, ahead);
            AUK_PREFETCH_ITEM((const uint64_t *)world->bodies.user_data.items, ahead);
        }
        if (auk__bounds_anywhere(&places[i].bounds)) {
            auk__query_index_note(world, places[i].slot);
        }
    }
    world->index.noted = packed->packings;
}

void auk__query_index_classify(AukWorld *world, uint32_t part, uint64_t categories)
{
    bool others = (categories & ~AUK_INDEX_CATEGORIES) != 0;
    uint64_t classes = (categories & AUK_INDEX_CATEGORIES) | (others ? AUK_GRID_OTHER_CLASS : 0);
    auk__grid_set_classes(&world->index.grid, part, (uint8_t)classes);
    auk__query_index_note(world, part);
}

void auk__query_index_move(AukWorld *world)
{
    auk__query_index_note_all(world);
    AukIndexMoves moves;
    auk__index_moves_begin(&moves, world);
    uint32_t *moved = world->index.moved.items;
    int parts = 0;
    for (int i = 0; i < world->ranges.count; i++) {
        const AukRange *range = &world->ranges.items[i];
        for (int k = range->first; k < range->first + range->counts[0]; k++) {
            if (moved[k] & AUK_MOVED_PART) {
                moved[parts++] = moved[k] & ~AUK_MOVED_PART; // never behind k
            } else {
                move_body(&moves, auk__body(&world->bodies, moved[k]));
            }
        }
    }
    auk__index_moves_end(&moves);
    auk__grid_set_many(&world->index.grid, moved, parts, auk__tight_bounds(&world->parts));
}

bool auk__query_index_reserve(AukQueryIndex *index, int bodies)
{
    return auk__buffer_reserve(&index->moved, sizeof(uint32_t), bodies);
}

AukStatus auk__statics_admit(AukWorld *world)
{
    AukStatus status = auk__broad_admit_statics(world->broad);
    if (status || world->reserved_bodies == 0) {
        return status;
    }
    status = auk__broad_memory_reserve_statics(world);
    bool room = auk__grid_reserve_packed(&world->index.grid, world->reserved_bodies);
    return status || room ? status : AUK_ERROR_OUT_OF_MEMORY;
}

void auk__query_index_release(AukQueryIndex *index)
{
    auk__buffer_free(&index->moved);
    auk__grid_free(&index->grid);
}
