// Characters side by side: capsules that walk, fall and jump over the same ground. An engine has one level at a time,
// kept in its own file.
#ifndef AUK_BENCH_MOVER_ENGINES_H
#define AUK_BENCH_MOVER_ENGINES_H

#include "character_level.h"

#include "auk/world.h"

// The capsule stands upright: its core is twice MOVER_CORE long.
#define MOVER_RADIUS 0.4f
#define MOVER_CORE 0.4f

// Velocity is what the character wants before a move, and what is left of it afterwards.
typedef struct Character {
    AukVec2 position, velocity;
} Character;

typedef struct MoverEngine {
    const char *name;
    float depth_max; // how deep its characters may be inside the ground
    void (*begin)(const Level *level, const Character *characters, int count);
    void (*move)(Character *characters, int count); // each by BENCH_DT; timed
    void (*end)(void);
} MoverEngine;

// Without and with steps of 0.3 and snapping to the floor, which Box2D leaves to the game.
extern const MoverEngine mover_auk, mover_auk_steps;

// A world with the ground alone.
AukWorld *mover_auk_world(const Level *level);

AukShape mover_auk_shape(void);

#ifdef BENCH_BOX2D3
extern const MoverEngine mover_box2d;
#endif

#endif
