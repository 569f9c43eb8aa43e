// Filters of single edges, against a world for each body alone: its chains are the runs of edges that the body meets,
// by the rule in plain words. So edges end where a filter takes their neighbour away.
#include "auk/query.h"
#include "auk/terrain.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>

enum { USUAL = 200, CORNERS = 12, BODIES = 24, STEPS = 12, FOUND_MAX = 64 };

typedef struct Scene {
    AukVec2 corners[CORNERS];
    bool closed;
    AukShapeDef def; // of chains
    AukBodyDef defs[BODIES];
    AukFilter edges[CORNERS];
    AukWorld *world;         // body 0 is that of the chain
    AukWorld *alone[BODIES]; // a run of edges has the number of its first edge as user data
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

static int edges_of(const Scene *scene)
{
    return CORNERS - !scene->closed;
}

// A world with the runs of edges that something with that filter meets.
static AukWorld *world_of_runs(const Scene *scene, AukFilter filter)
{
    const int edges = edges_of(scene);
    AukWorld *world = scene_world();
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    int start = 0; // of a closed chain behind an edge that is not met
    while (scene->closed && start < edges && meets(scene->edges[(start + edges - 1) % edges], filter)) {
        start++;
    }
    AukShapeDef def = scene->def;
    if (start == edges) {
        cr_assert(!auk_shape_id_is_null(auk_body_add_chain(world, body, scene->corners, CORNERS, true, &def)));
        return world;
    }
    for (int i = start; i < start + edges; i++) {
        AukVec2 points[CORNERS + 1];
        int count = 0;
        for (def.user_data = (uint64_t)(i % edges); i < start + edges && meets(scene->edges[i % edges], filter); i++) {
            points[count++] = scene->corners[i % CORNERS];
        }
        if (count > 0) {
            points[count++] = scene->corners[i % CORNERS];
            cr_assert(!auk_shape_id_is_null(auk_body_add_chain(world, body, points, count, false, &def)));
        }
    }
    return world;
}

static void fill(Scene *scene, Random *random)
{
    float size = (float)random_log(random, 1e-3, 1e3);
    for (int i = 0; i < CORNERS; i++) {
        scene->corners[i] = auk_vec_scale(size, auk_vec((float)i - 0.5f * CORNERS, random_float(random, -1.0f, 1.0f)));
        scene->edges[i] = some_filter(random);
    }
    for (int i = 0; i < BODIES; i++) {
        AukVec2 at = auk_vec_scale(size, auk_vec(random_float(random, -6.0f, 5.0f), random_float(random, -2.0f, 2.0f)));
        AukShape shape = i % 2 ? auk_shape_circle(0.7f * size) : auk_shape_box(0.9f * size, 0.4f * size);
        scene->defs[i] = scene_def(AUK_MOTION_MOVING, shape, at.x, at.y);
        scene->defs[i].velocity = random_vec(random, -size, size);
        scene->defs[i].filter = some_filter(random);
        scene->defs[i].user_data = 1;
    }
    float radius = random_chance(random, 0.5) ? 0.0f : 0.1f * size;
    scene->closed = random_chance(random, 0.3);
    scene->def = (AukShapeDef){.shape = auk_shape_circle(radius), .one_sided = random_chance(random, 0.3)};
    scene->world = scene_world();
    AukBodyId body = auk_body_create(scene->world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeId chain = auk_body_add_chain(scene->world, body, scene->corners, CORNERS, scene->closed, &scene->def);
    for (int i = 0; i < edges_of(scene); i++) {
        cr_assert_eq(auk_world_shape_set_edge_filter(scene->world, chain, i, scene->edges[i]), AUK_OK);
    }
    for (int i = 0; i < BODIES; i++) {
        scene->alone[i] = world_of_runs(scene, scene->defs[i].filter);
        cr_assert(!auk_body_id_is_null(auk_body_create(scene->world, &scene->defs[i])));
        AukBodyDef unfiltered = scene->defs[i];
        unfiltered.filter = (AukFilter){0, 0, 0};
        cr_assert(!auk_body_id_is_null(auk_body_create(scene->alone[i], &unfiltered)));
    }
}

static void release(Scene *scene)
{
    auk_world_destroy(scene->world);
    for (int i = 0; i < BODIES; i++) {
        auk_world_destroy(scene->alone[i]);
    }
}

// Lists the contacts of a body with the chains, by edge. Returns their number.
static int list_contacts(const Scene *scene, const AukWorld *world, uint32_t body, const AukContact *listed[CORNERS])
{
    AukContacts contacts = auk_world_contacts(world);
    int count = 0;
    memset(listed, 0, CORNERS * sizeof *listed);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        if (contact->body_a.index == 0 && contact->body_b.index == body) {
            int first = (int)auk_world_shape_get_user_data(world, contact->shape_a);
            listed[(first + contact->child_a) % edges_of(scene)] = contact;
            count++;
        }
    }
    return count;
}

static int check_contacts(const Scene *scene)
{
    const AukContact *found[CORNERS], *expected[CORNERS];
    int count = 0;
    for (int i = 0; i < BODIES; i++) {
        count += list_contacts(scene, scene->world, (uint32_t)i + 1, found);
        list_contacts(scene, scene->alone[i], 1, expected);
        for (int k = 0; k < edges_of(scene); k++) {
            const AukContact *one = found[k] ? found[k] : expected[k];
            bool same = found[k] && expected[k] &&
                        memcmp(&found[k]->manifold, &expected[k]->manifold, sizeof found[k]->manifold) == 0;
            // within tau to two tau: the body touches another run, which is another shape in its own world
            bool hangs = one && one->manifold.distance > 0.0f;
            cr_assert(!one || same || hangs, "body %d, edge %d, AUK_SEED=%llu", i, k,
                      (unsigned long long)random_seed());
        }
    }
    return count;
}

static bool is_same_find(const AukFound *a, const AukFound *b)
{
    return a->distance == b->distance && a->fraction == b->fraction && a->normal.x == b->normal.x &&
           a->normal.y == b->normal.y;
}

static void check_queries(const Scene *scene, Random *random)
{
    AukFound found[FOUND_MAX], expected[FOUND_MAX];
    AukBox box = auk_world_get_bounds(scene->world);
    AukVec2 middle = auk_vec(random_float(random, box.min.x, box.max.x), random_float(random, box.min.y, box.max.y));
    AukShape disc = auk_shape_circle(0.2f * (box.max.x - box.min.x));
    AukFilter filter = some_filter(random);
    AukFilter bodies = filter;
    filter.category += !filter.category; // a query without a category has none
    AukQuery query = {.filter = filter, .user_data_mask = 1, .user_data_value = 0}; // the chain alone
    AukTransform pose = auk_transform(middle, 0.0f);
    AukWorld *runs = world_of_runs(scene, bodies);
    int count = auk_world_overlap(scene->world, &disc, pose, &query, found, FOUND_MAX), listed[CORNERS] = {0};
    int other = auk_world_overlap(runs, &disc, pose, NULL, expected, FOUND_MAX);
    for (int i = 0; i < other; i++) {
        int first = (int)auk_world_shape_get_user_data(runs, expected[i].shape);
        listed[(first + expected[i].child) % edges_of(scene)] = i + 1;
    }
    for (int i = 0; i < count; i++) {
        int at = listed[found[i].child] - 1;
        cr_assert(at >= 0 && is_same_find(&found[i], &expected[at]), "edge %d, AUK_SEED=%llu", found[i].child,
                  (unsigned long long)random_seed());
    }
    cr_assert_eq(count, other);
    AukVec2 delta = random_vec(random, box.min.x, box.max.x);
    bool hit = auk_world_cast_shape(scene->world, &disc, pose, delta, &query, found);
    cr_assert_eq(hit, auk_world_cast_shape(runs, &disc, pose, delta, NULL, expected));
    cr_assert(!hit || is_same_find(found, expected), "AUK_SEED=%llu", (unsigned long long)random_seed());
    auk_world_destroy(runs);
}

Test(prop_chain_edges, an_edge_that_a_filter_takes_away_is_as_one_that_is_not_there)
{
    int touches = 0;
    for (int i = 0; i < random_repeats(USUAL); i++) {
        Random random = random_start(random_seed(), 910000u + (uint64_t)i);
        Scene scene;
        fill(&scene, &random);
        for (int step = 0; step < STEPS; step++) {
            cr_assert_eq(auk_world_step(scene.world, 0.1f), AUK_OK);
            for (int k = 0; k < BODIES; k++) {
                cr_assert_eq(auk_world_step(scene.alone[k], 0.1f), AUK_OK);
            }
            touches += check_contacts(&scene);
            check_queries(&scene, &random);
        }
        release(&scene);
    }
    cr_assert_gt(touches, 0);
}
