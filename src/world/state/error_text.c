// The text about the last call that failed, from the numbers in world->fault.
#include "auk/error_text.h"
#include "base/fault.h"
#include "base/text.h"
#include "world/state/call.h"
#include "world/state/world_state.h"

static const char *function_name(unsigned call)
{
    static const char *const names[AUK_CALL_NAME_COUNT] = {
#define AUK_CALL(name, function, kinds, keeps, arguments) #function,
#include "world/state/calls.x"
#undef AUK_CALL
#define AUK_CALL_OTHER(name, function) #function,
#include "world/state/calls_other.x"
#undef AUK_CALL_OTHER
    };
    return names[call];
}

int auk_world_last_error_text(const AukWorld *world, char *text, int capacity)
{
    if (!world || (!text && capacity > 0)) {
        return -(int)AUK_ERROR_NULL;
    }
    if (capacity < 0) {
        return -(int)AUK_ERROR_COUNT;
    }
    AukText writer = {text, capacity, AUK_ERROR_TEXT_SIZE - 1, 0};
    if (world->last_status) {
        auk__text_put(&writer, function_name(world->fault.call));
        auk__text_put(&writer, ": ");
        int begin = writer.length;
        auk__fault_text(&world->fault, world->last_status, &writer);
        if (writer.length == begin) {
            auk__text_put(&writer, auk_status_text(world->last_status));
        }
    }
    return auk__text_end(&writer);
}
