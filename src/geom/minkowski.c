// The edges of the Minkowski difference are the edges of a and of -b, merged by angle. One walk around both outlines
// visits each, in O(vertices of both) time and without memory. The vector of an edge is rotated; it is not the
// difference of two rotated vertices, whose rounding would destroy an edge shorter than 1e-16 of its polygon. In
// slivers the order of parallel edges is uncertain, so parallel edges are taken together.
// Invariant: the next edges of both outlines are less than half a turn ahead of the edge taken last; exactly half a
// turn is possible on segments.
#include "geom/minkowski.h"

#include "auk/geom.h"
#include "base/predicates.h"
#include "base/trig.h"

#include <stddef.h>

// Edges whose angles differ by less (in radians) count as one edge, since the closest point may lie on either of them.
#define EDGES_PARALLEL 1e-12

static AukDvec outline_edge_at(const AukWalker *walker, int index)
{
    const AukSupportShape *core = walker->core;
    AukDvec from = dvec_from(core->vertices[index]),
            to = dvec_from(core->vertices[auk__support_shape_next(core, index)]);
    return dvec_scale(walker->sign, auk__dtransform_rotate(&core->transform, dvec_sub(to, from)));
}

static void walker_set(AukWalker *walker, int index)
{
    walker->index = index;
    walker->vertex = auk__support_shape_vertex(walker->core, index);
    walker->edge = outline_edge_at(walker, index);
}

static void walker_advance(AukWalker *walker)
{
    walker_set(walker, auk__support_shape_next(walker->core, walker->index));
    walker->left--;
}

typedef enum EdgeTurn { TURNS_BEHIND, TURNS_ALONG, TURNS_AHEAD, TURNS_OPPOSITE } EdgeTurn;

static EdgeTurn edge_turn_of(AukDvec direction, AukDvec edge)
{
    double dot = dvec_dot(direction, edge), cross = dvec_cross(direction, edge);
    if (fabs(cross) <= EDGES_PARALLEL * fabs(dot)) {
        return dot > 0.0 ? TURNS_ALONG : TURNS_OPPOSITE;
    }
    return cross > 0.0 ? TURNS_AHEAD : TURNS_BEHIND;
}

// Goes to the vertex of b whose next edge is the first one not before `direction`. The support vertex is that vertex or
// a neighbour; if edges are shorter than rounding, it may be a few vertices away.
static void turn_to(AukWalker *walker, AukDvec direction)
{
    const AukSupportShape *core = walker->core;
    AukDvec normal = dvec(direction.y, -direction.x); // outward on a, so the support of b is in the opposite direction
    int index = auk__support_shape_support(core, dvec_neg(normal));
    for (int i = 0; i < core->count && edge_turn_of(direction, outline_edge_at(walker, index)) == TURNS_BEHIND; i++) {
        index = auk__support_shape_next(core, index);
    }
    for (int i = 0; i < core->count; i++) {
        int before = (index > 0 ? index : core->count) - 1;
        EdgeTurn turn = edge_turn_of(direction, outline_edge_at(walker, before));
        if (turn != TURNS_ALONG && !(turn == TURNS_AHEAD && core->count > 2)) {
            break;
        }
        index = before;
    }
    walker_set(walker, index);
}

AukMinkowskiWalk auk__minkowski_start(const AukSupportShape *a, const AukSupportShape *b)
{
    AukDvec none = {0.0, 0.0};
    AukMinkowskiWalk walk = {{a, 0, auk__support_shape_edge_count(a), none, none, 1.0},
                             {b, 0, auk__support_shape_edge_count(b), none, none, -1.0},
                             none};
    walker_set(&walk.a, 0);
    walker_set(&walk.b, 0);
    walk.last = walk.a.edge;
    if (walk.a.left > 0 && walk.b.left > 0) {
        turn_to(&walk.b, walk.a.edge);
    }
    return walk;
}

// Selects the outline with the next edge by angle; both if the edges are parallel. If the edges are opposite, the one
// that continues in the direction of the last edge is next.
static void choose(const AukMinkowskiWalk *walk, bool *take_a, bool *take_b)
{
    const AukWalker *a = &walk->a, *b = &walk->b;
    *take_a = a->left > 0;
    *take_b = b->left > 0;
    if (!*take_a || !*take_b) {
        return;
    }
    switch (edge_turn_of(a->edge, b->edge)) {
    case TURNS_ALONG: return;
    case TURNS_AHEAD: *take_b = false; break;
    case TURNS_BEHIND: *take_a = false; break;
    case TURNS_OPPOSITE:
        *take_a = dvec_dot(a->edge, walk->last) > 0.0;
        *take_b = !*take_a;
        break;
    }
}

bool auk__minkowski_next(AukMinkowskiWalk *walk, AukMinkowskiEdge *edge)
{
    bool take_a, take_b;
    choose(walk, &take_a, &take_b);
    if (!take_a && !take_b) {
        return false;
    }
    AukDvec zero = {0.0, 0.0};
    edge->from_a = walk->a.vertex;
    edge->from_b = walk->b.vertex;
    edge->edge_a = take_a ? walk->a.edge : zero;
    edge->edge_b = take_b ? dvec_neg(walk->b.edge) : zero;
    walk->last = take_a ? walk->a.edge : walk->b.edge;
    if (take_a) {
        walker_advance(&walk->a);
    }
    if (take_b) {
        walker_advance(&walk->b);
    }
    return true;
}

// ---- where a core is curved ----

enum { CURVE_DIRECTIONS = 64 };

// Writes the hull of a curved difference, as far as there is room. If one core is a polygon, its edges are visited in
// order of angle, so that each appears as a whole for any number of directions. Each edge is visited once: at corners
// that are nearer than rounding, the support vertex of a direction may be an earlier corner again.
typedef struct Sampler {
    const AukSupportShape *curve;
    AukWalker polygon; // its core is null if both cores are curves
    double sign;       // 1: a is the curve, -1: b is
    AukVec2 first, last;
    AukVec2 *out;
    int count, capacity; // all points are counted
} Sampler;

static void emit_point(Sampler *sampler, AukDvec on_curve, AukDvec other)
{
    AukVec2 point = dvec_to_float(dvec_scale(sampler->sign, dvec_sub(on_curve, other)));
    if (sampler->count == 0) {
        sampler->first = point;
    } else if (auk__is_same_point(point, sampler->last) || auk__is_same_point(point, sampler->first)) {
        return;
    }
    sampler->last = point;
    if (sampler->count < sampler->capacity) {
        sampler->out[sampler->count] = point;
    }
    sampler->count++;
}

// Emits both ends of every polygon edge up to a support direction of the polygon. True if the last of these edges is
// perpendicular to the direction. The direction then needs no further point: on a flat curve, a direction that differs
// by rounding may have another support point, which may lie before the edge.
static bool emit_edges(Sampler *sampler, AukDvec direction)
{
    bool answered = false;
    AukWalker *walker = &sampler->polygon;
    AukDvec along = dvec(-direction.y, direction.x);
    while (walker->left > 0) {
        EdgeTurn turn = edge_turn_of(along, walker->edge);
        if (turn == TURNS_AHEAD || turn == TURNS_OPPOSITE) {
            break;
        }
        answered = turn == TURNS_ALONG;
        AukDvec from = walker->vertex, against = dvec(-walker->edge.y, walker->edge.x);
        AukDvec on_curve = auk__support_shape_farthest(sampler->curve, against).point;
        walker_advance(walker);
        emit_point(sampler, on_curve, from);
        emit_point(sampler, on_curve, walker->vertex);
    }
    return answered;
}

static int sample_difference(const AukSupportShape *a, const AukSupportShape *b, AukVec2 *out, int capacity)
{
    AukDvec none = {0.0, 0.0};
    bool a_curved = auk__support_shape_is_curved(a);
    const AukSupportShape *curve = a_curved ? a : b, *other = a_curved ? b : a;
    Sampler sampler = {.curve = curve, .polygon = {NULL, 0, 0, none, none, 1.0}, .sign = a_curved ? 1.0 : -1.0};
    sampler.out = out;
    sampler.capacity = capacity;
    if (!auk__support_shape_is_curved(other)) {
        sampler.polygon.core = other;
        sampler.polygon.left = auk__support_shape_edge_count(other);
        walker_set(&sampler.polygon, auk__support_shape_farthest(other, dvec(-1.0, 0.0)).index);
    }
    for (int i = 0; i <= CURVE_DIRECTIONS; i++) {
        AukCosSin turned = auk__cos_sin(2.0 * AUK_PI * (i % CURVE_DIRECTIONS) / CURVE_DIRECTIONS);
        AukDvec direction = dvec(turned.c, turned.s); // of the curve; the other core supports it from the other side
        AukDvec against = dvec_neg(direction), on_curve = auk__support_shape_farthest(curve, direction).point;
        if (sampler.polygon.core) {
            if (i == 0 || !emit_edges(&sampler, against)) {
                emit_point(&sampler, on_curve, sampler.polygon.vertex);
            }
        } else {
            emit_point(&sampler, on_curve, auk__support_shape_farthest(other, against).point);
        }
    }
    return sampler.count;
}

// ---- the whole polygon ----

// Writes the vertices of a difference, as far as there is room, and returns how many there are.
static int write_difference(const AukSupportShape *a, const AukSupportShape *b, AukVec2 *out, int capacity)
{
    if (auk__support_shape_is_curved(a) || auk__support_shape_is_curved(b)) {
        return sample_difference(a, b, out, capacity);
    }
    AukMinkowskiWalk walk = auk__minkowski_start(a, b);
    AukMinkowskiEdge edge = {walk.a.vertex, walk.b.vertex, walk.last, walk.last};
    int count = 0;
    bool points = a->count == 1 && b->count == 1; // which have no edges
    while (points ? count == 0 : auk__minkowski_next(&walk, &edge)) {
        if (count < capacity) {
            out[count] = dvec_to_float(dvec_sub(edge.from_a, edge.from_b));
        }
        count++;
    }
    return count;
}

// As many vertices as a difference can have.
static int most_vertices(const AukSupportShape *a, const AukSupportShape *b)
{
    int of_a = auk__support_shape_is_curved(a) ? 0 : a->count, of_b = auk__support_shape_is_curved(b) ? 0 : b->count;
    return of_a > 0 && of_b > 0 ? of_a + of_b : CURVE_DIRECTIONS + 1 + 2 * (of_a + of_b);
}

int auk_minkowski_difference(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                             AukVec2 *out, int capacity)
{
    AukSupportShape core_a, core_b;
    AukStatus status = auk__bounded_pair_init(a, &pose_a, b, &pose_b, &core_a, &core_b);
    status = status ? status : (out ? AUK_OK : AUK_ERROR_NULL);
    if (status) {
        return -(int)status;
    }
    if (capacity < most_vertices(&core_a, &core_b) && write_difference(&core_a, &core_b, NULL, 0) > capacity) {
        return -(int)AUK_ERROR_COUNT;
    }
    return write_difference(&core_a, &core_b, out, capacity);
}
