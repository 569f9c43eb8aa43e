// What the tests of characters share: a penguin, and the frames of a game that moves it.
#ifndef AUK_TESTS_SUPPORT_MOVER_SCENE_H
#define AUK_TESTS_SUPPORT_MOVER_SCENE_H

#include "auk/mover.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

#define DT (1.0f / 64.0f)

#define GRAVITY (-20.0f)

static inline AukMover mover_of(AukShape shape, float x, float y)
{
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = shape;
    mover.pose.p = auk_vec(x, y);
    return mover;
}

static inline AukMover penguin(float x, float y)
{
    return mover_of(auk_shape_capsule(auk_vec(0.0f, -0.5f), auk_vec(0.0f, 0.5f), 0.5f), x, y);
}

// A frame of a game: wants to walk, and falls.
static inline void walk(const AukWorld *world, AukMover *mover, float speed)
{
    mover->velocity = auk_vec(speed, mover->velocity.y + GRAVITY * DT);
    cr_assert(auk_world_move(world, mover, DT, NULL, 0) >= 0);
    cr_assert(!mover->stuck && !mover->limit);
}

static inline void stand(const AukWorld *world, AukMover *mover)
{
    for (int i = 0; i < 200 && !mover->floor; i++) {
        walk(world, mover, 0.0f);
    }
    cr_assert(mover->floor);
}

static inline bool same(AukTransform a, AukTransform b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static inline bool near(float a, float b, float within)
{
    return fabsf(a - b) <= within;
}

#endif
