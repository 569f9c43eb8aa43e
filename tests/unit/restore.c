// Restores into a world that has lived: when it is recognised as the same, and what memory that takes.
#include "auk/world.h"

#include "support/saved.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---- what is the same -----------------------------------------------------------------------------------------------

enum { CAPSULES = 12 };

// A row of capsules. Number `change` has another sign in a number, and the next one another bit in another number.
static AukWorld *capsules(int change)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int i = 0; i < CAPSULES; i++) {
        bool first = change >= 0 && i == change, second = change >= 0 && i == change + 1;
        AukVec2 from = auk_vec(-1.0f, first ? -0.5f : 0.5f), to = auk_vec(second ? 1.0078125f : 1.0f, 0.25f);
        AukBodyDef body;
        AukShapeDef shape;
        memset(&body, 0, sizeof body);
        memset(&shape, 0, sizeof shape);
        body.position = auk_vec((float)i * 3.0f, 0.0f);
        shape.shape = auk_shape_capsule(from, to, 0.25f);
        (void)auk_body_add_shape(world, auk_body_create(world, &body), &shape);
    }
    return world;
}

// The checksums of the structures of two such worlds were equal, so a restore kept the shapes of the other.
Test(restore, a_world_whose_shapes_differ_in_two_bits_is_not_taken_for_the_same)
{
    AukWorld *plain = capsules(-1);
    Saved wanted = take_snapshot(plain);
    for (int change = 0; change + 1 < CAPSULES; change++) {
        AukWorld *other = capsules(change), *world = auk_world_create(NULL, NULL);
        Saved before = take_snapshot(other);
        cr_assert_eq(auk_world_restore(world, before.bytes, before.size), AUK_OK);
        cr_assert_eq(auk_world_restore(world, wanted.bytes, wanted.size), AUK_OK);
        Saved after = take_snapshot(world);
        cr_assert(same_bytes(&wanted, &after), "capsules %d and %d", change, change + 1);
        cr_assert_eq(auk_world_hash(world), auk_world_hash(plain));
        auk_world_destroy(other);
        auk_world_destroy(world);
        free(before.bytes);
        free(after.bytes);
    }
    free(wanted.bytes);
    auk_world_destroy(plain);
}
