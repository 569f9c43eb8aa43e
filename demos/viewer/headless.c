// Steps a scene as fast as possible. Pictures use the built-in font, so that their bytes do not depend on the fonts of
// the machine.
#define _POSIX_C_SOURCE 200809L

#include "viewer/headless.h"

#include "viewer/caption.h"
#include "viewer/picture.h"
#include "viewer/world_view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#    include <direct.h>
#else
#    include <sys/stat.h>
#endif

typedef struct Output {
    const Arguments *arguments;
    View view;
    Font font;
    Raster raster;
    PictureGif *gif;
    bool failed; // a file could not be written; the message is printed
} Output;

enum { PATH_LENGTH_MAX = 4096, GIF_HUNDREDTHS = 3 };

// After the first second, updates one line on stderr ten times a second.
static void show_progress(const Demo *demo, int frames, double start, double *last)
{
    double now = demo_seconds();
    if (now - start > 1.0 && now - *last > 0.1) {
        fprintf(stderr, "\rframe %lld of %d", (long long)demo->totals.frames, frames);
        fflush(stderr);
        *last = now;
    }
}

static void report_failure(Output *output, const char *path)
{
    if (!output->failed) {
        fprintf(stderr, "auk-demos: cannot write %s: %s\n", path, strerror(errno));
    }
    output->failed = true;
}

// Errors are not reported here: writing the first file in the folder then fails with a message.
static void make_folder(const char *path)
{
#ifdef _WIN32
    (void)_mkdir(path);
#else
    (void)mkdir(path, 0777);
#endif
}

static bool wants_pictures(const Arguments *arguments)
{
    return arguments->png != NULL || arguments->frames_png != NULL || arguments->gif != NULL;
}

static void open_output(Output *output, const Arguments *arguments)
{
    output->arguments = arguments;
    output->view.overlays = arguments->overlays;
    if (arguments->svg != NULL) {
        make_folder(arguments->svg);
    }
    if (arguments->frames_png != NULL) {
        make_folder(arguments->frames_png);
    }
    if (!font_make_builtin(&output->font, font_builtin_scale(arguments->height))) {
        errno = ENOMEM;
        report_failure(output, "letters");
    }
    if (arguments->gif != NULL) {
        output->gif = picture_open_gif(arguments->gif, arguments->width, arguments->height, GIF_HUNDREDTHS);
        if (output->gif == NULL) {
            report_failure(output, arguments->gif);
        }
    }
}

static void close_output(Output *output)
{
    if (output->gif != NULL && !picture_close_gif(output->gif)) {
        report_failure(output, output->arguments->gif);
    }
    view_release(&output->view);
    raster_release(&output->raster);
    font_release(&output->font);
}

static void draw(Output *output, const DemoScene *scene, Demo *demo)
{
    const Arguments *arguments = output->arguments;
    View *view = &output->view;
    view_begin(view, arguments->width, arguments->height, &output->font);
    caption_set_camera(view);
    world_view_show_start(view, scene, demo);
    if (arguments->svg == NULL && scene->stages != NULL) {
        scene->show_stage(demo, scene->picture_stage(demo));
    }
    world_view_draw(view, scene, demo);
    caption_draw(view, scene, demo);
    raster_draw(&output->raster, &view->canvas);
}

// Writes the pictures that are wanted of this frame.
static void write_pictures(Output *output, const DemoScene *scene, Demo *demo, int frame)
{
    const Arguments *arguments = output->arguments;
    bool gif = output->gif != NULL && (frame % 2 == 1 || arguments->frames == 0);
    bool last = frame == arguments->frames && arguments->png != NULL;
    bool every = arguments->frames_png != NULL && frame > 0;
    if (output->failed || !(gif || last || every)) {
        return;
    }
    draw(output, scene, demo);
    if (last && !picture_write_png(&output->raster, arguments->png)) {
        report_failure(output, arguments->png);
    }
    if (every) {
        char path[PATH_LENGTH_MAX];
        snprintf(path, sizeof path, "%s/%s-%05d.png", arguments->frames_png, scene->name, frame);
        if (!picture_write_png(&output->raster, path)) {
            report_failure(output, path);
        }
    }
    if (gif && !picture_add_gif(output->gif, &output->raster)) {
        report_failure(output, arguments->gif);
    }
}

static void print_outcome(const Arguments *arguments, const Demo *demo)
{
    const DemoScene *scene = arguments->scene;
    if (demo->status != AUK_OK) {
        if (demo->message[0] == '\0') {
            fprintf(stderr, "auk-demos: frame %lld: %s\n", (long long)demo->totals.frames, demo_error_text(demo));
        } else {
            fprintf(stderr, "auk-demos: %s\n", demo_error_text(demo));
        }
        return;
    }
    demo_print_results(scene, demo, stdout);
    if (arguments->stats) {
        demo_print_phases(demo, stdout);
    }
    if (scene->conclude != NULL && !arguments->quiet) {
        fflush(stdout);
        scene->conclude(demo, stderr);
    }
}

int headless_run(const Arguments *arguments)
{
    const DemoScene *scene = arguments->scene;
    Demo *demo = demo_create(scene, &arguments->options);
    if (demo == NULL) {
        fprintf(stderr, "auk-demos: out of memory\n");
        return EXIT_FAILURE;
    }
    Output output = {0};
    if (wants_pictures(arguments)) {
        open_output(&output, arguments);
        write_pictures(&output, scene, demo, 0);
    }
    double start = demo_seconds();
    double last = 0.0;
    for (int i = 0; i < arguments->frames && demo->status == AUK_OK && !output.failed; i++) {
        demo_frame(scene, demo);
        if (wants_pictures(arguments) && demo->status == AUK_OK) {
            write_pictures(&output, scene, demo, i + 1);
        }
        if (!arguments->quiet) {
            show_progress(demo, arguments->frames, start, &last);
        }
    }
    if (last > 0.0) {
        fprintf(stderr, "\r%40s\r", "");
    }
    if (wants_pictures(arguments)) {
        close_output(&output);
    }
    print_outcome(arguments, demo);
    bool fine = demo->status == AUK_OK && !output.failed;
    scene->destroy(demo);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}

int headless_write_svg(const Arguments *arguments)
{
    const DemoScene *scene = arguments->scene;
    Demo *demo = demo_create(scene, &arguments->options);
    Output output = {0};
    if (demo == NULL) {
        fprintf(stderr, "auk-demos: out of memory\n");
        return EXIT_FAILURE;
    }
    open_output(&output, arguments);
    for (int i = 0; i < (arguments->frames_given ? arguments->frames : 1) && demo->status == AUK_OK; i++) {
        demo_frame(scene, demo);
    }
    int count = demo->status == AUK_OK ? scene->stages(demo) : 0;
    for (int i = 0; i < count && !output.failed; i++) {
        char path[PATH_LENGTH_MAX];
        if (i + 1 < count) {
            snprintf(path, sizeof path, "%s/%s-%03d.svg", arguments->svg, scene->name, i + 1);
        } else {
            snprintf(path, sizeof path, "%s/%s-final.svg", arguments->svg, scene->name);
        }
        scene->show_stage(demo, i);
        draw(&output, scene, demo);
        if (!picture_write_svg(&output.view.canvas, path)) {
            report_failure(&output, path);
        }
    }
    bool fine = demo->status == AUK_OK && !output.failed;
    print_outcome(arguments, demo);
    if (fine && !arguments->quiet) {
        fprintf(stderr, "auk-demos: %d drawings in %s\n", count, arguments->svg);
    }
    close_output(&output);
    scene->destroy(demo);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
