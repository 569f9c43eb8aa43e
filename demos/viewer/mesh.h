// A canvas as triangles for a graphics card. Letters and shapes share a texture, the atlas of the canvas's font: shapes
// use its one full texel.
#ifndef DEMOS_VIEWER_MESH_H
#define DEMOS_VIEWER_MESH_H

#include "viewer/draw/canvas.h"

// The bytes lie one after the other: web/canvas.js reads them too.
typedef struct MeshVertex {
    float x, y; // pixels
    float u, v; // in the atlas, from 0 to 1
    uint8_t red, green, blue, alpha;
} MeshVertex;

typedef struct Mesh {
    MeshVertex *vertices; // stb_ds array
    uint32_t *indices;    // stb_ds array, three for a triangle
} Mesh;

// Replaces the mesh by the triangles of a canvas.
void mesh_fill(Mesh *mesh, const Canvas *canvas);
void mesh_release(Mesh *mesh);

#endif
