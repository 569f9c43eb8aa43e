// Two grids are in one lattice if their cells have the same size and rotation and are a whole number of cells apart,
// and if the same things meet both: their shapes have the same filter, radius, owner, one-way direction and sensor
// flag, and they are on one body or on static bodies. A grid's neighbours are the grids of its lattice that its sides
// or corners touch. The cells next to its border are looked up in them. In a world that wraps around, a neighbour may
// be seen several times, a period apart. Invariant: the lists of neighbours follow from the sites of all grids,
// whatever the order in which the sites changed.
#include "world/state/tile_seams.h"

#include "auk/terrain.h"
#include "world/state/bodies.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/tile_walk.h"
#include "world/state/wrap.h"

#include <string.h>

// Positions are rounded to floats, often several times. Two grids are in one lattice up to this fraction of their
// largest coordinate, at most LATTICE_MOST of a cell.
#define LATTICE_TOLERANCE 0x1p-20
#define LATTICE_MOST 0x1p-6

// ---- sites ----------------------------------------------------------------------------------------------------------

static AukTileSite site_of(const AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    const AukBody *body = auk__body(&world->bodies, part->body);
    AukTileSite site;
    memset(&site, 0, sizeof site);
    if (!auk__part_is_enabled(&world->bodies, part)) {
        return site;
    }
    site.state = AUK_SITE_PRESENT | (part->sensor ? AUK_SITE_SENSOR : 0);
    site.body = part->body;
    site.local = *auk__part_local(&world->parts, index);
    AukFilter filter = auk__part_filter(&world->bodies, &world->parts, part);
    site.category = auk__filter_category(filter);
    site.ignore = filter.ignore;
    site.group = filter.group;
    site.owner = auk__body_owner(&world->bodies, part->body);
    site.one_way = *auk__one_way(&world->parts, index);
    site.radius = part->radius;
    if (body->motion == AUK_MOTION_STATIC) {
        site.state |= AUK_SITE_STATIC;
        site.pose = *auk__pose(&world->bodies, part->body);
        site.period = world->wrap.period;
    }
    return site;
}

static bool sites_match(const AukTileSite *a, const AukTileSite *b)
{
    bool same_body = a->body == b->body;
    bool same_one_way = a->one_way.x == b->one_way.x && a->one_way.y == b->one_way.y &&
                        (same_body || (a->one_way.x == 0.0f && a->one_way.y == 0.0f) ||
                         (a->pose.q.c == b->pose.q.c && a->pose.q.s == b->pose.q.s));
    return (a->state & AUK_SITE_PRESENT) && a->state == b->state && (same_body || (a->state & AUK_SITE_STATIC)) &&
           a->radius == b->radius && same_one_way && auk_body_id_equal(a->owner, b->owner) &&
           a->category == b->category && a->ignore == b->ignore && a->group == b->group;
}

static void set_site(const AukParts *parts, AukTileGrid *grid, const AukTileSite *site)
{
    grid->site = *site;
    if (site->state != 0) { // the lattice of two grids that are beside each other may be off by less than a cell
        const AukTransform here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
        const bool rests = (site->state & AUK_SITE_STATIC) != 0;
        AukBox box = auk__box_at(parts, grid->part, rests ? site->pose : here);
        grid->reach.box = auk__box_grown(box, (double)auk__cell_longest(grid));
        grid->reach.body = rests ? AUK_NO_INDEX : site->body;
    }
}

// True if two grids may be beside each other in a world that does not wrap around.
static inline bool reaches_meet(const AukTileReach *a, const AukTileReach *b)
{
    return a->body == b->body && auk_box_overlap(a->box, b->box);
}

// ---- the lattice ----------------------------------------------------------------------------------------------------

// The place of cell (0, 0) of one grid in the cells of another.
typedef struct LatticeOffset {
    int x, y;
} LatticeOffset;

// The sites of two grids at some time, and the shift to the image of the second that is looked at.
typedef struct SitePair {
    const AukTileGrid *a, *b;
    AukTransform pose_a, pose_b;
    AukDvec shift;
} SitePair;

static double size_of_grid(const AukTileGrid *grid, AukTransform pose)
{
    double size = dvec_larger_size(dvec_from(grid->site.local.p), dvec_from(pose.p));
    double longest = dvec_size(dvec(grid->width * (double)grid->cell.x, grid->height * (double)grid->cell.y));
    return size > longest ? size : longest;
}

// Rounds to a whole number of cells. False if the distance is not one.
static bool whole_cells(double distance, double cell, double tolerance, int *count)
{
    double cells = distance / cell;
    if (!(fabs(cells) < 2.0 * AUK_TILES_SIDE_MAX)) {
        return false;
    }
    *count = (int)(cells < 0.0 ? cells - 0.5 : cells + 0.5);
    return fabs(cells - *count) * cell <= tolerance;
}

// Finds the offset of grid b in the lattice of grid a. False if they have no common lattice.
static bool lattice_offset(const SitePair *pair, LatticeOffset *offset)
{
    const AukTileGrid *a = pair->a, *b = pair->b;
    const AukTransform here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    bool same_body = a->site.body == b->site.body;
    AukTransform pose_a = same_body ? here : pair->pose_a, pose_b = same_body ? here : pair->pose_b;
    AukDtransform local_a = auk__dtransform(a->site.local, here.p), local_b = auk__dtransform(b->site.local, here.p);
    AukDtransform body_a = auk__dtransform(pose_a, pose_a.p), body_b = auk__dtransform(pose_b, pose_a.p);
    AukDtransform turned = auk__dtransform(pair->pose_a, pair->pose_a.p); // periods lie along the axes of the world
    AukDvec shift = same_body ? auk__dtransform_unrotate(&turned, pair->shift) : pair->shift;
    body_b.x += shift.x;
    body_b.y += shift.y;
    AukDtransform frame_a = auk__dtransform_compose(&body_a, &local_a);
    AukDtransform frame_b = auk__dtransform_compose(&body_b, &local_b);
    AukDtransform seen = auk__dtransform_seen_from(&frame_a, &frame_b);
    double cell = (double)(a->cell.x < a->cell.y ? a->cell.x : a->cell.y), size_a = size_of_grid(a, pose_a),
           size_b = size_of_grid(b, pose_b);
    double size = (size_a > size_b ? size_a : size_b) + dvec_size(pair->shift);
    double tolerance = LATTICE_TOLERANCE * size < LATTICE_MOST * cell ? LATTICE_TOLERANCE * size : LATTICE_MOST * cell;
    return seen.c > 0.0 && fabs(seen.s) * size <= tolerance &&
           whole_cells(seen.x, (double)a->cell.x, tolerance, &offset->x) &&
           whole_cells(seen.y, (double)a->cell.y, tolerance, &offset->y);
}

// A walk over the images of grid b in the lattice of grid a: the one that is nearest to it, and those around that one.
typedef struct LatticeWalk {
    SitePair pair;
    AukDvec nearest; // the shift to the nearest image
    int x, y, most_x, most_y;
} LatticeWalk;

// The position of a grid, which may be many periods away from its body.
static AukDvec place_of_grid(const AukTileGrid *grid, AukTransform pose)
{
    AukDtransform body = auk__dtransform(pose, auk_vec(0.0f, 0.0f));
    AukDvec offset = auk__dtransform_rotate(&body, dvec_from(grid->site.local.p));
    return dvec_add(dvec_from(pose.p), offset);
}

// `past` is null for the present. A body that was not there then has no images.
static LatticeWalk lattice_walk(const AukTileGrid *a, const AukTileGrid *b, const AukTilesPast *past)
{
    LatticeWalk walk = {{a, b, a->site.pose, b->site.pose, {0.0, 0.0}}, {0.0, 0.0}, 0, 0, -1, 0};
    if (a == b || a->cell.x != b->cell.x || a->cell.y != b->cell.y || !sites_match(&a->site, &b->site)) {
        return walk;
    }
    if (past && a->site.body != b->site.body) {
        if (auk__history_note(past->history, b->site.body)->born >= past->step) {
            return walk;
        }
        walk.pair.pose_a = *auk__history_pose(past->history, a->site.body, past->step);
        walk.pair.pose_b = *auk__history_pose(past->history, b->site.body, past->step);
    }
    AukDvec apart = dvec_sub(place_of_grid(b, walk.pair.pose_b), place_of_grid(a, walk.pair.pose_a));
    walk.most_x = a->site.period.x > 0.0;
    walk.most_y = a->site.period.y > 0.0;
    walk.nearest.x = walk.most_x ? auk__wrap_multiple(apart.x, a->site.period.x) : 0.0;
    walk.nearest.y = walk.most_y ? auk__wrap_multiple(apart.y, a->site.period.y) : 0.0;
    walk.x = -walk.most_x;
    walk.y = -walk.most_y;
    return walk;
}

static bool lattice_next(LatticeWalk *walk, LatticeOffset *offset)
{
    for (; walk->x <= walk->most_x; walk->x++, walk->y = -walk->most_y) {
        while (walk->y <= walk->most_y) {
            AukDvec period = walk->pair.a->site.period;
            walk->pair.shift = dvec_add(walk->nearest, dvec(walk->x * period.x, walk->y * period.y));
            walk->y++;
            if (lattice_offset(&walk->pair, offset)) {
                return true;
            }
        }
    }
    return false;
}

// True if grid b touches or overlaps grid a at an offset.
static bool is_beside(const AukTileGrid *a, const AukTileGrid *b, LatticeOffset offset)
{
    return offset.x <= a->width && offset.x + b->width >= 0 && offset.y <= a->height && offset.y + b->height >= 0;
}

// ---- lists of neighbours --------------------------------------------------------------------------------------------

static AukTileGrid *grid_at(const AukParts *parts, int index)
{
    return (AukTileGrid *)parts->grids.items + index;
}

static bool is_listed(const AukTileGrid *grid)
{
    return grid->seam_count <= AUK_TILE_SEAMS;
}

// Adds a neighbour, in the order of parts. A neighbour too many leaves the grid without a list.
static void list_seam(AukTileGrid *grid, AukTileSeam seam)
{
    if (!is_listed(grid)) {
        return;
    }
    if (grid->seam_count == AUK_TILE_SEAMS) {
        grid->seam_count++;
        return;
    }
    int i = grid->seam_count++;
    for (; i > 0 && grid->seams[i - 1].part > seam.part; i--) {
        grid->seams[i] = grid->seams[i - 1];
    }
    grid->seams[i] = seam;
}

// Adds the images of grid b that are beside grid a.
static void list_images(AukTileGrid *a, const AukTileGrid *b)
{
    LatticeWalk walk = lattice_walk(a, b, NULL);
    LatticeOffset offset;
    while (lattice_next(&walk, &offset)) {
        if (is_beside(a, b, offset)) {
            AukTileSeam seam = {b->part, offset.x, offset.y};
            list_seam(a, seam);
        }
    }
}

static void list_all(const AukWorld *world, AukTileGrid *grid)
{
    grid->seam_count = 0;
    for (int i = 0; i < world->parts.grids.count && grid->site.state != 0; i++) {
        const AukTileGrid *other = grid_at(&world->parts, i);
        if (world->wrap.on || reaches_meet(&grid->reach, &other->reach)) {
            list_images(grid, other);
        }
    }
}

// Removes the images of a part from a list. True if there were any.
static bool unlist(AukTileGrid *grid, uint32_t part)
{
    int kept = 0;
    for (int i = 0; i < grid->seam_count; i++) {
        if (grid->seams[i].part != part) {
            grid->seams[kept++] = grid->seams[i];
        }
    }
    bool any = kept < grid->seam_count;
    grid->seam_count = kept;
    return any;
}

// Updates the lists of all other grids after the site of one has changed, and marks those that change. `left`: where it
// was before.
static void update_others(AukWorld *world, const AukTileGrid *changed, const AukTileReach *left)
{
    for (int i = 0; i < world->parts.grids.count; i++) {
        AukTileGrid *other = grid_at(&world->parts, i);
        bool near = world->wrap.on || reaches_meet(&other->reach, left) || reaches_meet(&other->reach, &changed->reach);
        if (!near || other == changed || other->site.state == 0) {
            continue;
        }
        bool any = true;
        if (is_listed(other)) {
            any = unlist(other, changed->part);
            int count = other->seam_count;
            list_images(other, changed);
            any = any || other->seam_count != count;
        } else {
            list_all(world, other);
        }
        if (any) {
            auk__part_changed(world, other->part);
        }
    }
}

void auk__seams_update(AukWorld *world, uint32_t part)
{
    if (auk__part(&world->parts, part)->form != AUK_FORM_TILES) {
        return;
    }
    AukTileGrid *grid = auk__tiles(&world->parts, part);
    if (!grid->cells) {
        return; // the part is being added; its grid follows
    }
    AukTileSite site = site_of(world, part);
    grid->part = part;
    if (memcmp(&site, &grid->site, sizeof site) == 0) {
        return;
    }
    AukTileReach left = grid->reach;
    set_site(&world->parts, grid, &site);
    list_all(world, grid);
    auk__part_changed(world, part);
    update_others(world, grid, &left);
}

void auk__seams_enable(AukWorld *view, uint32_t body)
{
    for (int pass = 0; pass < 2; pass++) { // all sites first, since lists are made of them
        uint32_t i = *auk__first_part(&view->bodies, auk__body(&view->bodies, body));
        for (; i != AUK_NO_INDEX; i = auk__part_next(&view->parts, i)) {
            if (!auk__part_is_grid(&view->parts, i)) {
                continue;
            }
            AukTileGrid *grid = auk__tiles(&view->parts, i);
            if (pass == 0) {
                AukTileSite site = site_of(view, i);
                set_site(&view->parts, grid, &site);
            } else {
                list_all(view, grid);
            }
        }
    }
}

void auk__seams_drop(AukWorld *world, uint32_t part)
{
    AukTileGrid *grid = auk__tiles(&world->parts, part);
    memset(&grid->site, 0, sizeof grid->site);
    grid->seam_count = 0;
    update_others(world, grid, &grid->reach);
}

// With the site of a grid that is not there, one that is disabled after a restore was not updated: grids around it that
// listed it before went on so.
void auk__seams_forget(AukTileGrid *grid)
{
    memset(&grid->site, 0, sizeof grid->site);
    grid->site.state = AUK_SITE_UNKNOWN;
    grid->seam_count = 0;
}

void auk__seams_purge(AukParts *parts)
{
    for (int i = 0; i < parts->grids.count; i++) {
        AukTileGrid *grid = grid_at(parts, i);
        if (!is_listed(grid)) {
            auk__seams_forget(grid);
        }
        for (int k = grid->seam_count - 1; k >= 0; k--) {
            uint32_t part = grid->seams[k].part;
            bool gone = part >= (uint32_t)parts->records.count || !parts->slots.live[part] ||
                        auk__part(parts, part)->form != AUK_FORM_TILES;
            if (gone) {
                (void)unlist(grid, part);
                k = grid->seam_count;
            }
        }
    }
}

// True if a neighbour at an offset may look up a cell of a rectangle. In grids that overlap that is not at a border.
static bool looks_up(const AukTileGrid *neighbour, LatticeOffset offset, int x, int y, int width, int height)
{
    return x <= offset.x + neighbour->width && x + width >= offset.x && y <= offset.y + neighbour->height &&
           y + height >= offset.y;
}

void auk__seams_edited(AukWorld *world, uint32_t part, int x, int y, int width, int height)
{
    const AukTileGrid *grid = auk__tiles(&world->parts, part);
    auk__part_changed(world, part);
    for (int i = 0; is_listed(grid) && i < grid->seam_count; i++) {
        const AukTileSeam *seam = &grid->seams[i];
        LatticeOffset offset = {seam->x, seam->y};
        if (looks_up(auk__tiles(&world->parts, seam->part), offset, x, y, width, height)) {
            auk__part_changed(world, seam->part);
        }
    }
    for (int i = 0; !is_listed(grid) && i < world->parts.grids.count; i++) {
        const AukTileGrid *other = grid_at(&world->parts, i);
        if (other->cells && (world->wrap.on || reaches_meet(&grid->reach, &other->reach))) {
            auk__part_changed(world, other->part);
        }
    }
}

// ---- look-ups -------------------------------------------------------------------------------------------------------

// The cell of a grid at a place in the cells of another. None if it is empty.
static AukTileCell seam_cell_at(const AukTileGrid *grid, LatticeOffset offset, int x, int y)
{
    x -= offset.x;
    y -= offset.y;
    AukTileCell cell = {grid->part, -1};
    if (x >= 0 && y >= 0 && x < grid->width && y < grid->height) {
        int child = y * grid->width + x;
        cell.child = grid->cells[child] != AUK_TILE_EMPTY ? child : -1;
    }
    return cell;
}

// Looks at all grids: for the past, and for a grid with too many neighbours for a list. Like the list, it gives the
// cell of the first part.
static AukTileCell search_cell(const AukParts *parts, const AukTileGrid *grid, const AukTilesPast *past, int x, int y)
{
    AukTileCell found = {UINT32_MAX, -1};
    for (int i = 0; i < parts->grids.count; i++) {
        const AukTileGrid *other = grid_at(parts, i);
        if (other->site.state == 0 || other->part > found.part) {
            continue;
        }
        LatticeWalk walk = lattice_walk(grid, other, past);
        LatticeOffset offset;
        while (other->part != found.part && lattice_next(&walk, &offset)) {
            AukTileCell cell = seam_cell_at(other, offset, x, y);
            found = cell.child >= 0 ? cell : found;
        }
    }
    return found;
}

AukTileCell auk__seams_cell(const AukParts *parts, const AukTileGrid *grid, const AukTilesPast *past, int x, int y)
{
    if (past || !is_listed(grid)) {
        return search_cell(parts, grid, past, x, y);
    }
    AukTileCell found = {UINT32_MAX, -1};
    for (int i = 0; i < grid->seam_count && found.child < 0; i++) {
        LatticeOffset offset = {grid->seams[i].x, grid->seams[i].y};
        found = seam_cell_at(auk__tiles(parts, grid->seams[i].part), offset, x, y);
    }
    return found;
}

bool auk__seams_join_lines(const AukParts *parts, AukTileLine a, AukTileLine b)
{
    LatticeWalk walk = lattice_walk(auk__tiles(parts, a.part), auk__tiles(parts, b.part), NULL);
    LatticeOffset offset;
    while (lattice_next(&walk, &offset)) {
        if (a.upright == b.upright && a.line == b.line + (a.upright ? offset.y : offset.x)) {
            return true;
        }
    }
    return false;
}

bool auk__seams_join(const AukParts *parts, uint32_t part_a, uint32_t part_b)
{
    LatticeWalk walk = lattice_walk(auk__tiles(parts, part_a), auk__tiles(parts, part_b), NULL);
    LatticeOffset offset;
    return lattice_next(&walk, &offset);
}
