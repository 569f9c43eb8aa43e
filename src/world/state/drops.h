// One-way floors that bodies drop through.
#ifndef AUK_WORLD_STATE_DROPS_H
#define AUK_WORLD_STATE_DROPS_H

#include "world/state/pieces.h"
#include "world/state/world_state.h"

// A one-way floor: a shape with all its pieces, or the cells of one kind in a line of a grid, across their direction.
typedef struct AukFloor {
    uint32_t head;
    int32_t line; // the row or column of the cells; -1 for a shape
    uint32_t tile;
} AukFloor;

static inline bool auk__floor_equal(AukFloor a, AukFloor b)
{
    return a.head == b.head && a.line == b.line && a.tile == b.tile;
}

// True if two floors are one: equal, or lines of cells of grids that continue each other. `direction` is that of both.
bool auk__floors_join(const AukParts *parts, AukFloor a, AukFloor b, AukDvec direction);

// True if a floor of cells with that direction is a row of the grid, not a column.
static inline bool auk__is_floor_row(AukDvec direction)
{
    return fabs(direction.y) >= fabs(direction.x);
}

// The direction of a one-way piece in the frame of its part; {0} for other pieces.
AukDvec auk__floor_direction(const AukParts *parts, const AukPartPiece *piece);

// The floor that a piece with that direction belongs to.
AukFloor auk__floor_of(const AukPartPiece *piece, AukDvec direction);

// Below, at or above 0, as entry a comes before b, or is of the same slots, or comes after it.
int auk__drops_compare(const AukDrop *a, const AukDrop *b);

// The index of the entry that lets the pieces of a pair pass each other, or -1.
int auk__drops_find(const AukWorld *world, const AukPair *pair);

// A step marks the entries that it uses; those that it does not use end when it is published.
void auk__drops_begin(AukDrops *drops);
void auk__drops_use(AukDrops *drops, int index);
void auk__drops_publish(AukDrops *drops);

// Reserves memory for so many entries. False if there is no memory.
bool auk__drops_reserve(AukDrops *drops, int count);

void auk__drops_release(AukDrops *drops);

#endif
