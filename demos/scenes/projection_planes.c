// The rule is the article's, in its words and with its letters, and shares no code with auk; the scene compares both.
#include "scenes/projection_planes.h"

#include <math.h>

// The squared sine between planes that have no edge: rounding of parallel ones.
#define PARALLEL 1e-20

typedef struct Plane {
    double ex, ey; // inward unit normal e
    double r;      // signed distance R of the point, positive outside
    AukVec2 corner;
} Plane;

typedef struct Corner {
    double x, y;
} Corner;

// In doubles: rounded to floats a needle's sides may cross.
static Corner place_corner(AukTransform pose, AukVec2 v)
{
    double c = pose.q.c, s = pose.q.s, x = v.x, y = v.y;
    return (Corner){(double)pose.p.x + c * x - s * y, (double)pose.p.y + s * x + c * y};
}

static int find_planes(const AukShape *shape, AukTransform pose, AukVec2 from, Plane *planes)
{
    AukVec2 h = shape->core.half, box[4] = {{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}};
    bool is_box = shape->kind == AUK_SHAPE_BOX;
    const AukVec2 *corners = is_box ? box : shape->core.polygon.vertices;
    int count = is_box ? 4 : shape->core.polygon.count;
    for (int i = 0; i < count; i++) {
        Corner p = place_corner(pose, corners[i]), q = place_corner(pose, corners[(i + 1) % count]);
        double dx = q.x - p.x, dy = q.y - p.y, length = sqrt(dx * dx + dy * dy);
        Plane *plane = &planes[i];
        plane->ex = -dy / length;
        plane->ey = dx / length;
        plane->r = -(((double)from.x - p.x) * plane->ex + ((double)from.y - p.y) * plane->ey);
        plane->corner = auk_vec((float)p.x, (float)p.y);
    }
    return count;
}

// Is the foot r of the point on plane n on the right side of all others: r . e_i - R_i >= 0?
static bool is_on_body(const Plane *planes, int count, int n)
{
    for (int i = 0; i < count; i++) {
        double a = planes[n].ex * planes[i].ex + planes[n].ey * planes[i].ey;
        if (i != n && planes[n].r * a - planes[i].r < 0.0) {
            return false;
        }
    }
    return true;
}

static void use_plane(ProjectionPlanes *used, const Plane *plane)
{
    used->feet[used->count] = plane->corner;
    used->inward[used->count++] = auk_vec((float)plane->ex, (float)plane->ey);
}

// Stage 2: of the pairs of planes whose edge can be the nearest the one with the longest r = K1 e_i + K2 e_j.
static void use_edge(ProjectionPlanes *used, const Plane *planes, int count, AukVec2 from)
{
    double longest = -1.0;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            const Plane *p = &planes[i], *q = &planes[j];
            double a = p->ex * q->ex + p->ey * q->ey;
            double sine = p->ex * q->ey - p->ey * q->ex, square = sine * sine; // 1 - a^2 without cancellation
            bool near = (p->r > 0.0 || q->r > 0.0) && p->r * a < q->r && q->r * a < p->r && square > PARALLEL;
            double k1 = (p->r - q->r * a) / square, k2 = (q->r - p->r * a) / square;
            double x = k1 * p->ex + k2 * q->ex, y = k1 * p->ey + k2 * q->ey;
            if (near && x * x + y * y > longest) {
                longest = x * x + y * y;
                used->count = 0;
                use_plane(used, p);
                use_plane(used, q);
                used->sine = (float)fabs(sine);
                used->to = auk_vec((float)((double)from.x + x), (float)((double)from.y + y));
            }
        }
    }
}

static ProjectionPlanes tangent_of_circle(const AukShape *shape, AukTransform pose, AukVec2 from)
{
    ProjectionPlanes used = {.to = pose.p, .sine = 1.0f};
    AukVec2 inward = auk_vec_sub(pose.p, from);
    if (auk_vec_length(inward) > shape->radius) {
        used.count = 1;
        used.inward[0] = auk_vec_normalize(inward);
        used.feet[0] = auk_vec_sub(pose.p, auk_vec_scale(shape->radius, used.inward[0]));
    }
    return used;
}

ProjectionPlanes projection_planes_find(const AukShape *shape, AukTransform pose, AukVec2 from)
{
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        return tangent_of_circle(shape, pose, from);
    }
    Plane planes[PROJECTION_CORNERS_MAX] = {{0}};
    int count = find_planes(shape, pose, from, planes);
    ProjectionPlanes used = {.to = from, .sine = 1.0f};
    int n = 0;
    for (int i = 1; i < count; i++) {
        n = planes[i].r > planes[n].r ? i : n;
    }
    if (planes[n].r <= 0.0) {
        return used;
    }
    if (is_on_body(planes, count, n)) {
        use_plane(&used, &planes[n]);
        used.to = auk_vec((float)((double)from.x + planes[n].r * planes[n].ex),
                          (float)((double)from.y + planes[n].r * planes[n].ey));
    } else {
        use_edge(&used, planes, count, from);
    }
    return used;
}
