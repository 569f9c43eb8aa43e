// A point against a point, a box or a polygon: the pairs of circles. The face that the point is farthest beyond is the
// nearest one, or its end is, as for polygons; a box needs no search.
// Invariant: as in faces.c, an answer is given only where it is certain.
#include "geom/faces.h"

static bool two_points(const AukCore *a, const AukCore *b, AukFacing *facing)
{
    AukDvec p = auk__core_vertex(a, 0), q = auk__core_vertex(b, 0), apart = dvec_sub(q, p);
    double distance = dvec_length(apart);
    if (!(distance > AUK_FACES_TOUCHING * (dvec_size(p) + dvec_size(q)))) {
        return false;
    }
    AukFacing found = {distance, p, q, dvec_scale(1.0 / distance, apart), 0, 0};
    *facing = found;
    return true;
}

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

// In the polygon's frame. A rotation from outside may be off unit length by a rounding of floats, which is taken as a
// change of size.
static bool point_and_polygon(const AukCore *polygon, const AukCore *point, bool of_b, AukFacing *facing)
{
    const AukPlace *place = &polygon->place;
    double square = place->c * place->c + place->s * place->s, scale = sqrt(square);
    AukDvec p = auk__core_vertex(point, 0);
    AukDvec q = dvec_scale(1.0 / square, auk__place_unrotate(place, dvec(p.x - place->x, p.y - place->y)));
    double size = dvec_size(p) + dvec_size(dvec(place->x, place->y)) + dvec_size(q);
    Foot foot;
    if (polygon->box) {
        foot = foot_on_box(dvec_from(polygon->own[2]), q, AUK_FACES_TOUCHING * size);
    } else if (!foot_on_polygon(polygon, q, AUK_FACES_CERTAIN * size, &foot)) {
        return false;
    }
    if (foot.distance > 0.0 && foot.distance <= AUK_FACES_TOUCHING * size) {
        foot.distance = 0.0;
    }
    AukDvec normal = dvec_scale(1.0 / scale, auk__place_rotate(place, foot.normal));
    AukDvec at = auk__place_apply(place, foot.at);
    facing->distance = foot.distance * scale;
    facing->normal = of_b ? dvec_neg(normal) : normal;
    facing->point_a = of_b ? p : at;
    facing->point_b = of_b ? at : p;
    facing->support_a = of_b ? 0 : foot.support;
    facing->support_b = of_b ? foot.support : 0;
    return true;
}

bool auk__point_faces(const AukCore *a, const AukCore *b, AukFacing *facing)
{
    if (a->count == 1 && b->count == 1) {
        return two_points(a, b, facing);
    }
    const AukCore *other = a->count == 1 ? b : a;
    return other->count > 2 && point_and_polygon(other, a->count == 1 ? a : b, a->count == 1, facing);
}
