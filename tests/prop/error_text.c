// The texts about calls that fail: one number is made wrong at a random place of good arguments, and the text has to
// name that place and that number. And calls with any arguments at all: whatever is wrong, the text names something.
#include "auk/auk.h"
#include "support/error_words.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_ROUNDS = 3000, ITEMS_MAX = 40, CALLS_OF_A_ROUND = 20 };

// Good arguments for the calls below.
typedef struct Arguments {
    Random random;
    AukWorld *world;
    int count;
    AukBodyId ids[ITEMS_MAX];
    AukBodyDef defs[ITEMS_MAX];
    AukTransform poses[ITEMS_MAX];
    AukVec2 vecs[ITEMS_MAX];
    float numbers[ITEMS_MAX];
    AukResponseRule rules[ITEMS_MAX];
    AukVec2 square[4];
} Arguments;

static void begin(Arguments *all, int round)
{
    memset(all, 0, sizeof *all);
    all->random = random_start(random_seed(), 47000 + (uint64_t)round);
    all->world = auk_world_create(NULL, NULL);
    all->count = random_int(&all->random, 1, ITEMS_MAX);
    const AukVec2 square[4] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    memcpy(all->square, square, sizeof square);
    for (int i = 0; i < all->count; i++) {
        all->vecs[i] = auk_vec((float)i + random_float(&all->random, 0.0f, 0.5f), random_float(&all->random, -9, 9));
        all->numbers[i] = random_float(&all->random, -3.0f, 3.0f);
        all->poses[i] = auk_transform(all->vecs[i], all->numbers[i]);
        all->defs[i].position = all->vecs[i];
        all->defs[i].shape = i % 2 ? auk_shape_polygon(all->square, 4, 0.0f) : auk_shape_box(1.0f, 2.0f);
        all->defs[i].motion = AUK_MOTION_SWEPT;
        all->rules[i].response = AUK_RESPONSE_BOUNCE;
        all->rules[i].bounce_loss = random_float(&all->random, 0.0f, 1.0f);
    }
    cr_assert_eq(auk_body_create_many(all->world, all->defs, all->count, all->ids), AUK_OK);
}

// A number that no argument may have, below 0.
static float wrong_number(Random *random)
{
    switch (random_int(random, 0, 4)) {
    case 0: return NAN;
    case 1: return INFINITY;
    case 2: return -INFINITY;
    default: return -(float)random_log(random, 1.01e15, 1e38);
    }
}

// A member of a definition that is made wrong.
typedef struct WrongMember {
    const char *path;
    size_t offset;
} WrongMember;

static const WrongMember members[] = {{"position.x", offsetof(AukBodyDef, position.x)},
                                      {"position.y", offsetof(AukBodyDef, position.y)},
                                      {"angle", offsetof(AukBodyDef, angle)},
                                      {"velocity.x", offsetof(AukBodyDef, velocity.x)},
                                      {"velocity.y", offsetof(AukBodyDef, velocity.y)},
                                      {"spin", offsetof(AukBodyDef, spin)},
                                      {"proximity", offsetof(AukBodyDef, proximity)},
                                      {"one_way.x", offsetof(AukBodyDef, one_way.x)},
                                      {"bounce_loss", offsetof(AukBodyDef, bounce_loss)},
                                      {"max_speed", offsetof(AukBodyDef, max_speed)},
                                      {"shape.radius", offsetof(AukBodyDef, shape.radius)}};

// Makes one number of the arguments wrong and the call with it. Writes how the text has to begin.
static float spoil(Arguments *all, char *path, size_t size)
{
    Random *random = &all->random;
    int which = random_int(random, 0, 7), at = random_int(random, 0, all->count - 1);
    float wrong = wrong_number(random);
    bool of_y = random_chance(random, 0.5);
    const WrongMember *member = &members[random_int(random, 0, (int)(sizeof members / sizeof members[0]) - 1)];
    switch (which) {
    case 0:
        memcpy((char *)&all->defs[at] + member->offset, &wrong, sizeof wrong);
        (void)auk_body_create_many(all->world, all->defs, all->count, NULL);
        (void)snprintf(path, size, "auk_body_create_many: defs[%d].%s is ", at, member->path);
        break;
    case 1:
        memcpy((char *)&all->defs[at] + member->offset, &wrong, sizeof wrong);
        (void)auk_body_create(all->world, &all->defs[at]);
        (void)snprintf(path, size, "auk_body_create: def.%s is ", member->path);
        break;
    case 2:
        *(of_y ? &all->poses[at].q.s : &all->poses[at].p.x) = wrong;
        (void)auk_body_set_pose_many(all->world, all->ids, all->count, all->poses);
        (void)snprintf(path, size, "auk_body_set_pose_many: poses[%d].%s is ", at, of_y ? "q.s" : "p.x");
        break;
    case 3:
        *(of_y ? &all->vecs[at].y : &all->vecs[at].x) = wrong;
        (void)auk_body_set_velocity_living(all->world, all->ids, all->count, all->vecs);
        (void)snprintf(path, size, "auk_body_set_velocity_living: velocities[%d].%s is ", at, of_y ? "y" : "x");
        break;
    case 4:
        all->numbers[at] = wrong;
        (void)auk_body_create_copies(all->world, &all->defs[0], all->vecs, all->numbers, all->count, NULL);
        (void)snprintf(path, size, "auk_body_create_copies: angles[%d] is ", at);
        break;
    case 5:
        all->rules[at].bounce_loss = wrong;
        (void)auk_world_set_response_rules(all->world, all->rules, all->count);
        (void)snprintf(path, size, "auk_world_set_response_rules: rules[%d].bounce_loss is ", at);
        break;
    case 6:
        at %= 4;
        *(of_y ? &all->square[at].y : &all->square[at].x) = wrong;
        (void)auk_body_add_polygon(all->world, all->ids[0], all->square, 4, NULL);
        (void)snprintf(path, size, "auk_body_add_polygon: points[%d].%s is ", at, of_y ? "y" : "x");
        break;
    default:
        all->vecs[at].x = wrong;
        (void)auk_body_add_chain(all->world, all->ids[0], all->vecs, all->count, false, NULL);
        (void)snprintf(path, size, "auk_body_add_chain: points[%d].x is ", at);
        break;
    }
    return wrong;
}

Test(error_text, names_the_one_number_that_is_wrong, .timeout = 1800)
{
    int rounds = random_repeats(USUAL_ROUNDS), named = 0;
    for (int i = 0; i < rounds; i++) {
        Arguments all;
        char path[AUK_ERROR_TEXT_SIZE], text[AUK_ERROR_TEXT_SIZE];
        begin(&all, i);
        float wrong = spoil(&all, path, sizeof path);
        (void)auk_world_last_error_text(all.world, text, sizeof text);
        if (auk_world_last_status(all.world) != AUK_ERROR_COUNT) { // a chain of one point
            size_t length = strlen(path);
            cr_assert(strncmp(text, path, length) == 0, "\"%s\", not \"%s\", AUK_SEED=%llu, round %d", text, path,
                      (unsigned long long)random_seed(), i);
            float read = strtof(text + length, NULL);
            cr_assert(read == wrong || (isnan(read) && isnan(wrong)), "%.9g is in \"%s\", AUK_SEED=%llu, round %d",
                      (double)wrong, text, (unsigned long long)random_seed(), i);
            cr_assert_null(error_words_wrong(all.world), "%s", text);
            named++;
        }
        auk_world_destroy(all.world);
    }
    cr_assert_gt(named, rounds / 2);
}

// ---- any arguments ------------------------------------------------------------------------------------------------

static float any_number(Random *random)
{
    return random_chance(random, 0.5) ? random_float(random, -3.0f, 3.0f)
                                      : (random_chance(random, 0.5) ? random_finite(random) : wrong_number(random));
}

static AukVec2 any_vec(Random *random)
{
    float x = any_number(random);
    return auk_vec(x, any_number(random));
}

static AukTransform any_pose(Random *random)
{
    AukVec2 q = any_vec(random);
    AukTransform pose = {any_vec(random), {q.x, q.y}};
    return pose;
}

static int any_int(Random *random)
{
    static const int odd[5] = {-1, INT32_MIN, INT32_MAX, 1 << 24, 1 << 18};
    return random_chance(random, 0.7) ? random_int(random, -1, 12) : odd[random_int(random, 0, 4)];
}

static AukBodyId any_body(const Arguments *all, Random *random)
{
    AukBodyId id = {(uint32_t)random_int(random, 0, 50), (uint32_t)random_int(random, 0, 2)};
    return random_chance(random, 0.7) ? all->ids[random_int(random, 0, all->count - 1)] : id;
}

static AukShapeId any_shape_id(Random *random)
{
    AukShapeId id = {(uint32_t)random_int(random, 0, 45), (uint32_t)random_int(random, 0, 4) > 0 ? 1 : 2};
    return id;
}

static AukShape any_shape(Random *random, const AukVec2 *points)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = (AukShapeKind)random_int(random, -1, AUK_SHAPE_KIND_COUNT);
    shape.kind = shape.kind == AUK_SHAPE_CUSTOM ? AUK_SHAPE_BOX : shape.kind;
    shape.status = shape.kind == AUK_SHAPE_NONE && random_chance(random, 0.5) ? AUK_ERROR_NEGATIVE : AUK_OK;
    shape.radius = random_chance(random, 0.7) ? 0.5f : any_number(random);
    if (shape.kind == AUK_SHAPE_POLYGON) {
        shape.core.polygon.vertices = random_chance(random, 0.9) ? points : NULL;
        shape.core.polygon.count = random_int(random, 2, 5);
    } else {
        shape.core.segment[0] = any_vec(random);
        shape.core.segment[1] = any_vec(random);
    }
    return shape;
}

static void call_for_bodies(Arguments *all, Random *random)
{
    AukWorld *world = all->world;
    AukBodyId body = any_body(all, random);
    AukMover mover;
    switch (random_int(random, 0, 13)) {
    case 0: (void)auk_body_set_pose(world, body, any_pose(random)); break;
    case 1: (void)auk_body_set_position(world, body, any_vec(random)); break;
    case 2: (void)auk_body_move_to(world, body, any_pose(random)); break;
    case 3: (void)auk_body_set_velocity(world, body, any_vec(random)); break;
    case 4: (void)auk_body_set_motion(world, body, (AukMotion)any_int(random)); break;
    case 5: (void)auk_body_set_response(world, body, (AukResponse)any_int(random)); break;
    case 6: (void)auk_body_set_bounce_loss(world, body, any_number(random)); break;
    case 7: (void)auk_body_set_max_speed(world, body, any_number(random)); break;
    case 8: (void)auk_body_velocity_to(world, body, any_pose(random), any_number(random)); break;
    case 9: (void)auk_world_ignore_pair(world, body, any_body(all, random), random_chance(random, 0.5)); break;
    case 10: (void)auk_body_set_owner(world, body, any_body(all, random)); break;
    case 11: (void)auk_body_advance(world, body, any_number(random), NULL); break;
    case 12: (void)auk_body_destroy(world, body); break;
    default:
        memset(&mover, 0, sizeof mover);
        mover.velocity = any_vec(random);
        mover.slope_limit = any_number(random);
        (void)auk_body_walk(world, body, random_chance(random, 0.1) ? NULL : &mover, any_number(random), NULL);
        break;
    }
}

static void call_for_shapes(Arguments *all, Random *random)
{
    AukWorld *world = all->world;
    AukBodyId body = any_body(all, random);
    AukShapeId id = any_shape_id(random);
    AukVec2 points[5];
    for (int i = 0; i < 5; i++) {
        points[i] = random_chance(random, 0.9) ? random_vec(random, -5.0f, 5.0f) : any_vec(random);
    }
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = any_shape(random, points);
    def.position = random_chance(random, 0.8) ? def.position : any_vec(random);
    def.one_sided = random_chance(random, 0.1);
    AukTilesDef tiles = {any_int(random), random_int(random, -1, 3),
                         random_chance(random, 0.5) ? 1.0f : any_number(random), 0.0f, NULL};
    int count = random_int(random, -1, 5);
    switch (random_int(random, 0, 12)) {
    case 0: (void)auk_body_add_shape(world, body, &def); break;
    case 1: (void)auk_body_add_polygon(world, body, points, count, &def); break;
    case 2: (void)auk_body_add_outline(world, body, points, count, NULL, any_int(random), &def); break;
    case 3: (void)auk_body_add_chain(world, body, points, count, random_chance(random, 0.5), &def); break;
    case 4: (void)auk_body_add_chain_section(world, body, points, count, &def); break;
    case 5: (void)auk_body_add_tiles(world, body, &tiles, &def); break;
    case 6: (void)auk_world_shape_set(world, id, &def.shape); break;
    case 7: (void)auk_world_shape_set_proximity(world, id, any_number(random)); break;
    case 8: (void)auk_world_shape_set_local_pose(world, id, any_pose(random)); break;
    case 9: (void)auk_world_shape_set_chain_points(world, id, any_int(random), points, count); break;
    case 10:
        (void)auk_world_shape_set_tile(world, id, any_int(random), any_int(random), (AukTile)any_int(random));
        break;
    case 11: (void)auk_world_shape_set_edge_filter(world, id, any_int(random), def.filter); break;
    default: (void)auk_world_shape_set_conveyor(world, id, any_vec(random)); break;
    }
}

static void call_for_world(Arguments *all, Random *random)
{
    AukWorld *world = all->world;
    unsigned char bytes[300];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)random_bits(random);
    }
    switch (random_int(random, 0, 3)) {
    case 0: (void)auk_world_step(world, any_number(random)); break;
    case 1: (void)auk_world_reserve(world, random_int(random, -2, 50), random_int(random, -2, 50), -1); break;
    case 2: (void)auk_world_shift_origin(world, (double)any_number(random), (double)any_number(random), NULL); break;
    default: (void)auk_world_restore(world, random_chance(random, 0.9) ? bytes : NULL, sizeof bytes); break;
    }
}

Test(error_text, of_calls_with_any_arguments_names_one_of_them, .timeout = 1800)
{
    int rounds = random_repeats(USUAL_ROUNDS / 3), failed = 0;
    for (int i = 0; i < rounds; i++) {
        Arguments all;
        begin(&all, USUAL_ROUNDS + i);
        Random random = random_start(random_seed(), 48000 + (uint64_t)i);
        for (int k = 0; k < CALLS_OF_A_ROUND; k++) {
            int kind = random_int(&random, 0, 9);
            if (kind < 5) {
                call_for_bodies(&all, &random);
            } else if (kind < 9) {
                call_for_shapes(&all, &random);
            } else {
                call_for_world(&all, &random);
            }
            const char *wrong = error_words_wrong(all.world);
            cr_assert_null(wrong, "\"%s\" after call %d of round %d, AUK_SEED=%llu", wrong, k, i,
                           (unsigned long long)random_seed());
            failed += auk_world_last_status(all.world) != AUK_OK;
        }
        auk_world_destroy(all.world);
    }
    cr_assert_gt(failed, rounds);
}
