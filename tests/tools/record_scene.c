// Records some frames of a scene of auk-demos, for check_replay.py: record_scene SCENE FRAMES FILE
// The record begins in the middle of things, with a snapshot of a world that has been running.
#include "scenes/scene.h"

#include <stdlib.h>

enum { FRAMES_BEFORE = 50 };

static AukStatus run(const DemoScene *scene, Demo *demo, int frames)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < frames && status == AUK_OK; i++) {
        scene->prepare(demo);
        status = auk_world_step(demo->world, demo->options.dt);
    }
    return status;
}

int main(int argc, char **argv)
{
    const DemoScene *scene = argc == 4 ? demo_find_scene(argv[1]) : NULL;
    if (scene == NULL) {
        return EXIT_FAILURE;
    }
    DemoOptions options = scene->defaults;
    options.bodies = options.bodies < 200 ? options.bodies : 200;
    Demo *demo = scene->create(&options);
    AukStatus status = demo != NULL ? run(scene, demo, FRAMES_BEFORE) : AUK_ERROR_OUT_OF_MEMORY;
    status = status != AUK_OK ? status : auk_world_record_file(demo->world, argv[3]);
    status = status != AUK_OK ? status : run(scene, demo, atoi(argv[2]));
    if (demo != NULL) {
        AukStatus stopped = auk_world_record_stop(demo->world);
        status = status != AUK_OK ? status : stopped;
        scene->destroy(demo);
    }
    return status == AUK_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
