// Making the calls of a record. Arguments come as auk__record_read() leaves them: the address of each value, of a
// pointer the pointer itself.
#include "world/record/replay.h"

#include "auk/terrain.h"
#include "auk/world.h"
#include "world/state/tile_map.h"

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

// Room is a matter of the machine, and a record that was made to deceive must not get all of it. What is refused stays
// refused.
static int room_at(const void *argument)
{
    enum { ROOM_MAX = 1 << 16 };
    int room = int_at(argument);
    return room > ROOM_MAX && room <= INT32_MAX / 2 ? ROOM_MAX : room;
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
