// Random levels for characters: a closed room of segments with things in it, some of which move; and the questions that
// judge a move by brute force, over all shapes, with auk_distance() alone.
#ifndef AUK_TESTS_SUPPORT_MOVER_LEVEL_H
#define AUK_TESTS_SUPPORT_MOVER_LEVEL_H

#include "auk/mover.h"
#include "auk/world.h"
#include "support/random.h"

enum { LEVEL_BODIES = 160, LEVEL_CORNERS = 24, LEVEL_VERTICES = 8, LEVEL_PLATFORMS = 3 };

typedef struct LevelPlatform {
    int body;
    AukTransform home;
    AukVec2 way; // of its swing
    float turn, pace;
} LevelPlatform;

typedef struct Level {
    AukWorld *world;
    float size; // of the mover: its extent
    AukVec2 up;
    AukVec2 middle;
    int corner_count;
    AukVec2 corners[LEVEL_CORNERS]; // of the room
    int count;
    AukBodyId bodies[LEVEL_BODIES];
    AukShape shapes[LEVEL_BODIES];
    AukVec2 vertices[LEVEL_BODIES][LEVEL_VERTICES];
    int platform_count;
    LevelPlatform platforms[LEVEL_PLATFORMS];
    AukVec2 mover_vertices[LEVEL_VERTICES];
    AukMover mover;   // placed where it is free
    AukVec2 centroid; // of its shape
} Level;

// False if no free place was found; level_destroy() all the same.
bool level_make(Level *level, Random *random, bool platforms);
void level_destroy(Level *level);

// Sends the platforms where they belong at a time.
void level_send_platforms(Level *level, float time);

// The gap that the mover is promised at a place.
float level_gap(const Level *level, AukVec2 at);

// The least distance of the mover's shape at a place from any shape, and of which body; `normal` (may be null) is that
// of the nearest.
float level_distance(const Level *level, AukVec2 at, int *body);

// True if the middle of the mover's shape is in the room, the mover being at a place.
bool level_is_inside(const Level *level, AukVec2 at);

// True if a thousandth of the mover's size along what is wanted, or along a surface that is touched, is free, although
// the move that ended here has gone nowhere. `way` is what the move was to go.
bool level_is_stuck(const Level *level, AukVec2 way, AukVec2 moved);

bool level_is_platform(const Level *level, int body);

#endif
