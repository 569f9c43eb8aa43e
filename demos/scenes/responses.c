// Responses: six lanes with the same walls and the same shots, which cross, touch, slide, bounce, bounce with a loss of
// speed, and pierce. Response rules by category say so: each lane has a category for its shots. The check compares the
// velocities before and after every hit, and no shot may leave its lane.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <math.h>
#include <string.h>

enum { LANE_COUNT = 6, WALL_COUNT = 5, SALVO_EVERY = 40, PATH_COUNT = 24 };

#define HALF_WIDTH 30.0f
#define LANE_HEIGHT 5.0f
#define SPEED 150.0f // 2.5 units in a step of 1/60 s; walls are an eighth of a unit thick
#define RADIUS 0.22f
#define LOSS 0.5f       // of the speed along the normal, in the fifth lane
#define TOLERANCE 1e-3f // of a velocity after a hit, as a part of SPEED

#define CATEGORY_WALL ((uint64_t)1)
#define CATEGORY_SHOT ((uint64_t)2) // in the first lane; each next lane has the next bit

typedef enum Lane { LANE_CROSS, LANE_TOUCH, LANE_SLIDE, LANE_BOUNCE, LANE_LOSS, LANE_PIERCE } Lane;

static const char *const lane_names[LANE_COUNT] = {
    "cross", "touch", "slide", "bounce", "bounce, losing half", "pierce 3, then touch"};
static const AukResponse lane_responses[LANE_COUNT] = {AUK_RESPONSE_CROSS,  AUK_RESPONSE_TOUCH,  AUK_RESPONSE_SLIDE,
                                                       AUK_RESPONSE_BOUNCE, AUK_RESPONSE_BOUNCE, AUK_RESPONSE_TOUCH};

typedef struct Shot {
    AukBodyId body;
    int lane;
    AukVec2 path[PATH_COUNT]; // points where it hit something, the latest at path[length - 1]
    int length;
} Shot;

typedef struct Responses {
    Demo demo;
    Shot *shots; // options.bodies salvoes of LANE_COUNT shots
    int salvo;   // index of the next one
    int64_t hits_of[LANE_COUNT];
    int64_t wrong;   // hits with another response, or another velocity afterwards, than expected
    int64_t escaped; // shots outside their lane, summed over all frames
} Responses;

// The height of a lane's middle line.
static float lane_y(int lane)
{
    return LANE_HEIGHT * (0.5f * (float)(LANE_COUNT - 1) - (float)lane);
}

static void add_wall(Demo *demo, AukVec2 at, AukVec2 half, float angle)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .shape = auk_shape_box(half.x, half.y), .position = at};
    def.angle = angle;
    def.filter.category = CATEGORY_WALL;
    demo_add_body(demo, &def);
}

static void add_lane(Demo *demo, int lane)
{
    static const AukVec2 places[WALL_COUNT] = {
        {-15.0f, 0.6f}, {-6.0f, -0.8f}, {3.0f, 0.5f}, {12.0f, -0.3f}, {20.0f, 0.9f}};
    static const float angles[WALL_COUNT] = {0.6f, -0.5f, 1.2f, 1.5707963f, -0.9f};
    float y = lane_y(lane);
    for (int side = -1; side <= 1; side += 2) {
        AukVec2 half = auk_vec(0.2f, 0.5f * LANE_HEIGHT - 0.1f);
        add_wall(demo, auk_vec((float)side * (HALF_WIDTH - 0.2f), y), half, 0.0f);
    }
    for (int i = 0; i < WALL_COUNT; i++) {
        add_wall(demo, auk_vec(places[i].x, y + places[i].y), auk_vec(1.2f, 0.06f), angles[i]);
    }
}

static void set_rules(Demo *demo)
{
    AukResponseRule rules[LANE_COUNT] = {0};
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        rules[lane].category = CATEGORY_SHOT << lane;
        rules[lane].other = CATEGORY_WALL;
        rules[lane].response = lane_responses[lane];
        rules[lane].bounce_loss = lane == LANE_LOSS ? LOSS : 0.0f;
    }
    demo->status = auk_world_set_response_rules(demo->world, rules, LANE_COUNT);
}

static Demo *create(const DemoOptions *options)
{
    Responses *responses =
        demo_new(options, sizeof *responses, (size_t)options->bodies * LANE_COUNT * sizeof *responses->shots);
    if (responses == NULL) {
        return NULL;
    }
    responses->shots = responses->demo.items;
    Demo *demo = &responses->demo;
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        add_lane(demo, lane);
    }
    // Walls between the lanes, and above and below them.
    for (int i = 0; i <= LANE_COUNT; i++) {
        add_wall(demo, auk_vec(0.0f, lane_y(i) + 0.5f * LANE_HEIGHT), auk_vec(HALF_WIDTH, 0.1f), 0.0f);
    }
    if (demo->status == AUK_OK) {
        set_rules(demo);
    }
    return demo;
}

static void shoot(Responses *responses, int lane, AukVec2 offset, AukVec2 direction)
{
    Demo *demo = &responses->demo;
    Shot *shot = &responses->shots[responses->salvo * LANE_COUNT + lane];
    if (demo->status == AUK_OK && auk_body_exists(demo->world, shot->body)) {
        demo->status = auk_body_destroy(demo->world, shot->body);
    }
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .shape = auk_shape_circle(RADIUS)};
    def.position = auk_vec(offset.x, lane_y(lane) + offset.y);
    def.velocity = auk_vec_scale(SPEED, direction);
    def.filter = (AukFilter){.category = CATEGORY_SHOT << lane, .ignore = ~CATEGORY_WALL};
    def.user_data = (uint64_t)lane;
    def.pierce = lane == LANE_PIERCE ? 3 : 0;
    *shot = (Shot){.lane = lane, .path = {def.position}, .length = 1};
    shot->body = demo_add_body(demo, &def);
}

static void prepare(Demo *demo)
{
    Responses *responses = (Responses *)demo;
    if (demo->totals.frames % SALVO_EVERY == 0) {
        float height = demo_random_between(&demo->random, -1.1f, 1.1f);
        float slope = demo_random_between(&demo->random, -0.02f, 0.02f);
        for (int lane = 0; lane < LANE_COUNT; lane++) {
            shoot(responses, lane, auk_vec(1.0f - HALF_WIDTH, height), auk_vec_normalize(auk_vec(1.0f, slope)));
        }
        responses->salvo = (responses->salvo + 1) % demo->options.bodies;
    }
}

// ---- the check ------------------------------------------------------------------------------------------------------

// The velocity that the response should give after the hit.
static AukVec2 expected_velocity(const AukHit *hit, int lane)
{
    float closing = auk_vec_dot(hit->velocity_a, hit->normal);
    switch (hit->response) {
    case AUK_RESPONSE_CROSS: return hit->velocity_a;
    case AUK_RESPONSE_TOUCH: return auk_vec(0.0f, 0.0f);
    case AUK_RESPONSE_SLIDE: return auk_vec_sub(hit->velocity_a, auk_vec_scale(closing, hit->normal));
    case AUK_RESPONSE_BOUNCE:
        closing *= lane == LANE_LOSS ? 2.0f - LOSS : 2.0f;
        return auk_vec_sub(hit->velocity_a, auk_vec_scale(closing, hit->normal));
    case AUK_RESPONSE_COUNT: break;
    }
    return hit->velocity_a;
}

static Shot *shot_of(Responses *responses, AukBodyId body)
{
    for (int i = 0; i < responses->demo.options.bodies * LANE_COUNT; i++) {
        if (auk_body_id_equal(responses->shots[i].body, body)) {
            return &responses->shots[i];
        }
    }
    return NULL;
}

// The velocity after this hit is the one before the shot's next hit, or the one at the end of the step. In a corner two
// walls respond at once, and a slide may stop.
static void check_hit(Responses *responses, AukHits hits, int index)
{
    const AukHit *hit = &hits.items[index];
    Shot *shot = shot_of(responses, hit->body_a);
    if (shot == NULL) {
        return;
    }
    responses->hits_of[shot->lane]++;
    AukVec2 after = auk_body_get_velocity(responses->demo.world, hit->body_a);
    for (int i = hits.count - 1; i > index; i--) {
        after = auk_body_id_equal(hits.items[i].body_a, hit->body_a) ? hits.items[i].velocity_a : after;
    }
    bool fitting = hit->response == lane_responses[shot->lane] ||
                   (shot->lane == LANE_PIERCE && hit->response == AUK_RESPONSE_CROSS);
    float error = auk_vec_length(auk_vec_sub(after, expected_velocity(hit, shot->lane)));
    bool corner = hit->response == AUK_RESPONSE_SLIDE && after.x == 0.0f && after.y == 0.0f;
    responses->wrong += !fitting || (error > TOLERANCE * SPEED && !corner);
    if (shot->length == PATH_COUNT) {
        shot->length--;
        memmove(shot->path, shot->path + 1, (size_t)shot->length * sizeof *shot->path);
    }
    shot->path[shot->length++] = hit->point;
}

static void check(Demo *demo)
{
    Responses *responses = (Responses *)demo;
    AukHits hits = auk_world_hits(demo->world);
    int64_t wrong = responses->wrong;
    int64_t escaped = responses->escaped;
    for (int i = 0; i < hits.count; i++) {
        check_hit(responses, hits, i);
    }
    for (int i = 0; i < demo->options.bodies * LANE_COUNT; i++) {
        Shot *shot = &responses->shots[i];
        if (auk_body_exists(demo->world, shot->body)) {
            AukVec2 p = auk_body_get_pose(demo->world, shot->body).p;
            bool stays = shot->lane != LANE_CROSS && shot->lane != LANE_PIERCE;
            responses->escaped += stays && (fabsf(p.y - lane_y(shot->lane)) > 0.5f * LANE_HEIGHT || p.x > HALF_WIDTH);
        }
    }
    demo->checks.false_hits += responses->wrong - wrong;
    demo->checks.missed += responses->escaped - escaped;
}

static void report(const Demo *demo, FILE *stream)
{
    const Responses *responses = (const Responses *)demo;
    fprintf(stream, " wrong=%lld escaped=%lld", (long long)responses->wrong, (long long)responses->escaped);
    static const char *const keys[LANE_COUNT] = {"crossed", "touched", "slid", "bounced", "lost", "pierced"};
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        fprintf(stream, " %s=%lld", keys[lane], (long long)responses->hits_of[lane]);
    }
}

// ---- drawing --------------------------------------------------------------------------------------------------------

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH + 0.5f, 0.5f * LANE_HEIGHT * (float)LANE_COUNT + 0.5f);
}

static void draw(Demo *demo, View *view)
{
    Responses *responses = (Responses *)demo;
    for (int i = 0; i < demo->options.bodies * LANE_COUNT; i++) {
        const Shot *shot = &responses->shots[i];
        if (auk_body_exists(demo->world, shot->body)) {
            for (int j = 0; j < shot->length; j++) {
                bool last = j + 1 == shot->length;
                AukVec2 to = last ? auk_body_get_pose(demo->world, shot->body).p : shot->path[j + 1];
                canvas_line(&view->canvas, view_point(view, shot->path[j]), view_point(view, to), view->pixel,
                            canvas_fade(COLOR_SWEPT, 0xb0));
            }
        }
    }
    const Font *font = view->canvas.font;
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        AukVec2 at = view_point(view, auk_vec(-HALF_WIDTH, lane_y(lane) + 0.5f * LANE_HEIGHT));
        at.x += 0.5f * font->line + 0.5f * font_width(font, lane_names[lane]);
        at.y += 0.9f * font->line;
        view_label(view, at, lane_names[lane]);
    }
}

const DemoScene scene_responses = {
    .name = "responses",
    .title = "shots that cross, touch, slide, bounce and pierce, side by side",
    .bodies_text = "salvoes visible at once",
    .defaults = {.seed = 1, .bodies = 3, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = 100,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
    .overlays = 1u << OVERLAY_TRACES,
};
