// Restores into a world with the same bodies and the same shapes in other places: the case of many rollbacks. Where
// other bodies came and went, those that are the same are restored like this too (restore_kept.c).
// The bytes that the world would write are compared with the buffer. A section that equals the world's is valid,
// because the world is. So only motions are checked and written. Movers' boxes in the broad phase are written by the
// next step, as always; movers that have left their cells of the query index are moved there.
//
// For 10,000 bodies of a gas a snapshot takes 1.2 to 1.6 times a memcpy of its bytes, a restore 2.1 to 2.8 times. A
// sixth of the instructions are the checksums (tried: prefetching and wider registers made them no faster), a sixth the
// check of motions, a fifth writing motions and boxes, a fifth moving parts that left their cells of the query index.
//
// Invariant: if the structure is found equal, the full restore (restore.c) would give the same world.
#include "world/save/restore_same.h"
#include "base/prefetch.h"
#include "world/save/array_table.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/world_state.h"

// ---- comparing ------------------------------------------------------------------------------------------------------

static void restore_same_compare(AukSink *sink, const unsigned char *bytes, size_t size)
{
    sink->different = sink->different || size > sink->left || memcmp(bytes, sink->old, size) != 0;
    size_t read = size < sink->left ? size : (size_t)sink->left;
    sink->old += read;
    sink->left -= read;
}

bool auk__array_same(const AukSnapshotView *view, const AukWorld *world, AukSection section)
{
    const AukArrayKind *kind = &auk__array_kinds[section];
    AukSink sink;
    sink.take = restore_same_compare;
    sink.direct = false;
    sink.old = auk__record_at(view, section, 0, 0);
    sink.left = view->header.counts[section] * kind->size;
    sink.different = view->header.counts[section] != auk__array_count(world, section);
    if (!sink.different) {
        auk__array_write(world, section, &sink);
    }
    return !sink.different;
}

bool auk__snapshot_same(const AukSnapshotView *view, const AukWorld *world, bool *details)
{
    bool same = view->header.unused_block == world->vertices.unused;
    *details = false;
    for (int section = 0; section < AUK_SECTION_MOTIONS && same; section++) {
        bool array = auk__array_same(view, world, (AukSection)section);
        *details = *details || !array;
        same = array || (auk__array_kinds[section].detail &&
                         view->header.counts[section] == (uint64_t)world->bodies.records.count);
    }
    return same;
}

// ---- writing ------------------------------------------------------------------------------------------------------

// Local copies of the array pointers: for all the compiler knows, a write could change the pointers in the world.
typedef struct RestoreSameArrays {
    AukBody *bodies;
    AukPosed *posed;
    AukTransform *previous, *starts;
    const AukParts *parts;
    const AukVertexBlock *blocks;
    const uint32_t *first_parts;
    AukBounds *tight;
    AukGridKeeper keeper; // of the query index
} RestoreSameArrays;

_Static_assert(offsetof(AukMotionRecord, spin) == offsetof(AukMotionRecord, velocity) + 8, "with the velocity");
_Static_assert(offsetof(AukBody, spin) == offsetof(AukBody, velocity) + 8, "with the velocity");

// Returns whether the pose of the body has changed.
static inline bool write_motion(const RestoreSameArrays *arrays, uint32_t index, const unsigned char *record)
{
    AukBody *body = &arrays->bodies[index];
    AukTransform *pose = &arrays->posed[index].pose;
    bool moved = memcmp(record, pose, sizeof *pose) != 0;
    memcpy(pose, record, sizeof *pose);
    memcpy(&arrays->previous[index], record + offsetof(AukMotionRecord, previous), sizeof *pose);
    if (body->motion == AUK_MOTION_STATIC) {
        arrays->starts[index] = *pose;
    }
    memcpy(&body->velocity, record + offsetof(AukMotionRecord, velocity), sizeof body->velocity + sizeof body->spin);
    uint32_t has_target;
    memcpy(&has_target, record + offsetof(AukMotionRecord, has_target), sizeof has_target);
    body->has_target = has_target != 0;
    return moved;
}

// Sets the box of a mover with one centred part. Returns the part if it has left its cell of the query index, else
// AUK_NO_INDEX.
static inline uint32_t place_fast_path(const RestoreSameArrays *arrays, uint32_t index)
{
    const AukPosed *posed = &arrays->posed[index];
    uint32_t part = arrays->first_parts[index];
    arrays->bodies[index].fast_path = AUK_FAST_PATH; // not _STILL: the broad phase may hold the box of another pose
    AukLocalBox local = auk__lone_local_box(posed, (AukPairs4Class)posed->plain, arrays->parts, part, arrays->blocks);
    AukF32x4 box = auk__f32x4_negate_high(auk__local_box_at(local, auk__f64x2_load_point(&posed->pose.p.x)));
    auk__f32x4_store(&arrays->tight[part].min_x, box);
    bool stays = auk__grid_keep(&arrays->keeper, part, box);
    return stays ? AUK_NO_INDEX : part;
}

// Like auk__part_refresh(), but leaves the movers' boxes in the broad phase to the next step, which writes them all.
static void restore_same_place_parts(AukWorld *world, uint32_t index, AukIndexMoves *moves)
{
    const AukBody *body = auk__body(&world->bodies, index);
    bool waits = body->motion != AUK_MOTION_STATIC && body->enabled && !world->wrap.on;
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX; i = auk__part_next(&world->parts, i)) {
        if (waits && !auk__part(&world->parts, i)->disabled) {
            (void)auk__tighten(&world->bodies, &world->parts, i, *auk__pose(&world->bodies, index));
            auk__index_moves_add(moves, i);
        } else {
            auk__part_refresh(world, i);
        }
    }
}

static void restore_motions(AukWorld *world, RestoreSameArrays arrays, const AukSnapshotView *view)
{
    const unsigned char *record = auk__record_at(view, AUK_SECTION_MOTIONS, 0, 0), *kept = view->kept.bodies;
    bool wraps = world->wrap.on;
    AukIndexMoves moves;
    auk__index_moves_begin(&moves, world);
    uint32_t count = (uint32_t)world->bodies.records.count;
    for (uint32_t i = 0; i < count; i++, record += sizeof(AukMotionRecord)) {
        const AukBody *body = &arrays.bodies[i];
        if (i + AUK_PREFETCH_AHEAD < count) {
            AUK_PREFETCH(&arrays.posed[i + AUK_PREFETCH_AHEAD]);
        }
        if (!world->bodies.slots.live[i] || (kept && !kept[i])) {
            continue;
        }
        bool moved = write_motion(&arrays, i, record);
        if (body->has_target) {
            memcpy(auk__target(&world->bodies, i), record + offsetof(AukMotionRecord, target), sizeof(AukTransform));
        }
        if (!moved) {
            continue;
        }
        if (!wraps && body->fast_path && body->motion != AUK_MOTION_STATIC) {
            uint32_t left = place_fast_path(&arrays, i);
            if (left == AUK_NO_INDEX) {
                continue;
            }
            auk__index_moves_add(&moves, left);
        } else {
            restore_same_place_parts(world, i, &moves);
        }
        arrays.keeper = auk__grid_keeper(&world->index.grid); // the grid may have changed
    }
    auk__index_moves_end(&moves);
}

void auk__restore_same(AukWorld *world, const AukSnapshotView *view)
{
    RestoreSameArrays arrays = {world->bodies.records.items,
                                world->bodies.posed.items,
                                world->bodies.previous.items,
                                world->bodies.starts.items,
                                &world->parts,
                                world->vertices.entries.items,
                                world->bodies.first_parts.items,
                                auk__tight_bounds(&world->parts),
                                auk__grid_keeper(&world->index.grid)};
    restore_motions(world, arrays, view);
}
