// Queries about surfaces, that is chains of edges and grids of tiles, against a scan of all their pieces as ordinary
// convex shapes with the stateless geometry. One-way tiles are segments there: queries and sensors meet them from all
// sides.
#include "support/random.h"
#include "support/tile_polygon.h"

#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 8, HEIGHT = 6, PIECES_MAX = 64, SURFACES = 5, ROUNDS = 1000, QUESTIONS = 12, SAMPLES = 24 };

typedef struct Surface {
    AukBodyId body;
    AukShapeId shape;
    AukTransform pose;
    AukShape pieces[PIECES_MAX];
    AukVec2 vertices[PIECES_MAX][4];
    int count;
    double extent; // largest coordinate of a piece
} Surface;

typedef struct Scene {
    Random random;
    AukWorld *world;
    float size;
    double slack; // what rounding may change of a distance
    Surface surfaces[SURFACES];
} Scene;

// What is asked about.
typedef struct Asked {
    AukShape shape;
    AukTransform pose;
    AukVec2 delta;
    AukVec2 vertices[8];
} Asked;

static unsigned long long seed_of(const Scene *scene)
{
    return (unsigned long long)scene->random.seed;
}

// ---- surfaces ---------------------------------------------------------------------------------------------------

static void add_piece(Surface *surface, const AukVec2 *points, int count, float radius)
{
    AukVec2 *kept = surface->vertices[surface->count];
    memcpy(kept, points, (size_t)count * sizeof *kept);
    for (int i = 0; i < count; i++) {
        surface->extent = fmax(surface->extent, fmax(fabs((double)points[i].x), fabs((double)points[i].y)));
    }
    surface->pieces[surface->count++] =
        count == 2 ? auk_shape_capsule(kept[0], kept[1], radius) : auk_shape_polygon(kept, count, radius);
}

// Of all kinds of tiles; with `one_way` mostly of these, in rows.
static void add_grid(Scene *scene, Surface *surface, float radius)
{
    Random *random = &scene->random;
    uint8_t cells[WIDTH * HEIGHT];
    bool one_way = random_chance(random, 0.6);
    int kind = random_int(random, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_LEFT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int any = random_int(random, AUK_TILE_EMPTY, AUK_TILE_COUNT - 1);
        kind = random_chance(random, 0.3) ? random_int(random, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_LEFT) : kind;
        cells[i] = (uint8_t)(one_way && random_chance(random, 0.7) ? kind : any);
        cells[i] = random_chance(random, 0.4) ? (uint8_t)AUK_TILE_EMPTY : cells[i];
        AukVec2 points[4];
        int count = cells[i] == AUK_TILE_EMPTY ? 0 : tile_polygon(cells[i], points);
        for (int k = 0; k < count; k++) {
            points[k].x = (points[k].x + (float)(i % WIDTH)) * scene->size;
            points[k].y = (points[k].y + (float)(i / WIDTH)) * scene->size;
        }
        if (count > 0) {
            add_piece(surface, points, count, radius);
        }
    }
    AukTilesDef tiles = {WIDTH, HEIGHT, scene->size, 0.0f, cells};
    AukShapeDef def = {.shape = auk_shape_circle(radius)};
    surface->shape = auk_body_add_tiles(scene->world, surface->body, &tiles, &def);
}

// With joints that are straight or turn back, edges that nearly touch others, and some that are very long.
static void add_chain(Scene *scene, Surface *surface, float radius)
{
    Random *random = &scene->random;
    AukVec2 points[PIECES_MAX];
    int count = random_int(random, 3, 40);
    bool is_long = random_chance(random, 0.3);
    for (int i = 0; i < count; i++) {
        float far = is_long && random_chance(random, 0.3) ? 3e4f : 6.0f;
        points[i] = random_vec(random, -far * scene->size, far * scene->size);
        if (i > 1 && random_chance(random, 0.2)) {
            points[i] = auk_vec_sub(auk_vec_scale(2.0f, points[i - 1]), points[i - 2]);
        } else if (i > 1 && random_chance(random, 0.3)) { // nearly back along the edge before
            AukVec2 off = auk_vec_scale((float)random_log(random, 1e-7, 1e-3) * scene->size, random_direction(random));
            points[i] = auk_vec_add(points[i - 2], off);
        }
        if (i > 0 && points[i].x == points[i - 1].x && points[i].y == points[i - 1].y) {
            points[i].x += scene->size;
        }
    }
    for (int i = 0; i + 1 < count; i++) {
        add_piece(surface, &points[i], 2, radius);
    }
    AukShapeDef def = {.shape = auk_shape_circle(radius)};
    surface->shape = auk_body_add_chain(scene->world, surface->body, points, count, false, &def);
}

static void add_surface(Scene *scene, Surface *surface)
{
    Random *random = &scene->random;
    float radius = random_chance(random, 0.7) ? 0.0f : 0.2f * scene->size;
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.motion = random_chance(random, 0.5) ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
    def.position = random_vec(random, -6.0f * scene->size, 6.0f * scene->size);
    def.angle = random_chance(random, 0.5) ? 0.0f : random_float(random, -3.0f, 3.0f);
    surface->body = auk_body_create(scene->world, &def);
    random_chance(random, 0.6) ? add_grid(scene, surface, radius) : add_chain(scene, surface, radius);
    cr_assert(surface->shape.generation, "%s, AUK_SEED=%llu", auk_status_text(auk_world_last_status(scene->world)),
              seed_of(scene));
    surface->pose = auk_body_get_pose(scene->world, surface->body);
}

static Scene *scene_create(int round)
{
    Scene *scene = calloc(1, sizeof *scene);
    scene->random = random_start(random_seed(), 170000 + (uint64_t)round);
    scene->world = auk_world_create(NULL, NULL);
    scene->size = (float)random_log(&scene->random, 1e-4, 1e4);
    scene->slack = 2e-5 * (double)scene->size;
    for (int i = 0; i < SURFACES; i++) {
        add_surface(scene, &scene->surfaces[i]);
    }
    return scene;
}

// Puts what is asked where it touches a piece, but for the rounding of its place.
static void put_beside(Scene *scene, Asked *asked)
{
    const Surface *surface = &scene->surfaces[random_int(&scene->random, 0, SURFACES - 1)];
    const AukShape *piece =
        surface->count > 0 ? &surface->pieces[random_int(&scene->random, 0, surface->count - 1)] : NULL;
    for (int i = 0; i < 3 && piece; i++) {
        AukDistance gap = auk_distance(&asked->shape, asked->pose, piece, surface->pose);
        asked->pose.p = auk_vec_add(asked->pose.p, auk_vec_scale(gap.distance, gap.normal));
    }
}

static void some_question(Scene *scene, Asked *asked)
{
    Random *random = &scene->random;
    float size = scene->size * (float)random_log(random, 0.02, random_chance(random, 0.2) ? 300.0 : 3.0);
    memset(asked, 0, sizeof *asked);
    switch (random_int(random, 0, 3)) {
    case 0: asked->shape = auk_shape_circle(random_chance(random, 0.5) ? 0.0f : size); break;
    case 1: asked->shape = auk_shape_box(size, 0.5f * size); break;
    case 2: asked->shape = auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, size), 0.25f * size); break;
    default:
        asked->shape = auk_shape_polygon(asked->vertices, random_polygon(random, 8, size, 0.7f, asked->vertices), 0.0f);
    }
    asked->pose = random_pose(random, 12.0f * scene->size);
    asked->pose.q = random_chance(random, 0.3) ? auk_rot(0.0f) : asked->pose.q;
    if (random_chance(random, 0.3)) {
        put_beside(scene, asked);
    }
    AukVec2 to = random_vec(random, -14.0f * scene->size, 14.0f * scene->size);
    asked->delta = auk_vec_sub(to, asked->pose.p);
    if (random_chance(random, 0.3)) { // along an axis, and straight at where tiles have their sides
        asked->delta = random_chance(random, 0.5) ? auk_vec(asked->delta.x, 0.0f) : auk_vec(0.0f, asked->delta.y);
    }
}

// ---- the scan ---------------------------------------------------------------------------------------------------

static double least_distance(const Surface *surface, const AukShape *shape, AukTransform pose)
{
    double least = (double)INFINITY;
    for (int i = 0; i < surface->count; i++) {
        least = fmin(least, (double)auk_distance(&surface->pieces[i], surface->pose, shape, pose).distance);
    }
    return least;
}

static AukTransform along(const Asked *asked, double fraction)
{
    AukTransform pose = asked->pose;
    pose.p = auk_vec_add(pose.p, auk_vec_scale((float)fraction, asked->delta));
    return pose;
}

// The fraction at which a piece is met first; 2 if none is.
static double first_met(const Surface *surface, const Asked *asked)
{
    double first = 2.0;
    for (int i = 0; i < surface->count; i++) {
        AukCast cast =
            auk_cast_shape(&asked->shape, asked->pose, asked->delta, &surface->pieces[i], surface->pose, NULL);
        first = cast.hit ? fmin(first, (double)cast.fraction) : first;
    }
    return first;
}

// True if something that goes from one fraction to another passes through a piece, by more than a hair.
static bool goes_through(const Scene *scene, const Surface *surface, const Asked *asked, double from, double to)
{
    AukVec2 way = auk_vec_scale((float)(to - from), asked->delta);
    AukShape line = auk_shape_segment(auk_vec(0.0f, 0.0f), way);
    bool point = asked->shape.kind == AUK_SHAPE_CIRCLE && asked->shape.radius == 0.0f;
    AukTransform start = {along(asked, from).p, auk_rot_identity()};
    double hair = 20.0 * scene->slack;
    if (point) {
        return line.kind && least_distance(surface, &line, start) < -hair;
    }
    bool through = false;
    for (int i = 0; i <= SAMPLES && !through; i++) {
        through = least_distance(surface, &asked->shape, along(asked, from + (to - from) * i / SAMPLES)) < -hair;
    }
    return through;
}

// ---- comparisons --------------------------------------------------------------------------------------------------

// Where a surface is said to be met (2: nowhere) against where its pieces are; either may miss what it only grazes.
static void expect_met(const Scene *scene, const Surface *surface, const Asked *asked, double met, const char *name)
{
    double first = first_met(surface, asked), length = (double)auk_vec_length(asked->delta);
    if (fabs(met - first) <= 1e-4 || (length > 0.0 && fabs(met - first) * length <= 20.0 * scene->slack)) {
        return;
    }
    if (met < first) {
        double there = least_distance(surface, &asked->shape, along(asked, met));
        cr_assert(there <= 20.0 * scene->slack, "%s: nothing is met at %.9g but at %.9g, %g off, AUK_SEED=%llu", name,
                  met, first, there / (double)scene->size, seed_of(scene));
        return;
    }
    double hair = length > 0.0 ? 40.0 * scene->slack / length : 0.0;
    cr_assert(!goes_through(scene, surface, asked, fmin(first + hair, 1.0), fmin(met, 1.0) - hair),
              "%s: shape %u is met at %.9g, not at %.9g, AUK_SEED=%llu", name, surface->shape.index, first, met,
              seed_of(scene));
}

static const AukFound *found_of(const AukFound *found, int count, AukShapeId shape)
{
    for (int i = 0; i < count; i++) {
        if (auk_shape_id_equal(found[i].shape, shape)) {
            return &found[i];
        }
    }
    return NULL;
}

static void expect_distinct(const Scene *scene, const AukFound *found, int count, const char *name)
{
    for (int i = 1; i < count; i++) {
        cr_assert_null(found_of(found, i, found[i].shape), "%s lists shape %u twice, AUK_SEED=%llu", name,
                       found[i].shape.index, seed_of(scene));
    }
}

static void check_casts(Scene *scene, Asked *asked, bool ray)
{
    AukFound found[4 * SURFACES];
    if (ray) {
        asked->shape = auk_shape_circle(0.0f);
    }
    int count = ray ? auk_world_cast_ray_all(scene->world, asked->pose.p, asked->delta, NULL, found, 4 * SURFACES)
                    : auk_world_cast_shape_all(scene->world, &asked->shape, asked->pose, asked->delta, NULL, found,
                                               4 * SURFACES);
    expect_distinct(scene, found, count, ray ? "ray" : "cast");
    for (int i = 0; i < SURFACES; i++) {
        const AukFound *met = found_of(found, count, scene->surfaces[i].shape);
        expect_met(scene, &scene->surfaces[i], asked, met ? (double)met->fraction : 2.0, ray ? "ray" : "cast");
    }
}

static void check_overlaps(const Scene *scene, const Asked *asked)
{
    static AukFound found[SURFACES * PIECES_MAX];
    int count =
        auk_world_overlap(scene->world, &asked->shape, asked->pose, NULL, found, (int)(sizeof found / sizeof *found));
    for (int i = 0; i < SURFACES; i++) {
        double least = least_distance(&scene->surfaces[i], &asked->shape, asked->pose);
        bool listed = found_of(found, count, scene->surfaces[i].shape) != NULL;
        cr_assert(listed ? least <= scene->slack : least >= -scene->slack, "shape %u is %g away and %s, AUK_SEED=%llu",
                  scene->surfaces[i].shape.index, least / (double)scene->size, listed ? "overlaps" : "does not overlap",
                  seed_of(scene));
    }
}

// The least distance of all pieces; with `skip` of those that do not overlap, and NAN if it is not certain which do.
static double nearest_piece(const Scene *scene, const Surface *surface, const Asked *asked, bool skip)
{
    double least = (double)INFINITY;
    bool certain = true;
    for (int i = 0; i < surface->count; i++) {
        double distance = (double)auk_distance(&surface->pieces[i], surface->pose, &asked->shape, asked->pose).distance;
        certain = certain && fabs(distance) > scene->slack;
        least = skip && distance <= 0.0 ? least : fmin(least, distance);
    }
    return certain || !skip ? least : (double)NAN;
}

static void check_nearest(Scene *scene, const Asked *asked)
{
    AukFound found[4 * SURFACES], few[2];
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.skip_overlapping = random_chance(&scene->random, 0.5);
    float reach =
        random_chance(&scene->random, 0.5) ? INFINITY : scene->size * (float)random_log(&scene->random, 0.01, 100.0);
    int count = auk_world_nearest(scene->world, &asked->shape, asked->pose, reach, &query, found, 4 * SURFACES);
    expect_distinct(scene, found, count, "nearest");
    cr_assert_eq(auk_world_nearest(scene->world, &asked->shape, asked->pose, reach, &query, NULL, 0), count);
    cr_assert_eq(auk_world_nearest(scene->world, &asked->shape, asked->pose, reach, &query, few, 2),
                 count < 2 ? count : 2);
    cr_assert_eq(memcmp(few, found, (size_t)(count < 2 ? count : 2) * sizeof *few), 0);
    for (int i = 0; i < SURFACES; i++) {
        const AukFound *near = found_of(found, count, scene->surfaces[i].shape);
        double least = nearest_piece(scene, &scene->surfaces[i], asked, query.skip_overlapping);
        double slack = scene->slack + 1e-6 * (least < (double)INFINITY ? fabs(least) : 0.0);
        if (isnan(least)) {
            continue;
        }
        if (!near) {
            cr_assert(least >= (double)reach - slack || least == (double)INFINITY,
                      "nearest misses shape %u at %g of %g, AUK_SEED=%llu", scene->surfaces[i].shape.index, least,
                      (double)reach, seed_of(scene));
            continue;
        }
        // of what overlaps the depth is that of the whole surface
        bool right =
            least < slack ? (double)near->distance <= least + slack : fabs((double)near->distance - least) <= slack;
        cr_assert(right && isfinite(near->distance), "nearest: shape %u is %g away, not %g, AUK_SEED=%llu",
                  scene->surfaces[i].shape.index, least, (double)near->distance, seed_of(scene));
    }
}

static bool is_entered(const AukWorld *world, AukShapeId shape)
{
    AukOverlaps overlaps = auk_world_overlaps(world);
    for (int i = 0; i < overlaps.count; i++) {
        if (auk_shape_id_equal(overlaps.items[i].shape_a, shape) ||
            auk_shape_id_equal(overlaps.items[i].shape_b, shape)) {
            return true;
        }
    }
    return false;
}

static void check_sensor(Scene *scene, const Asked *asked)
{
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.shape = asked->shape;
    def.sensor = true;
    AukBodyId body = auk_body_create(scene->world, &def);
    cr_assert_eq(auk_body_set_pose(scene->world, body, asked->pose), AUK_OK);
    cr_assert_eq(auk_world_step(scene->world, 0.0f), AUK_OK);
    for (int i = 0; i < SURFACES; i++) {
        const Surface *surface = &scene->surfaces[i];
        double least = least_distance(surface, &asked->shape, auk_body_get_pose(scene->world, body));
        bool entered = is_entered(scene->world, surface->shape);
        double slack = scene->slack + 4e-6 * surface->extent; // contacts begin at tau, which grows with it
        cr_assert(entered ? least <= slack : least >= -slack, "a sensor %g away from shape %u %s it, AUK_SEED=%llu",
                  least / (double)scene->size, surface->shape.index, entered ? "meets" : "does not meet",
                  seed_of(scene));
    }
    cr_assert_eq(auk_body_destroy(scene->world, body), AUK_OK);
}

Test(world_surfaces, queries_and_sensors_find_of_a_surface_what_they_find_of_its_pieces, .timeout = 1800)
{
    int rounds = random_repeats(ROUNDS);
    static Asked asked;
    for (int round = 0; round < rounds; round++) {
        Scene *scene = scene_create(round);
        for (int i = 0; i < QUESTIONS; i++) {
            some_question(scene, &asked);
            check_overlaps(scene, &asked);
            check_nearest(scene, &asked);
            check_sensor(scene, &asked);
            check_casts(scene, &asked, false);
            check_casts(scene, &asked, true);
        }
        auk_world_destroy(scene->world);
        free(scene);
    }
}
