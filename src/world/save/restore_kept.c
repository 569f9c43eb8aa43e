// A rollback of a game in which bodies came and went meanwhile has most bodies in common with the world: the level, and
// whoever lived through it. The records that the world would write are compared with those of the snapshot, slot by
// slot. A body whose record and whose parts' records are the same is kept: these records are valid, since the world is,
// and neither the body nor its parts are checked or read again, apart from its motion (restore_same.c). Until then a
// restore took four times as long as soon as one bullet had come or gone.
// Invariant: a restore that keeps no body would give the same world. So bodies with a grid of tiles or a custom shape
// are not kept, since what these need lies in other sections too. The neighbours of edges do as well: they are always
// checked and read. Whether a part is unfiltered depends on excluded pairs: if these differ, no body is kept.
#include "world/save/restore_kept.h"
#include "world/save/array_table.h"
#include "world/save/restore_same.h"
#include "world/state/part_shape.h"

// A sink that compares records, one mark each.
typedef struct KeptSink {
    AukSink sink; // first, so that its address is that of this
    unsigned char *marks;
    size_t size; // of a record
} KeptSink;

// A block has whole records, since those of bodies and parts are made one by one.
static void kept_compare(AukSink *sink, const unsigned char *bytes, size_t size)
{
    KeptSink *kept = (KeptSink *)(void *)sink;
    size_t count = (size < sink->left ? size : (size_t)sink->left) / kept->size;
    for (size_t i = 0; i < count; i++) {
        *kept->marks++ = memcmp(bytes + i * kept->size, sink->old + i * kept->size, kept->size) == 0;
    }
    sink->old += count * kept->size;
    sink->left -= count * kept->size;
}

// Marks the slots whose records are the same.
static void mark_same(const AukWorld *world, const AukSnapshotView *view, AukSection section, unsigned char *marks)
{
    KeptSink kept;
    kept.sink.take = kept_compare;
    kept.sink.direct = false;
    kept.sink.old = auk__record_at(view, section, 0, 0);
    kept.size = auk__array_kinds[section].size;
    kept.sink.left = view->header.counts[section] * kept.size;
    kept.marks = marks;
    auk__array_write(world, section, &kept.sink);
}

// True if all that is known of a part lies in its record, and in a vertex block that the snapshot has too.
static bool is_known_by_record(const AukWorld *world, const AukVertexStore *draft, const AukPart *part)
{
    const uint32_t block = auk__part_vertex_block(part);
    const bool shares = part->kind != AUK_SHAPE_POLYGON || (block < (uint32_t)draft->entries.count &&
                                                            auk__vertex_store_vertices(draft, block) ==
                                                                auk__vertex_store_vertices(&world->vertices, block));
    return shares && part->form != AUK_FORM_TILES && part->kind != AUK_SHAPE_CUSTOM && !auk__part_is_half_plane(part);
}

// Keeps a body with all its parts or with none.
static void keep_body(const AukWorld *world, AukSnapshotView *view, const AukVertexStore *draft, uint32_t body)
{
    const AukParts *parts = &world->parts;
    const uint32_t first = *auk__first_part(&world->bodies, auk__body(&world->bodies, body));
    bool keeps = view->kept.bodies[body] != 0;
    uint32_t count = 0;
    for (uint32_t i = first; i != AUK_NO_INDEX && keeps; i = auk__part_next(parts, i)) {
        keeps = view->kept.parts[i] != 0 && is_known_by_record(world, draft, auk__part(parts, i));
        count++;
    }
    view->kept.bodies[body] = keeps;
    view->kept.part_count += keeps ? count : 0;
    for (uint32_t i = first; i != AUK_NO_INDEX && !keeps; i = auk__part_next(parts, i)) {
        view->kept.parts[i] = 0;
    }
}

void auk__kept_find(AukWorld *world, AukSnapshotView *view, const AukVertexStore *draft)
{
    uint32_t saved_bodies = auk__record_count(view, AUK_SECTION_BODIES),
             saved_parts = auk__record_count(view, AUK_SECTION_PARTS), bodies = (uint32_t)world->bodies.records.count,
             parts = (uint32_t)world->parts.records.count;
    size_t body_marks = bodies > saved_bodies ? bodies : saved_bodies,
           part_marks = parts > saved_parts ? parts : saved_parts;
    AukBuffer *marks = &world->save.kept;
    if (world->save.customs_replaced || body_marks + part_marks == 0 ||
        body_marks + part_marks > INT32_MAX || // so many that their sum is no number of items
        !auk__array_same(view, world, AUK_SECTION_EXCLUDED_PAIRS) ||
        !auk__buffer_reserve(marks, 1, (int)(body_marks + part_marks))) {
        return;
    }
    memset(marks->items, 0, body_marks + part_marks);
    view->kept.bodies = marks->items;
    view->kept.parts = view->kept.bodies + body_marks;
    mark_same(world, view, AUK_SECTION_BODIES, view->kept.bodies);
    mark_same(world, view, AUK_SECTION_PARTS, view->kept.parts);
    for (uint32_t i = 0; i < bodies; i++) {
        if (world->bodies.slots.live[i]) {
            keep_body(world, view, draft, i);
        } else {
            view->kept.bodies[i] = 0;
        }
    }
    for (uint32_t i = 0; i < parts; i++) {
        view->kept.parts[i] = view->kept.parts[i] && world->parts.slots.live[i];
    }
}
