// The sensors that random moves report, against brute force. A floating mover is at time t of a move where the same
// move of t * dt ends. So every move is made again for many shorter times, and its sensors are compared with those that
// auk_world_overlap() finds there; and each reported time of entry and exit is one at which the mover touches the
// sensor.
#include "support/mover_level.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REPORT_LEVELS = 60, REPORT_MOVES = 40, REPORT_SENSORS = 40, REPORT_TIMES = 64 };

typedef struct ReportTally {
    long long moves, sensors, samples, missed, wrong;
} ReportTally;

// A level or, if it wraps, an open rectangle with some walls.
typedef struct ReportScene {
    AukWorld *world;
    AukMover mover;
    float size;
    AukVec2 vertices[REPORT_SENSORS][LEVEL_VERTICES];
} ReportScene;

static AukBodyId report_add(ReportScene *scene, Random *random, int index, bool sensor, float around)
{
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    float a = scene->size * (float)random_log(random, 0.01, 4.0),
          b = scene->size * (float)random_log(random, 0.01, 4.0);
    AukVec2 *vertices = scene->vertices[index];
    switch (random_int(random, 0, 3)) {
    case 0: def.shape = auk_shape_circle(a); break;
    case 1: def.shape = auk_shape_box(a, b); break;
    case 2: def.shape = auk_shape_ellipse(a, b); break;
    default:
        def.shape = auk_shape_polygon(vertices, random_polygon(random, LEVEL_VERTICES, a, 0.6f, vertices), 0.0f);
        break;
    }
    def.motion = AUK_MOTION_STATIC;
    def.angle = random_float(random, -3.0f, 3.0f);
    def.position = auk_vec_add(scene->mover.pose.p, random_vec(random, -around, around));
    def.sensor = sensor;
    def.user_data = (uint64_t)index;
    return auk_body_create(scene->world, &def);
}

static AukMover report_at(const ReportScene *scene, float time)
{
    AukMover mover = scene->mover;
    cr_assert_geq(auk_world_move(scene->world, &mover, time, NULL, 0), 0);
    return mover;
}

static const AukMoverSensor *report_find(const AukMoverSensor *sensors, int count, AukShapeId shape)
{
    for (int i = 0; i < count; i++) {
        if (auk_shape_id_equal(sensors[i].shape, shape)) {
            return &sensors[i];
        }
    }
    return NULL;
}

static void report_blame(const char *what, const ReportScene *scene, const AukMoverSensor *sensor, float time)
{
    printf("mover's sensors: %s, sensor %d [%.9g, %.9g] at %.9g, mover at (%.9g, %.9g), AUK_SEED=%llu\n", what,
           sensor ? (int)sensor->user_data : -1, sensor ? (double)sensor->fraction : -1.0,
           sensor ? (double)sensor->exit : -1.0, (double)time, (double)scene->mover.pose.p.x,
           (double)scene->mover.pose.p.y, (unsigned long long)random_seed());
}

// True if the sensor is within a distance of the mover at that time.
static bool report_touches(const ReportScene *scene, const AukMoverSensor *sensor, float within)
{
    const AukQuery query = {.only_sensors = true};
    AukFound found[REPORT_SENSORS];
    for (int k = 0; k < 2; k++) {
        AukMover mover = report_at(scene, k ? sensor->exit : sensor->fraction);
        int count = auk_world_nearest(scene->world, &mover.shape, mover.pose, within, &query, found, REPORT_SENSORS);
        bool touches = false;
        for (int i = 0; i < count; i++) {
            touches |= auk_shape_id_equal(found[i].shape, sensor->shape);
        }
        if (!touches) {
            return false;
        }
    }
    return true;
}

static void report_judge(const ReportScene *scene, ReportTally *tally)
{
    const AukQuery query = {.only_sensors = true};
    AukMoverSensor sensors[REPORT_SENSORS];
    AukFound found[REPORT_SENSORS];
    AukMoveReport report = {.sensors = sensors, .sensor_capacity = REPORT_SENSORS};
    AukMover moved = scene->mover;
    cr_assert_eq(auk_world_move_report(scene->world, &moved, 1.0f, &report), AUK_OK);
    float speed = auk_vec_length(scene->mover.velocity);
    float within = 1e-4f * scene->size + 2e-6f * (speed + auk_vec_length(scene->mover.pose.p));
    float slack = 1e-5f + within / (speed > 0.0f ? speed : 1.0f);
    tally->moves++;
    tally->sensors += report.sensor_count;
    for (int i = 0; i < report.sensor_count; i++) {
        bool ordered = i == 0 || sensors[i - 1].fraction <= sensors[i].fraction + 1e-6f;
        bool sane = sensors[i].fraction <= sensors[i].exit && (!sensors[i].inside || sensors[i].exit == 1.0f) &&
                    (!sensors[i].was_inside || sensors[i].fraction == 0.0f);
        if (!ordered || !sane || !report_touches(scene, &sensors[i], within)) {
            tally->wrong++;
            report_blame("wrong", scene, &sensors[i], 0.0f);
        }
    }
    for (int k = 0; k <= REPORT_TIMES; k++) {
        float time = (float)k / (float)REPORT_TIMES;
        AukMover mover = report_at(scene, time);
        int count = auk_world_overlap(scene->world, &mover.shape, mover.pose, &query, found, REPORT_SENSORS);
        for (int i = 0; i < count; i++) {
            const AukMoverSensor *sensor = report_find(sensors, report.sensor_count, found[i].shape);
            tally->samples++;
            if (found[i].distance < -within &&
                (!sensor || sensor->fraction > time + slack || sensor->exit < time - slack ||
                 (k == 0 && !sensor->was_inside) || (k == REPORT_TIMES && !sensor->inside))) {
                tally->missed++;
                report_blame("missed", scene, sensor, time);
            }
        }
    }
}

static void report_play(ReportScene *scene, Random *random, ReportTally *tally)
{
    for (int i = 0; i < REPORT_SENSORS; i++) {
        (void)report_add(scene, random, i, true, 15.0f * scene->size);
    }
    for (int i = 0; i < REPORT_MOVES; i++) {
        scene->mover.velocity =
            auk_vec_scale(scene->size * (float)random_log(random, 0.01, 60.0), random_direction(random));
        report_judge(scene, tally);
        scene->mover = report_at(scene, 1.0f);
    }
}

static void report_print(const char *name, const ReportTally *tally)
{
    printf("mover's sensors, %s: %lld moves, %lld sensors, %lld overlaps at %d times: %lld missed, %lld wrong\n", name,
           tally->moves, tally->sensors, tally->samples, REPORT_TIMES + 1, tally->missed, tally->wrong);
    fflush(stdout);
    cr_assert(tally->missed == 0 && tally->wrong == 0);
    cr_assert(tally->moves < 1000 || tally->sensors > tally->moves / 4, "few sensors on the way");
}

Test(world_mover_report, the_sensors_of_a_move_are_those_that_short_moves_overlap, .timeout = 36000)
{
    static Level level;
    static ReportScene scene;
    ReportTally tally;
    memset(&tally, 0, sizeof tally);
    for (int i = 0; i < random_repeats(REPORT_LEVELS); i++) {
        Random random = random_start(random_seed(), 23000 + (uint64_t)i);
        if (level_make(&level, &random, false)) {
            scene.world = level.world;
            scene.mover = level.mover;
            scene.size = level.size;
            scene.mover.floating = true;
            report_play(&scene, &random, &tally);
        }
        level_destroy(&level);
    }
    report_print("in rooms", &tally);
}

Test(world_mover_report, the_same_in_worlds_that_wrap, .timeout = 36000)
{
    static ReportScene scene;
    ReportTally tally;
    memset(&tally, 0, sizeof tally);
    for (int i = 0; i < random_repeats(REPORT_LEVELS); i++) {
        Random random = random_start(random_seed(), 24000 + (uint64_t)i);
        AukWorldDef def;
        memset(&def, 0, sizeof def);
        def.wrap.max = auk_vec(random_float(&random, 20.0f, 60.0f), random_float(&random, 20.0f, 60.0f));
        memset(&scene, 0, sizeof scene);
        scene.world = auk_world_create(&def, NULL);
        scene.size = 1.0f;
        scene.mover.floating = true;
        scene.mover.shape = auk_shape_capsule(auk_vec(0.0f, -0.3f), auk_vec(0.2f, 0.3f), 0.4f);
        for (int k = 0; k < 6; k++) {
            (void)report_add(&scene, &random, k, false, 30.0f);
        }
        report_play(&scene, &random, &tally);
        auk_world_destroy(scene.world);
    }
    report_print("wrapped", &tally);
}
