// Rollback for two players: each machine steps its own world at once, with a guess of what the other player does, and
// goes back when the real input arrives and was another. Hashes of frames that cannot change any more are exchanged:
// they must agree, since the same calls give the same bits on every machine. Both machines live in this program; a
// queue of LATENCY frames is the network between them.
#include <auk/auk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 2, LATENCY = 7, FRAMES = 600, CRATES = 40 };
#define DT (1.0f / 60.0f)

// A machine keeps the last frames: what it was told or guessed, and a snapshot from before each of them.
enum { KEPT = LATENCY + 1 };

typedef struct Machine {
    AukWorld *world;
    AukBodyId players[PLAYERS];
    int inputs[KEPT][PLAYERS];
    void *snapshots[KEPT];
    uint64_t sizes[KEPT];
    uint64_t hashes[KEPT]; // of the world after these frames
    int rollbacks, repeated;
} Machine;

// What a player does: one of nine directions, kept for some frames.
static int input_of(int player, int frame)
{
    unsigned random = (unsigned)(frame / (12 + 5 * player)) * 2654435761u + (unsigned)player * 97u;
    return (int)((random >> 16) % 9u);
}

static void make_machine(Machine *machine)
{
    machine->world = auk_world_create(NULL, NULL);
    for (int i = 0; i < PLAYERS + CRATES; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_BOUNCE};
        def.position = i < PLAYERS ? auk_vec(-4.0f + 8.0f * (float)i, 0.0f)
                                   : auk_vec((float)(i % 8) * 3.0f - 10.0f, (float)(i / 8) * 3.0f - 9.5f);
        def.shape = i < PLAYERS ? auk_shape_circle(0.6f) : auk_shape_box(0.5f, 0.5f);
        def.bounce_loss = 0.1f;
        AukBodyId body = auk_body_create(machine->world, &def);
        if (i < PLAYERS) {
            machine->players[i] = body;
        }
    }
    AukBodyDef border = {.motion = AUK_MOTION_STATIC};
    AukVec2 corners[4] = {{-14.0f, -14.0f}, {14.0f, -14.0f}, {14.0f, 14.0f}, {-14.0f, 14.0f}};
    auk_body_add_chain(machine->world, auk_body_create(machine->world, &border), corners, 4, true, NULL);
}

static void save(Machine *machine, int frame)
{
    int slot = frame % KEPT;
    uint64_t size = auk_world_snapshot_size(machine->world);
    if (size > machine->sizes[slot]) {
        machine->snapshots[slot] = realloc(machine->snapshots[slot], (size_t)size);
        machine->sizes[slot] = size;
    }
    if (!machine->snapshots[slot] || auk_world_snapshot(machine->world, machine->snapshots[slot], size) != AUK_OK) {
        puts("no memory");
        exit(1);
    }
}

// One frame with the inputs that the machine has for it.
static void play(Machine *machine, int frame)
{
    save(machine, frame);
    for (int i = 0; i < PLAYERS; i++) {
        int input = machine->inputs[frame % KEPT][i];
        AukVec2 push = auk_vec((float)(input % 3 - 1) * 0.5f, (float)(input / 3 - 1) * 0.5f);
        AukVec2 velocity = auk_body_get_velocity(machine->world, machine->players[i]);
        auk_body_set_velocity(machine->world, machine->players[i], auk_vec_add(auk_vec_scale(0.97f, velocity), push));
    }
    auk_world_step(machine->world, DT);
    machine->hashes[frame % KEPT] = auk_world_hash(machine->world);
}

// Takes the other player's input for a past frame. If the guess was wrong, the frames since then are played again.
static void receive(Machine *machine, int other, int past, int now)
{
    int input = input_of(other, past);
    if (machine->inputs[past % KEPT][other] == input) {
        return;
    }
    machine->rollbacks++;
    auk_world_restore(machine->world, machine->snapshots[past % KEPT], machine->sizes[past % KEPT]);
    for (int frame = past; frame < now; frame++) {
        machine->inputs[frame % KEPT][other] = input; // the best guess for the frames since
        play(machine, frame);
        machine->repeated++;
    }
}

int main(void)
{
    static Machine machines[PLAYERS];
    int agreed = 0;
    for (int me = 0; me < PLAYERS; me++) {
        make_machine(&machines[me]);
    }
    for (int now = 0; now < FRAMES; now++) {
        for (int me = 0; me < PLAYERS; me++) {
            Machine *machine = &machines[me];
            int other = 1 - me, past = now - LATENCY;
            if (past >= 0) {
                receive(machine, other, past, now);
            }
            machine->inputs[now % KEPT][me] = input_of(me, now);
            machine->inputs[now % KEPT][other] = now > 0 ? machine->inputs[(now - 1) % KEPT][other] : 0;
            play(machine, now);
        }
        int past = now - LATENCY; // both machines have all inputs up to this frame: it is final
        agreed += past >= 0 && machines[0].hashes[past % KEPT] == machines[1].hashes[past % KEPT];
    }
    for (int me = 0; me < PLAYERS; me++) {
        printf("machine %d went back %d times and played %d frames again\n", me, machines[me].rollbacks,
               machines[me].repeated);
    }
    printf("the hashes of %d of %d final frames agree\n", agreed, FRAMES - LATENCY);
    for (int me = 0; me < PLAYERS; me++) {
        auk_world_destroy(machines[me].world);
        for (int slot = 0; slot < KEPT; slot++) {
            free(machines[me].snapshots[slot]);
        }
    }
    return agreed == FRAMES - LATENCY ? 0 : 1;
}
