// Each sweep is computed three times: for the shapes as they are, and for shapes thicker and thinner by the slack.
// Where the three agree, float rounding in auk cannot change the answer; where they differ, the hit is grazing.
#include "scenes/exact_sweep.h"

#include <math.h>

#define NEVER 2.0

// The first time of contact at one thickness.
typedef struct Entry {
    double fraction; // NEVER if there is none
    bool doubtful;   // starts in contact, and rounding may change the direction of least depth or the sign of its rate
} Entry;

static double dot(ExactVec a, ExactVec b)
{
    return a.x * b.x + a.y * b.y;
}

static ExactVec unit_of(AukRot q)
{
    // auk takes {0, 0} for the identity, as in a zeroed struct.
    if (q.c == 0.0f && q.s == 0.0f) {
        return (ExactVec){1.0, 0.0};
    }
    double c = (double)q.c;
    double s = (double)q.s;
    double length = sqrt(c * c + s * s);
    return (ExactVec){c / length, s / length};
}

ExactPolygon exact_place(const AukVec2 *vertices, int count, AukTransform pose)
{
    ExactVec axis = unit_of(pose.q);
    ExactPolygon placed = {.count = count, .min = {HUGE_VAL, HUGE_VAL}, .max = {-HUGE_VAL, -HUGE_VAL}};
    for (int i = 0; i < count; i++) {
        double x = (double)vertices[i].x;
        double y = (double)vertices[i].y;
        ExactVec v = {(double)pose.p.x + axis.x * x - axis.y * y, (double)pose.p.y + axis.y * x + axis.x * y};
        placed.vertices[i] = v;
        placed.min = (ExactVec){fmin(placed.min.x, v.x), fmin(placed.min.y, v.y)};
        placed.max = (ExactVec){fmax(placed.max.x, v.x), fmax(placed.max.y, v.y)};
    }
    return placed;
}

ExactBox exact_place_box(float half_width, float half_height, AukTransform pose)
{
    ExactBox box;
    box.centre = (ExactVec){(double)pose.p.x, (double)pose.p.y};
    box.axis = unit_of(pose.q);
    box.half_width = (double)half_width;
    box.half_height = (double)half_height;
    return box;
}

// ---- polygons -------------------------------------------------------------------------------------------------

// The separation of the shapes along the normal of one edge, and its change over the motion.
typedef struct Plane {
    double gap;
    double rate;
} Plane;

static double lowest_along(const ExactPolygon *polygon, ExactVec axis)
{
    double lowest = HUGE_VAL;
    for (int i = 0; i < polygon->count; i++) {
        lowest = fmin(lowest, dot(polygon->vertices[i], axis));
    }
    return lowest;
}

// The separations along the edges of `face`. `sign` is 1 if `other` moves by `motion`, -1 if `face` does.
static int collect_planes(const ExactPolygon *face, const ExactPolygon *other, ExactVec motion, double sign,
                          Plane *planes)
{
    for (int i = 0; i < face->count; i++) {
        ExactVec p = face->vertices[i];
        ExactVec q = face->vertices[(i + 1) % face->count];
        double length = sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
        ExactVec outward = {(q.y - p.y) / length, (p.x - q.x) / length};
        planes[i].gap = lowest_along(other, outward) - dot(p, outward);
        planes[i].rate = sign * dot(motion, outward);
    }
    return face->count;
}

// In contact at the start: the edge of largest separation gives the direction of least depth. If other edges have the
// same separation and their rate has the other sign, the answer is doubtful.
static Entry start_touching(const Plane *planes, int count, const Plane *widest, double slack)
{
    Entry entry = {widest->rate < 0.0 ? 0.0 : NEVER, fabs(widest->rate) <= slack};
    for (int i = 0; i < count; i++) {
        bool tied = planes[i].gap >= widest->gap - 2.0 * slack;
        entry.doubtful |= tied && (planes[i].rate < 0.0) != (widest->rate < 0.0);
    }
    return entry;
}

static Entry enter_planes(const Plane *planes, int count, double growth, double slack)
{
    const Plane *widest = planes;
    for (int i = 1; i < count; i++) {
        widest = planes[i].gap > widest->gap ? &planes[i] : widest;
    }
    if (widest->gap <= growth) {
        return start_touching(planes, count, widest, slack);
    }
    double first = 0.0;
    double last = 1.0;
    for (int i = 0; i < count; i++) {
        double gap = planes[i].gap - growth;
        double rate = planes[i].rate;
        if (rate < 0.0) {
            first = fmax(first, gap / -rate);
        } else if (gap > 0.0) {
            return (Entry){NEVER, false};
        } else if (rate > 0.0) {
            last = fmin(last, -gap / rate);
        }
    }
    return (Entry){first <= last ? first : NEVER, false};
}

static ExactSweep judge(Entry exact, Entry thicker, Entry thinner)
{
    ExactSweep sweep;
    sweep.hit = exact.fraction <= 1.0;
    sweep.grazing = exact.doubtful || thicker.doubtful || thinner.doubtful ||
                    (thicker.fraction <= 1.0) != (thinner.fraction <= 1.0);
    sweep.fraction = exact.fraction;
    sweep.earliest = thicker.fraction;
    sweep.latest = thinner.fraction;
    return sweep;
}

ExactSweep exact_sweep_polygons(const ExactPolygon *a, const ExactPolygon *b, ExactVec motion, double slack)
{
    Plane planes[2 * EXACT_VERTEX_COUNT_MAX] = {{0}};
    int count = collect_planes(b, a, motion, 1.0, planes);
    count += collect_planes(a, b, motion, -1.0, planes + count);
    return judge(enter_planes(planes, count, 0.0, slack), enter_planes(planes, count, slack, slack),
                 enter_planes(planes, count, -slack, slack));
}

bool exact_polygons_touch(const ExactPolygon *a, const ExactPolygon *b, ExactVec offset)
{
    Plane planes[2 * EXACT_VERTEX_COUNT_MAX] = {{0}};
    int count = collect_planes(b, a, offset, 1.0, planes);
    count += collect_planes(a, b, offset, -1.0, planes + count);
    for (int i = 0; i < count; i++) {
        if (planes[i].gap + planes[i].rate > 0.0) {
            return false;
        }
    }
    return true;
}

// ---- a disc and a box -----------------------------------------------------------------------------------------

static ExactVec to_box_frame(const ExactBox *box, ExactVec v)
{
    return (ExactVec){box->axis.x * v.x + box->axis.y * v.y, box->axis.x * v.y - box->axis.y * v.x};
}

static double enter_circle(ExactVec from, ExactVec motion, double radius)
{
    double a = dot(motion, motion);
    double b = dot(from, motion);
    double c = dot(from, from) - radius * radius;
    double root = b * b - a * c;
    if (b >= 0.0 || root < 0.0) {
        return NEVER;
    }
    return c / (-b + sqrt(root));
}

static double enter_rectangle(ExactVec from, ExactVec motion, double half_width, double half_height)
{
    double first = 0.0;
    double last = 1.0;
    const double at[2] = {from.x, from.y};
    const double by[2] = {motion.x, motion.y};
    const double half[2] = {half_width, half_height};
    for (int i = 0; i < 2; i++) {
        if (by[i] == 0.0) {
            if (fabs(at[i]) > half[i]) {
                return NEVER;
            }
            continue;
        }
        double near = (-copysign(half[i], by[i]) - at[i]) / by[i];
        double far = (copysign(half[i], by[i]) - at[i]) / by[i];
        first = fmax(first, near);
        last = fmin(last, far);
    }
    return first <= last ? first : NEVER;
}

// A disc that overlaps at the start: the direction of least depth is out of the nearest side, or away from the nearest
// corner.
static Entry start_overlapping(ExactVec from, ExactVec motion, const ExactBox *box, double slack)
{
    double beyond_x = fabs(from.x) - box->half_width;
    double beyond_y = fabs(from.y) - box->half_height;
    double rate_x = copysign(1.0, from.x) * motion.x;
    double rate_y = copysign(1.0, from.y) * motion.y;
    double rate = beyond_x > beyond_y ? rate_x : rate_y;
    bool doubtful = false;
    if (beyond_x > 0.0 && beyond_y > 0.0) {
        rate = (beyond_x * rate_x + beyond_y * rate_y) / sqrt(beyond_x * beyond_x + beyond_y * beyond_y);
    } else if (beyond_x <= 0.0 && beyond_y <= 0.0) {
        double across = beyond_x > beyond_y ? from.x : from.y;
        doubtful = fabs(across) <= slack;
        doubtful |= fabs(beyond_x - beyond_y) <= 2.0 * slack && (rate_x < 0.0) != (rate_y < 0.0);
    }
    return (Entry){rate < 0.0 ? 0.0 : NEVER, doubtful || fabs(rate) <= slack};
}

// The distance of the disc's centre from the box.
static double distance_outside(ExactVec from, const ExactBox *box)
{
    double x = fmax(fabs(from.x) - box->half_width, 0.0);
    double y = fmax(fabs(from.y) - box->half_height, 0.0);
    return sqrt(x * x + y * y);
}

static Entry enter_rounded_box(ExactVec from, ExactVec motion, double radius, const ExactBox *box, double slack)
{
    if (distance_outside(from, box) <= radius) {
        return start_overlapping(from, motion, box, slack);
    }
    double first = enter_rectangle(from, motion, box->half_width + radius, box->half_height);
    first = fmin(first, enter_rectangle(from, motion, box->half_width, box->half_height + radius));
    for (int i = 0; i < 4; i++) {
        ExactVec corner = {i & 1 ? box->half_width : -box->half_width, i & 2 ? box->half_height : -box->half_height};
        first = fmin(first, enter_circle((ExactVec){from.x - corner.x, from.y - corner.y}, motion, radius));
    }
    return (Entry){first <= 1.0 ? first : NEVER, false};
}

ExactSweep exact_sweep_disc(ExactVec centre, double radius, ExactVec motion, const ExactBox *box, double slack)
{
    ExactVec from = to_box_frame(box, (ExactVec){centre.x - box->centre.x, centre.y - box->centre.y});
    ExactVec by = to_box_frame(box, motion);
    return judge(enter_rounded_box(from, by, radius, box, slack),
                 enter_rounded_box(from, by, radius + slack, box, slack),
                 enter_rounded_box(from, by, fmax(radius - slack, 0.0), box, slack));
}

bool exact_disc_touches(ExactVec centre, double radius, const ExactBox *box)
{
    ExactVec from = to_box_frame(box, (ExactVec){centre.x - box->centre.x, centre.y - box->centre.y});
    return distance_outside(from, box) <= radius;
}
