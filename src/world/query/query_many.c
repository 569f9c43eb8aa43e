// Batches of queries: each calls the function for one query in a loop and takes the excluded body from an array. The
// threads of a pool take ranges of the queries. Each query writes only to its own places of the caller's arrays, so the
// answers do not depend on the threads.
#include "base/parallel.h"
#include "world/query/query.h"
#include "world/query/query_spans.h"

#include <limits.h>

static AukStatus check_many(bool has_arrays, int count, const AukQuery *query)
{
    AukStatus status = count < 0 ? AUK_ERROR_COUNT : (has_arrays || count == 0 ? AUK_OK : AUK_ERROR_NULL);
    return status ? status : auk__query_check(query);
}

// ---- ranges of a batch ----

enum { QUERIES_PER_RANGE = 32 }; // handing out a range takes about as long as one query

typedef struct Batch Batch;

// Answers query i and returns how much it adds to the sum.
typedef int BatchAnswer(const Batch *batch, int i, int range, const AukQuery *query);

// The arguments of a batch; each kind uses some of them.
struct Batch {
    const AukWorld *world;
    BatchAnswer *answer;
    const AukQuery *query; // may be null
    const AukBodyId *exclude;
    const AukShape *shape;
    const AukTransform *poses;
    const AukVec2 *from, *delta;
    float max_distance;
    AukSpanWork *work;
    AukFound *found;
    bool *hits;
    AukRaySpan *spans;
    int capacity;
    int *counts;
};

static int added(int sum, int count)
{
    return count <= 0 ? sum : (sum > INT_MAX - count ? INT_MAX : sum + count);
}

static void batch_range(void *context, AukRange *range)
{
    const Batch *batch = context;
    AukQuery wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted = batch->query ? *batch->query : wanted;
    for (int i = range->first; i < range->end; i++) {
        if (batch->exclude) {
            wanted.exclude = batch->exclude[i];
        }
        range->counts[0] = added(range->counts[0], batch->answer(batch, i, range->number, &wanted));
    }
}

static AukParallel batch_parallel(const Batch *batch)
{
    AukParallel parallel = {batch->query ? batch->query->pool : NULL, QUERIES_PER_RANGE};
    return parallel;
}

static int run_batch(Batch *batch, int count, AukStatus status)
{
    if (status) {
        return -(int)status;
    }
    AukParallel parallel = batch_parallel(batch);
    AukRanges ranges;
    (void)auk__parallel_run(&parallel, count, batch_range, batch, &ranges); // a range has no status
    int sum = 0;
    for (int i = 0; i < ranges.count; i++) {
        sum = added(sum, ranges.items[i].counts[0]);
    }
    return sum;
}

// ---- hits ----

static void clear_miss(AukFound *found)
{
    memset(found, 0, sizeof *found);
    found->fraction = 1.0f;
}

static int answer_ray(const Batch *batch, int i, int range, const AukQuery *query)
{
    (void)range;
    clear_miss(&batch->found[i]);
    return auk_world_cast_ray(batch->world, batch->from[i], batch->delta[i], query, &batch->found[i]);
}

int auk_world_cast_ray_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                            const AukQuery *query, const AukBodyId *exclude, AukFound *out)
{
    AukStatus status = world ? check_many(from && delta && out, count, query) : AUK_ERROR_NULL;
    Batch batch = {.world = world, .answer = answer_ray, .query = query, .exclude = exclude};
    batch.from = from;
    batch.delta = delta;
    batch.found = out;
    return run_batch(&batch, count, status);
}

static int answer_any(const Batch *batch, int i, int range, const AukQuery *query)
{
    (void)range;
    batch->hits[i] = auk_world_cast_ray_any(batch->world, batch->from[i], batch->delta[i], query);
    return batch->hits[i];
}

int auk_world_cast_ray_any_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                                const AukQuery *query, const AukBodyId *exclude, bool *out)
{
    AukStatus status = world ? check_many(from && delta && out, count, query) : AUK_ERROR_NULL;
    Batch batch = {.world = world, .answer = answer_any, .query = query, .exclude = exclude};
    batch.from = from;
    batch.delta = delta;
    batch.hits = out;
    return run_batch(&batch, count, status);
}

static int answer_shape(const Batch *batch, int i, int range, const AukQuery *query)
{
    (void)range;
    clear_miss(&batch->found[i]);
    return auk_world_cast_shape(batch->world, batch->shape, batch->poses[i], batch->delta[i], query, &batch->found[i]);
}

int auk_world_cast_shape_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses,
                              const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude,
                              AukFound *out)
{
    AukStatus status = world ? auk__bounded_shape_check(shape) : AUK_ERROR_NULL;
    status = status ? status : check_many(poses && delta && out, count, query);
    Batch batch = {.world = world, .answer = answer_shape, .query = query, .exclude = exclude, .shape = shape};
    batch.poses = poses;
    batch.delta = delta;
    batch.found = out;
    return run_batch(&batch, count, status);
}

// ---- lists ----

static AukStatus check_lists(const AukTransform *poses, int count, int capacity, const int *counts,
                             const AukQuery *query)
{
    return capacity < 0 ? AUK_ERROR_COUNT : check_many(poses && counts, count, query);
}

// Where the results of query i begin.
static AukFound *results_at(const Batch *batch, int i)
{
    return batch->found ? batch->found + (size_t)batch->capacity * (size_t)i : NULL;
}

static int answer_overlap(const Batch *batch, int i, int range, const AukQuery *query)
{
    (void)range;
    batch->counts[i] =
        auk_world_overlap(batch->world, batch->shape, batch->poses[i], query, results_at(batch, i), batch->capacity);
    return batch->counts[i];
}

int auk_world_overlap_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                           const AukQuery *query, const AukBodyId *exclude, AukFound *out, int capacity, int *counts)
{
    AukStatus status = world ? auk__bounded_shape_check(shape) : AUK_ERROR_NULL;
    status = status ? status : check_lists(poses, count, capacity, counts, query);
    Batch batch = {.world = world, .answer = answer_overlap, .query = query, .exclude = exclude, .shape = shape};
    batch.poses = poses;
    batch.found = out;
    batch.capacity = capacity;
    batch.counts = counts;
    return run_batch(&batch, count, status);
}

static int answer_nearest(const Batch *batch, int i, int range, const AukQuery *query)
{
    (void)range;
    batch->counts[i] = auk_world_nearest(batch->world, batch->shape, batch->poses[i], batch->max_distance, query,
                                         results_at(batch, i), batch->capacity);
    return batch->counts[i];
}

int auk_world_nearest_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                           float max_distance, const AukQuery *query, const AukBodyId *exclude, AukFound *out,
                           int capacity, int *counts)
{
    AukStatus status = world ? (shape ? auk__bounded_shape_check(shape) : AUK_OK) : AUK_ERROR_NULL;
    status = status ? status : check_lists(poses, count, capacity, counts, query);
    Batch batch = {.world = world, .answer = answer_nearest, .query = query, .exclude = exclude, .shape = shape};
    batch.poses = poses;
    batch.max_distance = max_distance;
    batch.found = out;
    batch.capacity = capacity;
    batch.counts = counts;
    return run_batch(&batch, count, status);
}

static int answer_spans(const Batch *batch, int i, int range, const AukQuery *query)
{
    AukRaySpan *place = batch->spans ? batch->spans + (size_t)batch->capacity * (size_t)i : NULL;
    AukSpanWork *work = auk__span_work_of(batch->work, range);
    batch->counts[i] =
        auk_world_cast_ray_spans(batch->world, work, batch->from[i], batch->delta[i], query, place, batch->capacity);
    return batch->counts[i];
}

int auk_world_cast_ray_spans_many(const AukWorld *world, AukSpanWork *work, const AukVec2 *from, const AukVec2 *delta,
                                  int count, const AukQuery *query, const AukBodyId *exclude, AukRaySpan *out,
                                  int capacity, int *counts)
{
    AukStatus status = world && work ? AUK_OK : AUK_ERROR_NULL;
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    status = status ? status : check_many(from && delta && counts, count, query);
    Batch batch = {.world = world, .answer = answer_spans, .query = query, .exclude = exclude, .work = work};
    batch.from = from;
    batch.delta = delta;
    batch.spans = out;
    batch.capacity = capacity;
    batch.counts = counts;
    if (!status && query && query->pool) {
        status = auk__span_work_divide(work);
    }
    return run_batch(&batch, count, status);
}
