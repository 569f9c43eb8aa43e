// Pieces of one surface: edges of a chain, cells of a grid. A piece by itself would push a box that slides along the
// surface back at every joint. So each piece knows which normals belong to it, and gives no other.
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

// Makes the separation of a piece (a) from another shape (b), which touches it or nearly, one that is the piece's own.
// Where the cores overlap it is measured along the one of the piece's normals that leads out soonest, which is never
// nearer than the shapes are. False if it is a neighbour's; a piece without any normal always gives its own.
bool auk__ghost_normals_separation(const AukGhostNormals *normals, const AukSupportShape *piece,
                                   const AukSupportShape *other, AukGhost ghost, AukSeparation *separation);

// The same for the impact of `other`, moved by `delta`, on the piece. The first contact with the whole surface is
// always some piece's own. False if it is a neighbour's, or if the motion does not go into the piece.
bool auk__ghost_normals_impact(const AukGhostNormals *normals, const AukSupportShape *piece,
                               const AukSupportShape *other, AukDvec delta, AukImpact *impact);

// Of the pair seen from the other side.
void auk__separation_flip(AukSeparation *separation);

#endif
