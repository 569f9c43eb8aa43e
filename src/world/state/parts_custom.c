// The world's copies of custom shapes, by their numbers. Each is a separate allocation, since parts point to it.
#include "base/alloc.h"
#include "base/zero.h"
#include "world/state/call.h"
#include "world/state/part_shape.h"
#include "world/state/world_state.h"

AukCustomShape *auk__custom(const AukBuffer *custom_list, uint32_t number)
{
    AukCustomShape *const *customs = custom_list->items;
    for (int i = 0; i < custom_list->count; i++) {
        if (customs[i]->number == number) {
            return customs[i];
        }
    }
    return NULL;
}

bool auk__same_custom(const AukCustomShape *a, const AukCustomShape *b)
{
    return a->support == b->support && a->context == b->context && a->bounds.min.x == b->bounds.min.x &&
           a->bounds.min.y == b->bounds.min.y && a->bounds.max.x == b->bounds.max.x &&
           a->bounds.max.y == b->bounds.max.y;
}

AukStatus auk_world_register_custom(AukWorld *world, const AukCustomShape *custom)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_REGISTER_CUSTOM, custom);
    AukStatus status = auk__custom_find_fault(custom, &world->fault);
    if (status) {
        return auk__answer(world, status);
    }
    const AukCustomShape *known = auk__custom(&world->customs, custom->number);
    if (known) {
        status = auk__same_custom(known, custom) ? AUK_OK : AUK_ERROR_NUMBER;
        status = auk__fault_value(&world->fault, status, AUK_FIELD_NUMBER, (double)custom->number);
        return auk__answer(world, auk__fault_in(&world->fault, status, AUK_FIELD_CUSTOM));
    }
    AukOwnedCustom *copy = auk__reallocate(NULL, sizeof *copy);
    AukCustomShape **entry = copy ? auk__buffer_push(&world->customs, sizeof(AukCustomShape *)) : NULL;
    if (!entry) {
        auk__release(copy);
        return auk__answer(world, AUK_ERROR_OUT_OF_MEMORY);
    }
    copy->shape = *custom;
    copy->shape.bounds = auk__one_zero_box(custom->bounds);
    copy->extent = 0.0;
    *entry = &copy->shape;
    return auk__answer(world, AUK_OK);
}

void auk__customs_free(AukBuffer *customs)
{
    for (int i = 0; i < customs->count; i++) {
        auk__release(((AukCustomShape **)customs->items)[i]);
    }
    auk__buffer_free(customs);
}
