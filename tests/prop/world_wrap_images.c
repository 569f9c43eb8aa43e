// A torus full of bodies against brute force: every pair of shapes in all images around, with the stateless geometry.
// Coordinates are multiples of 1/1024 and so are steps, so that images are exact in floats. Some shapes are hundreds of
// periods away from their bodies.
#include "auk/auk.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 40, STEPS = 8, WORLDS = 60, QUESTIONS = 10, REACH = 2, FOUND = 200 };

#define DT 0.0625f
#define CLOSE 1e-4f

typedef struct Torus {
    Random random;
    AukWorld *world;
    AukBox wrap;
    AukVec2 period;
    AukBodyId bodies[BODIES];
    AukShape shapes[BODIES];
    AukTransform before[BODIES]; // the step
    AukVec2 velocity[BODIES];
    bool sensor[BODIES];
} Torus;

static float fine(Random *random, float low, float high)
{
    return (float)random_int(random, (int)(low * 1024.0f), (int)(high * 1024.0f)) / 1024.0f;
}

static AukShape some_shape(Random *random)
{
    static AukVec2 points[5] = {{-1.0f, -0.5f}, {0.5f, -1.0f}, {1.25f, 0.25f}, {0.0f, 1.0f}, {-1.0f, 0.5f}};
    float size = fine(random, 0.25f, 1.5f);
    switch (random_int(random, 0, 4)) {
    case 0: return auk_shape_circle(size);
    case 1: return auk_shape_box(size, 0.5f * size);
    case 2: return auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.25f), 0.25f);
    case 3: return auk_shape_ellipse(size, 0.5f * size);
    default: return auk_shape_polygon(points, 5, 0.0f);
    }
}

static AukVec2 some_place(Torus *torus)
{
    Random *random = &torus->random;
    float x = torus->wrap.min.x, y = torus->wrap.min.y;
    return auk_vec(fine(random, x, x + 20.0f), fine(random, y, y + 16.0f));
}

// A body whose shape is many times around from it: the same place, so nothing may be otherwise.
static AukBodyId create_around(Torus *torus, AukBodyDef body)
{
    Random *random = &torus->random;
    AukShapeDef shape;
    memset(&shape, 0, sizeof shape);
    shape.shape = body.shape;
    shape.sensor = body.sensor;
    shape.position = auk_vec((float)random_int(random, -200, 200) * torus->period.x,
                             (float)random_int(random, -200, 200) * torus->period.y);
    memset(&body.shape, 0, sizeof body.shape);
    body.sensor = false;
    AukBodyId id = auk_body_create(torus->world, &body);
    cr_assert(auk_world_shape_exists(torus->world, auk_body_add_shape(torus->world, id, &shape)));
    return id;
}

static Torus *torus_create(uint64_t stream, const AukWorldDef *def, bool swept, AukVec2 moved)
{
    Torus *torus = calloc(1, sizeof *torus);
    torus->random = random_start(random_seed(), stream);
    Random *random = &torus->random;
    AukWorldDef wrapped = *def;
    float x = fine(random, -40.0f, 40.0f), y = fine(random, -40.0f, 40.0f);
    int axes = random_int(random, 1, 3);
    torus->wrap.min = auk_vec(x, y);
    torus->wrap.max = auk_vec(axes & 1 ? x + 20.0f : x, axes & 2 ? y + 16.0f : y);
    wrapped.wrap = torus->wrap;
    torus->period = auk_vec_sub(torus->wrap.max, torus->wrap.min);
    torus->world = auk_world_create(&wrapped, NULL);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef body;
        memset(&body, 0, sizeof body);
        body.shape = torus->shapes[i] = some_shape(random);
        body.position = auk_vec_add(some_place(torus), moved);
        body.angle = random_chance(random, 0.5) ? random_float(random, -3.0f, 3.0f) : 0.0f;
        body.motion = random_chance(random, 0.3) ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
        body.motion = body.motion && swept && random_chance(random, 0.5) ? AUK_MOTION_SWEPT : body.motion;
        if (body.motion != AUK_MOTION_STATIC) {
            // so that a way, 4 units with a shape of 3.5 at most, is under half a period
            float speed = body.motion == AUK_MOTION_SWEPT ? 64.0f : 40.0f;
            body.velocity =
                auk_vec(floorf(random_float(random, -speed, speed)), floorf(random_float(random, -speed, speed)));
        }
        torus->velocity[i] = body.velocity;
        body.sensor = torus->sensor[i] = random_chance(random, 0.2);
        bool around = body.angle == 0.0f && random_chance(random, 0.5);
        torus->bodies[i] = around ? create_around(torus, body) : auk_body_create(torus->world, &body);
        cr_assert(auk_body_exists(torus->world, torus->bodies[i]));
    }
    return torus;
}

static void torus_destroy(Torus *torus)
{
    auk_world_destroy(torus->world);
    free(torus);
}

static AukTransform image_of(const Torus *torus, AukTransform pose, int x, int y)
{
    pose.p.x += (float)x * torus->period.x;
    pose.p.y += (float)y * torus->period.y;
    return pose;
}

static int reach_x(const Torus *torus)
{
    return torus->period.x > 0.0f ? REACH : 0;
}

static int reach_y(const Torus *torus)
{
    return torus->period.y > 0.0f ? REACH : 0;
}

static void check_places(const Torus *torus)
{
    for (int i = 0; i < BODIES; i++) {
        AukVec2 p = auk_body_get_pose(torus->world, torus->bodies[i]).p;
        cr_assert(torus->period.x == 0.0f || (p.x >= torus->wrap.min.x && p.x < torus->wrap.max.x));
        cr_assert(torus->period.y == 0.0f || (p.y >= torus->wrap.min.y && p.y < torus->wrap.max.y));
    }
}

static float distance_between(const Torus *torus, int i, int k)
{
    AukTransform a = auk_body_get_pose(torus->world, torus->bodies[i]);
    AukTransform b = auk_body_get_pose(torus->world, torus->bodies[k]);
    float least = INFINITY;
    for (int x = -reach_x(torus); x <= reach_x(torus); x++) {
        for (int y = -reach_y(torus); y <= reach_y(torus); y++) {
            float d = auk_distance(&torus->shapes[i], a, &torus->shapes[k], image_of(torus, b, x, y)).distance;
            least = d < least ? d : least;
        }
    }
    return least;
}

// The deepest distance of a contact, infinite without one; of sensors 0.
static float contact_of(const Torus *torus, int i, int k)
{
    AukContacts contacts = auk_world_contacts(torus->world);
    float deepest = INFINITY;
    for (int c = 0; c < contacts.count; c++) {
        if (contacts.items[c].body_a.index == torus->bodies[i].index &&
            contacts.items[c].body_b.index == torus->bodies[k].index) {
            for (int p = 0; p < contacts.items[c].manifold.count; p++) {
                float d = contacts.items[c].manifold.points[p].distance;
                deepest = d < deepest ? d : deepest;
            }
        }
    }
    return deepest;
}

static void check_contacts(const Torus *torus)
{
    for (int i = 0; i < BODIES; i++) {
        for (int k = i + 1; k < BODIES; k++) {
            bool rest = auk_body_get_motion(torus->world, torus->bodies[i]) == AUK_MOTION_STATIC &&
                        auk_body_get_motion(torus->world, torus->bodies[k]) == AUK_MOTION_STATIC;
            if (rest || torus->sensor[i] || torus->sensor[k]) {
                continue;
            }
            float d = distance_between(torus, i, k), found = contact_of(torus, i, k);
            cr_assert(d > -CLOSE || fabsf(found - d) < 1e-3f, "bodies %d and %d: %f, found %f", i, k, (double)d,
                      (double)found);
            cr_assert(d < CLOSE || found == INFINITY, "bodies %d and %d: %f, found %f", i, k, (double)d, (double)found);
            AukWhy why = auk_world_why(torus->world, torus->bodies[i], torus->bodies[k]);
            cr_assert(fabsf(why.distance - d) < 1e-3f || d > 4.0f, "why of %d and %d: %f, is %f", i, k,
                      (double)why.distance, (double)d); // of what is far apart the nearest image of boxes is taken
        }
    }
}

// ---- hits ----------------------------------------------------------------------------------------------------------

static float first_impact(const Torus *torus, int i, int k, bool *overlaps)
{
    float first = INFINITY;
    AukPath path_a = {torus->before[i], auk_vec_scale(DT, torus->velocity[i]), 0.0f};
    for (int x = -reach_x(torus); x <= reach_x(torus); x++) {
        for (int y = -reach_y(torus); y <= reach_y(torus); y++) {
            AukPath path_b = {image_of(torus, torus->before[k], x, y), auk_vec_scale(DT, torus->velocity[k]), 0.0f};
            AukCast cast = auk_time_of_impact(&torus->shapes[i], &path_a, &torus->shapes[k], &path_b, NULL);
            first = cast.hit && cast.fraction < first ? cast.fraction : first;
            *overlaps = *overlaps ||
                        auk_distance(&torus->shapes[i], path_a.start, &torus->shapes[k], path_b.start).distance < CLOSE;
        }
    }
    return first;
}

static void check_hits(const Torus *torus)
{
    AukHits hits = auk_world_hits(torus->world);
    for (int i = 1; i < hits.count; i++) {
        cr_assert(hits.items[i - 1].fraction <= hits.items[i].fraction);
    }
    for (int i = 0; i < BODIES; i++) {
        for (int k = i + 1; k < BODIES; k++) {
            bool swept = auk_body_get_motion(torus->world, torus->bodies[i]) == AUK_MOTION_SWEPT ||
                         auk_body_get_motion(torus->world, torus->bodies[k]) == AUK_MOTION_SWEPT;
            if (!swept || torus->sensor[i] || torus->sensor[k]) {
                continue;
            }
            float found = INFINITY;
            for (int h = 0; h < hits.count; h++) {
                uint32_t a = hits.items[h].body_a.index, b = hits.items[h].body_b.index;
                uint32_t low = a < b ? a : b, high = a < b ? b : a;
                bool this = low == torus->bodies[i].index && high == torus->bodies[k].index;
                found = this && hits.items[h].fraction < found ? hits.items[h].fraction : found;
            }
            bool overlaps = false;
            float wanted = first_impact(torus, i, k, &overlaps);
            // what overlaps before may part; what only grazes, or meets at the very end, may go either way
            bool same = found == wanted || fabsf(found - wanted) < 2e-3f;
            bool late = (found == INFINITY && wanted > 0.999f) || (wanted == INFINITY && found > 0.999f);
            cr_assert(same || overlaps || late, "bodies %d and %d: at %f, wanted %f", i, k, (double)found,
                      (double)wanted);
        }
    }
}

// ---- queries -------------------------------------------------------------------------------------------------------

// Asks about one body by brute force: which of the images it is found in, and how.
typedef struct Answer {
    float key;
    bool close; // to being found, or not
} Answer;

static Answer cast_answer(const Torus *torus, const AukShape *shape, AukTransform pose, AukVec2 delta, int k,
                          int images)
{
    Answer answer = {INFINITY, false};
    AukTransform body = auk_body_get_pose(torus->world, torus->bodies[k]);
    for (int x = torus->period.x > 0.0f ? -images : 0; x <= (torus->period.x > 0.0f ? images : 0); x++) {
        for (int y = torus->period.y > 0.0f ? -images : 0; y <= (torus->period.y > 0.0f ? images : 0); y++) {
            AukTransform image = image_of(torus, body, x, y);
            AukCast cast = auk_cast_shape(shape, pose, delta, &torus->shapes[k], image, NULL);
            answer.key = cast.hit && cast.fraction < answer.key ? cast.fraction : answer.key;
        }
    }
    return answer;
}

static int place_in(const AukFound *found, int count, AukBodyId body)
{
    int at = -1, times = 0;
    for (int i = 0; i < count; i++) {
        at = found[i].body.index == body.index ? i : at;
        times += found[i].body.index == body.index;
    }
    cr_assert(times <= 1, "found %d times", times);
    return at;
}

static void check_casts(Torus *torus, int images)
{
    static AukFound found[FOUND];
    Random *random = &torus->random;
    AukQuery query = {.sensors = true};
    float far = 18.0f * (float)images;
    AukShape shape = random_chance(random, 0.5) ? auk_shape_circle(0.0f) : some_shape(random);
    AukTransform pose = auk_transform(some_place(torus), 0.3f);
    AukVec2 delta = auk_vec(fine(random, -far, far), fine(random, -far, far));
    int count = auk_world_cast_shape_all(torus->world, &shape, pose, delta, &query, found, FOUND);
    cr_assert(count >= 0);
    float first = INFINITY;
    for (int k = 0; k < BODIES; k++) {
        Answer wanted = cast_answer(torus, &shape, pose, delta, k, images + 3);
        int at = place_in(found, count, torus->bodies[k]);
        float key = at >= 0 ? found[at].fraction : INFINITY;
        first = key < first ? key : first;
        cr_assert(key == wanted.key || fabsf(key - wanted.key) < 1e-4f || (at < 0 && wanted.key > 0.9999f),
                  "body %d at %f, wanted %f", k, (double)key, (double)wanted.key);
    }
    for (int i = 1; i < count; i++) {
        cr_assert(found[i - 1].fraction <= found[i].fraction);
    }
    AukFound one;
    bool hit = auk_world_cast_shape(torus->world, &shape, pose, delta, &query, &one);
    cr_assert(hit == (count > 0) && (!hit || memcmp(&one, &found[0], sizeof one) == 0));
    cr_assert_eq(auk_world_cast_shape_any(torus->world, &shape, pose, delta, &query), count > 0);
    if (hit) {
        AukFound alone;
        cr_assert(auk_world_shape_cast_shape(torus->world, one.shape, &shape, pose, delta, NULL, &alone));
        cr_assert_eq(alone.fraction, one.fraction);
    }
}

// The earliest contact of a turning path with all images of all bodies; what is grazed may go either way.
static void check_turns(Torus *torus)
{
    Random *random = &torus->random;
    AukQuery query = {.sensors = true};
    AukShape shape = some_shape(random);
    AukPath path = {auk_transform(some_place(torus), 0.3f),
                    {fine(random, -18.0f, 18.0f), fine(random, -18.0f, 18.0f)},
                    random_float(random, -9.0f, 9.0f)};
    AukFound found;
    bool hit = auk_world_cast_shape_turning(torus->world, &shape, path.start, path.delta, path.turn, &query, &found);
    float first = INFINITY, limit = hit ? found.fraction : 1.0f, off = INFINITY;
    AukTransform there = auk_path_pose(&path, limit);
    for (int k = 0; k < BODIES; k++) {
        AukTransform body = auk_body_get_pose(torus->world, torus->bodies[k]);
        for (int x = torus->period.x > 0.0f ? -4 : 0; x <= (torus->period.x > 0.0f ? 4 : 0); x++) {
            for (int y = torus->period.y > 0.0f ? -4 : 0; y <= (torus->period.y > 0.0f ? 4 : 0); y++) {
                AukPath rests = {image_of(torus, body, x, y), {0.0f, 0.0f}, 0.0f};
                AukCast cast = auk_time_of_impact(&torus->shapes[k], &rests, &shape, &path, NULL);
                first = cast.hit && cast.fraction < first ? cast.fraction : first;
                float gap = auk_distance(&torus->shapes[k], rests.start, &shape, there).distance;
                off = gap < off ? gap : off;
            }
        }
    }
    cr_assert(hit ? first > limit - 2e-3f : first > 0.998f, "at %f, wanted %f", (double)limit, (double)first);
    cr_assert(!hit || off < CLOSE, "%f off", (double)off);
}

// Whether points along a ray are inside a body, in any image.
static void check_spans(Torus *torus, AukSpanWork *work)
{
    static AukRaySpan spans[FOUND];
    Random *random = &torus->random;
    AukQuery query = {.sensors = true};
    AukVec2 from = some_place(torus), delta = auk_vec(fine(random, -60.0f, 60.0f), fine(random, -60.0f, 60.0f));
    int count = auk_world_cast_ray_spans(torus->world, work, from, delta, &query, spans, FOUND);
    cr_assert(count >= 0 && count < FOUND, "%d", count);
    for (int k = 0; k <= 50; k++) {
        float fraction = 0.02f * (float)k;
        AukTransform point = auk_transform(auk_vec_add_scaled(from, fraction, delta), 0.0f);
        AukFound inside[FOUND];
        int covered = 0, sure = 0, near = auk_world_nearest(torus->world, NULL, point, CLOSE, &query, inside, FOUND);
        for (int i = 0; i < count; i++) {
            covered += fraction >= spans[i].enter && fraction <= spans[i].exit;
        }
        for (int i = 0; i < near; i++) {
            sure += inside[i].distance < -CLOSE;
        }
        cr_assert(covered >= sure && covered <= near, "%d of %d to %d", covered, sure, near);
    }
}

static void check_near(Torus *torus)
{
    static AukFound found[FOUND], few[3];
    Random *random = &torus->random;
    AukQuery query = {.sensors = true, .skip_overlapping = random_chance(random, 0.3)};
    AukShape shape = random_chance(random, 0.3) ? auk_shape_box(fine(random, 1.0f, 14.0f), fine(random, 1.0f, 14.0f))
                                                : some_shape(random);
    AukTransform pose = auk_transform(some_place(torus), random_chance(random, 0.5) ? 0.0f : 1.0f);
    float max = random_chance(random, 0.5) ? INFINITY : 3.0f;
    int count = auk_world_nearest(torus->world, &shape, pose, max, &query, found, FOUND);
    cr_assert_eq(count, auk_world_nearest(torus->world, &shape, pose, max, &query, NULL, 0));
    for (int k = 0; k < BODIES; k++) {
        float d = INFINITY;
        bool grazed = false;
        AukTransform body = auk_body_get_pose(torus->world, torus->bodies[k]);
        for (int x = -2 * reach_x(torus); x <= 2 * reach_x(torus); x++) {
            for (int y = -2 * reach_y(torus); y <= 2 * reach_y(torus); y++) {
                float at = auk_distance(&torus->shapes[k], image_of(torus, body, x, y), &shape, pose).distance;
                d = at < d && !(query.skip_overlapping && at <= 0.0f) ? at : d;
                grazed = grazed || (query.skip_overlapping && fabsf(at) < CLOSE);
            }
        }
        int at = place_in(found, count, torus->bodies[k]);
        float key = at >= 0 ? found[at].distance : INFINITY;
        cr_assert(grazed || fabsf(key - d) < 1e-3f || (at < 0 && d > max - 1e-3f), "body %d at %f, is %f", k,
                  (double)key, (double)d);
    }
    int some = auk_world_nearest(torus->world, &shape, pose, max, &query, few, 3);
    cr_assert(some == (count < 3 ? count : 3) && memcmp(few, found, (size_t)some * sizeof *few) == 0);
    int overlapping = 0;
    for (int i = 0; i < count; i++) {
        overlapping += found[i].distance <= 0.0f;
    }
    int overlaps = auk_world_overlap(torus->world, &shape, pose, &query, few, 0);
    overlaps = auk_world_overlap(torus->world, &shape, pose, &query, NULL, 0);
    cr_assert(query.skip_overlapping || abs(overlaps - overlapping) <= 1, "%d overlap, %d are that near", overlaps,
              overlapping);
}

static void step(Torus *torus)
{
    for (int i = 0; i < BODIES; i++) {
        torus->before[i] = auk_body_get_pose(torus->world, torus->bodies[i]);
    }
    AukStatus status = auk_world_step(torus->world, DT);
    cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
}

Test(world_wrap_images, contacts_hits_and_answers_are_those_of_brute_force, .timeout = 600)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    AukSpanWork *work = auk_span_work_create(NULL);
    for (int i = 0; i < random_repeats(WORLDS); i++) {
        Torus *torus = torus_create((uint64_t)i, &def, i % 2 == 1, auk_vec(0.0f, 0.0f));
        for (int s = 0; s < STEPS; s++) {
            step(torus);
            check_places(torus);
            check_contacts(torus);
            check_hits(torus);
            for (int q = 0; q < QUESTIONS; q++) {
                check_casts(torus, q % 3 == 0 ? 4 : 1);
                check_turns(torus);
                check_spans(torus, work);
                check_near(torus);
            }
        }
        torus_destroy(torus);
    }
    auk_span_work_destroy(work);
}
