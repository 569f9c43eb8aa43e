// Members that stay in their cells: most of those that move in a step. Only their bounds are written.
// Invariant: a member that stays lies within the loose bounds of its cell, which grid.h defines.
#ifndef AUK_BROAD_GRID_KEEP_H
#define AUK_BROAD_GRID_KEEP_H

#include "broad/grid.h"

// What decides whether members of a level may stay in their cells.
typedef struct AukGridLoose {
    AukF32x4 unit;  // {unit, unit, -unit, -unit}: the bounds of a cell less its size are unit * {x, y, x, y}
    AukF32x4 least; // of what the bounds of a member are above these
} AukGridLoose;

static inline AukGridLoose auk__grid_loose(const AukGrid *grid, int level)
{
    double unit = auk__grid_unit(level);
    float end = (float)(unit + grid->levels[level].largest_side);
    AukGridLoose loose = {auk__f32x4_negate_high(auk__f32x4_all((float)unit)), auk__f32x4_make(0.0f, 0.0f, -end, -end)};
    return loose;
}

// True if bounds lie within the loose bounds of the cell of a node. Products are exact, since cell numbers fit floats.
// Differences keep their sign; by what they are rounded, members may extend beyond the loose bounds, which is less than
// what the overhang allows for.
static inline bool auk__grid_is_within(const AukGridLoose *loose, const AukGridNode *node, AukF32x4 bounds)
{
    AukF32x4 cell = auk__f32x4_mul(auk__f32x4_of_integers(&node->x), loose->unit);
    return auk__f32x4_mask_le(loose->least, auk__f32x4_sub(bounds, cell)) == AUK_TOUCH_ALL;
}

// Local copies of what keeping members in their cells reads: for all the compiler knows, writing a box could change the
// pointers in the grid. Valid until the grid changes in another way than by auk__grid_keep().
typedef struct AukGridKeeper {
    const AukGrid *grid;
    AukGridNode *nodes;
    const AukGridTag *tags;
    AukGridLoose loose; // of the level of most members
    int level;
} AukGridKeeper;

static inline AukGridKeeper auk__grid_keeper(AukGrid *grid)
{
    int level = grid->base < AUK_GRID_WIDE ? grid->base : 0;
    AukGridKeeper keeper = {grid, grid->nodes.items, grid->tags.items, auk__grid_loose(grid, level), level};
    return keeper;
}

// auk__grid_stays() of a slot that is not listed on the keeper's level, or is to be packed.
static inline bool auk__grid_stays_elsewhere(const AukGrid *grid, uint32_t slot, AukF32x4 bounds)
{
    const AukGridTag *tag = auk__grid_tag(grid, (int32_t)slot);
    if (tag->level < 0 || tag->level >= AUK_GRID_WIDE || tag->to_pack) {
        return false;
    }
    AukGridLoose loose = auk__grid_loose(grid, tag->level);
    return auk__grid_is_within(&loose, auk__grid_node(grid, (int32_t)slot), bounds);
}

// True if bounds of a slot lie within the loose bounds of its cell. Never of members to be packed, of packed members
// and of members without a cell: each of their moves is looked at.
static inline bool auk__grid_stays(const AukGridKeeper *keeper, uint32_t slot, AukF32x4 bounds)
{
    const AukGridTag *tag = &keeper->tags[slot];
    return tag->level == keeper->level && !tag->to_pack
               ? auk__grid_is_within(&keeper->loose, &keeper->nodes[slot], bounds)
               : auk__grid_stays_elsewhere(keeper->grid, slot, bounds);
}

// As auk__grid_set() for a member that stays in its cell. Only the node of the slot is written, so several threads may
// call this function for different slots. False, and nothing changed, if the box is not within the loose bounds of its
// cell.
static inline bool auk__grid_keep(const AukGridKeeper *keeper, uint32_t slot, AukF32x4 bounds)
{
    bool stays = auk__grid_stays(keeper, slot, bounds);
    if (stays) {
        auk__f32x4_store(&keeper->nodes[slot].bounds.min_x, bounds);
    }
    return stays;
}

#endif
