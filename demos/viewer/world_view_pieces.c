// Shapes of many pieces (outlines, chains, tiles): auk_world_shape_get() gives one piece, so their lines come from
// auk_world_draw().
#include "viewer/world_view.h"

#include <stb/stb_ds.h>

enum { ARC_STEPS = 12, FILL_ALPHA = 0x80 };

bool world_view_has_pieces(const WorldView *seen, int i)
{
    const AukFound *found = seen->shapes;
    bool before = i > 0 && auk_shape_id_equal(found[i].shape, found[i - 1].shape);
    bool after = i + 1 < seen->count && auk_shape_id_equal(found[i].shape, found[i + 1].shape);
    return before || after || found[i].child > 0 ||
           auk_world_shape_get_tiles(seen->world, found[i].shape).cells != NULL;
}

static CanvasColor color_of(AukDrawCategory category)
{
    switch (category) {
    case AUK_DRAW_TOUCHING: return COLOR_TOUCHING;
    case AUK_DRAW_MOVING: return COLOR_MOVING;
    case AUK_DRAW_SWEPT: return COLOR_SWEPT;
    case AUK_DRAW_SENSOR: return COLOR_SENSOR;
    case AUK_DRAW_STATIC:
    case AUK_DRAW_DISABLED:
    case AUK_DRAW_BOX:
    case AUK_DRAW_VELOCITY:
    case AUK_DRAW_PAIR:
    case AUK_DRAW_CONTACT:
    case AUK_DRAW_NORMAL:
    case AUK_DRAW_HIT:
    case AUK_DRAW_STRIP:
    case AUK_DRAW_CATEGORY_COUNT: break;
    }
    return COLOR_STATIC;
}

// Fills `across` full cells from cell (x, y) on.
static void fill_run(const WorldView *seen, AukShapeId shape, int x, int y, int across)
{
    AukTilesDef tiles = auk_world_shape_get_tiles(seen->world, shape);
    AukTransform pose = auk_world_shape_get_pose(seen->world, shape);
    float low = tiles.cell_height * (float)y, high = low + tiles.cell_height;
    AukVec2 left = auk_vec(tiles.cell * (float)x, low);
    AukVec2 right = auk_vec(tiles.cell * (float)(x + across), low);
    AukVec2 corners[4] = {left, right, auk_vec(right.x, high), auk_vec(left.x, high)};
    for (int i = 0; i < 4; i++) {
        corners[i] = view_point(seen->view, auk_transform_apply(pose, corners[i]));
    }
    canvas_polygon(&seen->view->canvas, corners, 4, canvas_fade(COLOR_STATIC, FILL_ALPHA));
}

// Fills runs of full cells; queries return the cells of a shape in order. Other cells are drawn by their lines only.
static void fill_tiles(const WorldView *seen)
{
    int from = 0;
    for (int i = 0; i < seen->count; i++) {
        const AukFound *found = &seen->shapes[i];
        AukTilesDef tiles = auk_world_shape_get_tiles(seen->world, found->shape);
        bool full = tiles.cells != NULL && tiles.cells[found->child] == AUK_TILE_FULL;
        if (!full) {
            from = i + 1;
            continue;
        }
        const AukFound *next = &seen->shapes[i + 1];
        bool goes_on = i + 1 < seen->count && auk_shape_id_equal(next->shape, found->shape) &&
                       next->child == found->child + 1 && next->child % tiles.width != 0 &&
                       tiles.cells[next->child] == AUK_TILE_FULL;
        if (!goes_on) {
            int first = seen->shapes[from].child;
            fill_run(seen, found->shape, first % tiles.width, first / tiles.width, i - from + 1);
            from = i + 1;
        }
    }
}

static void draw_item(const WorldView *seen, const AukDrawItem *item)
{
    View *view = seen->view;
    // The lines between neighbouring tiles would hide everything else.
    bool tiles = auk_world_shape_get_tiles(seen->world, item->shape).cells != NULL;
    CanvasColor color = canvas_fade(color_of(item->category), tiles ? 0x60u : 0xffu);
    float width = (tiles ? 1.0f : 2.0f) * view->pixel;
    AukVec2 from = view_point(view, item->p);
    int steps = item->kind == AUK_DRAW_ARC ? ARC_STEPS : 1;
    for (int i = 1; i <= steps; i++) {
        AukRot q = auk_rot(item->angle + item->turn * (float)i / (float)ARC_STEPS);
        AukVec2 on_arc = auk_vec_add(item->center, auk_vec_scale(item->radius, auk_vec(q.c, q.s)));
        AukVec2 to = view_point(view, item->kind == AUK_DRAW_ARC ? on_arc : item->q);
        canvas_line(&view->canvas, from, to, width, color);
        from = to;
    }
}

void world_view_draw_pieces(const WorldView *seen)
{
    uint32_t *shapes = NULL; // stb_ds array of flags, by index of shape
    bool any = false;
    for (int i = 0; i < seen->count; i++) {
        uint32_t index = seen->shapes[i].shape.index;
        while ((uint32_t)arrlen(shapes) <= index) {
            arrput(shapes, 0);
        }
        shapes[index] |= world_view_has_pieces(seen, i);
        any = any || shapes[index] != 0;
    }
    fill_tiles(seen);
    AukDrawOptions options = {.show = AUK_SHOW_SHAPES | AUK_SHOW_TOUCHING, .region = view_region(seen->view)};
    int room = any ? auk_world_draw(seen->world, &options, NULL, 0) : 0;
    AukDrawItem *items = NULL; // stb_ds array
    arrsetlen(items, room > 0 ? (size_t)room : 0);
    int count = room > 0 ? auk_world_draw(seen->world, &options, items, room) : 0;
    for (int i = 0; i < count; i++) {
        uint32_t index = items[i].shape.index;
        if (index < (uint32_t)arrlen(shapes) && shapes[index] != 0) {
            draw_item(seen, &items[i]);
        }
    }
    arrfree(items);
    arrfree(shapes);
}
