// Records some frames of a scene of auk-demos, for check_replay.py: record_scene SCENE FRAMES FILE
#include "scene.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    const DemoScene *scene = argc == 4 ? demo_find_scene(argv[1]) : NULL;
    if (scene == NULL) {
        return EXIT_FAILURE;
    }
    DemoOptions options = scene->defaults;
    options.bodies = options.bodies < 200 ? options.bodies : 200;
    Demo *demo = scene->create(&options);
    AukStatus status = demo != NULL ? auk_world_record_file(demo->world, argv[3]) : AUK_ERROR_OUT_OF_MEMORY;
    for (int i = 0; i < atoi(argv[2]) && status == AUK_OK; i++) {
        scene->prepare(demo);
        status = auk_world_step(demo->world, options.dt);
    }
    if (demo != NULL) {
        AukStatus stopped = auk_world_record_stop(demo->world);
        status = status != AUK_OK ? status : stopped;
        scene->destroy(demo);
    }
    return status == AUK_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
