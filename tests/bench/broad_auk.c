// auk through its public header: all boxes are moved, then one update.
#include "broad_engines.h"

#include <stdio.h>
#include <stdlib.h>

static AukBroad *broad;
static int body_count;

static void check(AukStatus status)
{
    if (status) {
        fprintf(stderr, "bench: %s\n", auk_status_text(status));
        exit(1);
    }
}

static void begin(AukBroadKind kind, const AukBox *boxes, int count)
{
    AukBroadDef def = {0};
    def.kind = kind;
    AukStatus status = AUK_OK;
    broad = auk_broad_create(&def, &status);
    check(status);
    body_count = count;
    for (int i = 0; i < count; i++) {
        uint32_t proxy = 0;
        check(auk_broad_add(broad, boxes[i], false, &proxy));
    }
}

static void begin_sweep(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    (void)velocities;
    begin(AUK_BROAD_SWEEP, boxes, count);
}

static void begin_brute_force(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    (void)velocities;
    begin(AUK_BROAD_BRUTE_FORCE, boxes, count);
}

static AukBroadPairs step(const AukBox *boxes, const AukVec2 *velocities)
{
    (void)velocities;
    check(auk_broad_move_many(broad, NULL, boxes, body_count));
    check(auk_broad_update(broad));
    return auk_broad_pairs(broad);
}

static void end(void)
{
    auk_broad_destroy(broad);
}

const BroadEngine broad_auk = {"auk", 0, begin_sweep, step, end};
const BroadEngine broad_auk_brute_force = {"auk brute force", 5000, begin_brute_force, step, end};
