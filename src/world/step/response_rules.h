// The response of a swept body to a hit: from the rules of the world, its own response and its remaining piercings.
#ifndef AUK_WORLD_STEP_RESPONSE_RULES_H
#define AUK_WORLD_STEP_RESPONSE_RULES_H

#include "world/state/world_state.h"

// The error of a rule, or AUK_OK.
AukStatus auk__rule_check(const AukResponseRule *rule, AukFault *fault);

// The response of one body to a hit of a pair.
typedef struct AukReaction {
    AukResponse response;
    float bounce_loss;
    bool pierces; // the body starts to pierce the other instead of responding
    bool crosses; // the path does not change: the response is to cross, the body pierces, has stopped or is not swept
    bool held;    // the same, but what does not give way carries the body: it has used up its responses
} AukReaction;

// True if a hit may turn or end the path of the body.
static inline bool auk__may_respond(const AukBuffer *rules, const AukBody *body)
{
    return body->motion == AUK_MOTION_SWEPT && (body->response != AUK_RESPONSE_CROSS || rules->count > 0);
}

// The response of a body that may respond. Written to memory: two registers would wait for all its members.
void auk__reaction_ruled(const AukWorld *world, const AukPair *pair, uint32_t body, AukReaction *reaction);

static inline AukReaction auk__reaction(const AukWorld *world, const AukPair *pair, uint32_t body)
{
    AukReaction reaction = {AUK_RESPONSE_CROSS, 0.0f, false, true, false}; // goes on: no parts and traits are read
    if (auk__may_respond(&world->rules, auk__body(&world->bodies, body))) {
        auk__reaction_ruled(world, pair, body, &reaction);
    }
    return reaction;
}

// True if a body has pierced the other one of a pair and pierces this piece of it too.
bool auk__is_pierced(const AukWorld *world, const AukPair *pair, uint32_t body);

// True if the bodies of a pair cross each other where these pieces meet: by rules, their own responses and what they
// may pierce.
bool auk__pieces_cross(const AukWorld *world, const AukPair *pair);

#endif
