// Normals and points of overlaps, which the checks of distances judge only by the depth that they lead to: where that
// is least it hardly changes with the direction, so a normal may be wrong by the root of what the depth is allowed.
#include "support/check.h"

#include "support/check_text.h"
#include "support/oracle.h"

#include <math.h>
#include <stddef.h>

static OracleShape placed_a, placed_b;

// An answer with its points on the cores, relative to where the oracle works.
typedef struct Claim {
    const char *name;
    OracleVec normal;
    bool points;
    OracleVec point_a, point_b;
    double rounding; // of the points, to floats of the world
} Claim;

// `a` and `b` are the shapes' own, also where they were swapped in the call.
static Claim claim_of(const char *name, AukVec2 normal, AukVec2 point_a, AukVec2 point_b, AukVec2 origin)
{
    OracleVec a = oracle_sub(oracle_of(point_a), oracle_of(origin));
    OracleVec b = oracle_sub(oracle_of(point_b), oracle_of(origin));
    Claim claim = {name, oracle_of(normal), true, a, b, fmax(check__rounding(point_a), check__rounding(point_b))};
    return claim;
}

static Claim swapped(Claim claim)
{
    OracleVec point_a = claim.point_a;
    claim.normal = oracle_scale_vec(-1.0, claim.normal);
    claim.point_a = claim.point_b;
    claim.point_b = point_a;
    return claim;
}

static double off_segment(OracleVec point, const OracleVec ends[2])
{
    OracleVec along = oracle_sub(ends[1], ends[0]), from = oracle_sub(point, ends[0]);
    double square = oracle_dot(along, along);
    double t = square > 0.0 ? fmin(fmax(oracle_dot(from, along) / square, 0.0), 1.0) : 0.0;
    return oracle_length(oracle_sub(from, oracle_scale_vec(t, along)));
}

// A point may lie anywhere on what a shape has farthest along the normal, if the other point lies opposite.
static double off_points(const OracleLeast *least, const Claim *claim)
{
    double off = fmax(off_segment(claim->point_a, least->a), off_segment(claim->point_b, least->b));
    OracleVec apart = oracle_sub(claim->point_a, claim->point_b);
    return fmax(off, oracle_length(oracle_sub(apart, oracle_scale_vec(least->reach, least->normal))));
}

static const char *check_claim(const OracleLeast *least, const Claim *claim)
{
    double scale = oracle_scale(&placed_a, &placed_b);
    double along = -oracle_separation(&placed_a, &placed_b, claim->normal) - placed_a.radius - placed_b.radius;
    if (!check__within(along - least->reach, CHECK_DEPTH * scale, scale)) {
        return check__say("%s: along the normal the cores' depth is %.9g, the least is %.9g", claim->name, along,
                          least->reach);
    }
    double off = oracle_length(oracle_sub(claim->normal, least->normal));
    if (least->isolated && !(off <= CHECK_NORMAL)) {
        return check__say("%s: the normal is %g off (%.9g, %.9g)", claim->name, off, least->normal.x, least->normal.y);
    }
    off = least->isolated && claim->points ? off_points(least, claim) - 2.0 * claim->rounding : 0.0;
    return off <= CHECK_NORMAL * scale ? NULL : check__say("%s: points are %g off, scale %g", claim->name, off, scale);
}

static const char *check_distance_claims(const OracleLeast *least, const AukShape *a, AukTransform pose_a,
                                         const AukShape *b, AukTransform pose_b)
{
    AukDistance d = auk_distance(a, pose_a, b, pose_b), back = auk_distance(b, pose_b, a, pose_a);
    AukManifold m = auk_collide(a, pose_a, b, pose_b), m_back = auk_collide(b, pose_b, a, pose_a);
    Claim claims[4] = {
        claim_of("auk_distance", d.normal, d.point_a, d.point_b, pose_a.p),
        swapped(claim_of("auk_distance, swapped", back.normal, back.point_a, back.point_b, pose_a.p)),
        {.name = "auk_collide", .normal = oracle_of(m.normal)},
        swapped((Claim){.name = "auk_collide, swapped", .normal = oracle_of(m_back.normal)}),
    };
    const char *wrong = NULL;
    for (int i = 0; i < 4 && !wrong; i++) {
        Claim *claim = &claims[i]; // points come on the rounded surfaces
        claim->point_a = oracle_sub(claim->point_a, oracle_scale_vec(placed_a.radius, claim->normal));
        claim->point_b = oracle_add(claim->point_b, oracle_scale_vec(placed_b.radius, claim->normal));
        wrong = check_claim(least, claim);
    }
    return wrong;
}

static const char *check_epa_claims(const OracleLeast *least, const AukShape *a, AukTransform pose_a, const AukShape *b,
                                    AukTransform pose_b)
{
    AukEpaResult e = auk_epa(a, pose_a, b, pose_b, NULL), back = auk_epa(b, pose_b, a, pose_a, NULL);
    Claim claims[2] = {claim_of("auk_epa", e.normal, e.point_a, e.point_b, pose_a.p),
                       swapped(claim_of("auk_epa, swapped", back.normal, back.point_a, back.point_b, pose_a.p))};
    const char *wrong = e.overlap ? check_claim(least, &claims[0]) : NULL;
    return wrong || !back.overlap ? wrong : check_claim(least, &claims[1]);
}

const char *check_least(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    if (!(auk_distance(a, pose_a, b, pose_b).distance < 0.0f && auk_distance(b, pose_b, a, pose_a).distance < 0.0f)) {
        return NULL;
    }
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    OracleLeast least = oracle_least(&placed_a, &placed_b);
    const char *wrong = check_distance_claims(&least, a, pose_a, b, pose_b);
    return wrong ? wrong : check_epa_claims(&least, a, pose_a, b, pose_b);
}
