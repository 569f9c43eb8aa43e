// Batches of queries: each calls the function for one query in a loop and takes the excluded body from an array.
#include "world/query/query.h"

#include <limits.h>

// The query with index i.
static AukQuery query_of(const AukQuery *query, const AukBodyId *exclude, int i)
{
    AukQuery wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted = query ? *query : wanted;
    if (exclude) {
        wanted.exclude = exclude[i];
    }
    return wanted;
}

static AukStatus check_many(bool has_arrays, int count, const AukQuery *query)
{
    AukStatus status = count < 0 ? AUK_ERROR_COUNT : (has_arrays || count == 0 ? AUK_OK : AUK_ERROR_NULL);
    return status ? status : auk__query_check(query);
}

static void clear_miss(AukFound *found)
{
    memset(found, 0, sizeof *found);
    found->fraction = 1.0f;
}

int auk_world_cast_ray_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                            const AukQuery *query, const AukBodyId *exclude, AukFound *out)
{
    AukStatus status = world ? check_many(from && delta && out, count, query) : AUK_ERROR_NULL;
    int hits = 0;
    for (int i = 0; i < count && !status; i++) {
        AukQuery wanted = query_of(query, exclude, i);
        clear_miss(&out[i]);
        hits += auk_world_cast_ray(world, from[i], delta[i], &wanted, &out[i]);
    }
    return status ? -(int)status : hits;
}

int auk_world_cast_ray_any_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                                const AukQuery *query, const AukBodyId *exclude, bool *out)
{
    AukStatus status = world ? check_many(from && delta && out, count, query) : AUK_ERROR_NULL;
    int hits = 0;
    for (int i = 0; i < count && !status; i++) {
        AukQuery wanted = query_of(query, exclude, i);
        out[i] = auk_world_cast_ray_any(world, from[i], delta[i], &wanted);
        hits += out[i];
    }
    return status ? -(int)status : hits;
}

int auk_world_cast_shape_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses,
                              const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude,
                              AukFound *out)
{
    AukStatus status = world ? auk__bounded_shape_check(shape) : AUK_ERROR_NULL;
    status = status ? status : check_many(poses && delta && out, count, query);
    int hits = 0;
    for (int i = 0; i < count && !status; i++) {
        AukQuery wanted = query_of(query, exclude, i);
        clear_miss(&out[i]);
        hits += auk_world_cast_shape(world, shape, poses[i], delta[i], &wanted, &out[i]);
    }
    return status ? -(int)status : hits;
}

// ---- lists ----

static AukStatus check_lists(const AukTransform *poses, int count, int capacity, const int *counts,
                             const AukQuery *query)
{
    return capacity < 0 ? AUK_ERROR_COUNT : check_many(poses && counts, count, query);
}

// Where the results of query i begin.
static AukFound *results_at(AukFound *out, int capacity, int i)
{
    return out ? out + (size_t)capacity * (size_t)i : NULL;
}

static int added(int sum, int count)
{
    return count <= 0 ? sum : (sum > INT_MAX - count ? INT_MAX : sum + count);
}

int auk_world_overlap_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                           const AukQuery *query, const AukBodyId *exclude, AukFound *out, int capacity, int *counts)
{
    AukStatus status = world ? auk__bounded_shape_check(shape) : AUK_ERROR_NULL;
    status = status ? status : check_lists(poses, count, capacity, counts, query);
    int sum = 0;
    for (int i = 0; i < count && !status; i++) {
        AukQuery wanted = query_of(query, exclude, i);
        counts[i] = auk_world_overlap(world, shape, poses[i], &wanted, results_at(out, capacity, i), capacity);
        sum = added(sum, counts[i]);
    }
    return status ? -(int)status : sum;
}

int auk_world_cast_ray_spans_many(const AukWorld *world, AukSpanWork *work, const AukVec2 *from, const AukVec2 *delta,
                                  int count, const AukQuery *query, const AukBodyId *exclude, AukRaySpan *out,
                                  int capacity, int *counts)
{
    AukStatus status = world && work ? AUK_OK : AUK_ERROR_NULL;
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    status = status ? status : check_many(from && delta && counts, count, query);
    int sum = 0;
    for (int i = 0; i < count && !status; i++) {
        AukQuery wanted = query_of(query, exclude, i);
        AukRaySpan *place = out ? out + (size_t)capacity * (size_t)i : NULL;
        counts[i] = auk_world_cast_ray_spans(world, work, from[i], delta[i], &wanted, place, capacity);
        sum = added(sum, counts[i]);
    }
    return status ? -(int)status : sum;
}

int auk_world_nearest_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                           float max_distance, const AukQuery *query, const AukBodyId *exclude, AukFound *out,
                           int capacity, int *counts)
{
    AukStatus status = world ? (shape ? auk__bounded_shape_check(shape) : AUK_OK) : AUK_ERROR_NULL;
    status = status ? status : check_lists(poses, count, capacity, counts, query);
    int sum = 0;
    for (int i = 0; i < count && !status; i++) {
        AukQuery wanted = query_of(query, exclude, i);
        AukFound *place = results_at(out, capacity, i);
        counts[i] = auk_world_nearest(world, shape, poses[i], max_distance, &wanted, place, capacity);
        sum = added(sum, counts[i]);
    }
    return status ? -(int)status : sum;
}
