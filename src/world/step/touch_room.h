// Room for the touches of a step, whose number is known when all pairs have been tested.
#ifndef AUK_WORLD_STEP_TOUCH_ROOM_H
#define AUK_WORLD_STEP_TOUCH_ROOM_H

#include "base/pool.h"
#include "world/state/results.h"

// Pairs of a step without workers: all, those that have been tested, and those to make room for.
typedef struct AukTouchProgress {
    int pairs, done, more;
} AukTouchProgress;

// Makes room at the beginning of a step of so many pairs, after which `last` touched: with workers for a touch of every
// pair, since each range of pairs has its place. False if there is no memory.
bool auk__touch_room_first(AukTouches *next, const AukTouches *last, int pairs, const AukPool *pool);

// Makes room for touches of the next pairs behind the first `count`. False if there is no memory.
bool auk__touch_room_ahead(AukTouches *list, int count, AukTouchProgress progress);

#endif
