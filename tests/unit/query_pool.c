// Batches of queries and crowds with pools of threads: the answers are those of the calling thread alone, bit by bit.
// Two threads may share a pool. What threads write twice, ThreadSanitizer would see.
#include "auk/auk.h"
#include "base/thread.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUERY_BODIES = 500, QUERIES = 700, QUERY_ROOM = 4, PEOPLE = 400 };

typedef struct BatchAnswers {
    int results[6], counts[3][QUERIES];
    AukFound rays[QUERIES], shapes[QUERIES], overlaps[QUERIES * QUERY_ROOM], nearest[QUERIES * QUERY_ROOM];
    bool any[QUERIES];
    AukRaySpan spans[QUERIES * QUERY_ROOM];
    AukTransform people[PEOPLE], walled[PEOPLE];
    int pushed[2];
} BatchAnswers;

typedef struct Questions {
    AukVec2 from[QUERIES], delta[QUERIES];
    AukTransform poses[QUERIES], people[PEOPLE];
    AukBodyId exclude[QUERIES];
    AukShape shapes[PEOPLE];
} Questions;

static const AukWorld *asked;
static Questions questions;

static void ask_all(AukPool *pool, BatchAnswers *answers)
{
    const Questions *q = &questions;
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.pool = pool;
    AukShape box = auk_shape_box(0.8f, 0.3f);
    AukSpanWork *work = auk_span_work_create(NULL);
    AukCrowd *crowd = auk_crowd_create(NULL);
    memset(answers, 0, sizeof *answers);
    int *results = answers->results;
    results[0] = auk_world_cast_ray_many(asked, q->from, q->delta, QUERIES, &query, q->exclude, answers->rays);
    results[1] = auk_world_cast_ray_any_many(asked, q->from, q->delta, QUERIES, &query, NULL, answers->any);
    results[2] =
        auk_world_cast_shape_many(asked, &box, q->poses, q->delta, QUERIES, &query, q->exclude, answers->shapes);
    results[3] = auk_world_overlap_many(asked, &box, q->poses, QUERIES, &query, q->exclude, answers->overlaps,
                                        QUERY_ROOM, answers->counts[0]);
    results[4] = auk_world_nearest_many(asked, &box, q->poses, QUERIES, 5.0f, &query, NULL, answers->nearest,
                                        QUERY_ROOM, answers->counts[1]);
    results[5] = auk_world_cast_ray_spans_many(asked, work, q->from, q->delta, QUERIES, &query, q->exclude,
                                               answers->spans, QUERY_ROOM, answers->counts[2]);
    AukCrowdDef def = {.count = PEOPLE, .shapes = q->shapes, .query = query};
    for (int walls = 0; walls < 2; walls++) {
        def.poses = walls ? answers->walled : answers->people;
        def.world = walls ? asked : NULL;
        memcpy(def.poses, q->people, sizeof q->people);
        for (int call = 0; call < 3; call++) {
            answers->pushed[walls] += auk_crowd_separate(crowd, &def);
        }
    }
    auk_crowd_destroy(crowd);
    auk_span_work_destroy(work);
}

static AukWorld *world_with_questions(AukBox wrap)
{
    AukWorldDef def = {.wrap = wrap};
    AukWorld *world = auk_world_create(&def, NULL);
    Random random = random_start(random_seed(), 611);
    for (int i = 0; i < QUERY_BODIES; i++) {
        AukBodyDef body;
        memset(&body, 0, sizeof body);
        body.position = random_vec(&random, -40.0f, 40.0f);
        body.shape = i % 2 ? auk_shape_circle(0.7f) : auk_shape_box(0.9f, 0.4f);
        body.motion = i % 3 ? AUK_MOTION_MOVING : AUK_MOTION_STATIC;
        cr_assert(auk_body_exists(world, auk_body_create(world, &body)));
    }
    for (int i = 0; i < QUERIES; i++) {
        questions.from[i] = random_vec(&random, -40.0f, 40.0f);
        questions.delta[i] = random_vec(&random, -30.0f, 30.0f);
        questions.poses[i] = auk_transform(questions.from[i], random_float(&random, -3.0f, 3.0f));
        questions.exclude[i].index = (uint32_t)random_int(&random, 0, QUERY_BODIES - 1);
        questions.exclude[i].generation = 1;
    }
    for (int i = 0; i < PEOPLE; i++) {
        questions.shapes[i] = i % 5 ? auk_shape_circle(0.5f) : auk_shape_box(0.5f, 0.4f);
        questions.people[i] = auk_transform(random_vec(&random, -9.0f, 9.0f), 0.0f);
    }
    questions.delta[3].x = NAN; // refused alone
    asked = world;
    return world;
}

static void expect_same(const BatchAnswers *a, const BatchAnswers *b)
{
    cr_assert(memcmp(a->results, b->results, sizeof a->results) == 0);
    cr_assert(memcmp(a->counts, b->counts, sizeof a->counts) == 0);
    cr_assert(memcmp(a->rays, b->rays, sizeof a->rays) == 0);
    cr_assert(memcmp(a->shapes, b->shapes, sizeof a->shapes) == 0);
    cr_assert(memcmp(a->overlaps, b->overlaps, sizeof a->overlaps) == 0);
    cr_assert(memcmp(a->nearest, b->nearest, sizeof a->nearest) == 0);
    cr_assert(memcmp(a->any, b->any, sizeof a->any) == 0);
    cr_assert(memcmp(a->spans, b->spans, sizeof a->spans) == 0);
    cr_assert(memcmp(a->people, b->people, sizeof a->people) == 0);
    cr_assert(memcmp(a->walled, b->walled, sizeof a->walled) == 0);
    cr_assert(memcmp(a->pushed, b->pushed, sizeof a->pushed) == 0);
}

static BatchAnswers alone, shared[2];

static void compare_pools(AukBox wrap)
{
    AukWorld *world = world_with_questions(wrap);
    ask_all(NULL, &alone);
    cr_assert_eq(alone.rays[3].status, AUK_ERROR_NOT_FINITE);
    for (int i = 0; i < 6; i++) {
        cr_assert(alone.results[i] > 0, "batch %d finds something", i);
    }
    cr_assert(alone.pushed[0] > PEOPLE && memcmp(alone.people, alone.walled, sizeof alone.people) != 0);
    for (int threads = 0; threads <= 4; threads++) {
        AukStatus status;
        AukPool *pool = auk_pool_create(threads, NULL, &status);
        cr_assert_eq(status, AUK_OK);
        ask_all(pool, &shared[0]);
        expect_same(&alone, &shared[0]);
        auk_pool_destroy(pool);
    }
    auk_world_destroy(world);
}

Test(query_pool, batches_and_crowds_have_the_bits_of_one_thread)
{
    compare_pools((AukBox){{0.0f, 0.0f}, {0.0f, 0.0f}});
}

Test(query_pool, and_so_they_have_in_a_world_that_wraps_around)
{
    compare_pools((AukBox){{-9.0f, -9.0f}, {9.0f, 9.0f}});
}

static void run_backwards(void *user, int count, AukTask *task, void *context)
{
    *(int *)user += count;
    for (int i = count - 1; i >= 0; i--) {
        task(context, i);
    }
}

Test(query_pool, the_task_system_of_a_game_gives_the_same)
{
    AukWorld *world = world_with_questions((AukBox){{0.0f, 0.0f}, {0.0f, 0.0f}});
    int tasks = 0;
    AukTaskHooks hooks = {run_backwards, &tasks};
    AukPool *pool = auk_pool_create(0, &hooks, NULL);
    ask_all(NULL, &alone);
    ask_all(pool, &shared[0]);
    expect_same(&alone, &shared[0]);
    cr_assert(tasks >= 6 * QUERIES / 64, "only %d tasks", tasks);
    auk_pool_destroy(pool);
    auk_world_destroy(world);
}

typedef struct Sharer {
    AukPool *pool;
    BatchAnswers *answers;
} Sharer;

static void sharer_main(void *context)
{
    Sharer *sharer = context;
    ask_all(sharer->pool, sharer->answers);
}

Test(query_pool, two_threads_may_share_one)
{
    AukWorld *world = world_with_questions((AukBox){{0.0f, 0.0f}, {0.0f, 0.0f}});
    AukPool *pool = auk_pool_create(3, NULL, NULL);
    Sharer sharers[2] = {{pool, &shared[0]}, {pool, &shared[1]}};
    AukThread threads[2];
    for (int i = 0; i < 2; i++) {
        cr_assert(auk__thread_start(&threads[i], sharer_main, &sharers[i]));
    }
    for (int i = 0; i < 2; i++) {
        auk__thread_join(&threads[i]);
    }
    ask_all(NULL, &alone);
    expect_same(&alone, &shared[0]);
    expect_same(&alone, &shared[1]);
    auk_pool_destroy(pool);
    auk_world_destroy(world);
}

Test(query_pool, refuses_impossible_counts_of_threads)
{
    AukStatus status = AUK_OK;
    cr_assert(auk_pool_create(-1, NULL, &status) == NULL);
    cr_assert_eq(status, AUK_ERROR_COUNT);
    cr_assert(auk_pool_create(AUK_WORKER_COUNT_MAX + 1, NULL, &status) == NULL);
    cr_assert_eq(status, AUK_ERROR_COUNT);
    cr_assert(auk_pool_create(-1, NULL, NULL) == NULL);
    auk_pool_destroy(NULL);
}
