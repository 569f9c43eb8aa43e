// Lines: the line through two points in the form A x + B y + C = 0, the perpendicular through a third point, where they
// cross, and the distance. auk has no infinite lines: auk_segment_intersect() and auk_project_point() get segments that
// are long enough. The check compares them with the coefficients' formulas in double precision. The first frame shows
// the article's numbers, each next one random lines and points.
#include "scenes/lines.h"

#include "viewer/draw/view.h"

#include <math.h>

#define LINE_REACH 200.0f   // half the length of the segment that the mouse can drag
#define HANDLE_GAP_MIN 3.0f // between the handles of a random line
#define ERROR_MAX 1e-6

// Random points, in sight below the notes.
#define PLACE_X 12.0f
#define PLACE_LOW (-7.0f)
#define PLACE_HIGH 4.0f

// 2 x + 5 y + 20 = 0, and the origin.
static const AukVec2 article_handles[LINES_HANDLE_COUNT] = {{-10.0f, 0.0f}, {-5.0f, -2.0f}};
static const AukVec2 article_point = {0.0f, 0.0f};

// ---- answers --------------------------------------------------------------------------------------------------------

static AukVec2 place_of(const LinesScene *scene, AukBodyId body)
{
    return auk_body_get_pose(scene->demo.world, body).p;
}

// From Cramer's rule. The lines are perpendicular, so the determinant is not 0.
static ExactVec cross_lines(const LinesEquation *one, const LinesEquation *two)
{
    double determinant = one->a * two->b - two->a * one->b;
    ExactVec at = {(one->b * two->c - two->b * one->c) / determinant,
                   (two->a * one->c - one->a * two->c) / determinant};
    return at;
}

static double difference(AukVec2 found, ExactVec expected)
{
    return fmax(fabs((double)found.x - expected.x), fabs((double)found.y - expected.y));
}

// The segments begin and end at whole multiples of the distance of the handles, which are nearly exact in float.
static void ask_auk(LinesAnswer *answer, AukVec2 first, AukVec2 second, AukVec2 point)
{
    AukVec2 along = auk_vec_sub(second, first);
    double span = sqrt(answer->line.a * answer->line.a + answer->line.b * answer->line.b);
    double dx = answer->point.x - (double)first.x;
    double dy = answer->point.y - (double)first.y;
    double reach = span + sqrt(dx * dx + dy * dy);
    AukVec2 half = auk_vec_scale((float)ceil(reach / span), along);
    AukVec2 across = auk_vec_perp(half);
    AukVec2 from = auk_vec_sub(first, half);
    AukVec2 to = auk_vec_add(first, half);
    AukShape segment = auk_shape_segment(from, to);
    answer->crossing = auk_segment_intersect(from, to, auk_vec_sub(point, across), auk_vec_add(point, across));
    answer->nearest = auk_project_point(&segment, auk_transform_identity(), point);
    double size = reach + fmax(fabs((double)first.x), fabs((double)first.y));
    double error = difference(answer->crossing.point, answer->foot);
    error = fmax(error, difference(answer->nearest.point, answer->foot));
    error = fmax(error, fabs((double)answer->nearest.distance - answer->distance));
    bool answered = answer->crossing.status == AUK_OK && answer->crossing.hit && answer->nearest.status == AUK_OK;
    answer->error = answered ? error / size : INFINITY;
}

LinesAnswer lines_answer(const LinesScene *scene, int point)
{
    AukVec2 first = place_of(scene, scene->handles[0]);
    AukVec2 second = place_of(scene, scene->handles[1]);
    AukVec2 p = place_of(scene, scene->points[point]);
    LinesAnswer answer = {.point = {(double)p.x, (double)p.y}};
    LinesEquation *line = &answer.line;
    line->a = (double)first.y - (double)second.y;
    line->b = (double)second.x - (double)first.x;
    line->c = -(line->a * (double)first.x + line->b * (double)first.y);
    answer.defined = line->a != 0.0 || line->b != 0.0;
    if (answer.defined) {
        answer.perpendicular = (LinesEquation){line->b, -line->a, line->a * answer.point.y - line->b * answer.point.x};
        answer.foot = cross_lines(line, &answer.perpendicular);
        double value = line->a * answer.point.x + line->b * answer.point.y + line->c;
        answer.distance = fabs(value) / sqrt(line->a * line->a + line->b * line->b);
        ask_auk(&answer, first, second, p);
    }
    return answer;
}

// ---- the world ------------------------------------------------------------------------------------------------------

static void set_place(LinesScene *scene, AukBodyId body, AukVec2 place)
{
    if (scene->demo.status == AUK_OK) {
        scene->demo.status = auk_body_set_pose(scene->demo.world, body, auk_transform(place, 0.0f));
    }
}

// Puts the segment under the handles.
static void follow_handles(LinesScene *scene)
{
    AukVec2 first = place_of(scene, scene->handles[0]);
    AukVec2 axis = auk_vec_normalize(auk_vec_sub(place_of(scene, scene->handles[1]), first));
    if (axis.x == 0.0f && axis.y == 0.0f) {
        return;
    }
    AukTransform pose = {first, {axis.x, axis.y}};
    if (scene->demo.status == AUK_OK) {
        scene->demo.status = auk_body_set_pose(scene->demo.world, scene->line, pose);
    }
    scene->line_pose = auk_body_get_pose(scene->demo.world, scene->line);
}

// Puts the handles onto the segment, as far from each other as before. A segment that was not rotated moves both by
// the same vector, so A and B keep their exact values.
static void follow_line(LinesScene *scene)
{
    AukTransform pose = auk_body_get_pose(scene->demo.world, scene->line);
    AukVec2 span = auk_vec_sub(place_of(scene, scene->handles[1]), place_of(scene, scene->handles[0]));
    if (pose.q.c != scene->line_pose.q.c || pose.q.s != scene->line_pose.q.s) {
        span = auk_rot_apply(pose.q, auk_vec(auk_vec_length(span), 0.0f));
    }
    set_place(scene, scene->handles[0], pose.p);
    set_place(scene, scene->handles[1], auk_vec_add(pose.p, span));
    scene->line_pose = pose;
}

static void moved(Demo *demo, AukBodyId body)
{
    LinesScene *scene = (LinesScene *)demo;
    if (auk_body_id_equal(body, scene->line)) {
        follow_line(scene);
    } else {
        follow_handles(scene);
    }
}

static Demo *create(const DemoOptions *options)
{
    LinesScene *scene = demo_new(options, sizeof *scene, 0);
    if (scene == NULL) {
        return NULL;
    }
    AukBodyDef line = {.shape = auk_shape_segment(auk_vec(-LINE_REACH, 0.0f), auk_vec(LINE_REACH, 0.0f))};
    AukBodyDef disc = {.shape = auk_shape_circle(LINES_HANDLE_RADIUS)};
    scene->line = demo_add_body(&scene->demo, &line);
    for (int i = 0; i < LINES_HANDLE_COUNT; i++) {
        scene->handles[i] = demo_add_body(&scene->demo, &disc);
    }
    for (int i = 0; i < options->bodies; i++) {
        scene->points[i] = demo_add_body(&scene->demo, &disc);
    }
    return &scene->demo;
}

static AukVec2 random_place(DemoRandom *random)
{
    float x = demo_random_between(random, -PLACE_X, PLACE_X);
    return auk_vec(x, demo_random_between(random, PLACE_LOW, PLACE_HIGH));
}

// A point whose foot is in sight, too.
static AukVec2 random_point(DemoRandom *random, AukVec2 first, AukVec2 second)
{
    AukVec2 along = auk_vec_normalize(auk_vec_sub(second, first));
    AukVec2 point = first;
    for (int tries = 0; tries < 50; tries++) {
        point = random_place(random);
        float way = auk_vec_dot(along, auk_vec_sub(point, first));
        AukVec2 foot = auk_vec_add(first, auk_vec_scale(way, along));
        if (fabsf(foot.x) <= PLACE_X && foot.y >= PLACE_LOW && foot.y <= PLACE_HIGH) {
            break;
        }
    }
    return point;
}

static void prepare(Demo *demo)
{
    LinesScene *scene = (LinesScene *)demo;
    DemoRandom *random = &demo->random;
    bool article = demo->totals.frames == 0;
    AukVec2 first = article ? article_handles[0] : random_place(random);
    AukVec2 second = article ? article_handles[1] : random_place(random);
    while (auk_vec_length(auk_vec_sub(second, first)) < HANDLE_GAP_MIN) {
        first = random_place(random);
        second = random_place(random);
    }
    set_place(scene, scene->handles[0], first);
    set_place(scene, scene->handles[1], second);
    for (int i = 0; i < demo->options.bodies; i++) {
        set_place(scene, scene->points[i], article && i == 0 ? article_point : random_point(random, first, second));
    }
    follow_handles(scene);
}

static void check(Demo *demo)
{
    LinesScene *scene = (LinesScene *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        LinesAnswer answer = lines_answer(scene, i);
        demo->checks.missed += !answer.defined || answer.error > ERROR_MAX;
        scene->worst = fmax(scene->worst, answer.error);
    }
}

// The numbers of the first point in the last frame.
static void report(const Demo *demo, FILE *stream)
{
    const LinesScene *scene = (const LinesScene *)demo;
    LinesAnswer answer = lines_answer(scene, 0);
    fprintf(stream, " a=%.6g b=%.6g c=%.6g", answer.line.a, answer.line.b, answer.line.c);
    fprintf(stream, " foot_x=%.6g foot_y=%.6g distance=%.6g", answer.foot.x, answer.foot.y, answer.distance);
    fprintf(stream, " largest_error=%.1e", scene->worst);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(16.0f, 8.8f);
}

const DemoScene scene_lines = {
    .name = "lines",
    .title = "a line A x + B y + C = 0, the perpendicular through a point, and its distance",
    .bodies_text = "points",
    .defaults = {.seed = 1, .bodies = 1, .dt = 1.0f / 60.0f},
    .frames = 1,
    .bodies_max = LINES_POINT_COUNT_MAX,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = lines_draw,
    .moved = moved,
    .draws_all = true,
    .still = true,
    .help = {{"drag 1, 2, the line", "changes A, B, C"},
             {"drag P", "another perpendicular"},
             {"N; R", "random; the first"}},
};
