// See the header. Members are in the order in which a difference is looked for, the most telling first. A record that
// grows without a row here fails to compile: the sizes of the rows are added up.
#include "world/save/array_fields.h"

static const AukArrayField body_members[] = {{offsetof(AukBodyRecord, state), 'u', "state"},
                                             {offsetof(AukBodyRecord, generation), 'u', "generation"},
                                             {offsetof(AukBodyRecord, enabled), 'u', "enabled"},
                                             {offsetof(AukBodyRecord, motion), 'u', "motion"},
                                             {offsetof(AukBodyRecord, category), 'q', "category"},
                                             {offsetof(AukBodyRecord, ignore), 'q', "ignore"},
                                             {offsetof(AukBodyRecord, group), 'u', "group"},
                                             {offsetof(AukBodyRecord, owner.index), 'u', "owner.index"},
                                             {offsetof(AukBodyRecord, owner.generation), 'u', "owner.generation"},
                                             {offsetof(AukBodyRecord, first_part), 'u', "first_part"},
                                             {0, 0, NULL}};
_Static_assert(sizeof(AukBodyRecord) == 48, "a row for each member of AukBodyRecord");

static const AukArrayField motion_members[] = {{offsetof(AukMotionRecord, pose.p.x), 'f', "pose.p.x"},
                                               {offsetof(AukMotionRecord, pose.p.y), 'f', "pose.p.y"},
                                               {offsetof(AukMotionRecord, pose.q.c), 'f', "pose.q.c"},
                                               {offsetof(AukMotionRecord, pose.q.s), 'f', "pose.q.s"},
                                               {offsetof(AukMotionRecord, velocity.x), 'f', "velocity.x"},
                                               {offsetof(AukMotionRecord, velocity.y), 'f', "velocity.y"},
                                               {offsetof(AukMotionRecord, spin), 'f', "spin"},
                                               {offsetof(AukMotionRecord, has_target), 'u', "has_target"},
                                               {offsetof(AukMotionRecord, target.p.x), 'f', "target.p.x"},
                                               {offsetof(AukMotionRecord, target.p.y), 'f', "target.p.y"},
                                               {offsetof(AukMotionRecord, target.q.c), 'f', "target.q.c"},
                                               {offsetof(AukMotionRecord, target.q.s), 'f', "target.q.s"},
                                               {offsetof(AukMotionRecord, previous.p.x), 'f', "previous.p.x"},
                                               {offsetof(AukMotionRecord, previous.p.y), 'f', "previous.p.y"},
                                               {offsetof(AukMotionRecord, previous.q.c), 'f', "previous.q.c"},
                                               {offsetof(AukMotionRecord, previous.q.s), 'f', "previous.q.s"},
                                               {0, 0, NULL}};
_Static_assert(sizeof(AukMotionRecord) == 64, "a row for each member of AukMotionRecord");

static const AukArrayField traits_members[] = {{offsetof(AukTraits, pierce_categories), 'q', "pierce_categories"},
                                               {offsetof(AukTraits, bounce_loss), 'f', "bounce_loss"},
                                               {offsetof(AukTraits, pierce), 'i', "pierce"},
                                               {offsetof(AukTraits, bounces), 'i', "bounces"},
                                               {offsetof(AukTraits, bounced), 'i', "bounced"},
                                               {offsetof(AukTraits, max_speed), 'f', "max_speed"},
                                               {offsetof(AukTraits, zero), 'u', "zero"},
                                               {0, 0, NULL}};
_Static_assert(sizeof(AukTraits) == 32, "a row for each member of AukTraits");

static const AukArrayField part_members[] = {{offsetof(AukPartRecord, state), 'u', "state"},
                                             {offsetof(AukPartRecord, generation), 'u', "generation"},
                                             {offsetof(AukPartRecord, body), 'u', "body"},
                                             {offsetof(AukPartRecord, head), 'u', "head"},
                                             {offsetof(AukPartRecord, child), 'i', "child"},
                                             {offsetof(AukPartRecord, kind), 'u', "kind"},
                                             {offsetof(AukPartRecord, form), 'u', "form"},
                                             {offsetof(AukPartRecord, flags), 'u', "flags"},
                                             {offsetof(AukPartRecord, radius), 'f', "radius"},
                                             {offsetof(AukPartRecord, core.points[0].x), 'f', "core.points[0].x"},
                                             {offsetof(AukPartRecord, core.points[0].y), 'f', "core.points[0].y"},
                                             {offsetof(AukPartRecord, core.points[1].x), 'f', "core.points[1].x"},
                                             {offsetof(AukPartRecord, core.points[1].y), 'f', "core.points[1].y"},
                                             {offsetof(AukPartRecord, local.p.x), 'f', "local.p.x"},
                                             {offsetof(AukPartRecord, local.p.y), 'f', "local.p.y"},
                                             {offsetof(AukPartRecord, local.q.c), 'f', "local.q.c"},
                                             {offsetof(AukPartRecord, local.q.s), 'f', "local.q.s"},
                                             {offsetof(AukPartRecord, category), 'q', "category"},
                                             {offsetof(AukPartRecord, ignore), 'q', "ignore"},
                                             {offsetof(AukPartRecord, group), 'u', "group"},
                                             {offsetof(AukPartRecord, one_way.x), 'f', "one_way.x"},
                                             {offsetof(AukPartRecord, one_way.y), 'f', "one_way.y"},
                                             {offsetof(AukPartRecord, proximity), 'f', "proximity"},
                                             {offsetof(AukPartRecord, next), 'u', "next"},
                                             {offsetof(AukPartRecord, user_data), 'q', "user_data"},
                                             {0, 0, NULL}};
_Static_assert(sizeof(AukPartRecord) == 112, "a row for each member of AukPartRecord");

static const AukArrayField grid_members[] = {{offsetof(AukGridRecord, width), 'i', "width"},
                                             {offsetof(AukGridRecord, height), 'i', "height"},
                                             {offsetof(AukGridRecord, cell.x), 'f', "cell.x"},
                                             {offsetof(AukGridRecord, cell.y), 'f', "cell.y"},
                                             {0, 0, NULL}};
_Static_assert(sizeof(AukGridRecord) == 16, "a row for each member of AukGridRecord");

static const AukArrayField tile_kind_members[] = {{offsetof(AukTileKindRecord, tile), 'u', "tile"},
                                                  {offsetof(AukTileKindRecord, count), 'u', "count"},
                                                  {offsetof(AukTileKindRecord, points[0].x), 'f', "points[0].x"},
                                                  {offsetof(AukTileKindRecord, points[0].y), 'f', "points[0].y"},
                                                  {offsetof(AukTileKindRecord, points[1].x), 'f', "points[1].x"},
                                                  {offsetof(AukTileKindRecord, points[1].y), 'f', "points[1].y"},
                                                  {offsetof(AukTileKindRecord, points[2].x), 'f', "points[2].x"},
                                                  {offsetof(AukTileKindRecord, points[2].y), 'f', "points[2].y"},
                                                  {offsetof(AukTileKindRecord, points[3].x), 'f', "points[3].x"},
                                                  {offsetof(AukTileKindRecord, points[3].y), 'f', "points[3].y"},
                                                  {offsetof(AukTileKindRecord, points[4].x), 'f', "points[4].x"},
                                                  {offsetof(AukTileKindRecord, points[4].y), 'f', "points[4].y"},
                                                  {offsetof(AukTileKindRecord, points[5].x), 'f', "points[5].x"},
                                                  {offsetof(AukTileKindRecord, points[5].y), 'f', "points[5].y"},
                                                  {offsetof(AukTileKindRecord, points[6].x), 'f', "points[6].x"},
                                                  {offsetof(AukTileKindRecord, points[6].y), 'f', "points[6].y"},
                                                  {offsetof(AukTileKindRecord, points[7].x), 'f', "points[7].x"},
                                                  {offsetof(AukTileKindRecord, points[7].y), 'f', "points[7].y"},
                                                  {offsetof(AukTileKindRecord, category), 'q', "category"},
                                                  {offsetof(AukTileKindRecord, ignore), 'q', "ignore"},
                                                  {offsetof(AukTileKindRecord, group), 'u', "group"},
                                                  {offsetof(AukTileKindRecord, one_way.x), 'f', "one_way.x"},
                                                  {offsetof(AukTileKindRecord, one_way.y), 'f', "one_way.y"},
                                                  {offsetof(AukTileKindRecord, conveyor.x), 'f', "conveyor.x"},
                                                  {offsetof(AukTileKindRecord, conveyor.y), 'f', "conveyor.y"},
                                                  {offsetof(AukTileKindRecord, zero), 'u', "zero"},
                                                  {offsetof(AukTileKindRecord, user_data), 'q', "user_data"},
                                                  {0, 0, NULL}};
_Static_assert(sizeof(AukTileKindRecord) == 120, "a row for each member of AukTileKindRecord");

static const AukArrayField edge_members[] = {{offsetof(AukEdgeRecord, before.x), 'f', "before.x"},
                                             {offsetof(AukEdgeRecord, before.y), 'f', "before.y"},
                                             {offsetof(AukEdgeRecord, after.x), 'f', "after.x"},
                                             {offsetof(AukEdgeRecord, after.y), 'f', "after.y"},
                                             {0, 0, NULL}};
_Static_assert(sizeof(AukEdgeRecord) == 16, "a row for each member of AukEdgeRecord");

static const AukArrayField excluded_pair_members[] = {
    {offsetof(AukExcludedPairRecord, a), 'u', "a"}, {offsetof(AukExcludedPairRecord, b), 'u', "b"}, {0, 0, NULL}};
_Static_assert(sizeof(AukExcludedPairRecord) == 8, "a row for each member of AukExcludedPairRecord");

static const AukArrayField custom_members[] = {{offsetof(AukCustomRecord, number), 'u', "number"},
                                               {offsetof(AukCustomRecord, bounds.min.x), 'f', "bounds.min.x"},
                                               {offsetof(AukCustomRecord, bounds.min.y), 'f', "bounds.min.y"},
                                               {offsetof(AukCustomRecord, bounds.max.x), 'f', "bounds.max.x"},
                                               {offsetof(AukCustomRecord, bounds.max.y), 'f', "bounds.max.y"},
                                               {offsetof(AukCustomRecord, zero), 'u', "zero"},
                                               {0, 0, NULL}};
_Static_assert(sizeof(AukCustomRecord) == 24, "a row for each member of AukCustomRecord");

static const AukArrayField rule_members[] = {{offsetof(AukResponseRule, category), 'q', "category"},
                                             {offsetof(AukResponseRule, other), 'q', "other"},
                                             {offsetof(AukResponseRule, response), 'u', "response"},
                                             {offsetof(AukResponseRule, bounce_loss), 'f', "bounce_loss"},
                                             {0, 0, NULL}};
_Static_assert(sizeof(AukResponseRule) == 24, "a row for each member of AukResponseRule");

static const AukArrayField pierced_members[] = {{offsetof(AukPierced, body.index), 'u', "body.index"},
                                                {offsetof(AukPierced, body.generation), 'u', "body.generation"},
                                                {offsetof(AukPierced, other.index), 'u', "other.index"},
                                                {offsetof(AukPierced, other.generation), 'u', "other.generation"},
                                                {0, 0, NULL}};
_Static_assert(sizeof(AukPierced) == 16, "a row for each member of AukPierced");

static const AukArrayField drop_members[] = {{offsetof(AukDrop, body.index), 'u', "body.index"},
                                             {offsetof(AukDrop, body.generation), 'u', "body.generation"},
                                             {offsetof(AukDrop, floor.index), 'u', "floor.index"},
                                             {offsetof(AukDrop, floor.generation), 'u', "floor.generation"},
                                             {offsetof(AukDrop, line), 'i', "line"},
                                             {offsetof(AukDrop, tile), 'u', "tile"},
                                             {0, 0, NULL}};
_Static_assert(sizeof(AukDrop) == 24, "a row for each member of AukDrop");

static const AukArrayField conveyor_members[] = {{offsetof(AukConveyor, shape.index), 'u', "shape.index"},
                                                 {offsetof(AukConveyor, shape.generation), 'u', "shape.generation"},
                                                 {offsetof(AukConveyor, velocity.x), 'f', "velocity.x"},
                                                 {offsetof(AukConveyor, velocity.y), 'f', "velocity.y"},
                                                 {0, 0, NULL}};
_Static_assert(sizeof(AukConveyor) == 16, "a row for each member of AukConveyor");

static const AukArrayField edge_data_members[] = {{offsetof(AukEdgeData, head), 'u', "head"},
                                                  {offsetof(AukEdgeData, zero), 'u', "zero"},
                                                  {offsetof(AukEdgeData, user_data), 'q', "user_data"},
                                                  {0, 0, NULL}};
_Static_assert(sizeof(AukEdgeData) == 16, "a row for each member of AukEdgeData");

static const AukArrayField touch_members[] = {
    {offsetof(AukTouchRecord, names.body_a.index), 'u', "body_a.index"},
    {offsetof(AukTouchRecord, names.body_a.generation), 'u', "body_a.generation"},
    {offsetof(AukTouchRecord, names.body_b.index), 'u', "body_b.index"},
    {offsetof(AukTouchRecord, names.body_b.generation), 'u', "body_b.generation"},
    {offsetof(AukTouchRecord, names.shape_a.index), 'u', "shape_a.index"},
    {offsetof(AukTouchRecord, names.shape_a.generation), 'u', "shape_a.generation"},
    {offsetof(AukTouchRecord, names.shape_b.index), 'u', "shape_b.index"},
    {offsetof(AukTouchRecord, names.shape_b.generation), 'u', "shape_b.generation"},
    {offsetof(AukTouchRecord, child_a), 'i', "child_a"},
    {offsetof(AukTouchRecord, child_b), 'i', "child_b"},
    {offsetof(AukTouchRecord, flags), 'u', "flags"},
    {offsetof(AukTouchRecord, cache.count), 'u', "cache.count"},
    {offsetof(AukTouchRecord, cache.index_a[0]), 'u', "cache.index_a[0]"},
    {offsetof(AukTouchRecord, cache.index_a[1]), 'u', "cache.index_a[1]"},
    {offsetof(AukTouchRecord, cache.index_a[2]), 'u', "cache.index_a[2]"},
    {offsetof(AukTouchRecord, cache.index_b[0]), 'u', "cache.index_b[0]"},
    {offsetof(AukTouchRecord, cache.index_b[1]), 'u', "cache.index_b[1]"},
    {offsetof(AukTouchRecord, cache.index_b[2]), 'u', "cache.index_b[2]"},
    {0, 0, NULL}};
_Static_assert(sizeof(AukTouchRecord) == 72, "a row for each member of AukTouchRecord");

static const AukArrayField manifold_members[] = {
    {offsetof(AukManifold, normal.x), 'f', "normal.x"},
    {offsetof(AukManifold, normal.y), 'f', "normal.y"},
    {offsetof(AukManifold, distance), 'f', "distance"},
    {offsetof(AukManifold, count), 'i', "count"},
    {offsetof(AukManifold, points[0].point.x), 'f', "points[0].point.x"},
    {offsetof(AukManifold, points[0].point.y), 'f', "points[0].point.y"},
    {offsetof(AukManifold, points[0].distance), 'f', "points[0].distance"},
    {offsetof(AukManifold, points[0].feature_a), 'u', "points[0].feature_a"},
    {offsetof(AukManifold, points[0].feature_b), 'u', "points[0].feature_b"},
    {offsetof(AukManifold, points[1].point.x), 'f', "points[1].point.x"},
    {offsetof(AukManifold, points[1].point.y), 'f', "points[1].point.y"},
    {offsetof(AukManifold, points[1].distance), 'f', "points[1].distance"},
    {offsetof(AukManifold, points[1].feature_a), 'u', "points[1].feature_a"},
    {offsetof(AukManifold, points[1].feature_b), 'u', "points[1].feature_b"},
    {offsetof(AukManifold, iterations), 'i', "iterations"},
    {offsetof(AukManifold, status), 'u', "status"},
    {0, 0, NULL}};
_Static_assert(sizeof(AukManifold) == 64, "a row for each member of AukManifold");

static const AukArrayField overlap_members[] = {{offsetof(AukOverlap, body_a.index), 'u', "body_a.index"},
                                                {offsetof(AukOverlap, body_a.generation), 'u', "body_a.generation"},
                                                {offsetof(AukOverlap, body_b.index), 'u', "body_b.index"},
                                                {offsetof(AukOverlap, body_b.generation), 'u', "body_b.generation"},
                                                {offsetof(AukOverlap, shape_a.index), 'u', "shape_a.index"},
                                                {offsetof(AukOverlap, shape_a.generation), 'u', "shape_a.generation"},
                                                {offsetof(AukOverlap, shape_b.index), 'u', "shape_b.index"},
                                                {offsetof(AukOverlap, shape_b.generation), 'u', "shape_b.generation"},
                                                {offsetof(AukOverlap, user_data_a), 'q', "user_data_a"},
                                                {offsetof(AukOverlap, user_data_b), 'q', "user_data_b"},
                                                {0, 0, NULL}};
_Static_assert(sizeof(AukOverlap) == 48, "a row for each member of AukOverlap");

static const AukArrayField event_members[] = {
    {offsetof(AukEventRecord, kind), 'u', "kind"},
    {offsetof(AukEventRecord, names.body_a.index), 'u', "body_a.index"},
    {offsetof(AukEventRecord, names.body_a.generation), 'u', "body_a.generation"},
    {offsetof(AukEventRecord, names.body_b.index), 'u', "body_b.index"},
    {offsetof(AukEventRecord, names.body_b.generation), 'u', "body_b.generation"},
    {offsetof(AukEventRecord, names.shape_a.index), 'u', "shape_a.index"},
    {offsetof(AukEventRecord, names.shape_a.generation), 'u', "shape_a.generation"},
    {offsetof(AukEventRecord, names.shape_b.index), 'u', "shape_b.index"},
    {offsetof(AukEventRecord, names.shape_b.generation), 'u', "shape_b.generation"},
    {offsetof(AukEventRecord, fraction), 'f', "fraction"},
    {offsetof(AukEventRecord, bodies), 'u', "bodies"},
    {offsetof(AukEventRecord, contact), 'i', "contact"},
    {offsetof(AukEventRecord, user_data_a), 'q', "user_data_a"},
    {offsetof(AukEventRecord, user_data_b), 'q', "user_data_b"},
    {0, 0, NULL}};
_Static_assert(sizeof(AukEventRecord) == 64, "a row for each member of AukEventRecord");

static const AukArrayField hit_members[] = {
    {offsetof(AukHitRecord, names.body_a.index), 'u', "body_a.index"},
    {offsetof(AukHitRecord, names.body_a.generation), 'u', "body_a.generation"},
    {offsetof(AukHitRecord, names.body_b.index), 'u', "body_b.index"},
    {offsetof(AukHitRecord, names.body_b.generation), 'u', "body_b.generation"},
    {offsetof(AukHitRecord, names.shape_a.index), 'u', "shape_a.index"},
    {offsetof(AukHitRecord, names.shape_a.generation), 'u', "shape_a.generation"},
    {offsetof(AukHitRecord, names.shape_b.index), 'u', "shape_b.index"},
    {offsetof(AukHitRecord, names.shape_b.generation), 'u', "shape_b.generation"},
    {offsetof(AukHitRecord, child_a), 'i', "child_a"},
    {offsetof(AukHitRecord, child_b), 'i', "child_b"},
    {offsetof(AukHitRecord, fraction), 'f', "fraction"},
    {offsetof(AukHitRecord, point.x), 'f', "point.x"},
    {offsetof(AukHitRecord, point.y), 'f', "point.y"},
    {offsetof(AukHitRecord, normal.x), 'f', "normal.x"},
    {offsetof(AukHitRecord, normal.y), 'f', "normal.y"},
    {offsetof(AukHitRecord, velocity_a.x), 'f', "velocity_a.x"},
    {offsetof(AukHitRecord, velocity_a.y), 'f', "velocity_a.y"},
    {offsetof(AukHitRecord, velocity_b.x), 'f', "velocity_b.x"},
    {offsetof(AukHitRecord, velocity_b.y), 'f', "velocity_b.y"},
    {offsetof(AukHitRecord, spin_a), 'f', "spin_a"},
    {offsetof(AukHitRecord, spin_b), 'f', "spin_b"},
    {offsetof(AukHitRecord, response), 'u', "response"},
    {offsetof(AukHitRecord, limit), 'u', "limit"},
    {offsetof(AukHitRecord, first), 'u', "first"},
    {offsetof(AukHitRecord, user_data_a), 'q', "user_data_a"},
    {offsetof(AukHitRecord, user_data_b), 'q', "user_data_b"},
    {0, 0, NULL}};
_Static_assert(sizeof(AukHitRecord) == 112, "a row for each member of AukHitRecord");

static const AukArrayField vec_members[] = {
    {offsetof(AukVec2, x), 'f', "x"}, {offsetof(AukVec2, y), 'f', "y"}, {0, 0, NULL}};
_Static_assert(sizeof(AukVec2) == 8, "a row for each member of AukVec2");

static const AukArrayField pose_members[] = {{offsetof(AukTransform, p.x), 'f', "p.x"},
                                             {offsetof(AukTransform, p.y), 'f', "p.y"},
                                             {offsetof(AukTransform, q.c), 'f', "q.c"},
                                             {offsetof(AukTransform, q.s), 'f', "q.s"},
                                             {0, 0, NULL}};
_Static_assert(sizeof(AukTransform) == 16, "a row for each member of AukTransform");

static const AukArrayField block_members[] = {{0, 'u', "first"}, {4, 'u', "second"}, {0, 0, NULL}};
_Static_assert(sizeof(AukVertexBlockRecord) == 8, "a row for each member of AukVertexBlockRecord");

static const AukArrayField byte_members[] = {{0, 'c', "cell"}, {0, 0, NULL}};

static const AukArrayField slot_members[] = {{0, 'u', "slot"}, {0, 0, NULL}};

static const AukArrayField data_members[] = {{0, 'q', "user_data"}, {0, 0, NULL}};

static const AukArrayField response_members[] = {{0, 'u', "response"}, {0, 0, NULL}};

static const AukArrayField note_members[] = {{0, 'q', "step"}, {0, 0, NULL}};

const AukArrayFields auk__array_fields[AUK_SECTION_COUNT] = {
    [AUK_SECTION_TILE_KINDS] = {"kinds of tiles", tile_kind_members, 0},
    [AUK_SECTION_GRIDS] = {"grids", grid_members, 0},
    [AUK_SECTION_CELLS] = {"cells", byte_members, 0},
    [AUK_SECTION_EDGES] = {"edges", edge_members, 0},
    [AUK_SECTION_PARTS] = {"shapes", part_members, 's'},
    [AUK_SECTION_PARTS_FREE] = {"free shape slots", slot_members, 0},
    [AUK_SECTION_PARTS_QUARANTINED] = {"quarantined shape slots", slot_members, 0},
    [AUK_SECTION_BODIES] = {"bodies", body_members, 'b'},
    [AUK_SECTION_BODIES_FREE] = {"free body slots", slot_members, 0},
    [AUK_SECTION_BODIES_QUARANTINED] = {"quarantined body slots", slot_members, 0},
    [AUK_SECTION_MOVERS] = {"movers", slot_members, 0},
    [AUK_SECTION_EXCLUDED_PAIRS] = {"excluded pairs", excluded_pair_members, 0},
    [AUK_SECTION_VERTEX_BLOCKS] = {"vertex blocks", block_members, 0},
    [AUK_SECTION_VERTICES] = {"vertices", vec_members, 0},
    [AUK_SECTION_CUSTOMS] = {"custom shapes", custom_members, 0},
    [AUK_SECTION_BODY_DATA] = {"user data", data_members, 'b'},
    [AUK_SECTION_RESPONSES] = {"responses", response_members, 'b'},
    [AUK_SECTION_MOTIONS] = {"motions", motion_members, 'b'},
    [AUK_SECTION_TRAITS] = {"traits", traits_members, 'b'},
    [AUK_SECTION_RULES] = {"response rules", rule_members, 0},
    [AUK_SECTION_PIERCED] = {"pierced bodies", pierced_members, 0},
    [AUK_SECTION_DROPS] = {"floors dropped through", drop_members, 0},
    [AUK_SECTION_CONVEYORS] = {"conveyors", conveyor_members, 0},
    [AUK_SECTION_EDGE_DATA] = {"user data of first edges", edge_data_members, 0},
    [AUK_SECTION_SOLIDS] = {"touching solids", touch_members, 0},
    [AUK_SECTION_MANIFOLDS] = {"manifolds", manifold_members, 0},
    [AUK_SECTION_SENSORS] = {"touching sensors", touch_members, 0},
    [AUK_SECTION_OVERLAPS] = {"overlaps", overlap_members, 0},
    [AUK_SECTION_EVENTS] = {"events", event_members, 0},
    [AUK_SECTION_HITS] = {"hits", hit_members, 0},
    [AUK_SECTION_HISTORY] = {"history", pose_members, 0},
    [AUK_SECTION_BORN] = {"births", note_members, 'b'},
};
