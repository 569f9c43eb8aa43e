// What a game does to many bodies of a crowd in one call: with living bodies, and with lists in which some are gone.
#include "auk/many.h"
#include "support/world_crowd.h"
#include "world/state/world_state.h"

#include <string.h>

#define HALF_WIDTH 12.0f

enum { LIST_MAX = 8, CALLS = 11 };

// A list of bodies: any of the slots, and some of the bodies of before; each lives, but for those of `stale` lists.
typedef struct CrowdList {
    AukBodyId ids[LIST_MAX];
    AukTransform poses[LIST_MAX];
    AukVec2 vectors[LIST_MAX];
    float spins[LIST_MAX];
    int count;
} CrowdList;

static CrowdList some_list(const AukWorld *world, Random *random, bool stale)
{
    CrowdList list;
    memset(&list, 0, sizeof list);
    int bodies = world->bodies.records.count, wanted = random_int(random, 0, LIST_MAX);
    for (int i = 0; i < wanted && bodies > 0; i++) {
        AukBodyId id = auk__body_id(&world->bodies, (uint32_t)random_int(random, 0, bodies - 1));
        id.generation -= stale && id.generation > 1 && random_chance(random, 0.3);
        id.index += stale && random_chance(random, 0.1) ? 100000u : 0u;
        AukVec2 place = random_vec(random, -HALF_WIDTH, HALF_WIDTH);
        list.poses[list.count] = auk_transform(place, random_float(random, -4.0f, 4.0f));
        list.vectors[list.count] = random_vec(random, -4.0f, 4.0f);
        list.spins[list.count] = random_float(random, -4.0f, 4.0f);
        list.ids[list.count] = id;
        list.count += stale || auk_body_exists(world, id);
    }
    return list;
}

// A refusal, as of a static body that is to move or of an id that is twice in a list to destroy, is an answer too.
static void call_all(AukWorld *world, const CrowdList *list, int which)
{
    const AukBodyId *ids = list->ids;
    int count = list->count;
    switch (which) {
    case 0: (void)auk_body_set_pose_many(world, ids, count, list->poses); break;
    case 1: (void)auk_body_move_to_many(world, ids, count, list->poses); break;
    case 2: (void)auk_body_set_velocity_many(world, ids, count, list->vectors); break;
    case 3: (void)auk_body_set_spin_many(world, ids, count, list->spins); break;
    case 4: (void)auk_body_destroy_many(world, ids, count < 3 ? count : 3); break;
    case 5: (void)auk_body_set_pose_living(world, ids, count, list->poses); break;
    case 6: (void)auk_body_move_to_living(world, ids, count, list->poses); break;
    case 7: (void)auk_body_set_velocity_living(world, ids, count, list->vectors); break;
    case 8: (void)auk_body_set_spin_living(world, ids, count, list->spins); break;
    default: (void)auk_body_destroy_living(world, ids, count < 3 ? count : 3); break;
    }
}

static void create_all(AukWorld *world, Random *random)
{
    CrowdList list = some_list(world, random, true);
    AukBodyDef defs[LIST_MAX];
    memset(defs, 0, sizeof defs);
    for (int i = 0; i < LIST_MAX; i++) {
        defs[i].shape = auk_shape_circle(0.3f);
        defs[i].position = list.poses[i].p;
        defs[i].velocity = list.vectors[i];
        defs[i].user_data = random_bits(random);
    }
    int count = list.count < 3 ? list.count : 3;
    if (random_chance(random, 0.5)) {
        (void)auk_body_create_many(world, defs, count, NULL);
    } else {
        (void)auk_body_create_copies(world, defs, list.vectors, random_chance(random, 0.5) ? list.spins : NULL, count,
                                     list.ids);
    }
}

void crowd_change_many(AukWorld *world, Random *random)
{
    int which = random_int(random, 0, CALLS - 1);
    if (which == CALLS - 1) {
        create_all(world, random);
        return;
    }
    CrowdList list = some_list(world, random, which >= 5);
    call_all(world, &list, which);
}
