// Work arrays of a step: its pairs and its swept bodies. They are reserved and released in step/pairs.c and step/ccd.c.
// What else a step that fails has written is taken back, see world_state.h.
#ifndef AUK_WORLD_STATE_STEP_WORK_H
#define AUK_WORLD_STATE_STEP_WORK_H

#include "auk/types.h"
#include "base/buffer.h"
#include "broad/grid.h"
#include "geom/dvec.h"

// Later than any fraction of a step.
#define AUK_NOT_STOPPED 2.0

// Sides of a cell.
#define AUK_SIDES 4

// A candidate pair that passed the filters: the unit of work of the narrow phase.
typedef struct AukPair {
    uint32_t body_a, body_b;   // a has the smaller index
    uint32_t shape_a, shape_b; // heads
    uint32_t part_a, part_b;   // pieces
    int child_a, child_b;      // their numbers
    float hit_fraction;
    int previous;    // index of the touch of the last step; ~ of that of the first one after it, if it has none
    bool sensor : 1; // one of the shapes is a sensor
    bool stands : 1; // near one-way cells: the shapes touched after the last step; elsewhere false
    bool swept : 1;  // one of the bodies is swept
    uint8_t passed;  // of cells: AukTileView.passed of piece a, and of piece b shifted by AUK_SIDES
    bool hit;        // met during the motion of this step
    bool touching;   // touching at the final poses
} AukPair;

// The path of a body during a step in which some bodies are swept.
typedef struct AukBodyPath {
    AukVec2 velocity; // after the step
    float spin;
    AukDvec delta;    // its displacement, before positions are rounded
    double turn;      // radians over the whole step
    double stop;      // fraction at which it stopped; above 1 if it did not
    uint32_t version; // counts changes of the path: older predictions are stale
    int segment;      // if its path has turned: 1 + index in world->ccd.segments; else 0
} AukBodyPath;

typedef enum AukChangeKind {
    AUK_CHANGE_ANY,
    AUK_CHANGE_BEGIN, // the only pieces of two bodies that touch or touched begin to
    AUK_CHANGE_END,   // or end
    AUK_CHANGE_MET    // the only pieces of two bodies that touch, touched or met have met, and did not touch before
} AukChangeKind;

// A pair of which the events have to know: it touches now and did not before, or the reverse, or it met, or touches
// before its own have no pair any more.
typedef struct AukPairChange {
    int pair;
    int touch;     // number of touches that the same range of pairs has written before
    int continued; // the touches of the last step before this one have their pairs, or these are in other changes
    AukChangeKind kind;
} AukPairChange;

// The pairs of a step.
typedef struct AukPairWork {
    AukBuffer records;     // AukPair, sorted like touches; before, the broad phase has it (broad_memory.h)
    AukBuffer changes[2];  // AukPairChange, of solids and of sensors, in the order of pairs
    AukBuffer spare;       // AukPair
    AukBuffer order;       // uint64_t: sorting keys
    AukBuffer order_spare; // uint64_t
    int sensor_count;      // pairs with a sensor
} AukPairWork;

// The entries of a body in AukCcdWork.neighbours.
typedef struct AukCcdSpan {
    int first, end; // in the neighbours
    int late;       // its last late pair, or -1
} AukCcdSpan;

// The entries of a body without swept pairs.
static inline AukCcdSpan auk__no_swept_pairs(void)
{
    AukCcdSpan span = {0, 0, -1};
    return span;
}

// The box of a path that has left the box which the broad phase has for it.
typedef struct AukPathExtension {
    uint32_t part;
    AukBox box; // of the whole path by now
} AukPathExtension;

// Searches of a step that look at all movers. Each takes a fortieth of the time in which the grid of them is made.
enum { AUK_PATH_SEARCHES_MAX = 32 };

// Swept bodies during a step.
typedef struct AukCcdWork {
    AukBuffer paths;       // AukBodyPath per body, in a step in which some are swept
    AukBuffer path_movers; // uint32_t: the movers of the last such step; the entries of all other bodies are at rest
    AukBuffer predictions; // AukPrediction, a heap: predictions made after a path turned
    AukBuffer predicted;   // AukPrediction: the first of each swept pair, listed by each range
    AukBuffer upcoming;    // AukPrediction: those of `predicted` in order of time
    AukBuffer neighbours;  // int: pairs grouped by swept body, see ccd_pairs.c
    AukBuffer spans;       // AukCcdSpan per body: its swept pairs
    AukBuffer spanned;     // uint32_t: the bodies that have any; no other one has since the last step with spans
    AukBuffer histories;   // AukPairHistory per pair, see ccd.h
    AukBuffer segments;    // AukPathSegment of each body whose path has turned
    AukBuffer hit_spare;   // AukHit
    AukBuffer late_links;  // int[2] per late pair: the next late pair of body a, and of body b
    AukBuffer late_table;  // int: a hash table of the late pairs; -1 is an empty entry
    AukBuffer known;       // uint32_t per part: `known_mark` if it has a pair with the part that searches
    uint32_t known_mark;   // of the last search that marked parts
    bool gathered;         // `neighbours` and `spans` are those of this step
    int late_first;        // index of the first late pair; late pairs were found on turned paths
    AukGrid path_boxes;    // boxes of whole paths of movers; built in a step in which many paths leave their boxes
    AukBuffer path_parts;  // uint32_t: the parts in it as it was built last
    bool path_boxes_made;  // the grid was built in this step
    AukPathExtension extensions[AUK_PATH_SEARCHES_MAX]; // until then: the paths that have left their boxes in this step
    int extension_count;
    int path_searches, last_path_searches; // for late pairs among whole paths, in this step and in the last one
    bool grids_asked, grids_move;          // whether a mover has a grid of tiles: asked in this step, and the answer
    bool knows_rest;                       // the last step wrote the paths of all movers
    // not null: a step of a few bodies, which alone have entries in the arrays
    struct AukLocalStep *local;
} AukCcdWork;

// Reserves what a step with swept bodies has for each slot of bodies and parts.
static inline bool auk__ccd_reserve_slots(AukCcdWork *ccd, int bodies, int parts)
{
    return auk__buffer_reserve(&ccd->paths, sizeof(AukBodyPath), bodies) &&
           auk__buffer_reserve(&ccd->path_movers, sizeof(uint32_t), bodies) &&
           auk__buffer_reserve(&ccd->spans, sizeof(AukCcdSpan), bodies) &&
           auk__buffer_reserve(&ccd->spanned, sizeof(uint32_t), bodies) &&
           auk__buffer_reserve(&ccd->known, sizeof(uint32_t), parts) &&
           auk__buffer_reserve(&ccd->path_parts, sizeof(uint32_t), parts) && auk__grid_reserve(&ccd->path_boxes, parts);
}

static inline AukBodyPath *auk__body_path(const AukCcdWork *ccd, uint32_t index)
{
    return (AukBodyPath *)ccd->paths.items + index;
}

#endif
