// auk-demos: a window with all scenes, or one scene without a window, which ends with one line of key=value results.
// Exit status: 0 done; 1 an error of auk, out of memory, or a file that cannot be read or written; 2 bad arguments.
#include "viewer/arguments.h"
#include "viewer/headless.h"
#include "viewer/window.h"

#include <stdlib.h>

enum { EXIT_BAD_ARGUMENTS = 2 };

// Errors of a map, a record or a file of polygons are reported before a window opens.
static bool can_create_scene(const Arguments *arguments)
{
    const DemoOptions *options = &arguments->options;
    if (options->map == NULL && options->record == NULL && options->gjk.file == NULL) {
        return true;
    }
    Demo *demo = demo_create(arguments->scene, &arguments->options);
    bool fine = demo != NULL && demo->status == AUK_OK;
    if (!fine) {
        fprintf(stderr, "auk-demos: %s\n", demo != NULL ? demo_error_text(demo) : "out of memory");
    }
    if (demo != NULL) {
        arguments->scene->destroy(demo);
    }
    return fine;
}

static int run(const Arguments *arguments)
{
    bool pictures = arguments->png != NULL || arguments->frames_png != NULL || arguments->gif != NULL;
    if (arguments->svg != NULL) {
        return headless_write_svg(arguments);
    }
    if (!arguments->headless && !pictures) {
        const char *reason = window_missing();
        if (reason == NULL) {
            return can_create_scene(arguments) ? window_run(arguments) : EXIT_FAILURE;
        }
        if (!arguments->quiet) {
            fprintf(stderr, "auk-demos: %s; running headless\n", reason);
        }
    }
    return headless_run(arguments);
}

int main(int argc, char **argv)
{
    Arguments arguments = {0};
    int status = EXIT_SUCCESS;
    if (!arguments_parse(argc, argv, &arguments)) {
        return EXIT_BAD_ARGUMENTS;
    }
    if (arguments.help) {
        arguments_print_help();
    } else if (arguments.list) {
        arguments_print_scenes();
    } else {
        status = run(&arguments);
    }
    if (fflush(stdout) != 0) {
        fprintf(stderr, "auk-demos: the results cannot be written\n");
        return EXIT_FAILURE;
    }
    return status;
}
