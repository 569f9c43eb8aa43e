// Maps in the JSON format of the Tiled editor (.tmj, https://doc.mapeditor.org), read into a world of static bodies.
#ifndef DEMOS_SCENES_TILED_H
#define DEMOS_SCENES_TILED_H

#include "scenes/player.h"

// What else is known of a map that was read.
typedef struct TiledLevel {
    AukVec2 start;
    AukBox limits;
    int tiles;
    int objects;
    int coins;
    int one_ways;
} TiledLevel;

// A tile's side is the unit of length, the middle of the map is the origin, and y goes up.
//
// Read are maps that are orthogonal and finite, with square tiles. Tile layers are solid where there is a tile, and so
// are rectangles, polygons, ellipses, polylines and tiles in object layers, unless the layer has the property solid =
// false. The class of an object says what else it may be: "start" (wanted, once or more), "coin", "one_way"
// (rectangles).
//
// False with demo->status and demo->trouble set, which says what is wrong and where.
bool tiled_read(Demo *demo, const char *path, TiledLevel *level);

#endif
