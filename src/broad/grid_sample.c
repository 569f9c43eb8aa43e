// A sample of the grid's members, spread evenly over the slots or lists, and an estimate of the members' spacing. The
// cell size is chosen from them.
#include "base/square_root.h"
#include "broad/grid.h"

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

enum { OUTSIDE_MAX = AUK_GRID_SAMPLE / 10 + 1 }; // numbers at each end of a sorted sample, the last one is inside

// Inserts a number into the least ones so far, which are sorted.
static void keep_least(float *least, int kept, float number)
{
    if (number < least[kept - 1]) {
        int at = kept - 1;
        for (; at > 0 && least[at - 1] > number; at--) {
            least[at] = least[at - 1];
        }
        least[at] = number;
    }
}

// The extent of the middle four fifths of the sample on one axis. In a small world the base is chosen often: only the
// ends are sorted, since a sort of the sample took nearly all of the time of the choice.
static double sample_extent(const AukGrid *grid, const int32_t *sample, int count, int axis)
{
    float least[OUTSIDE_MAX], most[OUTSIDE_MAX]; // `most` negated
    const int kept = count / 10 + 1;
    for (int i = 0; i < kept; i++) {
        least[i] = most[i] = INFINITY;
    }
    for (int i = 0; i < count; i++) {
        const AukBounds *box = &auk__grid_node(grid, sample[i])->bounds;
        float at = axis == 0 ? box->min_x : box->min_y;
        keep_least(least, kept, at);
        keep_least(most, kept, -at);
    }
    return -(double)most[kept - 1] - (double)least[kept - 1];
}

double auk__grid_spacing(const AukGrid *grid, const int32_t *sample, int count, int total)
{
    double x = sample_extent(grid, sample, count, 0);
    double y = sample_extent(grid, sample, count, 1);
    return fmax(auk__square_root(x * y / total), fmax(x, y) / total);
}
