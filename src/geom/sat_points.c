// A point against a point, a segment, a box or a polygon, for pairs with a circle. The nearest face is the one with the
// largest signed distance to the point; the closest point is on it or at its end, as for polygons. A box needs no
// search.
// Invariant: as in sat.c, an answer is given only if it is certain.
#include "geom/sat.h"
#include "geom/xy.h"

// The closest point of a box or a polygon, in its own frame and units.
typedef struct ClosestOnShape {
    AukDvec at, normal; // point of the outline; unit outward normal
    double distance;    // signed
    int support;        // a vertex of the nearest feature
} ClosestOnShape;

// The closest point on a box, x and y side by side.
typedef struct ClosestOnBox {
    AukF64x2 at, normal;
    double distance;
    int support;
} ClosestOnBox;

static inline ClosestOnBox sat_closest_on_box(AukF64x2 half, AukF64x2 q, double touching)
{
    AukF64x2 zero = auk__f64x2_both(0.0), beyond = auk__f64x2_sub(auk__f64x2_abs(q), half);
    AukPick2 negative = auk__f64x2_less(q, zero), outside = auk__f64x2_less(zero, beyond);
    AukF64x2 sign = auk__f64x2_pick(negative, auk__f64x2_both(-1.0), auk__f64x2_both(1.0)),
             corner = auk__f64x2_mul(sign, half);
    double x = auk__f64x2_first(beyond), y = auk__f64x2_second(beyond);
    unsigned below = auk__f64x2_pick_bits(negative);
    int right = !(below & 1u), up = !(below >> 1);
    ClosestOnBox closest;
    closest.support = up << 1 | (right ^ up);
    if (auk__f64x2_pick_bits(outside) == 3u) {
        double distance = auk__square_root(x * x + y * y);
        if (distance > touching) {
            closest.at = corner;
            closest.normal = auk__f64x2_mul(sign, auk__f64x2_div(beyond, auk__f64x2_both(distance)));
            closest.distance = distance;
            return closest;
        }
    }
    AukF64x2 within = auk__f64x2_pick(outside, corner, q);
    AukPick2 sideways = auk__f64x2_pick_if(x > y);
    closest.distance = auk__f64x2_most(beyond);
    closest.normal = auk__f64x2_pick(sideways, auk__f64x2_low(sign, zero), auk__f64x2_high(zero, sign));
    closest.at = auk__f64x2_pick(sideways, auk__f64x2_make(auk__f64x2_first(corner), auk__f64x2_second(within)),
                                 auk__f64x2_make(auk__f64x2_first(within), auk__f64x2_second(corner)));
    return closest;
}

static AukDvec polygon_edge_of(const AukSupportShape *core, int index)
{
    return dvec_sub(dvec_from(core->vertices[auk__support_shape_next(core, index)]), dvec_from(core->vertices[index]));
}

// The corner at an end of the nearest face. False unless it is the closest point: both its edges must lead away from
// the point.
static bool sat_closest_on_vertex(const AukSupportShape *core, int index, AukDvec q, double certain,
                                  ClosestOnShape *closest)
{
    AukDvec corner = dvec_from(core->vertices[index]), apart = dvec_sub(q, corner);
    AukDvec arriving = polygon_edge_of(core, (index > 0 ? index : core->count) - 1);
    closest->distance = dvec_length(apart);
    if (!(closest->distance > certain) || dvec_dot(arriving, apart) < 0.0 ||
        dvec_dot(polygon_edge_of(core, index), apart) > 0.0) {
        return false;
    }
    closest->at = corner;
    closest->normal = dvec_scale(1.0 / closest->distance, apart);
    closest->support = index;
    return true;
}

static bool sat_closest_on_polygon(const AukSupportShape *core, AukDvec q, double certain, ClosestOnShape *closest)
{
    double best = -INFINITY;
    int face = 0;
    for (int i = 0; i < core->count; i++) {
        AukDvec edge = polygon_edge_of(core, i);
        double beyond = dvec_cross(dvec_sub(q, dvec_from(core->vertices[i])), edge);
        double signed_square = beyond * fabs(beyond) / dvec_dot(edge, edge);
        face = signed_square > best ? i : face;
        best = signed_square > best ? signed_square : best;
    }
    AukDvec edge = polygon_edge_of(core, face), from = dvec_from(core->vertices[face]);
    double square = dvec_dot(edge, edge), t = dvec_dot(dvec_sub(q, from), edge) / square;
    double distance = auk__square_root(fabs(best));
    if (distance <= certain) {
        return false;
    }
    if (t < 0.0 || t > 1.0) {
        return best > 0.0 &&
               sat_closest_on_vertex(core, t < 0.0 ? face : auk__support_shape_next(core, face), q, certain, closest);
    }
    closest->at = dvec_mul_add(from, t, edge);
    closest->normal = dvec_scale(1.0 / auk__square_root(square), dvec(edge.y, -edge.x));
    closest->distance = best < 0.0 ? -distance : distance;
    closest->support = face;
    return true;
}

// The closest point on a segment, in its own frame. A point on the segment itself is uncertain, since its side is
// unknown.
static bool sat_closest_on_segment(const AukSupportShape *core, AukDvec q, double certain, ClosestOnShape *closest)
{
    AukDvec from = dvec_from(core->vertices[0]), edge = dvec_sub(dvec_from(core->vertices[1]), from);
    AukDvec apart = dvec_sub(q, from);
    double square = dvec_dot(edge, edge), along = dvec_dot(apart, edge), length = auk__square_root(square);
    if (along > 0.0 && along < square) {
        double aside = dvec_cross(edge, apart) / length, side = aside < 0.0 ? -1.0 : 1.0;
        closest->distance = fabs(aside);
        closest->normal = dvec(side * (-edge.y / length), side * (edge.x / length));
        closest->at = dvec_mul_add(from, along / square, edge);
        closest->support = 0;
        return closest->distance > certain;
    }
    closest->support = along > 0.0;
    closest->at = dvec_from(core->vertices[closest->support]);
    apart = dvec_sub(q, closest->at);
    closest->distance = dvec_length(apart);
    closest->normal = dvec_scale(1.0 / closest->distance, apart);
    return closest->distance > certain;
}

static inline bool find_closest(const AukSupportShape *core, AukDvec q, double size, ClosestOnShape *closest)
{
    double certain = AUK_SAT_CERTAIN * size;
    return core->count == 2 ? sat_closest_on_segment(core, q, certain, closest)
                            : sat_closest_on_polygon(core, q, certain, closest);
}

static inline void write_found(AukSeparation *found, bool of_b, double distance, AukF64x2 normal, AukF64x2 at,
                               AukF64x2 point, int support)
{
    found->distance = distance;
    auk__xy_write(&found->normal, of_b ? auk__f64x2_neg(normal) : normal);
    auk__xy_write(&found->point_a, of_b ? point : at);
    auk__xy_write(&found->point_b, of_b ? at : point);
    found->support_a = of_b ? 0 : support;
    found->support_b = of_b ? support : 0;
}

static bool separate_point_box(const AukSupportShape *box, const AukSupportShape *point, bool of_b,
                               AukSeparation *found)
{
    const AukDtransform *transform = &box->transform;
    double length = transform->c * transform->c + transform->s * transform->s,
           shrink = auk__dtransform_shrink(transform);
    AukF64x2 p = auk__xy(auk__support_shape_vertex(point, 0)), middle = auk__xy_position(transform);
    AukF64x2 half = auk__f64x2_load_point(&box->own[2].x);
    AukF64x2 q =
        auk__f64x2_mul(auk__f64x2_both(shrink * shrink), auk__xy_unrotate(transform, auk__f64x2_sub(p, middle)));
    double size = auk__xy_size(p) + auk__xy_size(middle) + auk__xy_size(q), extent = auk__xy_size(half);
    double touching = AUK_SAT_TOUCHING * (extent > size ? extent : size);
    ClosestOnBox closest = sat_closest_on_box(half, q, touching);
    if (closest.distance > 0.0 && closest.distance <= touching) {
        closest.distance = 0.0;
    }
    write_found(found, of_b, closest.distance * (length * shrink),
                auk__xy_rotate(transform, auk__f64x2_mul(auk__f64x2_both(shrink), closest.normal)),
                auk__xy_apply(transform, closest.at), p, closest.support);
    return true;
}

// Computes in the frame of the shape that is not a point. The length of a rotation may differ from 1 by float rounding,
// which is treated as a change of size.
static bool point_and_other(const AukSupportShape *other, const AukSupportShape *point, bool of_b, AukSeparation *found)
{
    const AukDtransform *transform = &other->transform;
    double shrink = auk__dtransform_shrink(transform), square = shrink * shrink;
    AukDvec p = auk__support_shape_vertex(point, 0);
    AukDvec q = dvec_scale(square, auk__dtransform_unrotate(transform, dvec(p.x - transform->x, p.y - transform->y)));
    double size = dvec_size(p) + dvec_size(dvec(transform->x, transform->y)) + dvec_size(q);
    for (int i = 0; i < other->count; i++) {
        double extent = dvec_size(dvec_from(other->vertices[i]));
        size = extent > size ? extent : size;
    }
    ClosestOnShape closest;
    if (!find_closest(other, q, size, &closest)) {
        return false;
    }
    if (closest.distance > 0.0 && closest.distance <= AUK_SAT_TOUCHING * size) {
        closest.distance = 0.0;
    }
    write_found(found, of_b, closest.distance * ((transform->c * transform->c + transform->s * transform->s) * shrink),
                auk__xy(auk__dtransform_rotate(transform, dvec_scale(shrink, closest.normal))),
                auk__xy(auk__dtransform_apply(transform, closest.at)), auk__xy(p), closest.support);
    return true;
}

bool auk__sat_point(const AukSupportShape *a, const AukSupportShape *b, AukSeparation *found)
{
    if (a->count == 1 && b->count == 1) {
        return auk__sat_two_points(a, b, found);
    }
    const AukSupportShape *other = a->count == 1 ? b : a;
    if (other->box) {
        return separate_point_box(other, a->count == 1 ? a : b, a->count == 1, found);
    }
    return point_and_other(other, a->count == 1 ? a : b, a->count == 1, found);
}
