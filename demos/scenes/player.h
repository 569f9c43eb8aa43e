// A character that walks and jumps through a level, by keys or by itself, and the checks of what must not happen to it.
// The scenes that have a level share it.
#ifndef DEMOS_SCENES_PLAYER_H
#define DEMOS_SCENES_PLAYER_H

#include "scenes/scene.h"
#include "viewer/draw/view.h"

// Categories of what a level is made of.
#define PLAYER_GROUND ((uint64_t)1)
#define PLAYER_ONE_WAY ((uint64_t)2) // solid for who stands on it or falls onto it
#define PLAYER_OWN ((uint64_t)4)
#define PLAYER_COIN ((uint64_t)8) // sensors

typedef struct Player {
    AukMover mover;
    AukBodyId body; // goes where the mover goes, for sensors and for the eye
    AukVec2 start;
    AukBox limits; // of the level: it turns round at the sides, and falls out below
    float speed;   // nobody walks like anybody else
    float heading; // 1 to the right, -1 to the left
    float aim;     // where the jump leads
    float furthest;
    int lingering;  // frames without getting any further
    int number;     // 0 has the keys
    bool manual;    // somebody has taken over
    AukVec2 before; // this frame's way, for the checks
    bool fell;      // it was put back in this frame

    // What must not happen, in frames.
    int64_t inside; // something
    int64_t beyond; // a wall, or the level
    int64_t stuck;  // and not to be freed

    // What it is for.
    int64_t jumps;
    int64_t falls;
    int64_t turns;
    int64_t coins;
} Player;

void player_init(Demo *demo, Player *player, AukVec2 start, AukBox limits, int number);

// Moves it for a frame, before the step and after the platforms were sent on their way.
void player_move(Demo *demo, Player *player);

// Counts the coins that were touched in the last step, and takes them away.
void player_take_coins(Demo *demo, Player *players, int count);

// After the step.
void player_check(Demo *demo, Player *players, int count);
void player_report(const Player *players, int count, FILE *stream);
void player_note(View *view, const Player *player);

// Parts of a level. A refusal sets the demo's status.
AukBodyId player_add_ground(Demo *demo, AukShape shape, AukVec2 at, float angle);
void player_add_chain(Demo *demo, const AukVec2 *points, int count);
AukBodyId player_add_one_way(Demo *demo, AukVec2 middle, float half_width);
void player_add_coin(Demo *demo, AukVec2 at);

#endif
