// Spans of rays through outlines of many pieces and grids of tiles, against the points along the ray, one by one.
#include "auk/auk.h"
#include "auk/terrain.h"
#include "support/outlines.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { USUAL_LEVELS = 120, RAYS = 20, SAMPLES = 300, SPANS_MAX = 4096, SIDE = 40 };

static AukShapeId add_tiles(Random *random, AukWorld *world, AukBodyId body)
{
    static uint8_t cells[SIDE * SIDE];
    double full = (double)random_float(random, 0.2f, 0.98f);
    for (int i = 0; i < SIDE * SIDE; i++) {
        AukTile tile = random_chance(random, full) ? AUK_TILE_FULL : AUK_TILE_EMPTY;
        cells[i] = (uint8_t)(random_chance(random, 0.2) ? random_int(random, 0, AUK_TILE_GENTLE_HIGH_4) : (int)tile);
    }
    AukTilesDef tiles = {SIDE, SIDE, 1.0f, 0.0f, cells};
    return auk_body_add_tiles(world, body, &tiles, NULL);
}

static AukShapeId add_outline(Random *random, AukWorld *world, AukBodyId body)
{
    static Outline outline;
    AukShapeId id = {0, 0};
    while (auk_shape_id_is_null(id)) {
        outline_random(random, (OutlineFamily)random_int(random, 0, OUTLINE_FAMILY_COUNT - 1),
                       random_int(random, 3, 60), &outline);
        id = auk_body_add_outline(world, body, outline.points, outline.count, outline.hole_starts, outline.hole_count,
                                  NULL);
    }
    return id;
}

// How deep a point is inside, above 0, or how far outside, below 0.
static double depth_at(const AukWorld *world, AukVec2 point)
{
    AukFound found;
    memset(&found, 0, sizeof found);
    AukTransform pose = auk_transform(point, 0.0f);
    cr_assert_eq(auk_world_nearest(world, NULL, pose, INFINITY, NULL, &found, 1), 1);
    return -(double)found.distance;
}

// The sum of all thicknesses, against the sum of what is between the points where samples go in and out.
static int check_ray(Random *random, const AukWorld *world, AukSpanWork *work, AukBox box)
{
    static AukRaySpan spans[SPANS_MAX];
    AukVec2 size = auk_vec_sub(box.max, box.min);
    AukVec2 ends[2];
    for (int i = 0; i < 2; i++) {
        ends[i].x = box.min.x + size.x * random_float(random, -0.1f, 1.1f);
        ends[i].y = box.min.y + size.y * random_float(random, -0.1f, 1.1f);
    }
    AukVec2 delta = auk_vec_sub(ends[1], ends[0]);
    double slack = 1e-5 * (double)(size.x + size.y), length = (double)auk_vec_length(delta);
    int count = auk_world_cast_ray_spans(world, work, ends[0], delta, NULL, spans, SPANS_MAX), inside = 0;
    cr_assert(count >= 0 && count < SPANS_MAX);
    for (int i = 1; i < count; i++) {
        cr_assert(spans[i].enter >= spans[i - 1].exit, "spans of one shape overlap, AUK_SEED=%llu",
                  (unsigned long long)random->seed);
    }
    for (int i = 0; i < count; i++) {
        double thick = (double)(spans[i].exit - spans[i].enter) * length;
        cr_assert(fabs((double)spans[i].thickness - thick) <= slack);
        cr_assert_eq(spans[i].starts_inside,
                     spans[i].enter == 0.0f && spans[i].enter_normal.x == 0.0f && spans[i].enter_normal.y == 0.0f);
    }
    for (int k = 0; k <= SAMPLES; k++) {
        float fraction = (float)k / SAMPLES;
        bool covered = false;
        for (int i = 0; i < count; i++) {
            covered |= fraction >= spans[i].enter && fraction <= spans[i].exit;
        }
        AukVec2 point = auk_vec_add_scaled(ends[0], fraction, delta);
        double depth = depth_at(world, point);
        cr_assert(covered ? depth >= -slack : depth <= slack, "%.9g is %s, depth %g, AUK_SEED=%llu", (double)fraction,
                  covered ? "covered" : "not covered", depth, (unsigned long long)random->seed);
        inside += covered;
    }
    return inside;
}

Test(query_spans, the_points_of_a_ray_that_spans_cover_are_those_inside, .timeout = 1800)
{
    int levels = random_repeats(USUAL_LEVELS), inside = 0;
    AukSpanWork *work = auk_span_work_create(NULL);
    for (int i = 0; i < levels; i++) {
        Random random = random_start(random_seed(), 31000 + (uint64_t)i);
        AukWorld *world = auk_world_create(NULL, NULL);
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.position = random_vec(&random, -100.0f, 100.0f);
        def.angle = random_chance(&random, 0.3) ? 0.0f : random_float(&random, -3.0f, 3.0f);
        AukBodyId body = auk_body_create(world, &def);
        AukShapeId shape = i % 2 ? add_tiles(&random, world, body) : add_outline(&random, world, body);
        cr_assert(auk_world_shape_exists(world, shape));
        for (int k = 0; k < RAYS; k++) {
            inside += check_ray(&random, world, work, auk_body_get_bounds(world, body));
        }
        auk_world_destroy(world);
    }
    auk_span_work_destroy(work);
    cr_assert_gt(inside, levels);
}
