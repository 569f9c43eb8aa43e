// Shapes of many pieces (outlines, chains, tiles): the world names one piece of each, so their lines are asked for.
#include "view.h"

#include <stb/stb_ds.h>

enum { ARC_STEPS = 12 };

bool view_is_pieced(const View *view, int i)
{
    const AukFound *found = view->visible;
    bool before = i > 0 && auk_shape_id_equal(found[i].shape, found[i - 1].shape);
    bool after = i + 1 < view->visible_count && auk_shape_id_equal(found[i].shape, found[i + 1].shape);
    return before || after || found[i].child > 0;
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
    case AUK_DRAW_CATEGORY_COUNT: break;
    }
    return COLOR_STATIC;
}

static void draw_item(View *view, const AukDrawItem *item)
{
    CanvasColor color = color_of(item->category);
    AukVec2 from = view_point(view, item->p);
    int steps = item->kind == AUK_DRAW_ARC ? ARC_STEPS : 1;
    for (int i = 1; i <= steps; i++) {
        AukRot q = auk_rot(item->angle + item->turn * (float)i / (float)ARC_STEPS);
        AukVec2 on_arc = auk_vec_add(item->center, auk_vec_scale(item->radius, auk_vec(q.c, q.s)));
        AukVec2 to = view_point(view, item->kind == AUK_DRAW_ARC ? on_arc : item->q);
        canvas_line(&view->canvas, from, to, 2.0f * view->dot, color);
        from = to;
    }
}

void view_draw_pieced(View *view, const AukWorld *world)
{
    uint32_t *shapes = NULL; // stb_ds array of flags, by index of shape
    bool any = false;
    for (int i = 0; i < view->visible_count; i++) {
        uint32_t index = view->visible[i].shape.index;
        while ((uint32_t)arrlen(shapes) <= index) {
            arrput(shapes, 0);
        }
        shapes[index] |= view_is_pieced(view, i);
        any = any || shapes[index] != 0;
    }
    AukDrawOptions options = {.show = AUK_SHOW_SHAPES | AUK_SHOW_TOUCHING, .region = view_region(view)};
    int room = any ? auk_world_draw(world, &options, NULL, 0) : 0;
    AukDrawItem *items = NULL; // stb_ds array
    arrsetlen(items, room > 0 ? (size_t)room : 0);
    int count = room > 0 ? auk_world_draw(world, &options, items, room) : 0;
    for (int i = 0; i < count; i++) {
        uint32_t index = items[i].shape.index;
        if (index < (uint32_t)arrlen(shapes) && shapes[index] != 0) {
            draw_item(view, &items[i]);
        }
    }
    arrfree(items);
    arrfree(shapes);
}
