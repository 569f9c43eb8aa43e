// Tuxes: penguins walk between walls and shoot each other. They are moving bodies, tested at the end of each step;
// before the next step the game pushes them out of their contacts. A pond in the middle, a sensor, heals penguins that
// enter.
#include "scenes/tuxes.h"

#include "viewer/draw/view.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

#define ARENA_HALF_WIDTH 800.0f
#define ARENA_HALF_HEIGHT 450.0f
#define POND_RADIUS 70.0f
#define WALK_SPEED 60.0f
#define PENGUIN_RADIUS 16.0f

const AukVec2 tuxes_penguin_corners[TUXES_QUAD] = {{-12.0f, -10.0f}, {12.0f, -7.0f}, {12.0f, 7.0f}, {-12.0f, 10.0f}};

typedef struct WallPlan {
    float x, y, half_width, half_height, angle;
} WallPlan;

static const WallPlan wall_plans[TUXES_WALL_COUNT] = {
    {0.0f, -470.0f, 840.0f, 20.0f, 0.0f},   {0.0f, 470.0f, 840.0f, 20.0f, 0.0f},
    {-820.0f, 0.0f, 20.0f, 490.0f, 0.0f},   {820.0f, 0.0f, 20.0f, 490.0f, 0.0f},
    {-500.0f, 200.0f, 110.0f, 8.0f, 0.4f},  {-420.0f, -210.0f, 90.0f, 8.0f, 1.3f},
    {-180.0f, 60.0f, 10.0f, 80.0f, 0.0f},   {190.0f, -40.0f, 10.0f, 100.0f, 0.2f},
    {80.0f, 260.0f, 120.0f, 6.0f, -0.3f},   {120.0f, -300.0f, 70.0f, 6.0f, 0.0f},
    {520.0f, 180.0f, 60.0f, 25.0f, 0.785f}, {540.0f, -200.0f, 130.0f, 4.0f, -1.0f},
};

int tuxes_index_of(const TuxesScene *scene, AukBodyId body, int category)
{
    uint64_t data = auk_body_get_user_data(scene->demo.world, body);
    bool same = (data & ((1u << TUXES_INDEX_SHIFT) - 1)) == (uint64_t)category;
    return same ? (int)(data >> TUXES_INDEX_SHIFT) : -1;
}

// ---- the arena ------------------------------------------------------------------------------------------------

static void add_wall(TuxesScene *scene, int index)
{
    const WallPlan *plan = &wall_plans[index];
    TuxesWall *wall = &scene->walls[index];
    float w = scene->scale * plan->half_width;
    float h = scene->scale * plan->half_height;
    wall->corners[0] = auk_vec(-w, -h);
    wall->corners[1] = auk_vec(w, -h);
    wall->corners[2] = auk_vec(w, h);
    wall->corners[3] = auk_vec(-w, h);
    AukBodyDef def = {0};
    def.motion = AUK_MOTION_STATIC;
    def.shape = auk_shape_box(w, h);
    def.position = auk_vec_scale(scene->scale, auk_vec(plan->x, plan->y));
    def.angle = plan->angle;
    def.filter.category = TUXES_IS_WALL;
    def.user_data = tuxes_user_data(TUXES_IS_WALL, index);
    wall->body = demo_add_body(&scene->demo, &def);
}

static void add_pond(TuxesScene *scene)
{
    AukBodyDef def = {0};
    def.motion = AUK_MOTION_STATIC;
    def.shape = auk_shape_circle(scene->scale * POND_RADIUS);
    def.sensor = true;
    def.filter.category = TUXES_IS_POND;
    def.filter.ignore = TUXES_IS_WALL;
    def.user_data = tuxes_user_data(TUXES_IS_POND, 0);
    demo_add_body(&scene->demo, &def);
}

// A random free position. In a crowd the last of 50 tries is taken; its contacts then push the penguins apart.
static AukVec2 find_position(TuxesScene *scene)
{
    DemoRandom *random = &scene->demo.random;
    AukQuery query = {.filter = {.ignore = TUXES_IS_BULLET}};
    AukVec2 half = auk_vec(PENGUIN_RADIUS, PENGUIN_RADIUS);
    float w = scene->scale * ARENA_HALF_WIDTH - PENGUIN_RADIUS;
    float h = scene->scale * ARENA_HALF_HEIGHT - PENGUIN_RADIUS;
    AukVec2 position = {0};
    for (int tries = 0; tries < 50; tries++) {
        position.x = demo_random_between(random, -w, w);
        position.y = demo_random_between(random, -h, h);
        AukBox box = auk_box(auk_vec_sub(position, half), auk_vec_add(position, half));
        if (auk_world_overlap_box(scene->demo.world, box, &query, NULL, 0) == 0) {
            break;
        }
    }
    return position;
}

// ---- penguins -------------------------------------------------------------------------------------------------

static AukTransform facing(AukVec2 position, AukVec2 heading)
{
    AukTransform pose = {position, {heading.x, heading.y}};
    return pose;
}

void tuxes_set_walk(TuxesScene *scene, TuxesPenguin *penguin, AukVec2 position, AukVec2 heading, float speed)
{
    penguin->heading = heading;
    auk_body_set_pose(scene->demo.world, penguin->body, facing(position, heading));
    auk_body_set_velocity(scene->demo.world, penguin->body, auk_vec_scale(speed, heading));
}

static void set_walk(TuxesScene *scene, TuxesPenguin *penguin, AukVec2 position, AukVec2 heading)
{
    tuxes_set_walk(scene, penguin, position, heading, WALK_SPEED);
}

static void add_penguin(TuxesScene *scene, int index)
{
    DemoRandom *random = &scene->demo.random;
    TuxesPenguin *penguin = &scene->penguins[index];
    AukBodyDef def = {0};
    def.shape = auk_shape_polygon(tuxes_penguin_corners, TUXES_QUAD, 0.0f);
    def.position = find_position(scene);
    def.filter.category = TUXES_IS_PENGUIN;
    def.user_data = tuxes_user_data(TUXES_IS_PENGUIN, index);
    penguin->body = demo_add_body(&scene->demo, &def);
    penguin->gun = index % 2 == 0 ? TUXES_PISTOL : TUXES_SHOTGUN;
    penguin->health = TUXES_HEALTH;
    penguin->until_shot = demo_random_between(random, 0.2f, 1.5f);
    penguin->until_turn = demo_random_between(random, 0.5f, 4.0f);
    set_walk(scene, penguin, def.position, demo_random_direction(random));
}

void tuxes_respawn(TuxesScene *scene, TuxesPenguin *penguin)
{
    penguin->health = TUXES_HEALTH;
    AukVec2 position = find_position(scene);
    set_walk(scene, penguin, position, demo_random_direction(&scene->demo.random));
}

// Moves a penguin out of an obstacle and turns it away. `normal` points into the obstacle.
static void push_back(TuxesScene *scene, int index, AukVec2 normal, float depth)
{
    TuxesPenguin *penguin = &scene->penguins[index];
    AukVec2 position = auk_body_get_pose(scene->demo.world, penguin->body).p;
    float closing = auk_vec_dot(penguin->heading, normal);
    AukVec2 heading = penguin->heading;
    if (closing > 0.0f) {
        heading = auk_vec_normalize(auk_vec_sub(heading, auk_vec_scale(2.0f * closing, normal)));
    }
    set_walk(scene, penguin, auk_vec_sub(position, auk_vec_scale(depth, normal)), heading);
}

static void separate_penguins(TuxesScene *scene)
{
    AukContacts contacts = auk_world_contacts(scene->demo.world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        int a = tuxes_index_of(scene, contact->body_a, TUXES_IS_PENGUIN);
        int b = tuxes_index_of(scene, contact->body_b, TUXES_IS_PENGUIN);
        bool bullet = tuxes_index_of(scene, contact->body_a, TUXES_IS_BULLET) >= 0 ||
                      tuxes_index_of(scene, contact->body_b, TUXES_IS_BULLET) >= 0;
        if (bullet) {
            continue;
        }
        float depth = a >= 0 && b >= 0 ? -0.5f * contact->manifold.distance : -contact->manifold.distance;
        if (a >= 0) {
            push_back(scene, a, contact->manifold.normal, depth);
        }
        if (b >= 0) {
            push_back(scene, b, auk_vec_neg(contact->manifold.normal), depth);
        }
    }
}

bool tuxes_is_outside(const TuxesScene *scene, AukVec2 position)
{
    float w = scene->scale * ARENA_HALF_WIDTH;
    float h = scene->scale * ARENA_HALF_HEIGHT;
    return position.x < -w || position.x > w || position.y < -h || position.y > h;
}

static void walk(TuxesScene *scene, TuxesPenguin *penguin)
{
    DemoRandom *random = &scene->demo.random;
    AukVec2 position = auk_body_get_pose(scene->demo.world, penguin->body).p;
    penguin->until_turn -= scene->demo.options.dt;
    if (tuxes_is_outside(scene, position)) {
        tuxes_respawn(scene, penguin);
    } else if (penguin->until_turn <= 0.0f) {
        penguin->until_turn = demo_random_between(random, 0.5f, 4.0f);
        set_walk(scene, penguin, position, demo_random_direction(random));
    }
}

static void heal_penguins(TuxesScene *scene)
{
    AukEvents entered = auk_world_events(scene->demo.world, AUK_EVENT_ENTER);
    for (int i = 0; i < entered.count; i++) {
        int index = tuxes_index_of(scene, entered.items[i].body_b, TUXES_IS_PENGUIN);
        if (index >= 0) {
            scene->penguins[index].health = TUXES_HEALTH;
        }
    }
}

// ---- the scene ------------------------------------------------------------------------------------------------

static void destroy(Demo *demo)
{
    TuxesScene *scene = (TuxesScene *)demo;
    auk_world_destroy(demo->world);
    arrfree(scene->bullets);
    arrfree(scene->free_bullets);
    arrfree(scene->targets);
    arrfree(scene->first_hit);
    free(scene->penguins);
    free(scene);
}

static Demo *create(const DemoOptions *options)
{
    TuxesScene *scene = calloc(1, sizeof *scene);
    TuxesPenguin *penguins = calloc((size_t)options->bodies, sizeof *penguins);
    if (scene == NULL || penguins == NULL) {
        free(scene);
        free(penguins);
        return NULL;
    }
    scene->penguins = penguins;
    demo_init(&scene->demo, options);
    scene->discrete = options->unswept;
    scene->scale = options->bodies > 32 ? sqrtf((float)options->bodies / 32.0f) : 1.0f;
    for (int i = 0; i < TUXES_WALL_COUNT; i++) {
        add_wall(scene, i);
    }
    add_pond(scene);
    for (int i = 0; i < options->bodies && scene->demo.status == AUK_OK; i++) {
        add_penguin(scene, i);
    }
    return &scene->demo;
}

static void prepare(Demo *demo)
{
    TuxesScene *scene = (TuxesScene *)demo;
    separate_penguins(scene);
    heal_penguins(scene);
    tuxes_remove_bullets(scene);
    for (int i = 0; i < demo->options.bodies; i++) {
        walk(scene, &scene->penguins[i]);
    }
    for (int i = 0; i < demo->options.bodies; i++) {
        if (!tuxes_play(scene, i)) {
            tuxes_shoot(scene, i);
        }
    }
    tuxes_check_prepare(scene);
}

static void report(const Demo *demo, FILE *stream)
{
    const TuxesScene *scene = (const TuxesScene *)demo;
    fprintf(stream, " shots=%lld kills=%lld", (long long)scene->shots, (long long)scene->kills);
}

static AukVec2 extent(const Demo *demo)
{
    float scale = ((const TuxesScene *)demo)->scale;
    return auk_vec(scale * (ARENA_HALF_WIDTH + 45.0f), scale * (ARENA_HALF_HEIGHT + 45.0f));
}

const DemoScene scene_tuxes = {
    .name = "tuxes",
    .title = "a game of penguins with pistols and shotguns, for two players",
    .bodies_text = "penguins",
    .defaults = {.seed = 1, .bodies = 32, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = 2000,
    .create = create,
    .prepare = prepare,
    .check = tuxes_check,
    .report = report,
    .destroy = destroy,
    .extent = extent,
    .draw = tuxes_draw,
    .press = tuxes_press,
    .overlays = 1u << OVERLAY_TRACES | 1u << OVERLAY_HITS,
    .help = {{"W A S D, F, G", "walk, pistol, shotgun"},
             {"arrows, K, L", "the same, player 2"},
             {"O", "sweep bullets or not"}},
};
