// The pool of threads, and worlds that step with several. tests/threads runs this file under ThreadSanitizer too.
#define _GNU_SOURCE // nanosleep, what /proc needs, and the stacks of threads
#include "base/parallel.h"
#include "base/thread.h"

#include "auk/world.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__linux__)
#    include <dirent.h>
#    include <sys/resource.h>
#endif

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#    define UNDER_SANITIZER 1
#elif defined(__has_feature)
#    if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#        define UNDER_SANITIZER 1
#    endif
#endif
#ifndef UNDER_SANITIZER
#    define UNDER_SANITIZER 0
#endif

static AukPool *pool_of(int threads)
{
    AukPool *pool = NULL;
    cr_assert_eq(auk__pool_create(threads, NULL, &pool), AUK_OK);
    cr_assert_eq(pool == NULL, threads <= 1);
    return pool;
}

static void sleep_a_little(void)
{
    struct timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, NULL);
}

// Threads of this process; 0 where that cannot be known.
static int count_threads(void)
{
    int count = 0;
#if defined(__linux__)
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *entry = tasks ? readdir(tasks) : NULL; entry; entry = readdir(tasks)) {
        count += entry->d_name[0] != '.';
    }
    if (tasks) {
        closedir(tasks);
    }
#endif
    return count;
}

// The same between tests. ThreadSanitizer starts a thread of its own with the first one, so here one starts first. The
// least of some counts: a thread that the test before has joined may be on the system's list for a moment, in an
// emulator for long.
static int count_own_threads(void)
{
    AukPool *pool = pool_of(2);
    int count = count_threads();
    for (int i = 0; i < 50; i++) {
        sleep_a_little();
        int now = count_threads();
        count = now < count ? now : count;
    }
    auk_pool_destroy(pool);
    return count > 0 ? count - 1 : 0;
}

// The system may take a moment to strike a joined thread off its list.
static void expect_threads(int expected)
{
    for (int i = 0; i < 5000 && count_threads() != expected; i++) {
        sleep_a_little();
    }
    cr_assert_eq(count_threads(), expected, "%d threads instead of %d", count_threads(), expected);
}

// ---- every index once ---------------------------------------------------------------------------------------------

typedef struct Tally {
    int *calls; // by index; a second call of one index would also be a data race
    int count;
} Tally;

static void count_call(void *context, int index)
{
    Tally *tally = context;
    if (index >= 0 && index < tally->count) {
        tally->calls[index]++;
    } else {
        abort();
    }
}

static void expect_each_once(AukPool *pool, int count, int runs)
{
    Tally tally = {calloc((size_t)count + 1, sizeof(int)), count};
    for (int i = 0; i < runs; i++) {
        auk__pool_run(pool, count, count_call, &tally);
    }
    for (int i = 0; i < count; i++) {
        cr_assert_eq(tally.calls[i], runs, "index %d of %d: %d calls in %d runs", i, count, tally.calls[i], runs);
    }
    free(tally.calls);
}

Test(pool, calls_every_index_exactly_once_for_any_number_of_threads)
{
    static const int counts[] = {0, 1, 2, 3, 7, 64, 1000, 100000};
    for (int threads = 0; threads <= 8; threads++) {
        AukPool *pool = pool_of(threads);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            expect_each_once(pool, counts[i], 1);
        }
        auk_pool_destroy(pool);
    }
}

Test(pool, many_runs_in_a_row_lose_nothing_and_repeat_nothing)
{
    for (int threads = 2; threads <= 8; threads += 2) {
        AukPool *pool = pool_of(threads);
        expect_each_once(pool, 2, 5000);
        expect_each_once(pool, 5, 5000);
        expect_each_once(pool, 40, 1000);
        auk_pool_destroy(pool);
    }
}

typedef struct Change {
    const char *name;
    int sum;
} Change;

static void add_length(void *context, int index)
{
    Change *changes = context;
    changes[index].sum += (int)strlen(changes[index].name);
}

static void add_one(void *context, int index)
{
    ((Change *)context)[index].sum += 1;
}

Test(pool, a_late_thread_never_calls_the_task_of_an_earlier_run)
{
    AukPool *pool = pool_of(4);
    Change one[3] = {{"a", 0}, {"bc", 0}, {"def", 0}}, two[2] = {{"gh", 0}, {"i", 0}};
    for (int i = 0; i < 10000; i++) {
        auk__pool_run(pool, 3, add_length, one);
        auk__pool_run(pool, 2, add_one, two);
    }
    cr_assert(one[0].sum == 10000 && one[1].sum == 20000 && one[2].sum == 30000);
    cr_assert(two[0].sum == 10000 && two[1].sum == 10000);
    auk_pool_destroy(pool);
}

Test(pool, a_negative_count_calls_nothing)
{
    AukPool *pool = pool_of(2);
    Change change[1] = {{"a", 0}};
    auk__pool_run(pool, -1, add_one, change);
    auk__pool_run(NULL, -1, add_one, change);
    cr_assert_eq(change[0].sum, 0);
    auk_pool_destroy(pool);
}

// ---- threads really work ------------------------------------------------------------------------------------------

typedef struct Meeting {
    AukAtomic arrived;
    int expected;
    float thirds[8];
} Meeting;

// Returns only when as many calls are under way: with fewer threads it would wait for ever.
static void meet(void *context, int index)
{
    Meeting *meeting = context;
    volatile float one = 1.0f, three = 3.0f;
    meeting->thirds[index] = one / three;
    auk__atomic_add(&meeting->arrived, 1);
    while (auk__atomic_load(&meeting->arrived) < meeting->expected) {
        sleep_a_little();
    }
}

Test(pool, all_its_threads_work_at_once_also_after_they_slept)
{
    for (int threads = 1; threads <= 8; threads++) {
        AukPool *pool = pool_of(threads);
        for (int round = 0; round < 5; round++) {
            Meeting meeting;
            memset(&meeting, 0, sizeof meeting);
            meeting.expected = threads;
            auk__pool_run(pool, threads, meet, &meeting);
            cr_assert_eq(auk__atomic_load(&meeting.arrived), threads);
            for (int i = 0; i < 20 * (round % 2); i++) {
                sleep_a_little();
            }
        }
        auk_pool_destroy(pool);
    }
}

static void do_nothing(void *context, int index)
{
    (void)context;
    (void)index;
}

// Waking a thread takes longer than a few ranges.
Test(pool, few_ranges_do_not_wake_threads_that_sleep)
{
    AukParallel parallel = {pool_of(3), 1};
    for (int i = 0; auk__pool_is_awake(parallel.pool); i++) {
        cr_assert(i < 10000, "threads that never sleep");
        sleep_a_little();
    }
    cr_assert(!auk__parallel_pool(&parallel, 3));
    cr_assert_eq(auk__parallel_pool(&parallel, AUK_RANGES_MAX), parallel.pool);
    bool woken = false; // they sleep again soon, and this thread may be late
    for (int i = 0; i < 1000000 && !woken; i++) {
        auk__pool_run(parallel.pool, 100, do_nothing, NULL);
        woken = auk__parallel_pool(&parallel, 3) == parallel.pool;
    }
    cr_assert(woken, "awake threads take part");
    auk_pool_destroy(parallel.pool);
    parallel.pool = NULL;
    cr_assert(!auk__parallel_pool(&parallel, AUK_RANGES_MAX));
}

Test(pool, its_threads_round_to_nearest_whatever_mode_they_were_born_in)
{
    fesetround(FE_DOWNWARD);
    AukPool *pool = pool_of(4);
    fesetround(FE_TONEAREST);
    Meeting meeting;
    memset(&meeting, 0, sizeof meeting);
    meeting.expected = 4;
    auk__pool_run(pool, 4, meet, &meeting);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(meeting.thirds[i], 0x1.555556p-2f);
    }
    auk_pool_destroy(pool);
}

typedef struct Nest {
    AukPool *pool;
    int calls[6][5];
} Nest;

typedef struct NestRow {
    Nest *nest;
    int row;
} NestRow;

static void count_inner(void *context, int index)
{
    const NestRow *row = context;
    row->nest->calls[row->row][index]++;
}

static void run_inner(void *context, int index)
{
    NestRow row = {context, index};
    auk__pool_run(row.nest->pool, 5, count_inner, &row);
}

Test(pool, a_task_may_run_tasks_of_its_own)
{
    Nest nest;
    memset(&nest, 0, sizeof nest);
    nest.pool = pool_of(3);
    for (int i = 0; i < 100; i++) {
        auk__pool_run(nest.pool, 6, run_inner, &nest);
    }
    for (int i = 0; i < 30; i++) {
        cr_assert_eq(nest.calls[i / 5][i % 5], 100);
    }
    auk_pool_destroy(nest.pool);
}

// ---- the game's own task system -----------------------------------------------------------------------------------

typedef struct Game {
    AukPool *pool; // plays the game's threads
    int runs;
} Game;

static void game_run(void *user, int count, AukTask *task, void *context)
{
    Game *game = user;
    game->runs++;
    auk__pool_run(game->pool, count, task, context);
}

static void game_run_backwards(void *user, int count, AukTask *task, void *context)
{
    ((Game *)user)->runs++;
    for (int i = count - 1; i >= 0; i--) {
        task(context, i);
    }
}

Test(pool, hooks_are_used_instead_of_threads)
{
    int threads = count_own_threads();
    Game game = {NULL, 0};
    AukTaskHooks hooks = {game_run_backwards, &game};
    AukPool *pool = NULL;
    cr_assert_eq(auk__pool_create(8, &hooks, &pool), AUK_OK);
    expect_threads(threads);
    expect_each_once(pool, 100, 3);
    cr_assert_eq(game.runs, 3);
    expect_each_once(pool, 1, 3); // what one thread does at once is not worth a word
    expect_each_once(pool, 0, 3);
    cr_assert_eq(game.runs, 3);
    auk_pool_destroy(pool);
}

Test(pool, hooks_may_use_threads_and_tasks_may_run_tasks_through_them)
{
    Game game = {pool_of(4), 0};
    AukTaskHooks hooks = {game_run, &game};
    Nest nest;
    memset(&nest, 0, sizeof nest);
    cr_assert_eq(auk__pool_create(0, &hooks, &nest.pool), AUK_OK);
    expect_each_once(nest.pool, 1000, 20);
    auk__pool_run(nest.pool, 6, run_inner, &nest);
    for (int i = 0; i < 30; i++) {
        cr_assert_eq(nest.calls[i / 5][i % 5], 1);
    }
    cr_assert_eq(game.runs, 21);
    auk_pool_destroy(nest.pool);
    auk_pool_destroy(game.pool);
}

Test(pool, tasks_of_hooks_round_to_nearest_and_the_game_gets_its_mode_back)
{
    Game game = {NULL, 0};
    AukTaskHooks hooks = {game_run_backwards, &game};
    AukPool *pool = NULL;
    cr_assert_eq(auk__pool_create(2, &hooks, &pool), AUK_OK);
    Meeting meeting;
    memset(&meeting, 0, sizeof meeting);
    fesetround(FE_DOWNWARD);
    auk__pool_run(pool, 2, meet, &meeting);
    int after = fegetround();
    fesetround(FE_TONEAREST);
    cr_assert_eq(after, FE_DOWNWARD);
    cr_assert(meeting.thirds[0] == 0x1.555556p-2f && meeting.thirds[1] == 0x1.555556p-2f);
    auk_pool_destroy(pool);
}

// ---- worlds -------------------------------------------------------------------------------------------------------

static AukWorld *world_of(int workers, const AukTaskHooks *hooks)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.worker_count = workers;
    if (hooks) {
        def.tasks = *hooks;
    }
    AukStatus status;
    AukWorld *world = auk_world_create(&def, &status);
    cr_assert(world && status == AUK_OK, "%s", auk_status_text(status));
    return world;
}

Test(pool, worlds_that_come_and_go_leave_no_thread_behind)
{
    int threads = count_own_threads();
    for (int i = 0; i < 100; i++) {
        AukWorld *world = world_of(4, NULL);
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        auk_world_destroy(world);
    }
    expect_threads(threads);
    AukWorld *world = world_of(4, NULL);
    cr_assert(threads == 0 || count_threads() == threads + 3);
    auk_world_destroy(world);
    expect_threads(threads);
}

// Between -1 and 1; of no quality, but the same everywhere.
static float scatter(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * 0x1p-23f - 1.0f;
}

// A crowd of all sorts; the hash over all its steps.
static uint64_t play(AukWorld *world)
{
    uint32_t state = 7;
    for (int i = 0; i < 3000; i++) {
        AukMotion motion = (AukMotion)(i % 8 == 0   ? AUK_MOTION_SWEPT
                                       : i % 8 == 1 ? AUK_MOTION_STATIC
                                                    : AUK_MOTION_MOVING);
        AukShape shape = i % 2 ? auk_shape_circle(0.5f) : auk_shape_box(0.5f, 0.3f);
        float x = 40.0f * scatter(&state), y = 40.0f * scatter(&state);
        AukVec2 v = auk_vec(30.0f * scatter(&state), 30.0f * scatter(&state));
        AukBodyDef def = scene_def(motion, shape, x, y);
        def.velocity = motion == AUK_MOTION_STATIC ? auk_vec(0.0f, 0.0f) : v;
        def.response = i % 16 ? AUK_RESPONSE_CROSS : AUK_RESPONSE_TOUCH;
        def.sensor = i % 5 == 0;
        auk_body_create(world, &def);
    }
    uint64_t hash = 0;
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        hash = hash * 31 + auk_world_hash(world);
    }
    cr_assert_gt(auk_world_stats(world).contacts, 100);
    auk_world_destroy(world);
    return hash;
}

Test(pool, a_world_is_the_same_for_any_number_of_workers_and_with_hooks)
{
    uint64_t alone = play(world_of(0, NULL));
    for (int workers = 1; workers <= 8; workers += workers < 4 ? 1 : 4) {
        cr_assert_eq(play(world_of(workers, NULL)), alone, "%d workers", workers);
    }
    Game game = {pool_of(4), 0};
    AukTaskHooks forwards = {game_run, &game}, backwards = {game_run_backwards, &game};
    cr_assert_eq(play(world_of(0, &forwards)), alone);
    cr_assert_eq(play(world_of(3, &backwards)), alone);
    auk_pool_destroy(game.pool);
}

// ---- what cannot be had -------------------------------------------------------------------------------------------

Test(pool, no_memory_for_a_world_with_workers_leaves_no_thread)
{
    int threads = count_own_threads();
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    auk_world_destroy(world_of(4, NULL));
    int all = memory.calls;
    for (int i = 0; i < all; i++) {
        memory.calls = 0;
        memory.fail_at = i;
        AukWorldDef def;
        memset(&def, 0, sizeof def);
        def.worker_count = 4;
        AukStatus status = AUK_OK;
        cr_assert(!auk_world_create(&def, &status) && status == AUK_ERROR_OUT_OF_MEMORY);
    }
    cr_assert_gt(all, 1);
    expect_threads(threads);
    auk_set_allocator(NULL);
}

#if defined(__linux__)
// The address space that is in use, in bytes.
static rlim_t used_address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu", &pages) != 1) {
        pages = 0;
    }
    if (file) {
        fclose(file);
    }
    return (rlim_t)pages * 4096;
}

Test(pool, threads_that_the_system_refuses_are_a_status_and_those_it_gave_are_ended)
{
    rlim_t used = used_address_space();
    if (UNDER_SANITIZER || used == 0) {
        return; // sanitizers need more address space than can be left here
    }
    int threads = count_own_threads();
    struct rlimit limit, tight = {used + ((rlim_t)40 << 20), RLIM_INFINITY};
    getrlimit(RLIMIT_AS, &limit);
    tight.rlim_max = limit.rlim_max;
    setrlimit(RLIMIT_AS, &tight);                    // room for a few stacks
    void *volatile beyond = malloc((size_t)1 << 30); // volatile, or a compiler takes it for granted
    if (beyond) {                                    // an emulator of another processor keeps no such limit
        free(beyond);
        setrlimit(RLIMIT_AS, &limit);
        return;
    }
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.worker_count = AUK_WORKER_COUNT_MAX;
    AukStatus status = AUK_OK;
    AukWorld *world = auk_world_create(&def, &status);
    setrlimit(RLIMIT_AS, &limit);
    cr_assert(!world && status == AUK_ERROR_THREAD, "%s", auk_status_text(status));
    expect_threads(threads);
    auk_world_destroy(world_of(AUK_WORKER_COUNT_MAX, NULL));
}
#endif

#if defined(__GLIBC__)
static void read_stack_size(void *context)
{
    pthread_attr_t own;
    pthread_getattr_np(pthread_self(), &own);
    pthread_attr_getstacksize(&own, context);
    pthread_attr_destroy(&own);
}

// The stack of a thread of auk's where the system gives `given` bytes to each thread.
static size_t stack_where_threads_have(size_t given)
{
    pthread_attr_t usual, changed;
    pthread_getattr_default_np(&usual);
    pthread_attr_init(&changed);
    pthread_attr_setstacksize(&changed, given);
    pthread_setattr_default_np(&changed);
    size_t found = 0;
    AukThread thread;
    bool started = auk__thread_start(&thread, read_stack_size, &found);
    pthread_setattr_default_np(&usual);
    pthread_attr_destroy(&changed);
    pthread_attr_destroy(&usual);
    cr_assert(started);
    auk__thread_join(&thread);
    return found;
}

Test(pool, threads_have_room_for_any_call_where_the_system_gives_them_little)
{
    size_t most_of_a_call = (size_t)128 << 10, much = (size_t)4 << 20;
    size_t found = stack_where_threads_have(most_of_a_call);
    cr_expect(found >= 3 * most_of_a_call, "%zu bytes", found);
    found = stack_where_threads_have(much);
    cr_expect(found >= much / 2, "%zu bytes", found);
}
#endif
