// A contact whose normal is not one of its piece's is dropped. It is not lost, for this reason: at the point of the
// surface nearest to a shape, the normal points away from all pieces there. If the normal at a piece's corner points
// into a neighbour, that one continues from that corner towards the shape and is nearer. The neighbour, or a still
// nearer piece, reports the contact. This holds while the cores are apart. If they overlap, the normal is the direction
// of least penetration, which may be sideways. It is then replaced, never dropped.
#include "geom/ghost_normals.h"

#include "base/bits.h"
#include "base/predicates.h"

// A normal within this sine of a normal of the piece counts as that normal. It covers the rounding of float rotations
// and of float vertices on a straight line.
#define SNAP_SINE 1e-5
// A gap of two cores below this fraction of the pair's size is rounding error, and so is its normal.
#define CERTAIN_GAP 1e-9
// A path within this sine of a surface does not lead into it: what slides along a normal that replaces another one is
// parallel to it up to rounding.
#define PARALLEL_SINE 1e-9

static AukDvec right_of(AukDvec along)
{
    return dvec_scale(1.0 / dvec_length(along), dvec(along.y, -along.x));
}

static AukDvec offset_from(AukVec2 from, AukVec2 to)
{
    return dvec((double)to.x - (double)from.x, (double)to.y - (double)from.y);
}

// An end of an edge, where it may be joined to a neighbour.
typedef struct ChainJoint {
    AukDvec in, out; // the edge before the joint and the edge after it; one of them is zero at a free end
    int turn;        // auk__orientation()
} ChainJoint;

static ChainJoint joint_of(AukVec2 before, AukVec2 at, AukVec2 after)
{
    ChainJoint joint = {offset_from(before, at), offset_from(at, after), auk__orientation(before, at, after)};
    return joint;
}

static bool joint_turns_back(const ChainJoint *joint)
{
    return joint->turn == 0 && dvec_dot(joint->in, joint->out) < 0.0;
}

// The normals of a corner, from the face of one edge to the face of the other, on the convex side. `front`: none if
// that is the left side.
static AukArc joint_arc(const ChainJoint *joint, bool front)
{
    AukArc arc = {false, {0.0, 0.0}, {0.0, 0.0}};
    AukDvec in = joint->in, out = joint->out;
    int turn = joint->turn;
    if (turn > 0) {
        arc.any = true;
        arc.first = right_of(in);
        arc.last = right_of(out);
    } else if (turn < 0 && !front) {
        arc.any = true;
        arc.first = dvec_neg(right_of(out));
        arc.last = dvec_neg(right_of(in));
    }
    return arc;
}

// The normals of a free end, or of a joint at which the chain turns back along itself: all directions beyond the end.
static AukArc end_arc(AukDvec first)
{
    AukArc arc = {true, first, dvec_neg(first)};
    return arc;
}

static bool is_free_end(AukDvec edge)
{
    return edge.x == 0.0 && edge.y == 0.0;
}

// True if all directions beyond a joint are normals: the chain ends there, or turns back along itself.
static bool is_end(const ChainJoint *joint)
{
    return is_free_end(joint->in) || is_free_end(joint->out) || joint_turns_back(joint);
}

static void set_edge_normals(AukGhostNormals *normals, AukVec2 p, AukVec2 q, const ChainJoint joints[2], bool front)
{
    normals->count = 2;
    normals->face[0] = normals->face[1] = true;
    normals->open[0] = normals->open[1] = false;
    normals->normal[0] = right_of(offset_from(p, q));
    normals->normal[1] = dvec_neg(normals->normal[0]);
    normals->corner[0] = is_end(&joints[0]) ? end_arc(normals->normal[1]) : joint_arc(&joints[0], front);
    normals->corner[1] = is_end(&joints[1]) ? end_arc(normals->normal[0]) : joint_arc(&joints[1], front);
}

void auk__ghost_normals_of_edge(AukGhostNormals *normals, AukVec2 before, AukVec2 p, AukVec2 q, AukVec2 after)
{
    ChainJoint joints[2] = {joint_of(before, p, q), joint_of(p, q, after)};
    set_edge_normals(normals, p, q, joints, false);
}

// The part of the normals of an end that is on the right of the edge: a quarter of the circle of a free end. Where the
// chain turns back along itself, each edge has the quarter on its own right. With the half circle between them an edge
// had the normal of its back, which its whole length then met.
static AukArc front_arc(const AukGhostNormals *normals, int end, bool at_end)
{
    AukArc arc = normals->corner[end];
    AukDvec along = dvec(-normals->normal[0].y, normals->normal[0].x);
    if (at_end && end == 0) {
        arc.first = dvec_neg(along);
    } else if (at_end) {
        arc.last = along;
    }
    return arc;
}

void auk__ghost_normals_of_front(AukGhostNormals *normals, AukVec2 before, AukVec2 p, AukVec2 q, AukVec2 after)
{
    ChainJoint joints[2] = {joint_of(before, p, q), joint_of(p, q, after)};
    set_edge_normals(normals, p, q, joints, true);
    normals->face[1] = false;
    normals->corner[0] = front_arc(normals, 0, is_end(&joints[0]));
    normals->corner[1] = front_arc(normals, 1, is_end(&joints[1]));
}

bool auk__ghost_is_in_front(const AukSupportShape *piece, AukDvec normal, const AukSupportShape *other, AukDvec moved)
{
    AukDvec out =
        dvec_scale(auk__dtransform_shrink(&piece->transform), auk__dtransform_rotate(&piece->transform, normal));
    AukDvec line = auk__support_shape_farthest(piece, out).point;
    AukDvec far = auk__support_shape_farthest(other, out).point,
            near = auk__support_shape_farthest(other, dvec_neg(out)).point;
    AukDvec middle = dvec_add(dvec_scale(0.5, dvec_add(far, near)), moved);
    // seen from the shape: a query some periods away in a world that wraps around is as far from the origin of its
    // frame, and took what is well behind an edge for what is in front of it
    AukDvec place = dvec(other->transform.x, other->transform.y);
    double size = dvec_size(dvec_sub(line, place)) + dvec_size(dvec_sub(middle, place));
    return dvec_dot(out, dvec_sub(middle, line)) >= -2.0 * auk__tau(size);
}

static bool is_in_arc(const AukArc *arc, AukDvec n)
{
    const bool after = dvec_cross(arc->first, n) >= 0.0, before = dvec_cross(n, arc->last) >= 0.0;
    return arc->any & after & before;
}

static bool is_near(AukDvec a, AukDvec b)
{
    const bool alike = dvec_dot(a, b) > 0.0, parallel = fabs(dvec_cross(a, b)) <= SNAP_SINE;
    return alike & parallel;
}

// True if the normal is one of the piece's. A normal that differs from one of them by rounding is replaced by it. Which
// normal it is, if any, is unpredictable: all corners and faces are compared without a branch.
static bool snap_to_normals(const AukGhostNormals *normals, AukDvec *n)
{
    bool inside = false;
    unsigned faces = 0;
    for (int i = 0; i < normals->count; i++) {
        inside |= is_in_arc(&normals->corner[i], *n);
        const bool alike = is_near(normals->normal[i], *n);
        faces |= (unsigned)(normals->face[i] & alike) << i;
    }
    if (inside || faces != 0) {
        *n = inside ? *n : normals->normal[auk__lowest_bit(faces)];
        return true;
    }
    for (int i = 0; i < normals->count; i++) {
        const AukArc *arc = &normals->corner[i];
        if (arc->any && (is_near(arc->first, *n) || is_near(arc->last, *n))) {
            *n = is_near(arc->first, *n) ? arc->first : arc->last;
            return true;
        }
    }
    return false;
}

static bool have_none(const AukGhostNormals *normals)
{
    bool any = false;
    for (int i = 0; i < normals->count; i++) {
        any |= normals->face[i] | normals->corner[i].any;
    }
    return !any;
}

bool auk__ghost_normals_allow(const AukGhostNormals *normals, const AukSupportShape *piece, AukDvec normal)
{
    AukDvec local = auk__dtransform_unrotate(&piece->transform, normal);
    return have_none(normals) || snap_to_normals(normals, &local);
}

// A piece and the other shape, whose core is displaced by `moved`.
typedef struct GhostMeeting {
    const AukSupportShape *piece, *other;
    AukDvec moved;
} GhostMeeting;

// The separation of the shapes along a normal of the piece.
static AukSeparation separation_along(const GhostMeeting *meeting, AukDvec local)
{
    const AukSupportShape *piece = meeting->piece, *other = meeting->other;
    AukSeparation found;
    AukDvec normal =
        dvec_scale(auk__dtransform_shrink(&piece->transform), auk__dtransform_rotate(&piece->transform, local));
    AukSupport a = auk__support_shape_farthest(piece, normal), b = auk__support_shape_farthest(other, dvec_neg(normal));
    AukDvec nearest = dvec_add(b.point, meeting->moved);
    found.distance = dvec_dot(normal, dvec_sub(nearest, a.point)) - piece->radius - other->radius;
    found.normal = normal;
    found.point_b = dvec_mul_add(nearest, -other->radius, normal);
    found.point_a = dvec_mul_add(found.point_b, -found.distance, normal);
    found.support_a = a.index;
    found.support_b = b.index;
    found.iterations = 1;
    found.status = AUK_OK;
    return found;
}

static void keep_better(const GhostMeeting *meeting, AukDvec local, AukSeparation *best, bool *any)
{
    AukSeparation found = separation_along(meeting, local);
    if (!*any || found.distance > best->distance) {
        *best = found;
        *any = true;
    }
}

// The separation along the normal of the piece with the least penetration. False if the piece has no normals.
static bool separate_by_normals(const AukGhostNormals *normals, const GhostMeeting *meeting, AukSeparation *found)
{
    bool any = false;
    for (int i = 0; i < normals->count; i++) {
        if (normals->face[i]) {
            keep_better(meeting, normals->normal[i], found, &any);
        }
    }
    for (int i = 0; i < normals->count; i++) {
        if (normals->corner[i].any) {
            keep_better(meeting, normals->corner[i].first, found, &any);
            keep_better(meeting, normals->corner[i].last, found, &any);
        }
    }
    return any;
}

// True if the core of the other shape is within `near` of the line from p to q, which may be one point, in the frame of
// the piece. Cores count, not shapes: what is apart from the core of a neighbour may be left to this piece.
static bool is_near_line(const GhostMeeting *meeting, AukVec2 p, AukVec2 q, double near)
{
    const AukSupportShape *piece = meeting->piece, *other = meeting->other;
    AukSupportShape line = *piece, moved;
    line.own[0] = p;
    line.own[1] = q;
    line.vertices = line.own;
    line.count = p.x != q.x || p.y != q.y ? 2 : 1;
    line.box = false;
    line.radius = 0.0;
    auk__support_shape_copy(other, &moved);
    moved.transform.x += meeting->moved.x;
    moved.transform.y += meeting->moved.y;
    double gap = auk__separation(&line, &moved, near, NULL).distance + other->radius;
    return gap <= near + CERTAIN_GAP * (auk__support_shape_extent(piece) + auk__support_shape_extent(other));
}

// True if the other shape is at a corner of the surface that bends inward, across which this piece lies, and is as near
// to a neighbour with a face at that corner as it is to this piece (`gap` between the cores), and comes out of it
// sooner: the distance along the normals of this piece is `turned`, -INFINITY without normals. With the normal of a far
// face of this piece, a box in the corner of two walls as thick as one cell could not leave. The neighbour is left
// sooner than this piece, so that not all pieces leave the contact to another.
static bool is_across_corner(const AukGhostNormals *normals, const GhostMeeting *meeting, double gap, double turned)
{
    const double near = gap > 0.0 ? gap : 0.0;
    for (int i = 0; i < normals->count; i++) {
        for (int k = 0; k < 2 && normals->open[i]; k++) {
            const AukBeside *beside = &normals->beside[i][k];
            if (separation_along(meeting, beside->normal).distance > turned &&
                is_near_line(meeting, meeting->piece->vertices[i], beside->far, near)) {
                return true;
            }
        }
    }
    return false;
}

// True if the core of the other shape is within `near` of a part of the piece's outline that no neighbour covers.
static bool is_near_surface(const AukGhostNormals *normals, const GhostMeeting *meeting, double near)
{
    const AukVec2 *vertices = meeting->piece->vertices;
    for (int i = 0; i < normals->count; i++) {
        const int next = i + 1 < normals->count ? i + 1 : 0, end = normals->face[i] ? next : i;
        if ((normals->face[i] || normals->corner[i].any) && is_near_line(meeting, vertices[i], vertices[end], near)) {
            return true;
        }
    }
    return false;
}

static double core_gap(const AukSupportShape *piece, const AukSupportShape *other, const AukSeparation *separation)
{
    return separation->distance + piece->radius + other->radius;
}

static bool is_certain(const AukSupportShape *piece, const AukSupportShape *other, const AukSeparation *separation)
{
    return core_gap(piece, other, separation) >
           CERTAIN_GAP *
               (dvec_size(separation->point_a) + dvec_size(separation->point_b) + piece->radius + other->radius);
}

bool auk__ghost_normals_separation(const AukGhostNormals *normals, const AukSupportShape *piece,
                                   const AukSupportShape *other, AukGhost ghost, AukSeparation *separation)
{
    AukDvec local = auk__dtransform_unrotate(&piece->transform, separation->normal), own = local;
    if (snap_to_normals(normals, &own)) {
        if (own.x != local.x || own.y != local.y) {
            separation->normal =
                dvec_scale(auk__dtransform_shrink(&piece->transform), auk__dtransform_rotate(&piece->transform, own));
        }
        return true;
    }
    if (auk__support_shape_is_half_plane(other)) {
        return false; // the corner of the whole surface that is deepest in a half-plane owns its normal
    }
    if (ghost == AUK_GHOST_DROPPED && is_certain(piece, other, separation)) {
        return false;
    }
    GhostMeeting meeting = {piece, other, {0.0, 0.0}};
    const double gap = core_gap(piece, other, separation);
    AukSeparation turned;
    if (separate_by_normals(normals, &meeting, &turned)) {
        if (is_across_corner(normals, &meeting, gap, turned.distance)) {
            return false;
        }
        turned.iterations += separation->iterations;
        turned.status = separation->status;
        *separation = turned;
        return true;
    }
    return !is_across_corner(normals, &meeting, gap, -INFINITY);
}

bool auk__ghost_normals_impact(const AukGhostNormals *normals, const AukSupportShape *piece,
                               const AukSupportShape *other, AukDvec delta, bool starts_inside, AukImpact *impact)
{
    AukDvec local = auk__dtransform_unrotate(&piece->transform, impact->normal), own = local;
    if (snap_to_normals(normals, &own)) {
        if (own.x != local.x || own.y != local.y) {
            impact->normal =
                dvec_scale(auk__dtransform_shrink(&piece->transform), auk__dtransform_rotate(&piece->transform, own));
        }
        return true;
    }
    if (auk__support_shape_is_half_plane(other)) {
        return false;
    }
    GhostMeeting meeting = {piece, other, dvec_scale(impact->fraction, delta)};
    const double size = auk__support_shape_extent(piece) + auk__support_shape_extent(other);
    const double gap = piece->radius + other->radius + auk__tau(size); // about that much is between cores that meet
    AukSeparation turned;
    if (separate_by_normals(normals, &meeting, &turned)) {
        impact->normal = turned.normal;
        return dvec_dot(turned.normal, delta) < -PARALLEL_SINE * dvec_length(delta) &&
               !is_across_corner(normals, &meeting, gap, turned.distance) &&
               !(starts_inside && !is_near_surface(normals, &meeting, gap));
    }
    return !starts_inside && !is_across_corner(normals, &meeting, gap, -INFINITY);
}

void auk__separation_flip(AukSeparation *separation)
{
    AukSeparation found = *separation;
    separation->point_a = found.point_b;
    separation->point_b = found.point_a;
    separation->support_a = found.support_b;
    separation->support_b = found.support_a;
    separation->normal = dvec_neg(found.normal);
}
