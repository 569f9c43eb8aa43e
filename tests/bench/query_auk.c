// auk's queries.
#include "auk/query.h"
#include "query_engines.h"

#include <stddef.h>

// A status is less than nothing found, so the checks see it.
static void put_list(QueryAnswer *answer, const AukFound *found, int count)
{
    answer->count = count;
    answer->value = 0.0f;
    for (int i = 0; i < count; i++) {
        answer->slots[i] = (int)found[i].body.index; // bodies of a fresh world are numbered from 0
    }
}

// `value` is written only if there is a hit.
static void put_closest(QueryAnswer *answer, bool hit, const float *value)
{
    answer->count = hit;
    answer->value = hit ? *value : 0.0f;
}

static void ray_closest(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found;
    bool hit = auk_world_cast_ray(world_auk_get(), question->from, question->delta, NULL, &found);
    put_closest(answer, hit, &found.fraction);
}

static void ray_any(const QueryQuestion *question, QueryAnswer *answer)
{
    answer->count = auk_world_cast_ray_any(world_auk_get(), question->from, question->delta, NULL);
    answer->value = 0.0f;
}

static void ray_all(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found[QUERY_FOUND_MAX];
    int count = auk_world_cast_ray_all(world_auk_get(), question->from, question->delta, NULL, found, QUERY_FOUND_MAX);
    put_list(answer, found, count);
}

static void cast_closest(const AukShape *shape, const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found;
    AukTransform pose = auk_transform(question->from, question->angle);
    bool hit = auk_world_cast_shape(world_auk_get(), shape, pose, question->delta, NULL, &found);
    put_closest(answer, hit, &found.fraction);
}

static void cast_disc(const QueryQuestion *question, QueryAnswer *answer)
{
    AukShape disc = auk_shape_circle(QUERY_DISC_RADIUS);
    cast_closest(&disc, question, answer);
}

static void cast_box(const QueryQuestion *question, QueryAnswer *answer)
{
    AukShape box = auk_shape_box(QUERY_CAST_HALF_WIDTH, QUERY_CAST_HALF_HEIGHT);
    cast_closest(&box, question, answer);
}

static void overlap_bounds(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found[QUERY_FOUND_MAX];
    put_list(answer, found,
             auk_world_overlap_bounds(world_auk_get(), query_square(question), NULL, found, QUERY_FOUND_MAX));
}

static void overlap_box(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found[QUERY_FOUND_MAX];
    put_list(answer, found,
             auk_world_overlap_box(world_auk_get(), query_square(question), NULL, found, QUERY_FOUND_MAX));
}

static void overlap_shape(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found[QUERY_FOUND_MAX];
    AukShape box = auk_shape_box(QUERY_OVERLAP_HALF, QUERY_OVERLAP_HALF);
    AukTransform pose = auk_transform(question->from, question->angle);
    put_list(answer, found, auk_world_overlap(world_auk_get(), &box, pose, NULL, found, QUERY_FOUND_MAX));
}

static int nearest_to(const QueryQuestion *question, float reach, const AukQuery *query, AukFound *found, int capacity)
{
    AukTransform pose = {question->from, {1.0f, 0.0f}};
    return auk_world_nearest(world_auk_get(), NULL, pose, reach, query, found, capacity);
}

static void nearest(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found;
    int count = nearest_to(question, QUERY_REACH, NULL, &found, 1);
    put_closest(answer, count == 1, &found.distance);
}

static void nearest_few(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found[QUERY_FEW];
    put_list(answer, found, nearest_to(question, QUERY_REACH, NULL, found, QUERY_FEW));
}

static void nearest_enemy(const QueryQuestion *question, QueryAnswer *answer)
{
    AukFound found;
    AukQuery enemies = {0};
    enemies.filter.ignore = ~question->category;
    int count = nearest_to(question, QUERY_ENEMY_REACH, &enemies, &found, 1);
    put_closest(answer, count == 1, &found.distance);
}

const QueryEngine query_auk = {.world = &world_auk,
                               .ask = {[QUERY_RAY_CLOSEST] = ray_closest,
                                       [QUERY_RAY_ANY] = ray_any,
                                       [QUERY_RAY_ALL] = ray_all,
                                       [QUERY_CAST_DISC] = cast_disc,
                                       [QUERY_CAST_BOX] = cast_box,
                                       [QUERY_OVERLAP_BOUNDS] = overlap_bounds,
                                       [QUERY_OVERLAP_BOX] = overlap_box,
                                       [QUERY_OVERLAP_SHAPE] = overlap_shape,
                                       [QUERY_NEAREST] = nearest,
                                       [QUERY_NEAREST_FEW] = nearest_few,
                                       [QUERY_NEAREST_ENEMY] = nearest_enemy}};
