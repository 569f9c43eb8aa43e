// The state of the scene tuxes, shared by its files: tuxes.c (arena and penguins), tuxes_guns.c, tuxes_play.c (players
// and drawing) and tuxes_check.c.
#ifndef DEMOS_SCENES_TUXES_H
#define DEMOS_SCENES_TUXES_H

#include "scenes/exact_sweep.h"
#include "scenes/scene.h"

enum { TUXES_WALL_COUNT = 12, TUXES_QUAD = 4, TUXES_HEALTH = 5, TUXES_PLAYER_COUNT = 2, TUXES_TUNNEL_COUNT = 64 };

// The kind of a body: its filter category. Its user data holds the kind in the low bits and its index above them.
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
    float until_shot; // seconds to the next shot
    float until_turn; // seconds to the next change of direction
    AukVec2 heading;  // unit vector; the penguin faces in this direction
} TuxesPenguin;

typedef struct TuxesBullet {
    AukBodyId body;
    TuxesGun gun;
    int shooter;        // index of the penguin
    bool flying;        // false: the slot is free
    bool tunnelled;     // it passed through a body that no test noticed
    AukTransform start; // pose at the start of the step
    AukVec2 velocity;
} TuxesBullet;

// The path of a bullet in a step in which it tunnelled.
typedef struct TuxesTunnel {
    AukVec2 from, to;
    AukVec2 entry; // where the bullet was when it touched the body that it passed through
} TuxesTunnel;

typedef struct TuxesPlayer {
    bool playing;
    int kills;
    int deaths;
} TuxesPlayer;

// A body that a bullet may hit in this step, for the check: its shape at the start of the step, and its path.
typedef struct TuxesTarget {
    AukBodyId body;
    ExactPolygon shape;
    ExactVec path;
    ExactVec min, max; // box around the shape on its whole path
} TuxesTarget;

typedef struct TuxesScene {
    Demo demo;
    float scale; // size of the arena; 1 up to 32 penguins
    TuxesWall walls[TUXES_WALL_COUNT];
    TuxesPenguin *penguins; // options.bodies of them
    TuxesBullet *bullets;   // stb_ds array with free slots
    int *free_bullets;      // stb_ds array of the free slots
    TuxesTarget *targets;   // stb_ds array
    int *first_hit;         // stb_ds array: index of each bullet's first hit in the last step, or -1
    int64_t shots;          // bullets and pellets
    int64_t kills;
    TuxesTunnel tunnels[TUXES_TUNNEL_COUNT]; // a ring of the latest
    int64_t tunnel_count;                    // of the whole run
    TuxesPlayer players[TUXES_PLAYER_COUNT]; // of the first penguins; they play only in a window
    bool discrete;                           // new bullets are tested only at the end of each step
} TuxesScene;

extern const AukVec2 tuxes_penguin_corners[TUXES_QUAD];
extern const AukVec2 tuxes_bullet_corners[2][TUXES_QUAD]; // for each gun

static inline uint64_t tuxes_user_data(int category, int index)
{
    return (uint64_t)category | (uint64_t)index << TUXES_INDEX_SHIFT;
}

// The index of a body if it is of that category, or -1. Works for bodies destroyed since the last step too.
int tuxes_index_of(const TuxesScene *scene, AukBodyId body, int category);

bool tuxes_is_outside(const TuxesScene *scene, AukVec2 position);

// Moves a penguin to a free position with full health.
void tuxes_respawn(TuxesScene *scene, TuxesPenguin *penguin);

// Fires if the time has come; a penguin with a pistol aims at a random other one.
void tuxes_shoot(TuxesScene *scene, int shooter);

// Fires at once.
void tuxes_fire_pistol(TuxesScene *scene, int shooter, AukVec2 direction);
void tuxes_fire_shotgun(TuxesScene *scene, int shooter, float first_angle);

// Moves the penguin to `position`, facing and walking in the direction of `heading`.
void tuxes_set_walk(TuxesScene *scene, TuxesPenguin *penguin, AukVec2 position, AukVec2 heading, float speed);

// Walks and shoots by the keys of the penguin's player; false if it has none.
bool tuxes_play(TuxesScene *scene, int index);

// Counts that a bullet of `shooter` killed `victim`.
void tuxes_score(TuxesScene *scene, int shooter, int victim);

// The game's keys, and what it draws over the bodies.
bool tuxes_press(Demo *demo, int key, bool shift);
void tuxes_draw(Demo *demo, struct View *view);

// Removes bullets that hit something or left the arena; penguins that were hit lose health.
void tuxes_remove_bullets(TuxesScene *scene);

// Stores poses and velocities for the check: after the game, before the step.
void tuxes_check_prepare(TuxesScene *scene);

// Compares the first hit of each bullet in the last step with exact sweeps.
void tuxes_check(Demo *demo);

#endif
