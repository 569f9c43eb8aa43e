// auk_world_why() against the step that follows it, where it is hardest: pairs whose gap is close to the tolerance, in
// both states of the hysteresis. Shapes of all kinds, in the middle of their bodies or beside it, edges of chains and
// tiles, sensors; places that make gaps of exactly the tolerance.
#include "auk/auk.h"
#include "support/pair.h"
#include "support/random.h"
#include "support/tile_kinds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 16, ROUNDS = 1500, PLACES = 6 };

typedef struct Scene {
    Random random;
    AukWorld *world;
    float size;
    AukBodyId a[PAIRS], b[PAIRS];
    PairSide sides[PAIRS][2];
} Scene;

static AukShape some_shape(Scene *scene, PairSide *side)
{
    Random *random = &scene->random;
    if (random_chance(random, 0.5)) { // of sizes that are powers of two
        float half = scene->size * (float)(1 << random_int(random, 0, 3));
        return random_chance(random, 0.5) ? auk_shape_circle(half) : auk_shape_box(half, scene->size);
    }
    PairKind kind = (PairKind)random_int(random, 0, PAIR_KIND_COUNT - 1);
    kind = kind == PAIR_BIG || kind == PAIR_CUSTOM ? PAIR_POLYGON : kind;
    pair_random_shape(random, kind, scene->size * (float)random_log(random, 0.3, 8.0), 1.0f, side);
    return side->shape;
}

static void add_surface(Scene *scene, AukBodyId body)
{
    Random *random = &scene->random;
    float side = scene->size;
    if (random_chance(random, 0.5)) {
        AukVec2 points[5];
        for (int i = 0; i < 5; i++) {
            float y = random_chance(random, 0.5) ? 0.0f : random_float(random, -1.0f, 1.0f) * side;
            points[i] = auk_vec((float)(2 * i - 4) * side, y);
        }
        cr_assert(auk_body_add_chain(scene->world, body, points, 5, false, NULL).generation);
        return;
    }
    uint8_t cells[12];
    for (int i = 0; i < 12; i++) {
        cells[i] = (uint8_t)(random_chance(random, 0.6) ? AUK_TILE_FULL : random_int(random, 0, AUK_TILE_COUNT - 1));
        cells[i] = random_chance(random, 0.3) ? random_tile_kind(random) : cells[i];
    }
    AukTilesDef tiles = {4, 3, 2.0f * side, 0.0f, cells};
    cr_assert(auk_body_add_tiles(scene->world, body, &tiles, NULL).generation);
}

static AukBodyId add_body(Scene *scene, PairSide *side)
{
    Random *random = &scene->random;
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.sensor = random_chance(random, 0.1);
    def.angle = random_chance(random, 0.5) ? 0.0f : random_float(random, -3.0f, 3.0f);
    bool surface = random_chance(random, 0.15), beside = random_chance(random, 0.3);
    AukShape shape = some_shape(scene, side);
    if (!surface && !beside) {
        def.shape = shape;
    }
    AukBodyId body = auk_body_create(scene->world, &def);
    if (surface) {
        add_surface(scene, body);
    } else if (beside) {
        AukShapeDef more;
        memset(&more, 0, sizeof more);
        more.shape = shape;
        more.position = random_vec(random, -3.0f * scene->size, 3.0f * scene->size);
        more.angle = random_chance(random, 0.5) ? 0.0f : random_float(random, -3.0f, 3.0f);
        more.sensor = def.sensor;
        cr_assert(auk_body_add_shape(scene->world, body, &more).generation);
    }
    return body;
}

static AukVec2 middle_of(const Scene *scene, int pair)
{
    return auk_vec_scale(64.0f * scene->size, auk_vec((float)(pair % 4), (float)(pair / 4)));
}

static Scene *scene_create(int round)
{
    Scene *scene = calloc(1, sizeof *scene);
    scene->random = random_start(random_seed(), 18000 + (uint64_t)round);
    scene->size = ldexpf(1.0f, random_int(&scene->random, -12, 12));
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    if (random_chance(&scene->random, 0.25)) { // the first pairs lie at the sides
        def.wrap.max = auk_vec_scale(256.0f * scene->size, auk_vec(1.0f, 1.0f));
    }
    scene->world = auk_world_create(&def, NULL);
    add_tile_kinds(scene->world, scene->random, true);
    for (int i = 0; i < PAIRS; i++) {
        scene->a[i] = add_body(scene, &scene->sides[i][0]);
        scene->b[i] = add_body(scene, &scene->sides[i][1]);
    }
    return scene;
}

// Brings b to a gap of about so many tolerances: along the way out that why itself names the length of.
static void put_pair(Scene *scene, int pair, float tolerances)
{
    Random *random = &scene->random;
    AukVec2 middle = middle_of(scene, pair);
    AukTransform a = {middle, auk_body_get_pose(scene->world, scene->a[pair]).q};
    AukTransform b = {middle, auk_body_get_pose(scene->world, scene->b[pair]).q};
    AukVec2 out = random_direction(random);
    if (random_chance(random, 0.5)) {
        out = random_chance(random, 0.5) ? auk_vec(1.0f, 0.0f) : auk_vec(0.0f, -1.0f);
    }
    b.p = auk_vec_add(middle, auk_vec_scale(28.0f * scene->size, out));
    auk_body_set_pose(scene->world, scene->a[pair], a);
    for (int i = 0; i < 40; i++) {
        auk_body_set_pose(scene->world, scene->b[pair], b);
        AukWhy why = auk_world_why(scene->world, scene->a[pair], scene->b[pair]);
        float off = why.distance - tolerances * 0x1p-21f * 28.0f * scene->size;
        off = i > 30 ? why.distance - tolerances * why.tolerance : off;
        if (why.reason == AUK_WHY_NO_SHAPE) {
            return;
        }
        b.p = auk_vec_sub(b.p, auk_vec_scale(0.9f * off, out));
    }
}

static bool names_bodies(AukBodyId a, AukBodyId b, AukBodyId c, AukBodyId d)
{
    return (auk_body_id_equal(a, c) && auk_body_id_equal(b, d)) || (auk_body_id_equal(a, d) && auk_body_id_equal(b, c));
}

static bool has_contact(const AukWorld *world, AukBodyId a, AukBodyId b)
{
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        if (names_bodies(contacts.items[i].body_a, contacts.items[i].body_b, a, b)) {
            return true;
        }
    }
    return false;
}

static bool is_sensed(const AukWorld *world, AukBodyId a, AukBodyId b)
{
    AukOverlaps overlaps = auk_world_overlaps(world);
    for (int i = 0; i < overlaps.count; i++) {
        if (names_bodies(overlaps.items[i].body_a, overlaps.items[i].body_b, a, b)) {
            return true;
        }
    }
    return false;
}

// What a step does with the pieces that why names, if they touch.
static void expect_named(const Scene *scene, const AukWhy *why, AukBodyId a, AukBodyId b)
{
    AukContacts contacts = auk_world_contacts(scene->world);
    for (int i = 0; i < contacts.count && why->reason == AUK_WHY_TOUCHING; i++) {
        const AukContact *contact = &contacts.items[i];
        bool there = auk_shape_id_equal(contact->shape_a, why->shape_a) && contact->child_a == why->child_a &&
                     auk_shape_id_equal(contact->shape_b, why->shape_b) && contact->child_b == why->child_b;
        bool back = auk_shape_id_equal(contact->shape_a, why->shape_b) && contact->child_a == why->child_b &&
                    auk_shape_id_equal(contact->shape_b, why->shape_a) && contact->child_b == why->child_a;
        if (there || back) {
            return;
        }
    }
    cr_assert_neq(why->reason, AUK_WHY_TOUCHING, "why names children %d and %d of bodies %u and %u, AUK_SEED=%llu",
                  why->child_a, why->child_b, a.index, b.index, (unsigned long long)scene->random.seed);
}

static int compare(Scene *scene)
{
    AukWhy whys[PAIRS];
    int near_tolerance = 0;
    for (int i = 0; i < PAIRS; i++) {
        whys[i] = auk_world_why(scene->world, scene->a[i], scene->b[i]);
    }
    cr_assert_eq(auk_world_step(scene->world, 0.0f), AUK_OK);
    for (int i = 0; i < PAIRS; i++) {
        bool contact = has_contact(scene->world, scene->a[i], scene->b[i]);
        bool sensed = is_sensed(scene->world, scene->a[i], scene->b[i]);
        bool same = (whys[i].reason == AUK_WHY_TOUCHING) == contact && (whys[i].reason == AUK_WHY_SENSOR) == sensed;
        cr_assert(same, "bodies %u and %u, %.9g apart (%.9g touches): why says %s, the step %s, AUK_SEED=%llu",
                  scene->a[i].index, scene->b[i].index, (double)whys[i].distance, (double)whys[i].tolerance,
                  auk_why_name(whys[i].reason), contact ? "touching" : (sensed ? "sensor" : "nothing"),
                  (unsigned long long)scene->random.seed);
        expect_named(scene, &whys[i], scene->a[i], scene->b[i]);
        near_tolerance += fabsf(whys[i].distance - whys[i].tolerance) <= 0.5f * whys[i].tolerance;
    }
    return near_tolerance;
}

Test(world_why, why_agrees_with_contacts_near_the_tolerance_in_both_states, .timeout = 1800)
{
    int rounds = random_repeats(ROUNDS), near_tolerance = 0;
    for (int round = 0; round < rounds; round++) {
        Scene *scene = scene_create(round);
        for (int k = 0; k < PLACES; k++) {
            bool touched = k % 2 == 1;
            for (int i = 0; i < PAIRS; i++) {
                put_pair(scene, i, touched ? -1.0f : 8.0f);
            }
            compare(scene);
            float tolerances = random_float(&scene->random, 0.9f, 1.1f);
            for (int i = 0; i < PAIRS; i++) {
                put_pair(scene, i, tolerances);
            }
            near_tolerance += compare(scene);
        }
        auk_world_destroy(scene->world);
        free(scene);
    }
    cr_assert_gt(near_tolerance, rounds * PLACES);
}
