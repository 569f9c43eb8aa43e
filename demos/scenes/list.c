// The scenes by number and by name. This file alone knows whether a build has `levels`.
#include "scenes/scene.h"

#include <string.h>

const DemoScene *const demo_scenes[] = {
    &scene_tuxes,   &scene_gjk,     &scene_gas,        &scene_clumps,    &scene_tiles,     &scene_bullets,
    &scene_rays,    &scene_sensors, &scene_rollback,   &scene_character, &scene_responses, &scene_crowd,
    &scene_lines,   &scene_corners, &scene_projection, &scene_worms,     &scene_cutout,    &scene_wrap,
    &scene_history, &scene_chains,  &scene_aim,        &scene_shapes,    &scene_boundary,  &scene_chunks,
#ifdef DEMOS_LEVELS // builds with jansson, which reads JSON
    &scene_levels,
#endif
};

const int demo_scene_count = (int)(sizeof demo_scenes / sizeof *demo_scenes);

const DemoScene *demo_find_scene(const char *name)
{
    for (int i = 0; i < demo_scene_count; i++) {
        if (strcmp(demo_scenes[i]->name, name) == 0) {
            return demo_scenes[i];
        }
    }
    return NULL;
}
