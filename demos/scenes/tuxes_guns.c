// The guns of tuxes: a pistol that aims, and a shotgun whose pellets fly in all directions. Bullets are swept bodies
// that stop at the first body they touch and never hit each other or their shooter. The game destroys them after it has
// read the hits of the last step.
#include "scenes/tuxes.h"

#include <stb/stb_ds.h>

enum { PELLET_COUNT = 14 };

#define PISTOL_SPEED 1500.0f
#define SHOTGUN_SPEED 1100.0f

const AukVec2 tuxes_bullet_corners[2][TUXES_QUAD] = {
    {{-4.0f, -1.0f}, {4.0f, -0.5f}, {4.0f, 0.5f}, {-4.0f, 1.0f}},
    {{-1.5f, -0.75f}, {1.5f, -0.75f}, {1.5f, 0.75f}, {-1.5f, 0.75f}},
};

static int take_slot(TuxesScene *scene)
{
    if (arrlen(scene->free_bullets) > 0) {
        return arrpop(scene->free_bullets);
    }
    TuxesBullet bullet = {0};
    arrput(scene->bullets, bullet);
    return (int)arrlen(scene->bullets) - 1;
}

static void fire(TuxesScene *scene, int shooter, TuxesGun gun, AukVec2 direction)
{
    const TuxesPenguin *penguin = &scene->penguins[shooter];
    AukRot q = {direction.x, direction.y};
    int slot = take_slot(scene);
    AukBodyDef def = {0};
    def.motion = scene->discrete ? AUK_MOTION_MOVING : AUK_MOTION_SWEPT;
    def.response = scene->discrete ? AUK_RESPONSE_CROSS : AUK_RESPONSE_TOUCH;
    def.shape = auk_shape_polygon(tuxes_bullet_corners[gun], TUXES_QUAD, 0.0f);
    def.position = auk_body_get_pose(scene->demo.world, penguin->body).p;
    def.angle = auk_rot_angle(q);
    def.velocity = auk_vec_scale(gun == TUXES_PISTOL ? PISTOL_SPEED : SHOTGUN_SPEED, direction);
    def.filter.category = TUXES_IS_BULLET;
    def.filter.ignore = TUXES_IS_BULLET;
    def.owner = penguin->body;
    def.user_data = tuxes_user_data(TUXES_IS_BULLET, slot);
    TuxesBullet *bullet = &scene->bullets[slot];
    bullet->body = demo_add_body(&scene->demo, &def);
    bullet->gun = gun;
    bullet->shooter = shooter;
    bullet->flying = true;
    bullet->tunnelled = false;
    bullet->velocity = def.velocity;
    scene->shots++;
}

void tuxes_fire_pistol(TuxesScene *scene, int shooter, AukVec2 direction)
{
    fire(scene, shooter, TUXES_PISTOL, direction);
}

void tuxes_fire_shotgun(TuxesScene *scene, int shooter, float first_angle)
{
    for (int i = 0; i < PELLET_COUNT; i++) {
        AukRot q = auk_rot(first_angle + 6.28318531f / (float)PELLET_COUNT * (float)i);
        fire(scene, shooter, TUXES_SHOTGUN, auk_vec(q.c, q.s));
    }
}

void tuxes_shoot(TuxesScene *scene, int shooter)
{
    DemoRandom *random = &scene->demo.random;
    TuxesPenguin *penguin = &scene->penguins[shooter];
    penguin->until_shot -= scene->demo.options.dt;
    if (penguin->until_shot > 0.0f) {
        return;
    }
    penguin->until_shot = demo_random_between(random, 0.4f, 2.0f);
    if (penguin->gun == TUXES_SHOTGUN) {
        tuxes_fire_shotgun(scene, shooter, demo_random_angle(random));
        return;
    }
    const TuxesPenguin *victim = &scene->penguins[demo_random_below(random, scene->demo.options.bodies)];
    AukVec2 from = auk_body_get_pose(scene->demo.world, penguin->body).p;
    AukVec2 to_victim = auk_vec_sub(auk_body_get_pose(scene->demo.world, victim->body).p, from);
    AukVec2 aim = victim == penguin ? penguin->heading : auk_vec_normalize(to_victim);
    AukVec2 shaky = auk_vec_add(aim, auk_vec_scale(0.1f, demo_random_in_disc(random)));
    tuxes_fire_pistol(scene, shooter, auk_vec_normalize(shaky));
}

static void remove_bullet(TuxesScene *scene, int slot)
{
    auk_body_destroy(scene->demo.world, scene->bullets[slot].body);
    scene->bullets[slot].flying = false;
    arrput(scene->free_bullets, slot);
}

static void handle_hit(TuxesScene *scene, AukBodyId bullet, AukBodyId other)
{
    int slot = tuxes_index_of(scene, bullet, TUXES_IS_BULLET);
    if (slot < 0 || !scene->bullets[slot].flying) {
        return;
    }
    int shooter = scene->bullets[slot].shooter;
    remove_bullet(scene, slot);
    int index = tuxes_index_of(scene, other, TUXES_IS_PENGUIN);
    if (index >= 0 && --scene->penguins[index].health == 0) {
        scene->kills++;
        tuxes_score(scene, shooter, index);
        tuxes_respawn(scene, &scene->penguins[index]);
    }
}

// Only a bullet's first hit counts; bodies that walk into a stopped bullet come later in the list. Bullets that are not
// swept have no hits, only contacts at the end of a step.
void tuxes_remove_bullets(TuxesScene *scene)
{
    AukHits hits = auk_world_hits(scene->demo.world);
    for (int i = 0; i < hits.count; i++) {
        handle_hit(scene, hits.items[i].body_a, hits.items[i].body_b);
    }
    AukContacts contacts = auk_world_contacts(scene->demo.world);
    bool by_contact = scene->demo.input.window || scene->discrete;
    for (int i = 0; i < contacts.count && by_contact; i++) {
        handle_hit(scene, contacts.items[i].body_a, contacts.items[i].body_b);
        handle_hit(scene, contacts.items[i].body_b, contacts.items[i].body_a);
    }
    for (int i = 0; i < (int)arrlen(scene->bullets); i++) {
        const TuxesBullet *bullet = &scene->bullets[i];
        if (bullet->flying && tuxes_is_outside(scene, auk_body_get_pose(scene->demo.world, bullet->body).p)) {
            remove_bullet(scene, i);
        }
    }
}
