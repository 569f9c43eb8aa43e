// What each kind of tile is, by the words of auk/terrain.h and not by the tables of the library.
#ifndef AUK_TESTS_SUPPORT_TILE_POLYGON_H
#define AUK_TESTS_SUPPORT_TILE_POLYGON_H

#include "auk/geom.h"
#include "auk/terrain.h"

#include <string.h>

// The solid of a tile in the square from (0, 0) to (1, 1): below or above a line; of a one-way tile, its side. Returns
// the number of corners.
static inline int tile_polygon(int tile, AukVec2 *polygon)
{
    static const float lines[AUK_TILE_COUNT][2] = {[AUK_TILE_FULL] = {1, 1},
                                                   [AUK_TILE_SLOPE_LEFT_LOW] = {1, 0},
                                                   [AUK_TILE_SLOPE_RIGHT_LOW] = {0, 1},
                                                   [AUK_TILE_SLOPE_RIGHT_HIGH] = {1, 0},
                                                   [AUK_TILE_SLOPE_LEFT_HIGH] = {0, 1},
                                                   [AUK_TILE_HALF_LOW] = {.5f, .5f},
                                                   [AUK_TILE_HALF_HIGH] = {.5f, .5f},
                                                   [AUK_TILE_GENTLE_LOW_1] = {0, .5f},
                                                   [AUK_TILE_GENTLE_LOW_2] = {.5f, 1},
                                                   [AUK_TILE_GENTLE_LOW_3] = {1, .5f},
                                                   [AUK_TILE_GENTLE_LOW_4] = {.5f, 0},
                                                   [AUK_TILE_GENTLE_HIGH_1] = {1, .5f},
                                                   [AUK_TILE_GENTLE_HIGH_2] = {.5f, 0},
                                                   [AUK_TILE_GENTLE_HIGH_3] = {0, .5f},
                                                   [AUK_TILE_GENTLE_HIGH_4] = {.5f, 1}};
    if (tile >= AUK_TILE_ONE_WAY_HIGH) {
        bool upright = tile == AUK_TILE_ONE_WAY_RIGHT || tile == AUK_TILE_ONE_WAY_LEFT;
        float at = tile == AUK_TILE_ONE_WAY_HIGH || tile == AUK_TILE_ONE_WAY_RIGHT ? 1.0f : 0.0f;
        polygon[0] = upright ? auk_vec(at, 0.0f) : auk_vec(0.0f, at);
        polygon[1] = upright ? auk_vec(at, 1.0f) : auk_vec(1.0f, at);
        return 2;
    }
    if (tile == AUK_TILE_HALF_LEFT || tile == AUK_TILE_HALF_RIGHT) {
        float left = tile == AUK_TILE_HALF_LEFT ? 0.0f : 0.5f;
        AukVec2 box[4] = {{left, 0}, {left + 0.5f, 0}, {left + 0.5f, 1}, {left, 1}};
        memcpy(polygon, box, sizeof box);
        return 4;
    }
    bool high = tile == AUK_TILE_SLOPE_RIGHT_HIGH || tile == AUK_TILE_SLOPE_LEFT_HIGH || tile == AUK_TILE_HALF_HIGH ||
                tile >= AUK_TILE_GENTLE_HIGH_1;
    float side = high ? 1.0f : 0.0f;
    AukVec2 points[4] = {{0, side}, {1, side}, {0, lines[tile][0]}, {1, lines[tile][1]}};
    int count = auk_hull(points, 4, polygon);
    return count;
}

#endif
