// The text about the last call that failed, from the numbers in world->fault; and about a world that was not created.
#include "auk/error_text.h"
#include "base/fault.h"
#include "base/text.h"
#include "world/state/call.h"
#include "world/state/world_def.h"
#include "world/state/world_state.h"

#include <string.h>

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

static AukStatus check_text(const char *text, int capacity)
{
    AukStatus status = !text && capacity > 0 ? AUK_ERROR_NULL : AUK_OK;
    return capacity < 0 ? AUK_ERROR_COUNT : status;
}

// Nothing for AUK_OK. The status speaks for itself if no note belongs to it.
static int write_error(const char *function, const AukFault *fault, AukStatus status, char *text, int capacity)
{
    AukText writer = {text, capacity, AUK_ERROR_TEXT_SIZE - 1, 0};
    if (status) {
        auk__text_put(&writer, function);
        auk__text_put(&writer, ": ");
        int begin = writer.length;
        auk__fault_text(fault, status, &writer);
        if (writer.length == begin) {
            auk__text_put(&writer, auk_status_text(status));
        }
    }
    return auk__text_end(&writer);
}

int auk_world_last_error_text(const AukWorld *world, char *text, int capacity)
{
    AukStatus wrong = world ? check_text(text, capacity) : AUK_ERROR_NULL;
    return wrong ? -(int)wrong
                 : write_error(function_name(world->fault.call), &world->fault, world->last_status, text, capacity);
}

int auk_world_create_error_text(const AukWorldDef *def, AukStatus status, char *text, int capacity)
{
    AukStatus wrong = check_text(text, capacity);
    if (wrong) {
        return -(int)wrong;
    }
    AukFault fault;
    memset(&fault, 0, sizeof fault);
    (void)auk__fault_in(&fault, def ? auk__world_def_check(def, &fault) : AUK_OK, AUK_FIELD_DEF);
    return write_error("auk_world_create", &fault, status, text, capacity);
}
