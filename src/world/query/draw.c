// Draws outlines and results as lines. Shapes are drawn from their support shapes: edges moved out by the radius, arcs
// at the corners, and support points along curves until the triangle between two tangents is flat enough. Invariant:
// the lines depend only on the state and the published arrays; data that a failed step leaves is not read.
#include "auk/draw.h"

#include "base/predicates.h"
#include "base/square_root.h"
#include "base/trig.h"
#include "base/zero.h"
#include "geom/half_plane.h"
#include "geom/local_box.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/pieces.h"
#include "world/state/query_index.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <float.h>
#include <string.h>

#define TURN 6.283185307179586

// A curve is divided into this many tangents at first; each gap is halved at most CURVE_HALVINGS times.
enum { CURVE_PARTS = 8, CURVE_HALVINGS = 10 };

typedef struct Pen {
    const AukWorld *world;
    AukDrawOptions options;
    AukDrawItem *out;
    int capacity, count;
    AukDrawItem item; // the members that the next items have in common
    AukDvec origin;   // of the frame of the drawing
    AukDvec image;    // the shift of the region, in a world that wraps around
    AukVec2 shift;    // from the place of an object to the place where it is drawn
    AukBox here;      // the region, relative to the present image
} Pen;

// Sets the pen to the image in which the middle of a box is in the rectangle.
static void aim(Pen *pen, AukBox box)
{
    AukDvec inward = auk__wrap_inward(&pen->world->wrap, box);
    pen->here = auk__box_shifted(pen->options.region, dvec_sub(pen->image, inward));
    pen->shift = dvec_to_float(dvec_sub(inward, pen->image));
}

static bool is_full(const Pen *pen)
{
    return pen->out ? pen->count >= pen->capacity : pen->count == INT32_MAX;
}

static void move_item(AukDrawItem *item, AukVec2 shift)
{
    item->p = auk_vec_add(item->p, shift);
    item->q = auk_vec_add(item->q, shift);
    item->center = item->kind == AUK_DRAW_ARC ? auk_vec_add(item->center, shift) : item->center;
}

static void draw_put(Pen *pen, const AukDrawItem *item, AukBox box)
{
    if (!is_full(pen) && auk_box_overlap(box, pen->here)) {
        if (pen->out) {
            pen->out[pen->count] = *item;
            move_item(&pen->out[pen->count], pen->shift);
        }
        pen->count++;
    }
}

static AukVec2 in_world(const Pen *pen, AukDvec v)
{
    return dvec_to_float(dvec_add(pen->origin, v));
}

static void put_segment(Pen *pen, AukVec2 p, AukVec2 q)
{
    AukDrawItem item = pen->item;
    item.kind = AUK_DRAW_SEGMENT;
    item.p = p;
    item.q = q;
    draw_put(pen, &item, auk_box_union(auk_box(p, p), auk_box(q, q)));
}

static void put_point(Pen *pen, AukVec2 p)
{
    AukDrawItem item = pen->item;
    item.kind = AUK_DRAW_POINT;
    item.p = item.q = p;
    draw_put(pen, &item, auk_box(p, p));
}

// Draws an arc from the unit direction `from` to the unit direction `to`, which are `turn` radians apart.
static void put_arc(Pen *pen, AukDvec center, double radius, AukDvec from, AukDvec to, double turn)
{
    AukDrawItem item = pen->item;
    item.kind = AUK_DRAW_ARC;
    item.center = in_world(pen, center);
    item.radius = (float)radius;
    item.p = in_world(pen, dvec_mul_add(center, radius, from));
    item.q = in_world(pen, dvec_mul_add(center, radius, to));
    item.angle = (float)auk__angle_of(from.x, from.y);
    item.turn = (float)turn;
    AukVec2 c = item.center;
    draw_put(pen, &item,
             auk_box(auk_vec(c.x - item.radius, c.y - item.radius), auk_vec(c.x + item.radius, c.y + item.radius)));
}

// ---- outlines ----

// Outward normal of the edge from a vertex to the next vertex.
static AukDvec edge_normal(const AukSupportShape *core, int index)
{
    AukDvec edge = dvec_sub(auk__support_shape_vertex(core, auk__support_shape_next(core, index)),
                            auk__support_shape_vertex(core, index));
    return dvec_scale(1.0 / dvec_length(edge), dvec(edge.y, -edge.x));
}

static void draw_corner(Pen *pen, const AukSupportShape *core, int index, AukDvec from, AukDvec to)
{
    double turn = auk__angle_of(dvec_dot(from, to), dvec_cross(from, to));
    turn = turn < -0.25 * TURN ? turn + TURN : turn; // at the end of a capsule half a turn may have either sign
    if (turn > 0.0) {
        put_arc(pen, auk__support_shape_vertex(core, index), core->radius, from, to, turn);
    }
}

static void draw_polygon(Pen *pen, const AukSupportShape *core)
{
    int edges = auk__support_shape_edge_count(core);
    if (core->radius == 0.0) {
        for (int i = 0; i < (edges == 2 ? 1 : edges) && !is_full(pen); i++) {
            put_segment(pen, in_world(pen, auk__support_shape_vertex(core, i)),
                        in_world(pen, auk__support_shape_vertex(core, auk__support_shape_next(core, i))));
        }
        return;
    }
    AukDvec normal = edge_normal(core, 0);
    for (int i = 0; i < edges && !is_full(pen); i++) {
        int next = auk__support_shape_next(core, i);
        AukDvec after = edge_normal(core, next);
        put_segment(pen, in_world(pen, dvec_mul_add(auk__support_shape_vertex(core, i), core->radius, normal)),
                    in_world(pen, dvec_mul_add(auk__support_shape_vertex(core, next), core->radius, normal)));
        draw_corner(pen, core, next, normal, after);
        normal = after;
    }
}

typedef struct Tangent {
    AukDvec normal, point; // the point at which the outline has that outward normal
} Tangent;

static Tangent tangent_at(const AukSupportShape *core, AukDvec direction)
{
    Tangent tangent = {dvec_scale(1.0 / dvec_length(direction), direction), {0.0, 0.0}};
    tangent.point = dvec_mul_add(auk__support_shape_farthest(core, tangent.normal).point, core->radius, tangent.normal);
    return tangent;
}

// The outline between two tangents lies in the triangle of the two tangents and the chord.
static void draw_curve(Pen *pen, const AukSupportShape *core, const Tangent *a, const Tangent *b, double error,
                       int halvings)
{
    double cosine = dvec_dot(a->normal, b->normal), chord = dvec_length(dvec_sub(b->point, a->point));
    double height = 0.5 * chord * auk__square_root((1.0 - cosine) / (1.0 + cosine));
    if (height > error && halvings > 0) {
        Tangent middle = tangent_at(core, dvec_add(a->normal, b->normal));
        draw_curve(pen, core, a, &middle, error, halvings - 1);
        draw_curve(pen, core, &middle, b, error, halvings - 1);
    } else if (chord > 0.0) {
        put_segment(pen, in_world(pen, a->point), in_world(pen, b->point));
    }
}

// Clips the interval [*from, *to] of a line to two sides on one axis.
static void clip_line(double at, double step, double low, double high, double *from, double *to)
{
    if (step == 0.0) {
        *to = at < low || at > high ? -INFINITY : *to;
        return;
    }
    double a = (low - at) / step, b = (high - at) / step, enters = a < b ? a : b, leaves = a < b ? b : a;
    *from = enters > *from ? enters : *from;
    *to = leaves < *to ? leaves : *to;
}

// Draws the surface of a half-plane across the region; if that is everywhere, across the bounds of the world with as
// much again on each side.
static void draw_half_plane(Pen *pen, const AukSupportShape *core)
{
    AukBox box = pen->here;
    if (box.max.x > AUK_COORDINATE_MAX) {
        AukBox bounds = auk_world_get_bounds(pen->world);
        double by = fmax((double)bounds.max.x - bounds.min.x, (double)bounds.max.y - bounds.min.y);
        box = auk__box_grown(bounds, by);
    }
    AukSurface surface = auk__half_plane_surface(core);
    AukDvec along = dvec(-surface.normal.y, surface.normal.x);
    AukDvec from = dvec_mul_add(surface.from, surface.offset + core->radius, surface.normal);
    from = dvec_add(pen->origin, from);
    double first = -INFINITY, last = INFINITY;
    clip_line(from.x, along.x, (double)box.min.x, (double)box.max.x, &first, &last);
    clip_line(from.y, along.y, (double)box.min.y, (double)box.max.y, &first, &last);
    if (first <= last) {
        put_segment(pen, dvec_to_float(dvec_mul_add(from, first, along)),
                    dvec_to_float(dvec_mul_add(from, last, along)));
    }
}

static void draw_core(Pen *pen, const AukSupportShape *core, double extent)
{
    if (core->count == 1 && core->radius == 0.0) {
        put_point(pen, in_world(pen, auk__support_shape_vertex(core, 0)));
    } else if (core->count == 1) {
        AukDvec axis = dvec(core->transform.c, core->transform.s);
        put_arc(pen, auk__support_shape_vertex(core, 0), core->radius, axis, axis, TURN);
    } else if (core->count > 1) {
        draw_polygon(pen, core);
    } else if (auk__support_shape_is_half_plane(core)) {
        draw_half_plane(pen, core);
    } else {
        static const AukDvec directions[CURVE_PARTS] = {{1.0, 0.0},  {1.0, 1.0},   {0.0, 1.0},  {-1.0, 1.0},
                                                        {-1.0, 0.0}, {-1.0, -1.0}, {0.0, -1.0}, {1.0, -1.0}};
        double error = pen->options.error > 0.0f ? (double)pen->options.error : extent / 512.0;
        Tangent first = tangent_at(core, directions[0]), last = first;
        for (int i = 1; i <= CURVE_PARTS && !is_full(pen); i++) {
            Tangent next = i < CURVE_PARTS ? tangent_at(core, directions[i]) : first;
            draw_curve(pen, core, &last, &next, error, CURVE_HALVINGS);
            last = next;
        }
    }
}

// ---- items ----

static AukDrawCategory category_of(const Pen *pen, const AukPart *part)
{
    const AukBody *body = auk__body(&pen->world->bodies, part->body);
    int first;
    if (!auk__part_is_enabled(&pen->world->bodies, part)) {
        return AUK_DRAW_DISABLED;
    }
    if (part->sensor) {
        return AUK_DRAW_SENSOR;
    }
    if ((pen->options.show & AUK_SHOW_TOUCHING) &&
        auk_body_contacts(pen->world, auk__body_id(&pen->world->bodies, part->body), &first, 1) > 0) {
        return AUK_DRAW_TOUCHING;
    }
    switch ((AukMotion)body->motion) {
    case AUK_MOTION_STATIC: return AUK_DRAW_STATIC;
    case AUK_MOTION_SWEPT: return AUK_DRAW_SWEPT;
    case AUK_MOTION_MOVING:
    case AUK_MOTION_COUNT: break;
    }
    return AUK_DRAW_MOVING;
}

static void name(Pen *pen, AukBodyId body, AukShapeId shape, int child)
{
    pen->item.body = body;
    pen->item.shape = shape;
    pen->item.child = child;
}

static void draw_box(Pen *pen, AukBox box)
{
    AukVec2 corners[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    pen->item.category = AUK_DRAW_BOX;
    for (int i = 0; i < 4; i++) {
        put_segment(pen, corners[i], corners[(i + 1) % 4]);
    }
}

// Draws the outline of a part, or its box.
static void draw_part(Pen *pen, uint32_t index, bool boxes)
{
    const AukPart *part = auk__part(&pen->world->parts, index);
    AukTransform pose = *auk__pose(&pen->world->bodies, part->body);
    AukBox box = auk__box_at(&pen->world->parts, index, pose);
    aim(pen, box);
    if (!auk_box_overlap(box, pen->here)) {
        return;
    }
    name(pen, auk__body_id(&pen->world->bodies, part->body),
         auk__shape_id(&pen->world->parts, auk__part_head(&pen->world->parts, index)),
         auk__part_child(&pen->world->parts, index));
    if (boxes) {
        if (!auk__part_is_half_plane(part)) {
            draw_box(pen, box);
        }
        return;
    }
    pen->item.category = category_of(pen, part);
    pen->origin = dvec_from(pose.p);
    AukPieceCursor cursor = auk__pieces_in(&pen->world->parts, &pen->world->wrap, index, pose, pen->here);
    while (auk__pieces_next(&cursor) && !is_full(pen)) {
        AukSupportShape core;
        auk__piece_support_shape(&cursor.piece, pose, pose.p, &core);
        pen->item.child = cursor.piece.child;
        if (!cursor.piece.grid || auk_box_overlap(auk__support_shape_bounds(&core, pose.p), pen->here)) {
            draw_core(pen, &core, auk__part_extent(&pen->world->parts, part));
        }
    }
}

static void draw_parts(Pen *pen, bool boxes)
{
    for (uint32_t i = 0; i < (uint32_t)pen->world->parts.records.count && !is_full(pen); i++) {
        if (pen->world->parts.slots.live[i]) {
            draw_part(pen, i, boxes);
        }
    }
}

static const AukBodyId no_body;
static const AukShapeId no_shape;

// The duration of the motion that a velocity is drawn as.
static double seconds_of(const Pen *pen)
{
    return pen->options.seconds > 0.0f ? (double)pen->options.seconds : 0.1;
}

static void draw_velocities(Pen *pen)
{
    double seconds = seconds_of(pen);
    pen->item.category = AUK_DRAW_VELOCITY;
    for (uint32_t i = 0; i < (uint32_t)pen->world->bodies.records.count && !is_full(pen); i++) {
        const AukBody *body = auk__body(&pen->world->bodies, i);
        if (pen->world->bodies.slots.live[i] && auk__is_not_zero(body->velocity)) {
            name(pen, auk__body_id(&pen->world->bodies, i), no_shape, 0);
            AukVec2 at = auk__pose(&pen->world->bodies, i)->p;
            aim(pen, auk_box(at, at));
            put_segment(pen, at, dvec_to_float(dvec_mul_add(dvec_from(at), seconds, dvec_from(body->velocity))));
        }
    }
}

static void draw_pairs(Pen *pen, const AukTouches *list)
{
    const AukContact *touches = list->contacts.items;
    pen->item.category = AUK_DRAW_PAIR;
    for (int i = 0; i < list->contacts.count && !is_full(pen); i++) {
        const AukBody *a = auk__body_of(&pen->world->bodies, touches[i].body_a),
                      *b = auk__body_of(&pen->world->bodies, touches[i].body_b);
        bool again = i > 0 && auk_body_id_equal(touches[i].body_a, touches[i - 1].body_a) &&
                     auk_body_id_equal(touches[i].body_b, touches[i - 1].body_b);
        if (a && b && !again) {
            name(pen, touches[i].body_a, no_shape, 0);
            AukVec2 from = auk__pose(&pen->world->bodies, touches[i].body_a.index)->p,
                    to = auk__pose(&pen->world->bodies, touches[i].body_b.index)->p;
            AukDvec shift = auk__wrap_nearest(&pen->world->wrap, dvec_sub(dvec_from(to), dvec_from(from)));
            aim(pen, auk_box(from, from));
            put_segment(pen, from, auk_vec_add(to, dvec_to_float(shift)));
        }
    }
}

// Half the extent of the smaller shape; zero if both shapes are gone.
static void draw_normal(Pen *pen, AukVec2 point, AukVec2 normal, AukShapeId a, AukShapeId b)
{
    const AukParts *parts = &pen->world->parts;
    const AukPart *part_a = auk__part_of(parts, a), *part_b = auk__part_of(parts, b);
    const AukPart *one = part_a ? part_a : part_b, *other = part_b ? part_b : part_a;
    if (one && other) {
        double extent_one = auk__part_extent(parts, one), extent_other = auk__part_extent(parts, other);
        double length = 0.5 * (extent_other < extent_one ? extent_other : extent_one);
        put_segment(pen, point, dvec_to_float(dvec_mul_add(dvec_from(point), length, dvec_from(normal))));
    }
}

static void draw_contacts(Pen *pen)
{
    AukContacts contacts = auk_world_contacts(pen->world);
    for (int i = 0; i < contacts.count && !is_full(pen); i++) {
        const AukContact *contact = &contacts.items[i];
        name(pen, contact->body_a, contact->shape_a, contact->child_a);
        for (int k = 0; k < contact->manifold.count; k++) {
            AukVec2 point = contact->manifold.points[k].point;
            aim(pen, auk_box(point, point));
            pen->item.category = AUK_DRAW_CONTACT;
            put_point(pen, point);
            pen->item.category = AUK_DRAW_NORMAL;
            draw_normal(pen, point, contact->manifold.normal, contact->shape_a, contact->shape_b);
        }
    }
}

static void draw_hits(Pen *pen)
{
    AukHits hits = auk_world_hits(pen->world);
    pen->item.category = AUK_DRAW_HIT;
    for (int i = 0; i < hits.count && !is_full(pen); i++) {
        const AukHit *hit = &hits.items[i];
        name(pen, hit->body_a, hit->shape_a, hit->child_a);
        aim(pen, auk_box(hit->point, hit->point));
        put_point(pen, hit->point);
        draw_normal(pen, hit->point, hit->normal, hit->shape_a, hit->shape_b);
    }
}

// The strips are as wide as the contents of the world, within the region.
static void draw_strips(Pen *pen)
{
    const AukWorld *world = pen->world;
    AukStrips strips = auk__broad_strips(world->broad);
    AukBox around = auk_world_get_bounds(world), region = pen->options.region;
    float left = around.min.x > region.min.x ? around.min.x : region.min.x;
    float right = around.max.x < region.max.x ? around.max.x : region.max.x;
    pen->item.category = AUK_DRAW_STRIP;
    name(pen, no_body, no_shape, 0);
    for (int i = 1; i < strips.count && left < right && !is_full(pen); i++) {
        float y = strips.bottom + (float)i / strips.per_unit;
        put_segment(pen, auk_vec(left, y), auk_vec(right, y));
    }
}

// ---- entry point ----

// Draws everything except the strips, in one image.
static void draw_all(Pen *pen)
{
    uint32_t show = pen->options.show;
    if (show & AUK_SHOW_SHAPES) {
        draw_parts(pen, false);
    }
    if (show & AUK_SHOW_BOXES) {
        draw_parts(pen, true);
    }
    if (show & AUK_SHOW_VELOCITIES) {
        draw_velocities(pen);
    }
    if (show & AUK_SHOW_PAIRS) {
        draw_pairs(pen, &pen->world->output.solids);
        draw_pairs(pen, &pen->world->output.sensors);
    }
    if (show & AUK_SHOW_CONTACTS) {
        draw_contacts(pen);
    }
    if (show & AUK_SHOW_HITS) {
        draw_hits(pen);
    }
}

// How far an item may reach from the middle of what it is drawn for. The boxes of the query index do not tell: they
// depend on the past of the world, disabled shapes are not among them, and velocities may be longer.
static AukDvec item_reach(const Pen *pen)
{
    const AukWorld *world = pen->world;
    const bool normals = (pen->options.show & (AUK_SHOW_CONTACTS | AUK_SHOW_HITS)) != 0;
    const double seconds = seconds_of(pen);
    AukDvec reach = dvec_scale((pen->options.show & AUK_SHOW_PAIRS) != 0 ? 0.5 : 0.0, world->wrap.period);
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        if (world->parts.slots.live[i]) {
            const AukPart *part = auk__part(&world->parts, i);
            AukBox box = auk__box_at(&world->parts, i, *auk__pose(&world->bodies, part->body));
            double normal = normals ? 0.5 * auk__part_extent(&world->parts, part) : 0.0;
            reach = dvec_max(reach, dvec_scale(0.5, dvec_sub(dvec_from(box.max), dvec_from(box.min))));
            reach = dvec_max(reach, dvec(normal, normal));
        }
    }
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count && (pen->options.show & AUK_SHOW_VELOCITIES); i++) {
        if (world->bodies.slots.live[i]) {
            AukDvec velocity = dvec_from(auk__body(&world->bodies, i)->velocity);
            reach = dvec_max(reach, dvec_scale(seconds, dvec(fabs(velocity.x), fabs(velocity.y))));
        }
    }
    return reach;
}

// A world that wraps around is drawn in every image that intersects the region.
static AukStatus draw_images(Pen *pen)
{
    const AukWrap *wrap = &pen->world->wrap;
    AukStatus status = auk__wrap_images_check(wrap, pen->options.region);
    AukWrapWalk walk = auk__wrap_one();
    if (wrap->on && !status) {
        walk = auk__wrap_walk(wrap, auk__wrap_around(wrap, item_reach(pen)), pen->options.region);
        status = auk__wrap_count(&walk) <= AUK_WRAP_SPAN_MAX ? AUK_OK : AUK_ERROR_RANGE;
    }
    while (!status && auk__wrap_next(&walk, &pen->image)) {
        draw_all(pen);
    }
    pen->here = pen->options.region;
    pen->shift = auk_vec(0.0f, 0.0f);
    return status;
}

// A box around all objects; the rectangle if the world wraps around.
static AukBox whole_region(const AukWrap *wrap)
{
    AukBox all = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}};
    if (wrap->period.x > 0.0) {
        all.min.x = (float)wrap->min.x;
        all.max.x = (float)(wrap->min.x + wrap->period.x);
    }
    if (wrap->period.y > 0.0) {
        all.min.y = (float)wrap->min.y;
        all.max.y = (float)(wrap->min.y + wrap->period.y);
    }
    return all;
}

static AukStatus draw_check(const AukDrawOptions *options)
{
    AukStatus status = auk__check_vec(options->region.min);
    status = status ? status : auk__check_vec(options->region.max);
    status = status ? status : auk__check_size(options->error);
    status = status ? status : auk__check_size(options->seconds);
    bool negative = options->region.min.x > options->region.max.x || options->region.min.y > options->region.max.y;
    status = status ? status : (negative ? AUK_ERROR_NEGATIVE : AUK_OK);
    return status || options->show <= (AUK_SHOW_ALL | AUK_SHOW_STRIPS) ? status : AUK_ERROR_ENUM;
}

int auk_world_draw(const AukWorld *world, const AukDrawOptions *options, AukDrawItem *out, int capacity)
{
    static const AukDrawOptions defaults;
    static const AukBox nowhere;
    Pen pen;
    memset(&pen, 0, sizeof pen);
    pen.world = world;
    pen.options = options ? *options : defaults;
    pen.out = out;
    pen.capacity = capacity;
    AukStatus status = world ? draw_check(&pen.options) : AUK_ERROR_NULL;
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    if (status) {
        return -(int)status;
    }
    if (memcmp(&pen.options.region, &nowhere, sizeof nowhere) == 0) {
        pen.options.region = whole_region(&world->wrap);
    }
    pen.options.show = pen.options.show ? pen.options.show : AUK_SHOW_SHAPES | AUK_SHOW_TOUCHING | AUK_SHOW_CONTACTS;
    status = draw_images(&pen);
    if (!status && (pen.options.show & AUK_SHOW_STRIPS)) {
        draw_strips(&pen);
    }
    return status ? -(int)status : pen.count;
}
