// Chains: what belongs to an edge, what is refused, and that a chain is one shape of many pieces.
#include "auk/auk.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

static AukShapeId add_chain(AukWorld *world, const AukVec2 *points, int count, bool closed)
{
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    return auk_body_add_chain(world, auk_body_create(world, &body), points, count, closed, NULL);
}

static AukBodyId add_body(AukWorld *world, AukShape shape, float x, float y)
{
    AukBodyDef def = {.shape = shape};
    def.position = auk_vec(x, y);
    return auk_body_create(world, &def);
}

static const AukVec2 floor_points[5] = {{-4, 0}, {-1, 0}, {0, 0}, {1, 0}, {4, 0}};

Test(chain, is_one_shape_whose_children_are_edges)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukShapeId chain = add_chain(world, floor_points, 5, false);
    cr_assert(auk_world_shape_exists(world, chain));
    cr_assert_eq(auk_world_stats(world).shapes, 1);
    add_body(world, auk_shape_box(1.5f, 0.5f), 0.0f, 0.5f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 4);
    for (int i = 0; i < contacts.count; i++) {
        cr_assert_eq(contacts.items[i].child_a, i);
        cr_assert(contacts.items[i].manifold.normal.x == 0.0f && contacts.items[i].manifold.normal.y == 1.0f);
        cr_assert_eq(contacts.items[i].manifold.distance, 0.0f);
    }
    cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, 1);
    auk_world_destroy(world);
}

Test(chain, a_box_that_overlaps_the_next_edge_by_less_than_its_depth_is_pushed_up_by_it)
{
    for (int side = -1; side <= 1; side += 2) {
        AukWorld *world = auk_world_create(NULL, NULL);
        add_chain(world, floor_points, 5, false);
        add_body(world, auk_shape_box(0.5f, 0.5f), (float)side * 0.501f, 0.49f);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_geq(contacts.count, 2);
        for (int i = 0; i < contacts.count; i++) {
            cr_assert(contacts.items[i].manifold.normal.x == 0.0f && contacts.items[i].manifold.normal.y == 1.0f);
            cr_assert_float_eq(contacts.items[i].manifold.distance, -0.01f, 1e-6f);
        }
        auk_world_destroy(world);
    }
}

Test(chain, a_circle_beyond_the_free_end_touches_the_tip)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_chain(world, floor_points, 5, false);
    add_body(world, auk_shape_circle(1.0f), 4.6f, 0.7f);
    auk_world_step(world, 0.0f);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 1);
    cr_assert_float_eq(contacts.items[0].manifold.normal.x, 0.6f / sqrtf(0.85f), 1e-6f);
    auk_world_destroy(world);
}

Test(chain, a_convex_corner_gives_the_normals_between_its_faces_and_a_concave_one_only_faces)
{
    const AukVec2 roof[3] = {{-2, 0}, {0, 2}, {2, 0}};
    for (int side = 0; side < 2; side++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        add_chain(world, roof, 3, false);
        add_body(world, auk_shape_circle(0.5f), 0.1f, side == 0 ? 2.4f : 1.4f);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_geq(contacts.count, 1);
        for (int i = 0; i < contacts.count; i++) {
            AukVec2 n = contacts.items[i].manifold.normal;
            if (side == 0) {
                cr_assert(fabsf(n.x) <= 0.70711f && n.y > 0.0f);
            } else {
                cr_assert(fabsf(fabsf(n.x) - 0.70711f) < 1e-5f && n.y < 0.0f);
            }
        }
        auk_world_destroy(world);
    }
}

Test(chain, a_box_flat_in_a_corner_touches_floor_and_wall_squarely)
{
    const AukVec2 corner[5] = {{-4, 0}, {-1, 0}, {0, 0}, {0, 1}, {0, 4}};
    AukWorld *world = auk_world_create(NULL, NULL);
    add_chain(world, corner, 5, false);
    add_body(world, auk_shape_box(1.0f, 1.0f), -0.999f, 0.999f);
    auk_world_step(world, 0.0f);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 4);
    for (int i = 0; i < contacts.count; i++) {
        AukVec2 n = contacts.items[i].manifold.normal;
        bool floor = contacts.items[i].child_a < 2;
        cr_assert(floor ? n.x == 0.0f && n.y == 1.0f : n.x == -1.0f && n.y == 0.0f);
        cr_assert_float_eq(contacts.items[i].manifold.distance, -0.001f, 1e-6f);
    }
    auk_world_destroy(world);
}

Test(chain, a_corner_that_falls_on_a_joint_hits_it)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_chain(world, floor_points, 5, false);
    const AukVec2 needle[3] = {{0, 0}, {0.1f, 1}, {-0.1f, 1}};
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH};
    def.shape = auk_shape_polygon(needle, 3, 0.0f);
    def.position = auk_vec(0.0f, 2.0f);
    def.velocity = auk_vec(0.0f, -100.0f);
    AukBodyId body = auk_body_create(world, &def);
    auk_world_step(world, 1.0f);
    AukHits hits = auk_world_hits(world);
    cr_assert_eq(hits.count, 1);
    cr_assert(hits.items[0].normal.x == 0.0f && hits.items[0].normal.y == -1.0f);
    cr_assert_float_eq(auk_body_get_pose(world, body).p.y, 0.0f, 1e-5f);
    auk_world_destroy(world);
}

Test(chain, a_closed_chain_joins_its_ends)
{
    const AukVec2 square[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukShapeDef def = {.shape = auk_shape_circle(0.25f)};
    AukShapeId id = auk_body_add_chain(world, auk_body_create(world, &body), square, 4, true, &def);
    cr_assert_eq(auk_world_shape_get(world, id).kind, AUK_SHAPE_CAPSULE);
    add_body(world, auk_shape_circle(0.5f), 0.7f, 0.7f);
    add_body(world, auk_shape_circle(0.5f), -0.5f, -0.5f);
    auk_world_step(world, 0.0f);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 4);
    for (int i = 0; i < 4; i++) {
        AukVec2 n = contacts.items[i].manifold.normal;
        bool inside = contacts.items[i].body_b.index == 1;
        cr_assert(inside ? (n.x == 0.0f || n.y == 0.0f) : fabsf(n.x - n.y) < 1e-6f);
    }
    auk_world_destroy(world);
}

Test(chain, bad_chains_are_refused_and_change_nothing)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukBodyId id = auk_body_create(world, &body), none = {7, 1};
    uint64_t hash = auk_world_hash(world);
    AukVec2 twice[3] = {{0, 0}, {0, 0}, {1, 0}}, ring[3] = {{0, 0}, {1, 0}, {0, 0}}, bad[2] = {{0, 0}, {NAN, 0}};
    AukVec2 far[2] = {{0, 0}, {2e15f, 0}};
    AukShapeDef negative = {.shape = {.kind = AUK_SHAPE_CIRCLE, .radius = -1.0f}};
    AukShapeDef nowhere = {.angle = INFINITY};
    struct {
        AukBodyId body;
        const AukVec2 *points;
        int count;
        bool closed;
        const AukShapeDef *def;
        AukStatus status;
    } cases[] = {{none, floor_points, 5, false, NULL, AUK_ERROR_STALE_ID},
                 {id, NULL, 5, false, NULL, AUK_ERROR_NULL},
                 {id, floor_points, 1, false, NULL, AUK_ERROR_COUNT},
                 {id, floor_points, -3, false, NULL, AUK_ERROR_COUNT},
                 {id, floor_points, 2, true, NULL, AUK_ERROR_COUNT},
                 {id, floor_points, INT32_MAX, false, NULL, AUK_ERROR_COUNT},
                 {id, twice, 3, false, NULL, AUK_ERROR_ZERO_AREA},
                 {id, ring, 3, true, NULL, AUK_ERROR_ZERO_AREA},
                 {id, bad, 2, false, NULL, AUK_ERROR_NOT_FINITE},
                 {id, far, 2, false, NULL, AUK_ERROR_RANGE},
                 {id, floor_points, 5, false, &negative, AUK_ERROR_NEGATIVE},
                 {id, floor_points, 5, false, &nowhere, AUK_ERROR_NOT_FINITE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AukShapeId shape =
            auk_body_add_chain(world, cases[i].body, cases[i].points, cases[i].count, cases[i].closed, cases[i].def);
        cr_assert_eq(shape.generation, 0, "case %zu", i);
        cr_assert_eq(auk_world_last_status(world), cases[i].status, "case %zu", i);
    }
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_body_add_chain(NULL, id, floor_points, 5, false, NULL).generation, 0);
    auk_world_destroy(world);
}

Test(chain, out_of_memory_changes_nothing)
{
    FailingAllocator state;
    failing_allocator_install(&state);
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukBodyId id = auk_body_create(world, &body);
    uint64_t hash = auk_world_hash(world);
    int failures = 0;
    for (bool added = false; !added; failures++) {
        state.calls = 0;
        state.fail_at = failures;
        added = auk_body_add_chain(world, id, floor_points, 5, false, NULL).generation != 0;
        if (!added) {
            cr_assert_eq(auk_world_last_status(world), AUK_ERROR_OUT_OF_MEMORY);
            cr_assert_eq(auk_world_hash(world), hash);
        }
    }
    cr_assert_gt(failures, 1);
    state.fail_at = -1;
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

Test(chain, a_snapshot_keeps_what_an_edge_knows_of_its_neighbours)
{
    AukWorld *world = auk_world_create(NULL, NULL), *other = auk_world_create(NULL, NULL);
    AukShapeId first = add_chain(world, floor_points, 5, false);
    add_chain(world, floor_points, 3, false);
    add_body(world, auk_shape_box(0.5f, 0.5f), 0.501f, 0.49f);
    auk_world_shape_remove(world, first);
    auk_world_step(world, 0.1f);
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_hash(other), auk_world_hash(world));
    auk_world_step(world, 0.1f);
    auk_world_step(other, 0.1f);
    cr_assert_eq(auk_world_hash(other), auk_world_hash(world));
    free(buffer);
    auk_world_destroy(world);
    auk_world_destroy(other);
}

// ---- sections ---------------------------------------------------------------------------------------------------

static AukShapeId add_section(AukWorld *world, const AukVec2 *points, int count)
{
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    return auk_body_add_chain_section(world, auk_body_create(world, &body), points, count, NULL);
}

// The box overlaps the section on its right by less than its depth: alone, that one would push it to the left.
Test(chain, a_box_that_slides_over_the_seam_of_two_sections_is_pushed_up)
{
    for (int joined = 0; joined < 2; joined++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        if (joined) {
            add_section(world, floor_points, 4);
            add_section(world, floor_points + 1, 4);
            const AukVec2 left[4] = {{-9, 0}, {-4, 0}, {-1, 0}, {0, 0}};
            add_section(world, left, 4);
        } else {
            add_chain(world, floor_points, 3, false);
            add_chain(world, floor_points + 2, 3, false);
        }
        add_body(world, auk_shape_box(0.5f, 0.5f), -0.499f, 0.49f);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_geq(contacts.count, 2);
        int sideways = 0;
        for (int i = 0; i < contacts.count; i++) {
            AukVec2 n = contacts.items[i].manifold.normal;
            sideways += n.x != 0.0f || n.y != 1.0f;
        }
        cr_assert_eq(sideways > 0, !joined, "%d of %d normals lean", sideways, contacts.count);
        auk_world_destroy(world);
    }
}

Test(chain, a_section_is_refused_without_an_edge_of_its_own)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int count = -1; count <= 3; count++) {
        cr_assert_eq(add_section(world, floor_points, count).generation, 0);
        cr_assert_eq(auk_world_last_status(world), AUK_ERROR_COUNT);
    }
    cr_assert_eq(add_section(world, NULL, 4).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NULL);
    AukBodyId none = {0, 0};
    cr_assert_eq(auk_body_add_chain_section(world, none, floor_points, 4, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_add_chain_section(NULL, none, floor_points, 4, NULL).generation, 0);
    cr_assert_neq(add_section(world, floor_points, 5).generation, 0);
    auk_world_destroy(world);
}
