// Random worlds that live: crowds in a square, to which anything happens that a game can do to them. What happens
// follows from the random numbers and from the world alone, so two equal worlds with equal generators stay equal.
#ifndef AUK_TESTS_SUPPORT_WORLD_CROWD_H
#define AUK_TESTS_SUPPORT_WORLD_CROWD_H

#include "auk/world.h"
#include "support/random.h"

typedef enum CrowdKind {
    CROWD_GAS,   // discs, boxes and polygons that drift
    CROWD_TUXES, // walls of outlines, walkers with targets, bullets with owners, sensors, custom shapes
    CROWD_TILES, // a gas between rows of tiles
    CROWD_KIND_COUNT
} CrowdKind;

// The custom shapes of all crowds. Before anything else; also in a world that a snapshot of a crowd is restored into.
void crowd_register(AukWorld *world);

// The same, for a replay.
const AukCustomShape *crowd_customs(int *count);

// Adds bodies to a world.
void crowd_fill(AukWorld *world, Random *random, CrowdKind kind, int bodies);

// Some calls between two steps: bodies and shapes come, change and go.
void crowd_change(AukWorld *world, Random *random, CrowdKind kind);

// The same with many bodies in one call, of lists in which some may be gone.
void crowd_change_many(AukWorld *world, Random *random);

// Changes and a step, refused or not.
AukStatus crowd_step(AukWorld *world, Random *random, CrowdKind kind);

// A number for what the world answers: its hash, rays, overlaps, user data of events, contacts by body, statistics.
uint64_t crowd_answers(const AukWorld *world, Random random);

#endif
