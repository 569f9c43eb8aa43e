// The edges of one-way chains. An edge also blocks what is on its outer side, where it leads to the chain from joint to
// joint. What overlaps an edge on that way is half through the chain.
#include "world/state/chain_edges.h"
#include "world/step/one_way.h"

// So many edges of a chain are looked at between a shape and an edge that it is beside.
enum { EDGES_BESIDE = 64 };

// True if a shape overlaps the edge next to an edge of a chain, from that end to the far end of the neighbour.
static bool overlaps_neighbour(const AukSupportShape *core, AukVec2 end, AukVec2 far, const AukSupportShape *other,
                               double tau)
{
    if (far.x == end.x && far.y == end.y) { // the chain ends here
        return false;
    }
    AukSupportShape neighbour = *core;
    neighbour.vertices = neighbour.own;
    neighbour.own[0] = end;
    neighbour.own[1] = far;
    return auk__separation(&neighbour, other, INFINITY, NULL).distance < -tau;
}

static bool is_clear_of_neighbours(const AukSupportShape *core, AukAdjacency joints, const AukSupportShape *other,
                                   double tau)
{
    return !overlaps_neighbour(core, core->own[0], joints.before, other, tau) &&
           !overlaps_neighbour(core, core->own[1], joints.after, other, tau);
}

// The direction across that of a one-way chain, a unit vector.
static AukDvec across_of(AukDvec direction)
{
    return dvec_scale(1.0 / dvec_length(direction), dvec(direction.y, -direction.x));
}

// Where a shape begins and ends along a unit vector.
typedef struct AcrossSpan {
    double least, most;
} AcrossSpan;

static AcrossSpan span_across(const AukSupportShape *shape, AukDvec unit)
{
    AcrossSpan span = {dvec_dot(auk__support_shape_farthest(shape, dvec_neg(unit)).point, unit) - shape->radius,
                       dvec_dot(auk__support_shape_farthest(shape, unit).point, unit) + shape->radius};
    return span;
}

// Where a shape is beside an edge, across the direction of its chain: at its end 0 or 1. -1 if it is above or below, or
// if the edge runs along the direction.
static int end_beside(const AukSupportShape *core, AukDvec across, const AukSupportShape *other, double tau)
{
    AukDvec p = auk__support_shape_vertex(core, 0), q = auk__support_shape_vertex(core, 1);
    double from = dvec_dot(p, across), to = dvec_dot(q, across);
    AcrossSpan span = span_across(other, across);
    bool forward = to > from, upright = to == from;
    if (!upright && span.least >= (forward ? to : from) + core->radius - tau) {
        return forward ? 1 : 0;
    }
    return !upright && span.most <= (forward ? from : to) - core->radius + tau ? (forward ? 0 : 1) : -1;
}

// Goes on to the edge behind one end. False at the end of the chain. Of the next section of a longer chain only the
// first edge is known: it has no part, and no neighbour there.
static bool next_edge(AukPartPiece *edge, AukSupportShape *core, AukAdjacency *joints, int end)
{
    AukVec2 joint = core->own[end], far = end ? joints->after : joints->before;
    if (!edge->part || auk__is_same_point(joint, far)) {
        return false;
    }
    uint32_t part = end ? auk__edge_after(edge->parts, edge->part) : auk__edge_before(edge->parts, edge->part);
    joints->before = end ? core->own[0] : far;
    joints->after = end ? far : core->own[1];
    core->vertices = core->own;
    core->own[!end] = joint;
    core->own[end] = far;
    edge->part = part == AUK_NO_INDEX ? NULL : auk__part(edge->parts, part);
    if (edge->part) {
        edge->adjacency = auk__adjacency(edge->parts, part);
        *joints = auk__edge_joints(edge);
    }
    return true;
}

// True if two edges of a chain lead to the same side, so that they have the same outer side.
static bool runs_as(const AukSupportShape *a, const AukSupportShape *b, AukDvec across)
{
    AukDvec along_a = dvec_sub(auk__support_shape_vertex(a, 1), auk__support_shape_vertex(a, 0));
    AukDvec along_b = dvec_sub(auk__support_shape_vertex(b, 1), auk__support_shape_vertex(b, 0));
    return dvec_dot(along_a, across) * dvec_dot(along_b, across) > 0.0;
}

// True if a shape beside an edge is on the outer side of the chain where it is: of the first edge, along the chain
// towards it, that is not beside it too. The chain must not turn back on the way. Without this rule a box that walks up
// to a joint passed through the edges behind it: its corner is lower than they, and they are not in front of it.
static bool is_outside_beside(const AukPartPiece *piece, const AukSupportShape *core, AukAdjacency joints,
                              AukDvec direction, const AukSupportShape *other, double tau)
{
    AukDvec across = across_of(direction);
    AukPartPiece edge = *piece;
    AukSupportShape at;
    auk__support_shape_copy(core, &at);
    const int end = end_beside(core, across, other, tau);
    int now = end;
    for (int i = 0; i < EDGES_BESIDE && now == end && end >= 0; i++) {
        if (!next_edge(&edge, &at, &joints, end)) {
            return false;
        }
        now = end_beside(&at, across, other, tau);
    }
    if (end < 0 || now >= 0 || !runs_as(core, &at, across)) {
        return false;
    }
    AukSeparation separation = auk__separation(&at, other, INFINITY, NULL);
    return separation.distance >= -tau && dvec_dot(separation.normal, direction) > 0.0 &&
           is_clear_of_neighbours(&at, joints, other, tau);
}

bool auk__one_way_piece_blocks(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                               const AukSupportShape *other, double tau)
{
    if (auk__one_way_blocks(core, direction, other, tau)) {
        return true;
    }
    if (piece->part->form != AUK_FORM_EDGE) {
        return false;
    }
    const AukAdjacency joints = auk__edge_joints(piece);
    AukSeparation separation = auk__separation(core, other, INFINITY, NULL);
    bool outside = separation.distance >= -tau && (dvec_dot(separation.normal, direction) > 0.0 ||
                                                   is_outside_beside(piece, core, joints, direction, other, tau));
    return outside && is_clear_of_neighbours(core, joints, other, tau);
}

bool auk__one_way_is_half_through(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                                  const AukSupportShape *other, double tau)
{
    const AukDvec across = across_of(direction);
    const AcrossSpan span = span_across(other, across);
    for (int end = 0; end < 2; end++) {
        AukPartPiece edge = *piece;
        AukAdjacency joints = auk__edge_joints(piece);
        AukSupportShape at;
        auk__support_shape_copy(core, &at);
        for (int i = 0; i < EDGES_BESIDE; i++) {
            double joint = dvec_dot(auk__support_shape_vertex(&at, end), across);
            if (joint + at.radius < span.least - tau || joint - at.radius > span.most + tau ||
                !next_edge(&edge, &at, &joints, end)) {
                break;
            }
            if (auk__separation(&at, other, INFINITY, NULL).distance < -tau) {
                return true;
            }
        }
    }
    return false;
}
