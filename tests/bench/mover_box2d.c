// Box2D's mover, used as its documentation says: collect the planes that the capsule touches, solve for a way to the
// target that respects them, cast the capsule along it, and so on until it hardly moves. It has no steps and no
// snapping; a ray below the feet, which a game would add, is left out. Tried with Box2D 3.1.1.
#include "bench.h"
#include "memory.h"
#include "mover_engines.h"

#include <box2d/box2d.h>
#include <float.h>

enum { PLANES_MAX = 8, ROUNDS = 5 };

#define HARDLY 0.01f

typedef struct Planes {
    b2CollisionPlane items[PLANES_MAX];
    int count;
} Planes;

static b2WorldId world;

static b2Vec2 vec2(AukVec2 v)
{
    return (b2Vec2){v.x, v.y};
}

// The outermost points are those of its neighbours, so that the ground ends one unit before auk's.
static void add_chain(b2BodyId ground, const Level *level)
{
    b2Vec2 *points = bench_allocate((size_t)level->point_count, sizeof *points);
    for (int i = 0; i < level->point_count; i++) {
        points[i] = vec2(level->points[i]);
    }
    b2ChainDef def = b2DefaultChainDef();
    def.points = points;
    def.count = level->point_count;
    b2CreateChain(ground, &def);
    bench_release(points);
}

// A box for each full cell.
static void add_tiles(b2BodyId ground, const Level *level)
{
    b2ShapeDef def = b2DefaultShapeDef();
    for (int i = 0; i < level->columns * level->rows; i++) {
        if (level->cells[i]) {
            float x = (float)(i % level->columns) - 0.5f * (float)level->columns;
            b2Vec2 centre = {x + 0.5f, (float)(i / level->columns) + 0.5f};
            b2Polygon cell = b2MakeOffsetBox(0.5f, 0.5f, centre, b2Rot_identity);
            b2CreatePolygonShape(ground, &def, &cell);
        }
    }
}

// b2MakeRot() is off by up to a thousandth of a radian.
static void add_boxes(const Level *level)
{
    b2ShapeDef def = b2DefaultShapeDef();
    for (int i = 0; i < level->box_count; i++) {
        const LevelBox *box = &level->boxes[i];
        AukRot rotation = auk_rot(box->angle);
        b2BodyDef body = b2DefaultBodyDef();
        body.position = vec2(box->position);
        body.rotation = (b2Rot){rotation.c, rotation.s};
        b2Polygon polygon = b2MakeBox(box->half.x, box->half.y);
        b2CreatePolygonShape(b2CreateBody(world, &body), &def, &polygon);
    }
}

static void begin(const Level *level, const Character *characters, int count)
{
    (void)characters, (void)count;
    b2WorldDef def = b2DefaultWorldDef();
    b2BodyDef body = b2DefaultBodyDef();
    world = b2CreateWorld(&def);
    switch (level->kind) {
    case LEVEL_CHAIN: add_chain(b2CreateBody(world, &body), level); break;
    case LEVEL_TILES: add_tiles(b2CreateBody(world, &body), level); break;
    case LEVEL_BOXES: add_boxes(level); break;
    case LEVEL_KINDS: break;
    }
    b2World_RebuildStaticTree(world);
    b2World_Step(world, BENCH_DT, 1);
}

static bool on_plane(b2ShapeId shape, const b2PlaneResult *result, void *context)
{
    Planes *planes = context;
    (void)shape;
    if (result->hit && planes->count < PLANES_MAX) {
        planes->items[planes->count++] =
            (b2CollisionPlane){.plane = result->plane, .pushLimit = FLT_MAX, .clipVelocity = true};
    }
    return planes->count < PLANES_MAX;
}

static void move_one(Character *character)
{
    b2QueryFilter filter = b2DefaultQueryFilter();
    b2Vec2 at = vec2(character->position), velocity = vec2(character->velocity);
    b2Vec2 target = b2MulAdd(at, BENCH_DT, velocity);
    Planes planes;
    for (int round = 0; round < ROUNDS; round++) {
        b2Capsule capsule = {{at.x, at.y - MOVER_CORE}, {at.x, at.y + MOVER_CORE}, MOVER_RADIUS};
        planes.count = 0;
        b2World_CollideMover(world, &capsule, filter, on_plane, &planes);
        b2PlaneSolverResult way = b2SolvePlanes(b2Sub(target, at), planes.items, planes.count);
        float fraction = b2World_CastMover(world, &capsule, way.translation, filter);
        b2Vec2 moved = b2MulSV(fraction, way.translation);
        at = b2Add(at, moved);
        if (b2LengthSquared(moved) < HARDLY * HARDLY) {
            break;
        }
    }
    velocity = b2ClipVector(velocity, planes.items, planes.count);
    character->position = (AukVec2){at.x, at.y};
    character->velocity = (AukVec2){velocity.x, velocity.y};
}

static void move(Character *characters, int count)
{
    for (int i = 0; i < count; i++) {
        move_one(&characters[i]);
    }
}

static void end(void)
{
    b2DestroyWorld(world);
}

const MoverEngine mover_box2d = {.name = "box2d mover", .depth_max = 0.2f, .begin = begin, .move = move, .end = end};
