// One-sided chains in random worlds, against single two-sided segments and the rule in plain words: a shape meets an
// edge unless the middle of its extent across the edge is behind the edge's line. What is too close to call is left
// open.
#include "auk/query.h"
#include "auk/terrain.h"
#include "support/mover_scene.h"
#include "support/random.h"

#include <float.h>

enum { USUAL = 300, EDGES = 10, BODIES = 20, RAYS = 30, MOVES = 60 };

typedef struct Scene {
    AukWorld *world;
    int edges;
    float size, radius;
    AukVec2 points[EDGES + 1];
    AukShape shapes[BODIES];
} Scene;

static AukShape some_shape(Random *random, float size)
{
    switch (random_int(random, 0, 3)) {
    case 0: return auk_shape_circle(size * random_float(random, 0.1f, 1.0f));
    case 1: return auk_shape_box(size, size * random_float(random, 0.1f, 1.0f));
    case 2: return auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.0f), 0.2f * size);
    default: return auk_shape_ellipse(size, size * random_float(random, 0.3f, 0.9f));
    }
}

// A line of ground from right to left, so that its front is above.
static void make(Scene *scene, Random *random, float steepness)
{
    scene->size = (float)random_log(random, 1e-3, 1e3);
    scene->edges = random_int(random, 1, EDGES);
    scene->radius = random_chance(random, 0.3) ? 0.1f * scene->size : 0.0f;
    for (int i = 0; i <= scene->edges; i++) {
        AukVec2 at = auk_vec(2.0f * (float)(scene->edges - 2 * i), random_float(random, -steepness, steepness));
        scene->points[i] = auk_vec_scale(scene->size, at);
    }
    scene->world = scene_world();
    AukBodyId body = auk_body_create(scene->world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeDef def = {.shape = auk_shape_circle(scene->radius), .one_sided = true};
    cr_assert(
        !auk_shape_id_is_null(auk_body_add_chain(scene->world, body, scene->points, scene->edges + 1, false, &def)));
}

// How far the middle of a shape is in front of an edge.
static double front_of(const Scene *scene, int edge, const AukShape *shape, AukTransform pose)
{
    AukVec2 p = scene->points[edge], along = auk_vec_sub(scene->points[edge + 1], p);
    AukVec2 out = auk_vec(along.y, -along.x);
    AukVec2 far = auk_support(shape, pose, out), near = auk_support(shape, pose, auk_vec_neg(out));
    double x = 0.5 * ((double)far.x + (double)near.x) - (double)p.x;
    double y = 0.5 * ((double)far.y + (double)near.y) - (double)p.y;
    return (x * (double)out.x + y * (double)out.y) / (double)auk_vec_length(out);
}

static float gap_to(const Scene *scene, int edge, const AukShape *shape, AukTransform pose)
{
    AukShape segment = auk_shape_capsule(scene->points[edge], scene->points[edge + 1], scene->radius);
    if (scene->radius == 0.0f) {
        segment = auk_shape_segment(scene->points[edge], scene->points[edge + 1]);
    }
    return auk_distance(&segment, auk_transform_identity(), shape, pose).distance;
}

// True if a shape touches a free end of the line from behind, although its middle is in front.
static bool is_under_end(const Scene *scene, int edge, const AukShape *shape, AukTransform pose)
{
    AukShape segment = auk_shape_segment(scene->points[edge], scene->points[edge + 1]);
    AukDistance found = auk_distance(&segment, auk_transform_identity(), shape, pose);
    AukVec2 along = auk_vec_sub(scene->points[edge + 1], scene->points[edge]);
    float slack = 1e-3f * scene->size, first = auk_vec_length(auk_vec_sub(found.point_a, scene->points[0]));
    float last = auk_vec_length(auk_vec_sub(found.point_a, scene->points[scene->edges]));
    bool back = found.normal.x * along.y - found.normal.y * along.x < 1e-3f * auk_vec_length(along);
    return back && (first < slack || last < slack);
}

static void fill(Scene *scene, Random *random)
{
    for (int i = 0; i < BODIES; i++) {
        float half = 2.0f * (float)scene->edges + 1.0f;
        AukVec2 at = auk_vec(random_float(random, -half, half), random_float(random, -3.0f, 3.0f));
        scene->shapes[i] = some_shape(random, scene->size);
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, scene->shapes[i], scene->size * at.x, scene->size * at.y);
        def.angle = random_float(random, -3.0f, 3.0f);
        def.filter.group = 1; // they meet the ground alone
        auk_body_create(scene->world, &def);
    }
}

// A body has a contact exactly if it overlaps an edge that it is not behind, and the contact is of the front. Where the
// nearest edge is one that it is behind, a contact at the joint would be that edge's.
static void check_contacts(const Scene *scene, long counts[2])
{
    bool touches[BODIES] = {false};
    double slack = 1e-4 * (double)scene->size;
    AukContacts contacts = auk_world_contacts(scene->world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        int body = (int)contact->body_b.index - 1;
        AukTransform pose = auk_body_get_pose(scene->world, contact->body_b);
        touches[body] = true;
        AukVec2 along = auk_vec_sub(scene->points[contact->child_a + 1], scene->points[contact->child_a]);
        AukVec2 out = auk_vec_normalize(auk_vec(along.y, -along.x));
        cr_assert(auk_vec_dot(contact->manifold.normal, out) > -1e-4f); // it is along the edge at most, at a free end
        cr_assert(front_of(scene, contact->child_a, &scene->shapes[body], pose) > -slack);
        cr_assert(gap_to(scene, contact->child_a, &scene->shapes[body], pose) < (float)slack);
    }
    for (int i = 0; i < BODIES; i++) {
        AukTransform pose = auk_body_get_pose(scene->world, (AukBodyId){(uint32_t)i + 1, 1});
        bool any = false, open = false;
        double nearest[2] = {INFINITY, INFINITY}; // behind and in front
        for (int edge = 0; edge < scene->edges; edge++) {
            double front = front_of(scene, edge, &scene->shapes[i], pose);
            double gap = (double)gap_to(scene, edge, &scene->shapes[i], pose);
            open |= fabs(front) < slack || fabs(gap) < slack || is_under_end(scene, edge, &scene->shapes[i], pose);
            any |= front > 0.0 && gap < 0.0;
            nearest[front > 0.0] = fmin(nearest[front > 0.0], gap);
        }
        open |= any && nearest[0] <= nearest[1] + slack;
        cr_assert(open || any == touches[i], "body %d of size %g, radius %g, %d edges, AUK_SEED=%llu", i,
                  (double)scene->size, (double)scene->radius, scene->edges, (unsigned long long)random_seed());
        counts[touches[i]]++;
    }
}

Test(prop_one_sided, contacts_are_with_the_edges_that_a_shape_is_in_front_of)
{
    long counts[2] = {0, 0};
    for (int i = 0; i < random_repeats(USUAL); i++) {
        Random random = random_start(random_seed(), 920000u + (uint64_t)i);
        Scene scene;
        make(&scene, &random, 0.5f);
        fill(&scene, &random);
        cr_assert_eq(auk_world_step(scene.world, 0.0f), AUK_OK);
        check_contacts(&scene, counts);
        auk_world_destroy(scene.world);
    }
    cr_assert(counts[0] > 0 && counts[1] > 0);
}

// The first edge that a ray crosses from its right to its left. Only for thin edges.
static double first_from_front(const Scene *scene, AukVec2 from, AukVec2 delta, bool *open)
{
    double first = INFINITY;
    for (int edge = 0; edge < scene->edges; edge++) {
        double px = scene->points[edge].x, py = scene->points[edge].y;
        double ex = (double)scene->points[edge + 1].x - px, ey = (double)scene->points[edge + 1].y - py;
        double dx = delta.x, dy = delta.y, fx = (double)from.x - px, fy = (double)from.y - py;
        double cross = dx * ey - dy * ex, t = (fy * ex - fx * ey) / cross, u = (fy * dx - fx * dy) / cross;
        if (t >= -1e-6 && t <= 1.0 + 1e-6 && u >= -1e-6 && u <= 1.0 + 1e-6) {
            *open |= fabs(t) < 1e-6 || fabs(t - 1.0) < 1e-6 || fabs(u) < 1e-4 || fabs(u - 1.0) < 1e-4;
            first = cross < 0.0 && t < first ? t : first;
        }
    }
    return first;
}

Test(prop_one_sided, rays_find_the_first_edge_that_they_cross_from_the_front)
{
    long hits = 0;
    for (int i = 0; i < random_repeats(USUAL); i++) {
        Random random = random_start(random_seed(), 930000u + (uint64_t)i);
        Scene scene;
        do {
            make(&scene, &random, 6.0f);
            if (scene.radius > 0.0f) {
                auk_world_destroy(scene.world);
            }
        } while (scene.radius > 0.0f);
        for (int k = 0; k < RAYS; k++) {
            AukVec2 from = random_vec(&random, -10.0f * scene.size, 10.0f * scene.size);
            AukVec2 delta = random_vec(&random, -20.0f * scene.size, 20.0f * scene.size);
            bool open = false;
            double first = first_from_front(&scene, from, delta, &open);
            AukFound found;
            bool hit = auk_world_cast_ray(scene.world, from, delta, NULL, &found);
            cr_assert(open || hit == (first <= 1.0), "AUK_SEED=%llu", (unsigned long long)random_seed());
            cr_assert(open || !hit || fabs((double)found.fraction - first) < 1e-4);
            cr_assert(open || !hit || auk_vec_dot(found.normal, delta) < 0.0f);
            hits += hit;
        }
        auk_world_destroy(scene.world);
    }
    cr_assert_gt(hits, 0);
}

// Discs that fly at one edge, solid from one side or from both: the hits that are left have their normal on the front.
static void shoot(Random *random, long counts[2])
{
    AukVec2 points[2] = {random_vec(random, -2.0f, 2.0f), random_vec(random, -2.0f, 2.0f)};
    AukVec2 along = auk_vec_sub(points[1], points[0]), out = auk_vec_normalize(auk_vec(along.y, -along.x));
    AukWorld *worlds[2] = {scene_world(), scene_world()};
    for (int k = 0; k < 2; k++) {
        AukBodyId body = auk_body_create(worlds[k], &(AukBodyDef){.motion = AUK_MOTION_STATIC});
        auk_body_add_chain(worlds[k], body, points, 2, false, &(AukShapeDef){.one_sided = k == 1});
    }
    for (int i = 0; i < BODIES; i++) {
        AukShape disc = auk_shape_circle(random_chance(random, 0.2) ? 0.0f : random_float(random, 0.05f, 0.5f));
        AukBodyDef def =
            scene_def(AUK_MOTION_SWEPT, disc, random_float(random, -4.0f, 4.0f), random_float(random, -4.0f, 4.0f));
        def.velocity = random_vec(random, -8.0f, 8.0f);
        def.filter.group = 1;
        auk_body_create(worlds[0], &def);
        auk_body_create(worlds[1], &def);
    }
    cr_assert(auk_world_step(worlds[0], 1.0f) == AUK_OK && auk_world_step(worlds[1], 1.0f) == AUK_OK);
    AukHits all = auk_world_hits(worlds[0]), left = auk_world_hits(worlds[1]);
    int next = 0;
    for (int i = 0; i < all.count; i++) {
        float front = -auk_vec_dot(all.items[i].normal, out); // hits go from the disc into the edge
        bool same = next < left.count && auk_body_id_equal(left.items[next].body_a, all.items[i].body_a);
        cr_assert(fabsf(front) < 1e-3f || same == (front > 0.0f), "AUK_SEED=%llu", (unsigned long long)random_seed());
        cr_assert(!same || (left.items[next].fraction == all.items[i].fraction && fabsf(front) < 1e-3f) ||
                  auk_vec_dot(left.items[next].normal, all.items[i].normal) > 0.999f);
        next += same;
        counts[same]++;
    }
    cr_assert_eq(next, left.count);
    auk_world_destroy(worlds[0]);
    auk_world_destroy(worlds[1]);
}

Test(prop_one_sided, swept_discs_hit_it_where_they_hit_both_sides_from_the_front)
{
    long counts[2] = {0, 0};
    int repeats = random_repeats(USUAL);
    for (int i = 0; i < repeats; i++) {
        Random random = random_start(random_seed(), 950000u + (uint64_t)i);
        shoot(&random, counts);
    }
    cr_assert(repeats < USUAL / 10 || (counts[0] > 0 && counts[1] > 0));
}

// A character in front stays in front, whatever it does, and one that comes from behind is never held up.
static void play(Random *random)
{
    Scene scene;
    make(&scene, random, 1.2f);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = random_chance(random, 0.5) ? auk_shape_circle(0.5f * scene.size)
                                             : auk_shape_box(0.4f * scene.size, 0.7f * scene.size);
    mover.pose.p.y = 6.0f * scene.size;
    mover.snap = 0.2f * scene.size;
    mover.slope_limit = 1.3f;
    for (int i = 0; i < MOVES; i++) {
        AukVec2 before = mover.pose.p;
        mover.velocity = auk_vec(scene.size * random_float(random, -8.0f, 8.0f), mover.velocity.y - scene.size);
        cr_assert_geq(auk_world_move(scene.world, &mover, 0.1f, NULL, 0), 0);
        float end = fabsf(scene.points[0].x) - 0.8f * scene.size;
        if (fabsf(before.x) > end || fabsf(mover.pose.p.x) > end) {
            break; // beside the ground it may fall
        }
        for (int edge = 0; edge < scene.edges; edge++) {
            float gap = gap_to(&scene, edge, &mover.shape, mover.pose);
            cr_assert(gap > -1e-4f * scene.size, "move %d: %g of size %g, AUK_SEED=%llu", i, (double)gap,
                      (double)scene.size, (unsigned long long)random_seed());
        }
        cr_assert_gt(mover.pose.p.y, -2.0f * scene.size);
    }
    mover.pose.p = auk_vec(scene.size * random_float(random, -0.5f, 0.5f) * (float)scene.edges, -4.0f * scene.size);
    mover.floor = false;
    mover.support = (AukBodyId){0, 0};
    for (int i = 0; i < MOVES; i++) {
        float speed = scene.size * random_float(random, 1.0f, 20.0f), y = mover.pose.p.y;
        mover.velocity = auk_vec(0.0f, speed);
        cr_assert_geq(auk_world_move(scene.world, &mover, 0.02f, NULL, 0), 0);
        cr_assert(fabsf(mover.pose.p.y - y - 0.02f * speed) < 1e-4f * scene.size && !mover.stuck,
                  "rise %d of size %g, AUK_SEED=%llu", i, (double)scene.size, (unsigned long long)random_seed());
    }
    auk_world_destroy(scene.world);
}

Test(prop_one_sided, characters_are_held_from_the_front_and_never_from_behind)
{
    for (int i = 0; i < random_repeats(USUAL); i++) {
        Random random = random_start(random_seed(), 940000u + (uint64_t)i);
        play(&random);
    }
}
