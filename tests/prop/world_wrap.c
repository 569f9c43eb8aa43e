// The same scene twice: in the plane, and in a world that wraps around, where both seams run through the middle of it.
// The scene is smaller than half the rectangle, so whatever happens in the one has to happen in the other, places being
// the same up to whole periods. Everything that a world can be asked is compared.
#include "auk/auk.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 36, STEPS = 12, WORLDS = 150, QUESTIONS = 12, LIST = 256 };

#define PERIOD 64.0f
#define DT 0.015625f

// In every second pair of worlds nothing is rounded otherwise in one than in the other: where the world wraps all
// coordinates are in [512, 1024), so that floats are equally dense, and the other axis, which does not, has larger
// ones, which alone make the tolerances that grow with a place. There all has to be the same to the last bit.
#define EXACT_PERIOD 512.0f
#define EXACT_MIDDLE 768.0f
#define EXACT_OTHER 1280.0f

// Coordinates of both worlds are multiples of powers of two where the scene begins, so that they are the same there.
typedef struct Twins {
    Random random;
    AukWorld *plane, *torus;
    AukVec2 offset; // of the torus' coordinates
    AukBox wrap;
    int count;
    AukBodyId bodies[BODIES];
    AukMover mover, mover_twin;
    int moves, moves_unlike;
    AukVec2 middle; // of the scene in the plane
    bool exact;
    bool responds; // bodies do; then nothing is one-way unless the worlds are exact: whether a body was in front would
                   // be up to rounding
    int lost_at;   // the last step in which bodies were lost
    uint64_t stream;
} Twins;

static float wrapped(float x, float min, float max)
{
    double period = (double)max - (double)min, y = x;
    if (period > 0.0) {
        y -= floor((y - min) / period) * period;
        y = y >= max ? min : y;
    }
    return (float)y;
}

static AukVec2 there(const Twins *twins, AukVec2 p)
{
    return auk_vec(wrapped(p.x + twins->offset.x, twins->wrap.min.x, twins->wrap.max.x),
                   wrapped(p.y + twins->offset.y, twins->wrap.min.y, twins->wrap.max.y));
}

// The same place some times around the torus; where bits are compared as it is, since doubles are rounded farther away.
static AukVec2 around(Twins *twins, AukVec2 p)
{
    if (twins->exact) {
        return p;
    }
    p.x += (float)random_int(&twins->random, -2, 2) * (twins->wrap.max.x - twins->wrap.min.x);
    p.y += (float)random_int(&twins->random, -2, 2) * (twins->wrap.max.y - twins->wrap.min.y);
    return p;
}

static double apart(double d, double period)
{
    return period > 0.0 ? fabs(d - floor(d / period + 0.5) * period) : fabs(d);
}

// How far a place of the torus is from one of the plane.
static double off(const Twins *twins, AukVec2 plane, AukVec2 torus)
{
    double x = apart((double)torus.x - plane.x - twins->offset.x, (double)twins->wrap.max.x - twins->wrap.min.x);
    double y = apart((double)torus.y - plane.y - twins->offset.y, (double)twins->wrap.max.y - twins->wrap.min.y);
    return x > y ? x : y;
}

static float grid_float(Random *random, int low, int high)
{
    return (float)random_int(random, low * 64, high * 64) / 64.0f;
}

static AukShape some_shape(Random *random)
{
    float size = (float)random_int(random, 4, 24) / 16.0f;
    static AukVec2 points[5] = {{-1.0f, -0.5f}, {0.5f, -1.0f}, {1.25f, 0.25f}, {0.0f, 1.0f}, {-1.0f, 0.5f}};
    switch (random_int(random, 0, 5)) {
    case 0: return auk_shape_circle(size);
    case 1: return auk_shape_box(size, 0.5f * size);
    case 2: return auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.25f), 0.25f);
    case 3: return auk_shape_ellipse(size, 0.5f * size);
    case 4: return auk_shape_segment(auk_vec(0.0f, -size), auk_vec(0.5f, size));
    default: return auk_shape_polygon(points, 5, 0.0f);
    }
}

static void both_create(Twins *twins, AukBodyDef def)
{
    AukBodyId id = auk_body_create(twins->plane, &def);
    def.position = there(twins, def.position);
    AukBodyId twin = auk_body_create(twins->torus, &def);
    cr_assert(auk_body_id_equal(id, twin), "%s", auk_status_text(auk_world_last_status(twins->torus)));
    twins->bodies[twins->count++] = id;
}

static void add_ground(Twins *twins)
{
    Random *random = &twins->random;
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.motion = AUK_MOTION_STATIC;
    def.position = auk_vec_add(twins->middle, auk_vec(grid_float(random, -2, 2), grid_float(random, -6, -4)));
    both_create(twins, def);
    AukBodyId body = twins->bodies[twins->count - 1];
    AukShapeDef shape;
    memset(&shape, 0, sizeof shape);
    if (random_chance(random, 0.5)) {
        AukVec2 points[9];
        for (int i = 0; i < 9; i++) {
            points[i] = auk_vec((float)(8 - 2 * i), i % 3 == 0 ? grid_float(random, -1, 1) : 0.0f);
        }
        auk_body_add_chain(twins->plane, body, points, 9, false, &shape);
        shape.position = around(twins, shape.position);
        auk_body_add_chain(twins->torus, body, points, 9, false, &shape);
        return;
    }
    uint8_t cells[16 * 4];
    for (int i = 0; i < 16 * 4; i++) {
        cells[i] = random_chance(random, 0.6) ? (uint8_t)random_int(random, 0, AUK_TILE_COUNT - 1) : AUK_TILE_FULL;
        bool one_way = cells[i] >= AUK_TILE_ONE_WAY_HIGH;
        cells[i] = one_way && twins->responds && !twins->exact ? AUK_TILE_EMPTY : cells[i];
    }
    AukTilesDef tiles = {16, 4, 1.0f, 0.0f, cells};
    shape.position = auk_vec(-8.0f, -2.0f);
    auk_body_add_tiles(twins->plane, body, &tiles, &shape);
    shape.position = around(twins, shape.position);
    auk_body_add_tiles(twins->torus, body, &tiles, &shape);
}

static void add_body(Twins *twins, bool spins)
{
    Random *random = &twins->random;
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.shape = some_shape(random);
    def.position = auk_vec_add(twins->middle, auk_vec(grid_float(random, -9, 9), grid_float(random, -9, 9)));
    def.angle = random_chance(random, 0.5) ? random_float(random, -3.0f, 3.0f) : 0.0f;
    def.motion = (AukMotion)random_int(random, 0, AUK_MOTION_COUNT - 1);
    if (def.motion != AUK_MOTION_STATIC) {
        int speed = def.motion == AUK_MOTION_SWEPT ? 200 : 30;
        def.velocity = auk_vec((float)random_int(random, -speed, speed), (float)random_int(random, -speed, speed));
        def.spin = spins && random_chance(random, 0.3) ? random_float(random, -3.0f, 3.0f) : 0.0f;
        def.response =
            scene_response(def.motion, twins->responds ? (AukResponse)random_int(random, 0, 3) : AUK_RESPONSE_CROSS);
        def.pierce = random_chance(random, 0.2) ? 2 : 0;
        def.bounce_loss = 0.25f;
    }
    def.sensor = random_chance(random, 0.15);
    def.proximity = def.sensor && random_chance(random, 0.5) ? 0.5f : 0.0f;
    bool one_way = (!twins->responds || twins->exact) && random_chance(random, 0.1);
    def.one_way = auk_vec(0.0f, one_way ? 1.0f : 0.0f);
    both_create(twins, def);
    if (random_chance(random, 0.2)) {
        AukShapeDef more;
        memset(&more, 0, sizeof more);
        more.shape = auk_shape_circle(0.5f);
        more.position = auk_vec(grid_float(random, -2, 2), grid_float(random, -2, 2));
        auk_body_add_shape(twins->plane, twins->bodies[twins->count - 1], &more);
        auk_body_add_shape(twins->torus, twins->bodies[twins->count - 1], &more);
    }
}

// Sets where the scene is in both worlds: its middle in the plane is a corner of the rectangle.
static void place_scene(Twins *twins)
{
    Random *random = &twins->random;
    int axes = random_int(random, 1, twins->exact ? 2 : 3);
    float x = grid_float(random, -40, 40), y = grid_float(random, -40, 40), period = PERIOD;
    if (twins->exact) {
        x = axes & 1 ? EXACT_PERIOD : EXACT_OTHER;
        y = axes & 2 ? EXACT_PERIOD : EXACT_OTHER;
        period = EXACT_PERIOD;
        twins->middle = auk_vec(axes & 1 ? EXACT_MIDDLE : x, axes & 2 ? EXACT_MIDDLE : y);
    }
    twins->wrap.min = auk_vec(axes & 1 ? x : 0.0f, axes & 2 ? y : 0.0f);
    twins->wrap.max = auk_vec(axes & 1 ? x + period : 0.0f, axes & 2 ? y + period : 0.0f);
    twins->offset = auk_vec_sub(auk_vec(x, y), twins->middle);
}

static Twins *twins_create(uint64_t stream)
{
    Twins *twins = calloc(1, sizeof *twins);
    twins->random = random_start(random_seed(), stream);
    twins->stream = stream;
    twins->lost_at = -STEPS;
    Random *random = &twins->random;
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.history = 6;
    twins->plane = auk_world_create(&def, NULL);
    twins->exact = random_chance(random, 0.5);
    place_scene(twins);
    def.wrap = twins->wrap;
    AukStatus status;
    twins->torus = auk_world_create(&def, &status);
    cr_assert_eq(status, AUK_OK);
    twins->responds = random_chance(random, 0.6);
    add_ground(twins);
    bool spins = random_chance(random, 0.5);
    while (twins->count < BODIES) {
        add_body(twins, spins);
    }
    return twins;
}

static void twins_destroy(Twins *twins)
{
    auk_world_destroy(twins->plane);
    auk_world_destroy(twins->torus);
    free(twins);
}

static int hits_of(const AukWorld *world, AukBodyId body)
{
    AukHits hits = auk_world_hits(world);
    int count = 0;
    for (int i = 0; i < hits.count; i++) {
        count += hits.items[i].body_a.index == body.index || hits.items[i].body_b.index == body.index;
    }
    return count;
}

// Squeezed between moving surfaces, where rounding decides, or shot out from there.
static bool is_lost(const Twins *twins, int i)
{
    AukVec2 p = auk_vec_sub(auk_body_get_pose(twins->plane, twins->bodies[i]).p, twins->middle);
    return fabsf(p.x) > 13.0f || fabsf(p.y) > 13.0f || hits_of(twins->plane, twins->bodies[i]) > 6 ||
           hits_of(twins->torus, twins->bodies[i]) > 6;
}

// Hits of bodies that the other list has not at that time. What closes for its rounding alone may hit once more.
static int missing_hits(AukHits hits, AukHits others)
{
    int missing = 0;
    for (int i = 0; i < hits.count; i++) {
        bool known = false;
        for (int k = 0; k < others.count && !known; k++) {
            known = hits.items[i].body_a.index == others.items[k].body_a.index &&
                    hits.items[i].body_b.index == others.items[k].body_b.index &&
                    fabsf(hits.items[i].fraction - others.items[k].fraction) < 1e-3f;
        }
        missing += !known;
    }
    return missing;
}

// Where bodies respond, rounding sometimes decides whether what slides along something hits it.
static bool has_diverged(const Twins *twins)
{
    AukContacts a = auk_world_contacts(twins->plane), b = auk_world_contacts(twins->torus);
    AukHits plane = auk_world_hits(twins->plane), torus = auk_world_hits(twins->torus);
    bool unlike = a.count != b.count || missing_hits(plane, torus) > 0 || missing_hits(torus, plane) > 0;
    for (int i = 0; i < a.count && !unlike; i++) {
        unlike = memcmp(&a.items[i], &b.items[i], offsetof(AukContact, began)) != 0;
    }
    for (int i = 0; i < twins->count && !unlike; i++) {
        AukVec2 p = auk_body_get_pose(twins->plane, twins->bodies[i]).p;
        unlike = off(twins, p, auk_body_get_pose(twins->torus, twins->bodies[i]).p) > 1e-3;
    }
    return twins->responds && unlike;
}

// Bodies turn back at the border of the scene, and then go on with the same places in both worlds: rounding must not
// add up over the steps. True if a body was lost: nothing is to be compared then.
static bool herd(Twins *twins, bool diverged)
{
    bool any_lost = false;
    for (int i = 0; i < twins->count; i++) {
        any_lost = any_lost || is_lost(twins, i);
    }
    for (int i = 0; i < twins->count; i++) {
        AukBodyId id = twins->bodies[i];
        if (auk_body_get_motion(twins->plane, id) == AUK_MOTION_STATIC) {
            continue;
        }
        AukTransform pose = auk_body_get_pose(twins->plane, id);
        cr_assert(any_lost || diverged || off(twins, pose.p, auk_body_get_pose(twins->torus, id).p) < 1e-3, "body %d",
                  i);
        pose.p = auk_vec_sub(pose.p, twins->middle);
        bool lost = fabsf(pose.p.x) > 13.0f || fabsf(pose.p.y) > 13.0f;
        pose.p = lost ? auk_vec(0.0f, 0.0f) : pose.p;
        AukVec2 v = auk_body_get_velocity(twins->plane, id);
        v = fabsf(v.x) > 600.0f || fabsf(v.y) > 600.0f ? auk_vec(0.0f, 0.0f) : v; // out of a corner
        v.x = pose.p.x * v.x > 0.0f && fabsf(pose.p.x) > 9.0f ? -v.x : v.x;
        v.y = pose.p.y * v.y > 0.0f && fabsf(pose.p.y) > 9.0f ? -v.y : v.y;
        pose.p = auk_vec(roundf(pose.p.x * 0x1p12f) * 0x1p-12f, roundf(pose.p.y * 0x1p12f) * 0x1p-12f);
        pose.p = auk_vec_add(pose.p, twins->middle);
        auk_body_set_pose(twins->plane, id, pose);
        auk_body_set_velocity(twins->plane, id, v);
        pose.p = there(twins, pose.p);
        auk_body_set_pose(twins->torus, id, pose);
        auk_body_set_velocity(twins->torus, id, v);
    }
    return any_lost;
}

// ---- comparing -----------------------------------------------------------------------------------------------------

static void compare_contacts(const Twins *twins)
{
    AukContacts plane = auk_world_contacts(twins->plane), torus = auk_world_contacts(twins->torus);
    int i = 0, k = 0;
    while (i < plane.count || k < torus.count) {
        bool same = i < plane.count && k < torus.count &&
                    memcmp(&plane.items[i], &torus.items[k], offsetof(AukContact, began)) == 0;
        if (same) {
            const AukManifold *a = &plane.items[i++].manifold, *b = &torus.items[k++].manifold;
            float limit = a->count == b->count ? 1e-3f : 1e9f;
            for (int point = 0; point < a->count && point < b->count; point++) {
                cr_assert(fabsf(a->points[point].distance - b->points[point].distance) < limit);
                bool near = off(twins, a->points[point].point, b->points[point].point) < 1e-2;
                cr_assert(near || auk_vec_dot(a->normal, b->normal) < 0.99f || limit > 1.0f);
            }
            continue;
        }
        // one of them is only just a contact
        bool first =
            k == torus.count || (i < plane.count && memcmp(&plane.items[i].body_a, &torus.items[k].body_a, 4) != 0
                                     ? plane.items[i].body_a.index < torus.items[k].body_a.index
                                     : i < plane.count && plane.items[i].body_b.index <= torus.items[k].body_b.index);
        first = first && i < plane.count;
        const AukContact *odd = first ? &plane.items[i++] : &torus.items[k++];
        cr_assert(odd->manifold.points[0].distance > -2e-3f, "bodies %u and %u, %f", odd->body_a.index,
                  odd->body_b.index, (double)odd->manifold.points[0].distance);
    }
}

// What is faster is slowed down where the world wraps around, and nowhere else.
static bool is_fast(AukVec2 v)
{
    float most = 0.25f * EXACT_PERIOD / DT * 0.999f;
    return fabsf(v.x) > most || fabsf(v.y) > most;
}

static bool any_fast(const Twins *twins, const AukWorld *world)
{
    AukHits hits = auk_world_hits(world);
    bool fast = false;
    for (int i = 0; i < hits.count && !fast; i++) {
        fast = is_fast(hits.items[i].velocity_a) || is_fast(hits.items[i].velocity_b);
    }
    for (int i = 0; i < twins->count && !fast; i++) {
        fast = is_fast(auk_body_get_velocity(world, twins->bodies[i]));
    }
    return fast;
}

static bool same_bits(AukVec2 a, AukVec2 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// The same hits, contacts and poses in two worlds that are exact.
static void expect_same(const Twins *twins)
{
    AukHits hits = auk_world_hits(twins->plane), hits_twin = auk_world_hits(twins->torus);
    int count = hits.count < hits_twin.count ? hits.count : hits_twin.count;
    for (int i = 0; i < count; i++) {
        AukHit hit = hits.items[i], twin = hits_twin.items[i];
        cr_assert(off(twins, hit.point, twin.point) < 1e-3);
        twin.point = hit.point; // it may be beyond the rectangle, where floats are coarser
        cr_assert_eq(memcmp(&hit, &twin, sizeof hit), 0, "world %d: hit %d of bodies %u and %u", (int)twins->stream, i,
                     hit.body_a.index, hit.body_b.index);
    }
    cr_assert_eq(hits.count, hits_twin.count, "world %d: %d hits, %d", (int)twins->stream, hits.count, hits_twin.count);
    AukContacts contacts = auk_world_contacts(twins->plane), contacts_twin = auk_world_contacts(twins->torus);
    cr_assert_eq(contacts.count, contacts_twin.count, "world %d", (int)twins->stream);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *a = &contacts.items[i], *b = &contacts_twin.items[i];
        cr_assert_eq(memcmp(a, b, offsetof(AukContact, began)), 0, "world %d: contact %d", (int)twins->stream, i);
        cr_assert(same_bits(a->manifold.normal, b->manifold.normal) && a->manifold.count == b->manifold.count);
        for (int k = 0; k < a->manifold.count; k++) {
            cr_assert_eq(a->manifold.points[k].distance, b->manifold.points[k].distance);
        }
    }
    for (int i = 0; i < twins->count; i++) {
        AukTransform a = auk_body_get_pose(twins->plane, twins->bodies[i]);
        AukTransform b = auk_body_get_pose(twins->torus, twins->bodies[i]);
        cr_assert(off(twins, a.p, b.p) == 0.0 && memcmp(&a.q, &b.q, sizeof a.q) == 0, "world %d: body %d off by %g",
                  (int)twins->stream, i, off(twins, a.p, b.p));
        cr_assert(same_bits(auk_body_get_velocity(twins->plane, twins->bodies[i]),
                            auk_body_get_velocity(twins->torus, twins->bodies[i])));
    }
}

static bool may_differ(int a, int b)
{
    return abs(a - b) <= 2;
}

static void compare_steps(const Twins *twins, bool with_events)
{
    compare_contacts(twins);
    AukHits plane = auk_world_hits(twins->plane), torus = auk_world_hits(twins->torus);
    int missing = missing_hits(plane, torus), more = missing_hits(torus, plane);
    cr_assert(missing <= 1 && more <= 1, "world %d: %d and %d hits too", (int)twins->stream, missing, more);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT && with_events; kind++) {
        int a = auk_world_events(twins->plane, (AukEventKind)kind).count;
        int b = auk_world_events(twins->torus, (AukEventKind)kind).count;
        cr_assert(may_differ(a, b), "world %d: %d events of kind %d, and %d", (int)twins->stream, a, kind, b);
    }
}

static bool same_found(const Twins *twins, const AukFound *a, const AukFound *b)
{
    return a->body.index == b->body.index && a->shape.index == b->shape.index &&
           fabsf(a->fraction - b->fraction) < 1e-4f && fabsf(a->distance - b->distance) < 1e-3f &&
           (off(twins, a->point, b->point) < 1e-2 || a->distance < 0.0f);
}

static int nearly(int a, int b)
{
    return abs(a - b) <= 1;
}

static void compare_lists(const Twins *twins, const AukFound *plane, int count, const AukFound *torus, int torus_count)
{
    cr_assert(nearly(count, torus_count), "%d found and %d", count, torus_count);
    int unlike = 0;
    for (int i = 0; i < count && count == torus_count; i++) {
        unlike += !same_found(twins, &plane[i], &torus[i]);
    }
    cr_assert(unlike <= 2, "%d of %d unlike", unlike, count);
}

// The past is the same since `same` steps.
static void ask(Twins *twins, int same)
{
    Random *random = &twins->random;
    static AukFound plane[LIST], torus[LIST];
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.sensors = random_chance(random, 0.5);
    query.skip_overlapping = random_chance(random, 0.2);
    AukVec2 from = auk_vec_add(twins->middle, auk_vec(grid_float(random, -10, 10), grid_float(random, -10, 10)));
    AukVec2 delta = auk_vec(grid_float(random, -10, 10), grid_float(random, -10, 10)), at = there(twins, from);
    AukShape shape = some_shape(random);
    AukTransform pose = auk_transform(from, 0.5f), twin = auk_transform(at, 0.5f);
    int back = random_int(random, 0, auk_world_history(twins->plane));
    back = back > same ? same : back;

    int count = auk_world_cast_ray_all(twins->plane, from, delta, &query, plane, LIST);
    compare_lists(twins, plane, count, torus, auk_world_cast_ray_all(twins->torus, at, delta, &query, torus, LIST));
    bool hit = auk_world_cast_ray(twins->torus, at, delta, &query, &torus[0]);
    cr_assert(hit == (count > 0) && (!hit || same_found(twins, &plane[0], &torus[0])));
    cr_assert_eq(auk_world_cast_ray_any(twins->torus, at, delta, &query), count > 0);
    count = auk_world_cast_shape_all(twins->plane, &shape, pose, delta, &query, plane, LIST);
    compare_lists(twins, plane, count, torus,
                  auk_world_cast_shape_all(twins->torus, &shape, twin, delta, &query, torus, LIST));
    count = auk_world_overlap(twins->plane, &shape, pose, &query, plane, LIST);
    compare_lists(twins, plane, count, torus, auk_world_overlap(twins->torus, &shape, twin, &query, torus, LIST));
    count = auk_world_nearest(twins->plane, &shape, pose, 8.0f, &query, plane, LIST);
    compare_lists(twins, plane, count, torus, auk_world_nearest(twins->torus, &shape, twin, 8.0f, &query, torus, LIST));

    count = auk_world_cast_ray_at(twins->plane, back, from, delta, &query, &plane[0]);
    compare_lists(twins, plane, count, torus, auk_world_cast_ray_at(twins->torus, back, at, delta, &query, torus));
    count = auk_world_cast_shape_at(twins->plane, back, &shape, pose, delta, &query, &plane[0]);
    compare_lists(twins, plane, count, torus,
                  auk_world_cast_shape_at(twins->torus, back, &shape, twin, delta, &query, torus));
    count = auk_world_overlap_at(twins->plane, back, &shape, pose, &query, plane, LIST);
    compare_lists(twins, plane, count, torus,
                  auk_world_overlap_at(twins->torus, back, &shape, twin, &query, torus, LIST));

    AukBodyId a = twins->bodies[random_int(random, 0, BODIES - 1)],
              b = twins->bodies[random_int(random, 0, BODIES - 1)];
    AukWhy why = auk_world_why(twins->plane, a, b), why_twin = auk_world_why(twins->torus, a, b);
    cr_assert(fabsf(why.distance - why_twin.distance) < 1e-3f &&
                  (why.reason == why_twin.reason || fabsf(why.distance) < 1e-3f || fabsf(why.box_distance) < 1e-3f),
              "%s %f, %s %f", auk_why_name(why.reason), (double)why.distance, auk_why_name(why_twin.reason),
              (double)why_twin.distance);
}

// A character walks about in both worlds, before the step as it should.
static void move(Twins *twins)
{
    Random *random = &twins->random;
    AukMover *mover = &twins->mover, *twin = &twins->mover_twin;
    AukVec2 place = auk_vec_sub(mover->pose.p, twins->middle);
    if (twins->moves++ % STEPS == 0 || fabsf(place.x) > 10.0f || fabsf(place.y) > 10.0f) {
        memset(mover, 0, sizeof *mover);
        mover->shape = random_chance(random, 0.5) ? auk_shape_circle(0.5f) : auk_shape_box(0.5f, 0.75f);
        place = auk_vec(grid_float(random, -8, 8), grid_float(random, -4, 8));
        mover->pose = auk_transform(auk_vec_add(twins->middle, place), 0.0f);
        mover->step_height = 0.25f;
        mover->snap = 0.25f;
        mover->floating = random_chance(random, 0.3);
    }
    mover->velocity = auk_vec((float)random_int(random, -40, 40), (float)random_int(random, -60, 20));
    *twin = *mover;
    twin->pose.p = there(twins, mover->pose.p);
    twin->support_pose.p = there(twins, mover->support_pose.p);
    AukMoverContact plane[AUK_MOVER_CONTACT_MAX], torus[AUK_MOVER_CONTACT_MAX];
    int count = auk_world_move(twins->plane, mover, DT, plane, AUK_MOVER_CONTACT_MAX);
    int torus_count = auk_world_move(twins->torus, twin, DT, torus, AUK_MOVER_CONTACT_MAX);
    cr_assert(count >= 0 && torus_count >= 0);
    bool like = off(twins, mover->pose.p, twin->pose.p) < 1e-2 && mover->floor == twin->floor &&
                mover->wall == twin->wall && count == torus_count && auk_body_id_equal(mover->support, twin->support) &&
                auk_vec_length(auk_vec_sub(mover->moved, twin->moved)) < 1e-2f &&
                auk_vec_length(auk_vec_sub(mover->support_velocity, twin->support_velocity)) < 1.0f;
    for (int i = 0; i < count && like; i++) {
        like = auk_body_id_equal(plane[i].body, torus[i].body) && off(twins, plane[i].point, torus[i].point) < 1e-2;
    }
    twins->moves_unlike += !like;
}

Test(world_wrap, a_scene_at_the_seams_goes_as_in_the_plane, .timeout = 600)
{
    int steps = 0, compared = 0, unlike = 0, diverging = 0, exact = 0;
    for (int i = 0; i < random_repeats(WORLDS); i++) {
        Twins *twins = twins_create((uint64_t)i);
        for (int step = 0; step < STEPS; step++) {
            move(twins);
            cr_assert_eq(auk_world_step(twins->plane, DT), AUK_OK);
            AukStatus status = auk_world_step(twins->torus, DT);
            cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
            if (twins->exact && (any_fast(twins, twins->plane) || any_fast(twins, twins->torus))) {
                break; // what is pierced, or touched before, is not the same any more
            }
            steps++;
            if (twins->exact) {
                exact++;
                expect_same(twins);
            }
            bool diverged = has_diverged(twins), lost = herd(twins, diverged);
            diverging += diverged && !lost;
            if (lost || diverged) {
                twins->lost_at = step;
                continue;
            }
            compared++;
            compare_steps(twins, step > twins->lost_at + 1);
            for (int k = 0; k < QUESTIONS; k++) {
                ask(twins, step - twins->lost_at - 1);
            }
        }
        unlike += twins->moves_unlike;
        twins_destroy(twins);
    }
    cr_assert(20 * unlike <= steps, "%d of %d moves unlike", unlike, steps); // where rounding decides
    cr_assert(20 * diverging <= steps, "%d of %d steps diverge", diverging, steps);
    cr_assert(steps < STEPS * 20 || 4 * exact > steps, "%d of %d steps were exact", exact, steps);
    cr_assert(2 * compared > steps, "%d of %d steps compared", compared, steps);
}
