// What the functions on sets of loops have in common. A set may come from the caller, so its numbers are checked before
// anything is read through them.
#include "geom/outline_set.h"

#include "base/predicates.h"

static bool are_loops_in_order(const AukOutlineSet *set)
{
    int first = 0, outer = 0;
    for (int i = 0; i < set->loop_count; i++) {
        const AukLoop *loop = &set->loops[i];
        if (i == 0 || i > outer + set->loops[outer].hole_count) {
            outer = i;
        }
        bool is_outer = outer == i;
        if (loop->outer != outer || loop->first != first || loop->count < 3 ||
            loop->count > set->vertex_count - first || loop->hole_count < 0 || (!is_outer && loop->hole_count != 0) ||
            loop->hole_count >= set->loop_count - i) {
            return false;
        }
        first += loop->count;
    }
    return first == set->vertex_count;
}

// True for a set that was too small to be written: its counts say what is needed. A set that the game has filled itself
// may leave its capacities at 0.
static bool passes_capacity(const AukOutlineSet *set)
{
    return (set->vertex_capacity > 0 && set->vertex_count > set->vertex_capacity) ||
           (set->loop_capacity > 0 && set->loop_count > set->loop_capacity);
}

AukStatus auk__outline_set_check(const AukOutlineSet *set)
{
    if (!set) {
        return AUK_ERROR_NULL;
    }
    if (passes_capacity(set)) {
        return AUK_ERROR_COUNT;
    }
    if (set->loop_count < 0 || set->vertex_count < 0 || set->vertex_count > AUK_VERTEX_COUNT_MAX) {
        return AUK_ERROR_COUNT;
    }
    if ((set->loop_count > 0 && !set->loops) || (set->vertex_count > 0 && !set->vertices)) {
        return AUK_ERROR_NULL;
    }
    AukStatus status = are_loops_in_order(set) ? AUK_OK : AUK_ERROR_COUNT;
    for (int i = 0; i < set->vertex_count && !status; i++) {
        status = auk__check_vec(set->vertices[i]);
    }
    const float frame[4] = {set->frame.min.x, set->frame.min.y, set->frame.max.x, set->frame.max.y};
    for (int i = 0; i < 4 && !status; i++) {
        status = auk__check_number(frame[i]);
    }
    return status;
}

void auk__outline_set_number(AukOutlineSet *set)
{
    int first = 0;
    for (int i = 0; i < set->loop_count; i++) {
        AukLoop *loop = &set->loops[i];
        AukLoop *outer = &set->loops[loop->outer];
        loop->first = first;
        loop->point_count = loop->count;
        first += loop->count;
        if (loop != outer) {
            outer->point_count += loop->count;
        }
        set->hole_starts[i] = loop->first - outer->first;
    }
}
