// The tuxes scene: its state, shared by the game and its check.
#ifndef DEMOS_SCENES_TUXES_H
#define DEMOS_SCENES_TUXES_H

#include "scenes/exact_sweep.h"
#include "scenes/scene.h"

enum { TUXES_WALL_COUNT = 12, TUXES_QUAD = 4, TUXES_HEALTH = 5, TUXES_PLAYER_COUNT = 2 };

// What a body is: its filter category, also in the low bits of its user data, with the index above them.
enum { TUXES_IS_WALL = 1, TUXES_IS_PENGUIN = 2, TUXES_IS_BULLET = 4, TUXES_IS_POND = 8, TUXES_INDEX_SHIFT = 8 };

typedef enum TuxesGun { TUXES_PISTOL = 0, TUXES_SHOTGUN } TuxesGun;

typedef struct TuxesWall {
    AukBodyId body;
    AukVec2 corners[TUXES_QUAD]; // in the body's frame, as for penguins and bullets
} TuxesWall;

typedef struct TuxesPenguin {
    AukBodyId body;
    TuxesGun gun;
    int health;
    float until_shot; // seconds
    float until_turn;
    AukVec2 heading; // unit vector; the penguin looks that way too
} TuxesPenguin;

typedef struct TuxesBullet {
    AukBodyId body;
    TuxesGun gun;
    int shooter;        // index of the penguin
    bool flying;        // false: the slot is free
    AukTransform start; // of the step that comes next
    AukVec2 velocity;
} TuxesBullet;

typedef struct TuxesPlayer {
    bool playing;
    int kills;
    int deaths;
} TuxesPlayer;

// What a bullet may hit in this step, for the check: the shape at the start and its way.
typedef struct TuxesTarget {
    AukBodyId body;
    ExactPolygon shape;
    ExactVec way;
    ExactVec min, max; // of the shape on its whole way
} TuxesTarget;

typedef struct TuxesScene {
    Demo demo;
    float scale; // of the arena; 1 up to 32 penguins
    TuxesWall walls[TUXES_WALL_COUNT];
    TuxesPenguin *penguins; // options.bodies of them
    TuxesBullet *bullets;   // stb_ds array with free slots
    int *free_bullets;      // stb_ds array
    TuxesTarget *targets;   // stb_ds array
    int *first_hit;         // stb_ds array: for each bullet its first hit in the last step, or -1
    int64_t shots;          // bullets and pellets
    int64_t kills;
    TuxesPlayer players[TUXES_PLAYER_COUNT]; // of the first penguins; nobody plays without a window
    bool discrete;                           // bullets are tested only where each step puts them
} TuxesScene;

extern const AukVec2 tuxes_penguin_corners[TUXES_QUAD];
extern const AukVec2 tuxes_bullet_corners[2][TUXES_QUAD]; // for each gun

static inline uint64_t tuxes_user_data(int category, int index)
{
    return (uint64_t)category | (uint64_t)index << TUXES_INDEX_SHIFT;
}

// The index of a body of that category, or -1. Bodies that died since the last step still answer.
int tuxes_index_of(const TuxesScene *scene, AukBodyId body, int category);

bool tuxes_is_outside(const TuxesScene *scene, AukVec2 place);

// Back to full health, somewhere else.
void tuxes_respawn(TuxesScene *scene, TuxesPenguin *penguin);

// Fires if it is time to.
void tuxes_shoot(TuxesScene *scene, int shooter);

// Fires at once.
void tuxes_fire_pistol(TuxesScene *scene, int shooter, AukVec2 direction);
void tuxes_fire_shotgun(TuxesScene *scene, int shooter, float first_angle);

// Turns to `heading` and walks that way.
void tuxes_head_for(TuxesScene *scene, TuxesPenguin *penguin, AukVec2 place, AukVec2 heading, float speed);

// The penguin's player walks and shoots; false if nobody plays it.
bool tuxes_play(TuxesScene *scene, int index);

// A bullet of `shooter` brought `victim` down.
void tuxes_score(TuxesScene *scene, int shooter, int victim);

// Keys and looks of the game in the window.
bool tuxes_press(Demo *demo, int key, bool shift);
void tuxes_draw(Demo *demo, struct View *view);

// Bullets that hit or left die, penguins that were hit suffer.
void tuxes_land_bullets(TuxesScene *scene);

// Writes down where everything is and where it is about to go. After the game, before the step.
void tuxes_check_prepare(TuxesScene *scene);

// Compares the first hit of each bullet in the last step with the oracle's.
void tuxes_check(Demo *demo);

#endif
