// The sizes and boxes of parts, and the places of parts in the broad phase and the query index, which follow from them.
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"

#include "base/assert.h"
#include "geom/local_box.h"
#include "geom/pairs4.h"
#include "world/state/bodies.h"
#include "world/state/query_index.h"
#include "world/state/tile_seams.h"
#include "world/state/wrap.h"

// Sets the shape of a plain body.
static void pose_part(AukPosed *posed, const AukParts *parts, const AukPart *part)
{
    posed->plain = part->pairs4_class;
    posed->radius = part->radius;
    posed->radius_excess = part->radius_excess;
    posed->count = 0;
    posed->core.half = part->kind == AUK_SHAPE_BOX ? part->core.half : auk_vec(0.0f, 0.0f);
    if (posed->plain == AUK_CLASS_POLYGON) {
        posed->count = part->vertex_count;
        posed->core.outline.vertex_block = part->core.polygon.vertex_block;
        posed->core.outline.reach = part->core.polygon.reach;
    } else if (posed->plain == AUK_CLASS_SEGMENT) {
        posed->count = 2;
        posed->core.outline.reach = auk__reach_of_points(auk__part_ends(parts, auk__part_index(parts, part))->at, 2);
    }
    AUK_ASSERT(auk__plain_extent(posed) == auk__part_extent(parts, part));
}

// For the part of a plain body.
static bool is_direct(const AukPart *part, uint32_t index)
{
    return part->body == index && part->filtered_by_mask && !part->sensor;
}

void auk__body_update_plain(AukBodies *bodies, AukParts *parts, uint32_t index)
{
    AukBody *body = auk__body(bodies, index);
    uint32_t first = *auk__first_part(bodies, body);
    const AukPart *part = first != AUK_NO_INDEX ? auk__part(parts, first) : NULL;
    bool alone =
        part && body->enabled && auk__part_next(parts, first) == AUK_NO_INDEX && part->centred && !part->disabled;
    body->fast_path = alone ? AUK_FAST_PATH : AUK_FAST_PATH_NONE;
    AukPosed *posed = auk__posed(bodies, index);
    posed->plain = AUK_CLASS_OTHER;
    bool direct = false;
    if (alone && part->form == AUK_FORM_CONVEX && part->pairs4_class != AUK_CLASS_OTHER) {
        pose_part(posed, parts, part);
        direct = is_direct(part, first);
    }
    auk__slot_bit_set(&bodies->direct, index, direct);
}

void auk__part_update_direct(AukBodies *bodies, const AukParts *parts, uint32_t index)
{
    const AukPart *part = auk__part(parts, index);
    bool plain = auk__posed(bodies, part->body)->plain != AUK_CLASS_OTHER;
    auk__slot_bit_set(&bodies->direct, part->body, plain && is_direct(part, index));
}

AukBox auk__box_of_shape(const AukShape *shape, double extent, const AukTransform *local, AukTransform pose)
{
    AukDtransform transform = auk__dtransform(pose, pose.p), on_body = auk__dtransform(*local, auk_vec(0.0f, 0.0f));
    transform = auk__dtransform_compose(&transform, &on_body);
    return auk__widened_bounds(shape, &transform, pose.p, extent * AUK_CONTACT_MARGIN);
}

AukBox auk__box_at(const AukParts *parts, uint32_t index, AukTransform pose)
{
    const AukPart *part = auk__part(parts, index);
    if (part->centred) {
        return auk__local_box_placed(auk__part_local_box(parts, part, pose.q), pose.p);
    }
    AukShape shape;
    auk__part_shape_to(parts, part, &shape);
    return auk__box_of_shape(&shape, auk__part_extent(parts, part), auk__part_local(parts, index), pose);
}

AukStatus auk__tight_admit(const AukBodies *bodies, AukParts *parts)
{
    if (auk__lazy_exists(&parts->tight)) {
        return AUK_OK;
    }
    if (!auk__lazy_admit(&parts->tight, sizeof(AukBounds), &parts->records)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < (uint32_t)parts->records.count; i++) {
        if (parts->slots.live[i]) {
            AukTransform pose = *auk__pose(bodies, auk__part(parts, i)->body);
            auk__tight_bounds(parts)[i] = auk__bounds_of(auk__box_at(parts, i, pose));
        }
    }
    return AUK_OK;
}

AukStatus auk__swept_admit(const AukBodies *bodies, AukParts *parts)
{
    AukStatus status = auk__turn_radii_admit(parts);
    return status ? status : auk__tight_admit(bodies, parts);
}

AukBox auk__tighten(AukBodies *bodies, AukParts *parts, uint32_t index, AukTransform pose)
{
    AukBox box = auk__box_at(parts, index, pose);
    AukBounds *tight = auk__tight_bounds(parts) + index;
    if (auk__lazy_exists(&parts->tight) || auk__bounds_anywhere(tight)) {
        *tight = auk__bounds_of(box);
    }
    auk__body_stir(auk__body(bodies, auk__part(parts, index)->body));
    return box;
}

void auk__part_refresh(AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    AukBody *body = auk__body(&world->bodies, part->body);
    AukTransform pose = *auk__pose(&world->bodies, part->body);
    AukBox box = auk__box_at(&world->parts, index, pose);
    if (auk__lazy_exists(&world->parts.tight)) { // else auk__broad_place() keeps it, and looks at the one before
        auk__tight_bounds(&world->parts)[index] = auk__bounds_of(box);
    }
    auk__body_stir(body);
    auk__part_changed(world, index);
    auk__seams_update(world, index);
    if (!auk__part_is_enabled(&world->bodies, part) || auk__part_is_half_plane(part)) {
        auk__broad_place(world, index, box, AUK_BROAD_NONE);
        auk__grid_remove(&world->index.grid, index);
        return;
    }
    AukBroadClass class = body->motion == AUK_MOTION_STATIC ? AUK_BROAD_STATIC : AUK_BROAD_MOVING;
    auk__broad_place(world, index, box, class);
    auk__wrap_join(&world->parts, &world->wrap, index, pose);
    if (class == AUK_BROAD_STATIC) {
        auk__grid_set_static(&world->index.grid, index, auk__part_index_box(&world->parts, &world->wrap, index));
        auk__query_index_note(world, index);
        auk__query_index_note_all(world);
    } else {
        auk__grid_set(&world->index.grid, index, auk__part_index_box(&world->parts, &world->wrap, index));
    }
    auk__grid_widen_regions(&world->index.grid);
}
