// Discs cast against boxes by their faces and corners, beside the portal, which knows nothing of these.
#include "geom/cast.h"
#include "geom/mpr.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { CASTS = 200000 };

// Of lengths, relative to the largest coordinate.
#define SLACK 1e-12

typedef struct Case {
    AukShape box, disc;
    AukTransform pose;
    AukVec2 from;
    AukDvec delta;
} Case;

static Case any_case(Random *random, float scale)
{
    Case c;
    c.box = auk_shape_box(scale * (float)random_log(random, 0.01, 4.0), scale * (float)random_log(random, 0.01, 4.0));
    c.disc = auk_shape_circle(random_chance(random, 0.5) ? 0.0f : scale * random_float(random, 0.0f, 1.0f));
    c.box.radius = random_chance(random, 0.7) ? 0.0f : scale * random_float(random, 0.0f, 0.5f);
    c.pose =
        auk_transform(auk_vec(scale * random_float(random, -4.0f, 4.0f), scale * random_float(random, -4.0f, 4.0f)),
                      random_chance(random, 0.1) ? 0.0f : random_float(random, -4.0f, 4.0f));
    c.from = auk_vec(scale * random_float(random, -8.0f, 8.0f), scale * random_float(random, -8.0f, 8.0f));
    AukVec2 aside = auk_vec(scale * random_float(random, -3.0f, 3.0f), scale * random_float(random, -3.0f, 3.0f));
    c.delta = dvec_from(auk_vec_add(auk_vec_scale(2.0f, auk_vec_sub(c.pose.p, c.from)), aside));
    return c;
}

static void set_cores(const Case *c, AukSupportShape *box, AukSupportShape *disc)
{
    AukTransform start = {c->from, {1.0f, 0.0f}};
    auk__support_shape_init(box, &c->box, auk__dtransform(c->pose, auk_vec(0.0f, 0.0f)));
    auk__support_shape_init(disc, &c->disc, auk__dtransform(start, auk_vec(0.0f, 0.0f)));
}

static AukImpact by_portal(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, double *size)
{
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    double length = dvec_length(delta);
    AukMpr portal = auk__mpr(a, b, a->radius + b->radius, dvec_scale(1.0 / length, delta), AUK_MPR_ROUNDING);
    impact.hit = portal.hit && portal.along >= 0.0 && portal.along <= length;
    impact.fraction = portal.along / length;
    impact.normal = portal.normal;
    impact.point = dvec_mul_add(portal.point_a, a->radius, portal.normal);
    *size = portal.size + a->radius + b->radius + length;
    return impact;
}

static bool is_near(AukDvec a, AukDvec b, double slack)
{
    return dvec_size(dvec_sub(a, b)) <= slack;
}

// True for the normal of a round corner, not of a face.
static bool is_oblique(const Case *c, AukDvec normal)
{
    AukDvec axis = dvec(c->pose.q.c, c->pose.q.s);
    return fabs(dvec_dot(axis, normal)) > 1e-3 && fabs(dvec_cross(axis, normal)) > 1e-3;
}

Test(cast_disc_box, what_is_answered_is_what_the_portal_says)
{
    Random random = random_start(random_seed(), 1);
    int answered = 0, hits = 0, corners = 0;
    for (int i = 0; i < CASTS; i++) {
        Case c = any_case(&random, 1.0f);
        AukSupportShape box, disc;
        set_cores(&c, &box, &disc);
        bool swap = random_chance(&random, 0.5);
        const AukSupportShape *a = swap ? &disc : &box, *b = swap ? &box : &disc;
        AukImpact impact;
        memset(&impact, 0, sizeof impact);
        if (!auk__cast_disc_box(a, b, c.delta, &impact)) {
            continue;
        }
        double size;
        AukImpact expected = by_portal(a, b, c.delta, &size);
        answered++;
        hits += impact.hit;
        cr_assert_eq(impact.hit, expected.hit, "seed %llu, case %d", (unsigned long long)random.seed, i);
        if (impact.hit) {
            corners += is_oblique(&c, impact.normal);
            double sine = fabs(dvec_dot(impact.normal, c.delta)) / dvec_length(c.delta);
            double apart = fabs(impact.fraction - expected.fraction) * dvec_length(c.delta);
            cr_assert(apart * sine <= SLACK * size, "seed %llu, case %d", (unsigned long long)random.seed, i);
            cr_assert(is_near(impact.normal, expected.normal, 1e-11), "seed %llu, case %d",
                      (unsigned long long)random.seed, i);
            cr_assert(is_near(impact.point, expected.point, SLACK * size / sine), "seed %llu, case %d",
                      (unsigned long long)random.seed, i);
        }
    }
    cr_assert_gt(hits, CASTS / 10);
    cr_assert_gt(corners, CASTS / 20);
    cr_assert_gt(answered, CASTS / 2);
}

Test(cast_disc_box, answers_scale_with_powers_of_two)
{
    Random random = random_start(random_seed(), 2);
    for (int i = 0; i < CASTS / 10; i++) {
        Case c = any_case(&random, 1.0f);
        AukSupportShape box, disc;
        AukImpact impacts[2];
        bool answers[2];
        memset(impacts, 0, sizeof impacts);
        float scale = random_chance(&random, 0.5) ? 0x1p-20f : 0x1p20f;
        for (int k = 0; k < 2; k++) {
            set_cores(&c, &box, &disc);
            answers[k] = auk__cast_disc_box(&box, &disc, c.delta, &impacts[k]);
            c.box.core.half = auk_vec_scale(scale, c.box.core.half);
            c.box.radius *= scale;
            c.disc.radius *= scale;
            c.pose.p = auk_vec_scale(scale, c.pose.p);
            c.from = auk_vec_scale(scale, c.from);
            c.delta = dvec_scale((double)scale, c.delta);
        }
        cr_assert(answers[0] == answers[1] && impacts[0].hit == impacts[1].hit &&
                      impacts[0].fraction == impacts[1].fraction && impacts[0].normal.x == impacts[1].normal.x &&
                      impacts[0].point.x * (double)scale == impacts[1].point.x &&
                      impacts[0].point.y * (double)scale == impacts[1].point.y,
                  "seed %llu, case %d", (unsigned long long)random.seed, i);
    }
}

Test(cast_disc_box, what_is_too_close_to_call_is_left_to_others)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), point = auk_shape_circle(0.0f), disc = auk_shape_circle(0.5f);
    Case along = {box, point, {{0.0f, 0.0f}, {1.0f, 0.0f}}, {-4.0f, 1.0f}, {8.0, 0.0}}; // along a face
    Case corner = {box, disc, {{0.0f, 0.0f}, {1.0f, 0.0f}}, {-4.0f, 1.0f}, {8.0, 0.0}}; // between face and corner
    Case past = {box, disc, {{0.0f, 0.0f}, {1.0f, 0.0f}}, {-4.0f, 1.5f}, {8.0, 0.0}};   // along a round corner
    Case until = {box, disc, {{0.0f, 0.0f}, {1.0f, 0.0f}}, {-4.0f, 1.3f}, {2.6, 0.0}};  // ends at a round corner
    Case within = {box, point, {{0.0f, 0.0f}, {1.0f, 0.0f}}, {0.0f, 0.0f}, {8.0, 0.0}};
    Case still = {box, point, {{0.0f, 0.0f}, {1.0f, 0.0f}}, {1.0f, 0.0f}, {0.0, 0.0}}; // on the surface
    const Case *cases[] = {&along, &corner, &past, &until, &within, &still};
    until.delta.x = 3.0 - sqrt(0.25 - ((double)until.from.y - 1.0) * ((double)until.from.y - 1.0));
    for (int i = 0; i < 6; i++) {
        AukSupportShape a, b;
        AukImpact impact;
        memset(&impact, 0, sizeof impact);
        set_cores(cases[i], &a, &b);
        cr_assert_not(auk__cast_disc_box(&a, &b, cases[i]->delta, &impact), "case %d", i);
        cr_assert_not(impact.hit);
    }
}
