// Filters of single edges, against the same world without any filters: what is left are the contacts and the found
// edges whose two filters meet, by the rule in plain words.
#include "auk/query.h"
#include "auk/terrain.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>

enum { USUAL = 200, CORNERS = 12, BODIES = 24, STEPS = 12, FOUND_MAX = 64 };

typedef struct Scene {
    AukWorld *worlds[2]; // without and with filters
    AukShapeId chain;
    AukFilter edges[CORNERS], bodies[BODIES + 1]; // body 0 is that of the chain
} Scene;

static AukFilter some_filter(Random *random)
{
    AukFilter filter = {(uint64_t)1 << random_int(random, 0, 3), 0, (uint32_t)random_int(random, 0, 3)};
    filter.ignore = (uint64_t)random_int(random, 0, 15) & (uint64_t)random_int(random, 0, 15);
    filter.category <<= random_chance(random, 0.3) ? 20 : 0; // the broad phase knows the lowest 16 only
    filter.ignore <<= random_chance(random, 0.3) ? 20 : 0;
    return random_chance(random, 0.2) ? (AukFilter){0, 0, 0} : filter;
}

static bool meets(AukFilter a, AukFilter b)
{
    uint64_t of_a = a.category ? a.category : 1, of_b = b.category ? b.category : 1;
    return !(a.ignore & of_b) && !(b.ignore & of_a) && !(a.group != 0 && a.group == b.group);
}

static void fill(Scene *scene, Random *random)
{
    AukVec2 corners[CORNERS];
    float size = (float)random_log(random, 1e-3, 1e3);
    for (int i = 0; i < CORNERS; i++) {
        corners[i] = auk_vec_scale(size, auk_vec((float)i - 0.5f * CORNERS, random_float(random, -1.0f, 1.0f)));
        scene->edges[i] = some_filter(random);
    }
    AukBodyDef defs[BODIES];
    for (int i = 0; i < BODIES; i++) {
        AukVec2 at = auk_vec_scale(size, auk_vec(random_float(random, -6.0f, 5.0f), random_float(random, -2.0f, 2.0f)));
        AukShape shape = i % 2 ? auk_shape_circle(0.7f * size) : auk_shape_box(0.9f * size, 0.4f * size);
        defs[i] = scene_def(AUK_MOTION_MOVING, shape, at.x, at.y);
        defs[i].velocity = random_vec(random, -size, size);
        scene->bodies[i + 1] = some_filter(random);
    }
    float radius = random_chance(random, 0.5) ? 0.0f : 0.1f * size;
    bool closed = random_chance(random, 0.3);
    for (int k = 0; k < 2; k++) {
        scene->worlds[k] = scene_world();
        AukBodyId body = auk_body_create(scene->worlds[k], &(AukBodyDef){.motion = AUK_MOTION_STATIC});
        AukShapeDef def = {.shape = auk_shape_circle(radius)};
        scene->chain = auk_body_add_chain(scene->worlds[k], body, corners, CORNERS, closed, &def);
        for (int i = 0; i < BODIES; i++) {
            defs[i].filter = k == 0 ? (AukFilter){0, 0, 0} : scene->bodies[i + 1];
            cr_assert(!auk_body_id_is_null(auk_body_create(scene->worlds[k], &defs[i])));
        }
    }
    for (int i = 0; i < CORNERS - !closed; i++) {
        cr_assert_eq(auk_world_shape_set_edge_filter(scene->worlds[1], scene->chain, i, scene->edges[i]), AUK_OK);
    }
}

static AukFilter filter_of(const Scene *scene, AukBodyId body, int child)
{
    return body.index == 0 ? scene->edges[child] : scene->bodies[body.index];
}

static long check_contacts(const Scene *scene)
{
    AukContacts all = auk_world_contacts(scene->worlds[0]), left = auk_world_contacts(scene->worlds[1]);
    int next = 0;
    for (int i = 0; i < all.count; i++) {
        const AukContact *contact = &all.items[i];
        if (!meets(filter_of(scene, contact->body_a, contact->child_a),
                   filter_of(scene, contact->body_b, contact->child_b))) {
            continue;
        }
        bool same =
            next < left.count && memcmp(&contact->manifold, &left.items[next].manifold, sizeof contact->manifold) == 0;
        if (!same && contact->manifold.distance > 0.0f) {
            continue; // within tau to two tau: the body touches another edge in the first world only
        }
        cr_assert(same, "contact %d, AUK_SEED=%llu", i, (unsigned long long)random_seed());
        next++;
    }
    cr_assert_eq(next, left.count);
    return all.count - left.count;
}

static void check_overlaps(const Scene *scene, Random *random)
{
    AukFound all[FOUND_MAX], left[FOUND_MAX];
    AukBox box = auk_world_get_bounds(scene->worlds[0]);
    AukVec2 middle = auk_vec(random_float(random, box.min.x, box.max.x), random_float(random, box.min.y, box.max.y));
    AukShape disc = auk_shape_circle(0.2f * (box.max.x - box.min.x));
    AukQuery query = {.filter = some_filter(random)};
    query.filter.category += !query.filter.category;
    AukTransform pose = auk_transform(middle, 0.0f);
    int count = auk_world_overlap(scene->worlds[0], &disc, pose, NULL, all, FOUND_MAX);
    int kept = auk_world_overlap(scene->worlds[1], &disc, pose, &query, left, FOUND_MAX), next = 0;
    for (int i = 0; i < count; i++) {
        if (meets(filter_of(scene, all[i].body, all[i].child), query.filter)) {
            cr_assert(next < kept && left[next].child == all[i].child && left[next].distance == all[i].distance);
            next++;
        }
    }
    cr_assert_eq(next, kept);
}

Test(prop_chain_edges, contacts_and_found_edges_are_those_whose_filters_meet)
{
    long filtered = 0;
    for (int i = 0; i < random_repeats(USUAL); i++) {
        Random random = random_start(random_seed(), 910000u + (uint64_t)i);
        Scene scene;
        fill(&scene, &random);
        for (int step = 0; step < STEPS; step++) {
            for (int k = 0; k < 2; k++) {
                cr_assert_eq(auk_world_step(scene.worlds[k], 0.1f), AUK_OK);
            }
            filtered += check_contacts(&scene);
            check_overlaps(&scene, &random);
        }
        auk_world_destroy(scene.worlds[0]);
        auk_world_destroy(scene.worlds[1]);
    }
    cr_assert_gt(filtered, 0);
}
