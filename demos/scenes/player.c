// A frame of a character: its controls (keys, or a plan made with ray casts), its move by auk_world_move(), and checks
// of the result by other queries.
#include "scenes/player.h"

#define RADIUS 0.4f
#define HALF_HEIGHT 0.9f
#define SPEED_LEAST 5.6f
#define SPEED_MOST 6.2f
#define GRAVITY 25.0f
#define JUMP 9.5f
#define ON_FLOOR 60.0f // acceleration
#define IN_AIR 30.0f
#define STEP_HEIGHT 0.4f
#define DROP 4.0f       // ground further below is a pit
#define TOLERANCE 1e-3f // depth of an overlap that is a fault

enum { LINGERING_MAX = 240, LANDING_COUNT = 7 };

static AukQuery only(uint64_t categories)
{
    return (AukQuery){.filter = {.category = PLAYER_OWN, .ignore = ~categories}};
}

void player_init(Demo *demo, Player *player, AukVec2 start, AukBox limits, int number)
{
    float core = HALF_HEIGHT - RADIUS;
    *player = (Player){.number = number, .start = start, .limits = limits, .heading = 1.0f, .furthest = start.x};
    player->speed = demo_random_between(&demo->random, SPEED_LEAST, SPEED_MOST);
    player->mover = (AukMover){.shape = auk_shape_capsule(auk_vec(0.0f, -core), auk_vec(0.0f, core), RADIUS),
                               .pose = auk_transform(start, 0.0f),
                               .slope_limit = 0.9f,
                               .step_height = STEP_HEIGHT,
                               .snap = STEP_HEIGHT,
                               .query = only(PLAYER_GROUND | PLAYER_ONE_WAY)};
    AukBodyDef def = {.shape = player->mover.shape, .position = start, .user_data = (uint64_t)number};
    def.filter = (AukFilter){.category = PLAYER_OWN, .ignore = PLAYER_OWN};
    player->body = demo_add_body(demo, &def);
}

// ---- controls -------------------------------------------------------------------------------------------------------

typedef struct Controls {
    float run; // -1 to 1
    bool jump;
} Controls;

static Controls read_keys(const bool *held)
{
    bool left = held[DEMO_KEY_LEFT] || held['a'];
    bool right = held[DEMO_KEY_RIGHT] || held['d'];
    return (Controls){(right ? 1.0f : 0.0f) - (left ? 1.0f : 0.0f), held[DEMO_KEY_UP] || held['w']};
}

static bool meets_wall(const Demo *demo, const Player *player)
{
    AukQuery query = only(PLAYER_GROUND);
    AukVec2 from = player->mover.pose.p;
    from.y += STEP_HEIGHT + 0.1f - HALF_HEIGHT;
    AukFound found;
    AukVec2 ahead = auk_vec(player->heading * 1.1f, 0.0f);
    return auk_world_cast_ray(demo->world, from, ahead, &query, &found) && player->heading * found.normal.x < -0.85f;
}

// True if there is ground to stand on at the distance `ahead`, not higher than `above` the character.
static bool has_ground(const Demo *demo, const Player *player, float ahead, float above)
{
    AukQuery query = only(PLAYER_GROUND | PLAYER_ONE_WAY);
    AukVec2 from = player->mover.pose.p;
    from = auk_vec(from.x + player->heading * ahead, from.y + above);
    AukFound found;
    return auk_world_cast_ray(demo->world, from, auk_vec(0.0f, -(above + HALF_HEIGHT + DROP)), &query, &found) &&
           found.normal.y > 0.6f;
}

static void turn_round(Player *player)
{
    player->heading = -player->heading;
    player->furthest = player->mover.pose.p.x;
    player->lingering = 0;
    player->turns++;
}

static void watch_progress(Player *player)
{
    float x = player->mover.pose.p.x;
    bool further = player->heading * (x - player->furthest) > 0.05f;
    player->furthest = further ? x : player->furthest;
    player->lingering = further ? 0 : player->lingering + 1;
    float edge = player->heading > 0.0f ? player->limits.max.x : player->limits.min.x;
    if (player->heading * (edge - x) < 2.0f || player->lingering > LINGERING_MAX) {
        turn_round(player);
    }
}

// Walks ahead and jumps over walls and pits; at a pit that is too wide it waits for a platform.
static Controls plan(const Demo *demo, Player *player)
{
    watch_progress(player);
    float heading = player->heading;
    if (!player->mover.floor) {
        return (Controls){heading * (player->aim - player->mover.pose.p.x) > 0.0f ? heading : 0.0f, false};
    }
    player->aim = player->mover.pose.p.x + 100.0f * heading;
    if (meets_wall(demo, player)) {
        return (Controls){heading, true};
    }
    if (has_ground(demo, player, 0.6f, 0.0f)) {
        return (Controls){heading, false};
    }
    float ahead = 1.6f;
    for (int i = 0; i < LANDING_COUNT; i++) {
        if (has_ground(demo, player, ahead, 0.8f) && has_ground(demo, player, ahead + 0.4f, 0.8f)) {
            player->aim = player->mover.pose.p.x + heading * (ahead + 0.6f);
            return (Controls){heading, true};
        }
        ahead += 0.4f;
    }
    return (Controls){0.0f, false};
}

// ---- the move -------------------------------------------------------------------------------------------------------

static void put_back(Demo *demo, Player *player)
{
    player->fell = true;
    player->falls++;
    player->heading = 1.0f;
    player->furthest = player->start.x;
    player->lingering = 0;
    player->mover.pose.p = player->start;
    player->mover.velocity = auk_vec(0.0f, 0.0f);
    player->mover.support = (AukBodyId){0};
    player->mover.floor = false;
    demo->status = auk_body_set_pose(demo->world, player->body, player->mover.pose);
}

static float approach(float from, float to, float most)
{
    float change = to - from;
    return from + (change > most ? most : (change < -most ? -most : change));
}

void player_move(Demo *demo, Player *player)
{
    float dt = demo->options.dt;
    AukMover *mover = &player->mover;
    player->fell = false;
    if (mover->pose.p.y < player->limits.min.y) {
        put_back(demo, player);
    }
    Controls controls = read_keys(demo->input.held);
    player->manual = player->manual || (player->number == 0 && (controls.run != 0.0f || controls.jump));
    controls = player->manual ? controls : plan(demo, player);
    mover->velocity.x =
        approach(mover->velocity.x, controls.run * player->speed, (mover->floor ? ON_FLOOR : IN_AIR) * dt);
    if (controls.jump && mover->floor) {
        mover->velocity = auk_vec(mover->velocity.x + mover->support_velocity.x, JUMP);
        player->jumps++;
    }
    mover->velocity.y -= GRAVITY * dt;
    player->previous = mover->pose.p;
    int result = auk_world_move(demo->world, mover, dt, NULL, 0);
    demo->status = result < 0 ? (AukStatus)-result : auk_body_move_to(demo->world, player->body, mover->pose);
}

void player_take_coins(Demo *demo, Player *players, int count)
{
    AukEvents came = auk_world_events(demo->world, AUK_EVENT_ENTER);
    for (int i = 0; i < came.count && demo->status == AUK_OK; i++) {
        const AukEvent *event = &came.items[i];
        for (int j = 0; j < count; j++) {
            bool first = auk_body_id_equal(event->body_a, players[j].body);
            AukBodyId coin = first ? event->body_b : event->body_a;
            if ((first || auk_body_id_equal(event->body_b, players[j].body)) && auk_body_exists(demo->world, coin)) {
                players[j].coins++;
                demo->status = auk_body_destroy(demo->world, coin);
            }
        }
    }
}

// ---- checks ---------------------------------------------------------------------------------------------------------

static bool is_inside(const Demo *demo, const Player *player)
{
    enum { FOUND_MAX = 16 };
    AukQuery query = only(PLAYER_GROUND);
    AukFound found[FOUND_MAX];
    int count = auk_world_overlap(demo->world, &player->mover.shape, player->mover.pose, &query, found, FOUND_MAX);
    bool inside = count < 0;
    for (int i = 0; i < count; i++) {
        inside = inside || found[i].distance < -TOLERANCE;
    }
    return inside;
}

// Its middle never crosses static ground, since steps are lower. A path longer than the character may lead round a
// corner, so the straight line says nothing then.
static bool is_beyond(const Demo *demo, const Player *player)
{
    AukQuery query = only(PLAYER_GROUND);
    AukVec2 now = player->mover.pose.p;
    AukVec2 path = auk_vec_sub(now, player->previous);
    AukFound found;
    bool crossed = auk_vec_length(path) < 2.0f * HALF_HEIGHT &&
                   auk_world_cast_ray(demo->world, player->previous, path, &query, &found) &&
                   auk_body_get_motion(demo->world, found.body) == AUK_MOTION_STATIC;
    return crossed || now.x < player->limits.min.x || now.x > player->limits.max.x || now.y > player->limits.max.y;
}

void player_check(Demo *demo, Player *players, int count)
{
    for (int i = 0; i < count; i++) {
        Player *player = &players[i];
        bool inside = is_inside(demo, player);
        bool beyond = !player->fell && is_beyond(demo, player);
        player->inside += inside;
        player->beyond += beyond;
        player->stuck += player->mover.stuck;
        demo->checks.missed += inside || beyond || player->mover.stuck;
    }
}

void player_report(const Player *players, int count, FILE *stream)
{
    Player all = {0};
    for (int i = 0; i < count; i++) {
        all.inside += players[i].inside;
        all.beyond += players[i].beyond;
        all.stuck += players[i].stuck;
        all.jumps += players[i].jumps;
        all.falls += players[i].falls;
        all.turns += players[i].turns;
        all.coins += players[i].coins;
    }
    fprintf(stream, " inside=%lld beyond=%lld stuck=%lld jumps=%lld falls=%lld turns=%lld coins=%lld",
            (long long)all.inside, (long long)all.beyond, (long long)all.stuck, (long long)all.jumps,
            (long long)all.falls, (long long)all.turns, (long long)all.coins);
}

void player_note(View *view, const Player *player)
{
    const AukMover *mover = &player->mover;
    view_note(view, COLOR_TEXT, "%s%s%s%s: %lld coins, %lld falls", mover->floor ? "on a floor" : "in the air",
              mover->wall ? ", at a wall" : "", mover->ceiling ? ", under a ceiling" : "",
              mover->stuck ? ", STUCK" : "", (long long)player->coins, (long long)player->falls);
    float length = 22.0f * view->pixel / view->camera.scale;
    const AukVec2 normals[3] = {mover->floor_normal, mover->wall_normal, mover->ceiling_normal};
    for (int i = 0; i < 3; i++) {
        if (normals[i].x != 0.0f || normals[i].y != 0.0f) {
            AukVec2 to = auk_vec_add(mover->pose.p, auk_vec_scale(length, normals[i]));
            canvas_arrow(&view->canvas, view_point(view, mover->pose.p), view_point(view, to), 1.5f * view->pixel,
                         COLOR_NORMAL);
        }
    }
}

// ---- levels ---------------------------------------------------------------------------------------------------------

AukBodyId player_add_ground(Demo *demo, AukShape shape, AukVec2 at, float angle)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .shape = shape, .position = at, .angle = angle};
    def.filter.category = PLAYER_GROUND;
    return demo_add_body(demo, &def);
}

void player_add_chain(Demo *demo, const AukVec2 *points, int count)
{
    AukBodyId body = player_add_ground(demo, (AukShape){0}, auk_vec(0.0f, 0.0f), 0.0f);
    if (demo->status == AUK_OK) {
        auk_body_add_chain(demo->world, body, points, count, false, NULL);
        demo->status = auk_world_last_status(demo->world);
    }
}

AukBodyId player_add_one_way(Demo *demo, AukVec2 middle, float half_width)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = middle, .one_way = {0.0f, 1.0f}};
    def.shape = auk_shape_segment(auk_vec(-half_width, 0.0f), auk_vec(half_width, 0.0f));
    def.filter.category = PLAYER_ONE_WAY;
    return demo_add_body(demo, &def);
}

void player_add_coin(Demo *demo, AukVec2 at)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .shape = auk_shape_circle(0.4f), .position = at, .sensor = true};
    def.filter.category = PLAYER_COIN;
    demo_add_body(demo, &def);
}
