// The pieces of one-way outlines. A piece also blocks what is above it, or in front of one of its slopes: what falls on
// a slope is nowhere wholly in front of the piece. What overlaps another piece of the outline is half through it.
#include "geom/local_box.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/wrap.h"
#include "world/step/one_way.h"

// True if a shape is in front of a face of a polygon that faces the direction to some degree, and not below that face:
// what comes from below the polygon may be in front of the plane of a slope, too.
static bool is_before_slope(const AukSupportShape *core, AukDvec direction, const AukSupportShape *other, double tau)
{
    AukDvec unit = dvec_scale(1.0 / dvec_length(direction), direction);
    double bottom = dvec_dot(auk__support_shape_farthest(other, dvec_neg(unit)).point, unit) - other->radius;
    bool before = false;
    for (int i = 0; i < core->count && core->count > 2 && !before; i++) {
        AukDvec from = auk__support_shape_vertex(core, i);
        AukDvec to = auk__support_shape_vertex(core, i + 1 < core->count ? i + 1 : 0), along = dvec_sub(to, from);
        AukDvec out = dvec(along.y, -along.x);
        before = dvec_dot(out, unit) > AUK_ONE_WAY_FACING * dvec_length(out) &&
                 bottom >= fmin(dvec_dot(from, unit), dvec_dot(to, unit)) - core->radius - tau &&
                 auk__one_way_blocks(core, out, other, tau);
    }
    return before;
}

// The search for the pieces of an outline that a shape overlaps before the step.
typedef struct OutlineSearch {
    const AukWorld *world;
    const AukOneWaySight *sight;
    AukTransform pose; // of the outline's body
    AukBox box;        // of the shape, as seen from there
    AukOutlineMemo *found;
} OutlineSearch;

// Notes a part if the shape overlaps it and it is a piece of the outline.
static void look_at_piece(const OutlineSearch *search, uint32_t part)
{
    const AukParts *parts = &search->world->parts;
    AukOutlineMemo *found = search->found;
    AukPartPiece piece = auk__piece(parts, part, auk__part_child(parts, part));
    if (auk__piece_head(&piece) != found->head || piece.part == found->piece || // in another image
        !auk_box_overlap(auk__box_at(parts, part, search->pose), search->box)) {
        return;
    }
    AukSupportShape core;
    auk__piece_support_shape(&piece, search->pose, search->pose.p, &core);
    if (auk__separation(&core, &search->sight->core_other, 0.0, NULL).distance < -search->sight->tau) {
        found->piece = piece.part;
        found->count++;
    }
}

static void search_pieces(const OutlineSearch *search)
{
    const AukParts *parts = &search->world->parts;
    for (uint32_t i = search->found->head; i != AUK_NO_INDEX && search->found->count < 2;
         i = auk__part_next_piece(parts, i)) {
        look_at_piece(search, i);
    }
}

static void search_index(const OutlineSearch *search)
{
    const AukGrid *grid = &search->world->index.grid;
    AukDvec shift;
    AukWrapWalk walk = auk__wrap_images(&search->world->wrap, grid, search->box);
    while (search->found->count < 2 && auk__wrap_next(&walk, &shift)) {
        AukGridCursor cursor = auk__grid_query_box(grid, auk__box_shifted(search->box, shift));
        uint32_t part;
        while (search->found->count < 2 && auk__grid_next(grid, &cursor, &part)) {
            look_at_piece(search, part);
        }
    }
}

// True if the other shape overlaps another piece of the outline than that of the pair. Until a step publishes its
// poses, the query index has the boxes from before it; in a step of a few bodies, which may be one of many, those of
// bodies at rest alone.
static bool overlaps_outline_beside(const AukWorld *world, const AukOneWaySight *sight, AukOutlineMemo *memo)
{
    const AukPart *part = sight->piece.part;
    const uint32_t head = auk__piece_head(&sight->piece);
    if (memo->head != head || memo->other != sight->other.part || memo->child != sight->other.child) {
        AukTransform pose = *auk__start_pose(&world->bodies, part->body);
        OutlineSearch search = {world, sight, pose, auk__support_shape_around(&sight->core_other, pose.p), memo};
        *memo = (AukOutlineMemo){head, sight->other.part, sight->other.child, 0, NULL};
        if (!world->ccd.local || auk__body(&world->bodies, part->body)->motion == AUK_MOTION_STATIC) {
            search_index(&search);
        } else {
            search_pieces(&search);
        }
    }
    return memo->count > 1 || (memo->count == 1 && memo->piece != part);
}

bool auk__one_way_outline_blocks(const AukWorld *world, const AukOneWaySight *sight, AukDvec direction,
                                 AukOutlineMemo *memo)
{
    const AukPart *part = sight->piece.part;
    const AukSupportShape *core = &sight->core, *other = &sight->core_other;
    bool outline = part->form == AUK_FORM_CONVEX &&
                   auk__part_next_piece(&world->parts, auk__piece_head(&sight->piece)) != AUK_NO_INDEX;
    return outline &&
           (auk__one_way_is_above(&sight->piece, core, direction, other, sight->tau) ||
            (is_before_slope(core, direction, other, sight->tau) &&
             auk__separation(core, other, 0.0, NULL).distance >= -sight->tau)) &&
           !overlaps_outline_beside(world, sight, memo);
}
