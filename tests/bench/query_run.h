// Asks the engines, times them, and compares their answers.
#ifndef AUK_BENCH_QUERY_RUN_H
#define AUK_BENCH_QUERY_RUN_H

#include "bench.h"
#include "query_engines.h"
#include "report.h"

#define QUERY_LENGTH 50.0f // of rays and casts

// Bodies of one shape. auk and its peers get the same ones; the plain loops below read them from here.
typedef struct QueryField {
    int count;
    float half; // the square [-half, half] holds the centres
    AukShape shape;
    float *angles;
    AukTransform *poses; // with these angles
} QueryField;

// What is kept of auk's answer, to compare it with others.
typedef struct QueryKept {
    int count;
    float value;
    uint64_t set; // a sum over the slots, the same in any order
} QueryKept;

// One kind of question. `kept` is written by auk, which has to be asked first.
typedef struct QueryRun {
    const char *scene, *phase;
    QueryKind kind;
    const QueryField *field;
    const QueryQuestion *questions;
    int count;       // of questions
    int rounds;      // in each all questions are asked
    QueryKept *kept; // of each question
} QueryRun;

extern const QueryEngine *const query_engines[];
extern const int query_engine_count;

// Unit boxes at random angles, 25 units of area for each.
QueryField query_field_create(int count, uint64_t seed);
void query_field_destroy(QueryField *field);
void query_field_fill(const QueryField *field, const WorldEngine *engine);

// Draws the questions in auk's world. Around each point is as much room as `clearance` in x and y, since engines differ
// in what they say of casts that start in a box.
void query_aim(const QueryField *field, QueryQuestion *questions, int count, float clearance, uint64_t seed);

// One row; nothing if the engine does not answer such questions.
void query_run(const QueryRun *run, const QueryEngine *engine);

// Compares auk's answers to a few questions with those of a loop over all boxes.
void query_search(const QueryRun *run);

// Answers as an engine does, by a loop over all boxes of the field: the oracle.
void query_plain_ask(const QueryField *field, QueryKind kind, const QueryQuestion *question, QueryAnswer *answer);

// The same for one box: whether it overlaps the square of an overlap.
bool query_plain_overlaps(const QueryField *field, int slot, QueryKind kind, const QueryQuestion *question);

// The row that query_run() prints, for what is timed elsewhere.
void query_report(const QueryRun *run, const char *engine, int workers, Samples *samples, int64_t found);

#endif
