// Who does not ask does not pay: movers are taken along in the grid by each step only while questions come, and by the
// first question where none has come for a while; new ones are put into it then. (Taking them along was half of
// publish(), and most of that had to be done by one thread.) A restore leaves movers where they are too, since steps
// mostly follow: the grid was a third of its time, and then the same bodies were moved again.
// Invariant: while cells are not late, each part's box in the grid is its tight box, moved into the rectangle where the
// world wraps around; while they are, that of a mover may be another or missing. What rests or is disabled is never
// late.
#include "world/state/query_index.h"

#include "world/state/parts.h"
#include "world/state/put_off.h"
#include "world/state/wrap.h"

// So many steps after the last question none is expected any more: catching up costs about one and a half of them.
enum { QUIET_STEPS = 60 };

bool auk__cells_keep(AukWorld *world, const AukBody *body)
{
    bool stays = true;
    uint32_t s = body->enabled ? *auk__first_part(world, body) : AUK_NO_INDEX;
    for (; s != AUK_NO_INDEX; s = auk__part(world, s)->next) {
        AukBox box = auk__part_index_box(world, s);
        stays = auk__grid_keep(&world->grid, s, &box) && stays;
    }
    return stays;
}

// What has left its cell, some parts at a time.
typedef struct Moving {
    AukWorld *world;
    int count;
    uint32_t parts[256];
} Moving;

static void move_listed(Moving *moving)
{
    AukWorld *world = moving->world;
    if (!world->wrap.on) {
        auk__grid_set_many(&world->grid, moving->parts, moving->count, world->tight.items);
    }
    for (int i = 0; i < moving->count && world->wrap.on; i++) {
        auk__grid_set(&world->grid, moving->parts[i], auk__part_index_box(world, moving->parts[i]));
    }
    moving->count = 0;
}

static void move_part(Moving *moving, uint32_t part)
{
    moving->parts[moving->count++] = part;
    if (moving->count == AUK_COUNT_OF(moving->parts)) {
        move_listed(moving);
    }
}

static void move_body(Moving *moving, const AukBody *body)
{
    const AukWorld *world = moving->world;
    for (uint32_t part = *auk__first_part(world, body); part != AUK_NO_INDEX; part = auk__part(world, part)->next) {
        move_part(moving, part);
    }
}

void auk__cells_move(AukWorld *world)
{
    Moving moving;
    moving.world = world;
    moving.count = 0;
    for (int i = 0; i < world->ranges.count; i++) {
        const AukRange *range = &world->ranges.items[i];
        const uint32_t *moved = (const uint32_t *)world->moved.items + range->first;
        for (int k = 0; k < range->counts[0]; k++) {
            if (moved[k] & AUK_MOVED_PART) {
                move_part(&moving, moved[k] & ~AUK_MOVED_PART);
            } else {
                move_body(&moving, auk__body(world, moved[k]));
            }
        }
    }
    move_listed(&moving);
}

static void move_all(AukWorld *world)
{
    const uint32_t *movers = world->movers.items;
    Moving moving;
    moving.world = world;
    moving.count = 0;
    for (int i = 0; i < world->movers.count; i++) {
        const AukBody *body = auk__body(world, movers[i]);
        if (!auk__cells_keep(world, body)) {
            move_body(&moving, body);
        }
    }
    move_listed(&moving);
}

bool auk__cells_start(struct AukPutOff *put_off)
{
    put_off->quiet = QUIET_STEPS;
    return auk__late_init(&put_off->cells, !put_off->world->wrap.on);
}

bool auk__cells_are_late(const AukWorld *world)
{
    return auk__late_is(&world->put_off->cells);
}

void auk__cells_set_late(AukWorld *world, bool late)
{
    auk__late_set(&world->put_off->cells, late);
}

void auk__cells_put(AukWorld *world, uint32_t part)
{
    if (auk__grid_has(&world->grid, part) || !auk__cells_are_late(world)) {
        auk__grid_set(&world->grid, part, auk__part_index_box(world, part));
    }
}

void auk__cells_choose(AukWorld *world)
{
    struct AukPutOff *put_off = world->put_off;
    if (auk__atomic_load(&put_off->asked)) {
        auk__atomic_store(&put_off->asked, false);
        put_off->quiet = 0;
    } else if (put_off->quiet < QUIET_STEPS) {
        put_off->quiet++;
    }
}

bool auk__cells_follow(const AukWorld *world)
{
    return world->wrap.on || world->put_off->quiet < QUIET_STEPS; // a step itself puts images into the grid
}

const AukGrid *auk__cells(const AukWorld *world)
{
    struct AukPutOff *put_off = world->put_off;
    if (!auk__atomic_load(&put_off->asked)) { // many threads may ask, and a line that none writes to is everybody's
        auk__atomic_store(&put_off->asked, true);
    }
    if (auk__late_begin(&put_off->cells)) {
        move_all(put_off->world);
        auk__late_end(&put_off->cells);
    }
    return &world->grid;
}
