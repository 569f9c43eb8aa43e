// See the header.
#include "world/state/world_def.h"

#include "world/state/wrap.h"

AukStatus auk__world_def_check(const AukWorldDef *def, AukFault *fault)
{
    AukStatus status = auk__fault_enum(fault, (int)def->broad, AUK_BROAD_KIND_COUNT, AUK_FIELD_BROAD);
    status = status ? status : auk__fault_count(fault, def->max_pairs, 0, INT32_MAX, AUK_FIELD_MAX_PAIRS);
    status =
        status ? status : auk__fault_count(fault, def->worker_count, 0, AUK_WORKER_COUNT_MAX, AUK_FIELD_WORKER_COUNT);
    status = status ? status : auk__fault_count(fault, def->history, 0, AUK_HISTORY_MAX, AUK_FIELD_HISTORY);
    status = status ? status : auk__fault_in(fault, auk__wrap_check_def(&def->wrap, fault), AUK_FIELD_WRAP);
    return status ? status : auk__fault_vec(fault, def->up, AUK_FIELD_UP);
}
