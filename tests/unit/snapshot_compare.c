// The first difference of two snapshots.
#include "auk/snapshot.h"
#include "world/save/array_fields.h"
#include "world/save/array_table.h"

#include "support/saved.h"
#include "support/world_crowd.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>

// Compares a snapshot with the world as it is now, and frees it.
static AukSnapshotDifference since(Saved before, const AukWorld *world)
{
    AukSnapshotDifference difference;
    Saved now = take_snapshot(world);
    cr_assert_eq(auk_snapshot_compare(before.bytes, before.size, now.bytes, now.size, &difference), AUK_OK);
    cr_assert_eq(same_bytes(&before, &now), difference.array[0] == '\0', "%s.%s", difference.array, difference.field);
    free(before.bytes);
    free(now.bytes);
    return difference;
}

static void expect_field(AukSnapshotDifference difference, const char *array, const char *field, uint32_t body)
{
    cr_assert_str_eq(difference.array, array);
    cr_assert_str_eq(difference.field, field);
    cr_assert_eq(difference.body.index, body);
}

Test(snapshot_compare, each_byte_of_a_record_belongs_to_one_member)
{
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        unsigned char seen[256] = {0};
        uint32_t size = auk__array_kinds[section].size, covered = 0;
        cr_assert(auk__array_fields[section].name && size <= sizeof seen, "section %d", section);
        for (const AukArrayField *field = auk__array_fields[section].fields; field->kind; field++) {
            uint32_t length = field->kind == 'c' ? 1 : (field->kind == 'q' ? 8 : 4);
            for (uint32_t i = field->offset; i < field->offset + length; i++) {
                cr_assert(i < size && !seen[i], "%s.%s", auk__array_fields[section].name, field->name);
                seen[i] = 1;
                covered++;
            }
        }
        cr_assert_eq(covered, size, "%s", auk__array_fields[section].name);
    }
}

Test(snapshot_compare, names_the_body_the_member_and_both_values)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId ball = scene_body(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 1.5f, 0.0f);
    Saved saved = take_snapshot(world);
    auk_body_set_position(world, ball, auk_vec(1.25f, 0.0f));
    auk_body_set_velocity(world, ball, auk_vec(3.0f, 0.0f));
    AukSnapshotDifference difference = since(saved, world);
    expect_field(difference, "motions", "pose.p.x", ball.index);
    cr_assert(difference.is_float && difference.body.generation == ball.generation);
    char text[128], cut[10];
    int length = auk_snapshot_difference_text(&difference, text, sizeof text);
    cr_assert_str_eq(text, "motions of body 1:1: pose.p.x is 1.5 (3fc00000), not 1.25 (3fa00000)");
    cr_assert_eq(length, (int)strlen(text));
    cr_assert_eq(auk_snapshot_difference_text(&difference, cut, sizeof cut), length);
    cr_assert_str_eq(cut, "motions o");
    cr_assert_eq(auk_snapshot_difference_text(&difference, NULL, 0), length);
    cr_assert_eq(auk_snapshot_difference_text(NULL, text, sizeof text), 0);
    auk_world_destroy(world);
}

Test(snapshot_compare, worlds_with_another_way_up_differ)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    AukWorld *worlds[3];
    for (int i = 0; i < 3; i++) {
        def.up = (AukVec2[]){{0.0f, 1.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}}[i];
        worlds[i] = auk_world_create(&def, NULL);
    }
    AukSnapshotDifference difference = since(take_snapshot(worlds[0]), worlds[1]);
    expect_field(difference, "world", "up.y", 0);
    cr_assert(difference.is_float);
    char text[100];
    (void)auk_snapshot_difference_text(&difference, text, sizeof text);
    cr_assert_str_eq(text, "world at 0: up.y is 1 (3f800000), not -1 (bf800000)");
    expect_field(since(take_snapshot(worlds[0]), worlds[2]), "world", "up.x", 0);
    for (int i = 0; i < 3; i++) {
        auk_world_destroy(worlds[i]);
    }
}

Test(snapshot_compare, finds_what_each_setter_changed)
{
    AukWorld *world = scene_world();
    AukShapeId shape;
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(1.0f), auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f), AUK_RESPONSE_TOUCH);
    scene_wall(world, 5.0f, 0.0f, 1.0f, 1.0f);
    auk_body_get_shapes(world, ball, &shape, 1);
    Saved saved = take_snapshot(world);
    auk_body_set_spin(world, ball, 1.0f);
    expect_field(since(saved, world), "motions", "spin", 0);
    saved = take_snapshot(world);
    auk_body_set_max_speed(world, ball, 1.0f);
    expect_field(since(saved, world), "traits", "max_speed", 0);
    saved = take_snapshot(world);
    auk_body_set_response(world, ball, AUK_RESPONSE_SLIDE);
    expect_field(since(saved, world), "responses", "response", 0);
    saved = take_snapshot(world);
    auk_body_set_user_data(world, ball, 9);
    expect_field(since(saved, world), "user data", "user_data", 0);
    saved = take_snapshot(world);
    auk_body_set_filter(world, ball, (AukFilter){2, 0, 0});
    expect_field(since(saved, world), "bodies", "category", 0);
    saved = take_snapshot(world);
    auk_world_shape_set_user_data(world, shape, 5);
    AukSnapshotDifference difference = since(saved, world);
    expect_field(difference, "shapes", "user_data", 0);
    cr_assert(difference.shape.index == shape.index && difference.shape.generation == shape.generation);
    saved = take_snapshot(world);
    auk_body_set_pierce(world, ball, 2);
    difference = since(saved, world);
    expect_field(difference, "traits", "pierce", 0);
    difference.a = UINT64_MAX; // a number that is signed
    char text[100];
    (void)auk_snapshot_difference_text(&difference, text, sizeof text);
    cr_assert_str_eq(text, "traits of body 0:1: pierce is -1, not 2");
    saved = take_snapshot(world);
    scene_wall(world, 9.0f, 0.0f, 1.0f, 1.0f);
    difference = since(saved, world);
    expect_field(difference, "bodies", "count", 0);
    cr_assert(difference.index == 2 && difference.a == 2 && difference.b == 3);
    saved = take_snapshot(world);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK); // nothing moves, but a step is counted
    expect_field(since(saved, world), "world", "steps", 0);
    auk_world_destroy(world);
}

Test(snapshot_compare, says_equal_exactly_for_equal_buffers)
{
    Random random = random_start(random_seed(), 31);
    AukWorld *world = scene_world();
    crowd_register(world);
    crowd_fill(world, &random, CROWD_TUXES, 80);
    int different = 0;
    for (int i = 0; i < 200; i++) {
        Saved saved = take_snapshot(world);
        if (i % 3 == 0) {
            cr_assert_eq(crowd_step(world, &random, CROWD_TUXES), AUK_OK);
        } else {
            crowd_change(world, &random, CROWD_TUXES);
        }
        different += since(saved, world).array[0] != '\0'; // compares with memcmp() too
    }
    cr_assert(different > 100 && different < 200, "%d", different);
    auk_world_destroy(world);
}

Test(snapshot_compare, what_is_no_snapshot_of_this_version_is_refused)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    Saved good = take_snapshot(world), bad = take_snapshot(world);
    AukSnapshotDifference out = {.field = "untouched"};
    for (uint64_t i = 0; i < bad.size; i += 7) {
        bad.bytes[i] ^= 1;
        AukStatus status = auk_snapshot_compare(good.bytes, good.size, bad.bytes, bad.size, &out);
        cr_assert(status == AUK_ERROR_DAMAGED || status == AUK_ERROR_VERSION, "byte %d", (int)i);
        cr_assert_eq(auk_snapshot_compare(bad.bytes, bad.size, good.bytes, good.size, &out), status);
        bad.bytes[i] ^= 1;
    }
    cr_assert_eq(auk_snapshot_compare(good.bytes, good.size - 1, bad.bytes, bad.size, &out), AUK_ERROR_DAMAGED);
    cr_assert_eq(auk_snapshot_compare(good.bytes, 3, bad.bytes, bad.size, &out), AUK_ERROR_DAMAGED);
    cr_assert_eq(auk_snapshot_compare(NULL, good.size, bad.bytes, bad.size, &out), AUK_ERROR_NULL);
    cr_assert_eq(auk_snapshot_compare(good.bytes, good.size, NULL, bad.size, &out), AUK_ERROR_NULL);
    cr_assert_eq(auk_snapshot_compare(good.bytes, good.size, bad.bytes, bad.size, NULL), AUK_ERROR_NULL);
    cr_assert_str_eq(out.field, "untouched");
    free(good.bytes);
    free(bad.bytes);
    auk_world_destroy(world);
}
