// Questions are asked one after the other, as a game asks them; an answer is read by nothing but a count while the
// clock runs. Afterwards all are asked once more and compared.
#include "query_run.h"

#include "memory.h"
#include "scenes/random.h"

#include <math.h>
#include <stdio.h>

#define AREA_FOR_EACH 25.0f

// What grazes a corner may be hit in one engine and passed in the other. More answers than these must not differ,
// unless an engine is known for it.
enum { GRAZING_IN_A_MILLION = 200, SEARCHED = 20 };

const QueryEngine *const query_engines[] = {
    &query_auk,
#ifdef BENCH_CHIPMUNK
    &query_chipmunk,
#endif
#ifdef BENCH_BOX2D3
    &query_box2d,
#endif
};

const int query_engine_count = (int)(sizeof query_engines / sizeof query_engines[0]);

QueryField query_field_create(int count, uint64_t seed)
{
    DemoRandom random = {seed};
    QueryField field = {.count = count, .half = 0.5f * sqrtf(AREA_FOR_EACH * (float)count)};
    field.shape = auk_shape_box(0.5f, 0.5f);
    field.angles = bench_allocate((size_t)count, sizeof *field.angles);
    field.poses = bench_allocate((size_t)count, sizeof *field.poses);
    for (int i = 0; i < count; i++) {
        AukVec2 position = demo_random_in_square(&random, field.half);
        field.angles[i] = demo_random_angle(&random);
        field.poses[i] = auk_transform(position, field.angles[i]);
    }
    return field;
}

void query_field_destroy(QueryField *field)
{
    bench_release(field->angles);
    bench_release(field->poses);
}

void query_field_fill(const QueryField *field, const WorldEngine *engine)
{
    WorldOptions options = {0};
    options.bodies = field->count;
    if (!engine->begin(&options)) {
        bench_fail("%s: %s", engine->name, auk_status_text(options.refused));
    }
    for (int i = 0; i < field->count; i++) {
        AukBodyDef def = {0};
        def.motion = AUK_MOTION_STATIC;
        def.shape = field->shape;
        def.position = field->poses[i].p;
        def.angle = field->angles[i];
        engine->add(i, &def);
    }
    engine->step(BENCH_DT); // whatever is put off until the first step
}

void query_aim(const QueryField *field, QueryQuestion *questions, int count, float clearance, uint64_t seed)
{
    DemoRandom random = {~seed}, angles = {seed + 1};
    AukVec2 room = {clearance, clearance};
    for (int i = 0; i < count; i++) {
        QueryQuestion *question = &questions[i];
        AukBox around;
        do {
            question->from = demo_random_in_square(&random, field->half);
            around = auk_box(auk_vec_sub(question->from, room), auk_vec_add(question->from, room));
        } while (auk_world_overlap_box(world_auk_get(), around, NULL, NULL, 0) != 0);
        question->delta = auk_vec_scale(QUERY_LENGTH, demo_random_direction(&random));
        question->angle = demo_random_angle(&angles);
    }
}

// ---- comparing ----

static QueryKept keep(const QueryAnswer *answer, bool lists)
{
    QueryKept kept = {answer->count, answer->value, 0};
    for (int i = 0; lists && i < answer->count; i++) {
        DemoRandom slot = {(uint64_t)answer->slots[i]};
        kept.set += demo_random_bits(&slot);
    }
    return kept;
}

static bool lists_slots(QueryKind kind)
{
    return kind == QUERY_RAY_ALL || kind == QUERY_OVERLAP_BOUNDS || kind == QUERY_OVERLAP_BOX ||
           kind == QUERY_OVERLAP_SHAPE || kind == QUERY_NEAREST_FEW;
}

static bool alike(const QueryKept *a, const QueryKept *b, float slack)
{
    return a->count == b->count && a->set == b->set && fabsf(a->value - b->value) <= slack;
}

// Leaves those shapes in an answer whose bounding box is not all that overlaps.
static void drop_boxes(const QueryRun *run, const QueryQuestion *question, QueryAnswer *answer)
{
    int kept = 0;
    for (int i = 0; i < answer->count; i++) {
        if (query_plain_overlaps(run->field, answer->slots[i], run->kind, question)) {
            answer->slots[kept++] = answer->slots[i];
        }
    }
    answer->count = kept;
}

static QueryKept ask_again(const QueryRun *run, const QueryEngine *engine, int index)
{
    QueryAnswer answer;
    engine->ask[run->kind](&run->questions[index], &answer);
    if (answer.count < 0 || answer.count >= QUERY_FOUND_MAX) {
        bench_fail("%s, %s: question %d has %d answers", run->phase, engine->world->name, index, answer.count);
    }
    if (engine->finds_boxes_of[run->kind]) {
        drop_boxes(run, &run->questions[index], &answer);
    }
    return keep(&answer, lists_slots(run->kind));
}

static void keep_all(const QueryRun *run)
{
    for (int i = 0; i < run->count; i++) {
        run->kept[i] = ask_again(run, &query_auk, i);
    }
}

static void check_all(const QueryRun *run, const QueryEngine *engine)
{
    int differ = 0;
    float slack = engine->slack[run->kind], largest = 0.0f; // difference of an answer that counts as equal
    for (int i = 0; i < run->count; i++) {
        QueryKept answer = ask_again(run, engine, i);
        float off = fabsf(answer.value - run->kept[i].value);
        bool equal = alike(&answer, &run->kept[i], slack);
        differ += !equal;
        largest = equal && off > largest ? off : largest;
    }
    report_note("%s: %d of %d answers differ from auk's by more than %g, the others by at most %.1g",
                engine->world->name, differ, run->count, (double)slack, (double)largest);
    int64_t in_a_million = engine->unlike[run->kind] ? engine->unlike[run->kind] : GRAZING_IN_A_MILLION;
    if (differ > 1 + (int)(run->count * in_a_million / 1000000)) {
        bench_fail("%s, %s: %s and auk differ in %d of %d answers", run->scene, run->phase, engine->world->name, differ,
                   run->count);
    }
}

void query_search(const QueryRun *run)
{
    for (int i = 0; i < SEARCHED && i < run->count; i++) {
        QueryAnswer answer;
        query_plain_ask(run->field, run->kind, &run->questions[i], &answer);
        QueryKept wanted = keep(&answer, lists_slots(run->kind));
        if (!alike(&wanted, &run->kept[i], 0.0f)) {
            bench_fail("%s, question %d: auk finds %d, closest %g; a loop over all boxes %d, closest %g", run->phase, i,
                       run->kept[i].count, (double)run->kept[i].value, wanted.count, (double)wanted.value);
        }
    }
}

// ---- timing ----

void query_report(const QueryRun *run, const char *engine, int workers, Samples *samples, int64_t found)
{
    ReportRow row = {0};
    snprintf(row.scene, sizeof row.scene, "%s", run->scene);
    snprintf(row.engine, sizeof row.engine, "%s", engine);
    snprintf(row.phase, sizeof row.phase, "%s", run->phase);
    row.bodies = run->field->count;
    row.calls = run->count;
    row.workers = workers;
    row.pairs = found;
    row.time = samples_summary(samples);
    report_row(&row);
    samples_free(samples);
}

void query_run(const QueryRun *run, const QueryEngine *engine)
{
    if (!engine->ask[run->kind]) {
        return;
    }
    Samples samples = {0};
    int64_t found = 0;
    for (int round = -1; round < run->rounds; round++) {
        double begun = bench_clock(1);
        found = 0;
        for (int i = 0; i < run->count; i++) {
            QueryAnswer answer;
            engine->ask[run->kind](&run->questions[i], &answer);
            found += answer.count;
        }
        if (round >= 0) {
            samples_add(&samples, bench_clock(1) - begun);
        }
    }
    query_report(run, engine->world->name, 1, &samples, found);
    if (engine == &query_auk) {
        keep_all(run);
    } else {
        check_all(run, engine);
    }
}
