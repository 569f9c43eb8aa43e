// Sensors: zones that count the bodies inside from events alone. Slow bodies fly through them; swept bodies cross a
// zone within one step, and auk reports that they entered and left.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

enum { ZONE_COUNT = 4, FAST_EVERY = 8 };

#define HALF_WIDTH 32.0f
#define HALF 18.0f
#define FAST_SPEED 900.0f

typedef struct Zone {
    AukBodyId body;
    int inside;     // bodies, counted by ENTER and LEAVE
    int64_t passed; // bodies that entered and left within one step
} Zone;

typedef struct Sensors {
    Demo demo;
    Zone zones[ZONE_COUNT];
    AukBodyId *bodies;
} Sensors;

static void add_zones(Sensors *sensors)
{
    const AukShape shapes[ZONE_COUNT] = {auk_shape_circle(6.0f), auk_shape_box(7.0f, 3.0f),
                                         auk_shape_ellipse(7.0f, 4.0f), auk_shape_circle(3.0f)};
    static const AukVec2 places[ZONE_COUNT] = {{-17.0f, 8.0f}, {16.0f, 9.0f}, {-14.0f, -9.0f}, {8.0f, -6.0f}};
    for (int i = 0; i < ZONE_COUNT; i++) {
        bool moves = i == ZONE_COUNT - 1;
        AukBodyDef def = {.shape = shapes[i], .position = places[i], .sensor = true, .user_data = (uint64_t)i};
        def.motion = moves ? AUK_MOTION_MOVING : AUK_MOTION_STATIC;
        def.velocity = auk_vec(moves ? 6.0f : 0.0f, moves ? 5.0f : 0.0f);
        def.filter.category = 2;
        def.filter.ignore = 2; // zones do not count each other
        sensors->zones[i].body = demo_add_body(&sensors->demo, &def);
    }
}

static void add_body(Sensors *sensors, int index)
{
    DemoRandom *random = &sensors->demo.random;
    bool fast = index % FAST_EVERY == 0;
    AukBodyDef def = {0};
    def.motion = fast ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
    def.shape = index % 2 == 0 ? auk_shape_circle(0.5f) : auk_shape_box(0.6f, 0.4f);
    def.position = demo_random_in_square(random, HALF);
    def.angle = demo_random_angle(random);
    def.velocity = auk_vec_scale(fast ? FAST_SPEED : 6.0f, demo_random_direction(random));
    sensors->bodies[index] = demo_add_body(&sensors->demo, &def);
}

static Demo *create(const DemoOptions *options)
{
    Sensors *sensors = demo_new(options, sizeof *sensors, (size_t)options->bodies * sizeof *sensors->bodies);
    if (sensors == NULL) {
        return NULL;
    }
    sensors->bodies = sensors->demo.items;
    add_zones(sensors);
    for (int i = 0; i < options->bodies; i++) {
        add_body(sensors, i);
    }
    return &sensors->demo;
}

static void prepare(Demo *demo)
{
    Sensors *sensors = (Sensors *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, sensors->bodies[i], HALF);
    }
    demo_keep_inside(demo, sensors->zones[ZONE_COUNT - 1].body, HALF - 3.0f);
}

// Counts from events alone. A body that enters and leaves in one step has both events in it.
static void count_events(Sensors *sensors)
{
    AukEvents entered = auk_world_events(sensors->demo.world, AUK_EVENT_ENTER);
    AukEvents left = auk_world_events(sensors->demo.world, AUK_EVENT_LEAVE);
    for (int i = 0; i < entered.count; i++) {
        sensors->zones[entered.items[i].user_data_a].inside++;
    }
    for (int i = 0; i < left.count; i++) {
        Zone *zone = &sensors->zones[left.items[i].user_data_a];
        zone->inside--;
        for (int j = 0; j < entered.count; j++) {
            zone->passed += auk_body_id_equal(entered.items[j].body_a, left.items[i].body_a) &&
                            auk_body_id_equal(entered.items[j].body_b, left.items[i].body_b);
        }
    }
}

// Compares the counts with overlap queries. A query does not know which bodies touched before, so one body at the
// border of a zone may differ.
static void check(Demo *demo)
{
    Sensors *sensors = (Sensors *)demo;
    count_events(sensors);
    for (int i = 0; i < ZONE_COUNT; i++) {
        AukShapeId id = auk_body_get_shape(demo->world, sensors->zones[i].body);
        AukShape shape = auk_world_shape_get(demo->world, id);
        int inside = auk_world_overlap(demo->world, &shape, auk_world_shape_get_pose(demo->world, id), NULL, NULL, 0);
        demo->checks.missed += sensors->zones[i].inside < inside - 1;
        demo->checks.false_hits += sensors->zones[i].inside > inside + 1;
        demo->checks.grazing += sensors->zones[i].inside != inside;
    }
}

static void report(const Demo *demo, FILE *stream)
{
    int64_t passed = 0;
    for (int i = 0; i < ZONE_COUNT; i++) {
        passed += ((const Sensors *)demo)->zones[i].passed;
    }
    fprintf(stream, " passed_in_a_step=%lld", (long long)passed);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH, HALF + 1.0f);
}

static void draw(Demo *demo, View *view)
{
    const Sensors *sensors = (const Sensors *)demo;
    for (int i = 0; i < ZONE_COUNT; i++) {
        AukVec2 at = view_point(view, auk_body_get_pose(demo->world, sensors->zones[i].body).p);
        char text[64];
        snprintf(text, sizeof text, "%d in, %lld shot by", sensors->zones[i].inside,
                 (long long)sensors->zones[i].passed);
        view_label(view, at, text);
    }
}

const DemoScene scene_sensors = {
    .name = "sensors",
    .title = "zones that count the bodies inside, fast ones too",
    .bodies_text = "bodies",
    .defaults = {.seed = 1, .bodies = 80, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 100000,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
    .overlays = 1u << OVERLAY_TRACES,
};
