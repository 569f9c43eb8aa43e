// Movers that walk over crests and off ledges: how far they go, and where they come down.
#include "auk/terrain.h"
#include "support/mover_scene.h"
#include "support/random.h"

// A hill with its crest at the origin.
static AukWorld *hill(double left, double right)
{
    AukWorld *world = scene_world();
    AukVec2 points[5] = {{0.0f, 0.0f},
                         {(float)(-10.0 * cos(left)), (float)(-10.0 * sin(left))},
                         {(float)(10.0 * cos(right)), (float)(-10.0 * sin(right))},
                         {-9.0f, -20.0f},
                         {9.0f, -20.0f}};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
    memset(&def.shape, 0, sizeof def.shape);
    AukBodyId body = auk_body_create(world, &def);
    cr_assert(auk_body_add_polygon(world, body, points, 5, NULL).generation);
    return world;
}

// The length of the way of a box over the crest: straight, but for the place where a lower corner is at the crest.
static double way_over(AukVec2 from, AukVec2 to, double half)
{
    for (int side = -1; side <= 1; side += 2) {
        double x = side * half;
        if (((double)from.x - x) * ((double)to.x - x) < 0.0) {
            return hypot((double)from.x - x, (double)from.y - half) + hypot((double)to.x - x, (double)to.y - half);
        }
    }
    return hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
}

Test(mover_crest, a_box_goes_over_a_crest_as_fast_as_along_a_slope)
{
    Random random = random_start(random_seed(), 71);
    int over = 0;
    for (int i = 0; i < 2000; i++) {
        double left = (double)random_float(&random, 0.0f, 0.7f), right = (double)random_float(&random, 0.0f, 0.7f);
        float half = random_float(&random, 0.25f, 1.0f), speed = random_float(&random, 1.0f, 8.0f);
        float side = random_chance(&random, 0.5) ? 1.0f : -1.0f, direction = random_chance(&random, 0.5) ? 1.0f : -1.0f;
        float off = i % 2 ? 0.0f : random_float(&random, -0.1f, 0.1f);
        AukWorld *world = hill(left, right);
        AukMover mover = mover_of(auk_shape_box(half, half), side * half + off, half + 0.1f);
        mover.snap = 0.25f;
        for (int k = 0; k < 10; k++) {
            mover.velocity = auk_vec(0.0f, -2.0f);
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        }
        AukVec2 from = mover.pose.p;
        cr_assert(mover.floor);
        walk(world, &mover, direction * speed);
        double way = way_over(from, mover.pose.p, (double)half) / (double)(speed * DT);
        over += fabs(way_over(from, mover.pose.p, (double)half) -
                     (double)auk_vec_length(auk_vec_sub(mover.pose.p, from))) > 1e-4;
        cr_assert(mover.floor && fabs(way - 1.0) < 5e-3, "%d: %g, from (%g, %g) to (%g, %g)", i, way, (double)from.x,
                  (double)from.y, (double)mover.pose.p.x, (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
    cr_assert_geq(over, 100, "%d", over);
}

// Off one ledge, into a gap as wide as the mover but for some units in the last place, with another ledge behind it.
Test(mover_crest, a_box_snaps_down_where_a_ledge_begins_exactly_under_its_side)
{
    for (int i = 0; i < 2 * 41 * 8; i++) {
        float direction = i % 2 ? 1.0f : -1.0f, x = 16.0f * (float)(i / 2 % 8), edge = x + direction * 0.625f;
        for (int k = i / 16 - 20; k != 0; k += k < 0 ? 1 : -1) {
            edge = nextafterf(edge, k < 0 ? -INFINITY : INFINITY);
        }
        AukWorld *world = scene_world();
        scene_wall(world, x - direction * 2.0f, -1.0f, 2.0f, 1.0f);
        scene_wall(world, x, -1.25f, 8.0f, 1.0f);
        AukVec2 ledge[3] = {{edge, -0.125f}, {edge, -1.0f}, {edge + direction, -2.0f}};
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
        memset(&def.shape, 0, sizeof def.shape);
        auk_body_add_polygon(world, auk_body_create(world, &def), ledge, 3, NULL);
        AukMover mover = mover_of(auk_shape_box(0.25f, 0.5f), x + direction * 0.1875f, 0.5f);
        mover.snap = 0.5f;
        stand(world, &mover);
        walk(world, &mover, direction * 4.0f);
        walk(world, &mover, direction * 8.0f);
        cr_assert(mover.floor && mover.pose.p.y < 0.376f, "%d: %g", i, (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

// A ledge with its edge at the origin and its floor on the left, and another floor below it.
static AukWorld *ledge(bool chain, float drop)
{
    AukWorld *world = scene_world();
    if (chain) {
        const AukVec2 points[4] = {{-20.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, -drop}, {20.0f, -drop}};
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
        memset(&def.shape, 0, sizeof def.shape);
        cr_assert(auk_body_add_chain(world, auk_body_create(world, &def), points, 4, false, NULL).generation);
    } else {
        scene_wall(world, -10.0f, -4.0f, 10.0f, 4.0f);
        scene_wall(world, 0.0f, -drop - 4.0f, 20.0f, 4.0f);
    }
    return world;
}

static AukMover round_mover(Random *random, float x, float size)
{
    AukShape shapes[4] = {auk_shape_circle(size),
                          auk_shape_capsule(auk_vec(0.0f, -0.5f * size), auk_vec(0.0f, 0.5f * size), 0.5f * size),
                          auk_shape_capsule(auk_vec(-0.5f * size, 0.0f), auk_vec(0.5f * size, 0.0f), 0.5f * size),
                          auk_shape_rounded(auk_shape_box(0.5f * size, 0.5f * size), 0.5f * size)};
    return mover_of(shapes[random_int(random, 0, 3)], x, 1.5f * size);
}

// It turns back sometimes, also while it touches the edge alone.
Test(mover_crest, a_round_mover_rolls_off_a_ledge_on_its_feet_if_it_snaps_to_the_floor_below)
{
    Random random = random_start(random_seed(), 72);
    int back = 0;
    for (int i = 0; i < 500; i++) {
        float size = random_float(&random, 0.25f, 1.0f), drop = size * random_float(&random, 0.5f, 3.0f);
        float speed = size * (float)random_log(&random, 0.5, 16.0);
        AukWorld *world = ledge(i % 2 == 1, drop);
        AukMover mover = round_mover(&random, -1.5f, size);
        mover.snap = drop * random_float(&random, 1.01f, 1.5f);
        mover.step_height = random_chance(&random, 0.5) ? 0.0f : drop * random_float(&random, 0.0f, 0.9f);
        stand(world, &mover);
        float high = mover.pose.p.y, way = 1.0f;
        for (int k = 0; k < 1000 && mover.pose.p.x < 1.5f && mover.pose.p.x > -3.0f; k++) {
            float height = mover.pose.p.y;
            bool on_edge = height < high - 0.01f * size && height > high - drop + 0.01f * size;
            way = random_chance(&random, on_edge ? 0.25 : 0.0) ? -way : way;
            walk(world, &mover, way * speed);
            back += way < 0.0f && height < high - 0.35f * size && mover.pose.p.y > height + 0.01f * size;
            cr_assert(mover.floor && mover.moved.x * way <= 1.001f * speed * DT, "%d: (%g, %g), way %g", i,
                      (double)mover.pose.p.x, (double)mover.pose.p.y, (double)way);
            cr_assert(!on_edge || mover.moved.x * way > 0.5f * speed * DT, "%d: %g of %g", i,
                      (double)(mover.moved.x * way), (double)(speed * DT));
        }
        auk_world_destroy(world);
    }
    cr_assert_gt(back, 5, "%d", back);
}

Test(mover_crest, a_round_mover_rolls_off_a_ledge_as_ever_if_there_is_no_floor_within_its_snap)
{
    for (int i = 0; i < 2; i++) {
        AukWorld *world = ledge(i == 1, 1.5f);
        AukMover mover = mover_of(auk_shape_circle(0.5f), -1.0f, 1.0f);
        mover.snap = 1.4f;
        stand(world, &mover);
        for (int k = 0; k < 100 && mover.floor; k++) {
            walk(world, &mover, 2.0f);
        }
        cr_assert(!mover.floor && mover.pose.p.x < 0.4f, "%g", (double)mover.pose.p.x);
        auk_world_destroy(world);
    }
}

Test(mover_crest, a_ledge_from_below_is_a_wall)
{
    for (int i = 0; i < 2; i++) {
        AukWorld *world = ledge(i == 1, 0.25f);
        AukMover mover = mover_of(auk_shape_circle(0.5f), 1.0f, 0.5f);
        mover.snap = 0.5f;
        mover.slope_limit = 0.5f;
        stand(world, &mover);
        for (int k = 0; k < 100; k++) {
            walk(world, &mover, -2.0f);
        }
        cr_assert(mover.floor && mover.wall && mover.pose.p.x > 0.4f, "%g", (double)mover.pose.p.x);
        auk_world_destroy(world);
    }
}
