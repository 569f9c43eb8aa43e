#include "fuzz/single.h"

#include "fuzz/expect.h"
#include "fuzz/solid.h"

#include <math.h>
#include <string.h>

// The farthest coordinate along an axis, in the world.
static double reach_along(const Solid *solid, AukTransform pose, double x, double y)
{
    Vec axis = vec(x, y);
    return vec_dot(axis, solid_support(solid, axis)) + vec_dot(axis, vec_of(pose.p));
}

static void check_bounds(const InputShape *input, AukTransform pose, Flaws flaws)
{
    AukBox box = auk_shape_bounds(&input->shape, pose);
    if (flaws) {
        EXPECT(box.min.x == 0.0f && box.min.y == 0.0f && box.max.x == 0.0f && box.max.y == 0.0f, "not {0}");
        return;
    }
    Solid solid = solid_of(&input->shape, pose, pose.p);
    double found[4] = {(double)box.max.x, (double)box.max.y, -(double)box.min.x, -(double)box.min.y};
    double right[4] = {reach_along(&solid, pose, 1.0, 0.0), reach_along(&solid, pose, 0.0, 1.0),
                       reach_along(&solid, pose, -1.0, 0.0), reach_along(&solid, pose, 0.0, -1.0)};
    double size = solid_extent(&solid) + fabs((double)pose.p.x) + fabs((double)pose.p.y);
    for (int i = 0; i < 4; i++) {
        EXPECT(found[i] >= right[i] - 1e-13 * size, "side %d: %a loses points, %a", i, found[i], right[i]);
        EXPECT(found[i] <= right[i] + 5e-7 * size + 1e-44, "side %d: %a is loose, %a", i, found[i], right[i]);
    }
}

static void check_support(const InputShape *input, AukTransform pose, AukVec2 direction, Flaws flaws)
{
    AukVec2 found = auk_support(&input->shape, pose, direction);
    if (flaws | (flaws_of_vec(direction) & flaw(AUK_ERROR_NOT_FINITE))) { // it may have any length
        EXPECT(found.x == 0.0f && found.y == 0.0f, "{%a, %a}", (double)found.x, (double)found.y);
        return;
    }
    EXPECT(solid_is_finite(found), "{%a, %a}", (double)found.x, (double)found.y);
    Solid solid = solid_of(&input->shape, pose, pose.p);
    double slack = solid_tolerance(solid_extent(&solid)) + solid_rounding(pose.p) + solid_rounding(found);
    Vec d = vec_of(direction);
    if (vec_length(d) > 0.0) {
        d = vec_scale(1.0 / vec_length(d), d);
        double along = vec_dot(d, vec_sub(vec_of(found), vec_of(pose.p)));
        double most = vec_dot(d, solid_support(&solid, d));
        EXPECT(fabs(along - most) <= slack, "{%a, %a} reaches %a, not %a", (double)found.x, (double)found.y, along,
               most);
    }
    AukShape storage;
    Solid point = solid_of_point(&storage, vec_sub(vec_of(found), vec_of(pose.p)), 0.0f);
    EXPECT(solid_widest(&solid, &point) <= slack, "{%a, %a} is not in the shape", (double)found.x, (double)found.y);
}

static void check_projection(const InputShape *input, AukTransform pose, AukVec2 point, Flaws flaws)
{
    AukProjection p = auk_project_point(&input->shape, pose, point);
    bool inside = auk_contains(&input->shape, pose, point);
    flaws |= flaws_of_vec(point);
    EXPECT(flaws_explain(flaws, p.status), "status %d, flaws %x", p.status, flaws);
    EXPECT(solid_is_unit(p.normal), "normal {%a, %a}", (double)p.normal.x, (double)p.normal.y);
    if (flaws) {
        EXPECT(!inside, "bad input contains a point");
        return;
    }
    EXPECT(solid_is_finite(p.point) && isfinite(p.distance), "not finite");
    AukShape storage;
    Solid solid = solid_of(&input->shape, pose, pose.p);
    Solid target = solid_of_point(&storage, vec_sub(vec_of(point), vec_of(pose.p)), 0.0f);
    double slack = solid_tolerance(solid_scale(&solid, &target));
    double distance = (double)p.distance, widest = solid_widest(&solid, &target);
    double shown = solid_separation(&solid, &target, vec_of(p.normal));
    EXPECT(fabs(shown - distance) <= slack, "distance %a, its normal shows %a", distance, shown);
    EXPECT(widest <= distance + slack, "distance %a, another axis shows %a", distance, widest);
    Vec back = vec_add(vec_of(p.point), vec_scale(distance, vec_of(p.normal)));
    double off = vec_length(vec_sub(back, vec_of(point)));
    EXPECT(off <= slack + solid_rounding(point) + solid_rounding(p.point), "point + distance * normal is off by %a",
           off);
    if (fabs(distance) > slack) {
        EXPECT(inside == (distance < 0.0), "contains: %d, distance %a", inside, distance);
    }
}

static void check_measure(const InputShape *input)
{
    AukMeasure m = auk_shape_measure(&input->shape);
    EXPECT(flaws_explain(input->flaws, m.status), "status %d, flaws %x", m.status, input->flaws);
    if (input->flaws) {
        return;
    }
    AukTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    Solid solid = solid_of(&input->shape, identity, identity.p);
    double left = -reach_along(&solid, identity, -1.0, 0.0), right = reach_along(&solid, identity, 1.0, 0.0);
    double low = -reach_along(&solid, identity, 0.0, -1.0), high = reach_along(&solid, identity, 0.0, 1.0);
    double width = right - left, height = high - low, extent = solid_extent(&solid);
    double area = (double)m.area, perimeter = (double)m.perimeter, slack = solid_tolerance(extent);
    EXPECT(isfinite(m.area) && isfinite(m.perimeter) && solid_is_finite(m.centroid), "not finite");
    EXPECT(area >= 0.0 && area <= width * height + slack * extent + 1e-44, "area %a of %a", area, width * height);
    EXPECT(perimeter <= 2.0 * (width + height) + slack, "perimeter %a of %a", perimeter, 2.0 * (width + height));
    EXPECT(perimeter >= 2.0 * fmax(width, height) - slack, "perimeter %a of %a", perimeter, 2.0 * fmax(width, height));
    EXPECT(4.0 * 3.14159265358979 * area <= perimeter * perimeter + 4.0 * slack * perimeter + 1e-43,
           "area %a, perimeter %a", area, perimeter);
    EXPECT((double)m.centroid.x >= left - slack && (double)m.centroid.x <= right + slack &&
               (double)m.centroid.y >= low - slack && (double)m.centroid.y <= high + slack,
           "centroid {%a, %a}", (double)m.centroid.x, (double)m.centroid.y);
}

void check_single(const InputShape *input, AukTransform pose, AukVec2 point, AukVec2 direction)
{
    Flaws flaws = input->flaws | flaws_of_pose(pose);
    check_bounds(input, pose, flaws);
    check_support(input, pose, direction, flaws);
    check_projection(input, pose, point, flaws);
    check_measure(input);
}
