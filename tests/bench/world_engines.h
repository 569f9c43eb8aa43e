// Worlds side by side: every engine gets the same bodies, named by slots that the benchmark counts from 0.
// An engine has one world at a time, kept in its own file.
#ifndef AUK_BENCH_WORLD_ENGINES_H
#define AUK_BENCH_WORLD_ENGINES_H

#include "broad_engines.h"

#include "auk/world.h"

#include <stdint.h>

typedef struct WorldOptions {
    int bodies;        // slots run from 0 to bodies - 1
    int workers;       // 0 and 1 are the same
    int max_pairs;     // 0: no limit; auk only
    bool brute_force;  // auk only
    float wrap_half;   // of a square that repeats; 0: none; auk only
    int history;       // steps whose poses are kept; auk only
    AukStatus refused; // out: why begin() answered false
} WorldOptions;

// Of the last step.
typedef struct WorldCounts {
    int64_t pairs;    // pairs of shapes whose boxes touch; -1 where the engine does not say
    int64_t contacts; // pairs of shapes that touch
} WorldCounts;

typedef struct WorldEngine {
    const char *name;
    int bodies_max;        // beyond this it would take all day; 0 is no limit
    bool contacts_first;   // a step looks for contacts before it moves the bodies
    double contacts_slack; // its number of contacts may differ from auk's by this part
    // False if the options are not for this engine.
    bool (*begin)(WorldOptions *options);
    void (*add)(int slot, const AukBodyDef *def);
    void (*remove)(int slot);
    // The same for several, all different; null where an engine has no call for that.
    void (*add_many)(const int *slots, const AukBodyDef *defs, int count);
    void (*remove_many)(const int *slots, int count);
    AukVec2 (*position)(int slot);
    AukVec2 (*velocity)(int slot);
    void (*set_velocity)(int slot, AukVec2 velocity);
    AukStatus (*step)(float dt);
    WorldCounts (*counts)(void);
    void (*end)(void);
} WorldEngine;

extern const WorldEngine world_auk;

// Adds or removes several with one call if the engine has one.
void world_add_many(const WorldEngine *engine, const int *slots, const AukBodyDef *defs, int count);
void world_remove_many(const WorldEngine *engine, const int *slots, int count);

// For what only auk has. Null between end() and begin().
AukWorld *world_auk_get(void);

// Puts a bullet somewhere else with another velocity.
void world_auk_fire(int slot, AukVec2 position, AukVec2 velocity);

#ifdef BENCH_CHIPMUNK
extern const WorldEngine world_chipmunk;

// Adds to `met` the pair (bullet, slot of a wall) for all that a disc meets on its way: a segment query with a radius.
void world_chipmunk_shoot(uint32_t bullet, AukVec2 from, AukVec2 way, float radius, BenchPairs *met);

// For its queries. The user data of a shape is the slot of its body.
struct cpSpace *world_chipmunk_space(void);
#endif

#ifdef BENCH_BOX2D3
extern const WorldEngine world_box2d;

const char *world_box2d_version(void);

// For its queries. The user data of a shape is the slot of its body.
struct b2WorldId world_box2d_id(void);

// As world_auk_fire().
void world_box2d_fire(int slot, AukVec2 position, AukVec2 velocity);

// How many of the slots from `first` up to `end` did not get as far as `length` from where they were fired.
int world_box2d_stopped(int first, int end, float length);
#endif

#endif
