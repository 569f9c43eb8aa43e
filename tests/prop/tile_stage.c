// Cells are compared by their numbers in the whole map. What rounding may decide is allowed for: contacts that barely
// touch, and which of two cells is named that are met at the same time.
#include "prop/tile_stage.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>

enum { FOUND = 256, ROW = 100 };

// The number of a cell in rows of ROW cells, or -1 for another shape.
static int cell_of(const TileStage *stage, AukShapeId shape, int child)
{
    for (int i = 0; i < stage->count; i++) {
        if (auk_shape_id_equal(stage->shapes[i], shape)) {
            return (stage->y[i] + child / stage->widths[i]) * ROW + stage->x[i] + child % stage->widths[i];
        }
    }
    return -1;
}

AukShape tile_stage_shape(Random *random, float size, AukVec2 *vertices)
{
    AukVec2 half = auk_vec(size * random_float(random, 0.1f, 1.0f), size * random_float(random, 0.1f, 1.0f));
    switch (random_int(random, 0, 4)) {
    case 0: return auk_shape_box(half.x, half.y);
    case 1: return auk_shape_circle(half.x);
    case 2: return auk_shape_capsule(auk_vec(-half.x, 0.0f), half, 0.3f * half.y);
    case 3: return auk_shape_ellipse(half.x, half.y);
    default: return auk_shape_polygon(vertices, random_polygon(random, 9, size, 0.5f, vertices), 0.0f);
    }
}

void tile_stage_add_crates(TileStage *stage, Random random, const TileMap *map, bool swept)
{
    for (int i = 0; i < TILE_STAGE_CRATES; i++) {
        AukVec2 vertices[16];
        AukBodyDef def = {.shape =
                              tile_stage_shape(&random, map->cell * (float)random_log(&random, 0.2, 1.0), vertices)};
        def.position = random_vec(&random, -6.0f * map->cell, 6.0f * map->cell);
        if (random_chance(&random, 0.3)) { // in line with the cells
            def.shape = auk_shape_box(0.5f * map->cell, 0.25f * map->cell);
            def.position = auk_vec(map->cell * (float)random_int(&random, -5, 5),
                                   map->cell * ((float)random_int(&random, -5, 5) + 0.25f));
        }
        def.position = auk_vec_add(def.position, map->pose.p);
        def.velocity = random_vec(&random, -3.0f * map->cell, 3.0f * map->cell);
        def.velocity.y = random_chance(&random, 0.3) ? 0.0f : def.velocity.y;
        def.filter.group = 1;
        if (swept) {
            def.motion = AUK_MOTION_SWEPT;
            def.response = (AukResponse)random_int(&random, AUK_RESPONSE_CROSS, AUK_RESPONSE_BOUNCE);
        }
        stage->crates[i] = auk_body_create(stage->world, &def);
        stage->polygons[i] = def.shape.kind == AUK_SHAPE_POLYGON || def.shape.kind == AUK_SHAPE_BOX;
    }
}

// ---- contacts -------------------------------------------------------------------------------------------------------

typedef struct Contact {
    int crate, cell;
    AukVec2 normal;
    AukManifold manifold;
} Contact;

static int compare_contacts(const void *a, const void *b)
{
    const Contact *left = a, *right = b;
    return left->crate != right->crate ? left->crate - right->crate : left->cell - right->cell;
}

static int list_contacts(const TileStage *stage, Contact *out)
{
    AukContacts contacts = auk_world_contacts(stage->world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        int a = cell_of(stage, contact->shape_a, contact->child_a),
            b = cell_of(stage, contact->shape_b, contact->child_b);
        out[i].crate = -1;
        for (int k = 0; k < TILE_STAGE_CRATES; k++) {
            bool mine = auk_body_id_equal(stage->crates[k], a >= 0 ? contact->body_b : contact->body_a);
            out[i].crate = mine ? k : out[i].crate;
        }
        out[i].cell = a >= 0 ? a : b;
        out[i].manifold = contact->manifold;
        out[i].normal = a >= 0 ? contact->manifold.normal : auk_vec_neg(contact->manifold.normal);
    }
    qsort(out, (size_t)contacts.count, sizeof *out, compare_contacts);
    return contacts.count;
}

bool tile_stage_is_close(AukVec2 a, AukVec2 b, float tolerance)
{
    return fabsf(a.x - b.x) <= tolerance && fabsf(a.y - b.y) <= tolerance;
}

// Rounding decides whether there are two points or one.
static bool is_same_contact(const Contact *a, const Contact *b, bool polygon, float near)
{
    const AukManifold *left = &a->manifold, *right = &b->manifold;
    bool same_depth = fabsf(left->distance - right->distance) < near;
    if (same_depth && left->distance < -1e4f * near && !tile_stage_is_close(a->normal, b->normal, 1e-4f)) {
        return true; // deep inside there may be two shortest ways out
    }
    bool same = same_depth && tile_stage_is_close(a->normal, b->normal, 1e-4f);
    for (int i = 0; i < left->count && polygon && same && left->count == right->count; i++) { // in either order
        AukVec2 point = left->points[i].point;
        same = tile_stage_is_close(point, right->points[i].point, near) ||
               tile_stage_is_close(point, right->points[right->count - 1 - i].point, near);
    }
    return same;
}

void tile_stage_compare_contacts(const TileStage *whole, const TileStage *parts, const TileMap *map, const char *where)
{
    enum { MOST = 2048 };
    static Contact a[MOST], b[MOST];
    cr_assert_lt(auk_world_contacts(whole->world).count, MOST);
    cr_assert_lt(auk_world_contacts(parts->world).count, MOST);
    int count_a = list_contacts(whole, a), count_b = list_contacts(parts, b);
    float near = 1e-5f * map->cell;
    for (int i = 0, k = 0; i < count_a || k < count_b;) {
        int order = i == count_a ? 1 : k == count_b ? -1 : compare_contacts(&a[i], &b[k]);
        if (order != 0) { // rounding decides about what barely touches
            const Contact *alone = order < 0 ? &a[i] : &b[k];
            cr_assert(fabsf(alone->manifold.distance) < near, "%s: crate %d and cell %d touch only %s, depth %g", where,
                      alone->crate, alone->cell, order < 0 ? "in the whole" : "in parts", -alone->manifold.distance);
            i += order < 0;
            k += order > 0;
            continue;
        }
        cr_assert(is_same_contact(&a[i], &b[k], whole->polygons[a[i].crate], near),
                  "%s: crate %d and cell %d: normal %g, %g instead of %g, %g, depth %g instead of %g", where,
                  a[i].crate, a[i].cell, b[k].normal.x, b[k].normal.y, a[i].normal.x, a[i].normal.y,
                  -b[k].manifold.distance, -a[i].manifold.distance);
        i++;
        k++;
    }
}

// ---- queries --------------------------------------------------------------------------------------------------------

static bool same_found(const TileStage *whole, const TileStage *parts, const TileMap *map, bool hit_a,
                       const AukFound *a, bool hit_b, const AukFound *b, bool cast)
{
    if (!hit_a || !hit_b) {
        return hit_a == hit_b;
    }
    float near = 1e-4f * map->cell;
    bool same_cell = cell_of(whole, a->shape, a->child) == cell_of(parts, b->shape, b->child);
    bool same = cast ? fabsf(a->fraction - b->fraction) < 1e-5f : fabsf(a->distance - b->distance) < near;
    // two cells may be met at once: the order of shapes decides which is named
    return same && (!same_cell || (tile_stage_is_close(a->normal, b->normal, 1e-3f) &&
                                   tile_stage_is_close(a->point, b->point, near)));
}

void tile_stage_compare_queries(const TileStage *whole, const TileStage *parts, const TileMap *map, Random *random,
                                const char *where)
{
    AukQuery query = {.filter = {.group = 1}};
    for (int i = 0; i < 10; i++) {
        AukVec2 from = auk_vec_add(map->pose.p, random_vec(random, -7.0f * map->cell, 7.0f * map->cell));
        AukVec2 to = auk_vec_add(map->pose.p, random_vec(random, -7.0f * map->cell, 7.0f * map->cell));
        AukVec2 vertices[16], delta = auk_vec_sub(to, from);
        AukShape shape = tile_stage_shape(random, map->cell * (float)random_log(random, 0.1, 1.5), vertices);
        AukTransform pose = {from, {1.0f, 0.0f}};
        AukFound a, b;
        bool hit_a = auk_world_cast_ray(whole->world, from, delta, &query, &a);
        bool hit_b = auk_world_cast_ray(parts->world, from, delta, &query, &b);
        cr_assert(same_found(whole, parts, map, hit_a, &a, hit_b, &b, true), "%s: ray %d", where, i);
        hit_a = auk_world_cast_shape(whole->world, &shape, pose, delta, &query, &a);
        hit_b = auk_world_cast_shape(parts->world, &shape, pose, delta, &query, &b);
        cr_assert(same_found(whole, parts, map, hit_a, &a, hit_b, &b, true), "%s: cast %d", where, i);
        AukFound found_a[FOUND], found_b[FOUND];
        int count_a = auk_world_overlap(whole->world, &shape, pose, &query, found_a, FOUND);
        int count_b = auk_world_overlap(parts->world, &shape, pose, &query, found_b, FOUND);
        for (int k = 0; k < count_a; k++) {
            bool known = fabsf(found_a[k].distance) < 1e-5f * map->cell;
            for (int j = 0; j < count_b; j++) {
                known = known || (cell_of(whole, found_a[k].shape, found_a[k].child) ==
                                      cell_of(parts, found_b[j].shape, found_b[j].child) &&
                                  fabsf(found_a[k].distance - found_b[j].distance) < 1e-4f * map->cell &&
                                  tile_stage_is_close(found_a[k].normal, found_b[j].normal, 1e-3f));
            }
            cr_assert(known, "%s: overlap %d", where, i);
        }
        cr_assert(abs(count_a - count_b) <= 1, "%s: overlap %d", where, i);
        AukFound one_a = {0}, one_b = {0};
        hit_a = auk_world_nearest(whole->world, &shape, pose, 3.0f * map->cell, &query, &one_a, 1) > 0;
        hit_b = auk_world_nearest(parts->world, &shape, pose, 3.0f * map->cell, &query, &one_b, 1) > 0;
        cr_assert(same_found(whole, parts, map, hit_a, &one_a, hit_b, &one_b, false), "%s: nearest %d", where, i);
    }
}
