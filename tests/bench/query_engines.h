// Queries side by side: every engine is asked the same questions about the world that its WorldEngine holds, each by
// the call that it has for that. An engine without such a call is left out.
#ifndef AUK_BENCH_QUERY_ENGINES_H
#define AUK_BENCH_QUERY_ENGINES_H

#include "world_engines.h"

// Sizes that belong to the kinds of questions.
#define QUERY_DISC_RADIUS 0.5f     // of the disc that is cast
#define QUERY_CAST_HALF_WIDTH 0.5f // of the box that is cast, turned by the question's angle
#define QUERY_CAST_HALF_HEIGHT 0.25f
#define QUERY_OVERLAP_HALF 2.5f // of the square that overlaps
#define QUERY_REACH 10.0f       // of the nearest shapes
#define QUERY_ENEMY_REACH 1000.0f

// Most shapes of one answer, and how many of the nearest are asked for.
enum { QUERY_FOUND_MAX = 64, QUERY_FEW = 8 };

typedef enum QueryKind {
    QUERY_RAY_CLOSEST,
    QUERY_RAY_ANY,
    QUERY_RAY_ALL,
    QUERY_CAST_DISC,      // the closest hit
    QUERY_CAST_BOX,       // the closest hit
    QUERY_OVERLAP_BOUNDS, // bounding boxes that touch a square
    QUERY_OVERLAP_BOX,
    QUERY_OVERLAP_SHAPE,
    QUERY_NEAREST,
    QUERY_NEAREST_FEW,
    QUERY_NEAREST_ENEMY, // the nearest body of the question's category
    QUERY_KINDS
} QueryKind;

typedef struct QueryQuestion {
    AukVec2 from, delta;
    float angle;       // of the shapes that are not discs
    uint64_t category; // of an enemy
} QueryQuestion;

// The square of the overlaps that do not turn.
static inline AukBox query_square(const QueryQuestion *question)
{
    AukVec2 half = {QUERY_OVERLAP_HALF, QUERY_OVERLAP_HALF};
    return auk_box(auk_vec_sub(question->from, half), auk_vec_add(question->from, half));
}

typedef struct QueryAnswer {
    int count;   // of hits or shapes found; 0 or 1 where one is asked for
    float value; // the fraction or distance of the closest; 0 where it is not asked for, or nothing is found
    int slots[QUERY_FOUND_MAX]; // of the bodies found, in any order, where several are asked for
} QueryAnswer;

typedef struct QueryEngine {
    const WorldEngine *world;
    // Before the first and after the last question to one world; may be null.
    void (*begin)(void);
    void (*end)(void);
    // Writes the whole answer. Null: the engine has no such call.
    void (*ask[QUERY_KINDS])(const QueryQuestion *question, QueryAnswer *answer);
    float slack[QUERY_KINDS];         // by which its values may differ from auk's
    bool finds_boxes_of[QUERY_KINDS]; // it compares bounding boxes only, so it finds more
    int unlike[QUERY_KINDS];          // so many of a million answers may differ by more; 0 stands for 200
} QueryEngine;

extern const QueryEngine query_auk;

#ifdef BENCH_CHIPMUNK
extern const QueryEngine query_chipmunk;
#endif

#ifdef BENCH_BOX2D3
extern const QueryEngine query_box2d;
#endif

#endif
