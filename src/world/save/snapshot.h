// The format of a snapshot: a header, then arrays of records, each beginning at a multiple of eight bytes. Invariant: a
// record has no padding and refers to other records by index only, and unused members are zero. So equal worlds make
// equal buffers, on machines of 32 and 64 bits, and a world restored from an accepted buffer would write the same
// buffer.
//
// array_table.c lists the arrays. The structure comes first, then the rest. The structure does not change in a step or
// when a body is moved, except that slots are freed. It has a checksum of its own. A world that stores the checksum of
// its own structure finds without reading the records that only the rest can differ.
#ifndef AUK_WORLD_SAVE_SNAPSHOT_H
#define AUK_WORLD_SAVE_SNAPSHOT_H

#include "auk/terrain.h"
#include "base/assert.h"
#include "world/save/file_mark.h"
#include "world/state/world_state.h"

#include <stddef.h>
#include <string.h>

enum { AUK_SNAPSHOT_FORMAT = 10 };

typedef enum AukSection {
    AUK_SECTION_TILE_KINDS = 0, // AukTileKindRecord of each kind of tile, ascending
    AUK_SECTION_GRIDS,          // AukGridRecord of each grid of tiles, in the order of parts
    AUK_SECTION_CELLS,          // a byte for each cell of each grid
    AUK_SECTION_EDGES,          // AukEdgeRecord of each edge of a chain, in the order of parts
    AUK_SECTION_PARTS,          // AukPartRecord per slot
    AUK_SECTION_PARTS_FREE,
    AUK_SECTION_PARTS_QUARANTINED,
    AUK_SECTION_BODIES,             // AukBodyRecord per slot
    AUK_SECTION_BODIES_FREE,        // uint32_t: the stack of free slots
    AUK_SECTION_BODIES_QUARANTINED, // uint32_t
    AUK_SECTION_MOVERS,             // uint32_t
    AUK_SECTION_EXCLUDED_PAIRS,     // AukExcludedPairRecord, ascending
    AUK_SECTION_VERTEX_BLOCKS,      // AukVertexBlockRecord, see vertex_store.h
    AUK_SECTION_VERTICES,           // AukVec2: of all blocks in use
    AUK_SECTION_CUSTOMS,            // AukCustomRecord in the order of registration
    AUK_SECTION_BODY_DATA,          // uint64_t per body: user data, also of quarantined slots
    AUK_SECTION_RESPONSES,          // uint32_t per body
    AUK_SECTION_MOTIONS,            // AukMotionRecord per body; from here on the sections are not structure
    AUK_SECTION_TRAITS,             // AukTraits per body
    AUK_SECTION_RULES,              // AukResponseRule
    AUK_SECTION_PIERCED,            // AukPierced
    AUK_SECTION_DROPS,              // AukDrop
    AUK_SECTION_CONVEYORS,          // AukConveyor
    AUK_SECTION_EDGE_DATA,          // AukEdgeData
    AUK_SECTION_SOLIDS,             // AukTouchRecord
    AUK_SECTION_MANIFOLDS,          // AukManifold of the contacts, which have the names of their touches
    AUK_SECTION_SENSORS,            // AukTouchRecord
    AUK_SECTION_OVERLAPS,           // AukOverlap
    AUK_SECTION_EVENTS,             // AukEventRecord, sorted by kind
    AUK_SECTION_HITS,               // AukHitRecord
    AUK_SECTION_HISTORY, // AukTransform: frames of each body, see pose_history.h; zero if the body did not exist then
    AUK_SECTION_BORN,    // uint64_t per body, 0 for a slot that is not live; both sections only if a history is kept
    AUK_SECTION_COUNT
} AukSection;

// An even number of sections keeps the header without padding.
enum { AUK_SECTION_EVEN = (int)AUK_SECTION_COUNT + (int)AUK_SECTION_COUNT % 2 };

typedef struct AukSnapshotHeader {
    AukFileMark mark;
    uint32_t library; // number of the library's version
    uint32_t record_sizes[AUK_SECTION_EVEN];
    int32_t max_pairs;
    uint64_t size;      // in bytes, a multiple of eight
    uint64_t structure; // checksum of the sections before the motions
    uint64_t checksum;  // of this header, with this member zero, and of the other sections
    uint64_t steps;
    AukOrigin origin;
    uint64_t counts[AUK_SECTION_COUNT]; // of records
    uint32_t static_pairs;
    uint32_t unused_block; // start of the chain of unused blocks, as in AukVertexStore
    int32_t box_pair_count, candidate_count, swept_candidate_count;
    int32_t history;
    AukBox wrap;
    AukVec2 up;
} AukSnapshotHeader;

_Static_assert(sizeof(AukSnapshotHeader) == 56 + 4 * AUK_SECTION_EVEN + 8 * AUK_SECTION_COUNT + 64, "no padding");

// The state of a slot.
enum { AUK_SLOT_FREE = 0, AUK_SLOT_LIVE, AUK_SLOT_QUARANTINED };

// Records: 64-bit members first, then 32-bit members, at the end the members that are not hashed.

// For a body that is not live, only state and generation are set.
typedef struct AukBodyRecord {
    uint64_t category, ignore;
    AukBodyId owner;
    uint32_t group;
    uint32_t generation;
    uint32_t first_part;
    uint32_t state, enabled, motion;
} AukBodyRecord;

_Static_assert(sizeof(AukBodyRecord) == 48, "no padding");

// For a body that is not live, nothing is set.
typedef struct AukMotionRecord {
    AukTransform pose, previous, target;
    AukVec2 velocity;
    float spin;
    uint32_t has_target;
} AukMotionRecord;

_Static_assert(sizeof(AukMotionRecord) == 64, "no padding");

// AukPartRecord.flags
enum { AUK_PART_SENSOR = 1u << 0, AUK_PART_DISABLED = 1u << 1, AUK_PART_ONE_SIDED = 1u << 2, AUK_PART_FLAGS = 7u };

// For a part that is not live, only state and generation are set.
typedef struct AukPartRecord {
    uint64_t category, ignore;
    uint32_t group;
    uint32_t state, kind, form, flags;
    float radius; // without the proximity
    union {
        AukVec2 points[2]; // as in AukShape
        uint32_t number;   // index of a vertex block or a custom shape
    } core;
    AukTransform local;
    AukVec2 one_way;
    float proximity;
    uint32_t body;
    uint32_t head;
    int32_t child;
    uint32_t next;
    uint32_t generation;
    uint64_t user_data;
} AukPartRecord;

_Static_assert(sizeof(AukPartRecord) == 112, "no padding");
_Static_assert(sizeof(AukResponseRule) == 24, "no padding");
_Static_assert(sizeof(AukPierced) == 16, "no padding");
_Static_assert(sizeof(AukDrop) == 24, "no padding");
_Static_assert(sizeof(AukConveyor) == 16 && sizeof(AukEdgeData) == 16, "no padding");

typedef struct AukCustomRecord {
    uint32_t number;
    AukBox bounds; // a number with another custom shape in the restoring world is most likely detected by the box
    uint32_t zero;
} AukCustomRecord;

_Static_assert(sizeof(AukCustomRecord) == 24, "no padding");

_Static_assert(sizeof(AukVertexBlockRecord) == 8, "no padding");

// The far ends of the neighbours of an edge.
typedef struct AukEdgeRecord {
    AukVec2 before, after;
} AukEdgeRecord;

typedef struct AukGridRecord {
    int32_t width, height;
    AukVec2 cell; // width and height
} AukGridRecord;

typedef struct AukTileKindRecord {
    uint64_t category, ignore;
    uint32_t group;
    uint32_t tile, count;
    AukVec2 points[AUK_TILE_POINTS_MAX];
    AukVec2 one_way, conveyor;
    uint32_t zero;
    uint64_t user_data;
} AukTileKindRecord;

_Static_assert(sizeof(AukTileKindRecord) == 120, "no padding");
_Static_assert(sizeof(AukEdgeRecord) == 16 && sizeof(AukGridRecord) == 16, "no padding");

typedef struct AukNames {
    AukBodyId body_a, body_b;
    AukShapeId shape_a, shape_b;
} AukNames;

// AukTouchRecord.flags
enum { AUK_TOUCH_SENSOR_IS_B = 1u << 0, AUK_TOUCH_BEGAN = 1u << 1, AUK_TOUCH_WAS_HIT = 1u << 2 };

typedef struct AukTouchRecord {
    AukNames names;
    int32_t child_a, child_b;
    uint32_t flags;
    AukGjkCache cache;
} AukTouchRecord;

_Static_assert(sizeof(AukTouchRecord) == 72, "no padding");
_Static_assert(sizeof(AukManifold) == 64, "no padding");
_Static_assert(sizeof(AukOverlap) == 48, "no padding");

typedef struct AukEventRecord {
    AukNames names;
    float fraction;
    uint32_t kind, bodies;
    int32_t contact;
    uint64_t user_data_a, user_data_b;
} AukEventRecord;

_Static_assert(sizeof(AukEventRecord) == 64, "no padding");

typedef struct AukHitRecord {
    AukNames names;
    int32_t child_a, child_b;
    float fraction;
    AukVec2 point, normal, velocity_a, velocity_b;
    float spin_a, spin_b;
    uint32_t response, limit;
    uint32_t first;
    uint64_t user_data_a, user_data_b;
} AukHitRecord;

_Static_assert(sizeof(AukHitRecord) == 112, "no padding");

// Two bodies that are an excluded pair, the smaller slot first.
typedef struct AukExcludedPairRecord {
    uint32_t a, b;
} AukExcludedPairRecord;

// The offsets of the sections, and the end of the last one.
typedef struct AukSnapshotLayout {
    uint64_t offsets[AUK_SECTION_COUNT];
    uint64_t size;
} AukSnapshotLayout;

// The counts are at most INT32_MAX, so no sum overflows.
AukSnapshotLayout auk__snapshot_layout(const uint64_t counts[AUK_SECTION_COUNT]);

// A header with the members that are the same in all snapshots of this library; the rest is zero.
AukSnapshotHeader auk__snapshot_header(void);

// The two checksums of a buffer that will begin with this header, whose counts fit its size.
uint64_t auk__snapshot_structure(const AukSnapshotHeader *header, const void *buffer);
uint64_t auk__snapshot_checksum(const AukSnapshotHeader *header, const void *buffer);

// The slots that a restore keeps, see restore_kept.c: a mark per slot, or null if none is kept.
typedef struct AukKept {
    unsigned char *bodies, *parts;
    uint32_t part_count; // of those kept
} AukKept;

// A buffer being read. It may have any alignment, so records are copied.
typedef struct AukSnapshotView {
    AukSnapshotHeader header;
    AukSnapshotLayout layout;
    const unsigned char *bytes;
    const AukWorld *same; // a world with the same structure; null if none is known
    AukSection section;   // the section being read
    AukKept kept;
} AukSnapshotView;

static inline uint32_t auk__record_count(const AukSnapshotView *view, AukSection section)
{
    return (uint32_t)view->header.counts[section];
}

static inline const unsigned char *auk__record_at(const AukSnapshotView *view, AukSection section, uint32_t index,
                                                  size_t size)
{
    return view->bytes + view->layout.offsets[section] + (uint64_t)index * size;
}

// Copies one record.
static inline void auk__record_get(const AukSnapshotView *view, AukSection section, uint32_t index, void *out,
                                   size_t size)
{
    memcpy(out, auk__record_at(view, section, index, size), size);
}

static inline uint32_t auk__number_at(const AukSnapshotView *view, AukSection section, uint32_t index)
{
    uint32_t number;
    auk__record_get(view, section, index, &number, sizeof number);
    return number;
}

static inline AukBodyRecord auk__body_record(const AukSnapshotView *view, uint32_t index)
{
    AukBodyRecord record;
    auk__record_get(view, AUK_SECTION_BODIES, index, &record, sizeof record);
    return record;
}

static inline AukMotionRecord auk__motion_record(const AukSnapshotView *view, uint32_t index)
{
    AukMotionRecord record;
    auk__record_get(view, AUK_SECTION_MOTIONS, index, &record, sizeof record);
    return record;
}

static inline AukPartRecord auk__part_record(const AukSnapshotView *view, uint32_t index)
{
    AukPartRecord record;
    auk__record_get(view, AUK_SECTION_PARTS, index, &record, sizeof record);
    return record;
}

// Copies a whole section into an array of the world that has room for it.
static inline void auk__section_read(const AukSnapshotView *view, AukSection section, void *items)
{
    uint64_t size = view->header.counts[section] * view->header.record_sizes[section];
    if (size > 0) {
        memcpy(items, view->bytes + view->layout.offsets[section], (size_t)size);
    }
}

// Checks the header and the checksum, without reading the records. Fills the view. Returns AUK_ERROR_DAMAGED or
// AUK_ERROR_VERSION.
AukStatus auk__snapshot_open(AukSnapshotView *view, const void *buffer, uint64_t size);

// The number of bytes of a buffer that auk_world_restore() may read.
uint64_t auk__snapshot_extent(const void *buffer, uint64_t size);

// The further checks for a world that wraps around, after all others have passed.
bool auk__snapshot_check_wrap(const AukSnapshotView *view, const AukWorld *world, const AukVertexStore *store);

#endif
