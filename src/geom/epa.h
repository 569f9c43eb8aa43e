// The expanding polytope algorithm in the plane, for cores of any kind.
#ifndef AUK_GEOM_EPA_H
#define AUK_GEOM_EPA_H

#include "auk/geom.h"
#include "geom/penetration.h"

enum { AUK_EPA_VERTEX_LIMIT = 1024 };

// Depth of two cores that share a point. `trace` may be null.
AukPenetration auk__epa(const AukSupportShape *a, const AukSupportShape *b, AukEpaTrace *trace);

#endif
