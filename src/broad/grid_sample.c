// A sample of the grid's members, spread evenly over the slots or lists, and an estimate of the members' spacing. The
// cell size is chosen from them.
#include "broad/grid.h"

#include "base/sort.h"

#include <math.h>

// The slots come from multiples of the golden ratio modulo 1, which are spread evenly over any range of slots.
static int sample_slots(const AukGrid *grid, bool packed, int32_t *sample)
{
    int count = 0;
    uint32_t at = 0;
    for (int i = 0; i < 4 * AUK_GRID_SAMPLE && count < AUK_GRID_SAMPLE; i++) {
        int32_t slot = grid->high <= AUK_GRID_SAMPLE ? i : (int32_t)((uint64_t)at * (uint32_t)grid->high >> 32);
        at += 0x9e3779b1u;
        if (slot < grid->high) {
            int level = auk__grid_tag(grid, slot)->level;
            sample[count] = slot;
            count += packed ? level == AUK_GRID_PACKED : level >= 0;
        }
    }
    return count;
}

static int sample_lists(const AukGrid *grid, int32_t *sample)
{
    int stride = grid->count / AUK_GRID_SAMPLE + 1;
    int passed = 0;
    for (int level = 0; level < AUK_GRID_LEVELS; level++) {
        int32_t slot = grid->levels[level].count > 0 ? grid->levels[level].first : AUK_GRID_NONE;
        for (; slot != AUK_GRID_NONE; slot = auk__grid_link(grid, slot)->next) {
            sample[passed / stride] = slot;
            passed++;
        }
    }
    return (passed + stride - 1) / stride;
}

int auk__grid_sample(const AukGrid *grid, bool packed, int32_t *sample)
{
    // if listed members are few, most slots tried would be packed ones
    bool few = !packed && grid->count < grid->high / 4;
    return few ? sample_lists(grid, sample) : sample_slots(grid, packed, sample);
}

// The extent of the middle four fifths of the sample on one axis.
static double sample_extent(const AukGrid *grid, const int32_t *sample, int count, int axis)
{
    uint64_t keys[AUK_GRID_SAMPLE];
    uint64_t scratch[AUK_GRID_SAMPLE];
    for (int i = 0; i < count; i++) {
        const AukBounds *box = &auk__grid_node(grid, sample[i])->bounds;
        keys[i] = (uint64_t)auk__float_key(axis == 0 ? box->min_x : box->min_y) << 32 | (uint32_t)sample[i];
    }
    auk__sort_u64(keys, scratch, count, 32, 64);
    const AukBounds *low = &auk__grid_node(grid, (int32_t)(uint32_t)keys[count / 10])->bounds;
    const AukBounds *high = &auk__grid_node(grid, (int32_t)(uint32_t)keys[count - 1 - count / 10])->bounds;
    return axis == 0 ? (double)high->min_x - (double)low->min_x : (double)high->min_y - (double)low->min_y;
}

double auk__grid_spacing(const AukGrid *grid, const int32_t *sample, int count, int total)
{
    double x = sample_extent(grid, sample, count, 0);
    double y = sample_extent(grid, sample, count, 1);
    return fmax(sqrt(x * y / total), fmax(x, y) / total);
}
