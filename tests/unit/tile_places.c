// The cells of a grid and the points of the world: which cell is at a point, and where a cell is.
#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>

// The cell of a point, and the point at a place of a cell, by plain trigonometry: a turned grid at an offset on a
// turned body.
Test(tile_places, the_cell_at_a_point_is_that_of_the_turned_grid)
{
    enum { WIDTH = 5, HEIGHT = 3 };
    const float cell = 0.75f, cell_height = 0.5f, angle = 0.5f, turn = 2.0f;
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC, .angle = turn};
    body.position = auk_vec(100.0f, -30.0f);
    AukTilesDef tiles = {WIDTH, HEIGHT, cell, cell_height, NULL};
    AukShapeDef def = {.angle = angle, .shape = auk_shape_circle(0.25f)};
    def.position = auk_vec(3.0f, 4.0f);
    AukShapeId grid = auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, &def);
    double whole = (double)turn + (double)angle;
    for (int x = -1; x <= WIDTH; x++) {
        for (int y = -1; y <= HEIGHT; y++) {
            bool inside = x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
            for (int corner = 0; corner < 4; corner++) { // near the corners of the cell
                double right = x + (corner % 2 ? 0.999 : 0.001), high = y + (corner / 2 ? 0.999 : 0.001);
                double along = right * (double)cell, up = high * (double)cell_height;
                double px = 100.0 + 3.0 * cos(turn) - 4.0 * sin(turn) + along * cos(whole) - up * sin(whole);
                double py = -30.0 + 3.0 * sin(turn) + 4.0 * cos(turn) + along * sin(whole) + up * cos(whole);
                AukVec2 point = auk_vec((float)px, (float)py);
                cr_assert_eq(auk_world_shape_get_cell_at(world, grid, point), inside ? y * WIDTH + x : -1);
                AukVec2 place = auk_world_shape_get_cell_point(world, grid, auk_vec((float)right, (float)high));
                cr_assert_float_eq((double)place.x, px, 1e-5);
                cr_assert_float_eq((double)place.y, py, 1e-5);
            }
        }
    }
    auk_world_destroy(world);
}

static bool is_zero(AukVec2 v)
{
    return v.x == 0.0f && v.y == 0.0f;
}

Test(tile_places, the_cell_at_a_point_is_one_on_sides_and_across_the_side_of_the_world)
{
    AukWorldDef def = {.wrap = {{0.0f, 0.0f}, {8.0f, 8.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    body.position = auk_vec(6.0f, 2.0f);
    AukTilesDef tiles = {4, 2, 1.0f, 0.0f, NULL};
    AukBodyId ground = auk_body_create(world, &body);
    AukShapeId grid = auk_body_add_tiles(world, ground, &tiles, NULL);
    const struct {
        float x, y;
        int cell;
    } points[] = {{6.0f, 2.0f, 0},  {7.0f, 2.0f, 1},  {6.0f, 3.0f, 4},   {1.5f, 3.5f, 7}, {2.0f, 2.0f, -1},
                  {6.0f, 4.0f, -1}, {5.9f, 2.5f, -1}, {-2.0f, 10.0f, 0}, {8.0f, 2.0f, 2}, {0.0f, -4.5f, 6}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        AukVec2 point = auk_vec(points[i].x, points[i].y);
        cr_assert_eq(auk_world_shape_get_cell_at(world, grid, point), points[i].cell, "point %zu", i);
    }
    AukVec2 far = auk_world_shape_get_cell_point(world, grid, auk_vec(3.5f, 1.5f)); // cell 7, beyond the side
    cr_assert(far.x == 9.5f && far.y == 3.5f);
    AukVec2 near = auk_world_wrap_position(world, far);
    cr_assert(near.x == 1.5f && near.y == 3.5f);
    cr_assert_eq(auk_world_shape_get_cell_at(world, grid, auk_vec(NAN, 2.0f)), -1);
    cr_assert_eq(auk_world_shape_get_cell_at(world, grid, auk_vec(6.0f, INFINITY)), -1);
    cr_assert_eq(auk_world_shape_get_cell_at(NULL, grid, auk_vec(6.0f, 2.0f)), -1);
    AukShapeDef box = {.shape = auk_shape_box(1.0f, 1.0f)};
    AukShapeId other = auk_body_add_shape(world, ground, &box);
    cr_assert_eq(auk_world_shape_get_cell_at(world, other, auk_vec(6.0f, 2.0f)), -1);
    const AukVec2 cell = auk_vec(1.0f, 1.0f);
    cr_assert(is_zero(auk_world_shape_get_cell_point(world, other, cell)));
    cr_assert(is_zero(auk_world_shape_get_cell_point(NULL, grid, cell)));
    cr_assert(is_zero(auk_world_shape_get_cell_point(world, grid, auk_vec(INFINITY, 1.0f))));
    auk_world_shape_remove(world, grid);
    cr_assert_eq(auk_world_shape_get_cell_at(world, grid, auk_vec(6.0f, 2.0f)), -1);
    cr_assert(is_zero(auk_world_shape_get_cell_point(world, grid, cell)));
    auk_world_destroy(world);
}
