// The options of the scene gjk: which figures, which method, and what is drawn.
#ifndef DEMOS_SCENES_GJK_OPTIONS_H
#define DEMOS_SCENES_GJK_OPTIONS_H

#include "auk/types.h"

typedef enum GjkMethod { GJK_METHOD_GJK, GJK_METHOD_EPA, GJK_METHOD_PROJECTION, GJK_METHOD_COUNT } GjkMethod;

typedef enum GjkKind {
    GJK_KIND_HULL,
    GJK_KIND_CIRCLE,
    GJK_KIND_CAPSULE,
    GJK_KIND_SEGMENT,
    GJK_KIND_BOX,
    GJK_KIND_ELLIPSE,
    GJK_KIND_ROUNDED,
    GJK_KIND_CUSTOM,
    GJK_KIND_COUNT
} GjkKind;

// Where the figures come from.
typedef enum GjkSource {
    GJK_SOURCE_RANDOM,    // of the two kinds that are chosen
    GJK_SOURCE_TURNS,     // random; each pair of kinds in turn
    GJK_SOURCE_ARTICLE,   // hulls of random points in the rectangles of the first article
    GJK_SOURCE_WORKED,    // the worked example of the second article
    GJK_SOURCE_TRIANGLES, // the worked example of the third article
    GJK_SOURCE_DEPTH,     // an overlap whose depth the last simplex of GJK does not give
    GJK_SOURCE_FILE,      // the cases of a file, one after the other
    GJK_SOURCE_COUNT
} GjkSource;

enum { GJK_CAP_MAX = 1000 };

typedef struct GjkOptions {
    GjkSource source;
    GjkKind kinds[2];   // of random figures
    bool figures_given; // on the command line
    const char *file;   // of GJK_SOURCE_FILE
    GjkMethod method;
    AukVec2 start;   // direction of GJK's first support point; {0}: towards the second figure
    float tolerance; // GJK and EPA end when the distance is known to this; of projections it is epsilon. 0: rounding
    int max_rounds;  // cap on the rounds of the method; 0: none
    int round;       // that a picture shows; 0: the result
    bool quiet;      // the result alone, without the rounds
    bool sum;        // the Minkowski sum beside the difference
} GjkOptions;

extern const char *const gjk_method_names[GJK_METHOD_COUNT];
extern const char *const gjk_kind_names[GJK_KIND_COUNT];

// Reads "hull,circle" or the name of a source. False if it is neither.
bool gjk_read_figures(const char *text, GjkOptions *options);
bool gjk_read_method(const char *text, GjkOptions *options);

#endif
