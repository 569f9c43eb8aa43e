// Every query against brute force: all shapes of all bodies, one by one, with the stateless geometry. Worlds of all
// kinds of shapes, huge and tiny, near and far, resting and moving, after steps and after changes without one.
#include "auk/auk.h"
#include "support/pair.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 90, SHAPES_MAX = 400, USUAL_WORLDS = 60, QUESTIONS = 40 };

typedef struct Field {
    Random random;
    AukWorld *world;
    AukVec2 origin;
    float unit, width;
    AukBodyId bodies[BODIES];
    PairSide sides[BODIES];
    AukBodyId excludes[4]; // of the present question
} Field;

// One shape as brute force sees it, and its answer.
typedef struct Known {
    AukBodyId body;
    AukShapeId shape;
    AukShape geometry;
    AukTransform pose;
    float key; // fraction or distance
} Known;

static AukVec2 some_place(Field *field)
{
    return auk_vec_add(field->origin, random_vec(&field->random, -field->width, field->width));
}

static void add_body(Field *field, int i)
{
    Random *random = &field->random;
    PairKind kind = (PairKind)random_int(random, 0, PAIR_KIND_COUNT - 1);
    kind = kind == PAIR_BIG || kind == PAIR_CUSTOM ? PAIR_POLYGON : kind;
    float size = field->unit * (float)random_log(random, i % 9 ? 0.3 : 0.001, i % 13 ? 2.0 : 200.0);
    pair_random_shape(random, kind, size, 1.0f, &field->sides[i]);
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.shape = field->sides[i].shape;
    def.position = some_place(field);
    if (random_chance(random, 0.04)) {
        def.position = auk_vec_scale(1e4f, auk_vec_sub(def.position, field->origin));
    }
    def.angle = random_float(random, -3.0f, 3.0f);
    def.motion = (AukMotion)random_int(random, 0, AUK_MOTION_COUNT - 1);
    if (def.motion != AUK_MOTION_STATIC) {
        def.velocity = random_vec(random, -field->unit, field->unit);
    }
    def.sensor = random_chance(random, 0.2);
    def.disabled = random_chance(random, 0.05);
    def.filter.category = (uint64_t)1 << random_int(random, 0, 2);
    def.filter.ignore = random_chance(random, 0.4) ? (uint64_t)random_int(random, 0, 7) : 0;
    def.filter.group = random_chance(random, 0.2) ? 3 : 0;
    def.owner = i > 0 && random_chance(random, 0.1) ? field->bodies[random_int(random, 0, i - 1)] : def.owner;
    def.user_data = (uint64_t)random_int(random, 0, 15);
    field->bodies[i] = auk_body_create(field->world, &def);
    cr_assert(auk_body_exists(field->world, field->bodies[i]), "%s",
              auk_status_text(auk_world_last_status(field->world)));
    if (random_chance(random, 0.2)) {
        AukShapeDef more;
        memset(&more, 0, sizeof more);
        more.shape = auk_shape_circle(0.5f * size);
        more.position = random_vec(random, -size, size);
        auk_body_add_shape(field->world, field->bodies[i], &more);
    }
}

static Field *field_create(uint64_t stream)
{
    static const float units[] = {1.0f, 1.0f, 0x1p-20f, 0x1p20f, 30.0f};
    Field *field = calloc(1, sizeof *field);
    field->random = random_start(random_seed(), stream);
    field->world = auk_world_create(NULL, NULL);
    field->unit = units[random_int(&field->random, 0, 4)];
    field->width = field->unit * (float)random_log(&field->random, 3.0, 300.0);
    if (random_chance(&field->random, 0.3)) {
        field->origin = auk_vec_scale(1e4f * field->unit, random_direction(&field->random));
    }
    for (int i = 0; i < BODIES; i++) {
        add_body(field, i);
    }
    return field;
}

static void field_destroy(Field *field)
{
    auk_world_destroy(field->world);
    free(field);
}

// A step, or changes without one.
static void field_change(Field *field)
{
    if (random_chance(&field->random, 0.6)) {
        cr_assert_eq(auk_world_step(field->world, random_chance(&field->random, 0.3) ? 0.0f : 0.1f), AUK_OK);
    }
    for (int i = 0; i < 8; i++) {
        AukBodyId id = field->bodies[random_int(&field->random, 0, BODIES - 1)];
        AukVec2 p = some_place(field);
        switch (random_int(&field->random, 0, 4)) {
        case 0:
        case 1: auk_body_set_pose(field->world, id, auk_transform(p, 1.0f)); break;
        case 2: auk_body_set_enabled(field->world, id, random_chance(&field->random, 0.7)); break;
        case 3: auk_body_set_motion(field->world, id, AUK_MOTION_STATIC); break;
        default: i % 4 == 0 ? auk_body_destroy(field->world, id) : AUK_OK; break;
        }
    }
}

static AukQuery some_query(Field *field)
{
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.sensors = random_chance(&field->random, 0.5);
    query.only_sensors = random_chance(&field->random, 0.2);
    query.skip_overlapping = random_chance(&field->random, 0.4);
    query.filter.category = random_chance(&field->random, 0.4) ? (uint64_t)random_int(&field->random, 0, 7) : 0;
    query.filter.ignore = random_chance(&field->random, 0.3) ? 2 : 0;
    query.filter.group = random_chance(&field->random, 0.2) ? 3 : 0;
    query.exclude = field->bodies[random_int(&field->random, 0, BODIES - 1)];
    query.excludes = field->excludes;
    query.exclude_count = random_chance(&field->random, 0.3) ? random_int(&field->random, 1, 4) : 0;
    for (int i = 0; i < query.exclude_count; i++) {
        field->excludes[i] = field->bodies[random_int(&field->random, 0, BODIES - 1)];
    }
    query.respect_owners = random_chance(&field->random, 0.4);
    query.user_data_mask = random_chance(&field->random, 0.2) ? (uint64_t)random_int(&field->random, 0, 3) : 0;
    query.user_data_value = query.user_data_mask & (uint64_t)random_int(&field->random, 0, 3);
    return query;
}

// Whether the list of excluded bodies, owners and user data let a query find a body.
static bool body_finds(const Field *field, const AukQuery *query, AukBodyId body)
{
    for (int i = 0; i < query->exclude_count; i++) {
        if (auk_body_id_equal(query->excludes[i], body)) {
            return false;
        }
    }
    AukBodyId owner = auk_body_get_owner(field->world, body), own = auk_body_get_owner(field->world, query->exclude);
    bool related = auk_body_id_equal(owner, query->exclude) || auk_body_id_equal(own, body) ||
                   (!auk_body_id_is_null(own) && auk_body_id_equal(own, owner));
    related = related && query->respect_owners && auk_body_exists(field->world, query->exclude);
    return !related && (auk_body_get_user_data(field->world, body) & query->user_data_mask) == query->user_data_value;
}

// A query without a category has none, a shape without one has category 1.
static bool filter_finds(AukFilter query, AukFilter shape)
{
    uint64_t category = shape.category ? shape.category : 1;
    bool ignores = (query.ignore & category) != 0, is_ignored = (shape.ignore & query.category) != 0;
    return !ignores && !is_ignored && (query.group == 0 || query.group != shape.group);
}

// All shapes that a query is for, by id.
static int list_known(const Field *field, const AukQuery *query, Known known[SHAPES_MAX])
{
    int count = 0;
    for (int i = 0; i < BODIES; i++) {
        AukShapeId shapes[8];
        AukBodyId body = field->bodies[i];
        int shape_count = auk_body_get_shapes(field->world, body, shapes, 8);
        for (int k = 0; k < shape_count && auk_body_is_enabled(field->world, body); k++) {
            bool sensor = auk_world_shape_is_sensor(field->world, shapes[k]);
            bool wanted = sensor ? query->sensors || query->only_sensors : !query->only_sensors;
            if (!wanted || auk_body_id_equal(body, query->exclude) || !body_finds(field, query, body) ||
                !filter_finds(query->filter, auk_body_get_filter(field->world, body))) {
                continue;
            }
            Known *entry = &known[count++];
            entry->body = body;
            entry->shape = shapes[k];
            entry->geometry = auk_world_shape_get(field->world, shapes[k]);
            entry->pose = auk_world_shape_get_pose(field->world, shapes[k]);
        }
    }
    return count;
}

static int compare(const void *left, const void *right)
{
    const Known *a = left, *b = right;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    if (a->body.index != b->body.index) {
        return a->body.index < b->body.index ? -1 : 1;
    }
    return a->shape.index < b->shape.index ? -1 : a->shape.index > b->shape.index;
}

// What is asked, and how far numbers may be off: a shape's pose in the world is rounded to floats, which the world does
// not do.
typedef struct Question {
    AukShape shape;
    AukTransform pose;
    AukVec2 delta;
    AukQuery query;
    float reach;
    double slack; // of a length
} Question;

static double size_of(const Field *field, const Question *question)
{
    double far = fmax(fabs((double)field->origin.x), fabs((double)field->origin.y)) + 2e4 * (double)field->width;
    return far + fabs((double)question->delta.x) + fabs((double)question->delta.y) + (double)question->shape.radius;
}

static Question some_question(Field *field, PairSide *side)
{
    Question question;
    memset(&question, 0, sizeof question);
    Random *random = &field->random;
    PairKind kind = (PairKind)random_int(random, 0, PAIR_CUSTOM - 1);
    pair_random_shape(random, kind, field->unit * (float)random_log(random, 0.01, 20.0), 1.0f, side);
    question.shape = random_chance(random, 0.3) ? auk_shape_circle(0.0f) : side->shape;
    question.pose = auk_transform(some_place(field), random_float(random, -3.0f, 3.0f));
    float length = field->unit * (float)random_log(random, 0.1, 3000.0);
    question.delta = auk_vec_scale(random_chance(random, 0.1) ? 0.0f : length, random_direction(random));
    question.query = some_query(field);
    question.reach = random_chance(random, 0.4) ? INFINITY : field->unit * (float)random_log(random, 0.1, 1000.0);
    question.slack = 4e-7 * size_of(field, &question);
    return question;
}

static const Known *find_known(const Known *known, int count, AukShapeId shape)
{
    for (int i = 0; i < count; i++) {
        if (auk_shape_id_equal(known[i].shape, shape)) {
            return &known[i];
        }
    }
    return NULL;
}

// The answers are the first of all, in order and of the right size; what is near the border either way may be missing.
static void expect_list(const Field *field, const AukFound *found, int count, const Known *known, int known_count,
                        bool casts, double slack, double limit, const char *name)
{
    unsigned long long seed = (unsigned long long)field->random.seed;
    for (int i = 0; i < count; i++) {
        float key = casts ? found[i].fraction : found[i].distance;
        const Known *entry = find_known(known, known_count, found[i].shape);
        cr_assert_not_null(entry, "%s found what it must not find, AUK_SEED=%llu", name, seed);
        cr_assert(fabs((double)entry->key - (double)key) <= slack, "%s: %.9g instead of %.9g, AUK_SEED=%llu", name,
                  (double)key, (double)entry->key, seed);
        if (i > 0) {
            Known a = *entry, b = *entry;
            a.body = found[i - 1].body;
            a.shape = found[i - 1].shape;
            a.key = casts ? found[i - 1].fraction : found[i - 1].distance;
            b.key = key;
            cr_assert_lt(compare(&a, &b), 0, "%s is not in order, AUK_SEED=%llu", name, seed);
        }
        cr_assert_leq((double)key, limit + slack);
    }
    for (int i = 0; i < known_count; i++) {
        bool listed = false;
        for (int k = 0; k < count; k++) {
            listed |= auk_shape_id_equal(found[k].shape, known[i].shape);
        }
        cr_assert(listed || (double)known[i].key >= limit - slack, "%s misses shape %u at %.9g of %.9g, AUK_SEED=%llu",
                  name, known[i].shape.index, (double)known[i].key, limit, seed);
    }
}

// ---- casts ------------------------------------------------------------------------------------------------------

static void check_casts(Field *field, const Question *question)
{
    static Known known[SHAPES_MAX];
    static AukFound found[SHAPES_MAX];
    const AukWorld *world = field->world;
    int count = list_known(field, &question->query, known);
    double length = sqrt((double)auk_vec_dot(question->delta, question->delta));
    bool thorough = length > 0.0;
    for (int i = 0; i < count; i++) {
        AukShapeId id = known[i].shape;
        AukCastOptions options = {question->query.skip_overlapping, 0.0f};
        AukFound one;
        bool hit =
            auk_world_shape_cast_shape(world, id, &question->shape, question->pose, question->delta, &options, &one);
        known[i].key = hit ? one.fraction : 2.0f;
        // the same against the stateless cast, but for what grazes
        AukCast cast = auk_cast_shape(&question->shape, question->pose, question->delta, &known[i].geometry,
                                      known[i].pose, &options);
        float off = auk_distance(&question->shape, question->pose, &known[i].geometry, known[i].pose).distance;
        bool sure = thorough && fabs((double)off) > 10.0 * question->slack && cast.hit == hit;
        cr_assert(!sure || !hit || cast.fraction == 0.0f ||
                      fabs((double)(cast.fraction - one.fraction)) * length <=
                          10.0 * question->slack /
                              fmax(fabs((double)auk_vec_dot(one.normal, question->delta)) / length, 1e-3),
                  "a cast at one shape: %.9g instead of %.9g, AUK_SEED=%llu", (double)one.fraction,
                  (double)cast.fraction, (unsigned long long)field->random.seed);
        cr_assert(!hit || (auk_shape_id_equal(one.shape, id) && auk_body_id_equal(one.body, known[i].body)));
    }
    int all = auk_world_cast_shape_all(world, &question->shape, question->pose, question->delta, &question->query,
                                       found, SHAPES_MAX);
    expect_list(field, found, all, known, count, true, 0.0, 1.0 + 1e-6, "cast_shape_all");
    cr_assert_eq(
        auk_world_cast_shape_all(world, &question->shape, question->pose, question->delta, &question->query, NULL, 0),
        all);
    AukFound few[3], first;
    int kept =
        auk_world_cast_shape_all(world, &question->shape, question->pose, question->delta, &question->query, few, 3);
    cr_assert_eq(kept, all < 3 ? all : 3);
    cr_assert(memcmp(few, found, (size_t)kept * sizeof *few) == 0);
    bool hit = auk_world_cast_shape(world, &question->shape, question->pose, question->delta, &question->query, &first);
    cr_assert(hit == (all > 0) && (!hit || memcmp(&first, found, sizeof first) == 0));
    cr_assert_eq(hit,
                 auk_world_cast_shape_any(world, &question->shape, question->pose, question->delta, &question->query));
}

static void check_rays(Field *field, const Question *question)
{
    static Known known[SHAPES_MAX];
    static AukFound found[SHAPES_MAX];
    const AukWorld *world = field->world;
    int count = list_known(field, &question->query, known);
    for (int i = 0; i < count; i++) {
        AukCastOptions options = {question->query.skip_overlapping, 0.0f};
        AukFound one;
        bool hit = auk_world_shape_cast_ray(world, known[i].shape, question->pose.p, question->delta, &options, &one);
        known[i].key = hit ? one.fraction : 2.0f;
    }
    int all = auk_world_cast_ray_all(world, question->pose.p, question->delta, &question->query, found, SHAPES_MAX);
    expect_list(field, found, all, known, count, true, 0.0, 1.0 + 1e-6, "cast_ray_all");
    cr_assert_eq(auk_world_cast_ray_all(world, question->pose.p, question->delta, &question->query, NULL, 0), all);
    AukFound first;
    bool hit = auk_world_cast_ray(world, question->pose.p, question->delta, &question->query, &first);
    cr_assert(hit == (all > 0) && (!hit || memcmp(&first, found, sizeof first) == 0));
    cr_assert_eq(hit, auk_world_cast_ray_any(world, question->pose.p, question->delta, &question->query));
}

// ---- casts that turn ----------------------------------------------------------------------------------------------

// How deep a moving shape gets into one that rests between two fractions, at sampled fractions.
static double depth_between(const Question *question, const AukPath *path, const Known *known, float from, float to)
{
    double deepest = 0.0;
    for (int i = 0; i <= 64; i++) {
        AukTransform pose = auk_path_pose(path, from + (to - from) * ((float)i / 64.0f));
        double distance = (double)auk_distance(&known->geometry, known->pose, &question->shape, pose).distance;
        deepest = -distance > deepest ? -distance : deepest;
    }
    return deepest;
}

static int check_turns(Field *field, const Question *question)
{
    static Known known[SHAPES_MAX];
    AukPath path = {question->pose, question->delta, 0.0f};
    path.turn = random_chance(&field->random, 0.1) ? 0.0f : random_float(&field->random, -12.0f, 12.0f);
    int count = list_known(field, &question->query, known);
    AukCastOptions options = {question->query.skip_overlapping, 0.0f};
    AukFound found;
    memset(&found, 0, sizeof found);
    bool hit = auk_world_cast_shape_turning(field->world, &question->shape, path.start, path.delta, path.turn,
                                            &question->query, &found);
    float limit = hit ? found.fraction : 1.0f, nearest = 2.0f;
    unsigned long long seed = (unsigned long long)field->random.seed;
    for (int i = 0; i < count; i++) {
        AukPath rests = {known[i].pose, {0.0f, 0.0f}, 0.0f};
        AukCast cast = auk_time_of_impact(&known[i].geometry, &rests, &question->shape, &path, &options);
        if (cast.hit && cast.fraction + 1e-6f < limit) {
            // only what is grazed may be missed, since poses of shapes are rounded
            float until = limit < cast.fraction + 0.01f ? limit : cast.fraction + 0.01f;
            double depth = depth_between(question, &path, &known[i], cast.fraction, until);
            cr_assert(depth <= 10.0 * question->slack || question->query.skip_overlapping,
                      "a turning cast misses shape %u at %.9g, AUK_SEED=%llu", known[i].shape.index,
                      (double)cast.fraction, seed);
        }
        nearest = cast.hit && cast.fraction < nearest ? cast.fraction : nearest;
    }
    if (hit) {
        const Known *entry = find_known(known, count, found.shape);
        cr_assert_not_null(entry, "a turning cast found what it must not find, AUK_SEED=%llu", seed);
        AukTransform there = auk_path_pose(&path, found.fraction);
        double off = (double)auk_distance(&entry->geometry, entry->pose, &question->shape, there).distance;
        double length = (double)auk_vec_length(path.delta) + 12.0 * (double)field->unit * 40.0;
        cr_assert(off <= 10.0 * question->slack + 1e-6 * length, "%g off, AUK_SEED=%llu", off, seed);
    }
    return hit && nearest == found.fraction;
}

// ---- rays through shapes --------------------------------------------------------------------------------------------

static int check_spans(Field *field, const Question *question, AukSpanWork *work)
{
    static Known known[SHAPES_MAX];
    static AukRaySpan spans[SHAPES_MAX];
    AukVec2 from = question->pose.p, to = auk_vec_add(from, question->delta);
    AukVec2 back = auk_vec_sub(from, to);
    double length = (double)auk_vec_length(question->delta);
    int count = list_known(field, &question->query, known), sure = 0;
    int all = auk_world_cast_ray_spans(field->world, work, from, question->delta, &question->query, spans, SHAPES_MAX);
    unsigned long long seed = (unsigned long long)field->random.seed;
    for (int i = 0; i < all; i++) {
        const Known *entry = find_known(known, count, spans[i].shape);
        cr_assert_not_null(entry, "a span of what must not be found, AUK_SEED=%llu", seed);
        AukCast in = auk_cast_ray(&entry->geometry, entry->pose, from, question->delta, NULL);
        AukCast out = auk_cast_ray(&entry->geometry, entry->pose, to, back, NULL);
        // at a flat angle the ends are as uncertain as the rounded poses make them: so is the chord's half length
        double ends[] = {(double)(spans[i].enter - in.fraction), (double)(spans[i].exit - (1.0f - out.fraction))};
        double extent = (double)(spans[i].exit - spans[i].enter) * length;
        double far = (double)(auk_vec_length(from) + auk_vec_length(entry->pose.p)), slack = 4e-7 * (far + length);
        double room = 4.0 * sqrt(slack * (extent + slack)) + slack;
        bool right = in.hit && out.hit && fabs(ends[0]) * length <= room && fabs(ends[1]) * length <= room;
        bool thin = extent <= 8.0 * room;
        cr_assert(right || thin, "%.9g to %.9g instead of %.9g to %.9g, AUK_SEED=%llu", (double)spans[i].enter,
                  (double)spans[i].exit, (double)in.fraction, 1.0 - (double)out.fraction, seed);
        cr_assert(fabs((double)spans[i].thickness - extent) <= 1e-6 * length);
        cr_assert(i == 0 || spans[i - 1].enter <= spans[i].enter, "spans are not in order, AUK_SEED=%llu", seed);
        sure += !thin;
    }
    // each hit of a ray is the beginning of a span, bit by bit
    static AukFound found[SHAPES_MAX];
    AukQuery query = question->query;
    query.skip_overlapping = false;
    int hits = auk_world_cast_ray_all(field->world, from, question->delta, &query, found, SHAPES_MAX);
    all = auk_world_cast_ray_spans(field->world, work, from, question->delta, &query, spans, SHAPES_MAX);
    cr_assert_eq(hits, all, "%d hits and %d spans, AUK_SEED=%llu", hits, all, seed);
    for (int i = 0; i < hits; i++) {
        cr_assert(auk_shape_id_equal(found[i].shape, spans[i].shape) && found[i].fraction == spans[i].enter &&
                  found[i].normal.x == spans[i].enter_normal.x && found[i].normal.y == spans[i].enter_normal.y);
    }
    return sure;
}

// ---- distances --------------------------------------------------------------------------------------------------

static void check_nearest(Field *field, const Question *question)
{
    static Known known[SHAPES_MAX];
    static AukFound found[SHAPES_MAX];
    const AukWorld *world = field->world;
    int count = list_known(field, &question->query, known), kept = 0;
    for (int i = 0; i < count; i++) {
        AukDistance distance = auk_distance(&known[i].geometry, known[i].pose, &question->shape, question->pose);
        known[kept] = known[i];
        known[kept].key = distance.distance;
        kept += !question->query.skip_overlapping || (double)distance.distance > question->slack;
    }
    AukQuery query = question->query;
    if (query.skip_overlapping) {
        query.skip_overlapping = false; // what just touches may be either: looked at by the smaller test below
        int fewer =
            auk_world_nearest(world, &question->shape, question->pose, question->reach, &question->query, NULL, 0);
        cr_assert_leq(fewer,
                      auk_world_nearest(world, &question->shape, question->pose, question->reach, &query, NULL, 0));
        return;
    }
    int all = auk_world_nearest(world, &question->shape, question->pose, question->reach, &query, found, SHAPES_MAX);
    expect_list(field, found, all, known, kept, false, question->slack, (double)question->reach, "nearest");
    cr_assert_eq(auk_world_nearest(world, &question->shape, question->pose, question->reach, &query, NULL, 0), all);
    for (int room = 1; room < 8; room += 3) {
        AukFound few[8];
        int written = auk_world_nearest(world, &question->shape, question->pose, question->reach, &query, few, room);
        cr_assert_eq(written, all < room ? all : room);
        cr_assert(memcmp(few, found, (size_t)written * sizeof *few) == 0);
    }
}

static void check_overlaps(Field *field, const Question *question)
{
    static Known known[SHAPES_MAX];
    static AukFound found[SHAPES_MAX];
    enum { POINT = 1, BOX, BOUNDS, KINDS };
    const AukQuery *query = &question->query;
    float size = field->unit * (float)random_log(&field->random, 0.01, 100.0);
    AukBox box = pair_random_box(&field->random, question->pose.p, size);
    AukVec2 middle = auk_vec_scale(0.5f, auk_vec_add(box.min, box.max));
    AukShape shapes[KINDS] = {question->shape, auk_shape_circle(0.0f),
                              auk_shape_box(0.5f * (box.max.x - box.min.x), 0.5f * (box.max.y - box.min.y))};
    AukTransform poses[KINDS] = {question->pose, question->pose, auk_transform(middle, 0.0f)};
    shapes[BOUNDS] = shapes[BOX];
    int count = list_known(field, query, known);
    for (int which = 0; which < KINDS && shapes[which].kind != AUK_SHAPE_NONE; which++) { // the box may be flat
        int all = auk_world_overlap(field->world, &shapes[which], poses[which], query, found, SHAPES_MAX);
        all = which == POINT ? auk_world_overlap_point(field->world, question->pose.p, query, found, SHAPES_MAX) : all;
        all = which == BOX ? auk_world_overlap_box(field->world, box, query, found, SHAPES_MAX) : all;
        all = which == BOUNDS ? auk_world_overlap_bounds(field->world, box, query, found, SHAPES_MAX) : all;
        int sure = 0, maybe = 0;
        for (int i = 0; i < count; i++) {
            known[i].key = which == BOUNDS
                               ? pair_box_gap(auk_shape_bounds(&known[i].geometry, known[i].pose), box)
                               : auk_distance(&known[i].geometry, known[i].pose, &shapes[which], poses[which]).distance;
            sure += (double)known[i].key < -question->slack;
            maybe += (double)known[i].key <= question->slack;
        }
        unsigned long long seed = (unsigned long long)field->random.seed;
        cr_assert(all >= sure && all <= maybe, "%d overlaps, %d to %d, AUK_SEED=%llu", all, sure, maybe, seed);
        for (int k = 0; k < all; k++) {
            double off = (double)found[k].distance - (double)find_known(known, count, found[k].shape)->key;
            off = which == BOUNDS ? fmin(off, 0.0) : off;
            cr_assert(fabs(off) <= question->slack, "a depth is off by %g, AUK_SEED=%llu", off, seed);
        }
    }
}

// ---- why --------------------------------------------------------------------------------------------------------

// Whether the world's own arrays say that two bodies touch.
static bool has_contact(const AukWorld *world, AukBodyId a, AukBodyId b, bool sensors)
{
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count && !sensors; i++) {
        const AukContact *contact = &contacts.items[i];
        if (auk_body_id_equal(contact->body_a, a) && auk_body_id_equal(contact->body_b, b)) {
            return true;
        }
    }
    AukOverlaps overlaps = auk_world_overlaps(world);
    for (int i = 0; i < overlaps.count && sensors; i++) {
        const AukOverlap *overlap = &overlaps.items[i];
        bool same = auk_body_id_equal(overlap->body_a, a) && auk_body_id_equal(overlap->body_b, b);
        bool swapped = auk_body_id_equal(overlap->body_a, b) && auk_body_id_equal(overlap->body_b, a);
        if (same || swapped) {
            return true;
        }
    }
    return false;
}

static int check_why(Field *field)
{
    static AukWhyReason reasons[BODIES][BODIES];
    int touching = 0;
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < BODIES; k++) {
            AukWhy why = auk_world_why(field->world, field->bodies[i], field->bodies[k]);
            reasons[i][k] = why.reason;
            char text[200];
            int length = auk_why_text(&why, text, sizeof text);
            cr_assert(length > 0 && length < (int)sizeof text && strlen(text) == (size_t)length);
        }
    }
    cr_assert_eq(auk_world_step(field->world, 0.0f), AUK_OK);
    for (int i = 0; i < BODIES; i++) {
        for (int k = i + 1; k < BODIES; k++) {
            AukBodyId a = field->bodies[i], b = field->bodies[k];
            bool contact = has_contact(field->world, a, b, false);
            bool sensor = !contact && has_contact(field->world, a, b, true);
            cr_assert_eq(reasons[i][k], reasons[k][i]);
            cr_assert_eq(reasons[i][k] == AUK_WHY_TOUCHING, contact, "bodies %u and %u: %s, AUK_SEED=%llu", a.index,
                         b.index, auk_why_name(reasons[i][k]), (unsigned long long)field->random.seed);
            cr_assert_eq(reasons[i][k] == AUK_WHY_SENSOR, sensor, "bodies %u and %u: %s, AUK_SEED=%llu", a.index,
                         b.index, auk_why_name(reasons[i][k]), (unsigned long long)field->random.seed);
            touching += contact;
        }
    }
    return touching;
}

Test(world_query, every_query_answers_as_a_search_of_all_shapes, .timeout = 1800)
{
    int worlds = random_repeats(USUAL_WORLDS), spans = 0, turns = 0;
    static PairSide side;
    AukSpanWork *work = auk_span_work_create(NULL);
    for (int i = 0; i < worlds; i++) {
        Field *field = field_create(9000 + (uint64_t)i);
        for (int round = 0; round < 3; round++) {
            for (int k = 0; k < QUESTIONS; k++) {
                Question question = some_question(field, &side);
                check_casts(field, &question);
                check_rays(field, &question);
                turns += check_turns(field, &question);
                spans += check_spans(field, &question, work);
                check_nearest(field, &question);
                check_overlaps(field, &question);
            }
            field_change(field);
        }
        field_destroy(field);
    }
    auk_span_work_destroy(work);
    cr_assert(worlds < 5 || (turns > worlds && spans > worlds), "%d turning casts and %d spans", turns, spans);
}

Test(world_query, why_says_what_a_step_without_time_finds, .timeout = 1800)
{
    int worlds = random_repeats(USUAL_WORLDS), touching = 0;
    for (int i = 0; i < worlds; i++) {
        Field *field = field_create(19000 + (uint64_t)i);
        for (int round = 0; round < 3; round++) {
            touching += check_why(field);
            field_change(field);
        }
        field_destroy(field);
    }
    cr_assert(worlds < 5 || touching > worlds, "%d touch in %d worlds", touching, worlds);
}
