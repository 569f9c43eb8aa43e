// Edges of a chain and cells of a grid are pieces of one surface. A piece by itself would push a box that slides along
// the surface back at every joint (a "ghost" contact). So each piece knows which normals belong to it and gives no
// other.
#ifndef AUK_GEOM_GHOST_NORMALS_H
#define AUK_GEOM_GHOST_NORMALS_H

#include "geom/cast.h"

enum { AUK_GHOST_NORMALS_MAX = 4 };

// An arc of unit vectors, counter-clockwise, at most half a turn.
typedef struct AukArc {
    bool any; // else there is none
    AukDvec first, last;
} AukArc;

// The normals of a piece, in the frame of its core: those of its faces (of the edge from vertex i to the next) and
// those at its corners. At a corner they are the directions away from all that the surface has there, so at a joint
// that is flat or bent inward there are none.
typedef struct AukGhostNormals {
    int count; // vertices of the piece
    bool face[AUK_GHOST_NORMALS_MAX];
    AukDvec normal[AUK_GHOST_NORMALS_MAX]; // of the faces, unit
    AukArc corner[AUK_GHOST_NORMALS_MAX];
} AukGhostNormals;

// The edge from p to q of a chain that comes from `before` and goes on to `after`. Where it does not, `before` is p,
// and `after` is q. Both faces are the edge's own.
void auk__ghost_normals_of_edge(AukGhostNormals *normals, AukVec2 before, AukVec2 p, AukVec2 q, AukVec2 after);

// What to do with a contact that is not the piece's own.
typedef enum AukGhost {
    AUK_GHOST_DROPPED, // it is left to the neighbour, who is nearer, if that is certain
    AUK_GHOST_TURNED   // it is always given the best normal that the piece has
} AukGhost;

// Replaces the separation of a piece (a) from another shape (b), which touches it or nearly, by one along a normal of
// the piece. Where the cores overlap, that is the normal along which they come apart soonest; the distance along it is
// never less than the shapes' own. False if the contact belongs to a neighbour. A piece without any normal keeps what
// it is given.
bool auk__ghost_normals_separation(const AukGhostNormals *normals, const AukSupportShape *piece,
                                   const AukSupportShape *other, AukGhost ghost, AukSeparation *separation);

// The same for the impact of `other`, moved by `delta`, on the piece. The first contact with the whole surface always
// belongs to some piece. False if it belongs to a neighbour, or if the motion does not go into the piece.
bool auk__ghost_normals_impact(const AukGhostNormals *normals, const AukSupportShape *piece,
                               const AukSupportShape *other, AukDvec delta, AukImpact *impact);

// Of the pair seen from the other side.
void auk__separation_flip(AukSeparation *separation);

#endif
