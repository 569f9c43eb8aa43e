/// @file
/// Outlines from pictures: marching squares over a mask of bytes, whole or in regions, simplification with a guaranteed
/// error, and lines for chains that join without ghost contacts where two regions meet.
#ifndef AUK_OUTLINE_H
#define AUK_OUTLINE_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most pixels on one side of a mask.
#define AUK_MASK_SIDE_MAX (1 << 16)

/// A picture of bytes, borrowed. The pixel (x, y) is solid if its value is at least `threshold`. Its centre is at
/// origin + ((x + 0.5) * cell, (y + 0.5) * cell), so the pixels cover the rectangle from `origin` to
/// origin + (width * cell, height * cell). Everything outside the picture is empty.
typedef struct AukMask {
    const uint8_t *values; ///< of the pixel (0, 0)
    int width, height;     ///< from 1 to AUK_MASK_SIDE_MAX
    /// Bytes from a row to the next one, which has larger y; 0 stands for `width`. A picture whose rows are stored from
    /// larger to smaller y has `values` at its last stored row and a negative stride.
    int stride;
    uint8_t threshold; ///< 0 stands for 1: every value but 0 is solid
    /// Where the outline passes between two pixel centres. False: in the middle. True: where the values, interpolated
    /// linearly, reach threshold - 0.5, but not nearer to a centre than 1/64 of the way. At the border of the picture
    /// it is the middle in both cases, which is the edge of the outermost pixels.
    bool smooth;
    AukVec2 origin; ///< the corner of the smallest x and y of the pixel (0, 0)
    float cell;     ///< side of a pixel; 0 stands for 1
} AukMask;

/// A rectangle of squares of a mask. The square (x, y) has its corners at the centres of the pixels (x - 1, y - 1) and
/// (x, y), so a mask has (width + 1) * (height + 1) squares: those at the border have corners outside the picture. A
/// change of the pixel (x, y) changes the outline in the squares (x, y) to (x + 1, y + 1) alone.
typedef struct AukMaskRegion {
    int x, y;          ///< the square of the smallest x and y, each 0 or more
    int width, height; ///< in squares, each from 1
} AukMaskRegion;

/// A closed line of a set: `count` vertices from vertex `first`. The solid is on the left of every edge, so outer loops
/// run counter-clockwise and holes clockwise, where y grows upward.
typedef struct AukLoop {
    int first;       ///< index into AukOutlineSet.vertices
    int count;       ///< of vertices, from 3
    int outer;       ///< of a hole: the loop around it. Of an outer loop: its own index.
    int hole_count;  ///< of an outer loop: its holes are the next so many loops. Of a hole: 0.
    int point_count; ///< of an outer loop: the vertices of the loop and its holes, which follow each other. Of a hole:
                     ///< `count`.
} AukLoop;

/// Loops in arrays of the caller. The outer loop k with its holes is what auk_decompose() and auk_body_add_outline()
/// take: vertices + loops[k].first, loops[k].point_count, hole_starts + k + 1, loops[k].hole_count.
typedef struct AukOutlineSet {
    AukVec2 *vertices;   ///< of all loops, one loop after the other
    int vertex_capacity; ///< room in `vertices`
    AukLoop *loops;      ///< each outer loop, then its holes
    int *hole_starts;    ///< for each loop the index of its first vertex, counted from the first one of its outer loop
    int loop_capacity;   ///< room in `loops` and in `hole_starts`
    int vertex_count;    ///< out: written, or needed where a capacity is too small
    int loop_count;      ///< out: likewise
    /// Out: the rectangle of the region between pixel centres. The outline runs along it where the region cuts the
    /// solid. auk_outline_simplify() keeps these edges, and the vertices next to them.
    AukBox frame;
} AukOutlineSet;

/// Traces the outline of the solid part of a mask in a region. All loops are simple, and no two of them touch. Every
/// pixel centre within the region, except those on its frame, is inside the outline exactly if the pixel is solid.
/// Solid pixels that share only a corner are joined, empty ones are not.
///
/// Where the region ends within the picture, the outline is closed along the region's frame. So regions side by side
/// fill the solid without gap or overlap, and the vertices on a common side have equal bits. After an edit only the
/// regions whose squares changed need another trace; for auk_outline_lines() those within one square of them too.
///
/// A vertex where the outline is straight is left out. A loop starts at its leftmost vertex, the lowest of several.
/// Outer loops are sorted by their lowest row of pixels, then from left to right; so are the holes of each. The
/// vertices depend on nothing but the mask and, along the frame, the region.
///
/// @param region  null is the whole mask; otherwise at least one square, all within the mask
/// @param out     with vertex_capacity and loop_capacity 0 nothing but the counts and the frame is written
/// @return AUK_OK, or AUK_ERROR_NULL; AUK_ERROR_COUNT: sizes, stride or region are invalid, the outline passes between
///         more than AUK_VERTEX_COUNT_MAX pixels, or a capacity is too small (the counts say what is needed);
///         AUK_ERROR_NOT_FINITE; AUK_ERROR_NEGATIVE (`cell`); AUK_ERROR_ZERO_AREA for a cell below 2^-100;
///         AUK_ERROR_RANGE, also if a coordinate is more than 2^17 cells from 0: floats cannot tell its parts apart.
///         AUK_ERROR_OUT_OF_MEMORY. O(squares) time; memory for one row of squares and the vertices.
AUK_API AukStatus auk_outline_trace(const AukMask *mask, const AukMaskRegion *region, AukOutlineSet *out);

/// Removes vertices, in place. Every old vertex is at most `tolerance` from the new line that replaced its part of the
/// loop, and every point of the new line at most `tolerance` from that part of the old one.
/// Loops that neither touch themselves nor each other still do not, decided exactly; no loop vanishes, and each keeps
/// its winding and the loops inside it. A loop keeps three vertices or more. The frame of the set is kept as it is; a
/// frame without area is none. The result depends on the set and the tolerance alone.
///
/// A vertex goes if the triangle that it forms with its neighbours contains no other vertex. The errors allowed grow
/// from tolerance / 64 in steps of two, and one vertex in two may go in a pass, so that loops stay balanced. The result
/// is not the least number of vertices. O(n log n) on usual outlines.
///
/// @param set        hole_starts may not be null; a capacity of 0 is not read
/// @param tolerance  0 or more; with 0 only vertices on straight lines go
/// @return AUK_OK, or, with nothing changed, AUK_ERROR_NULL, _COUNT (counts that do not fit each other or the
///         capacities), _NOT_FINITE, _RANGE, _NEGATIVE, _OUT_OF_MEMORY
AUK_API AukStatus auk_outline_simplify(AukOutlineSet *set, float tolerance);

/// A line for a chain: `count` points from point `first`.
typedef struct AukOutlineLine {
    int first;   ///< index into AukOutlineLines.points
    int count;   ///< of points
    bool closed; ///< a loop, for auk_body_add_chain(). Otherwise a section, for auk_body_add_chain_section().
} AukOutlineLine;

/// Lines in arrays of the caller.
typedef struct AukOutlineLines {
    AukVec2 *points;       ///< of all lines, one line after the other
    int point_capacity;    ///< room in `points`
    AukOutlineLine *lines; ///< closed lines and sections
    int line_capacity;     ///< room in `lines`
    int point_count;       ///< out: written, or needed where a capacity is too small
    int line_count;        ///< out: likewise
} AukOutlineLines;

/// Makes the loops of a region lines without the edges along its frame, which lie inside the ground. A loop that does
/// not run along the frame is one closed line. From every other loop come sections: the first and the last point of a
/// section lie beyond the frame, where the outline goes on in the next region, and are not part of the line. With them
/// a chain knows its neighbour, and bodies slide over the seams of regions without ghost contacts.
///
/// @param mask          that of the trace
/// @param region        that of the trace
/// @param set           the trace, simplified or not
/// @param out           with capacities of 0 the counts alone are written. One point for each vertex and two more for
///                      each two vertices on the frame are enough.
/// @return AUK_OK; errors of the mask and the region as in auk_outline_trace(); AUK_ERROR_COUNT also for a capacity
///         that is too small (the counts say what is needed) and for counts of the set that do not fit each other;
///         AUK_ERROR_UNSUPPORTED for a set that does not come from this mask and region
AUK_API AukStatus auk_outline_lines(const AukMask *mask, const AukMaskRegion *region, const AukOutlineSet *set,
                                    AukOutlineLines *out);

#ifdef __cplusplus
}
#endif

#endif
