// Half-planes against formulas, and against a large box in the same place: pairs, a world's step, and its queries.
#include "auk/auk.h"
#include "auk/terrain.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { USUAL_PAIRS = 3000, USUAL_WORLDS = 60, CORNERS = 12, BODIES = 30, QUERIES = 25, SAMPLES = 128 };

// The boxes of the worlds reach this far along the surface and below it.
#define BOX_HALF 2048.0f
#define BOX_DEPTH 512.0f

typedef struct Vec {
    double x, y;
} Vec;

// ---- pairs ----

typedef struct Sample {
    AukVec2 corners[CORNERS];
    int count; // 0: an ellipse
    Vec half;  // of an ellipse
    AukShape shape;
} Sample;

static void sample_shape(Random *random, Sample *out)
{
    float size = (float)random_log(random, 0.1, 10.0), radius = random_float(random, 0.0f, 0.5f) * size;
    AukVec2 half = auk_vec(size * random_float(random, 0.2f, 1.0f), size * random_float(random, 0.2f, 1.0f));
    memset(out, 0, sizeof *out);
    switch (random_int(random, 0, 4)) {
    case 0:
        out->count = 1;
        out->shape = auk_shape_circle(size);
        break;
    case 1:
        out->count = 2;
        out->corners[0] = half;
        out->corners[1] = random_vec(random, -size, size);
        out->shape = auk_shape_capsule(out->corners[0], out->corners[1], radius);
        break;
    case 2:
        out->count = 4;
        for (int i = 0; i < 4; i++) {
            out->corners[i] = auk_vec(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y);
        }
        out->shape = auk_shape_rounded(auk_shape_box(half.x, half.y), radius);
        break;
    case 3:
        out->count = random_polygon(random, random_int(random, 3, CORNERS), size, 0.5f, out->corners);
        out->shape = auk_shape_polygon(out->corners, out->count, radius);
        break;
    default:
        out->half = (Vec){(double)half.x, (double)half.y};
        out->shape = auk_shape_rounded(auk_shape_ellipse(half.x, half.y), radius);
        break;
    }
    cr_assert_eq(out->shape.status, AUK_OK);
}

// A pose with any position and angle, and the same in doubles.
typedef struct Place {
    AukTransform pose;
    double x, y, c, s;
} Place;

static Place place_of(AukTransform pose)
{
    double length = hypot((double)pose.q.c, (double)pose.q.s);
    Place place = {pose, (double)pose.p.x, (double)pose.p.y, (double)pose.q.c / length, (double)pose.q.s / length};
    return place;
}

// The surface in the caller's frame: dot(n, p) = offset.
typedef struct Surface {
    double x, y, offset;
} Surface;

static Surface surface_of(const AukShape *plane, const Place *place)
{
    double x = (double)plane->core.half_plane.normal.x, y = (double)plane->core.half_plane.normal.y;
    double length = hypot(x, y);
    Surface surface = {(place->c * x - place->s * y) / length, (place->s * x + place->c * y) / length, 0.0};
    surface.offset = (double)plane->core.half_plane.offset / length + (double)plane->radius;
    surface.offset += surface.x * place->x + surface.y * place->y;
    return surface;
}

// The distance of a shape from the surface: that of its deepest corner.
static double distance_of(const Sample *sample, const Place *place, const Surface *surface)
{
    double x = place->c * surface->x + place->s * surface->y, y = place->c * surface->y - place->s * surface->x;
    double least = sample->count > 0 ? INFINITY : -hypot(sample->half.x * x, sample->half.y * y);
    for (int i = 0; i < sample->count; i++) {
        double along = (double)sample->corners[i].x * x + (double)sample->corners[i].y * y;
        least = along < least ? along : least;
    }
    double origin = surface->x * place->x + surface->y * place->y - surface->offset;
    return origin + least - (double)sample->shape.radius;
}

static void check_distance(const Sample *sample, const Place *place, const AukShape *plane, const Place *on,
                           const Surface *surface, bool first, double slack)
{
    const AukShape *a = first ? plane : &sample->shape, *b = first ? &sample->shape : plane;
    AukTransform pose_a = first ? on->pose : place->pose, pose_b = first ? place->pose : on->pose;
    double expected = distance_of(sample, place, surface), side = first ? 1.0 : -1.0;
    AukDistance found = auk_distance(a, pose_a, b, pose_b);
    cr_assert(found.status == AUK_OK && fabs((double)found.distance - expected) <= slack, "%g, not %g",
              (double)found.distance, expected);
    cr_assert(fabs((double)found.normal.x - side * surface->x) + fabs((double)found.normal.y - side * surface->y) <
              1e-5);
    AukVec2 apart = auk_vec_sub(found.point_b, found.point_a);
    cr_assert(fabs((double)auk_vec_dot(apart, found.normal) - expected) <= 8.0 * slack);
    if (fabs(expected) > slack) {
        cr_assert_eq(auk_overlap(a, pose_a, b, pose_b), expected < 0.0);
        AukManifold manifold = auk_collide(a, pose_a, b, pose_b);
        cr_assert(manifold.status == AUK_OK && (manifold.count > 0) == (expected < 0.0));
        double deepest = INFINITY;
        for (int i = 0; i < manifold.count; i++) {
            deepest = fmin(deepest, (double)manifold.points[i].distance);
        }
        cr_assert(manifold.count == 0 || fabs(deepest - expected) <= slack);
    }
}

static void check_cast(Random *random, const Sample *sample, const Place *place, const AukShape *plane, const Place *on,
                       const Surface *surface, double slack)
{
    AukVec2 delta = auk_vec_scale((float)random_log(random, 1.0, 60.0), random_direction(random));
    double gap = distance_of(sample, place, surface);
    double closing = -(surface->x * (double)delta.x + surface->y * (double)delta.y);
    AukCast cast = auk_cast_shape(&sample->shape, place->pose, delta, plane, on->pose, NULL);
    AukCast back = auk_cast_shape(plane, on->pose, auk_vec_neg(delta), &sample->shape, place->pose, NULL);
    bool certain = fabs(gap) > slack && fabs(gap - closing) > slack;
    if (certain) {
        cr_assert(cast.hit == (gap < 0.0 || gap < closing) && back.hit == cast.hit);
    }
    if (certain && cast.hit) {
        double expected = gap < 0.0 ? 0.0 : gap / closing;
        double room = slack / (closing > 0.0 ? closing : 1.0) + 1e-6;
        cr_assert(fabs((double)cast.fraction - expected) <= room, "%g, not %g", (double)cast.fraction, expected);
        cr_assert(fabs((double)back.fraction - expected) <= room);
    }
}

// A turning shape: the answer against samples along its path.
static void check_impact(Random *random, const Sample *sample, const Place *place, const AukShape *plane,
                         const Place *on, const Surface *surface, double slack)
{
    AukPath rests = {on->pose, {0.0f, 0.0f}, 0.0f};
    AukPath path = {place->pose, random_vec(random, -20.0f, 20.0f), random_float(random, -7.0f, 7.0f)};
    if (distance_of(sample, place, surface) <= 2.0 * slack) {
        return;
    }
    AukCast cast = auk_time_of_impact(&sample->shape, &path, plane, &rests, NULL);
    cr_assert_eq(cast.status, AUK_OK);
    double until = cast.hit ? (double)cast.fraction : 1.0;
    for (int i = 0; i <= SAMPLES; i++) {
        double fraction = until * i / SAMPLES, angle = fraction * (double)path.turn;
        Place there = *place;
        there.x += fraction * (double)path.delta.x;
        there.y += fraction * (double)path.delta.y;
        there.c = place->c * cos(angle) - place->s * sin(angle);
        there.s = place->s * cos(angle) + place->c * sin(angle);
        double distance = distance_of(sample, &there, surface);
        cr_assert(distance > -4.0 * slack, "%g at %g of %g", distance, fraction, until);
        cr_assert(!cast.hit || i < SAMPLES || distance < 4.0 * slack, "%g at the impact", distance);
    }
}

// Printed before the work, so that a failure can be repeated with AUK_SEED.
static void tell_seed(const Random *random, const char *what, int count)
{
    fprintf(stderr, "half-planes: seed %llu, %d %s\n", (unsigned long long)random->seed, count, what);
}

Test(half_plane, pairs_agree_with_the_support_function)
{
    Random random = random_start(random_seed(), 1);
    int count = random_repeats(USUAL_PAIRS);
    tell_seed(&random, "pairs", count);
    for (int i = 0; i < count; i++) {
        Sample sample;
        sample_shape(&random, &sample);
        float far = (float)random_log(&random, 1.0, 1e3);
        AukVec2 normal = random_chance(&random, 0.3)
                             ? auk_vec(0.0f, -2.0f)
                             : auk_vec_scale(random_float(&random, 0.1f, 9.0f), random_direction(&random));
        AukShape plane = auk_shape_half_plane(normal, random_float(&random, -9.0f, 9.0f));
        plane = auk_shape_rounded(plane, random_chance(&random, 0.3) ? random_float(&random, 0.0f, 2.0f) : 0.0f);
        cr_assert_eq(plane.status, AUK_OK);
        Place on = place_of(random_pose(&random, far)), place = place_of(random_pose(&random, far));
        Surface surface = surface_of(&plane, &on);
        double slack = 1e-6 * (2.0 * (double)far + 50.0), gap = distance_of(&sample, &place, &surface);
        if (random_chance(&random, 0.7)) { // near the surface
            double by = gap - (double)random_float(&random, -3.0f, 12.0f);
            place.pose.p.x = (float)(place.x - by * surface.x);
            place.pose.p.y = (float)(place.y - by * surface.y);
            place = place_of(place.pose);
        }
        check_distance(&sample, &place, &plane, &on, &surface, random_chance(&random, 0.5), slack);
        check_cast(&random, &sample, &place, &plane, &on, &surface, slack);
        check_impact(&random, &sample, &place, &plane, &on, &surface, slack);
    }
}

// ---- worlds ----

// Two worlds: the borders of one are half-planes, those of the other large boxes.
typedef struct Twins {
    AukWorld *planes, *boxes;
    AukBodyId bodies[BODIES];
    bool vague[BODIES]; // see note_vague()
    int borders;
} Twins;

static AukBodyId both(const Twins *twins, const AukBodyDef *def)
{
    AukBodyId id = auk_body_create(twins->planes, def), twin = auk_body_create(twins->boxes, def);
    cr_assert(auk_body_id_equal(id, twin) && !auk_body_id_is_null(id), "%s",
              auk_status_text(auk_world_last_status(twins->planes)));
    return id;
}

static void add_border(Random *random, Twins *twins, AukVec2 point, float angle)
{
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    float offset = random_chance(random, 0.5) ? random_float(random, -5.0f, 5.0f) : 0.0f;
    AukVec2 normal = auk_rot_apply(auk_rot(angle), auk_vec(0.0f, 1.0f));
    def.position = auk_vec_add_scaled(point, -offset, normal);
    def.angle = angle;
    def.motion = AUK_MOTION_STATIC;
    def.shape = auk_shape_half_plane(auk_vec(0.0f, 1.0f), offset);
    def.sensor = random_chance(random, 0.2);
    AukBodyId id = auk_body_create(twins->planes, &def);
    def.position = auk_vec_add_scaled(point, -BOX_DEPTH, normal);
    def.shape = auk_shape_box(BOX_HALF, BOX_DEPTH);
    AukBodyId twin = auk_body_create(twins->boxes, &def);
    cr_assert(auk_body_id_equal(id, twin) && !auk_body_id_is_null(id));
    twins->borders++;
}

static AukShape random_body_shape(Random *random)
{
    float size = random_float(random, 0.2f, 2.0f);
    switch (random_int(random, 0, 3)) {
    case 0: return auk_shape_circle(size);
    case 1: return auk_shape_box(size, random_float(random, 0.2f, 2.0f));
    case 2: return auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.0f), 0.5f * size);
    default: return auk_shape_ellipse(size, random_float(random, 0.2f, 2.0f));
    }
}

static Twins twins_start(Random *random)
{
    Twins twins;
    memset(&twins, 0, sizeof twins);
    AukWorldDef def = {.history = 2, .worker_count = random_chance(random, 0.2) ? 2 : 0};
    twins.planes = auk_world_create(&def, NULL);
    twins.boxes = auk_world_create(&def, NULL);
    add_border(random, &twins, auk_vec(0.0f, -20.0f), random_float(random, -0.3f, 0.3f));
    add_border(random, &twins, auk_vec(20.0f, 0.0f), 1.57079633f);
    add_border(random, &twins, auk_vec(-20.0f, 0.0f), -1.57079633f);
    add_border(random, &twins, auk_vec(0.0f, 20.0f), 3.14159265f);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef body;
        memset(&body, 0, sizeof body);
        body.shape = random_body_shape(random);
        body.position = random_vec(random, -22.0f, 22.0f);
        body.angle = random_float(random, -3.0f, 3.0f);
        body.motion = random_chance(random, 0.4) ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        body.velocity = random_vec(random, -30.0f, 30.0f);
        body.spin = random_chance(random, 0.5) ? random_float(random, -4.0f, 4.0f) : 0.0f;
        body.response = body.motion == AUK_MOTION_SWEPT ? (AukResponse)random_int(random, 0, AUK_RESPONSE_COUNT - 1)
                                                        : AUK_RESPONSE_CROSS;
        body.filter.group = 1; // bodies meet borders only, so that a difference in one does not spread
        twins.bodies[i] = both(&twins, &body);
    }
    return twins;
}

static bool is_border(const Twins *twins, AukBodyId body)
{
    return body.index < (uint32_t)twins->borders;
}

// Of a turning body that overlaps a border when the step begins, points that are about to become the deepest count as
// closing: within 200 tau, which is 0.2 beside a box of this size and nearly nothing beside a half-plane. Overlaps of a
// few tau are mended by responses, and a tau beside such a box is 1e-3.
static void note_vague(Twins *twins)
{
    for (int i = 0; i < BODIES; i++) {
        AukShapeId id;
        twins->vague[i] = false;
        auk_body_get_shapes(twins->planes, twins->bodies[i], &id, 1);
        AukShape shape = auk_world_shape_get(twins->planes, id);
        AukTransform pose = auk_body_get_pose(twins->planes, twins->bodies[i]);
        AukFound found[4];
        AukQuery query = {.filter.group = 1, .sensors = true};
        int count = auk_world_nearest(twins->planes, &shape, pose, 0.01f, &query, found, 4);
        bool turns = auk_body_get_spin(twins->planes, twins->bodies[i]) != 0.0f;
        for (int k = 0; k < count; k++) {
            twins->vague[i] = twins->vague[i] || turns || found[k].distance > -0.02f;
        }
    }
}

static int contact_depth(const AukWorld *world, AukBodyId border, AukBodyId body, double *depth)
{
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        if (auk_body_id_equal(contacts.items[i].body_a, border) && auk_body_id_equal(contacts.items[i].body_b, body)) {
            *depth = -(double)contacts.items[i].manifold.distance;
            return contacts.items[i].manifold.count;
        }
    }
    *depth = 0.0;
    return 0;
}

// Bodies that end at the same pose have the same contacts, except those that touch within rounding, and except deep in
// a corner, where the shortest way out of a box may be through another side.
static void compare_contacts(const Twins *twins)
{
    for (int i = 0; i < BODIES; i++) {
        for (uint32_t k = 0; k < (uint32_t)twins->borders; k++) {
            AukBodyId border = {k, 1};
            double of_plane, of_box;
            contact_depth(twins->planes, border, twins->bodies[i], &of_plane);
            contact_depth(twins->boxes, border, twins->bodies[i], &of_box);
            cr_assert(twins->vague[i] || fabs(of_plane - of_box) < 4e-3, "body %d, border %u: %g and %g", i, k,
                      of_plane, of_box);
        }
    }
}

// The first hits of a body with borders.
static void compare_hits(const Twins *twins)
{
    AukHits a = auk_world_hits(twins->planes), b = auk_world_hits(twins->boxes);
    for (int i = 0; i < BODIES; i++) {
        const AukHit *first_a = NULL, *first_b = NULL;
        for (int k = a.count - 1; k >= 0; k--) {
            first_a = auk_body_id_equal(a.items[k].body_a, twins->bodies[i]) ? &a.items[k] : first_a;
        }
        for (int k = b.count - 1; k >= 0; k--) {
            first_b = auk_body_id_equal(b.items[k].body_a, twins->bodies[i]) ? &b.items[k] : first_b;
        }
        double at_a = first_a ? (double)first_a->fraction : 1.0, at_b = first_b ? (double)first_b->fraction : 1.0;
        AukVec2 velocity = auk_body_get_velocity(twins->planes, twins->bodies[i]);
        cr_assert(twins->vague[i] || fabs(at_a - at_b) < 4e-3 || auk_vec_length(velocity) < 1.0f, "body %d: %g and %g",
                  i, at_a, at_b);
    }
}

static void step_twins(Twins *twins)
{
    note_vague(twins);
    cr_assert_eq(auk_world_step(twins->planes, 1.0f / 16.0f), AUK_OK);
    cr_assert_eq(auk_world_step(twins->boxes, 1.0f / 16.0f), AUK_OK);
    for (int i = 0; i < BODIES; i++) {
        AukTransform a = auk_body_get_pose(twins->planes, twins->bodies[i]);
        AukTransform b = auk_body_get_pose(twins->boxes, twins->bodies[i]);
        cr_assert(twins->vague[i] || auk_vec_length(auk_vec_sub(a.p, b.p)) < 2e-2f, "body %d: %g", i,
                  (double)auk_vec_length(auk_vec_sub(a.p, b.p)));
        auk_body_set_pose(twins->boxes, twins->bodies[i], a); // differences of rounding do not add up
        auk_body_set_velocity(twins->boxes, twins->bodies[i], auk_body_get_velocity(twins->planes, twins->bodies[i]));
        auk_body_set_spin(twins->boxes, twins->bodies[i], auk_body_get_spin(twins->planes, twins->bodies[i]));
    }
}

static void compare_found(const AukFound *a, const AukFound *b, int count_a, int count_b, double slack)
{
    cr_assert_eq(count_a, count_b, "%d and %d", count_a, count_b);
    for (int i = 0; i < count_a; i++) {
        cr_assert(fabs((double)a[i].fraction - (double)b[i].fraction) < slack, "%g and %g", (double)a[i].fraction,
                  (double)b[i].fraction);
        cr_assert(fabs((double)a[i].distance - (double)b[i].distance) < 4e-3, "%g and %g", (double)a[i].distance,
                  (double)b[i].distance);
    }
}

static void compare_spans(const Twins *twins, AukVec2 from, AukVec2 delta, const AukQuery *query)
{
    AukRaySpan a[8], b[8];
    AukSpanWork *work = auk_span_work_create(NULL);
    int count_a = auk_world_cast_ray_spans(twins->planes, work, from, delta, query, a, 8);
    int count_b = auk_world_cast_ray_spans(twins->boxes, work, from, delta, query, b, 8);
    cr_assert_eq(count_a, count_b, "%d and %d", count_a, count_b);
    for (int i = 0; i < count_a; i++) {
        cr_assert(fabsf(a[i].enter - b[i].enter) < 1e-3f && fabsf(a[i].exit - b[i].exit) < 1e-3f,
                  "%g to %g, and %g to %g of body %u and %u", (double)a[i].enter, (double)a[i].exit, (double)b[i].enter,
                  (double)b[i].exit, a[i].body.index, b[i].body.index);
        cr_assert(a[i].starts_inside == b[i].starts_inside && a[i].ends_inside == b[i].ends_inside);
    }
    auk_span_work_destroy(work);
}

// Only borders are found: bodies at one pose are the same in both worlds.
static void compare_queries(Random *random, const Twins *twins)
{
    AukFound a[16], b[16];
    for (int i = 0; i < QUERIES; i++) {
        AukQuery query = {.filter.group = 1, .sensors = random_chance(random, 0.5)};
        AukVec2 from = random_vec(random, -24.0f, 24.0f), delta = random_vec(random, -30.0f, 30.0f);
        AukShape shape = random_body_shape(random);
        AukTransform pose = {from, random_rot(random)};
        delta = auk_vec_length(delta) < 1.0f ? auk_vec(5.0f, 1.0f) : delta;
        compare_found(a, b, auk_world_cast_ray_all(twins->planes, from, delta, &query, a, 16),
                      auk_world_cast_ray_all(twins->boxes, from, delta, &query, b, 16), 2e-3);
        bool hit_a = auk_world_cast_shape(twins->planes, &shape, pose, delta, &query, a);
        bool hit_b = auk_world_cast_shape(twins->boxes, &shape, pose, delta, &query, b);
        compare_found(a, b, hit_a, hit_b, 2e-3);
        float turn = random_float(random, -3.0f, 3.0f);
        hit_a = auk_world_cast_shape_turning(twins->planes, &shape, pose, delta, turn, &query, a);
        hit_b = auk_world_cast_shape_turning(twins->boxes, &shape, pose, delta, turn, &query, b);
        compare_found(a, b, hit_a, hit_b, 2e-3);
        cr_assert_eq(hit_a, auk_world_cast_shape_turning(twins->planes, &shape, pose, delta, turn, &query, NULL));
        compare_found(a, b, auk_world_overlap(twins->planes, &shape, pose, &query, a, 16),
                      auk_world_overlap(twins->boxes, &shape, pose, &query, b, 16), 1.0);
        float range = random_chance(random, 0.5) ? INFINITY : random_float(random, 0.0f, 9.0f);
        compare_found(a, b, auk_world_nearest(twins->planes, &shape, pose, range, &query, a, 16),
                      auk_world_nearest(twins->boxes, &shape, pose, range, &query, b, 16), 1.0);
        hit_a = auk_world_cast_ray_at(twins->planes, 1, from, delta, &query, a);
        hit_b = auk_world_cast_ray_at(twins->boxes, 1, from, delta, &query, b);
        compare_found(a, b, hit_a, hit_b, 2e-3);
        compare_spans(twins, from, delta, &query);
    }
}

// A mover among the borders: the same place after the same moves.
static void compare_movers(Random *random, const Twins *twins)
{
    AukMover mover, other;
    memset(&mover, 0, sizeof mover);
    mover.shape = random_body_shape(random);
    mover.pose.p = random_vec(random, -10.0f, 10.0f);
    mover.floating = random_chance(random, 0.5);
    mover.query.filter.group = 1;
    other = mover;
    for (int i = 0; i < 20; i++) {
        mover.velocity = other.velocity = random_vec(random, -60.0f, 60.0f);
        other.pose = mover.pose; // the supports of the two have other poses, and stay
        cr_assert(auk_world_move(twins->planes, &mover, 1.0f / 16.0f, NULL, 0) >= 0);
        cr_assert(auk_world_move(twins->boxes, &other, 1.0f / 16.0f, NULL, 0) >= 0);
        cr_assert(auk_vec_length(auk_vec_sub(mover.pose.p, other.pose.p)) < 5e-2f, "{%g, %g} and {%g, %g}",
                  (double)mover.pose.p.x, (double)mover.pose.p.y, (double)other.pose.p.x, (double)other.pose.p.y);
        cr_assert(mover.stuck == other.stuck && mover.floor == other.floor);
        cr_assert(auk_body_id_equal(mover.support, other.support));
    }
}

Test(half_plane, worlds_agree_with_worlds_of_large_boxes)
{
    Random random = random_start(random_seed(), 2);
    int count = random_repeats(USUAL_WORLDS);
    tell_seed(&random, "worlds", count);
    for (int i = 0; i < count; i++) {
        Twins twins = twins_start(&random);
        for (int step = 0; step < 6; step++) {
            step_twins(&twins);
            compare_contacts(&twins);
            compare_hits(&twins);
        }
        cr_assert(is_border(&twins, (AukBodyId){0, 1}));
        compare_queries(&random, &twins);
        compare_movers(&random, &twins);
        auk_world_destroy(twins.planes);
        auk_world_destroy(twins.boxes);
    }
}

// ---- surfaces of many pieces ----

enum { USUAL_SURFACES = 300, SIDE = 6, POINTS = 9 };

// A grid of full tiles, or a chain, on a body, and its corners in the body's frame.
static int add_surface(Random *random, AukWorld *world, AukBodyId body, AukVec2 *corners)
{
    int count = 0;
    if (random_chance(random, 0.5)) {
        uint8_t cells[SIDE * SIDE];
        for (int i = 0; i < SIDE * SIDE; i++) {
            bool full = i == 0 || random_chance(random, 0.6);
            cells[i] = full ? AUK_TILE_FULL : AUK_TILE_EMPTY;
            for (int k = 0; full && k < 4; k++) {
                corners[count++] = auk_vec((float)(i % SIDE + (k & 1)), (float)(i / SIDE + (k >> 1)));
            }
        }
        AukTilesDef tiles = {SIDE, SIDE, 1.0f, 0.0f, cells};
        cr_assert(!auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, NULL)));
        return count;
    }
    for (; count < POINTS; count++) {
        corners[count] = random_vec(random, -4.0f, 4.0f);
    }
    cr_assert(
        !auk_shape_id_is_null(auk_body_add_chain(world, body, corners, POINTS, random_chance(random, 0.5), NULL)));
    return count;
}

// The deepest corner of the whole surface decides, for contacts and for hits of a body that moves straight.
static void check_surface(Random *random)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef border, def;
    memset(&border, 0, sizeof border);
    memset(&def, 0, sizeof def);
    border.motion = AUK_MOTION_STATIC;
    border.shape = auk_shape_half_plane(random_direction(random), random_float(random, -3.0f, 3.0f));
    bool swept = random_chance(random, 0.5);
    def.motion = swept ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
    def.position = random_vec(random, -12.0f, 12.0f);
    def.angle = random_float(random, -3.0f, 3.0f);
    def.velocity = swept ? random_vec(random, -40.0f, 40.0f) : auk_vec(0.0f, 0.0f);
    bool first = random_chance(random, 0.5);
    AukBodyId plane = first ? auk_body_create(world, &border) : (AukBodyId){0, 0}, body = auk_body_create(world, &def);
    plane = first ? plane : auk_body_create(world, &border);
    cr_assert(!auk_body_id_is_null(plane) && !auk_body_id_is_null(body));
    AukVec2 corners[4 * SIDE * SIDE];
    int count = add_surface(random, world, body, corners);
    Place origin = place_of(auk_transform(auk_vec(0.0f, 0.0f), 0.0f)), at = place_of(auk_body_get_pose(world, body));
    Surface surface = surface_of(&border.shape, &origin);
    double least = INFINITY, closing = -(surface.x * (double)def.velocity.x + surface.y * (double)def.velocity.y);
    for (int i = 0; i < count; i++) {
        double x = at.x + at.c * (double)corners[i].x - at.s * (double)corners[i].y;
        double y = at.y + at.s * (double)corners[i].x + at.c * (double)corners[i].y;
        least = fmin(least, surface.x * x + surface.y * y - surface.offset);
    }
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    double end = least - closing, deepest = INFINITY;
    for (int i = 0; i < contacts.count; i++) {
        deepest = fmin(deepest, (double)contacts.items[i].manifold.distance);
        double along = surface.x * (double)contacts.items[i].manifold.normal.x +
                       surface.y * (double)contacts.items[i].manifold.normal.y;
        cr_assert(fabs(fabs(along) - 1.0) < 1e-6);
    }
    if (fabs(end) > 1e-4) {
        cr_assert((contacts.count > 0) == (end < 0.0), "%d contacts at %g", contacts.count, end);
        cr_assert(end > 0.0 || fabs(deepest - end) < 1e-4, "%g, not %g", deepest, end);
    }
    AukHits hits = auk_world_hits(world);
    if (swept && fabs(least) > 1e-4 && fabs(end) > 1e-4) {
        bool meets = least > 0.0 ? end < 0.0 : closing > 1e-3;
        cr_assert((hits.count > 0) == meets || (least < 0.0 && closing < 1e-3), "%d hits from %g to %g", hits.count,
                  least, end);
        double expected = least > 0.0 ? least / closing : 0.0;
        cr_assert(hits.count == 0 || fabs((double)hits.items[0].fraction - expected) < 1e-4);
    }
    auk_world_destroy(world);
}

Test(half_plane, surfaces_of_many_pieces_meet_it_with_their_deepest_corner)
{
    Random random = random_start(random_seed(), 3);
    int count = random_repeats(USUAL_SURFACES);
    tell_seed(&random, "surfaces", count);
    for (int i = 0; i < count; i++) {
        check_surface(&random);
    }
}
