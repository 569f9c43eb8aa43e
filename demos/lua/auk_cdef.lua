-- The public headers of auk 0.2.0 for ffi.cdef(). Made by make_cdef.py; do not edit.
return {
  version = { 0, 2, 0 },

  -- #defines that are no whole numbers.
  numbers = {
    ['AUK_COORDINATE_MAX'] = 1e15,
  },

  -- What the enumerators of each enumeration begin with, and which fields of structs are enumerations or unsigned.
  enums = {
    ['AukStatus'] = 'AUK_',
    ['AukShapeKind'] = 'AUK_SHAPE_',
    ['AukBroadKind'] = 'AUK_BROAD_',
    ['AukDrawKind'] = 'AUK_DRAW_',
    ['AukDrawCategory'] = 'AUK_DRAW_',
    ['AukWhyReason'] = 'AUK_WHY_',
    ['AukPhase'] = 'AUK_PHASE_',
    ['AukMotion'] = 'AUK_MOTION_',
    ['AukResponse'] = 'AUK_RESPONSE_',
    ['AukEventKind'] = 'AUK_EVENT_',
    ['AukGeometryKind'] = 'AUK_GEOMETRY_',
    ['AukMoverKind'] = 'AUK_MOVER_',
    ['AukPredictEnd'] = 'AUK_PREDICT_END_',
    ['AukReplayDifference'] = 'AUK_REPLAY_',
    ['AukChainKind'] = 'AUK_CHAIN_',
    ['AukTile'] = 'AUK_TILE_',
  },
  fields = {
    ['status'] = 'AukStatus',
    ['category'] = 'uint64_t',
    ['reason'] = 'AukWhyReason',
    ['broad'] = 'AukBroadKind',
    ['response'] = 'AukResponse',
    ['motion'] = 'AukMotion',
    ['end'] = 'AukPredictEnd',
    ['difference'] = 'AukReplayDifference',
    ['ignore'] = 'uint64_t',
    ['user_data_mask'] = 'uint64_t',
    ['user_data_value'] = 'uint64_t',
    ['user_data'] = 'uint64_t',
    ['a'] = 'uint64_t',
    ['b'] = 'uint64_t',
    ['steps'] = 'uint64_t',
    ['other'] = 'uint64_t',
    ['pierce_categories'] = 'uint64_t',
    ['user_data_a'] = 'uint64_t',
    ['user_data_b'] = 'uint64_t',
    ['expected'] = 'uint64_t',
    ['found'] = 'uint64_t',
    ['call'] = 'uint64_t',
    ['hash'] = 'uint64_t',
    ['read'] = 'uint64_t',
    ['index'] = 'uint32_t',
    ['generation'] = 'uint32_t',
    ['group'] = 'uint32_t',
    ['number'] = 'uint32_t',
    ['show'] = 'uint32_t',
    ['feature_a'] = 'uint32_t',
    ['feature_b'] = 'uint32_t',
    ['threshold'] = 'uint8_t',
  },

  -- Functions whose first argument is a world: the kind of their result, their name, whether they change the world,
  -- their other arguments.
  methods = [[
count auk_world_draw asks struct:AukDrawOptions list:AukDrawItem
find auk_world_cast_ray asks struct:AukVec2 struct:AukVec2 struct:AukQuery result:AukFound
plain auk_world_cast_ray_any asks struct:AukVec2 struct:AukVec2 struct:AukQuery
count auk_world_cast_ray_all asks struct:AukVec2 struct:AukVec2 struct:AukQuery list:AukFound
find auk_world_cast_shape asks struct:AukShape struct:AukTransform struct:AukVec2 struct:AukQuery result:AukFound
plain auk_world_cast_shape_any asks struct:AukShape struct:AukTransform struct:AukVec2 struct:AukQuery
count auk_world_cast_shape_all asks struct:AukShape struct:AukTransform struct:AukVec2 struct:AukQuery list:AukFound
find auk_world_cast_shape_turning asks struct:AukShape struct:AukTransform struct:AukVec2 value:float struct:AukQuery result:AukFound
find auk_world_shape_cast_ray asks struct:AukShapeId struct:AukVec2 struct:AukVec2 struct:AukCastOptions result:AukFound
find auk_world_shape_cast_shape asks struct:AukShapeId struct:AukShape struct:AukTransform struct:AukVec2 struct:AukCastOptions result:AukFound
count auk_world_cast_ray_spans asks value:AukSpanWork struct:AukVec2 struct:AukVec2 struct:AukQuery list:AukRaySpan
count auk_world_cast_ray_spans_many asks value:AukSpanWork array:AukVec2 array:AukVec2 count struct:AukQuery array:AukBodyId room:AukRaySpan value:int results:int
count auk_world_overlap asks struct:AukShape struct:AukTransform struct:AukQuery list:AukFound
count auk_world_overlap_box asks struct:AukBox struct:AukQuery list:AukFound
count auk_world_overlap_point asks struct:AukVec2 struct:AukQuery list:AukFound
count auk_world_overlap_bounds asks struct:AukBox struct:AukQuery list:AukFound
count auk_world_nearest asks struct:AukShape struct:AukTransform value:float struct:AukQuery list:AukFound
count auk_world_cast_ray_many asks array:AukVec2 array:AukVec2 count struct:AukQuery array:AukBodyId results:AukFound
count auk_world_cast_ray_any_many asks array:AukVec2 array:AukVec2 count struct:AukQuery array:AukBodyId results:bool
count auk_world_cast_shape_many asks struct:AukShape array:AukTransform array:AukVec2 count struct:AukQuery array:AukBodyId results:AukFound
count auk_world_overlap_many asks struct:AukShape array:AukTransform count struct:AukQuery array:AukBodyId room:AukFound value:int results:int
count auk_world_nearest_many asks struct:AukShape array:AukTransform count value:float struct:AukQuery array:AukBodyId room:AukFound value:int results:int
plain auk_world_why asks struct:AukBodyId struct:AukBodyId
count auk_world_history asks
find auk_world_cast_ray_at asks value:int struct:AukVec2 struct:AukVec2 struct:AukQuery result:AukFound
find auk_world_cast_shape_at asks value:int struct:AukShape struct:AukTransform struct:AukVec2 struct:AukQuery result:AukFound
count auk_world_overlap_at asks value:int struct:AukShape struct:AukTransform struct:AukQuery list:AukFound
plain auk_body_get_pose_at asks struct:AukBodyId value:int
plain auk_world_snapshot_size asks
status auk_world_snapshot asks value:void value:uint64_t
status auk_world_restore changes value:void value:uint64_t
plain auk_world_stats asks
plain auk_world_destroy changes
plain auk_world_last_status asks
status auk_world_reserve changes value:int value:int value:int
status auk_world_shift_origin changes value:double value:double result:AukOrigin
plain auk_world_get_origin asks
id auk_body_create changes struct:AukBodyDef
status auk_body_destroy changes struct:AukBodyId
plain auk_body_exists asks struct:AukBodyId
count auk_world_body_count asks
count auk_world_get_bodies asks list:AukBodyId
plain auk_world_get_bounds asks
plain auk_body_get_pose asks struct:AukBodyId
plain auk_body_get_position asks struct:AukBodyId
plain auk_body_get_angle asks struct:AukBodyId
plain auk_body_get_previous_pose asks struct:AukBodyId
plain auk_body_get_pose_between asks struct:AukBodyId value:float
plain auk_body_get_velocity asks struct:AukBodyId
plain auk_body_get_spin asks struct:AukBodyId
plain auk_body_get_velocity_at asks struct:AukBodyId struct:AukVec2
plain auk_body_get_motion asks struct:AukBodyId
plain auk_body_get_filter asks struct:AukBodyId
plain auk_body_get_owner asks struct:AukBodyId
plain auk_body_get_response asks struct:AukBodyId
plain auk_body_get_bounce_loss asks struct:AukBodyId
count auk_body_get_pierce asks struct:AukBodyId
plain auk_body_get_pierce_categories asks struct:AukBodyId
count auk_body_get_bounces asks struct:AukBodyId
count auk_body_get_bounced asks struct:AukBodyId
plain auk_body_get_max_speed asks struct:AukBodyId
plain auk_body_is_enabled asks struct:AukBodyId
plain auk_body_get_user_data asks struct:AukBodyId
plain auk_body_get_bounds asks struct:AukBodyId
status auk_body_set_pose changes struct:AukBodyId struct:AukTransform
status auk_body_set_position changes struct:AukBodyId struct:AukVec2
status auk_body_set_angle changes struct:AukBodyId value:float
status auk_body_move_to changes struct:AukBodyId struct:AukTransform
status auk_body_velocity_to changes struct:AukBodyId struct:AukTransform value:float
status auk_body_set_velocity changes struct:AukBodyId struct:AukVec2
status auk_body_set_spin changes struct:AukBodyId value:float
status auk_body_set_motion changes struct:AukBodyId enum:AukMotion
status auk_body_set_filter changes struct:AukBodyId struct:AukFilter
status auk_body_set_owner changes struct:AukBodyId struct:AukBodyId
status auk_body_set_response changes struct:AukBodyId enum:AukResponse
status auk_body_set_bounce_loss changes struct:AukBodyId value:float
status auk_body_set_pierce changes struct:AukBodyId value:int
status auk_body_set_pierce_categories changes struct:AukBodyId value:uint64_t
status auk_body_set_bounces changes struct:AukBodyId value:int
status auk_body_set_max_speed changes struct:AukBodyId value:float
status auk_body_set_enabled changes struct:AukBodyId value:bool
status auk_body_set_user_data changes struct:AukBodyId value:uint64_t
status auk_world_ignore_pair changes struct:AukBodyId struct:AukBodyId value:bool
plain auk_world_is_pair_ignored asks struct:AukBodyId struct:AukBodyId
count auk_world_ignored_pairs asks list:AukBodyPair
status auk_body_drop_through changes struct:AukBodyId
id auk_body_add_shape changes struct:AukBodyId struct:AukShapeDef
id auk_body_add_polygon changes struct:AukBodyId array:AukVec2 count struct:AukShapeDef
id auk_body_add_outline changes struct:AukBodyId array:AukVec2 count array:int count struct:AukShapeDef
status auk_world_register_custom changes struct:AukCustomShape
status auk_world_shape_set changes struct:AukShapeId struct:AukShape
status auk_world_shape_remove changes struct:AukShapeId
plain auk_body_get_shape asks struct:AukBodyId
count auk_body_get_shapes asks struct:AukBodyId list:AukShapeId
plain auk_world_shape_exists asks struct:AukShapeId
plain auk_world_shape_get_body asks struct:AukShapeId
plain auk_world_shape_get asks struct:AukShapeId
plain auk_world_shape_get_pose asks struct:AukShapeId
plain auk_world_shape_is_one_sided asks struct:AukShapeId
plain auk_world_shape_is_sensor asks struct:AukShapeId
plain auk_world_shape_get_user_data asks struct:AukShapeId
status auk_world_shape_set_user_data changes struct:AukShapeId value:uint64_t
plain auk_world_shape_get_filter asks struct:AukShapeId
status auk_world_shape_set_filter changes struct:AukShapeId struct:AukFilter
status auk_world_shape_set_sensor changes struct:AukShapeId value:bool
plain auk_world_shape_get_proximity asks struct:AukShapeId
status auk_world_shape_set_proximity changes struct:AukShapeId value:float
plain auk_world_shape_get_one_way asks struct:AukShapeId
status auk_world_shape_set_one_way changes struct:AukShapeId struct:AukVec2
status auk_world_set_response_rules changes array:AukResponseRule count
count auk_world_get_response_rules asks list:AukResponseRule
status auk_world_step changes value:float
plain auk_world_contacts asks
count auk_body_contacts asks struct:AukBodyId list:int
plain auk_world_events asks enum:AukEventKind
plain auk_world_overlaps asks
plain auk_world_shape_overlaps asks struct:AukShapeId
plain auk_world_hits asks
plain auk_world_hash asks
count auk_world_last_error_text asks text
status auk_body_create_many changes array:AukBodyDef count results:AukBodyId
status auk_body_create_copies changes struct:AukBodyDef array:AukVec2 array:float count results:AukBodyId
status auk_body_destroy_many changes array:AukBodyId count
status auk_body_set_pose_many changes array:AukBodyId count array:AukTransform
status auk_body_move_to_many changes array:AukBodyId count array:AukTransform
status auk_body_set_velocity_many changes array:AukBodyId count array:AukVec2
status auk_body_set_spin_many changes array:AukBodyId count array:float
count auk_body_destroy_living changes array:AukBodyId count
count auk_body_set_pose_living changes array:AukBodyId count array:AukTransform
count auk_body_move_to_living changes array:AukBodyId count array:AukTransform
count auk_body_set_velocity_living changes array:AukBodyId count array:AukVec2
count auk_body_set_spin_living changes array:AukBodyId count array:float
count auk_body_get_pose_many asks array:AukBodyId count results:AukTransform
count auk_body_get_pose_between_many asks array:AukBodyId count value:float results:AukTransform
count auk_body_get_velocity_many asks array:AukBodyId count results:AukVec2
count auk_body_get_spin_many asks array:AukBodyId count results:float
count auk_world_move asks value:AukMover value:float list:AukMoverContact
status auk_world_move_report asks value:AukMover value:float value:AukMoveReport
count auk_world_move_many asks value:AukMover value:int value:float value:AukMoveReport value:AukStatus value:AukPool
status auk_body_walk changes struct:AukBodyId value:AukMover value:float value:AukMoveReport
status auk_world_predict asks value:AukPredictWork struct:AukBodyId struct:AukPredict result:AukPredicted
status auk_body_advance changes struct:AukBodyId value:float result:AukPredicted
status auk_world_record changes struct:AukRecordSink
status auk_world_record_file changes value:char
status auk_world_record_stop changes
status auk_world_shape_set_local_pose changes struct:AukShapeId struct:AukTransform
plain auk_world_shape_get_local_pose asks struct:AukShapeId
status auk_world_shape_set_enabled changes struct:AukShapeId value:bool
plain auk_world_shape_is_enabled asks struct:AukShapeId
status auk_world_shape_set_outline changes struct:AukShapeId array:AukVec2 count array:int count
count auk_world_shape_get_pieces asks struct:AukShapeId list:AukShape
status auk_world_shape_set_conveyor changes struct:AukShapeId struct:AukVec2
plain auk_world_shape_get_conveyor asks struct:AukShapeId
plain auk_world_shape_get_conveyor_along asks struct:AukShapeId struct:AukVec2
id auk_body_add_chain changes struct:AukBodyId array:AukVec2 count value:bool struct:AukShapeDef
id auk_body_add_chain_section changes struct:AukBodyId array:AukVec2 count struct:AukShapeDef
plain auk_world_shape_get_chain_kind asks struct:AukShapeId
count auk_world_shape_get_chain_points asks struct:AukShapeId list:AukVec2
status auk_world_shape_set_chain changes struct:AukShapeId array:AukVec2 count value:bool
status auk_world_shape_set_chain_section changes struct:AukShapeId array:AukVec2 count
status auk_world_shape_set_chain_points changes struct:AukShapeId value:int array:AukVec2 count
status auk_world_shape_set_edge_filter changes struct:AukShapeId value:int struct:AukFilter
plain auk_world_shape_get_edge_filter asks struct:AukShapeId value:int
status auk_world_shape_set_edge_user_data changes struct:AukShapeId value:int value:uint64_t
plain auk_world_shape_get_edge_user_data asks struct:AukShapeId value:int
id auk_body_add_tiles changes struct:AukBodyId struct:AukTilesDef struct:AukShapeDef
status auk_world_shape_set_tile changes struct:AukShapeId value:int value:int enum:AukTile
status auk_world_shape_set_tiles changes struct:AukShapeId value:int value:int value:int value:int value:uint8_t
plain auk_world_shape_get_tile asks struct:AukShapeId value:int value:int
count auk_world_shape_get_cell_at asks struct:AukShapeId struct:AukVec2
plain auk_world_shape_get_cell_point asks struct:AukShapeId struct:AukVec2
plain auk_world_shape_get_tiles asks struct:AukShapeId
status auk_world_set_tile_kind changes value:int struct:AukTileKind
find auk_world_get_tile_kind asks value:int result:AukTileKind
find auk_world_shape_get_tile_kind asks struct:AukShapeId value:int result:AukTileKind
plain auk_world_shape_get_tile_user_data asks struct:AukShapeId value:int
plain auk_world_difference asks struct:AukVec2 struct:AukVec2
plain auk_world_wrap_position asks struct:AukVec2
]],

  declarations = [[
enum {
AUK_VERTEX_COUNT_MAX = 16777216,
AUK_MAX_PAIRS_DEFAULT = 8388608,
AUK_WORKER_COUNT_MAX = 64,
AUK_SHOW_SHAPES = 1,
AUK_SHOW_TOUCHING = 2,
AUK_SHOW_BOXES = 4,
AUK_SHOW_VELOCITIES = 8,
AUK_SHOW_PAIRS = 16,
AUK_SHOW_CONTACTS = 32,
AUK_SHOW_HITS = 64,
AUK_SHOW_ALL = 127,
AUK_SHOW_STRIPS = 128,
AUK_FEATURE_EDGE = 2147483648,
AUK_HISTORY_MAX = 1024,
AUK_RESPONSES_MAX = 16,
AUK_RESPONSE_RULES_MAX = 64,
AUK_ERROR_TEXT_SIZE = 320,
AUK_MOVER_CONTACT_MAX = 64,
AUK_MOVER_SENSOR_MAX = 256,
AUK_MASK_SIDE_MAX = 65536,
AUK_PREDICT_STEPS_MAX = 65536,
AUK_TILES_SIDE_MAX = 262144,
AUK_TILES_CELLS_MAX = 67108864,
AUK_TILE_POINTS_MAX = 8,
AUK_WRAP_IMAGES_MAX = 1024,
AUK_VERSION_MAJOR = 0,
AUK_VERSION_MINOR = 2,
AUK_VERSION_PATCH = 0,
};
typedef enum AukStatus {
AUK_OK = 0, AUK_ERROR_NULL, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_NEGATIVE, AUK_ERROR_COUNT, AUK_ERROR_ZERO_AREA, AUK_ERROR_NOT_CONVEX, AUK_ERROR_NO_SHAPE, AUK_ERROR_ENUM, AUK_ERROR_STALE_ID, AUK_ERROR_TIME_STEP, AUK_ERROR_STATIC_BODY, AUK_ERROR_PAIR_LIMIT, AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_UNSUPPORTED, AUK_ERROR_NOT_SIMPLE, AUK_ERROR_NUMBER, AUK_ERROR_ITERATION_LIMIT, AUK_ERROR_THREAD, AUK_ERROR_DAMAGED, AUK_ERROR_VERSION, AUK_ERROR_WORLD_DEF, AUK_ERROR_SAME_BODY, AUK_ERROR_FILE, AUK_ERROR_BUSY, AUK_ERROR_NOT_SENSOR, AUK_ERROR_NOT_TILES, AUK_ERROR_ARITHMETIC, AUK_ERROR_NOT_SWEPT, AUK_ERROR_HALF_PLANE, AUK_ERROR_IN_USE, AUK_STATUS_COUNT
} AukStatus;
const char *auk_status_text(AukStatus status);
typedef struct AukWorld AukWorld;
typedef struct AukVec2 {
float x, y;
} AukVec2;
typedef struct AukRot {
float c, s;
} AukRot;
typedef struct AukTransform {
AukVec2 p;
AukRot q;
} AukTransform;
typedef struct AukBox {
AukVec2 min, max;
} AukBox;
typedef struct AukBodyId {
uint32_t index;
uint32_t generation;
} AukBodyId;
typedef struct AukShapeId {
uint32_t index;
uint32_t generation;
} AukShapeId;
typedef struct AukFilter {
uint64_t category;
uint64_t ignore;
uint32_t group;
} AukFilter;
typedef enum AukShapeKind {
AUK_SHAPE_NONE = 0, AUK_SHAPE_CIRCLE, AUK_SHAPE_CAPSULE, AUK_SHAPE_SEGMENT, AUK_SHAPE_BOX, AUK_SHAPE_POLYGON, AUK_SHAPE_ELLIPSE, AUK_SHAPE_CUSTOM, AUK_SHAPE_HALF_PLANE, AUK_SHAPE_KIND_COUNT
} AukShapeKind;
typedef struct AukCustomShape {
void (*support)(const double direction[2], double point[2], const void *context);
const void *context;
AukBox bounds;
uint32_t number;
} AukCustomShape;
typedef struct AukShape {
AukShapeKind kind;
AukStatus status;
float radius;
union {
AukVec2 segment[2];
AukVec2 half;
struct {
const AukVec2 *vertices;
int count;
} polygon;
const AukCustomShape *custom;
struct {
AukVec2 normal;
float offset;
} half_plane;
} core;
} AukShape;
typedef struct AukAllocator {
void *(*reallocate)(void *block, uint64_t size, void *context);
void (*release)(void *block, void *context);
void *context;
} AukAllocator;
typedef void AukTask(void *context, int index);
typedef struct AukTaskHooks {
void (*run)(void *user, int count, AukTask *task, void *context);
void *user;
} AukTaskHooks;
void auk_set_allocator(const AukAllocator *allocator);
typedef enum AukBroadKind {
AUK_BROAD_SWEEP = 0, AUK_BROAD_BRUTE_FORCE, AUK_BROAD_KIND_COUNT
} AukBroadKind;
typedef struct AukBroadDef {
AukBroadKind kind;
int max_pairs;
bool static_pairs;
} AukBroadDef;
typedef struct AukBroadPair {
uint32_t a, b;
} AukBroadPair;
typedef struct AukBroadPairs {
const AukBroadPair *items;
int count;
} AukBroadPairs;
typedef struct AukBroad AukBroad;
AukBroad *auk_broad_create(const AukBroadDef *def, AukStatus *status);
void auk_broad_destroy(AukBroad *broad);
AukStatus auk_broad_add(AukBroad *broad, AukBox box, bool is_static, uint32_t *proxy);
AukStatus auk_broad_move(AukBroad *broad, uint32_t proxy, AukBox box);
AukStatus auk_broad_move_many(AukBroad *broad, const uint32_t *proxies, const AukBox *boxes, int count);
AukStatus auk_broad_remove(AukBroad *broad, uint32_t proxy);
AukStatus auk_broad_update(AukBroad *broad);
AukBroadPairs auk_broad_pairs(const AukBroad *broad);
typedef enum AukDrawKind {
AUK_DRAW_POINT = 0, AUK_DRAW_SEGMENT, AUK_DRAW_ARC
} AukDrawKind;
typedef enum AukDrawCategory {
AUK_DRAW_STATIC = 0, AUK_DRAW_MOVING, AUK_DRAW_SWEPT, AUK_DRAW_TOUCHING, AUK_DRAW_SENSOR, AUK_DRAW_DISABLED, AUK_DRAW_BOX, AUK_DRAW_VELOCITY, AUK_DRAW_PAIR, AUK_DRAW_CONTACT, AUK_DRAW_NORMAL, AUK_DRAW_HIT, AUK_DRAW_STRIP, AUK_DRAW_CATEGORY_COUNT
} AukDrawCategory;
typedef struct AukDrawOptions {
uint32_t show;
AukBox region;
float error;
float seconds;
} AukDrawOptions;
typedef struct AukDrawItem {
AukDrawKind kind;
AukDrawCategory category;
AukVec2 p, q;
AukVec2 center;
float radius;
float angle;
float turn;
AukBodyId body;
AukShapeId shape;
int child;
} AukDrawItem;
int auk_world_draw(const AukWorld *world, const AukDrawOptions *options, AukDrawItem *out, int capacity);
AukRot auk_rot(float angle);
float auk_rot_angle(AukRot q);
AukShape auk_shape_circle(float radius);
AukShape auk_shape_capsule(AukVec2 p, AukVec2 q, float radius);
AukShape auk_shape_segment(AukVec2 p, AukVec2 q);
AukShape auk_shape_box(float half_width, float half_height);
AukStatus auk_regular_polygon(int count, float radius, AukVec2 *out);
AukShape auk_shape_polygon(const AukVec2 *vertices, int count, float radius);
AukShape auk_shape_ellipse(float half_width, float half_height);
AukShape auk_shape_custom(const AukCustomShape *custom, float radius);
AukShape auk_shape_half_plane(AukVec2 normal, float offset);
AukShape auk_shape_rounded(AukShape shape, float radius);
AukShape auk_shape_mirror(const AukShape *shape, bool x, bool y, AukVec2 *vertices);
AukShape auk_shape_scale(const AukShape *shape, float factor, AukVec2 *vertices);
AukBox auk_shape_bounds(const AukShape *shape, AukTransform pose);
AukVec2 auk_support(const AukShape *shape, AukTransform pose, AukVec2 direction);
int auk_hull(const AukVec2 *points, int count, AukVec2 *hull);
int auk_hull_indices(const AukVec2 *points, int count, int *indices);
typedef struct AukPiece {
int first;
int count;
} AukPiece;
typedef struct AukDecomposition {
int *indices;
int index_capacity;
AukPiece *pieces;
int piece_capacity;
int piece_count;
int index_count;
int edge_a, edge_b;
} AukDecomposition;
AukStatus auk_decompose(const AukVec2 *points, int count, const int *hole_starts, int hole_count, AukDecomposition *out);
int auk_minkowski_difference(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b, AukVec2 *out, int capacity);
typedef struct AukDistance {
float distance;
AukVec2 point_a;
AukVec2 point_b;
AukVec2 normal;
int iterations;
AukStatus status;
} AukDistance;
AukDistance auk_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);
AukDistance auk_distance_up_to(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b, float max);
bool auk_overlap(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);
typedef struct AukGjkCache {
uint32_t count;
uint32_t index_a[3];
uint32_t index_b[3];
} AukGjkCache;
typedef struct AukGjkStep {
int count;
AukVec2 simplex_a[3];
AukVec2 simplex_b[3];
AukVec2 simplex[3];
AukVec2 closest;
AukVec2 direction;
AukVec2 support_a;
AukVec2 support_b;
AukVec2 support;
} AukGjkStep;
typedef struct AukGjkTrace {
AukGjkStep *steps;
int capacity;
int count;
int total;
AukVec2 start;
} AukGjkTrace;
typedef struct AukGjkResult {
bool overlap;
float distance;
AukVec2 point_a, point_b;
AukVec2 normal;
int iterations;
AukStatus status;
} AukGjkResult;
AukGjkResult auk_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b, AukGjkCache *cache, AukGjkTrace *trace);
typedef struct AukEpaStep {
AukVec2 edge[2];
AukVec2 normal;
float distance;
AukVec2 support_a;
AukVec2 support_b;
AukVec2 support;
} AukEpaStep;
typedef struct AukEpaTrace {
AukEpaStep *steps;
int capacity;
int count;
int total;
} AukEpaTrace;
typedef struct AukEpaResult {
bool overlap;
float depth;
AukVec2 point_a, point_b;
AukVec2 normal;
int iterations;
AukStatus status;
} AukEpaResult;
AukEpaResult auk_epa(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b, AukEpaTrace *trace);
typedef struct AukManifoldPoint {
AukVec2 point;
float distance;
uint32_t feature_a;
uint32_t feature_b;
} AukManifoldPoint;
typedef struct AukManifold {
AukVec2 normal;
float distance;
int count;
AukManifoldPoint points[2];
int iterations;
AukStatus status;
} AukManifold;
AukManifold auk_collide(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);
typedef struct AukProjectionResult {
bool overlap;
float distance;
AukVec2 point_a, point_b;
AukVec2 normal;
int projections;
AukStatus status;
} AukProjectionResult;
typedef struct AukProjectionStep {
AukVec2 from, to;
bool onto_b;
float distance;
} AukProjectionStep;
typedef struct AukProjectionTrace {
AukProjectionStep *steps;
int capacity;
int count;
int total;
} AukProjectionTrace;
AukProjectionResult auk_alternating_projection(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b, float epsilon, AukProjectionTrace *trace);
AukProjectionResult auk_alternating_projection_union(const AukShape *a, int count_a, AukTransform pose_a, const AukShape *b, int count_b, AukTransform pose_b, float epsilon, int *fragment_a, int *fragment_b);
typedef struct AukMeasure {
float area;
float perimeter;
AukVec2 centroid;
AukStatus status;
} AukMeasure;
AukMeasure auk_shape_measure(const AukShape *shape);
bool auk_contains(const AukShape *shape, AukTransform pose, AukVec2 point);
typedef struct AukProjection {
AukVec2 point;
AukVec2 normal;
float distance;
AukStatus status;
} AukProjection;
AukProjection auk_project_point(const AukShape *shape, AukTransform pose, AukVec2 point);
typedef struct AukCastOptions {
bool skip_overlapping;
float distance;
} AukCastOptions;
typedef struct AukCast {
bool hit;
float fraction;
AukVec2 point;
AukVec2 normal;
int iterations;
AukStatus status;
} AukCast;
AukCast auk_cast_ray(const AukShape *shape, AukTransform pose, AukVec2 from, AukVec2 delta, const AukCastOptions *options);
AukCast auk_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b, AukTransform pose_b, const AukCastOptions *options);
typedef struct AukPath {
AukTransform start;
AukVec2 delta;
float turn;
} AukPath;
AukTransform auk_path_pose(const AukPath *path, float fraction);
AukTransform auk_transform_between(AukTransform from, AukTransform to, float alpha);
AukCast auk_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b, const AukCastOptions *options);
typedef struct AukPairDef {
const AukShape *a;
AukTransform pose_a;
const AukShape *b;
AukTransform pose_b;
} AukPairDef;
AukStatus auk_distance_many(const AukPairDef *pairs, int count, AukDistance *out);
AukStatus auk_overlap_many(const AukPairDef *pairs, int count, bool *out);
AukStatus auk_collide_many(const AukPairDef *pairs, int count, AukManifold *out);
AukStatus auk_cast_ray_many(const AukShape *shape, AukTransform pose, const AukVec2 *from, const AukVec2 *delta, int count, const AukCastOptions *options, AukCast *out);
AukStatus auk_cast_shape_many(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b, const AukTransform *pose_b, int count, const AukCastOptions *options, AukCast *out);
typedef struct AukSegmentHit {
bool hit;
bool parallel;
float t;
float s;
AukVec2 point;
AukStatus status;
} AukSegmentHit;
AukSegmentHit auk_segment_intersect(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d);
typedef struct AukEdgeHit {
bool hit;
float fraction;
AukVec2 point;
int edge;
int corner;
AukStatus status;
} AukEdgeHit;
AukEdgeHit auk_sweep_point(AukVec2 from, AukVec2 to, const AukVec2 *vertices, int count);
AukEdgeHit auk_sweep_corners(const AukVec2 *before, const AukVec2 *after, int count, const AukVec2 *target, int target_count);
typedef struct AukPolyline {
const AukVec2 *vertices;
int count;
bool open;
} AukPolyline;
typedef struct AukOutlineCrossing {
int edge_a;
int edge_b;
float t;
float s;
AukVec2 point;
bool collinear;
} AukOutlineCrossing;
int auk_outline_crossings(const AukPolyline *a, const AukPolyline *b, AukOutlineCrossing *out, int capacity);
typedef struct AukPool AukPool;
AukPool *auk_pool_create(int threads, const AukTaskHooks *hooks, AukStatus *status);
void auk_pool_destroy(AukPool *pool);
typedef struct AukQuery {
AukFilter filter;
AukBodyId exclude;
const AukBodyId *excludes;
int exclude_count;
uint64_t user_data_mask, user_data_value;
bool respect_owners;
bool sensors;
bool skip_overlapping;
bool only_sensors;
AukPool *pool;
} AukQuery;
typedef struct AukFound {
AukBodyId body;
AukShapeId shape;
uint64_t user_data;
int child;
float fraction;
float distance;
AukVec2 point;
AukVec2 normal;
AukStatus status;
} AukFound;
bool auk_world_cast_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *found);
bool auk_world_cast_ray_any(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query);
int auk_world_cast_ray_all(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *out, int capacity);
bool auk_world_cast_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta, const AukQuery *query, AukFound *found);
bool auk_world_cast_shape_any(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta, const AukQuery *query);
int auk_world_cast_shape_all(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta, const AukQuery *query, AukFound *out, int capacity);
bool auk_world_cast_shape_turning(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta, float turn, const AukQuery *query, AukFound *found);
bool auk_world_shape_cast_ray(const AukWorld *world, AukShapeId shape, AukVec2 from, AukVec2 delta, const AukCastOptions *options, AukFound *found);
bool auk_world_shape_cast_shape(const AukWorld *world, AukShapeId shape, const AukShape *mover, AukTransform pose, AukVec2 delta, const AukCastOptions *options, AukFound *found);
typedef struct AukSpanWork AukSpanWork;
AukSpanWork *auk_span_work_create(AukStatus *status);
void auk_span_work_destroy(AukSpanWork *work);
typedef struct AukRaySpan {
AukBodyId body;
AukShapeId shape;
uint64_t user_data;
int enter_child, exit_child;
float enter, exit;
float thickness;
bool starts_inside;
bool ends_inside;
AukVec2 enter_point, exit_point;
AukVec2 enter_normal, exit_normal;
AukStatus status;
} AukRaySpan;
int auk_world_cast_ray_spans(const AukWorld *world, AukSpanWork *work, AukVec2 from, AukVec2 delta, const AukQuery *query, AukRaySpan *out, int capacity);
int auk_world_cast_ray_spans_many(const AukWorld *world, AukSpanWork *work, const AukVec2 *from, const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude, AukRaySpan *out, int capacity, int *counts);
int auk_world_overlap(const AukWorld *world, const AukShape *shape, AukTransform pose, const AukQuery *query, AukFound *out, int capacity);
int auk_world_overlap_box(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out, int capacity);
int auk_world_overlap_point(const AukWorld *world, AukVec2 point, const AukQuery *query, AukFound *out, int capacity);
int auk_world_overlap_bounds(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out, int capacity);
int auk_world_nearest(const AukWorld *world, const AukShape *shape, AukTransform pose, float max_distance, const AukQuery *query, AukFound *out, int capacity);
int auk_world_cast_ray_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude, AukFound *out);
int auk_world_cast_ray_any_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude, bool *out);
int auk_world_cast_shape_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude, AukFound *out);
int auk_world_overlap_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count, const AukQuery *query, const AukBodyId *exclude, AukFound *out, int capacity, int *counts);
int auk_world_nearest_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count, float max_distance, const AukQuery *query, const AukBodyId *exclude, AukFound *out, int capacity, int *counts);
typedef enum AukWhyReason {
AUK_WHY_TOUCHING = 0, AUK_WHY_SENSOR, AUK_WHY_STALE_ID, AUK_WHY_SAME_BODY, AUK_WHY_DISABLED, AUK_WHY_NO_SHAPE, AUK_WHY_STATIC, AUK_WHY_OWNER, AUK_WHY_IGNORED, AUK_WHY_GROUP, AUK_WHY_CATEGORY, AUK_WHY_ONE_WAY, AUK_WHY_BOXES_APART, AUK_WHY_SHAPES_APART, AUK_WHY_REASON_COUNT
} AukWhyReason;
typedef struct AukWhy {
AukWhyReason reason;
AukBodyId body;
AukShapeId shape_a, shape_b;
int child_a, child_b;
float distance;
float box_distance;
float tolerance;
AukStatus status;
} AukWhy;
AukWhy auk_world_why(const AukWorld *world, AukBodyId a, AukBodyId b);
const char *auk_why_name(AukWhyReason reason);
int auk_why_text(const AukWhy *why, char *text, int capacity);
int auk_world_history(const AukWorld *world);
bool auk_world_cast_ray_at(const AukWorld *world, int steps_ago, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *found);
bool auk_world_cast_shape_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose, AukVec2 delta, const AukQuery *query, AukFound *found);
int auk_world_overlap_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose, const AukQuery *query, AukFound *out, int capacity);
AukTransform auk_body_get_pose_at(const AukWorld *world, AukBodyId body, int steps_ago);
uint64_t auk_world_snapshot_size(const AukWorld *world);
AukStatus auk_world_snapshot(const AukWorld *world, void *buffer, uint64_t size);
AukStatus auk_world_restore(AukWorld *world, const void *buffer, uint64_t size);
uint64_t auk_snapshot_delta_bound(uint64_t target_size);
AukStatus auk_snapshot_delta(const void *base, uint64_t base_size, const void *target, uint64_t target_size, void *out, uint64_t capacity, uint64_t *written);
uint64_t auk_snapshot_delta_target_size(const void *delta, uint64_t delta_size);
AukStatus auk_snapshot_apply(const void *base, uint64_t base_size, const void *delta, uint64_t delta_size, void *out, uint64_t capacity, uint64_t *written);
typedef struct AukSnapshotDifference {
const char *array;
const char *field;
uint32_t index;
AukBodyId body;
AukShapeId shape;
bool is_float;
bool is_signed;
uint64_t a, b;
} AukSnapshotDifference;
AukStatus auk_snapshot_compare(const void *a, uint64_t size_a, const void *b, uint64_t size_b, AukSnapshotDifference *out);
int auk_snapshot_difference_text(const AukSnapshotDifference *difference, char *out, int capacity);
typedef enum AukPhase {
AUK_PHASE_ADVANCE = 0, AUK_PHASE_BROAD, AUK_PHASE_FILTER, AUK_PHASE_MOTION, AUK_PHASE_CONTACTS, AUK_PHASE_EVENTS, AUK_PHASE_PUBLISH, AUK_PHASE_COUNT
} AukPhase;
const char *auk_phase_name(AukPhase phase);
typedef struct AukWorldStats {
int bodies;
int shapes;
int box_pairs;
int candidates;
int swept_candidates;
int contacts;
int sensor_overlaps;
int hits;
uint64_t steps;
double seconds[AUK_PHASE_COUNT];
} AukWorldStats;
AukWorldStats auk_world_stats(const AukWorld *world);
typedef struct AukWorldDef {
AukBroadKind broad;
int max_pairs;
int worker_count;
AukTaskHooks tasks;
int history;
bool static_pairs;
AukBox wrap;
AukVec2 up;
} AukWorldDef;
AukWorld *auk_world_create(const AukWorldDef *def, AukStatus *status);
void auk_world_destroy(AukWorld *world);
AukStatus auk_world_last_status(const AukWorld *world);
AukStatus auk_world_reserve(AukWorld *world, int bodies, int pairs, int hits);
typedef struct AukOrigin {
double x, y;
} AukOrigin;
AukStatus auk_world_shift_origin(AukWorld *world, double dx, double dy, AukOrigin *applied);
AukOrigin auk_world_get_origin(const AukWorld *world);
typedef enum AukMotion {
AUK_MOTION_MOVING = 0, AUK_MOTION_STATIC, AUK_MOTION_SWEPT, AUK_MOTION_COUNT
} AukMotion;
typedef enum AukResponse {
AUK_RESPONSE_CROSS = 0, AUK_RESPONSE_TOUCH, AUK_RESPONSE_SLIDE, AUK_RESPONSE_BOUNCE, AUK_RESPONSE_COUNT
} AukResponse;
typedef struct AukResponseRule {
uint64_t category;
uint64_t other;
AukResponse response;
float bounce_loss;
} AukResponseRule;
typedef struct AukBodyDef {
AukVec2 position;
float angle;
AukVec2 velocity;
float spin;
AukMotion motion;
AukShape shape;
AukFilter filter;
bool sensor;
bool disabled;
AukBodyId owner;
float proximity;
AukVec2 one_way;
AukResponse response;
float bounce_loss;
int pierce;
uint64_t pierce_categories;
int bounces;
float max_speed;
uint64_t user_data;
} AukBodyDef;
AukBodyId auk_body_create(AukWorld *world, const AukBodyDef *def);
AukStatus auk_body_destroy(AukWorld *world, AukBodyId body);
bool auk_body_exists(const AukWorld *world, AukBodyId body);
int auk_world_body_count(const AukWorld *world);
int auk_world_get_bodies(const AukWorld *world, AukBodyId *out, int capacity);
AukBox auk_world_get_bounds(const AukWorld *world);
AukTransform auk_body_get_pose(const AukWorld *world, AukBodyId body);
AukVec2 auk_body_get_position(const AukWorld *world, AukBodyId body);
float auk_body_get_angle(const AukWorld *world, AukBodyId body);
AukTransform auk_body_get_previous_pose(const AukWorld *world, AukBodyId body);
AukTransform auk_body_get_pose_between(const AukWorld *world, AukBodyId body, float alpha);
AukVec2 auk_body_get_velocity(const AukWorld *world, AukBodyId body);
float auk_body_get_spin(const AukWorld *world, AukBodyId body);
AukVec2 auk_body_get_velocity_at(const AukWorld *world, AukBodyId body, AukVec2 point);
AukMotion auk_body_get_motion(const AukWorld *world, AukBodyId body);
AukFilter auk_body_get_filter(const AukWorld *world, AukBodyId body);
AukBodyId auk_body_get_owner(const AukWorld *world, AukBodyId body);
AukResponse auk_body_get_response(const AukWorld *world, AukBodyId body);
float auk_body_get_bounce_loss(const AukWorld *world, AukBodyId body);
int auk_body_get_pierce(const AukWorld *world, AukBodyId body);
uint64_t auk_body_get_pierce_categories(const AukWorld *world, AukBodyId body);
int auk_body_get_bounces(const AukWorld *world, AukBodyId body);
int auk_body_get_bounced(const AukWorld *world, AukBodyId body);
float auk_body_get_max_speed(const AukWorld *world, AukBodyId body);
bool auk_body_is_enabled(const AukWorld *world, AukBodyId body);
uint64_t auk_body_get_user_data(const AukWorld *world, AukBodyId body);
AukBox auk_body_get_bounds(const AukWorld *world, AukBodyId body);
AukStatus auk_body_set_pose(AukWorld *world, AukBodyId body, AukTransform pose);
AukStatus auk_body_set_position(AukWorld *world, AukBodyId body, AukVec2 position);
AukStatus auk_body_set_angle(AukWorld *world, AukBodyId body, float angle);
AukStatus auk_body_move_to(AukWorld *world, AukBodyId body, AukTransform pose);
AukStatus auk_body_velocity_to(AukWorld *world, AukBodyId body, AukTransform pose, float dt);
AukStatus auk_body_set_velocity(AukWorld *world, AukBodyId body, AukVec2 velocity);
AukStatus auk_body_set_spin(AukWorld *world, AukBodyId body, float spin);
AukStatus auk_body_set_motion(AukWorld *world, AukBodyId body, AukMotion motion);
AukStatus auk_body_set_filter(AukWorld *world, AukBodyId body, AukFilter filter);
AukStatus auk_body_set_owner(AukWorld *world, AukBodyId body, AukBodyId owner);
AukStatus auk_body_set_response(AukWorld *world, AukBodyId body, AukResponse response);
AukStatus auk_body_set_bounce_loss(AukWorld *world, AukBodyId body, float bounce_loss);
AukStatus auk_body_set_pierce(AukWorld *world, AukBodyId body, int pierce);
AukStatus auk_body_set_pierce_categories(AukWorld *world, AukBodyId body, uint64_t categories);
AukStatus auk_body_set_bounces(AukWorld *world, AukBodyId body, int bounces);
AukStatus auk_body_set_max_speed(AukWorld *world, AukBodyId body, float max_speed);
AukStatus auk_body_set_enabled(AukWorld *world, AukBodyId body, bool enabled);
AukStatus auk_body_set_user_data(AukWorld *world, AukBodyId body, uint64_t user_data);
typedef struct AukBodyPair {
AukBodyId a, b;
} AukBodyPair;
AukStatus auk_world_ignore_pair(AukWorld *world, AukBodyId a, AukBodyId b, bool ignored);
bool auk_world_is_pair_ignored(const AukWorld *world, AukBodyId a, AukBodyId b);
int auk_world_ignored_pairs(const AukWorld *world, AukBodyPair *out, int capacity);
typedef struct AukShapeDef {
AukShape shape;
AukVec2 position;
float angle;
AukFilter filter;
bool sensor;
bool disabled;
float proximity;
AukVec2 one_way;
bool one_sided;
AukVec2 conveyor;
uint64_t user_data;
} AukShapeDef;
AukStatus auk_body_drop_through(AukWorld *world, AukBodyId body);
AukShapeId auk_body_add_shape(AukWorld *world, AukBodyId body, const AukShapeDef *def);
AukShapeId auk_body_add_polygon(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, const AukShapeDef *def);
AukShapeId auk_body_add_outline(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, const int *hole_starts, int hole_count, const AukShapeDef *def);
AukStatus auk_world_register_custom(AukWorld *world, const AukCustomShape *custom);
AukStatus auk_world_shape_set(AukWorld *world, AukShapeId shape, const AukShape *to);
AukStatus auk_world_shape_remove(AukWorld *world, AukShapeId shape);
AukShapeId auk_body_get_shape(const AukWorld *world, AukBodyId body);
int auk_body_get_shapes(const AukWorld *world, AukBodyId body, AukShapeId *out, int capacity);
bool auk_world_shape_exists(const AukWorld *world, AukShapeId shape);
AukBodyId auk_world_shape_get_body(const AukWorld *world, AukShapeId shape);
AukShape auk_world_shape_get(const AukWorld *world, AukShapeId shape);
AukTransform auk_world_shape_get_pose(const AukWorld *world, AukShapeId shape);
bool auk_world_shape_is_one_sided(const AukWorld *world, AukShapeId shape);
bool auk_world_shape_is_sensor(const AukWorld *world, AukShapeId shape);
uint64_t auk_world_shape_get_user_data(const AukWorld *world, AukShapeId shape);
AukStatus auk_world_shape_set_user_data(AukWorld *world, AukShapeId shape, uint64_t user_data);
AukFilter auk_world_shape_get_filter(const AukWorld *world, AukShapeId shape);
AukStatus auk_world_shape_set_filter(AukWorld *world, AukShapeId shape, AukFilter filter);
AukStatus auk_world_shape_set_sensor(AukWorld *world, AukShapeId shape, bool sensor);
float auk_world_shape_get_proximity(const AukWorld *world, AukShapeId shape);
AukStatus auk_world_shape_set_proximity(AukWorld *world, AukShapeId shape, float proximity);
AukVec2 auk_world_shape_get_one_way(const AukWorld *world, AukShapeId shape);
AukStatus auk_world_shape_set_one_way(AukWorld *world, AukShapeId shape, AukVec2 one_way);
AukStatus auk_world_set_response_rules(AukWorld *world, const AukResponseRule *rules, int count);
int auk_world_get_response_rules(const AukWorld *world, AukResponseRule *out, int capacity);
AukStatus auk_world_step(AukWorld *world, float dt);
typedef struct AukContact {
AukBodyId body_a, body_b;
AukShapeId shape_a, shape_b;
int child_a, child_b;
bool began;
AukManifold manifold;
} AukContact;
typedef struct AukContacts {
const AukContact *items;
int count;
} AukContacts;
AukContacts auk_world_contacts(const AukWorld *world);
int auk_body_contacts(const AukWorld *world, AukBodyId body, int *out, int capacity);
typedef enum AukEventKind {
AUK_EVENT_BEGIN = 0, AUK_EVENT_END, AUK_EVENT_ENTER, AUK_EVENT_LEAVE, AUK_EVENT_KIND_COUNT
} AukEventKind;
typedef struct AukEvent {
AukEventKind kind;
AukBodyId body_a, body_b;
AukShapeId shape_a, shape_b;
float fraction;
int contact;
bool bodies;
uint64_t user_data_a, user_data_b;
} AukEvent;
typedef struct AukEvents {
const AukEvent *items;
int count;
} AukEvents;
AukEvents auk_world_events(const AukWorld *world, AukEventKind kind);
typedef struct AukOverlap {
AukBodyId body_a, body_b;
AukShapeId shape_a, shape_b;
uint64_t user_data_a, user_data_b;
} AukOverlap;
typedef struct AukOverlaps {
const AukOverlap *items;
int count;
} AukOverlaps;
AukOverlaps auk_world_overlaps(const AukWorld *world);
AukOverlaps auk_world_shape_overlaps(const AukWorld *world, AukShapeId sensor);
typedef struct AukHit {
AukBodyId body_a, body_b;
AukShapeId shape_a, shape_b;
int child_a, child_b;
float fraction;
AukVec2 point;
AukVec2 normal;
AukVec2 velocity_a, velocity_b;
float spin_a, spin_b;
AukResponse response;
bool first;
bool limit;
uint64_t user_data_a, user_data_b;
} AukHit;
typedef struct AukHits {
const AukHit *items;
int count;
} AukHits;
AukHits auk_world_hits(const AukWorld *world);
uint64_t auk_world_hash(const AukWorld *world);
int auk_world_last_error_text(const AukWorld *world, char *text, int capacity);
int auk_world_create_error_text(const AukWorldDef *def, AukStatus status, char *text, int capacity);
typedef enum AukGeometryKind {
AUK_GEOMETRY_DISTANCE = 0, AUK_GEOMETRY_OVERLAP, AUK_GEOMETRY_COLLIDE, AUK_GEOMETRY_CAST_RAY, AUK_GEOMETRY_CAST_SHAPE, AUK_GEOMETRY_TIME_OF_IMPACT, AUK_GEOMETRY_KIND_COUNT
} AukGeometryKind;
typedef struct AukGeometryCall {
AukGeometryKind kind;
AukShape a, b;
AukPath path_a;
AukPath path_b;
AukCastOptions options;
} AukGeometryCall;
typedef struct AukGeometryAnswer {
bool known;
bool overlap;
AukDistance distance;
AukManifold manifold;
AukCast cast;
} AukGeometryAnswer;
AukGeometryAnswer auk_geometry_run(const AukGeometryCall *call);
int auk_geometry_text(const AukGeometryCall *call, const AukGeometryAnswer *answer, char *text, int capacity);
AukStatus auk_geometry_read(const char *text, AukVec2 *vertices, int capacity, AukGeometryCall *call, AukGeometryAnswer *answer, int *column);
AukStatus auk_body_create_many(AukWorld *world, const AukBodyDef *defs, int count, AukBodyId *out);
AukStatus auk_body_create_copies(AukWorld *world, const AukBodyDef *def, const AukVec2 *positions, const float *angles, int count, AukBodyId *out);
AukStatus auk_body_destroy_many(AukWorld *world, const AukBodyId *bodies, int count);
AukStatus auk_body_set_pose_many(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
AukStatus auk_body_move_to_many(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
AukStatus auk_body_set_velocity_many(AukWorld *world, const AukBodyId *bodies, int count, const AukVec2 *velocities);
AukStatus auk_body_set_spin_many(AukWorld *world, const AukBodyId *bodies, int count, const float *spins);
int auk_body_destroy_living(AukWorld *world, const AukBodyId *bodies, int count);
int auk_body_set_pose_living(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
int auk_body_move_to_living(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
int auk_body_set_velocity_living(AukWorld *world, const AukBodyId *bodies, int count, const AukVec2 *velocities);
int auk_body_set_spin_living(AukWorld *world, const AukBodyId *bodies, int count, const float *spins);
int auk_body_get_pose_many(const AukWorld *world, const AukBodyId *bodies, int count, AukTransform *out);
int auk_body_get_pose_between_many(const AukWorld *world, const AukBodyId *bodies, int count, float alpha, AukTransform *out);
int auk_body_get_velocity_many(const AukWorld *world, const AukBodyId *bodies, int count, AukVec2 *out);
int auk_body_get_spin_many(const AukWorld *world, const AukBodyId *bodies, int count, float *out);
typedef struct AukMover {
AukShape shape;
AukTransform pose;
AukVec2 velocity;
AukVec2 up;
float slope_limit;
float step_height;
float snap;
bool floating;
AukQuery query;
bool drop;
bool floor;
bool wall, ceiling;
bool stuck;
bool limit;
AukBodyId support;
AukTransform support_pose;
AukVec2 floor_normal;
AukVec2 wall_normal;
AukVec2 ceiling_normal;
AukVec2 support_velocity;
AukVec2 moved;
} AukMover;
typedef enum AukMoverKind {
AUK_MOVER_FLOOR = 0, AUK_MOVER_WALL, AUK_MOVER_CEILING, AUK_MOVER_KIND_COUNT
} AukMoverKind;
typedef struct AukMoverContact {
AukBodyId body;
AukShapeId shape;
uint64_t user_data;
int child;
AukMoverKind kind;
float fraction;
AukVec2 point;
AukVec2 normal;
} AukMoverContact;
typedef struct AukMoverSensor {
AukBodyId body;
AukShapeId shape;
uint64_t user_data;
float fraction;
float exit;
bool was_inside;
bool inside;
} AukMoverSensor;
typedef struct AukMoveReport {
AukMoverContact *contacts;
int contact_capacity;
AukMoverSensor *sensors;
int sensor_capacity;
int contact_count;
int sensor_count;
} AukMoveReport;
int auk_world_move(const AukWorld *world, AukMover *mover, float dt, AukMoverContact *out, int capacity);
AukStatus auk_world_move_report(const AukWorld *world, AukMover *mover, float dt, AukMoveReport *report);
int auk_world_move_many(const AukWorld *world, AukMover *movers, int count, float dt, AukMoveReport *reports, AukStatus *statuses, AukPool *pool);
AukStatus auk_body_walk(AukWorld *world, AukBodyId body, AukMover *mover, float dt, AukMoveReport *report);
typedef struct AukCrowd AukCrowd;
AukCrowd *auk_crowd_create(AukStatus *status);
void auk_crowd_destroy(AukCrowd *crowd);
typedef struct AukCrowdDef {
int count;
const AukShape *shapes;
AukTransform *poses;
const float *weights;
float strength;
const AukWorld *world;
AukQuery query;
const AukBodyId *bodies;
float dt;
} AukCrowdDef;
int auk_crowd_separate(AukCrowd *crowd, const AukCrowdDef *def);
typedef struct AukMask {
const uint8_t *values;
int width, height;
int stride;
uint8_t threshold;
bool smooth;
AukVec2 origin;
float cell;
} AukMask;
typedef struct AukMaskRegion {
int x, y;
int width, height;
} AukMaskRegion;
typedef struct AukLoop {
int first;
int count;
int outer;
int hole_count;
int point_count;
} AukLoop;
typedef struct AukOutlineSet {
AukVec2 *vertices;
int vertex_capacity;
AukLoop *loops;
int *hole_starts;
int loop_capacity;
int vertex_count;
int loop_count;
AukBox frame;
} AukOutlineSet;
AukStatus auk_outline_trace(const AukMask *mask, const AukMaskRegion *region, AukOutlineSet *out);
AukStatus auk_outline_simplify(AukOutlineSet *set, float tolerance);
typedef struct AukOutlineLine {
int first;
int count;
bool closed;
} AukOutlineLine;
typedef struct AukOutlineLines {
AukVec2 *points;
int point_capacity;
AukOutlineLine *lines;
int line_capacity;
int point_count;
int line_count;
} AukOutlineLines;
AukStatus auk_outline_lines(const AukMask *mask, const AukMaskRegion *region, const AukOutlineSet *set, AukOutlineLines *out);
typedef struct AukPredictWork AukPredictWork;
AukPredictWork *auk_predict_work_create(AukStatus *status);
void auk_predict_work_destroy(AukPredictWork *work);
typedef struct AukPredict {
float dt;
int steps;
bool with_pose;
bool with_velocity;
AukTransform pose;
AukVec2 velocity;
float spin;
AukVec2 acceleration;
int max_responses;
} AukPredict;
typedef enum AukPredictEnd {
AUK_PREDICT_END_TIME = 0, AUK_PREDICT_END_REST, AUK_PREDICT_END_RESPONSES, AUK_PREDICT_END_COUNT
} AukPredictEnd;
typedef struct AukLeg {
AukTransform from, to;
float start, end;
AukVec2 velocity;
float spin;
int hit;
} AukLeg;
typedef struct AukLegs {
const AukLeg *items;
int count;
} AukLegs;
typedef struct AukPredictHit {
AukHit hit;
int step;
float time;
} AukPredictHit;
typedef struct AukPredictHits {
const AukPredictHit *items;
int count;
} AukPredictHits;
typedef struct AukPredicted {
AukLegs legs;
AukPredictHits hits;
AukTransform pose;
AukVec2 velocity;
float spin;
float time;
float length;
int steps;
AukPredictEnd end;
} AukPredicted;
AukStatus auk_world_predict(const AukWorld *world, AukPredictWork *work, AukBodyId body, const AukPredict *predict, AukPredicted *out);
AukStatus auk_body_advance(AukWorld *world, AukBodyId body, float dt, AukPredicted *out);
typedef struct AukRecordSink {
bool (*write)(void *user, const void *bytes, uint64_t size);
void *user;
int hash_every;
} AukRecordSink;
AukStatus auk_world_record(AukWorld *world, const AukRecordSink *sink);
AukStatus auk_world_record_file(AukWorld *world, const char *path);
AukStatus auk_world_record_stop(AukWorld *world);
typedef struct AukReplayDef {
int worker_count;
AukTaskHooks tasks;
const AukCustomShape *customs;
int custom_count;
} AukReplayDef;
typedef enum AukReplayDifference {
AUK_REPLAY_SAME = 0, AUK_REPLAY_STATUS, AUK_REPLAY_IDS, AUK_REPLAY_HASH, AUK_REPLAY_DIFFERENCE_COUNT
} AukReplayDifference;
typedef struct AukReplayReport {
AukStatus status;
AukReplayDifference difference;
uint64_t expected, found;
const char *function;
uint64_t call;
uint64_t steps;
uint64_t hash;
bool ended;
bool cut;
uint64_t read;
} AukReplayReport;
typedef struct AukReplay AukReplay;
AukReplay *auk_replay_open(const void *record, uint64_t size, const AukReplayDef *def, AukStatus *status);
bool auk_replay_next(AukReplay *replay);
bool auk_replay_run(AukReplay *replay);
AukReplayReport auk_replay_report(const AukReplay *replay);
int auk_replay_text(const AukReplay *replay, char *out, int capacity);
const AukWorld *auk_replay_world(const AukReplay *replay);
uint64_t auk_replay_snapshot_size(const AukReplay *replay);
AukStatus auk_replay_snapshot(const AukReplay *replay, void *buffer, uint64_t size);
AukStatus auk_replay_restore(AukReplay *replay, const void *buffer, uint64_t size);
void auk_replay_close(AukReplay *replay);
AukStatus auk_world_shape_set_local_pose(AukWorld *world, AukShapeId shape, AukTransform pose);
AukTransform auk_world_shape_get_local_pose(const AukWorld *world, AukShapeId shape);
AukStatus auk_world_shape_set_enabled(AukWorld *world, AukShapeId shape, bool enabled);
bool auk_world_shape_is_enabled(const AukWorld *world, AukShapeId shape);
AukStatus auk_world_shape_set_outline(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count, const int *hole_starts, int hole_count);
int auk_world_shape_get_pieces(const AukWorld *world, AukShapeId shape, AukShape *out, int capacity);
AukStatus auk_world_shape_set_conveyor(AukWorld *world, AukShapeId shape, AukVec2 velocity);
AukVec2 auk_world_shape_get_conveyor(const AukWorld *world, AukShapeId shape);
AukVec2 auk_world_shape_get_conveyor_along(const AukWorld *world, AukShapeId shape, AukVec2 normal);
AukShapeId auk_body_add_chain(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, bool closed, const AukShapeDef *def);
AukShapeId auk_body_add_chain_section(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, const AukShapeDef *def);
typedef enum AukChainKind {
AUK_CHAIN_NONE = 0, AUK_CHAIN_OPEN, AUK_CHAIN_CLOSED, AUK_CHAIN_SECTION
} AukChainKind;
AukChainKind auk_world_shape_get_chain_kind(const AukWorld *world, AukShapeId shape);
int auk_world_shape_get_chain_points(const AukWorld *world, AukShapeId shape, AukVec2 *out, int capacity);
AukStatus auk_world_shape_set_chain(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count, bool closed);
AukStatus auk_world_shape_set_chain_section(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count);
AukStatus auk_world_shape_set_chain_points(AukWorld *world, AukShapeId shape, int first, const AukVec2 *points, int count);
AukStatus auk_world_shape_set_edge_filter(AukWorld *world, AukShapeId shape, int edge, AukFilter filter);
AukFilter auk_world_shape_get_edge_filter(const AukWorld *world, AukShapeId shape, int edge);
AukStatus auk_world_shape_set_edge_user_data(AukWorld *world, AukShapeId shape, int edge, uint64_t user_data);
uint64_t auk_world_shape_get_edge_user_data(const AukWorld *world, AukShapeId shape, int edge);
typedef enum AukTile {
AUK_TILE_EMPTY = 0, AUK_TILE_FULL, AUK_TILE_SLOPE_LEFT_LOW, AUK_TILE_SLOPE_RIGHT_LOW, AUK_TILE_SLOPE_RIGHT_HIGH, AUK_TILE_SLOPE_LEFT_HIGH, AUK_TILE_HALF_LOW, AUK_TILE_HALF_HIGH, AUK_TILE_HALF_LEFT, AUK_TILE_HALF_RIGHT, AUK_TILE_GENTLE_LOW_1, AUK_TILE_GENTLE_LOW_2, AUK_TILE_GENTLE_LOW_3, AUK_TILE_GENTLE_LOW_4, AUK_TILE_GENTLE_HIGH_1, AUK_TILE_GENTLE_HIGH_2, AUK_TILE_GENTLE_HIGH_3, AUK_TILE_GENTLE_HIGH_4, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_LOW, AUK_TILE_ONE_WAY_RIGHT, AUK_TILE_ONE_WAY_LEFT, AUK_TILE_COUNT, AUK_TILE_KIND_FIRST = 64, AUK_TILE_KIND_LAST = 255
} AukTile;
typedef struct AukTilesDef {
int width, height;
float cell;
float cell_height;
const uint8_t *cells;
} AukTilesDef;
AukShapeId auk_body_add_tiles(AukWorld *world, AukBodyId body, const AukTilesDef *tiles, const AukShapeDef *def);
AukStatus auk_world_shape_set_tile(AukWorld *world, AukShapeId shape, int x, int y, AukTile tile);
AukStatus auk_world_shape_set_tiles(AukWorld *world, AukShapeId shape, int x, int y, int width, int height, const uint8_t *cells);
AukTile auk_world_shape_get_tile(const AukWorld *world, AukShapeId shape, int x, int y);
int auk_world_shape_get_cell_at(const AukWorld *world, AukShapeId shape, AukVec2 point);
AukVec2 auk_world_shape_get_cell_point(const AukWorld *world, AukShapeId shape, AukVec2 place);
AukTilesDef auk_world_shape_get_tiles(const AukWorld *world, AukShapeId shape);
typedef struct AukTileKind {
AukVec2 points[AUK_TILE_POINTS_MAX];
int count;
AukFilter filter;
AukVec2 one_way;
AukVec2 conveyor;
uint64_t user_data;
} AukTileKind;
AukStatus auk_world_set_tile_kind(AukWorld *world, int tile, const AukTileKind *kind);
bool auk_world_get_tile_kind(const AukWorld *world, int tile, AukTileKind *out);
bool auk_world_shape_get_tile_kind(const AukWorld *world, AukShapeId shape, int child, AukTileKind *out);
uint64_t auk_world_shape_get_tile_user_data(const AukWorld *world, AukShapeId shape, int child);
AukVec2 auk_world_difference(const AukWorld *world, AukVec2 from, AukVec2 to);
AukVec2 auk_world_wrap_position(const AukWorld *world, AukVec2 position);
const char *auk_version(void);
]],
}
