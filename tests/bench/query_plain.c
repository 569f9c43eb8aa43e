// A loop over all boxes, which asks auk's functions on two shapes: what a world's answers are compared with.
#include "query_run.h"

#include <stddef.h>

static AukTransform pose_of(const QueryQuestion *question)
{
    return auk_transform(question->from, question->angle);
}

static AukCast cast_at(const QueryField *field, int slot, QueryKind kind, const QueryQuestion *question)
{
    AukTransform pose = field->poses[slot];
    if (kind == QUERY_CAST_DISC || kind == QUERY_CAST_BOX) {
        AukShape mover = kind == QUERY_CAST_DISC ? auk_shape_circle(QUERY_DISC_RADIUS)
                                                 : auk_shape_box(QUERY_CAST_HALF_WIDTH, QUERY_CAST_HALF_HEIGHT);
        return auk_cast_shape(&mover, pose_of(question), question->delta, &field->shape, pose, NULL);
    }
    return auk_cast_ray(&field->shape, pose, question->from, question->delta, NULL);
}

static float distance_at(const QueryField *field, int slot, const QueryQuestion *question)
{
    AukShape point = auk_shape_circle(0.0f);
    return auk_distance(&point, pose_of(question), &field->shape, field->poses[slot]).distance;
}

bool query_plain_overlaps(const QueryField *field, int slot, QueryKind kind, const QueryQuestion *question)
{
    if (kind == QUERY_OVERLAP_BOUNDS) {
        return auk_box_overlap(auk_shape_bounds(&field->shape, field->poses[slot]), query_square(question));
    }
    AukShape square = auk_shape_box(QUERY_OVERLAP_HALF, QUERY_OVERLAP_HALF);
    AukTransform pose = kind == QUERY_OVERLAP_BOX ? auk_transform(question->from, 0.0f) : pose_of(question);
    return auk_overlap(&square, pose, &field->shape, field->poses[slot]);
}

static void put_slot(QueryAnswer *answer, int slot)
{
    if (answer->count < QUERY_FOUND_MAX) {
        answer->slots[answer->count++] = slot;
    }
}

static void put_smaller(QueryAnswer *answer, float value)
{
    if (answer->count == 0 || value < answer->value) {
        answer->value = value;
    }
    answer->count = 1;
}

// Keeps the QUERY_FEW nearest in order of distance.
static void put_near(QueryAnswer *answer, float *distances, int slot, float distance)
{
    int at = answer->count;
    while (at > 0 && distances[at - 1] > distance) {
        at--;
    }
    if (at == QUERY_FEW) {
        return;
    }
    answer->count += answer->count < QUERY_FEW;
    for (int i = answer->count - 1; i > at; i--) {
        distances[i] = distances[i - 1];
        answer->slots[i] = answer->slots[i - 1];
    }
    distances[at] = distance;
    answer->slots[at] = slot;
}

static void visit_cast(const QueryField *field, int slot, QueryKind kind, const QueryQuestion *question,
                       QueryAnswer *answer)
{
    AukCast cast = cast_at(field, slot, kind, question);
    if (cast.hit && kind == QUERY_RAY_ALL) {
        put_slot(answer, slot);
    } else if (cast.hit) {
        put_smaller(answer, kind == QUERY_RAY_ANY ? 0.0f : cast.fraction);
    }
}

static void visit(const QueryField *field, int slot, QueryKind kind, const QueryQuestion *question, QueryAnswer *answer,
                  float *distances)
{
    float distance;
    switch (kind) {
    case QUERY_RAY_CLOSEST:
    case QUERY_RAY_ANY:
    case QUERY_RAY_ALL:
    case QUERY_CAST_DISC:
    case QUERY_CAST_BOX: visit_cast(field, slot, kind, question, answer); break;
    case QUERY_OVERLAP_BOUNDS:
    case QUERY_OVERLAP_BOX:
    case QUERY_OVERLAP_SHAPE:
        if (query_plain_overlaps(field, slot, kind, question)) {
            put_slot(answer, slot);
        }
        break;
    case QUERY_NEAREST:
    case QUERY_NEAREST_FEW:
        distance = distance_at(field, slot, question);
        if (distance <= QUERY_REACH && kind == QUERY_NEAREST) {
            put_smaller(answer, distance);
        } else if (distance <= QUERY_REACH) {
            put_near(answer, distances, slot, distance);
        }
        break;
    case QUERY_NEAREST_ENEMY:
    case QUERY_KINDS: bench_fail("the field of boxes has no enemies"); break;
    }
}

void query_plain_ask(const QueryField *field, QueryKind kind, const QueryQuestion *question, QueryAnswer *answer)
{
    float distances[QUERY_FEW] = {0}; // of the nearest few
    answer->count = 0;
    answer->value = 0.0f;
    for (int slot = 0; slot < field->count; slot++) {
        visit(field, slot, kind, question, answer, distances);
    }
}
