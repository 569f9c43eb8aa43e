// A second opinion on the world: it keeps its own list of bodies and shapes, told of every change by the test, and
// works out by brute force and in double precision what touches, what was hit on the way, and which events follow.
// Poses are taken from the world after each step, once they agree with the motion that was asked for.
// Where a pair lies within a few tau of a threshold either answer is right; the model then follows the world, so an
// inconsistent world is still found out at the latest by its events.
// Every check returns null, or a text that says what is wrong.
#ifndef AUK_TESTS_SUPPORT_WORLD_MODEL_H
#define AUK_TESTS_SUPPORT_WORLD_MODEL_H

#include "auk/world.h"
#include "support/oracle.h"
#include "support/random.h"

enum { MODEL_BODIES_MAX = 1024, MODEL_SHAPES_MAX = 2048, MODEL_PAIRS_MAX = 1 << 16, MODEL_IGNORED_MAX = 1 << 12 };

typedef struct ModelShape {
    AukShapeId id;
    uint32_t body; // slot
    bool alive, sensor, disabled;
    AukShape shape;
    AukVec2 *vertices; // own copy
    AukTransform local;
    AukFilter filter; // {0}: the body's
    uint64_t user_data;
    double extent; // largest coordinate in its own frame
    double reach;  // farthest point from the body's origin
} ModelShape;

// Where a body went during the last step: evenly from `from`, until it was stopped.
typedef struct ModelPath {
    AukTransform from, to;
    OracleVec delta; // to where it would have gone
    double turn;
    double stop;        // fraction; above 1 if it was not stopped
    OracleVec velocity; // while it went
    double spin;
} ModelPath;

typedef struct ModelBody {
    AukBodyId id;
    bool alive, enabled, has_target;
    AukTransform pose, previous, target;
    AukVec2 velocity;
    float spin;
    AukMotion motion;
    AukResponse response;
    AukFilter filter;
    AukBodyId owner;
    uint64_t user_data;
    ModelPath path;
} ModelBody;

// Two shapes, body_a.index < body_b.index.
typedef struct ModelPair {
    AukBodyId body_a, body_b;
    AukShapeId shape_a, shape_b;
    bool sensor;
} ModelPair;

typedef struct ModelPairs {
    int count;
    ModelPair items[MODEL_PAIRS_MAX];
} ModelPairs;

typedef struct Model {
    ModelBody bodies[MODEL_BODIES_MAX]; // by slot
    ModelShape shapes[MODEL_SHAPES_MAX];
    int body_end, shape_end; // slots ever used
    bool static_pairs;
    int ignored_count;
    AukBodyPair ignored[MODEL_IGNORED_MAX]; // what was told not to meet; ids of dead bodies stay
    uint64_t steps;
    ModelPairs before, now; // P and C of the design
    ModelPairs was_hit;     // those of `before` that have been touching since a hit
    // Work of the checks. Not static: the leak check reads static memory whole at the end of every test.
    ModelPairs all, next, reported;
    // how often the model could not tell, and followed the world
    long undecided_touches, undecided_motions;
    long contacts, hits, crossings; // seen so far
} Model;

Model *model_create(void);
void model_destroy(Model *model);

// ---- changes; the world has made them already ----

const char *model_add_body(Model *model, const AukWorld *world, AukBodyId id, const AukBodyDef *def);
const char *model_add_shape(Model *model, const AukWorld *world, AukBodyId body, AukShapeId id, const AukShapeDef *def);
void model_set_shape(Model *model, AukShapeId id, const AukShape *shape);
void model_set_local_pose(Model *model, AukShapeId id, AukTransform local);
void model_remove_body(Model *model, AukBodyId id);
void model_remove_shape(Model *model, AukShapeId id);
void model_set_pose(Model *model, AukBodyId id, AukTransform pose);
void model_set_motion(Model *model, AukBodyId id, AukMotion motion);
void model_ignore(Model *model, AukBodyId a, AukBodyId b, bool ignored);

// Changes many bodies in one call: of the world by lists with stale ids, of its twin by lists without. In the square of
// that half width.
const char *model_change_many(Model *model, AukWorld *world, AukWorld *twin, Random *random, AukVec2 center,
                              float half_width);

// Null for what does not live. The fields may be changed as the world's setters do.
ModelBody *model_body(Model *model, AukBodyId id);
ModelShape *model_shape(Model *model, AukShapeId id);

// ---- checks ----

// All getters against what was set.
const char *model_check_state(Model *model, const AukWorld *world);

// Everything that a successful step published. Once per step, right after it.
const char *model_check_step(Model *model, const AukWorld *world, float dt);

const char *model_check_ray(Model *model, const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query);
const char *model_check_overlap(Model *model, const AukWorld *world, const AukShape *shape, AukTransform pose,
                                const AukQuery *query);

// ---- between the files of the model ----

// Formats into a static buffer, good for the next three calls.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
const char *
model__say(const char *format, ...);

// A pose in double precision.
typedef struct ModelPlace {
    double x, y, c, s;
} ModelPlace;

ModelPlace model__place_of(AukTransform pose, AukVec2 origin);

// The shape for its body in that place.
void model__place(OracleShape *out, const ModelShape *shape, ModelPlace body);

// The filters, owners and states of two shapes let them meet.
bool model__meets(const Model *model, const ModelShape *a, const ModelShape *b);

// The pair of two shapes, in order.
ModelPair model__pair(const Model *model, const ModelShape *a, const ModelShape *b);

// Index in a sorted list, or -1.
int model__find(const ModelPairs *pairs, const ModelPair *pair);
int model__compare(const void *left, const void *right);
void model__sort(ModelPairs *pairs);

// Fills the paths of all bodies for the last step from their poses, velocities and hits, and takes the new poses over.
const char *model__follow(Model *model, const AukWorld *world, float dt);

// Judges whether two shapes met during the last step. `fraction` is when the world says that they did, or negative.
const char *model__judge_meeting(Model *model, const ModelShape *a, const ModelShape *b, double fraction);

// All hits of the last step: each is true, none is missing, all that they carry is right.
const char *model__check_hits(Model *model, const AukWorld *world, float dt);

#endif
