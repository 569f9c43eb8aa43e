// A character that walks and jumps through a level, by keys or by itself, with its checks. Shared by the scenes
// character and levels.
#ifndef DEMOS_SCENES_PLAYER_H
#define DEMOS_SCENES_PLAYER_H

#include "scenes/scene.h"
#include "viewer/draw/view.h"

// Categories of bodies.
#define PLAYER_GROUND ((uint64_t)1)
#define PLAYER_ONE_WAY ((uint64_t)2) // solid from above only
#define PLAYER_OWN ((uint64_t)4)     // characters
#define PLAYER_COIN ((uint64_t)8)    // sensors

typedef struct Player {
    AukMover mover;
    AukBodyId body; // follows the mover, so that sensors and the drawing see it
    AukVec2 start;
    AukBox limits; // of the level: the character turns round at the sides and may fall out at the bottom
    float speed;   // differs between characters
    float heading; // 1 to the right, -1 to the left
    float aim;     // x where its jump should end
    float furthest;
    int lingering;    // frames since `furthest` last changed
    int number;       // 0 is moved by the keys
    bool manual;      // a key was pressed: it no longer plays by itself
    AukVec2 previous; // position before this frame's move, for the checks
    bool fell;        // it fell out of the level and was put back in this frame

    // Frames with a fault.
    int64_t inside; // it overlaps the ground
    int64_t beyond; // it went through a wall, or left the level
    int64_t stuck;  // auk_world_move() found no way out

    // Counts of what it did.
    int64_t jumps;
    int64_t falls;
    int64_t turns;
    int64_t coins;
} Player;

void player_init(Demo *demo, Player *player, AukVec2 start, AukBox limits, int number);

// Moves it for one frame: after auk_body_move_to() was called for the platforms, before the step.
void player_move(Demo *demo, Player *player);

// Counts and removes the coins that were touched in the last step.
void player_take_coins(Demo *demo, Player *players, int count);

// Counts faults, after the step. Holds for steps up to a second: in longer ones platforms jump over characters, and
// characters that fall out of the level get past its sides.
void player_check(Demo *demo, Player *players, int count);
void player_report(const Player *players, int count, FILE *stream);
void player_note(View *view, const Player *player);

// Parts of a level. Set the demo's status on failure.
AukBodyId player_add_ground(Demo *demo, AukShape shape, AukVec2 at, float angle);
void player_add_chain(Demo *demo, const AukVec2 *points, int count);
AukBodyId player_add_one_way(Demo *demo, AukVec2 middle, float half_width);
void player_add_coin(Demo *demo, AukVec2 at);

#endif
