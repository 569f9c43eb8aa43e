// What a swept body does at a hit: the rules of the world, its own response, and what it still pierces.
#ifndef AUK_WORLD_STEP_RESPONSE_RULES_H
#define AUK_WORLD_STEP_RESPONSE_RULES_H

#include "world/state/world_state.h"

// What is wrong with a rule.
AukStatus auk__rule_check(const AukResponseRule *rule);

// What a body does at a hit of a pair.
typedef struct AukReaction {
    AukResponse response;
    float bounce_loss;
    bool pierces; // it would respond if it had nothing left to pierce
    bool crosses; // it goes on as if nothing were there: by its response, by piercing, because it rests or is not swept
} AukReaction;

AukReaction auk__reaction(const AukWorld *world, const AukPair *pair, uint32_t body);

// True if some hit may turn the path of a swept body or end it.
static inline bool auk__may_respond(const AukBuffer *rules, const AukBody *body)
{
    return body->motion == AUK_MOTION_SWEPT && (body->response != AUK_RESPONSE_CROSS || rules->count > 0);
}

#endif
