// Convex hull by monotone chains, in place on an array of indices. The first and the last point in the order along x
// split the input into a lower and an upper part; each part is sorted along x and scanned once. Orientation is exact,
// so the result is the exact hull of the given floats, for any order of the points.
#include "auk/geom.h"
#include "base/alloc.h"
#include "base/predicates.h"

// Order along x, then y. Equal points keep the order of the input, so that the hull names the first of them.
static bool is_left_of(const AukVec2 *points, int a, int b)
{
    if (points[a].x != points[b].x) {
        return points[a].x < points[b].x;
    }
    if (points[a].y != points[b].y) {
        return points[a].y < points[b].y;
    }
    return a < b;
}

static bool is_same_vertex(const AukVec2 *points, int a, int b)
{
    return points[a].x == points[b].x && points[a].y == points[b].y;
}

static void swap(int *indices, int i, int j)
{
    int kept = indices[i];
    indices[i] = indices[j];
    indices[j] = kept;
}

static void sift_point_down(const AukVec2 *points, int *indices, int root, int count)
{
    for (int child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && is_left_of(points, indices[child], indices[child + 1])) {
            child++;
        }
        if (!is_left_of(points, indices[root], indices[child])) {
            return;
        }
        swap(indices, root, child);
        root = child;
    }
}

static void heap_sort(const AukVec2 *points, int *indices, int count)
{
    for (int root = count / 2 - 1; root >= 0; root--) {
        sift_point_down(points, indices, root, count);
    }
    for (int end = count - 1; end > 0; end--) {
        swap(indices, 0, end);
        sift_point_down(points, indices, 0, end);
    }
}

static void insertion_sort(const AukVec2 *points, int *indices, int count)
{
    for (int i = 1; i < count; i++) {
        int moving = indices[i], j = i;
        for (; j > 0 && is_left_of(points, moving, indices[j - 1]); j--) {
            indices[j] = indices[j - 1];
        }
        indices[j] = moving;
    }
}

// Quicksort that changes to heapsort if the halves are uneven, so no input takes quadratic time. The C library's qsort
// is not used, since it may allocate without the allocator hooks.
static void sort_points(const AukVec2 *points, int *indices, int count, int depth)
{
    while (count > 16) {
        if (depth-- == 0) {
            heap_sort(points, indices, count);
            return;
        }
        int first = indices[0], middle = indices[count / 2], last = indices[count - 1];
        int low = is_left_of(points, first, middle) ? first : middle, high = low == first ? middle : first;
        int pivot = is_left_of(points, last, low) ? low : (is_left_of(points, high, last) ? high : last);
        int i = -1, j = count;
        for (;;) {
            do {
                i++;
            } while (is_left_of(points, indices[i], pivot));
            do {
                j--;
            } while (is_left_of(points, pivot, indices[j]));
            if (i >= j) {
                break;
            }
            swap(indices, i, j);
        }
        sort_points(points, indices + j + 1, count - j - 1, depth);
        count = j + 1;
    }
    insertion_sort(points, indices, count);
}

// Drops the kept points that are not corners of the hull if `next` follows. The chain starts at kept[base - 1].
static int drop_covered(const AukVec2 *points, const int *kept, int kept_count, int base, int next)
{
    while (kept_count > base &&
           auk__orientation(points[kept[kept_count - 2]], points[kept[kept_count - 1]], points[next]) <= 0) {
        kept_count--;
    }
    return kept_count;
}

// Continues a chain with `count` points in order. Returns the new number of kept points. `kept` may be an earlier part
// of the array `sorted`, since each point is read before it is overwritten.
static int scan_chain(const AukVec2 *points, const int *sorted, int count, int *kept, int kept_count)
{
    int base = kept_count;
    for (int i = 0; i < count; i++) {
        int next = sorted[i];
        if (is_same_vertex(points, kept[kept_count - 1], next)) {
            kept[kept_count - 1] = kept[kept_count - 1] < next ? kept[kept_count - 1] : next;
            continue;
        }
        kept_count = drop_covered(points, kept, kept_count, base, next);
        kept[kept_count++] = next;
    }
    return kept_count;
}

static AukStatus check_hull_points(const AukVec2 *points, int count, const void *out)
{
    if (!points || !out) {
        return AUK_ERROR_NULL;
    }
    if (count < 3 || count > AUK_VERTEX_COUNT_MAX) {
        return AUK_ERROR_COUNT;
    }
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        status = auk__check_vec(points[i]);
    }
    return status;
}

// Reorders the points: the lowest one, those on or below the line to the highest one, the highest one, those above the
// line. Lowest and highest are in the order of the sort. Returns the place of the highest.
static int partition(const AukVec2 *points, int *indices, int count)
{
    int lowest = 0, highest = 0;
    for (int i = 1; i < count; i++) {
        lowest = is_left_of(points, i, lowest) ? i : lowest;
        highest = is_left_of(points, highest, i) ? i : highest;
    }
    swap(indices, 0, lowest);
    swap(indices, count - 1, highest == 0 ? lowest : highest);
    int below = 1;
    for (int i = 1; i < count - 1; i++) {
        if (auk__orientation(points[lowest], points[highest], points[indices[i]]) <= 0) {
            swap(indices, below++, i);
        }
    }
    swap(indices, below, count - 1);
    return below;
}

static int sort_depth(int count)
{
    int depth = 4;
    for (; count > 1; count /= 2) {
        depth += 2;
    }
    return depth;
}

int auk_hull_indices(const AukVec2 *points, int count, int *indices)
{
    AukStatus status = check_hull_points(points, count, indices);
    if (status) {
        return -(int)status;
    }
    for (int i = 0; i < count; i++) {
        indices[i] = i;
    }
    int highest = partition(points, indices, count);
    int above = count - highest - 1;
    int *upper = indices + highest + 1;
    sort_points(points, indices, highest, sort_depth(count));
    sort_points(points, upper, above, sort_depth(count));
    for (int i = 0, j = above - 1; i < j; i++, j--) {
        swap(upper, i, j);
    }
    int lowest = indices[0];
    int lower_count = scan_chain(points, indices + 1, highest, indices, 1);
    int kept = scan_chain(points, upper, above, indices, lower_count);
    kept = drop_covered(points, indices, kept, lower_count, lowest);
    return kept >= 3 ? kept : -(int)AUK_ERROR_ZERO_AREA;
}

int auk_hull(const AukVec2 *points, int count, AukVec2 *hull)
{
    AukStatus status = check_hull_points(points, count, hull);
    if (status) {
        return -(int)status;
    }
    int *indices = auk__reallocate(NULL, (size_t)count * sizeof *indices);
    if (!indices) {
        return -(int)AUK_ERROR_OUT_OF_MEMORY;
    }
    int kept = auk_hull_indices(points, count, indices);
    for (int i = 0; i < kept; i++) {
        hull[i] = points[indices[i]];
    }
    auk__release(indices);
    return kept;
}
