// Shapes that change in place, in random worlds. After each step a world is built anew from what the test wrote down:
// it has the same contacts and overlaps, and answers queries alike. Events are the difference between what touched
// before and what touches now.
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "auk/world.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BODIES = 20,
    SHAPES_PER_BODY = 3,
    SHAPES_MAX = BODIES * SHAPES_PER_BODY,
    POINTS_MAX = 12,
    CELLS = 16,
    NAMES_MAX = 1 << 13,
    FOUND_MAX = 128,
    STEPS = 30,
    USUAL = 120
};

typedef enum Form { FORM_CONVEX, FORM_OUTLINE, FORM_CHAIN, FORM_TILES, FORM_COUNT } Form;

// What the test knows of a shape.
typedef struct Known {
    Form form;
    AukShapeId id;
    int body;
    AukShapeDef def; // `shape` borrows `points`
    AukVec2 points[POINTS_MAX];
    int count;
    bool closed;
    uint8_t cells[CELLS];
} Known;

typedef struct Level {
    Random random;
    AukWorldDef def;
    AukWorld *world;
    AukBodyId bodies[BODIES];
    Known shapes[SHAPES_MAX];
    int shape_count;
} Level;

// ---- random things --------------------------------------------------------------------------------------------------

static void some_convex(Random *random, Known *known)
{
    float size = random_float(random, 0.3f, 1.0f);
    switch (random_int(random, 0, 6)) {
    case 0: known->def.shape = auk_shape_circle(0.5f * size); break;
    case 1: known->def.shape = auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.1f), 0.2f * size); break;
    case 2: known->def.shape = auk_shape_segment(auk_vec(0.0f, -size), auk_vec(0.2f, size)); break;
    case 3: known->def.shape = auk_shape_box(size, 0.3f * size); break;
    case 4: known->def.shape = auk_shape_rounded(auk_shape_box(0.5f * size, 0.25f * size), 0.2f * size); break;
    case 5: known->def.shape = auk_shape_ellipse(0.8f * size, 0.3f * size); break;
    default:
        known->count = random_polygon(random, random_int(random, 3, POINTS_MAX), size, 1.0f, known->points);
        known->def.shape = auk_shape_polygon(known->points, known->count, 0.0f);
        break;
    }
}

// Points around the origin in order of their angle: a simple outline, and a chain.
static void some_ring(Random *random, Known *known)
{
    known->count = random_int(random, 4, POINTS_MAX);
    for (int i = 0; i < known->count; i++) {
        AukRot turn = auk_rot(6.2831853f * ((float)i + random_float(random, 0.0f, 0.5f)) / (float)known->count);
        float radius = random_float(random, 0.4f, 1.6f);
        known->points[i] = auk_vec(radius * turn.c, radius * turn.s);
    }
}

static AukTransform some_local(Random *random, Known *known)
{
    bool centred = random_chance(random, 0.3);
    known->def.position = centred ? auk_vec(0.0f, 0.0f) : random_vec(random, -1.0f, 1.0f);
    known->def.angle = centred ? 0.0f : random_float(random, -3.0f, 3.0f);
    return auk_transform(known->def.position, known->def.angle);
}

// ---- two worlds -----------------------------------------------------------------------------------------------------

static AukShapeId add_known(AukWorld *world, AukBodyId body, const Known *known)
{
    AukTilesDef tiles = {4, CELLS / 4, 0.5f, 0.0f, known->cells};
    switch (known->form) {
    case FORM_OUTLINE: return auk_body_add_outline(world, body, known->points, known->count, NULL, 0, &known->def);
    case FORM_CHAIN: return auk_body_add_chain(world, body, known->points, known->count, known->closed, &known->def);
    case FORM_TILES: return auk_body_add_tiles(world, body, &tiles, &known->def);
    case FORM_CONVEX:
    case FORM_COUNT: break;
    }
    return auk_body_add_shape(world, body, &known->def);
}

static void add_shape(Level *level, int body)
{
    Random *random = &level->random;
    Known *known = &level->shapes[level->shape_count++];
    memset(known, 0, sizeof *known);
    known->body = body;
    known->form = random_chance(random, 0.5) ? FORM_CONVEX : (Form)random_int(random, 1, FORM_COUNT - 1);
    known->closed = random_chance(random, 0.5);
    if (known->form == FORM_CONVEX) {
        some_convex(random, known);
    } else {
        some_ring(random, known);
        known->def.shape.radius = random_chance(random, 0.3) ? 0.1f : 0.0f;
    }
    for (int i = 0; i < CELLS; i++) {
        known->cells[i] = (uint8_t)(random_chance(random, 0.5) ? AUK_TILE_FULL : random_int(random, 0, 9));
    }
    (void)some_local(random, known);
    known->def.sensor = random_chance(random, 0.25);
    known->def.disabled = random_chance(random, 0.1);
    known->id = add_known(level->world, level->bodies[body], known);
    cr_assert_neq(known->id.generation, 0, "%s", auk_status_text(auk_world_last_status(level->world)));
}

static Level *level_open(uint64_t seed, int number)
{
    Level *level = calloc(1, sizeof *level);
    level->random = random_start(seed, (uint64_t)number);
    if (number % 3 == 1) {
        level->def.wrap = auk_box(auk_vec(-8.0f, -8.0f), auk_vec(8.0f, 8.0f));
    }
    level->def.static_pairs = number % 5 == 4;
    level->world = auk_world_create(&level->def, NULL);
    for (int i = 0; i < BODIES; i++) {
        bool rests = i % 3 == 0;
        AukVec2 place = random_vec(&level->random, -5.0f, 5.0f);
        AukBodyDef def = {.position = place, .angle = random_float(&level->random, -3.0f, 3.0f)};
        // one body that is swept, and meets nothing: paths are followed then
        bool swept = i == 1 && number % 2 == 0;
        def.motion = rests ? AUK_MOTION_STATIC : (swept ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING);
        if (!rests) {
            def.velocity = random_vec(&level->random, -2.0f, 2.0f);
            def.spin = random_chance(&level->random, 0.5) ? 0.0f : random_float(&level->random, -2.0f, 2.0f);
        }
        def.filter.ignore = swept ? UINT64_MAX : 0;
        level->bodies[i] = auk_body_create(level->world, &def);
        for (int k = random_int(&level->random, 1, SHAPES_PER_BODY); k > 0; k--) {
            add_shape(level, i);
        }
    }
    return level;
}

// The present state in a new world. Shapes get the user data of their number, bodies have their slots.
static AukWorld *build_anew(Level *level)
{
    AukWorld *fresh = auk_world_create(&level->def, NULL);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def = {.motion = auk_body_get_motion(level->world, level->bodies[i]),
                          .filter = auk_body_get_filter(level->world, level->bodies[i])};
        AukBodyId id = auk_body_create(fresh, &def);
        cr_assert(auk_body_id_equal(id, level->bodies[i]));
        cr_assert_eq(auk_body_set_pose(fresh, id, auk_body_get_pose(level->world, id)), AUK_OK);
    }
    for (int i = 0; i < level->shape_count; i++) {
        Known *known = &level->shapes[i];
        AukShapeId id = add_known(fresh, level->bodies[known->body], known);
        cr_assert_eq(auk_world_shape_get_pieces(fresh, id, NULL, 0),
                     auk_world_shape_get_pieces(level->world, known->id, NULL, 0));
        cr_assert_eq(auk_world_shape_set_user_data(fresh, id, (uint64_t)i), AUK_OK);
        cr_assert_eq(auk_world_shape_set_user_data(level->world, known->id, (uint64_t)i), AUK_OK);
    }
    cr_assert_eq(auk_world_step(fresh, 0.0f), AUK_OK);
    return fresh;
}

// ---- edits ----------------------------------------------------------------------------------------------------------

static void edit(Level *level)
{
    Random *random = &level->random;
    Known *known = &level->shapes[random_int(random, 0, level->shape_count - 1)];
    AukWorld *world = level->world;
    AukVec2 *points = known->points;
    int first = random_int(random, 0, known->count), some = random_int(random, 0, known->count - first);
    switch (random_int(random, 0, 3)) {
    case 0:
        known->def.disabled = !known->def.disabled;
        cr_assert_eq(auk_world_shape_set_enabled(world, known->id, !known->def.disabled), AUK_OK);
        break;
    case 1: cr_assert_eq(auk_world_shape_set_local_pose(world, known->id, some_local(random, known)), AUK_OK); break;
    case 2:
        known->def.sensor = !known->def.sensor;
        cr_assert_eq(auk_world_shape_set_sensor(world, known->id, known->def.sensor), AUK_OK);
        break;
    default:
        if (known->form == FORM_CONVEX) {
            some_convex(random, known);
            cr_assert_eq(auk_world_shape_set(world, known->id, &known->def.shape), AUK_OK);
        } else if (known->form == FORM_OUTLINE) {
            some_ring(random, known);
            cr_assert_eq(auk_world_shape_set_outline(world, known->id, points, known->count, NULL, 0), AUK_OK);
        } else if (known->form == FORM_CHAIN && random_chance(random, 0.5)) {
            some_ring(random, known);
            known->closed = random_chance(random, 0.5);
            cr_assert_eq(auk_world_shape_set_chain(world, known->id, points, known->count, known->closed), AUK_OK);
        } else if (known->form == FORM_CHAIN) {
            for (int i = first; i < first + some; i++) {
                points[i] = auk_vec_add(points[i], random_vec(random, -0.3f, 0.3f));
            }
            cr_assert_eq(auk_world_shape_set_chain_points(world, known->id, first, points + first, some), AUK_OK);
        }
        break;
    }
}

// ---- what touches ---------------------------------------------------------------------------------------------------

// A contact, an overlap or a found piece: shapes by their number, or by their slot.
typedef struct Name {
    uint64_t shapes[2];
    int children[2];
    bool sensor;
    float distance;
} Name;

typedef struct Names {
    Name items[NAMES_MAX];
    int count;
} Names;

static int by_name(const void *left, const void *right)
{
    const Name *a = left, *b = right;
    for (int i = 0; i < 2; i++) {
        if (a->shapes[i] != b->shapes[i]) {
            return a->shapes[i] < b->shapes[i] ? -1 : 1;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (a->children[i] != b->children[i]) {
            return a->children[i] < b->children[i] ? -1 : 1;
        }
    }
    return (int)a->sensor - (int)b->sensor;
}

static void put_name(Names *names, uint64_t a, uint64_t b, int child_a, int child_b, bool sensor, float distance)
{
    cr_assert_lt(names->count, NAMES_MAX);
    bool swap = a > b;
    names->items[names->count++] =
        (Name){{swap ? b : a, swap ? a : b}, {swap ? child_b : child_a, swap ? child_a : child_b}, sensor, distance};
}

// Sorts the names and drops repeated ones.
static void settle(Names *names)
{
    int kept = 0;
    qsort(names->items, (size_t)names->count, sizeof *names->items, by_name);
    for (int i = 0; i < names->count; i++) {
        if (kept == 0 || by_name(&names->items[kept - 1], &names->items[i]) != 0) {
            names->items[kept++] = names->items[i];
        }
    }
    names->count = kept;
}

static bool has_name(const Names *names, const Name *name)
{
    return bsearch(name, names->items, (size_t)names->count, sizeof *name, by_name) != NULL;
}

// All pairs of pieces that touch, with the user data of their shapes. What lasts between tau and 2 tau is left out
// unless `wanted` has it: a new world does not know that it touched.
static void touching_pieces(const AukWorld *world, Names *names, const Names *wanted)
{
    names->count = 0;
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *c = &contacts.items[i];
        put_name(names, auk_world_shape_get_user_data(world, c->shape_a),
                 auk_world_shape_get_user_data(world, c->shape_b), c->child_a, c->child_b, false, c->manifold.distance);
        bool lasts = wanted && !c->began && c->manifold.distance > 0.0f;
        names->count -= lasts && !has_name(wanted, &names->items[names->count - 1]);
    }
    AukOverlaps overlaps = auk_world_overlaps(world);
    for (int i = 0; i < overlaps.count; i++) {
        put_name(names, auk_world_shape_get_user_data(world, overlaps.items[i].shape_a),
                 auk_world_shape_get_user_data(world, overlaps.items[i].shape_b), 0, 0, true, 0.0f);
    }
    settle(names);
}

// All pairs of shapes that touch, by slot.
static void touching_shapes(const AukWorld *world, Names *names)
{
    names->count = 0;
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        put_name(names, contacts.items[i].shape_a.index, contacts.items[i].shape_b.index, 0, 0, false, 0.0f);
    }
    AukOverlaps overlaps = auk_world_overlaps(world);
    for (int i = 0; i < overlaps.count; i++) {
        put_name(names, overlaps.items[i].shape_a.index, overlaps.items[i].shape_b.index, 0, 0, true, 0.0f);
    }
    settle(names);
}

// ---- checks ---------------------------------------------------------------------------------------------------------

static void check_contacts(const Level *level, const AukWorld *fresh, const char *where)
{
    static Names ours, theirs;
    touching_pieces(fresh, &theirs, NULL);
    touching_pieces(level->world, &ours, &theirs);
    for (int i = 0; i < ours.count && i < theirs.count; i++) {
        const Name *a = &ours.items[i], *b = &theirs.items[i];
        cr_assert(by_name(a, b) == 0, "%s: shapes %d and %d touch in one world only", where,
                  (int)(by_name(a, b) < 0 ? a : b)->shapes[0], (int)(by_name(a, b) < 0 ? a : b)->shapes[1]);
        cr_assert_float_eq(a->distance, b->distance, 1e-5f, "%s: %g, anew %g", where, (double)a->distance,
                           (double)b->distance);
    }
    cr_assert_eq(ours.count, theirs.count, "%s: %d touch, anew %d", where, ours.count, theirs.count);
}

// Every event is a change between `before` and the present, and every change has its event.
static void check_events(const Level *level, const Names *before, const char *where)
{
    static Names now, begun, ended;
    static const AukEventKind kinds[2][2] = {{AUK_EVENT_BEGIN, AUK_EVENT_END}, {AUK_EVENT_ENTER, AUK_EVENT_LEAVE}};
    touching_shapes(level->world, &now);
    int begins = 0, ends = 0;
    for (int i = 0; i < now.count; i++) {
        begins += !has_name(before, &now.items[i]);
    }
    for (int i = 0; i < before->count; i++) {
        ends += !has_name(&now, &before->items[i]);
    }
    begun.count = ended.count = 0;
    for (int k = 0; k < 4; k++) {
        AukEvents events = auk_world_events(level->world, kinds[k / 2][k % 2]);
        Names *list = k % 2 ? &ended : &begun;
        for (int i = 0; i < events.count; i++) {
            put_name(list, events.items[i].shape_a.index, events.items[i].shape_b.index, 0, 0, k / 2 == 1, 0.0f);
            const Name *name = &list->items[list->count - 1];
            const Names *in = k % 2 ? before : &now, *out = k % 2 ? &now : before;
            cr_assert(has_name(in, name) && !has_name(out, name), "%s: event %d of shapes %d and %d", where, k,
                      (int)name->shapes[0], (int)name->shapes[1]);
        }
    }
    cr_assert(begun.count == begins && ended.count == ends, "%s: %d of %d begin, %d of %d end", where, begun.count,
              begins, ended.count, ends);
    AukContacts contacts = auk_world_contacts(level->world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *c = &contacts.items[i];
        Name name = {{c->shape_a.index, c->shape_b.index}, {0, 0}, false, 0.0f};
        if (name.shapes[0] > name.shapes[1]) {
            name.shapes[0] = c->shape_b.index;
            name.shapes[1] = c->shape_a.index;
        }
        cr_assert_eq(c->began, !has_name(before, &name), "%s: contact %d", where, i);
    }
}

static void found_pieces(const AukWorld *world, const AukShape *shape, AukTransform pose, Names *names)
{
    AukQuery all = {.sensors = true};
    AukFound found[FOUND_MAX];
    int count = auk_world_overlap(world, shape, pose, &all, found, FOUND_MAX);
    cr_assert(count >= 0 && count < FOUND_MAX);
    names->count = 0;
    for (int i = 0; i < count; i++) {
        put_name(names, auk_world_shape_get_user_data(world, found[i].shape), 0, 0, 0, false, found[i].distance);
    }
    settle(names);
}

// What the getters of chains give is what was set.
static void check_points(const Level *level, const char *where)
{
    for (int i = 0; i < level->shape_count; i++) {
        const Known *known = &level->shapes[i];
        AukVec2 points[POINTS_MAX + 1];
        int count = auk_world_shape_get_chain_points(level->world, known->id, points, POINTS_MAX + 1);
        AukChainKind kind = known->closed ? AUK_CHAIN_CLOSED : AUK_CHAIN_OPEN;
        bool chain = known->form == FORM_CHAIN;
        cr_assert_eq(count, chain ? known->count : 0, "%s: %d points of shape %d", where, count, i);
        cr_assert_eq(auk_world_shape_get_chain_kind(level->world, known->id), chain ? kind : AUK_CHAIN_NONE);
        cr_assert_eq(memcmp(points, known->points, (size_t)count * sizeof *points), 0, "%s: shape %d", where, i);
    }
}

static void check_queries(Level *level, const AukWorld *fresh, const char *where)
{
    static Names ours, theirs;
    AukQuery all = {.sensors = true};
    for (int i = 0; i < 4; i++) {
        AukVec2 from = random_vec(&level->random, -6.0f, 6.0f), to = random_vec(&level->random, -6.0f, 6.0f);
        AukFound a = {.fraction = 2.0f}, b = {.fraction = 2.0f};
        bool hit = auk_world_cast_ray(level->world, from, auk_vec_sub(to, from), &all, &a);
        cr_assert_eq(hit, auk_world_cast_ray(fresh, from, auk_vec_sub(to, from), &all, &b), "%s", where);
        cr_assert(!hit || a.fraction == b.fraction, "%s: a ray at %g, anew %g", where, (double)a.fraction,
                  (double)b.fraction);
        AukShape box = auk_shape_box(random_float(&level->random, 0.0f, 1.5f), 0.5f);
        AukTransform pose = auk_transform(from, random_float(&level->random, -3.0f, 3.0f));
        found_pieces(level->world, &box, pose, &ours);
        found_pieces(fresh, &box, pose, &theirs);
        cr_assert_eq(ours.count, theirs.count, "%s: %d found, anew %d", where, ours.count, theirs.count);
        for (int k = 0; k < ours.count; k++) {
            cr_assert(by_name(&ours.items[k], &theirs.items[k]) == 0 &&
                          ours.items[k].distance == theirs.items[k].distance,
                      "%s: another overlap", where);
        }
    }
}

Test(shape_edits, an_edited_world_is_the_world_built_anew, .timeout = 600)
{
    uint64_t seed = random_seed();
    int repeats = random_repeats(USUAL);
    long begun = 0, ended = 0, stayed = 0;
    static Names before;
    for (int number = 0; number < repeats; number++) {
        Level *level = level_open(seed, number);
        before.count = 0;
        for (int step = 0; step < STEPS; step++) {
            char where[80];
            snprintf(where, sizeof where, "seed %llu, level %d, step %d", (unsigned long long)seed, number, step);
            for (int i = random_int(&level->random, 0, 5); i > 0; i--) {
                edit(level);
            }
            cr_assert_eq(auk_world_step(level->world, 1.0f / 60.0f), AUK_OK, "%s", where);
            AukWorld *fresh = build_anew(level);
            check_points(level, where);
            check_contacts(level, fresh, where);
            check_events(level, &before, where);
            check_queries(level, fresh, where);
            auk_world_destroy(fresh);
            touching_shapes(level->world, &before);
            begun += scene_events(level->world, AUK_EVENT_BEGIN) + scene_events(level->world, AUK_EVENT_ENTER);
            ended += scene_events(level->world, AUK_EVENT_END) + scene_events(level->world, AUK_EVENT_LEAVE);
            stayed += scene_persists(level->world);
        }
        auk_world_destroy(level->world);
        free(level);
    }
    printf("shapes edited: seed %llu, %ld begin, %ld end, %ld stay\n", (unsigned long long)seed, begun, ended, stayed);
    long enough = 40L * repeats;
    cr_assert(repeats < 10 || (begun > enough && ended > enough && stayed > enough));
}
