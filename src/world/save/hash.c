// One number for all that a world is and has published: two worlds with equal hashes have had the same past and will
// have the same future. Everything enters number by number, user data excepted; scratch arrays do not exist for it.
#include "base/hash.h"

#include "base/stb.h"
#include "world/state/world_state.h"

static uint64_t hash_vec(uint64_t hash, AukVec2 v)
{
    return auk__hash_float(auk__hash_float(hash, v.x), v.y);
}

static uint64_t hash_pose(uint64_t hash, AukTransform pose)
{
    return auk__hash_float(auk__hash_float(hash_vec(hash, pose.p), pose.q.c), pose.q.s);
}

static uint64_t hash_id(uint64_t hash, uint32_t index, uint32_t generation)
{
    return auk__hash_u64(hash, (uint64_t)index << 32 | generation);
}

static uint64_t hash_filter(uint64_t hash, AukFilter filter)
{
    return auk__hash_u64(auk__hash_u64(auk__hash_u64(hash, filter.category), filter.ignore), filter.group);
}

static uint64_t hash_numbers(uint64_t hash, const AukBuffer *numbers)
{
    const uint32_t *items = numbers->items;
    hash = auk__hash_u64(hash, (uint64_t)numbers->count);
    for (int i = 0; i < numbers->count; i++) {
        hash = auk__hash_u64(hash, items[i]);
    }
    return hash;
}

static uint64_t hash_slots(uint64_t hash, const AukSlots *slots)
{
    hash = auk__hash_u64(hash, (uint64_t)slots->count);
    for (int i = 0; i < slots->count; i++) {
        hash = auk__hash_u64(hash, (uint64_t)slots->generation[i] << 1 | slots->live[i]);
    }
    for (ptrdiff_t i = 0; i < stbds_arrlen(slots->free); i++) {
        hash = auk__hash_u64(hash, slots->free[i]); // the order decides the next ids
    }
    return hash;
}

static uint64_t hash_body(uint64_t hash, const AukWorld *world, uint32_t index)
{
    const AukBody *body = auk__body(world, index);
    hash = hash_pose(hash_pose(hash, body->pose), body->previous);
    hash = auk__hash_float(hash_vec(hash, body->velocity), body->spin);
    hash = body->has_target ? hash_pose(hash, *auk__target(world, index)) : hash;
    uint64_t flags = (uint64_t)body->has_target | (uint64_t)body->enabled << 1 | (uint64_t)body->motion << 8 |
                     (uint64_t)body->response << 16;
    hash = hash_filter(auk__hash_u64(hash, flags), body->filter);
    hash = hash_id(hash, body->owner.index, body->owner.generation);
    const AukTraits *traits = auk__traits(world, index);
    if (traits->bounce_loss != 0.0f || traits->pierce != 0) {
        hash = auk__hash_u64(auk__hash_float(hash, traits->bounce_loss), (uint64_t)traits->pierce);
    }
    if (traits->bounces != 0 || traits->pierce_categories != 0) {
        hash = auk__hash_u64(hash, (uint64_t)traits->bounces << 32 | (uint32_t)traits->bounced);
        hash = auk__hash_u64(hash, traits->pierce_categories);
    }
    return auk__hash_u64(hash, (uint64_t)*auk__first_part(world, body) << 32 | body->last_part);
}

static uint64_t hash_shape(uint64_t hash, const AukShape *shape)
{
    hash = auk__hash_float(auk__hash_u64(hash, shape->kind), shape->radius);
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: return hash_vec(hash_vec(hash, shape->core.segment[0]), shape->core.segment[1]);
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: return hash_vec(hash, shape->core.half);
    case AUK_SHAPE_CUSTOM: return auk__hash_u64(hash, shape->core.custom->number);
    case AUK_SHAPE_POLYGON:
        for (int i = 0; i < shape->core.polygon.count; i++) {
            hash = hash_vec(hash, shape->core.polygon.vertices[i]);
        }
        return auk__hash_u64(hash, (uint64_t)shape->core.polygon.count);
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return hash;
}

static uint64_t hash_seam(uint64_t hash, const AukWorld *world, uint32_t index)
{
    const AukSeam *seam = auk__seam(world, index);
    if (auk__part(world, index)->form == AUK_FORM_TILES) {
        const AukTileGrid *grid = auk__tiles(world, index);
        hash = auk__hash_u64(hash, (uint64_t)grid->width << 32 | (uint64_t)grid->height);
        return auk__hash_u64(auk__hash_float(hash, grid->cell), grid->sum);
    }
    return hash_vec(hash_vec(auk__hash_u64(hash, auk__part(world, index)->form), seam->before), seam->after);
}

static uint64_t hash_part(uint64_t hash, const AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(world, index);
    hash = part->form != AUK_FORM_CONVEX ? hash_seam(hash, world, index) : hash;
    hash = hash_pose(hash_shape(hash, &part->shape), part->local);
    hash = hash_filter(hash, part->filter);
    hash = auk__hash_u64(hash, part->sensor);
    hash = auk__hash_u64(hash, (uint64_t)part->head << 32 | (uint32_t)part->child);
    return auk__hash_u64(hash, (uint64_t)part->body << 32 | part->next);
}

static uint64_t hash_bodies(uint64_t hash, const AukWorld *world)
{
    hash = hash_slots(hash_slots(hash, &world->body_slots), &world->shape_slots);
    for (int i = 0; i < world->bodies.count; i++) {
        hash = world->body_slots.live[i] ? hash_body(hash, world, (uint32_t)i) : hash;
    }
    for (int i = 0; i < world->parts.count; i++) {
        hash = world->shape_slots.live[i] ? hash_part(hash, world, (uint32_t)i) : hash;
    }
    for (int i = 0; i < world->parts.count && world->one_way_count > 0; i++) {
        hash = world->shape_slots.live[i] ? hash_vec(hash, *auk__one_way(world, (uint32_t)i)) : hash;
    }
    for (int i = 0; i < world->parts.count && world->sense_count > 0; i++) {
        const AukSense *sense = auk__sense(world, (uint32_t)i);
        hash = sense->proximity > 0.0f ? auk__hash_float(auk__hash_float(hash, sense->radius), sense->proximity) : hash;
    }
    // which destroyed slots wait for the arrays to forget them decides ids to come
    return hash_numbers(hash_numbers(hash, &world->resting_bodies), &world->resting_parts);
}

static uint64_t hash_pair(uint64_t hash, AukBodyId body_a, AukBodyId body_b, AukShapeId shape_a, AukShapeId shape_b)
{
    hash = hash_id(hash_id(hash, body_a.index, body_a.generation), body_b.index, body_b.generation);
    return hash_id(hash_id(hash, shape_a.index, shape_a.generation), shape_b.index, shape_b.generation);
}

static uint64_t hash_children(uint64_t hash, int child_a, int child_b)
{
    return auk__hash_u64(hash, (uint64_t)(uint32_t)child_a << 32 | (uint32_t)child_b);
}

static uint64_t hash_touches(uint64_t hash, const AukBuffer *buffer)
{
    const AukTouch *touches = buffer->items;
    hash = auk__hash_u64(hash, (uint64_t)buffer->count);
    for (int i = 0; i < buffer->count; i++) {
        const AukTouch *touch = &touches[i];
        hash = hash_pair(hash, touch->body_a, touch->body_b, touch->shape_a, touch->shape_b);
        hash = hash_children(hash, touch->child_a, touch->child_b);
        hash = auk__hash_u64(hash, (uint64_t)touch->sensor_is_b << 32 | touch->cache.count);
        for (uint32_t k = 0; k < touch->cache.count; k++) {
            hash = auk__hash_u64(hash, (uint64_t)touch->cache.index_a[k] << 32 | touch->cache.index_b[k]);
        }
    }
    return hash;
}

static uint64_t hash_contacts(uint64_t hash, const AukBuffer *buffer)
{
    const AukContact *contacts = buffer->items;
    for (int i = 0; i < buffer->count; i++) {
        const AukManifold *manifold = &contacts[i].manifold;
        hash = hash_pair(hash, contacts[i].body_a, contacts[i].body_b, contacts[i].shape_a, contacts[i].shape_b);
        hash = hash_children(hash, contacts[i].child_a, contacts[i].child_b);
        hash = auk__hash_float(hash_vec(hash, manifold->normal), manifold->distance);
        hash = auk__hash_u64(hash, (uint64_t)manifold->count << 32 | (uint64_t)manifold->iterations);
        hash = auk__hash_u64(hash, (uint64_t)manifold->status);
        for (int k = 0; k < manifold->count; k++) {
            const AukManifoldPoint *point = &manifold->points[k];
            hash = auk__hash_float(hash_vec(hash, point->point), point->distance);
            hash = auk__hash_u64(hash, (uint64_t)point->feature_a << 32 | point->feature_b);
        }
    }
    return hash;
}

static uint64_t hash_events(uint64_t hash, const AukBuffer *buffer)
{
    const AukEvent *events = buffer->items;
    hash = auk__hash_u64(hash, (uint64_t)buffer->count);
    for (int i = 0; i < buffer->count; i++) {
        const AukEvent *event = &events[i];
        hash = hash_pair(hash, event->body_a, event->body_b, event->shape_a, event->shape_b);
        hash = auk__hash_float(hash, event->fraction);
        hash = auk__hash_u64(hash, (uint64_t)event->kind << 1 | event->bodies);
    }
    return hash;
}

static uint64_t hash_hits(uint64_t hash, const AukBuffer *buffer)
{
    const AukHit *hits = buffer->items;
    hash = auk__hash_u64(hash, (uint64_t)buffer->count);
    for (int i = 0; i < buffer->count; i++) {
        const AukHit *hit = &hits[i];
        hash = hash_pair(hash, hit->body_a, hit->body_b, hit->shape_a, hit->shape_b);
        hash = auk__hash_float(hash_vec(hash_vec(hash, hit->point), hit->normal), hit->fraction);
        hash = hash_vec(hash_vec(hash, hit->velocity_a), hit->velocity_b);
        hash = auk__hash_float(auk__hash_float(hash, hit->spin_a), hit->spin_b);
        hash = hash_children(hash, hit->child_a, hit->child_b);
        hash = auk__hash_u64(hash, (uint64_t)hit->response << 1 | hit->limit);
    }
    return hash;
}

static uint64_t hash_ignored(uint64_t hash, const AukIgnoreSet *set)
{
    AukIgnoredCursor cursor = {0, UINT32_MAX};
    for (uint32_t pair[2]; set->count > 0 && auk__ignored_next(set, &cursor, pair);) {
        hash = hash_id(hash, pair[0], pair[1]);
    }
    return hash;
}

// Nothing, where there is nothing.
static uint64_t hash_responses(uint64_t hash, const AukWorld *world)
{
    const AukResponseRule *rules = world->rules.items;
    for (int i = 0; i < world->rules.count; i++) {
        hash = auk__hash_u64(auk__hash_u64(hash, rules[i].category), rules[i].other);
        hash = auk__hash_float(auk__hash_u64(hash, rules[i].response), rules[i].bounce_loss);
    }
    const AukPierced *pierced = world->pierced.items;
    for (int i = 0; i < world->pierced.count; i++) {
        hash = hash_id(hash, pierced[i].body.index, pierced[i].body.generation);
        hash = hash_id(hash, pierced[i].other.index, pierced[i].other.generation);
    }
    return world->rules.count + world->pierced.count == 0
               ? hash
               : auk__hash_u64(hash, (uint64_t)world->rules.count << 32 | (uint64_t)world->pierced.count);
}

static uint64_t hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return auk__hash_u64(hash, bits);
}

static uint64_t hash_history(uint64_t hash, const AukWorld *world)
{
    const AukHistory *history = &world->history;
    for (uint64_t step = auk__history_first(history, world->steps); history->frames > 0 && step <= world->steps;
         step++) {
        for (uint32_t i = 0; i < (uint32_t)world->bodies.count; i++) {
            bool was_there = world->body_slots.live[i] && auk__history_note(history, i)->born < step;
            hash = was_there ? hash_pose(auk__hash_u64(hash, i), *auk__history_pose(history, i, step)) : hash;
        }
    }
    return hash;
}

uint64_t auk_world_hash(const AukWorld *world)
{
    uint64_t hash = AUK_HASH_START;
    if (!world) {
        return 0;
    }
    hash = auk__hash_u64(hash, world->steps);
    hash = auk__hash_u64(hash, (uint64_t)world->def.max_pairs << 1 | world->def.static_pairs);
    for (int i = 0; i < world->customs.count; i++) {
        hash = auk__hash_u64(hash, ((AukCustomShape *const *)world->customs.items)[i]->number);
    }
    hash = hash_ignored(hash_bodies(hash, world), &world->ignored);
    hash = hash_responses(hash, world);
    if (world->origin.x != 0.0 || world->origin.y != 0.0) {
        hash = hash_double(hash_double(hash, world->origin.x), world->origin.y);
    }
    if (world->wrap.on) {
        hash = hash_vec(hash_vec(hash, world->def.wrap.min), world->def.wrap.max);
    }
    hash = hash_history(hash, world);
    const AukOutput *output = &world->output;
    hash = hash_touches(hash, &output->solids.touches);
    hash = hash_contacts(hash, &output->solids.contacts);
    hash = hash_touches(hash, &output->sensors.touches);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        hash = hash_events(hash, &output->events[kind]);
    }
    hash = hash_hits(hash, &output->hits);
    return auk__hash_u64(hash, (uint64_t)output->candidate_count << 32 | (uint64_t)output->swept_candidate_count);
}
