// All crossings of two polylines, all edges against all, without memory of its own.
// Invariant: a point of a polyline belongs to one edge: an edge owns its start but not its end, except for the last
// edge of an open polyline, which owns both. So each meeting of two polylines is named by one pair of edges. Whether
// edges meet, and whether at a vertex, follows from the signs of four areas, which are exact. Their quotients are the
// parameters: for edges that cross the two areas beside each edge have opposite signs, so no digit is lost.
#include "auk/geom.h"
#include "base/predicates.h"
#include "geom/dvec.h"

#include <limits.h>
#include <string.h>

// The second polyline is cut into runs of edges, whose boxes fit into a fixed array. Shorter runs do not pay.
enum { RUN_COUNT_MAX = 256, RUN_LENGTH_MIN = 8 };

// The largest float below 1: a point before the end of an edge does not get the end's parameter.
#define BELOW_ONE 0x1.fffffep-1f

typedef struct PolylineEdge {
    AukVec2 start, end;
    bool owns_end;
} PolylineEdge;

typedef struct EdgeRuns {
    int edge_count, last_edge; // as last_edge_of_open()
    int length;                // edges of a run; the last may be shorter
    AukBox boxes[RUN_COUNT_MAX];
} EdgeRuns;

// The crossings of one edge of the first polyline, while they come in the order of the second's edges, are a heap from
// `first` on with the last one in order at its root. Of a full array the root gives way.
typedef struct CrossingList {
    AukOutlineCrossing *out; // null: only count
    int capacity;
    int first; // of the present edge
    int count; // written
    int total; // found
} CrossingList;

// ---- edges ------------------------------------------------------------------------------------------------------

static int count_edges(const AukPolyline *line)
{
    return line->open ? line->count - 1 : line->count;
}

// The last edge of length above 0 of an open polyline, which owns its end; -1 if there is none.
static int last_edge_of_open(const AukPolyline *line)
{
    int edge = line->open ? line->count - 2 : -1;
    while (edge >= 0 && auk__is_same_point(line->vertices[edge], line->vertices[edge + 1])) {
        edge--;
    }
    return edge;
}

static PolylineEdge polyline_edge(const AukPolyline *line, int edge, int last_edge)
{
    int next = edge + 1 < line->count ? edge + 1 : 0;
    return (PolylineEdge){line->vertices[edge], line->vertices[next], edge == last_edge};
}

static AukBox box_of_edge(const PolylineEdge *edge)
{
    return auk_box_union(auk_box(edge->start, edge->start), auk_box(edge->end, edge->end));
}

static void make_runs(EdgeRuns *runs, const AukPolyline *line)
{
    runs->edge_count = count_edges(line);
    runs->last_edge = last_edge_of_open(line);
    runs->length = runs->edge_count / RUN_COUNT_MAX + 1;
    runs->length = runs->length < RUN_LENGTH_MIN ? RUN_LENGTH_MIN : runs->length;
    for (int i = 0; i < runs->edge_count; i++) {
        PolylineEdge edge = polyline_edge(line, i, -1);
        AukBox *box = &runs->boxes[i / runs->length];
        *box = i % runs->length == 0 ? box_of_edge(&edge) : auk_box_union(*box, box_of_edge(&edge));
    }
}

// ---- the list ---------------------------------------------------------------------------------------------------

static bool comes_before(const AukOutlineCrossing *a, const AukOutlineCrossing *b)
{
    if (a->t != b->t) {
        return a->t < b->t;
    }
    return a->edge_b != b->edge_b ? a->edge_b < b->edge_b : a->s < b->s;
}

// Moves `crossing` down from slot `at` of a heap whose children come before their parents.
static void sink_crossing(AukOutlineCrossing *heap, int count, int at, AukOutlineCrossing crossing)
{
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && comes_before(&heap[child], &heap[child + 1]);
        if (!comes_before(&crossing, &heap[child])) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = crossing;
}

static void lift_crossing(AukOutlineCrossing *heap, int at, AukOutlineCrossing crossing)
{
    while (at > 0 && comes_before(&heap[(at - 1) / 2], &crossing)) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = crossing;
}

static void add_crossing(CrossingList *list, AukOutlineCrossing crossing)
{
    list->total += list->total < INT_MAX;
    crossing.point = auk_vec(crossing.point.x + 0.0f, crossing.point.y + 0.0f); // -0 of one vertex may be 0 of another
    AukOutlineCrossing *heap = list->out ? list->out + list->first : NULL;
    int count = list->count - list->first;
    if (list->count < list->capacity) {
        lift_crossing(heap, count, crossing);
        list->count++;
    } else if (count > 0 && comes_before(&crossing, heap)) {
        sink_crossing(heap, count, 0, crossing);
    }
}

// Sorts the crossings of the present edge and starts the next one.
static void close_edge(CrossingList *list)
{
    for (int count = list->count - list->first; count > 1; count--) {
        AukOutlineCrossing *heap = list->out + list->first;
        AukOutlineCrossing last = heap[count - 1];
        heap[count - 1] = heap[0];
        sink_crossing(heap, count - 1, 0, last);
    }
    list->first = list->count;
}

// ---- two edges --------------------------------------------------------------------------------------------------

// A parameter of a point that is not the end; never -0.
static float parameter(double quotient)
{
    float t = (float)quotient + 0.0f;
    return t < 1.0f ? t : BELOW_ONE;
}

// Where a point of the edge's line is on the edge, by its longer coordinate; false if the edge does not own it.
static bool locate_on_edge(const PolylineEdge *edge, AukVec2 point, float *t)
{
    if (auk__is_same_point(point, edge->end)) {
        *t = 1.0f;
        return edge->owns_end;
    }
    AukDvec along = dvec_sub(dvec_from(edge->end), dvec_from(edge->start));
    AukDvec part = dvec_sub(dvec_from(point), dvec_from(edge->start));
    bool by_x = fabs(along.x) >= fabs(along.y);
    double length = by_x ? along.x : along.y, at = by_x ? part.x : part.y;
    double from_end = by_x ? (double)point.x - edge->end.x : (double)point.y - edge->end.y;
    if (at * length < 0.0 || from_end * length > 0.0) {
        return false;
    }
    *t = parameter(at / length);
    return true;
}

// Of two edges on one line the ends that lie on both: at most two different points.
static void meet_along(CrossingList *list, const PolylineEdge *a, const PolylineEdge *b, AukOutlineCrossing crossing)
{
    const AukVec2 ends[4] = {a->start, b->start, a->end, b->end};
    crossing.collinear = true;
    for (int i = 0; i < 4; i++) {
        bool repeated = false;
        for (int k = 0; k < i; k++) {
            repeated = repeated || auk__is_same_point(ends[k], ends[i]);
        }
        crossing.point = ends[i];
        if (!repeated && locate_on_edge(a, ends[i], &crossing.t) && locate_on_edge(b, ends[i], &crossing.s)) {
            add_crossing(list, crossing);
        }
    }
}

// The point of a crossing at no vertex. The middle of both computed points is the same for either order of the edges.
static AukVec2 middle_point(const PolylineEdge *a, double t, const PolylineEdge *b, double s)
{
    AukDvec on_a = dvec_mul_add(dvec_from(a->start), t, dvec_sub(dvec_from(a->end), dvec_from(a->start)));
    AukDvec on_b = dvec_mul_add(dvec_from(b->start), s, dvec_sub(dvec_from(b->end), dvec_from(b->start)));
    return dvec_to_float(dvec(0.5 * (on_a.x + on_b.x), 0.5 * (on_a.y + on_b.y)));
}

// Both edges have a length.
static void compare_edges(CrossingList *list, const PolylineEdge *a, const PolylineEdge *b, AukOutlineCrossing crossing)
{
    // areas beside a of the ends of b, and beside b of the ends of a
    double start_b = auk__turn_area(a->start, a->end, b->start), end_b = auk__turn_area(a->start, a->end, b->end);
    if ((start_b > 0.0 && end_b > 0.0) || (start_b < 0.0 && end_b < 0.0)) {
        return;
    }
    double start_a = auk__turn_area(b->start, b->end, a->start), end_a = auk__turn_area(b->start, b->end, a->end);
    if ((start_a > 0.0 && end_a > 0.0) || (start_a < 0.0 && end_a < 0.0)) {
        return;
    }
    if (start_b == 0.0 && end_b == 0.0) {
        meet_along(list, a, b, crossing);
        return;
    }
    if ((end_a == 0.0 && !a->owns_end) || (end_b == 0.0 && !b->owns_end)) {
        return;
    }
    double t = start_a / (start_a - end_a), s = start_b / (start_b - end_b);
    crossing.t = end_a == 0.0 ? 1.0f : parameter(t);
    crossing.s = end_b == 0.0 ? 1.0f : parameter(s);
    if (start_a == 0.0 || end_a == 0.0) {
        crossing.point = start_a == 0.0 ? a->start : a->end;
    } else if (start_b == 0.0 || end_b == 0.0) {
        crossing.point = start_b == 0.0 ? b->start : b->end;
    } else {
        crossing.point = middle_point(a, t, b, s);
    }
    add_crossing(list, crossing);
}

// ---- all edges --------------------------------------------------------------------------------------------------

static void cross_edge(CrossingList *list, int edge_a, const PolylineEdge *a, const AukPolyline *b,
                       const EdgeRuns *runs)
{
    AukBox box = box_of_edge(a);
    for (int from = 0; from < runs->edge_count; from += runs->length) {
        if (!auk_box_overlap(box, runs->boxes[from / runs->length])) {
            continue;
        }
        int end = from + runs->length < runs->edge_count ? from + runs->length : runs->edge_count;
        for (int edge_b = from; edge_b < end; edge_b++) {
            PolylineEdge other = polyline_edge(b, edge_b, runs->last_edge);
            if (auk_box_overlap(box, box_of_edge(&other)) && !auk__is_same_point(other.start, other.end)) {
                AukOutlineCrossing crossing;
                memset(&crossing, 0, sizeof crossing);
                crossing.edge_a = edge_a;
                crossing.edge_b = edge_b;
                compare_edges(list, a, &other, crossing);
            }
        }
    }
    close_edge(list);
}

static AukStatus check_polyline(const AukPolyline *line)
{
    if (!line || !line->vertices) {
        return AUK_ERROR_NULL;
    }
    if (line->count < 2 || line->count > AUK_VERTEX_COUNT_MAX) {
        return AUK_ERROR_COUNT;
    }
    AukStatus status = AUK_OK;
    for (int i = 0; i < line->count && !status; i++) {
        status = auk__check_vec(line->vertices[i]);
    }
    return status;
}

int auk_outline_crossings(const AukPolyline *a, const AukPolyline *b, AukOutlineCrossing *out, int capacity)
{
    if (capacity < 0) {
        return -AUK_ERROR_COUNT;
    }
    AukStatus status = !out && capacity > 0 ? AUK_ERROR_NULL : check_polyline(a);
    status = status ? status : check_polyline(b);
    if (status) {
        return -(int)status;
    }
    EdgeRuns runs;
    make_runs(&runs, b);
    CrossingList list = {out, capacity, 0, 0, 0};
    int edge_count = count_edges(a), last_a = last_edge_of_open(a);
    for (int i = 0; i < edge_count && (!out || list.count < capacity); i++) {
        PolylineEdge edge = polyline_edge(a, i, last_a);
        if (!auk__is_same_point(edge.start, edge.end)) {
            cross_edge(&list, i, &edge, b, &runs);
        }
    }
    return out ? list.count : list.total;
}
