#include "support/world_crowd.h"
#include "auk/predict.h"
#include "support/world_scene.h"

#include "auk/shapes.h"
#include "auk/terrain.h"
#include "base/hash64.h"
#include "support/pair_curve.h"
#include "world/state/world_state.h"

#include <string.h>

#define HALF_WIDTH 12.0f

enum { TRIES = 30, FOUND_MAX = 64, TILE_ROWS = 7, TILES_IN_ROW = 24 };

static const PairCurve curves[2] = {{CURVE_DROP, {0.3f, 0.8f}, 0.0f, {0.0f, -0.2f}},
                                    {CURVE_LENS, {0.3f, 0.6f}, 0.0f, {0.1f, 0.0f}}};
static AukCustomShape customs[2];

const AukCustomShape *crowd_customs(int *count)
{
    *count = AUK_COUNT_OF(customs);
    for (uint32_t i = 0; i < 2; i++) {
        customs[i] = pair_curve_custom(&curves[i]);
        customs[i].number = 10 + i;
    }
    return customs;
}

void crowd_register(AukWorld *world)
{
    int count;
    (void)crowd_customs(&count);
    for (int i = 0; i < count; i++) {
        auk_world_register_custom(world, &customs[i]);
    }
}

// ---- random things ------------------------------------------------------------------------------------------

static AukVec2 some_place(Random *random)
{
    return random_vec(random, -HALF_WIDTH, HALF_WIDTH);
}

static AukTransform some_pose(Random *random)
{
    AukVec2 place = some_place(random);
    return auk_transform(place, random_chance(random, 0.3) ? 0.0f : random_float(random, -4.0f, 4.0f));
}

// A body that lives, or null.
static AukBodyId some_body(const AukWorld *world, Random *random)
{
    for (int i = 0; i < TRIES && world->bodies.records.count > 0; i++) {
        AukBodyId id = auk__body_id(&world->bodies, (uint32_t)random_int(random, 0, world->bodies.records.count - 1));
        if (auk_body_exists(world, id)) {
            return id;
        }
    }
    return (AukBodyId){0, 0};
}

static AukShapeId some_shape_id(const AukWorld *world, Random *random)
{
    for (int i = 0; i < TRIES && world->parts.records.count > 0; i++) {
        AukShapeId id = auk__shape_id(&world->parts, (uint32_t)random_int(random, 0, world->parts.records.count - 1));
        if (auk_world_shape_exists(world, id)) {
            return id;
        }
    }
    return (AukShapeId){0, 0};
}

// Polygons often come again, so that their vertices are shared.
static AukShape some_polygon(Random *random, AukVec2 *vertices)
{
    Random form = random_start(1, (uint64_t)random_int(random, 0, 20));
    int count = random_polygon(&form, random_int(&form, 3, 9), 0.6f, 1.0f, vertices);
    return auk_shape_polygon(vertices, count, random_chance(random, 0.3) ? 0.1f : 0.0f);
}

static AukShape some_shape(Random *random, CrowdKind kind, AukVec2 *vertices)
{
    switch (random_int(random, 0, kind == CROWD_TUXES ? 8 : 5)) {
    case 0: return auk_shape_box(0.4f, 0.3f);
    case 1: return auk_shape_rounded(auk_shape_box(0.3f, 0.3f), 0.1f);
    case 2:
    case 3: return some_polygon(random, vertices);
    case 4: return auk_shape_capsule(auk_vec(-0.4f, 0.0f), auk_vec(0.4f, 0.1f), 0.2f);
    case 5: return auk_shape_circle(random_float(random, 0.0f, 0.5f));
    case 6: return auk_shape_ellipse(0.6f, 0.3f);
    case 7: return auk_shape_segment(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.5f));
    default: return auk_shape_custom(&customs[random_int(random, 0, 1)], 0.0f);
    }
}

static AukFilter some_filter(Random *random)
{
    AukFilter filter = {0, 0, 0};
    if (random_chance(random, 0.3)) {
        filter.category = (uint64_t)1 << random_int(random, 0, 2);
        filter.ignore = random_chance(random, 0.3) ? (uint64_t)1 << random_int(random, 0, 2) : 0;
        filter.group = random_chance(random, 0.2) ? 7 : 0;
    }
    return filter;
}

static AukMotion some_motion(Random *random, CrowdKind kind)
{
    if (kind != CROWD_TUXES) {
        return random_chance(random, 0.1) ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
    }
    return (AukMotion)random_int(random, 0, AUK_MOTION_COUNT - 1);
}

static AukVec2 some_velocity(Random *random, AukMotion motion)
{
    float speed = motion == AUK_MOTION_SWEPT ? 60.0f : 4.0f;
    return random_vec(random, -speed, speed);
}

// Conveyors are for movers; they must be kept, saved and hashed.
static AukVec2 some_conveyor(Random *random)
{
    return random_chance(random, 0.3) ? random_vec(random, -3.0f, 3.0f) : auk_vec(0.0f, 0.0f);
}

static AukVec2 some_one_way(Random *random)
{
    return random_chance(random, 0.1) ? random_direction(random) : auk_vec(0.0f, 0.0f);
}

// A half-plane that leaves most of the place free; sometimes on a body that moves, which is refused.
static void set_border(Random *random, AukBodyDef *def)
{
    bool moves = random_chance(random, 0.1);
    def->motion = moves ? def->motion : AUK_MOTION_STATIC;
    def->velocity = moves ? def->velocity : auk_vec(0.0f, 0.0f);
    def->spin = moves ? def->spin : 0.0f;
    def->position = auk_vec(0.0f, 0.0f);
    def->shape = auk_shape_half_plane(random_direction(random), random_float(random, -14.0f, -8.0f));
}

// ---- changes --------------------------------------------------------------------------------------------------

static void create(AukWorld *world, Random *random, CrowdKind kind)
{
    AukVec2 vertices[16];
    AukBodyDef def;
    static unsigned char garbage; // what lies between the fields must not matter
    memset(&def, garbage++, sizeof def);
    def.position = some_place(random);
    def.angle = random_float(random, -4.0f, 4.0f);
    def.motion = some_motion(random, kind);
    def.velocity = def.motion == AUK_MOTION_STATIC ? auk_vec(0.0f, 0.0f) : some_velocity(random, def.motion);
    def.spin = def.motion == AUK_MOTION_STATIC || random_chance(random, 0.5) ? 0.0f : random_float(random, -9.0f, 9.0f);
    def.shape = some_shape(random, kind, vertices);
    if (kind == CROWD_TUXES && random_chance(random, 0.06)) {
        set_border(random, &def);
    }
    if (random_chance(random, 0.05)) {
        memset(&def.shape, 0, sizeof def.shape);
    }
    def.filter = some_filter(random);
    def.sensor = kind == CROWD_TUXES && random_chance(random, 0.2);
    def.disabled = random_chance(random, 0.03);
    def.owner = random_chance(random, 0.1) ? some_body(world, random) : (AukBodyId){0, 0};
    def.response = scene_response(def.motion, (AukResponse)random_int(random, 0, AUK_RESPONSE_COUNT - 1));
    def.bounce_loss = random_chance(random, 0.5) ? 0.0f : random_float(random, 0.0f, 1.0f);
    def.pierce = random_chance(random, 0.2) ? random_int(random, 1, 3) : 0;
    def.pierce_categories = random_chance(random, 0.3) ? 1u << random_int(random, 0, 3) : 0;
    def.bounces = random_chance(random, 0.2) ? random_int(random, 1, 4) : 0;
    def.max_speed = random_chance(random, 0.2) ? random_float(random, 1.0f, 20.0f) : 0.0f;
    def.proximity = def.sensor ? random_float(random, 0.0f, 0.5f) : 0.0f;
    def.one_way = def.shape.kind == AUK_SHAPE_HALF_PLANE ? auk_vec(0.0f, 0.0f) : some_one_way(random);
    def.user_data = random_bits(random);
    (void)auk_body_create(world, &def);
}

static void add_shape(AukWorld *world, Random *random, CrowdKind kind)
{
    static const AukVec2 corner[6] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.4f},
                                      {0.4f, 0.4f}, {0.4f, 2.0f}, {0.0f, 2.0f}};
    AukVec2 vertices[16];
    AukBodyId body = some_body(world, random);
    static unsigned char garbage;
    AukShapeDef def;
    memset(&def, garbage++, sizeof def);
    def.position = random_vec(random, -0.5f, 0.5f);
    def.angle = random_chance(random, 0.5) ? 0.0f : random_float(random, -3.0f, 3.0f);
    def.filter = some_filter(random);
    def.sensor = random_chance(random, 0.2);
    def.disabled = random_chance(random, 0.05);
    def.proximity = def.sensor ? random_float(random, 0.0f, 0.5f) : 0.0f;
    def.one_way = some_one_way(random);
    def.conveyor = some_conveyor(random);
    def.one_sided = false;
    def.user_data = random_bits(random);
    def.shape = some_shape(random, kind, vertices);
    if (random_chance(random, 0.3)) {
        def.shape.radius = 0.0f;
        (void)auk_body_add_outline(world, body, corner, 6, NULL, 0, &def);
    } else if (random_chance(random, 0.15)) {
        def.shape.radius = random_chance(random, 0.5) ? 0.0f : 0.1f;
        def.one_sided = random_chance(random, 0.5);
        (void)auk_body_add_chain(world, body, corner, 6, random_chance(random, 0.5), &def);
    } else {
        (void)auk_body_add_shape(world, body, &def);
    }
}

// Few shapes are chains, so several are tried.
static void change_edge(AukWorld *world, Random *random)
{
    for (int i = 0; i < 8; i++) {
        AukShapeId shape = some_shape_id(world, random);
        int edge = random_int(random, 0, 6);
        (void)auk_world_shape_set_edge_filter(world, shape, edge, some_filter(random));
        (void)auk_world_shape_set_edge_user_data(world, shape, edge, random_bits(random));
    }
}

// Points around the origin, in order of their angle.
static int some_ring(Random *random, AukVec2 *points)
{
    int count = random_int(random, 3, 9);
    for (int i = 0; i < count; i++) {
        AukRot turn = auk_rot(6.2831853f * (float)i / (float)count);
        points[i] = auk_vec_scale(random_float(random, 0.4f, 1.5f), auk_vec(turn.c, turn.s));
    }
    return count;
}

static void change_outline(AukWorld *world, Random *random, AukShapeId shape)
{
    AukVec2 points[9];
    int count = some_ring(random, points);
    (void)auk_world_shape_set_outline(world, shape, points, count, NULL, 0);
}

static void change_chain(AukWorld *world, Random *random, AukShapeId shape)
{
    AukVec2 points[9];
    int count = some_ring(random, points), which = random_int(random, 0, 3);
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) { // few shapes are chains
        AukShapeId other = auk__shape_id(&world->parts, i);
        shape = auk_world_shape_get_chain_kind(world, other) != AUK_CHAIN_NONE && random_chance(random, 0.3) ? other
                                                                                                             : shape;
    }
    switch (which) {
    case 0: (void)auk_world_shape_set_chain(world, shape, points, count, false); break;
    case 1: (void)auk_world_shape_set_chain(world, shape, points, count, true); break;
    case 2: (void)auk_world_shape_set_chain_section(world, shape, points, count); break;
    default:
        (void)auk_world_shape_set_chain_points(world, shape, random_int(random, -1, 4), points,
                                               random_int(random, 0, count));
        break;
    }
}

static AukTransform some_local_pose(Random *random)
{
    return random_chance(random, 0.3)
               ? auk_transform_identity()
               : auk_transform(random_vec(random, -0.5f, 0.5f), random_float(random, -3.0f, 3.0f));
}

static void change_shape(AukWorld *world, Random *random, CrowdKind kind)
{
    AukVec2 vertices[16];
    AukShapeId shape = some_shape_id(world, random);
    AukShape other = some_shape(random, kind, vertices);
    switch (random_int(random, 0, 11)) {
    case 11: change_edge(world, random); break;
    case 10: (void)auk_world_shape_set_conveyor(world, shape, some_conveyor(random)); break;
    case 9: change_outline(world, random, shape); break;
    case 8: change_chain(world, random, shape); break;
    case 7:
    case 6: (void)auk_world_shape_set_enabled(world, shape, random_chance(random, 0.6)); break;
    case 5: (void)auk_world_shape_set_local_pose(world, shape, some_local_pose(random)); break;
    case 4: (void)auk_world_shape_set_proximity(world, shape, random_float(random, 0.0f, 0.5f)); break;
    case 3: (void)auk_world_shape_set(world, shape, &other); break;
    case 0: (void)auk_world_shape_set_filter(world, shape, some_filter(random)); break;
    case 1: (void)auk_world_shape_set_sensor(world, shape, random_chance(random, 0.3)); break;
    default: (void)auk_world_shape_remove(world, shape); break;
    }
}

// A body that is no longer swept has no response.
static void change_motion(AukWorld *world, AukBodyId body, AukMotion motion)
{
    if (motion != AUK_MOTION_SWEPT) {
        (void)auk_body_set_response(world, body, AUK_RESPONSE_CROSS);
    }
    (void)auk_body_set_motion(world, body, motion);
}

static void change_body(AukWorld *world, Random *random, CrowdKind kind)
{
    AukBodyId body = some_body(world, random);
    AukMotion motion = auk_body_get_motion(world, body);
    switch (random_int(random, 0, 11)) {
    case 0: (void)auk_body_set_pose(world, body, some_pose(random)); break;
    case 1:
    case 2: (void)auk_body_move_to(world, body, some_pose(random)); break;
    case 3: (void)auk_body_set_velocity(world, body, some_velocity(random, motion)); break;
    case 4: change_motion(world, body, some_motion(random, kind)); break;
    case 5: (void)auk_body_set_enabled(world, body, random_chance(random, 0.7)); break;
    case 6: (void)auk_body_set_filter(world, body, some_filter(random)); break;
    case 8: (void)auk_world_ignore_pair(world, body, some_body(world, random), random_chance(random, 0.7)); break;
    case 9:
        for (int i = 0; i < 8; i++) { // few of them touch a one-way shape
            (void)auk_body_drop_through(world, some_body(world, random));
        }
        break;
    case 10: (void)auk_body_advance(world, body, random_float(random, 0.0f, 0.1f), NULL); break;
    case 7: (void)auk_body_set_owner(world, body, some_body(world, random)); break;
    default: (void)auk_body_set_user_data(world, body, random_bits(random)); break;
    }
}

// Whatever has left turns back.
static void herd(AukWorld *world)
{
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        AukBodyId body = auk__body_id(&world->bodies, i);
        AukVec2 p = auk_body_get_pose(world, body).p, v = auk_body_get_velocity(world, body);
        v.x = p.x * v.x > 0.0f && fabsf(p.x) > HALF_WIDTH ? -v.x : v.x;
        v.y = p.y * v.y > 0.0f && fabsf(p.y) > HALF_WIDTH ? -v.y : v.y;
        (void)auk_body_set_velocity(world, body, v);
    }
}

// ---- entry points -----------------------------------------------------------------------------------------------

// Rows of boxes side by side, with gaps.
static void lay_tiles(AukWorld *world, Random *random)
{
    for (int i = 0; i < TILE_ROWS * TILES_IN_ROW; i++) {
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.motion = AUK_MOTION_STATIC;
        def.shape = auk_shape_box(0.5f, 0.5f);
        def.position = auk_vec((float)(i % TILES_IN_ROW - TILES_IN_ROW / 2), 3.0f * (float)(i / TILES_IN_ROW) - 9.0f);
        if (!random_chance(random, 0.1)) {
            (void)auk_body_create(world, &def);
        }
    }
}

void crowd_fill(AukWorld *world, Random *random, CrowdKind kind, int bodies)
{
    if (kind == CROWD_TILES) {
        lay_tiles(world, random);
    }
    for (int i = 0; i < bodies; i++) {
        create(world, random, kind);
        if (i % 4 == 0) {
            add_shape(world, random, kind);
        }
    }
}

void crowd_change(AukWorld *world, Random *random, CrowdKind kind)
{
    for (int i = random_int(random, 0, 6); i > 0; i--) {
        switch (random_int(random, 0, 7)) {
        case 7: crowd_change_many(world, random); break;
        case 0: create(world, random, kind); break;
        case 1: (void)auk_body_destroy(world, some_body(world, random)); break;
        case 2: add_shape(world, random, kind); break;
        case 3: change_shape(world, random, kind); break;
        default: change_body(world, random, kind); break;
        }
    }
}

AukStatus crowd_step(AukWorld *world, Random *random, CrowdKind kind)
{
    crowd_change(world, random, kind);
    herd(world);
    return auk_world_step(world, random_chance(random, 0.1) ? 0.0f : 1.0f / 60.0f);
}

// ---- answers ----------------------------------------------------------------------------------------------------

static uint64_t hash_found(uint64_t hash, const AukFound *found)
{
    hash = auk__hash_u64(hash, (uint64_t)found->body.index << 32 | found->body.generation);
    hash = auk__hash_u64(hash, (uint64_t)found->shape.index << 32 | (uint32_t)found->child);
    hash = auk__hash_float(auk__hash_float(hash, found->fraction), found->distance);
    hash = auk__hash_float(auk__hash_float(hash, found->point.x), found->point.y);
    return auk__hash_float(auk__hash_float(hash, found->normal.x), found->normal.y);
}

static uint64_t hash_queries(uint64_t hash, const AukWorld *world, Random *random)
{
    AukQuery all;
    memset(&all, 0, sizeof all);
    all.sensors = true;
    for (int i = 0; i < 5; i++) {
        AukFound found[FOUND_MAX];
        AukVec2 from = some_place(random), to = some_place(random);
        memset(found, 0, sizeof found);
        hash = auk__hash_u64(hash, auk_world_cast_ray(world, from, auk_vec_sub(to, from), &all, found));
        hash = hash_found(hash, found);
        memset(found, 0, sizeof *found);
        int ago = auk_world_history(world) * i / 4;
        hash = auk__hash_u64(hash, auk_world_cast_ray_at(world, ago, from, auk_vec_sub(to, from), &all, found));
        hash = hash_found(hash, found);
        AukShape disc = auk_shape_circle(2.0f);
        int count = auk_world_overlap(world, &disc, some_pose(random), &all, found, FOUND_MAX);
        hash = auk__hash_u64(hash, (uint64_t)count);
        for (int k = 0; k < count; k++) {
            hash = hash_found(hash, &found[k]);
        }
    }
    return hash;
}

static uint64_t hash_lists(uint64_t hash, const AukWorld *world)
{
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        AukEvents events = auk_world_events(world, (AukEventKind)kind);
        for (int i = 0; i < events.count; i++) {
            hash = auk__hash_u64(auk__hash_u64(hash, events.items[i].user_data_a), events.items[i].user_data_b);
            hash = auk__hash_u64(hash, auk_body_get_user_data(world, events.items[i].body_a));
        }
    }
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        int contacts[16];
        int count = auk_body_contacts(world, auk__body_id(&world->bodies, i), contacts, 16);
        for (int k = 0; k < count; k++) {
            hash = auk__hash_u64(hash, (uint64_t)contacts[k]);
        }
    }
    return hash;
}

uint64_t crowd_answers(const AukWorld *world, Random random)
{
    AukWorldStats stats = auk_world_stats(world);
    uint64_t hash = hash_lists(hash_queries(auk_world_hash(world), world, &random), world);
    hash = auk__hash_u64(hash, (uint64_t)stats.bodies << 32 | (uint32_t)stats.shapes);
    hash = auk__hash_u64(hash, (uint64_t)stats.box_pairs << 32 | (uint32_t)stats.candidates);
    return auk__hash_u64(hash, stats.steps);
}
