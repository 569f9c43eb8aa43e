// A small strategy game: two camps of 250 units and walls between them. A rectangle selects units, an order sends them
// off, units go around each other, look for the nearest enemy and shoot if nothing is in the line of sight.
#include <auk/auk.h>

#include <stdio.h>

enum { CAMP = 250, UNITS = 2 * CAMP, WALLS = 5, FRAMES = 600, HEALTH = 6 };
enum { WALL = 1 << 1, RED = 1 << 2, BLUE = 1 << 3 }; // categories
#define DT (1.0f / 30.0f)
#define RANGE 8.0f
#define SPEED 4.0f

typedef struct Army {
    AukWorld *world;
    int count; // the units that live
    AukBodyId bodies[UNITS];
    AukShape shapes[UNITS];
    AukTransform poses[UNITS];
    AukVec2 goals[UNITS];
    int health[UNITS], camps[UNITS]; // camp 0 is red
    AukCrowd *crowd;
    int shots, blocked;
} Army;

static uint64_t category_of(int camp)
{
    return camp == 0 ? RED : BLUE;
}

// A unit's body carries the unit's number in the army, so that what a query finds leads back to it.
static void make_units(Army *army)
{
    for (int i = 0; i < UNITS; i++) {
        int camp = i / CAMP, k = i % CAMP;
        AukVec2 at = auk_vec((camp == 0 ? -30.0f : 12.0f) + (float)(k % 16) * 1.2f, (float)(k / 16) * 1.2f - 9.0f);
        AukBodyDef def = {.position = at, .user_data = (uint64_t)i};
        def.shape = auk_shape_circle(0.4f);
        def.filter = (AukFilter){category_of(camp), RED | BLUE, 0}; // the crowd keeps units apart, not contacts
        army->bodies[i] = auk_body_create(army->world, &def);
        army->shapes[i] = def.shape;
        army->poses[i] = auk_transform(at, 0.0f);
        army->goals[i] = at;
        army->health[i] = HEALTH;
        army->camps[i] = camp;
    }
    army->count = UNITS;
}

static void make_walls(AukWorld *world)
{
    for (int i = 0; i < WALLS; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {0.0f, -16.0f + 8.0f * (float)i}};
        def.shape = auk_shape_box(1.0f, 2.5f);
        def.filter = (AukFilter){.category = WALL};
        auk_body_create(world, &def);
    }
}

// Sends all units of a camp within a rectangle to a place.
static int order(Army *army, int camp, AukBox selection, AukVec2 goal)
{
    AukFound found[UNITS];
    AukQuery query = {.filter = {.ignore = ~category_of(camp)}};
    int count = auk_world_overlap_box(army->world, selection, &query, found, UNITS);
    for (int i = 0; i < count; i++) {
        army->goals[found[i].user_data] = goal;
    }
    return count;
}

static void fight(Army *army, int unit)
{
    AukVec2 at = army->poses[unit].p;
    AukQuery enemies = {.filter = {.ignore = ~category_of(1 - army->camps[unit])}};
    AukQuery walls = {.filter = {.ignore = ~(uint64_t)WALL}};
    AukFound enemy;
    if (auk_world_nearest(army->world, NULL, army->poses[unit], RANGE, &enemies, &enemy, 1) <= 0) {
        return;
    }
    if (auk_world_cast_ray_any(army->world, at, auk_vec_sub(enemy.point, at), &walls)) {
        army->blocked++;
        return;
    }
    army->shots++;
    army->health[enemy.user_data]--;
}

// Takes the dead out: the last unit takes the number of each.
static void bury(Army *army)
{
    for (int i = army->count - 1; i >= 0; i--) {
        if (army->health[i] <= 0) {
            int last = --army->count;
            auk_body_destroy(army->world, army->bodies[i]);
            army->bodies[i] = army->bodies[last];
            army->poses[i] = army->poses[last];
            army->goals[i] = army->goals[last];
            army->health[i] = army->health[last];
            army->camps[i] = army->camps[last];
            auk_body_set_user_data(army->world, army->bodies[i], (uint64_t)i);
        }
    }
}

// Walls stop who walks, and who is pushed by others.
static void walk(Army *army)
{
    for (int i = 0; i < army->count; i++) {
        AukVec2 way = auk_vec_sub(army->goals[i], army->poses[i].p);
        AukMover walker = {.shape = army->shapes[i], .pose = army->poses[i], .floating = true}; // seen from above
        walker.velocity = auk_vec_scale(auk_vec_length(way) < SPEED * DT ? 0.0f : SPEED, auk_vec_normalize(way));
        walker.query.filter.ignore = RED | BLUE;
        auk_world_move(army->world, &walker, DT, NULL, 0);
        army->poses[i] = walker.pose;
    }
    AukCrowdDef def = {.count = army->count, .shapes = army->shapes, .poses = army->poses, .world = army->world};
    def.query.filter.ignore = RED | BLUE;
    auk_crowd_separate(army->crowd, &def);
    auk_body_move_to_many(army->world, army->bodies, army->count, army->poses);
}

int main(void)
{
    static Army army;
    army.world = auk_world_create(NULL, NULL);
    army.crowd = auk_crowd_create(NULL);
    make_walls(army.world);
    make_units(&army);
    auk_world_step(army.world, DT);
    AukBox half = {{-40.0f, 0.0f}, {0.0f, 40.0f}}, all = {{0.0f, -40.0f}, {40.0f, 40.0f}};
    printf("red sends %d, blue %d\n", order(&army, 0, half, auk_vec(20.0f, 0.0f)),
           order(&army, 1, all, auk_vec(-20.0f, 0.0f)));
    for (int frame = 0; frame < FRAMES; frame++) {
        walk(&army);
        if (auk_world_step(army.world, DT) != AUK_OK) {
            puts(auk_status_text(auk_world_last_status(army.world)));
            return 1;
        }
        for (int i = frame % 30; i < army.count; i += 30) { // each unit once a second
            fight(&army, i);
        }
        bury(&army);
    }
    int blue = 0;
    for (int i = 0; i < army.count; i++) {
        blue += army.camps[i];
    }
    printf("after %d frames red has %d units, blue %d\n", FRAMES, army.count - blue, blue);
    printf("%d shots, and %d times a wall was in the line of sight\n", army.shots, army.blocked);
    auk_crowd_destroy(army.crowd);
    auk_world_destroy(army.world);
    return 0;
}
