// Reads maps of the Tiled editor (JSON, .tmj, https://doc.mapeditor.org) into static bodies.
#ifndef DEMOS_SCENES_TILED_H
#define DEMOS_SCENES_TILED_H

#include "scenes/player.h"

// The start, the size and the counts of a map.
typedef struct TiledLevel {
    AukVec2 start;
    AukBox limits;
    int tiles;
    int objects;
    int coins;
    int one_ways;
} TiledLevel;

// The side of a tile is the unit of length, the middle of the map is the origin, and y goes up.
//
// Maps must be orthogonal and finite, with square tiles. Solid are the tiles of tile layers, and rectangles, polygons,
// ellipses, polylines and tiles of object layers, unless the layer has the property solid = false. Objects may have a
// class: "start" (at least one is needed; the first counts), "coin", or "one_way" (rectangles).
//
// False on failure; demo->status is then set, and demo->message says what is wrong and where.
bool tiled_read(Demo *demo, const char *path, TiledLevel *level);

#endif
