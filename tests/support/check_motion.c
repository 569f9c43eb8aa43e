// Casts and times of impact. `graze` is the clearance below which an answer may go either way; apart from that a cast
// must hit exactly when the swept shape overlaps, and at the fraction of the oracle to the last place of a float.
// A cast that stops some way before contact is one against a shape that is rounded by as much.
#include "support/check.h"

#include "support/check_text.h"
#include "support/oracle.h"

#include <math.h>
#include <stddef.h>

static OracleShape moving, resting;

static double distance_of(const AukCastOptions *options)
{
    return options ? (double)options->distance : 0.0;
}

// What must hold where two shapes touch: `moving` and `resting` are placed there.
static const char *check_contact(const AukCast *cast, OracleVec normal, AukVec2 origin, double bound, double scale)
{
    double distance = oracle_distance(&moving, &resting);
    if (!check__within(fabs(distance), bound, scale)) {
        return check__say("at the fraction %.9g the distance is %g, bound %g", (double)cast->fraction, distance, bound);
    }
    if (!check__unit(cast->normal) || oracle_separation(&moving, &resting, normal) < -bound) {
        return check__say("the normal (%g, %g) does not separate the shapes", (double)cast->normal.x,
                          (double)cast->normal.y);
    }
    OracleVec point = oracle_sub(oracle_of(cast->point), oracle_of(origin));
    double off = fmax(check__off_surface(&moving, point), check__off_surface(&resting, point));
    bound += check__rounding(cast->point);
    return off > bound ? check__say("the point is %g off the surfaces, bound %g", off, bound) : NULL;
}

// `moving` and `resting` are placed at the start and overlap.
static const char *check_start(const AukCast *cast, bool skip, AukVec2 origin, double bound)
{
    if (skip) {
        return cast->hit ? "hits what should be skipped" : NULL;
    }
    bool zero = cast->hit && cast->fraction == 0.0f && cast->normal.x == 0.0f && cast->normal.y == 0.0f;
    if (!zero || !check__finite(cast->point)) {
        return "overlap at the start is not a hit at 0 with a zero normal";
    }
    OracleVec point = oracle_sub(oracle_of(cast->point), oracle_of(origin));
    double out = fmax(check__above_surface(&moving, point), check__above_surface(&resting, point));
    bound += check__rounding(cast->point);
    return out <= bound ? NULL : check__say("the point is %g outside of what overlaps, bound %g", out, bound);
}

// A way along a face meets a corner of it first by less than doubles can tell, with another normal and so with another
// time: right is then what touches.
static bool touches_at(double fraction, OracleVec delta, double bound)
{
    OracleVec way = oracle_scale_vec(fraction, delta);
    oracle_move(&moving, way);
    double distance = oracle_distance(&moving, &resting);
    oracle_move(&moving, oracle_scale_vec(-1.0, way));
    return fabs(distance) <= bound + CHECK_ULP * fraction * oracle_length(delta);
}

// `moving` and `resting` are placed at the start; `sign` turns the cast's normal into one from moving to resting.
static const char *check_cast(const AukCast *cast, OracleVec delta, double sign, AukVec2 origin, bool skip)
{
    double length = oracle_length(delta), scale = oracle_scale(&moving, &resting);
    double graze = (moving.custom || resting.custom ? 2e-8 : 1e-9) * (scale + length),
           tolerance = check__tolerance(&moving, &resting);
    double bound = tolerance * scale + CHECK_ULP * length;
    OracleCast expected = oracle_cast(&moving, delta, &resting);
    const char *wrong = check__status(cast->status);
    double start = oracle_distance(&moving, &resting);
    if (wrong || start < -graze) {
        return wrong ? wrong : check_start(cast, skip, origin, bound);
    }
    if (cast->hit ? expected.clearance > graze : (expected.clearance < -graze && start > graze)) {
        return check__say("hit %d, but the clearance is %g of the scale, fraction %.9g", cast->hit,
                          expected.clearance / scale, expected.fraction);
    }
    if (!cast->hit) {
        return NULL;
    }
    if (!(cast->fraction >= 0.0f && cast->fraction <= 1.0f)) {
        return check__say("fraction %g", (double)cast->fraction);
    }
    if (start <= graze && cast->normal.x == 0.0f && cast->normal.y == 0.0f) {
        return cast->fraction == 0.0f ? NULL : "a zero normal later than at the start";
    }
    OracleVec normal = oracle_scale_vec(sign, oracle_of(cast->normal));
    double closing = oracle_dot(normal, delta);
    if (expected.hit && start > graze) {
        double late = (double)cast->fraction - expected.fraction;
        double allowed = CHECK_ULP * expected.fraction + graze / fmax(closing, 1e-30);
        if (fabs(late) > allowed && !touches_at((double)cast->fraction, delta, graze)) {
            return check__say("fraction %.9g, expected %.9g, closing %g", (double)cast->fraction, expected.fraction,
                              closing / length);
        }
    }
    if (closing < -tolerance * length) {
        return "the normal does not oppose the motion";
    }
    oracle_move(&moving, oracle_scale_vec((double)cast->fraction, delta));
    return check_contact(cast, normal, origin, bound, scale);
}

const char *check_cast_ray(const AukShape *shape, AukTransform pose, AukVec2 from, AukVec2 delta,
                           const AukCastOptions *options)
{
    AukCast cast = auk_cast_ray(shape, pose, from, delta, options);
    oracle_place(&resting, shape, pose, pose.p);
    oracle_place_point(&moving, oracle_sub(oracle_of(from), oracle_of(pose.p)));
    resting.radius += distance_of(options);
    return check_cast(&cast, oracle_of(delta), -1.0, pose.p, options && options->skip_overlapping);
}

const char *check_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                             AukTransform pose_b, const AukCastOptions *options)
{
    AukCast cast = auk_cast_shape(a, pose_a, delta, b, pose_b, options);
    oracle_place(&moving, a, pose_a, pose_a.p);
    oracle_place(&resting, b, pose_b, pose_a.p);
    resting.radius += distance_of(options);
    return check_cast(&cast, oracle_of(delta), 1.0, pose_a.p, options && options->skip_overlapping);
}

// Largest distance that a point of the shape travels on the path, plus that of its position alone.
static double travel(const AukPath *path, const OracleShape *shape)
{
    return oracle_length(oracle_of(path->delta)) + fabs((double)path->turn) * oracle_reach(shape);
}

const char *check_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                                 const AukCastOptions *options, int *undecided)
{
    AukCast cast = auk_time_of_impact(a, path_a, b, path_b, options);
    AukVec2 origin = path_a->start.p;
    oracle_place_on_path(&moving, a, path_a, 0.0, origin);
    oracle_place_on_path(&resting, b, path_b, 0.0, origin);
    double level = distance_of(options), scale = oracle_scale(&moving, &resting);
    double rounding = CHECK_ULP * (travel(path_a, &moving) + travel(path_b, &resting) + level);
    double tolerance = check__tolerance(&moving, &resting), bound = tolerance * scale + rounding;
    double missed = fmin(3.0 * tolerance, 1e-5) * scale + rounding;
    resting.radius += level;
    const char *wrong = check__status(cast.status);
    bool limit = cast.status == AUK_ERROR_ITERATION_LIMIT;
    if (wrong && !limit) {
        return wrong;
    }
    double start = oracle_distance(&moving, &resting);
    bool skip = options && options->skip_overlapping;
    // What is skipped at the start may be met later, after turning out of it and in again.
    if (start < -bound && !(skip && cast.fraction > 0.0f)) {
        return check_start(&cast, skip, origin, bound);
    }
    if (cast.hit && !(cast.fraction >= 0.0f && cast.fraction <= 1.0f)) {
        return check__say("fraction %g", (double)cast.fraction);
    }
    double until = cast.hit || limit ? (double)cast.fraction : 1.0;
    OracleMarch march = oracle_march(a, path_a, b, path_b, level - missed, 0.3 * missed, until);
    *undecided += march.end == ORACLE_UNDECIDED || limit;
    // What overlaps by a hair at the start may be skipped or be let go.
    if (march.end == ORACLE_REACHED && start > bound) {
        return check__say("%s %.9g, but they overlap by %g at %.9g", cast.hit ? "hit at" : "no hit up to", until,
                          0.7 * missed, march.fraction);
    }
    if (!cast.hit || limit || (start <= bound && cast.normal.x == 0.0f && cast.normal.y == 0.0f)) {
        return NULL;
    }
    oracle_place_on_path(&moving, a, path_a, (double)cast.fraction, origin);
    oracle_place_on_path(&resting, b, path_b, (double)cast.fraction, origin);
    resting.radius += level;
    return check_contact(&cast, oracle_of(cast.normal), origin, bound, scale);
}
