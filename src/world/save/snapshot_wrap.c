// Further checks of a restore into a world that wraps around: bodies are in the rectangle, and no part is too wide for
// it. Without them a forged buffer could make queries visit any number of images.
#include "world/save/part_arrays.h"
#include "world/state/wrap.h"

static bool check_places(const AukSnapshotView *view, const AukWorld *world, const AukMotionRecord *motion)
{
    AukOrigin origin = view->header.origin;
    return auk__wrap_admits_place(world, origin, motion->pose.p) &&
           auk__wrap_admits_place(world, origin, motion->previous.p) &&
           (!motion->has_target || auk__wrap_admits_place(world, origin, motion->target.p));
}

static bool check_bodies(const AukSnapshotView *view, const AukWorld *world)
{
    for (uint32_t i = 0; i < view->header.counts[AUK_SECTION_BODIES]; i++) {
        AukMotionRecord motion = auk__motion_record(view, i);
        if (auk__body_record(view, i).state == AUK_SLOT_LIVE && !check_places(view, world, &motion)) {
            return false;
        }
    }
    return true;
}

static bool check_past(const AukSnapshotView *view, const AukWorld *world)
{
    static const AukTransform none;
    for (uint32_t i = 0; i < view->header.counts[AUK_SECTION_HISTORY]; i++) {
        AukTransform pose;
        memcpy(&pose, auk__record_at(view, AUK_SECTION_HISTORY, i, sizeof pose), sizeof pose);
        if (memcmp(&pose, &none, sizeof pose) != 0 && !auk__wrap_admits_place(world, view->header.origin, pose.p)) {
            return false;
        }
    }
    return true;
}

bool auk__snapshot_check_wrap(const AukSnapshotView *view, const AukWorld *world, const AukVertexStore *store)
{
    if (!world->wrap.on) {
        return true;
    }
    uint32_t grids = 0;
    for (uint32_t i = 0; i < view->header.counts[AUK_SECTION_PARTS]; i++) {
        AukPartRecord part = auk__part_record(view, i);
        if (part.state != AUK_SLOT_LIVE) {
            continue;
        }
        AukGridRecord grid = {0, 0, {0.0f, 0.0f}};
        if (part.form == AUK_FORM_TILES) {
            auk__record_get(view, AUK_SECTION_GRIDS, grids++, &grid, sizeof grid);
        }
        AukShape shape = auk__saved_shape(&part, &world->customs, store);
        bool enabled = auk__body_record(view, part.body).enabled && (part.flags & AUK_PART_DISABLED) == 0;
        if (enabled && // others may have turned
            !auk__wrap_admits_part(&world->wrap, &shape, grid.cell.x > grid.cell.y ? grid.cell.x : grid.cell.y,
                                   part.local, auk__motion_record(view, part.body).pose)) {
            return false;
        }
    }
    return check_bodies(view, world) && check_past(view, world);
}
