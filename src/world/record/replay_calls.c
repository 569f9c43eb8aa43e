// Makes the calls of a record. Arguments are in the form that auk__record_read() returns: the address of each value;
// for a pointer, the pointer itself.
#include "world/record/replay.h"

#include "auk/many.h"
#include "auk/predict.h"
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "auk/world.h"
#include "world/state/tile_map.h"
#include "world/state/wrap.h"

static int int_at(const void *argument)
{
    return *(const int *)argument;
}

static AukBodyId body_at(const void *argument)
{
    return *(const AukBodyId *)argument;
}

static AukShapeId shape_at(const void *argument)
{
    return *(const AukShapeId *)argument;
}

static AukFilter filter_at(const void *argument)
{
    return *(const AukFilter *)argument;
}

static bool bool_at(const void *argument)
{
    return *(const bool *)argument;
}

// The capacity to reserve in a replay. It is limited, because memory depends on the machine and a forged record must
// not take all of it. A capacity that the call refuses is not changed, so that the call still refuses it.
static int room_at(const void *argument, int most)
{
    enum { ROOM_MAX = 1 << 16 };
    int room = int_at(argument);
    return room > ROOM_MAX && room <= most ? ROOM_MAX : room;
}

static int bodies_at(const AukWorld *world, const void *argument)
{
    return room_at(argument, auk__wrap_parts_most(&world->wrap));
}

static const AukTilesEdit *edit_at(const void *argument)
{
    return argument;
}

void auk__call_replay(AukWorld *world, AukCall call, const void *const *a)
{
    switch (call) {
#define AUK_CALL(name, function, kinds, keeps, arguments)                                                              \
    case AUK_CALL_##name:                                                                                              \
        (void)function arguments;                                                                                      \
        break;
#include "world/state/calls.x"
#undef AUK_CALL
    case AUK_CALL_COUNT: break;
    }
}
