// The response of a swept body to a hit: from the rules of the world, its own response and its remaining piercings.
#include "world/step/response_rules.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/tile_kinds.h"
#include "world/state/world_state.h"
#include "world/step/ccd.h"

#include <string.h>

static bool fits(uint64_t bits, AukFilter filter)
{
    return bits == 0 || (bits & auk__filter_category(filter)) != 0;
}

// The filter of a piece of a pair.
static AukFilter filter_of(const AukWorld *world, const AukPair *pair, bool of_a)
{
    const AukPart *part = auk__part(&world->parts, of_a ? pair->part_a : pair->part_b);
    return *auk__piece_filter(&world->parts, part, of_a ? pair->child_a : pair->child_b);
}

// The response of one piece of a swept body against another piece.
static AukReaction ruled(const AukWorld *world, const AukBody *body, const AukPair *pair, bool is_a)
{
    AukReaction reaction = {(AukResponse)body->response,
                            auk__traits(&world->bodies, is_a ? pair->body_a : pair->body_b)->bounce_loss, false, false,
                            false};
    const AukResponseRule *rules = world->rules.items;
    for (int i = 0; i < world->rules.count; i++) {
        if (fits(rules[i].category, filter_of(world, pair, is_a)) &&
            fits(rules[i].other, filter_of(world, pair, !is_a))) {
            reaction.response = rules[i].response;
            reaction.bounce_loss = rules[i].bounce_loss;
            break;
        }
    }
    return reaction;
}

// True if a body may pierce the other piece of a pair: by the category of that piece, not by what is left to pierce.
static bool may_pierce(const AukWorld *world, const AukPair *pair, bool is_a)
{
    uint64_t categories = auk__traits(&world->bodies, is_a ? pair->body_a : pair->body_b)->pierce_categories;
    return fits(categories, filter_of(world, pair, !is_a));
}

bool auk__is_pierced(const AukWorld *world, const AukPair *pair, uint32_t body)
{
    if (world->piercing.next.count == 0 && world->piercing.now.count == 0) {
        return false;
    }
    bool is_a = body == pair->body_a;
    return auk__is_piercing(&world->bodies, &world->piercing, body, is_a ? pair->body_b : pair->body_a) &&
           may_pierce(world, pair, is_a);
}

// True if one body of a pair crosses the other where these pieces meet, as far as its path so far does not matter.
static bool crosses_here(const AukWorld *world, const AukPair *pair, bool is_a)
{
    uint32_t index = is_a ? pair->body_a : pair->body_b;
    const AukBody *body = auk__body(&world->bodies, index);
    return !auk__may_respond(&world->rules, body) || ruled(world, body, pair, is_a).response == AUK_RESPONSE_CROSS ||
           auk__is_pierced(world, pair, index) ||
           (auk__pierce_left(&world->bodies, &world->piercing, index) > 0 && may_pierce(world, pair, is_a));
}

bool auk__pieces_cross(const AukWorld *world, const AukPair *pair)
{
    return crosses_here(world, pair, true) && crosses_here(world, pair, false);
}

// True for a body that does not move in this step, and that nothing has pushed so far.
static bool does_not_move(const AukCcdWork *ccd, uint32_t body)
{
    const AukBodyPath *path = auk__body_path(ccd, body);
    return path->segment == 0 && path->turn == 0.0 && path->delta.x == 0.0 && path->delta.y == 0.0;
}

void auk__reaction_ruled(const AukWorld *world, const AukPair *pair, uint32_t index, AukReaction *out)
{
    const AukBody *body = auk__body(&world->bodies, index);
    bool is_a = index == pair->body_a;
    AukReaction reaction = ruled(world, body, pair, is_a);
    if (reaction.response == AUK_RESPONSE_BOUNCE && auk__has_bounced_out(&world->bodies, &world->ccd, index)) {
        reaction.response = AUK_RESPONSE_TOUCH;
    }
    bool responds = body->motion == AUK_MOTION_SWEPT && reaction.response != AUK_RESPONSE_CROSS;
    bool piercing = responds && auk__is_pierced(world, pair, index);
    bool ended = auk__has_stopped(&world->ccd, index) || auk__is_held(&world->ccd, index);
    reaction.held = responds && !piercing && auk__may_be_carried(&world->ccd, index);
    reaction.pierces = responds && !piercing && !ended && may_pierce(world, pair, is_a) &&
                       auk__pierce_left(&world->bodies, &world->piercing, index) > 0;
    if (piercing || reaction.pierces) {
        reaction.response = AUK_RESPONSE_CROSS;
    }
    // a body that stopped in an earlier step has infinite mass as one that stopped in this
    bool stopped = ended || (reaction.response == AUK_RESPONSE_TOUCH && does_not_move(&world->ccd, index));
    reaction.crosses = !responds || piercing || reaction.pierces || stopped;
    *out = reaction;
}

AukStatus auk__rule_check(const AukResponseRule *rule, AukFault *fault)
{
    AukStatus status = auk__response_check(rule->response, fault);
    return status ? status : auk__bounce_loss_check(rule->bounce_loss, fault);
}

AukStatus auk_world_set_response_rules(AukWorld *world, const AukResponseRule *rules, int count)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SET_RESPONSE_RULES, &count, rules);
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_count(fault, count, 0, AUK_RESPONSE_RULES_MAX, AUK_FIELD_COUNT);
    status = status || count == 0 ? status : auk__fault_pointer(fault, rules, AUK_FIELD_RULES);
    for (int i = 0; i < count && !status; i++) {
        status = auk__fault_in_item(fault, auk__rule_check(&rules[i], fault), AUK_FIELD_RULES, i);
    }
    if (!status && !auk__buffer_resize(&world->rules, sizeof *rules, count)) {
        status = AUK_ERROR_OUT_OF_MEMORY;
    }
    if (!status && count > 0) {
        AukResponseRule *kept = world->rules.items;
        memmove(kept, rules, (size_t)count * sizeof *rules);
        for (int i = 0; i < count; i++) {
            kept[i].bounce_loss = auk__one_zero(kept[i].bounce_loss);
        }
    }
    return auk__answer(world, status);
}

int auk_world_get_response_rules(const AukWorld *world, AukResponseRule *out, int capacity)
{
    int count = world ? world->rules.count : 0;
    if (!out) {
        return count;
    }
    count = count < capacity ? count : (capacity > 0 ? capacity : 0);
    if (count > 0) {
        memcpy(out, world->rules.items, (size_t)count * sizeof *out);
    }
    return count;
}
