// cpSpace's queries. It has none that stops at any hit, so it looks for the first one; nor one for several nearest
// shapes, so the nearest of those within reach are kept. Its only cast is that of a disc.
#include "query_engines.h"

#include <chipmunk/chipmunk.h>

static cpBody *asker; // the square of overlap_shape(), which is not in the space
static cpShape *square;

static void begin(void)
{
    asker = cpBodyNewKinematic();
    square = cpBoxShapeNew(asker, 2.0 * (cpFloat)QUERY_OVERLAP_HALF, 2.0 * (cpFloat)QUERY_OVERLAP_HALF, 0.0);
}

static void end(void)
{
    cpShapeFree(square);
    cpBodyFree(asker);
}

static cpVect vect(AukVec2 v)
{
    return cpv((cpFloat)v.x, (cpFloat)v.y);
}

static void put_slot(QueryAnswer *answer, const cpShape *shape)
{
    if (answer->count < QUERY_FOUND_MAX) {
        answer->slots[answer->count++] = (int)(intptr_t)cpShapeGetUserData(shape);
    }
}

static void put_first(const QueryQuestion *question, float radius, QueryAnswer *answer)
{
    cpSegmentQueryInfo info;
    cpVect from = vect(question->from), to = cpvadd(from, vect(question->delta));
    cpShape *shape =
        cpSpaceSegmentQueryFirst(world_chipmunk_space(), from, to, (cpFloat)radius, CP_SHAPE_FILTER_ALL, &info);
    answer->count = shape ? 1 : 0;
    answer->value = shape ? (float)info.alpha : 0.0f;
}

// cpBBTreeOptimize on the static tree was tried for rays and made no difference.
static void ray_closest(const QueryQuestion *question, QueryAnswer *answer)
{
    put_first(question, 0.0f, answer);
}

static void ray_any(const QueryQuestion *question, QueryAnswer *answer)
{
    put_first(question, 0.0f, answer);
    answer->value = 0.0f;
}

static void on_segment(cpShape *shape, cpVect point, cpVect normal, cpFloat alpha, void *data)
{
    (void)point, (void)normal, (void)alpha;
    put_slot(data, shape);
}

static void ray_all(const QueryQuestion *question, QueryAnswer *answer)
{
    cpVect from = vect(question->from), to = cpvadd(from, vect(question->delta));
    answer->count = 0;
    answer->value = 0.0f;
    cpSpaceSegmentQuery(world_chipmunk_space(), from, to, 0.0, CP_SHAPE_FILTER_ALL, on_segment, answer);
}

static void cast_disc(const QueryQuestion *question, QueryAnswer *answer)
{
    put_first(question, QUERY_DISC_RADIUS, answer);
}

static void on_box(cpShape *shape, void *data)
{
    put_slot(data, shape);
}

static void overlap_bounds(const QueryQuestion *question, QueryAnswer *answer)
{
    AukBox square = query_square(question);
    cpBB box = cpBBNew((cpFloat)square.min.x, (cpFloat)square.min.y, (cpFloat)square.max.x, (cpFloat)square.max.y);
    answer->count = 0;
    answer->value = 0.0f;
    cpSpaceBBQuery(world_chipmunk_space(), box, CP_SHAPE_FILTER_ALL, on_box, answer);
}

static void on_shape(cpShape *shape, cpContactPointSet *points, void *data)
{
    (void)points;
    put_slot(data, shape);
}

static void overlap_shape(const QueryQuestion *question, QueryAnswer *answer)
{
    cpBodySetPosition(asker, vect(question->from));
    cpBodySetAngle(asker, (cpFloat)question->angle);
    answer->count = 0;
    answer->value = 0.0f;
    cpSpaceShapeQuery(world_chipmunk_space(), square, on_shape, answer);
}

static void put_nearest(const QueryQuestion *question, float reach, cpShapeFilter filter, QueryAnswer *answer)
{
    cpPointQueryInfo info;
    cpSpacePointQueryNearest(world_chipmunk_space(), vect(question->from), (cpFloat)reach, filter, &info);
    answer->count = info.shape ? 1 : 0;
    answer->value = info.shape ? (float)info.distance : 0.0f;
}

static void nearest(const QueryQuestion *question, QueryAnswer *answer)
{
    put_nearest(question, QUERY_REACH, CP_SHAPE_FILTER_ALL, answer);
}

static void nearest_enemy(const QueryQuestion *question, QueryAnswer *answer)
{
    cpShapeFilter filter = cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, (cpBitmask)question->category);
    put_nearest(question, QUERY_ENEMY_REACH, filter, answer);
}

// The nearest ones so far, in order of distance.
typedef struct Few {
    QueryAnswer *answer;
    cpFloat distances[QUERY_FEW];
} Few;

static void on_near(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient, void *data)
{
    Few *few = data;
    QueryAnswer *answer = few->answer;
    (void)point, (void)gradient;
    int at = answer->count < QUERY_FEW ? answer->count++ : QUERY_FEW;
    for (; at > 0 && few->distances[at - 1] > distance; at--) {
        if (at < QUERY_FEW) {
            few->distances[at] = few->distances[at - 1];
            answer->slots[at] = answer->slots[at - 1];
        }
    }
    if (at < QUERY_FEW) {
        few->distances[at] = distance;
        answer->slots[at] = (int)(intptr_t)cpShapeGetUserData(shape);
    }
}

static void nearest_few(const QueryQuestion *question, QueryAnswer *answer)
{
    Few few = {.answer = answer};
    answer->count = 0;
    answer->value = 0.0f;
    cpSpacePointQuery(world_chipmunk_space(), vect(question->from), (cpFloat)QUERY_REACH, CP_SHAPE_FILTER_ALL, on_near,
                      &few);
}

// It computes in double. The cast of a disc asks the tree for boxes that the middle of the disc meets, so it misses
// some shapes.
const QueryEngine query_chipmunk = {.world = &world_chipmunk,
                                    .begin = begin,
                                    .end = end,
                                    .ask = {[QUERY_RAY_CLOSEST] = ray_closest,
                                            [QUERY_RAY_ANY] = ray_any,
                                            [QUERY_RAY_ALL] = ray_all,
                                            [QUERY_CAST_DISC] = cast_disc,
                                            [QUERY_OVERLAP_BOUNDS] = overlap_bounds,
                                            [QUERY_OVERLAP_BOX] = overlap_bounds,
                                            [QUERY_OVERLAP_SHAPE] = overlap_shape,
                                            [QUERY_NEAREST] = nearest,
                                            [QUERY_NEAREST_FEW] = nearest_few,
                                            [QUERY_NEAREST_ENEMY] = nearest_enemy},
                                    .slack = {[QUERY_RAY_CLOSEST] = 1e-4f,
                                              [QUERY_CAST_DISC] = 1e-4f,
                                              [QUERY_NEAREST] = 1e-4f,
                                              [QUERY_NEAREST_ENEMY] = 1e-4f},
                                    .finds_boxes_of = {[QUERY_OVERLAP_BOUNDS] = true, [QUERY_OVERLAP_BOX] = true},
                                    .unlike = {[QUERY_CAST_DISC] = 350000}};
