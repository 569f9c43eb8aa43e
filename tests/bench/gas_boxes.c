// Floats and + - * / sqrtf only, so every engine and every machine sees the same boxes.
#include "gas_boxes.h"

#include "memory.h"

#include <math.h>

enum { PENTAGON = 5 };

struct GasBody {
    AukVec2 position;
    AukRot turn;
    float spin;
    int corners; // 0: a disc; 4 or 5
};

#define RADIUS 0.5f
#define SPEED_MAX 5.0f

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static float random_between(uint64_t *state, float low, float high)
{
    float unit = (float)(random_next(state) >> 40) * 0x1p-24f;
    return low + (high - low) * unit;
}

static AukVec2 random_in_disc(uint64_t *state, float radius)
{
    AukVec2 v;
    do {
        v.x = random_between(state, -1.0f, 1.0f);
        v.y = random_between(state, -1.0f, 1.0f);
    } while (v.x * v.x + v.y * v.y > 1.0f);
    v.x *= radius;
    v.y *= radius;
    return v;
}

// The box of a regular polygon, or of a disc.
static AukBox body_box(const GasBody *body)
{
    static const AukVec2 pentagon[PENTAGON] = {{1.0f, 0.0f},
                                               {0.30901699f, 0.95105652f},
                                               {-0.80901699f, 0.58778525f},
                                               {-0.80901699f, -0.58778525f},
                                               {0.30901699f, -0.95105652f}};
    static const AukVec2 square[4] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
    AukVec2 low = {body->corners ? RADIUS : -RADIUS, body->corners ? RADIUS : -RADIUS};
    AukVec2 high = {-low.x, -low.y};
    const AukVec2 *corners = body->corners == PENTAGON ? pentagon : square;
    for (int i = 0; i < body->corners; i++) {
        float x = RADIUS * (body->turn.c * corners[i].x - body->turn.s * corners[i].y);
        float y = RADIUS * (body->turn.s * corners[i].x + body->turn.c * corners[i].y);
        low.x = x < low.x ? x : low.x;
        low.y = y < low.y ? y : low.y;
        high.x = x > high.x ? x : high.x;
        high.y = y > high.y ? y : high.y;
    }
    AukBox box = {{body->position.x + low.x, body->position.y + low.y},
                  {body->position.x + high.x, body->position.y + high.y}};
    return box;
}

GasBoxes gas_boxes_create(int count, uint64_t seed)
{
    static const int kinds[] = {0, 4, PENTAGON};
    uint64_t state = seed * 2654435761u + 88172645463325252u;
    GasBoxes gas = {count, 2.0f * sqrtf((float)count), NULL, NULL, NULL};
    gas.bodies = bench_allocate((size_t)count, sizeof *gas.bodies);
    gas.boxes = bench_allocate((size_t)count, sizeof *gas.boxes);
    gas.velocities = bench_allocate((size_t)count, sizeof *gas.velocities);
    for (int i = 0; i < count; i++) {
        GasBody *body = &gas.bodies[i];
        body->position.x = random_between(&state, 0.0f, gas.side);
        body->position.y = random_between(&state, 0.0f, gas.side);
        AukVec2 turn = random_in_disc(&state, 1.0f);
        float length = sqrtf(turn.x * turn.x + turn.y * turn.y) + 1e-9f;
        body->turn.c = turn.x / length;
        body->turn.s = turn.y / length;
        body->spin = random_between(&state, -2.0f, 2.0f);
        body->corners = kinds[i % 3];
        gas.velocities[i] = random_in_disc(&state, SPEED_MAX);
        gas.boxes[i] = body_box(body);
    }
    return gas;
}

static float reflected(float position, float side, float velocity)
{
    bool leaves = (position < 0.0f && velocity < 0.0f) || (position > side && velocity > 0.0f);
    return leaves ? -velocity : velocity;
}

void gas_boxes_step(GasBoxes *gas, float dt)
{
    for (int i = 0; i < gas->count; i++) {
        GasBody *body = &gas->bodies[i];
        AukVec2 *velocity = &gas->velocities[i];
        body->position.x += velocity->x * dt;
        body->position.y += velocity->y * dt;
        velocity->x = reflected(body->position.x, gas->side, velocity->x);
        velocity->y = reflected(body->position.y, gas->side, velocity->y);
        float c = body->turn.c - body->spin * dt * body->turn.s;
        float s = body->turn.s + body->spin * dt * body->turn.c;
        float length = sqrtf(c * c + s * s);
        body->turn.c = c / length;
        body->turn.s = s / length;
        gas->boxes[i] = body_box(body);
    }
}

void gas_boxes_destroy(GasBoxes *gas)
{
    bench_release(gas->bodies);
    bench_release(gas->boxes);
    bench_release(gas->velocities);
}
