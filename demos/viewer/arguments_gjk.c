// Reads the options of the scene gjk.
#include "viewer/arguments_gjk.h"

#include "viewer/arguments.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START_MAX 1e6

typedef enum GjkOption {
    GJK_OPTION_FIGURES,
    GJK_OPTION_POLYGONS,
    GJK_OPTION_METHOD,
    GJK_OPTION_START,
    GJK_OPTION_TOLERANCE,
    GJK_OPTION_MAX_ROUNDS,
    GJK_OPTION_ROUND,
    GJK_OPTION_QUIET_PICTURE,
    GJK_OPTION_SUM,
    GJK_OPTION_COUNT
} GjkOption;

static GjkOption option_of(const char *text)
{
    static const char *const names[GJK_OPTION_COUNT] = {"--figures",         "--polygons",      "--method",
                                                        "--start-direction", "--tolerance",     "--max-rounds",
                                                        "--round",           "--quiet-picture", "--sum"};
    int option = 0;
    while (option < GJK_OPTION_COUNT && strcmp(text, names[option]) != 0) {
        option++;
    }
    return (GjkOption)option;
}

bool arguments_gjk_has_value(const char *option)
{
    return option_of(option) < GJK_OPTION_QUIET_PICTURE;
}

bool arguments_gjk_has_flag(const char *option)
{
    return option_of(option) == GJK_OPTION_QUIET_PICTURE || option_of(option) == GJK_OPTION_SUM;
}

// Reads a number and moves `at` behind it; false for "nan" and "inf".
static bool read_number(const char **at, double *out)
{
    char *end = NULL;
    *out = strtod(*at, &end);
    bool fine = end != *at && isfinite(*out);
    *at = end;
    return fine;
}

// "0,1"
static bool parse_start(const char *text, AukVec2 *start)
{
    const char *at = text;
    double x = 0.0, y = 0.0;
    bool fine = read_number(&at, &x) && *at++ == ',' && read_number(&at, &y) && *at == '\0';
    // A direction whose squares vanish in floats is as good as none.
    fine = fine && fabs(x) <= START_MAX && fabs(y) <= START_MAX && fabs(x) + fabs(y) >= 1.0 / START_MAX;
    if (!fine) {
        return arguments_complain("--start-direction must be X,Y, not both 0, such as 0,1; not", text);
    }
    *start = (AukVec2){(float)x, (float)y};
    return true;
}

static bool parse_tolerance(const char *text, float *tolerance)
{
    const char *at = text;
    double value = 0.0;
    if (!read_number(&at, &value) || *at != '\0' || value < 0.0 || value > (double)AUK_COORDINATE_MAX) {
        return arguments_complain("--tolerance must be a length from 0 on, not", text);
    }
    *tolerance = (float)value;
    return true;
}

static bool parse_rounds(const char *option, const char *text, int *out)
{
    char *end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < 1 || value > GJK_CAP_MAX) {
        fprintf(stderr, "auk-demos: %s must be a whole number from 1 to %d, not '%s'\n", option, GJK_CAP_MAX, text);
        return false;
    }
    *out = (int)value;
    return true;
}

static bool parse_figures(const char *text, GjkOptions *options)
{
    return gjk_read_figures(text, options) ||
           arguments_complain(
               "--figures takes two kinds, such as hull,ellipse, or turns, article, worked, triangles or "
               "depth, not",
               text);
}

bool arguments_gjk_parse(const char *option, const char *value, GjkOptions *options)
{
    bool chosen = options->file != NULL || options->figures_given;
    switch (option_of(option)) {
    case GJK_OPTION_FIGURES:
        options->figures_given = true;
        return chosen ? arguments_complain("one of --figures and --polygons", value) : parse_figures(value, options);
    case GJK_OPTION_POLYGONS:
        options->file = value;
        options->source = GJK_SOURCE_FILE;
        return !chosen || arguments_complain("one of --figures and --polygons", value);
    case GJK_OPTION_METHOD:
        return gjk_read_method(value, options) || arguments_complain("--method is gjk, epa or projection, not", value);
    case GJK_OPTION_START: return parse_start(value, &options->start);
    case GJK_OPTION_TOLERANCE: return parse_tolerance(value, &options->tolerance);
    case GJK_OPTION_MAX_ROUNDS: return parse_rounds(option, value, &options->max_rounds);
    case GJK_OPTION_ROUND: return parse_rounds(option, value, &options->round);
    case GJK_OPTION_QUIET_PICTURE: options->quiet = true; return true;
    case GJK_OPTION_SUM: options->sum = true; return true;
    case GJK_OPTION_COUNT: break;
    }
    return false;
}

void arguments_gjk_print(void)
{
    printf(
        "Options of gjk, for the window and for pictures, which show the result:\n"
        "  --figures A,B      kinds of both random figures: hull, circle, capsule, segment, box, ellipse, rounded or\n"
        "                     custom; or one word: article (hulls of random points in two rectangles), worked and\n"
        "                     triangles (examples of two articles), depth (GJK's last simplex does not give the\n"
        "                     depth), turns (each pair of kinds in turn, one a frame)\n"
        "  --polygons FILE    figures from a file as polygon-distance reads it, a case a frame\n"
        "  --method NAME      gjk, epa or projection\n"
        "  --start-direction X,Y   of GJK's first support point; without it towards the second figure\n"
        "  --tolerance E      GJK and EPA end when they know the distance to E; the epsilon of projection\n"
        "  --max-rounds N     a cap on rounds, 1 to %d\n"
        "  --round N          a picture of that round, as long as there are so many, not of the result\n"
        "  --quiet-picture    figures, difference, origin and result without the rounds\n"
        "  --sum              the Minkowski sum beside the difference\n"
        "\n",
        GJK_CAP_MAX);
}
