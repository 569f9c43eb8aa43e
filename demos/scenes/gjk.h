// The scene gjk: two figures, and how an algorithm finds their distance, round by round.
#ifndef DEMOS_SCENES_GJK_H
#define DEMOS_SCENES_GJK_H

#include "input/polygon_reader.h"
#include "scenes/scene.h"

// The height and the places of a drawing, in units of GjkScene.unit from the middle of the view.
#define GJK_HALF_WIDTH 16.8f
#define GJK_HALF_HEIGHT 8.8f
#define GJK_PANE_X 9.0f // middles of the two panes: -x and x
#define GJK_PANE_Y (-1.2f)
#define GJK_PANE_HALF 6.9f

// Radius of random figures.
#define GJK_FIGURE_SIZE 3.0f

enum {
    GJK_ROUNDS_MAX = 128, // GJK's own bound; of the others the first ones are recorded
    GJK_RANDOM_POINTS_MAX = 64,
    GJK_POINTS_MAX = POLYGON_COUNT_MAX,
    GJK_OUTLINE_MAX = 2 * GJK_POINTS_MAX, // vertices of a difference or a sum
};

typedef struct GjkFigure {
    AukBodyId body;
    GjkKind kind;
    int count;                      // of points
    AukVec2 points[GJK_POINTS_MAX]; // a hull is the hull of these, in the body's frame
} GjkFigure;

// A case of a file, as a part of all its points.
typedef struct GjkCase {
    int first;
    int counts[2];
} GjkCase;

// Why a method ended.
typedef enum GjkEnd {
    GJK_END_CONVERGED,
    GJK_END_TOLERANCE, // the tolerance that was chosen
    GJK_END_CAP,       // the cap on rounds that was chosen
    GJK_END_LIMIT      // the method's own bound
} GjkEnd;

// What a method says of two figures, with their radii.
typedef struct GjkOutcome {
    float distance; // below 0: minus the depth
    float least;    // lower bound of the distance after a tolerance or a cap of GJK or EPA
    AukVec2 point_a, point_b;
    AukVec2 normal; // from the first figure to the second
    int iterations;
    GjkEnd end;
} GjkOutcome;

// The answers of all methods for the present poses, with their rounds.
typedef struct GjkAnswer {
    AukShape shapes[2];
    AukTransform poses[2];
    AukDistance distance;
    AukGjkResult gjk;
    AukEpaResult epa;
    AukProjectionResult projection;
    AukGjkStep gjk_steps[GJK_ROUNDS_MAX];
    AukEpaStep epa_steps[GJK_ROUNDS_MAX];
    AukProjectionStep projection_steps[GJK_ROUNDS_MAX];
    int recorded[GJK_METHOD_COUNT]; // rounds in these arrays
    GjkOutcome outcome;             // of the chosen method
    int rounds;                     // of it that are drawn
    int repeated;                   // support points of it that came before
} GjkAnswer;

typedef struct GjkScene {
    Demo demo;
    GjkOptions options; // as they are now: keys change them
    GjkFigure figures[2];
    GjkCase *cases;  // stb_ds array: of the file
    AukVec2 *points; // stb_ds array: of all cases
    int next_case;
    float unit;     // length of the world that is drawn like 1 of random figures
    AukVec2 centre; // middle of the view
    bool new_view;  // the window must look there
    int stage;
    int runs;                      // of the checks
    int64_t rounds;                // of GJK, over the whole run
    int most_rounds;               // of GJK for one pair
    int64_t repeated;              // irregularities of the chosen method, over the whole run
    int64_t limits;                // as above: runs that ended at a bound or at the cap
    GjkAnswer *answer;             // the last one
    AukVec2 *outline, *sum, *spot; // room for GJK_OUTLINE_MAX points each, for drawing
} GjkScene;

// In gjk_figures.c: reads options.file, if there is one; false with demo.status and demo.message set.
bool gjk_load_file(GjkScene *scene);
bool gjk_register_custom(GjkScene *scene);
void gjk_place_next(GjkScene *scene);
void gjk_change_kind(GjkScene *scene, int index);

// In gjk_answer.c. Writes scene->answer.
const GjkAnswer *gjk_answer(const GjkScene *scene);

// The chosen method again with another cap.
GjkOutcome gjk_capped(const GjkScene *scene, const GjkAnswer *answer, int max_rounds);

// The polygon A - B, or A + B, of the cores, relative to the first figure's position. Returns the number of vertices.
int gjk_difference(const GjkAnswer *answer, AukVec2 *out);
int gjk_sum(const GjkAnswer *answer, AukVec2 *out);

// The vertices of a figure's core in its pose, relative to the first figure's position; 0 of a curve.
int gjk_core_vertices(const GjkAnswer *answer, int index, AukVec2 *out);

// The support point of a figure's core, in the world.
AukVec2 gjk_core_support(const GjkAnswer *answer, int index, AukVec2 direction);

struct View;
void gjk_draw(Demo *demo, struct View *view);

#endif
