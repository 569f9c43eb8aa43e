// Edges of a chain and cells of a grid are pieces of one surface. A single piece would stop a box that slides along the
// surface at every joint (a "ghost" contact). So each piece has a set of normals, and its contacts have no others.
#ifndef AUK_GEOM_GHOST_NORMALS_H
#define AUK_GEOM_GHOST_NORMALS_H

#include "geom/cast.h"

enum { AUK_GHOST_NORMALS_MAX = 8 }; // vertices of a cell of a grid

// An arc of unit vectors, counter-clockwise, at most half a turn.
typedef struct AukArc {
    bool any; // false: an empty arc
    AukDvec first, last;
} AukArc;

// A neighbour beside a corner of a piece: the normal that it has at that corner, and the other end of the face from the
// corner on that is between the two.
typedef struct AukBeside {
    AukDvec normal;
    AukVec2 far;
} AukBeside;

// The normals of a piece, in the frame of its core: the normals of its faces (from vertex i to the next) and of its
// corners. The normals of a corner are the directions away from all pieces of the surface there. A joint that is flat
// or concave has none. `open`: there is room across the corner, between two neighbours, which are `beside`. A corner of
// an edge is never open.
typedef struct AukGhostNormals {
    int count; // vertices of the piece
    bool face[AUK_GHOST_NORMALS_MAX];
    AukDvec normal[AUK_GHOST_NORMALS_MAX]; // of the faces, unit
    AukArc corner[AUK_GHOST_NORMALS_MAX];
    bool open[AUK_GHOST_NORMALS_MAX];
    AukBeside beside[AUK_GHOST_NORMALS_MAX][2];
} AukGhostNormals;

// Sets the normals of the edge from p to q of a chain. `before` is the vertex before p, or p itself at a free end;
// `after` is the vertex after q, or q itself. Both faces belong to the edge.
void auk__ghost_normals_of_edge(AukGhostNormals *normals, AukVec2 before, AukVec2 p, AukVec2 q, AukVec2 after);

// The same for an edge that is solid from its right alone: it has no normals on its left.
void auk__ghost_normals_of_front(AukGhostNormals *normals, AukVec2 before, AukVec2 p, AukVec2 q, AukVec2 after);

// True unless `other`, displaced by `moved`, is behind the line through the core of a piece with the outward `normal`
// (unit, in the frame of the piece). The middle of the shape's extent across the line decides; within 2 tau of the line
// it is in front, because rounding moves a shape without area by that much.
bool auk__ghost_is_in_front(const AukSupportShape *piece, AukDvec normal, const AukSupportShape *other, AukDvec moved);

// True if a normal is one of the piece's, or if the piece has none: then it takes that of the other shape.
bool auk__ghost_normals_allow(const AukGhostNormals *normals, const AukSupportShape *piece, AukDvec normal);

// The treatment of a contact whose normal is not one of the piece's.
typedef enum AukGhost {
    AUK_GHOST_DROPPED, // dropped if a neighbour is certainly nearer
    AUK_GHOST_TURNED   // kept, with the best normal of the piece
} AukGhost;

// Replaces the separation of a piece (a) from another shape (b), which touches it or nearly, by one along a normal of
// the piece. If the cores overlap, that is the normal of least penetration among the piece's; its depth is not less
// than the depth of the shapes. False if the contact belongs to a neighbour: also if the shape touches one beside an
// open corner, and leaves that one sooner. If the piece has no normals, the separation is kept.
bool auk__ghost_normals_separation(const AukGhostNormals *normals, const AukSupportShape *piece,
                                   const AukSupportShape *other, AukGhost ghost, AukSeparation *separation);

// The same for the impact of `other`, moved by `delta`, on the piece. An impact whose normal is not one of the piece's
// is given the best of them; false if the motion does not go into the piece along that one, since the impact then
// belongs to a neighbour. The first contact with the whole surface always belongs to some piece.
// `starts_inside`: the motion may start inside the surface and meet the piece through a neighbour. Then such an impact
// must touch a part of the piece that no neighbour covers: a piece without normals is not met.
bool auk__ghost_normals_impact(const AukGhostNormals *normals, const AukSupportShape *piece,
                               const AukSupportShape *other, AukDvec delta, bool starts_inside, AukImpact *impact);

// Swaps the two sides of a separation.
void auk__separation_flip(AukSeparation *separation);

#endif
