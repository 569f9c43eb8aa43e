// The cast of a disc, or a point, against a box, as support shapes; see the header.
#include "geom/cast_disc_box.h"

bool auk__cast_disc_box(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact)
{
    const AukSupportShape *box = a->box ? a : b, *disc = a->box ? b : a;
    return auk__disc_meets_box(&box->transform, box->own[2], box->radius, auk__support_shape_vertex(disc, 0),
                               disc->radius, delta, a->box, impact);
}
