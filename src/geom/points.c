// A point against a point, a segment, a box or a polygon: the pairs of circles. The face that the point is farthest
// beyond is the nearest one, or its end is, as for polygons; a box needs no search. Invariant: as in faces.c, an answer
// is given only where it is certain.
#include "geom/faces.h"

// What a point sees of a box or a polygon, in the other's own frame and units.
typedef struct Foot {
    AukDvec at, normal; // on the outline; unit, outward
    double distance;    // signed
    int support;        // a vertex at an end of what is nearest
} Foot;

static Foot foot_on_box(AukDvec half, AukDvec q, double touching)
{
    double x = fabs(q.x) - half.x, y = fabs(q.y) - half.y;
    double sign_x = q.x < 0.0 ? -1.0 : 1.0, sign_y = q.y < 0.0 ? -1.0 : 1.0;
    double corner = x > 0.0 && y > 0.0 ? sqrt(x * x + y * y) : 0.0;
    Foot foot;
    foot.support = sign_y > 0.0 ? (sign_x > 0.0 ? 2 : 3) : (sign_x > 0.0 ? 1 : 0);
    if (corner > touching) {
        foot.at = dvec(sign_x * half.x, sign_y * half.y);
        foot.normal = dvec(sign_x * (x / corner), sign_y * (y / corner));
        foot.distance = corner;
        return foot;
    }
    bool sideways = x > y;
    foot.distance = sideways ? x : y;
    foot.normal = sideways ? dvec(sign_x, 0.0) : dvec(0.0, sign_y);
    foot.at = sideways ? dvec(sign_x * half.x, y > 0.0 ? sign_y * half.y : q.y)
                       : dvec(x > 0.0 ? sign_x * half.x : q.x, sign_y * half.y);
    return foot;
}

static AukDvec edge_of(const AukCore *core, int index)
{
    return dvec_sub(dvec_from(core->vertices[auk__core_next(core, index)]), dvec_from(core->vertices[index]));
}

// The corner that ends or starts the nearest face, if no other point of the polygon is nearer: seen along the way to
// the point both its edges fall off.
static bool foot_on_corner(const AukCore *core, int index, AukDvec q, double certain, Foot *foot)
{
    AukDvec corner = dvec_from(core->vertices[index]), apart = dvec_sub(q, corner);
    AukDvec arriving = edge_of(core, (index > 0 ? index : core->count) - 1);
    foot->distance = dvec_length(apart);
    if (!(foot->distance > certain) || dvec_dot(arriving, apart) < 0.0 || dvec_dot(edge_of(core, index), apart) > 0.0) {
        return false;
    }
    foot->at = corner;
    foot->normal = dvec_scale(1.0 / foot->distance, apart);
    foot->support = index;
    return true;
}

static bool foot_on_polygon(const AukCore *core, AukDvec q, double certain, Foot *foot)
{
    double best = -INFINITY;
    int face = 0;
    for (int i = 0; i < core->count; i++) {
        AukDvec edge = edge_of(core, i);
        double beyond = dvec_cross(dvec_sub(q, dvec_from(core->vertices[i])), edge);
        double signed_square = beyond * fabs(beyond) / dvec_dot(edge, edge);
        face = signed_square > best ? i : face;
        best = signed_square > best ? signed_square : best;
    }
    AukDvec edge = edge_of(core, face), from = dvec_from(core->vertices[face]);
    double square = dvec_dot(edge, edge), t = dvec_dot(dvec_sub(q, from), edge) / square;
    double distance = sqrt(fabs(best));
    if (distance <= certain) {
        return false;
    }
    if (t < 0.0 || t > 1.0) {
        return best > 0.0 && foot_on_corner(core, t < 0.0 ? face : auk__core_next(core, face), q, certain, foot);
    }
    foot->at = dvec_mul_add(from, t, edge);
    foot->normal = dvec_scale(1.0 / sqrt(square), dvec(edge.y, -edge.x));
    foot->distance = best < 0.0 ? -distance : distance;
    foot->support = face;
    return true;
}

// The foot on a segment, in its own frame. On the segment itself no side is the right one.
static bool foot_on_segment(const AukCore *core, AukDvec q, double certain, Foot *foot)
{
    AukDvec from = dvec_from(core->vertices[0]), edge = dvec_sub(dvec_from(core->vertices[1]), from);
    AukDvec apart = dvec_sub(q, from);
    double square = dvec_dot(edge, edge), along = dvec_dot(apart, edge), length = sqrt(square);
    if (along > 0.0 && along < square) {
        double aside = dvec_cross(edge, apart) / length, side = aside < 0.0 ? -1.0 : 1.0;
        foot->distance = fabs(aside);
        foot->normal = dvec(side * (-edge.y / length), side * (edge.x / length));
        foot->at = dvec_mul_add(from, along / square, edge);
        foot->support = 0;
        return foot->distance > certain;
    }
    foot->support = along > 0.0;
    foot->at = dvec_from(core->vertices[foot->support]);
    apart = dvec_sub(q, foot->at);
    foot->distance = dvec_length(apart);
    foot->normal = dvec_scale(1.0 / foot->distance, apart);
    return foot->distance > certain;
}

static inline bool find_foot(const AukCore *core, AukDvec q, double size, Foot *foot)
{
    if (core->box) {
        *foot = foot_on_box(dvec_from(core->own[2]), q, AUK_FACES_TOUCHING * size);
        return true;
    }
    double certain = AUK_FACES_CERTAIN * size;
    return core->count == 2 ? foot_on_segment(core, q, certain, foot) : foot_on_polygon(core, q, certain, foot);
}

// In the frame of what is not a point. A rotation from outside may be off unit length by a rounding of floats, which is
// taken as a change of size.
static bool point_and_other(const AukCore *other, const AukCore *point, bool of_b, AukSeparation *found)
{
    const AukPlace *place = &other->place;
    double shrink = auk__place_shrink(place), square = shrink * shrink;
    AukDvec p = auk__core_vertex(point, 0);
    AukDvec q = dvec_scale(square, auk__place_unrotate(place, dvec(p.x - place->x, p.y - place->y)));
    double size = dvec_size(p) + dvec_size(dvec(place->x, place->y)) + dvec_size(q);
    for (int i = 0; i < other->count; i++) {
        double extent = dvec_size(dvec_from(other->vertices[i]));
        size = extent > size ? extent : size;
    }
    Foot foot;
    if (!find_foot(other, q, size, &foot)) {
        return false;
    }
    if (foot.distance > 0.0 && foot.distance <= AUK_FACES_TOUCHING * size) {
        foot.distance = 0.0;
    }
    AukDvec normal = auk__place_rotate(place, dvec_scale(shrink, foot.normal));
    AukDvec at = auk__place_apply(place, foot.at);
    found->distance = foot.distance * ((place->c * place->c + place->s * place->s) * shrink);
    found->normal = of_b ? dvec_neg(normal) : normal;
    found->point_a = of_b ? p : at;
    found->point_b = of_b ? at : p;
    found->support_a = of_b ? 0 : foot.support;
    found->support_b = of_b ? foot.support : 0;
    return true;
}

bool auk__point_faces(const AukCore *a, const AukCore *b, AukSeparation *found)
{
    if (a->count == 1 && b->count == 1) {
        return auk__two_points(a, b, found);
    }
    const AukCore *other = a->count == 1 ? b : a;
    return point_and_other(other, a->count == 1 ? a : b, a->count == 1, found);
}
