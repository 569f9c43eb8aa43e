// Motions: whatever a cast answers, the distance along the motion must agree with it. auk_distance() measures, which
// the pair target judges; nothing may touch before the fraction, the distance there is the one asked for, and a cast
// without a hit never comes near. Segments and outlines are decided by exact orientations.
#include "fuzz/expect.h"
#include "fuzz/input.h"
#include "fuzz/solid.h"
#include "support/oracle.h"
#include "support/print.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 24, OUTLINE_MAX = 12 };

static InputShape input_a, input_b;
static AukPath path_a, path_b;
static AukCastOptions options;
static AukVec2 outline[OUTLINE_MAX], before[OUTLINE_MAX], after[OUTLINE_MAX];
static int outline_count, corner_count;

static void print(FILE *file)
{
    input_print(file, "a", &input_a, path_a.start);
    input_print(file, "b", &input_b, path_b.start);
    print_path(file, "a", &path_a);
    print_path(file, "b", &path_b);
    fprintf(file, "AukCastOptions options = {%s, %af};\n", options.skip_overlapping ? "true" : "false",
            (double)options.distance);
    print_points(file, "outline", outline, outline_count);
    print_points(file, "before", before, corner_count);
    print_points(file, "after", after, corner_count);
}

// A motion of a against b as the checks see it.
typedef struct Motion {
    const AukShape *a, *b;
    const AukPath *path_a, *path_b;
    double scale, slack;
} Motion;

static AukTransform turned(const AukPath *path, double fraction)
{
    Solid solid = solid_of(NULL, path->start, path->start.p);
    double angle = (double)path->turn * fraction;
    AukTransform pose = {
        {0.0f, 0.0f},
        {(float)(solid.c * cos(angle) - solid.s * sin(angle)), (float)(solid.s * cos(angle) + solid.c * sin(angle))}};
    return pose;
}

static Vec moved(const AukPath *path, double fraction)
{
    return vec_add(vec_of(path->start.p), vec_scale(fraction, vec_of(path->delta)));
}

// Both poses at a fraction, relative to a: only so much is rounded as a float of the relative position is.
static void poses_at(const Motion *motion, double fraction, AukTransform *pose_a, AukTransform *pose_b)
{
    Vec start = vec_sub(vec_of(motion->path_b->start.p), vec_of(motion->path_a->start.p));
    Vec delta = vec_sub(vec_of(motion->path_b->delta), vec_of(motion->path_a->delta));
    *pose_a = turned(motion->path_a, fraction);
    *pose_b = turned(motion->path_b, fraction);
    pose_b->p = vec_to_float(vec_add(start, vec_scale(fraction, delta)));
}

static double distance_at(const Motion *motion, double fraction)
{
    AukTransform pose_a, pose_b;
    poses_at(motion, fraction, &pose_a, &pose_b);
    return (double)auk_distance(motion->a, pose_a, motion->b, pose_b).distance;
}

static Motion measure_motion(const AukShape *a, const AukPath *by_a, const AukShape *b, const AukPath *by_b)
{
    Motion motion = {a, b, by_a, by_b, 0.0, 0.0};
    Solid solid_a = solid_of(a, by_a->start, by_a->start.p), solid_b = solid_of(b, by_b->start, by_a->start.p);
    double delta = vec_length(vec_sub(vec_of(by_b->delta), vec_of(by_a->delta)));
    double turning =
        fabs((double)by_a->turn) * solid_extent(&solid_a) + fabs((double)by_b->turn) * solid_extent(&solid_b);
    motion.scale = fmax(fmax(solid_scale(&solid_a, &solid_b), turning), fmax(delta, (double)options.distance));
    motion.slack = solid_tolerance(motion.scale);
    return motion;
}

static void check_hit(const Motion *motion, const AukCast *cast)
{
    double fraction = (double)cast->fraction, stop = (double)options.distance;
    AukTransform pose_a, pose_b;
    poses_at(motion, fraction, &pose_a, &pose_b);
    Solid a = solid_of(motion->a, pose_a, pose_a.p), b = solid_of(motion->b, pose_b, pose_a.p);
    double distance = distance_at(motion, fraction);
    bool at_start = cast->normal.x == 0.0f && cast->normal.y == 0.0f;
    if (at_start) {
        EXPECT(cast->fraction == 0.0f && !options.skip_overlapping, "fraction %a without a normal", fraction);
        EXPECT(distance <= stop + motion->slack, "overlapping at distance %a", distance);
    } else {
        EXPECT(solid_is_unit(cast->normal), "normal {%a, %a}", (double)cast->normal.x, (double)cast->normal.y);
        if (cast->status == AUK_OK) {
            EXPECT(fabs(distance - stop) <= motion->slack, "at fraction %a the distance is %a", fraction, distance);
            double shown = solid_separation(&a, &b, vec_of(cast->normal));
            EXPECT(fabs(shown - stop) <= motion->slack, "the normal {%a, %a} shows a distance of %a",
                   (double)cast->normal.x, (double)cast->normal.y, shown);
        }
    }
    if (cast->status != AUK_OK) {
        return; // the fraction is safe, but nothing has met
    }
    AukVec2 place = vec_to_float(moved(motion->path_a, fraction));
    // of shapes that overlap, midway between the surfaces
    double room = stop + fmax(0.0, -0.5 * distance) + motion->slack;
    room += solid_rounding(cast->point) + solid_rounding(place) + solid_rounding(motion->path_a->start.p);
    AukShape storage;
    Solid point = solid_of_point(&storage, vec_sub(vec_of(cast->point), moved(motion->path_a, fraction)), 0.0f);
    EXPECT(solid_widest(&a, &point) <= room && solid_widest(&b, &point) <= room,
           "point {%a, %a} is %a from a and %a from b", (double)cast->point.x, (double)cast->point.y,
           solid_widest(&a, &point), solid_widest(&b, &point));
}

// A shape that may leave first what it overlaps is only judged where it starts apart.
static void check_cast(const Motion *motion, const AukCast *cast, bool may_limit)
{
    EXPECT(isfinite(cast->fraction) && cast->fraction >= 0.0f && cast->fraction <= 1.0f, "fraction %a",
           (double)cast->fraction);
    EXPECT(solid_is_finite(cast->point) && solid_is_finite(cast->normal), "not finite");
    EXPECT(cast->status == AUK_OK || may_limit, "status %d", cast->status);
    if (motion->scale > 0.1 * (double)AUK_COORDINATE_MAX) {
        return; // on its way it leaves the range in which distances are answered
    }
    double stop = (double)options.distance, start = distance_at(motion, 0.0);
    if (start < stop - motion->slack && !options.skip_overlapping) {
        EXPECT(cast->hit && cast->fraction == 0.0f && cast->normal.x == 0.0f && cast->normal.y == 0.0f,
               "starts at distance %a, hit %d at %a", start, cast->hit, (double)cast->fraction);
    }
    if (cast->hit) {
        check_hit(motion, cast);
    }
    if (options.skip_overlapping && start <= stop + motion->slack) {
        return;
    }
    double end = cast->hit || cast->status != AUK_OK ? (double)cast->fraction : 1.0;
    for (int i = 0; i <= SAMPLES && end > 0.0; i++) {
        double distance = distance_at(motion, end * i / SAMPLES);
        EXPECT(distance >= stop - motion->slack, "hit %d at %a, but at fraction %a the distance is %a", cast->hit,
               (double)cast->fraction, end * i / SAMPLES, distance);
    }
}

static Flaws flaws_of_options(void)
{
    return flaws_of_size(options.distance);
}

static void check_bad_cast(Flaws flaws, const AukCast *cast)
{
    EXPECT(flaws_explain(flaws, cast->status), "status %d, flaws %x", cast->status, flaws);
    EXPECT(!cast->hit, "bad input is hit");
}

static void try_ray(void)
{
    AukVec2 from = path_b.start.p, delta = path_b.delta;
    AukTransform pose = path_a.start;
    AukCast cast = auk_cast_ray(&input_a.shape, pose, from, delta, &options), many;
    EXPECT(auk_cast_ray_many(&input_a.shape, pose, &from, &delta, 1, &options, &many) == AUK_OK, "refused");
    EXPECT(many.hit == cast.hit && many.fraction == cast.fraction && many.status == cast.status, "differs");
    Flaws flaws = input_a.flaws | flaws_of_pose(pose) | flaws_of_vec(from) | flaws_of_vec(delta) | flaws_of_options();
    if (flaws) {
        check_bad_cast(flaws, &cast);
        return;
    }
    AukShape storage;
    solid_of_point(&storage, vec(0.0, 0.0), 0.0f);
    AukPath resting = {pose, {0.0f, 0.0f}, 0.0f}, ray = {{from, {1.0f, 0.0f}}, delta, 0.0f};
    Motion motion = measure_motion(&input_a.shape, &resting, &storage, &ray);
    check_cast(&motion, &cast, false);
}

static void try_shape(void)
{
    AukTransform pose_a = path_a.start, pose_b = path_b.start;
    AukVec2 delta = path_a.delta;
    AukCast cast = auk_cast_shape(&input_a.shape, pose_a, delta, &input_b.shape, pose_b, &options), many;
    EXPECT(auk_cast_shape_many(&input_a.shape, pose_a, delta, &input_b.shape, &pose_b, 1, &options, &many) == AUK_OK,
           "refused");
    EXPECT(many.hit == cast.hit && many.fraction == cast.fraction && many.status == cast.status, "differs");
    Flaws flaws = input_a.flaws | input_b.flaws | flaws_of_pose(pose_a) | flaws_of_pose(pose_b) | flaws_of_vec(delta) |
                  flaws_of_options();
    if (flaws) {
        check_bad_cast(flaws, &cast);
        return;
    }
    AukPath moving = {pose_a, delta, 0.0f}, resting = {pose_b, {0.0f, 0.0f}, 0.0f};
    Motion motion = measure_motion(&input_a.shape, &moving, &input_b.shape, &resting);
    check_cast(&motion, &cast, false);
}

static Flaws flaws_of_path(const AukPath *path)
{
    return flaws_of_pose(path->start) | flaws_of_vec(path->delta) | flaws_of_number(path->turn);
}

static void try_time_of_impact(void)
{
    AukCast cast = auk_time_of_impact(&input_a.shape, &path_a, &input_b.shape, &path_b, &options);
    Flaws flaws = input_a.flaws | input_b.flaws | flaws_of_path(&path_a) | flaws_of_path(&path_b) | flaws_of_options();
    if (flaws) {
        check_bad_cast(flaws, &cast);
        return;
    }
    // beyond, a float of the fraction or the angle has no digits left for a direction
    if (fabs((double)path_a.turn) > 1e6 || fabs((double)path_b.turn) > 1e6) {
        EXPECT(cast.fraction >= 0.0f && cast.fraction <= 1.0f && solid_is_finite(cast.point), "fraction %a",
               (double)cast.fraction);
        return;
    }
    Motion motion = measure_motion(&input_a.shape, &path_a, &input_b.shape, &path_b);
    check_cast(&motion, &cast, true);
}

// A path is taken as it is; only that it ends, and what is left of a good one.
static void try_path(float fraction)
{
    AukTransform pose = auk_path_pose(&path_a, fraction);
    if (flaws_of_path(&path_a) == 0 && fraction >= 0.0f && fraction <= 1.0f) {
        AukVec2 q = {pose.q.c, pose.q.s};
        // a rotation that is no more than a millionth off unit length is taken as it is
        bool unit = fabs(vec_length(vec_of(q)) - 1.0) <= 1e-6;
        EXPECT(unit && solid_is_finite(pose.p), "{%a, %a}", (double)q.x, (double)q.y);
    }
}

static bool between(float a, float x, float b)
{
    return (a <= x && x <= b) || (b <= x && x <= a);
}

static bool on_segment(AukVec2 a, AukVec2 b, AukVec2 p)
{
    return between(a.x, p.x, b.x) && between(a.y, p.y, b.y) && oracle_orientation(a, b, p) == 0;
}

static bool segments_meet(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d)
{
    if (on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b)) {
        return true;
    }
    return oracle_orientation(a, b, c) * oracle_orientation(a, b, d) < 0 &&
           oracle_orientation(c, d, a) * oracle_orientation(c, d, b) < 0;
}

static double size_of(AukVec2 v)
{
    return fmax(fabs((double)v.x), fabs((double)v.y));
}

static void try_segments(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d)
{
    AukSegmentHit hit = auk_segment_intersect(a, b, c, d), swapped = auk_segment_intersect(c, d, a, b);
    Flaws flaws = flaws_of_vec(a) | flaws_of_vec(b) | flaws_of_vec(c) | flaws_of_vec(d);
    EXPECT(flaws_explain(flaws, hit.status), "status %d, flaws %x", hit.status, flaws);
    if (flaws) {
        EXPECT(!hit.hit, "bad input is hit");
        return;
    }
    bool meet = segments_meet(a, b, c, d);
    EXPECT(hit.hit == meet && swapped.hit == meet, "hit %d, swapped %d, exactly %d", hit.hit, swapped.hit, meet);
    EXPECT(isfinite(hit.t) && isfinite(hit.s) && solid_is_finite(hit.point), "t %a, s %a", (double)hit.t,
           (double)hit.s);
    if (hit.hit) {
        double t = (double)hit.t, s = (double)hit.s;
        EXPECT(t >= 0.0 && t <= 1.0 && s >= 0.0 && s <= 1.0, "t %a, s %a", t, s);
        double room = solid_tolerance(fmax(fmax(size_of(a), size_of(b)), fmax(size_of(c), size_of(d))));
        Vec first = vec_add(vec_of(a), vec_scale(t, vec_sub(vec_of(b), vec_of(a))));
        Vec second = vec_add(vec_of(c), vec_scale(s, vec_sub(vec_of(d), vec_of(c))));
        EXPECT(vec_length(vec_sub(first, vec_of(hit.point))) <= room, "t %a is elsewhere", t);
        EXPECT(vec_length(vec_sub(second, vec_of(hit.point))) <= room, "s %a is elsewhere", s);
    }
}

// The first of all crossings of one path with the outline; 2 if there is none.
static double first_crossing(AukVec2 from, AukVec2 to)
{
    double first = 2.0;
    for (int i = 0; i < outline_count; i++) {
        AukSegmentHit hit = auk_segment_intersect(from, to, outline[i], outline[(i + 1) % outline_count]);
        first = hit.hit ? fmin(first, (double)hit.t) : first;
    }
    return first;
}

static void check_edge_hit(const AukEdgeHit *hit, double first)
{
    EXPECT(hit->hit == (first <= 1.0), "hit %d, first crossing at %a", hit->hit, first);
    if (hit->hit) {
        EXPECT((double)hit->fraction == first, "fraction %a, first crossing at %a", (double)hit->fraction, first);
        EXPECT(hit->edge >= 0 && hit->edge < outline_count, "edge %d", hit->edge);
        AukVec2 a = outline[hit->edge], b = outline[(hit->edge + 1) % outline_count];
        EXPECT(segments_meet(before[hit->corner], after[hit->corner], a, b), "edge %d is not crossed", hit->edge);
    }
}

static void try_sweeps(void)
{
    AukEdgeHit point = auk_sweep_point(before[0], after[0], outline, outline_count);
    Flaws target = flaws_of_points(outline, outline_count) | (outline_count < 2 ? flaw(AUK_ERROR_COUNT) : 0);
    Flaws flaws = target | flaws_of_vec(before[0]) | flaws_of_vec(after[0]);
    EXPECT(flaws_explain(flaws, point.status), "status %d, flaws %x", point.status, flaws);
    EXPECT(point.corner == 0 && (!flaws || !point.hit), "corner %d", point.corner);
    if (!flaws) {
        check_edge_hit(&point, first_crossing(before[0], after[0]));
    }
    AukEdgeHit corners = auk_sweep_corners(before, after, corner_count, outline, outline_count);
    flaws = target | flaws_of_points(before, corner_count) | flaws_of_points(after, corner_count);
    flaws |= corner_count < 1 ? flaw(AUK_ERROR_COUNT) : 0;
    EXPECT(flaws_explain(flaws, corners.status), "status %d, flaws %x", corners.status, flaws);
    EXPECT(corners.corner >= 0 && (corners.corner < corner_count || !corners.hit), "corner %d", corners.corner);
    if (flaws) {
        EXPECT(!corners.hit, "bad input is hit");
        return;
    }
    double first = 2.0;
    for (int i = 0; i < corner_count; i++) {
        first = fmin(first, first_crossing(before[i], after[i]));
    }
    check_edge_hit(&corners, first);
}

static void edge_ends(const AukPolyline *line, int edge, AukVec2 ends[2])
{
    ends[0] = line->vertices[edge];
    ends[1] = line->vertices[(edge + 1) % line->count];
}

// The pairs of edges with a length that share a point, exactly.
static int count_meeting_edges(const AukPolyline *a, const AukPolyline *b)
{
    int count = 0;
    for (int i = 0; i < a->count - a->open; i++) {
        for (int j = 0; j < b->count - b->open; j++) {
            AukVec2 p[2], q[2];
            edge_ends(a, i, p);
            edge_ends(b, j, q);
            bool lengths = (p[0].x != p[1].x || p[0].y != p[1].y) && (q[0].x != q[1].x || q[0].y != q[1].y);
            count += lengths && segments_meet(p[0], p[1], q[0], q[1]);
        }
    }
    return count;
}

static void check_crossing(const AukPolyline *a, const AukPolyline *b, const AukOutlineCrossing *c)
{
    EXPECT(c->edge_a >= 0 && c->edge_a < a->count - a->open, "edge %d of a", c->edge_a);
    EXPECT(c->edge_b >= 0 && c->edge_b < b->count - b->open, "edge %d of b", c->edge_b);
    AukVec2 p[2], q[2];
    edge_ends(a, c->edge_a, p);
    edge_ends(b, c->edge_b, q);
    EXPECT(segments_meet(p[0], p[1], q[0], q[1]), "edges %d and %d do not meet", c->edge_a, c->edge_b);
    double t = (double)c->t, s = (double)c->s;
    EXPECT(t >= 0.0 && s >= 0.0 && t <= 1.0 && s <= 1.0, "t %a, s %a", t, s);
    EXPECT((t < 1.0 || a->open) && (s < 1.0 || b->open), "t %a, s %a of a closed one", t, s);
    double room = solid_tolerance(fmax(fmax(size_of(p[0]), size_of(p[1])), fmax(size_of(q[0]), size_of(q[1]))));
    Vec on_a = vec_add(vec_of(p[0]), vec_scale(t, vec_sub(vec_of(p[1]), vec_of(p[0]))));
    Vec on_b = vec_add(vec_of(q[0]), vec_scale(s, vec_sub(vec_of(q[1]), vec_of(q[0]))));
    EXPECT(vec_length(vec_sub(on_a, vec_of(c->point))) <= room, "t %a is elsewhere", t);
    EXPECT(vec_length(vec_sub(on_b, vec_of(c->point))) <= room, "s %a is elsewhere", s);
}

static void try_crossings(bool open_a, bool open_b)
{
    static AukOutlineCrossing found[2 * OUTLINE_MAX * OUTLINE_MAX];
    AukPolyline a = {before, corner_count, open_a}, b = {outline, outline_count, open_b};
    int count = auk_outline_crossings(&a, &b, found, 2 * OUTLINE_MAX * OUTLINE_MAX);
    Flaws flaws = flaws_of_points(before, corner_count) | flaws_of_points(outline, outline_count);
    flaws |= corner_count < 2 || outline_count < 2 ? flaw(AUK_ERROR_COUNT) : 0;
    EXPECT(flaws_explain(flaws, count < 0 ? (AukStatus)-count : AUK_OK), "%d, flaws %x", count, flaws);
    if (flaws) {
        return;
    }
    int swapped = auk_outline_crossings(&b, &a, NULL, 0), meeting = count_meeting_edges(&a, &b);
    EXPECT(count == swapped, "%d crossings, %d of b with a", count, swapped);
    EXPECT((count > 0) == (meeting > 0), "%d crossings, %d pairs of edges meet", count, meeting);
    for (int i = 0; i < count; i++) {
        check_crossing(&a, &b, &found[i]);
        const AukOutlineCrossing *last = &found[i > 0 ? i - 1 : 0], *next = &found[i];
        bool sorted = last->edge_a < next->edge_a || (last->edge_a == next->edge_a && last->t <= next->t);
        EXPECT(sorted, "crossing %d is not in order", i);
    }
}

static void read_path(Input *input, AukPath *path)
{
    path->start = input_pose(input);
    InputStyle style = input_style(input);
    path->delta = input_vec(input, style);
    path->turn = input_flag(input) ? input_number(input, style) : 0.1f * (int8_t)input_byte(input);
}

static void read_motion(Input *input)
{
    input_shape(input, &input_a);
    read_path(input, &path_a);
    int byte = input_byte(input);
    options.skip_overlapping = byte & 1;
    options.distance = byte & 2 ? input_number(input, (InputStyle)(byte / 4 % INPUT_STYLE_COUNT)) : 0.0f;
    read_path(input, &path_b);
    input_shape(input, &input_b);
    if (byte >= 192 && input_a.flaws == 0) {
        input_shape_scaled(&input_a, 0, &input_b);
    }
}

static void read_sweep(Input *input)
{
    corner_count = input_points(input, 0, OUTLINE_MAX, before);
    if (input_flag(input)) {
        AukVec2 delta = input_vec(input, input_style(input));
        for (int i = 0; i < corner_count; i++) {
            after[i] = auk_vec_add(before[i], delta);
        }
    } else {
        InputStyle style = input_style(input);
        for (int i = 0; i < corner_count; i++) {
            after[i] = input_vec(input, style);
        }
    }
    outline_count = input_points(input, 0, OUTLINE_MAX, outline);
}

// Only that they end: nothing else can be said of a support function that lies. (The time of impact does, too, but at
// its iteration limit, and a corpus of such inputs takes minutes.)
static void ask_all(void)
{
    auk_cast_ray(&input_a.shape, path_a.start, path_b.start.p, path_b.delta, NULL);
    auk_cast_shape(&input_a.shape, path_a.start, path_a.delta, &input_b.shape, path_b.start, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    outline_count = corner_count = 0;
    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    memset(outline, 0, sizeof outline);
    int kind = input_int(&input, 0, 3);
    if (kind == 3) {
        read_sweep(&input);
        try_sweeps();
        try_crossings(false, false);
        try_crossings(true, false);
        try_crossings(true, true);
        try_segments(before[0], after[0], outline[0], outline[1]);
        return 0;
    }
    read_motion(&input);
    if (input_shape_is_broken(&input_a) || input_shape_is_broken(&input_b)) {
        ask_all();
        return 0;
    }
    switch (kind) {
    case 0: try_ray(); break;
    case 1: try_shape(); break;
    default: try_time_of_impact(); break;
    }
    try_path(input_number(&input, INPUT_RAW));
    return 0;
}
