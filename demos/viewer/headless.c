// Steps a scene as fast as it goes. Pictures use the built-in letters, so that their bytes do not depend on the fonts
// of the machine.
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

typedef struct Studio {
    const Arguments *arguments;
    View view;
    Font font;
    Raster raster;
    PictureGif *gif;
    bool failed; // a file cannot be written; said already
} Studio;

enum { PATH_LENGTH_MAX = 4096, GIF_HUNDREDTHS = 3 };

// Rewrites one line on stderr, from the second second on, ten times a second.
static void show_progress(const Demo *demo, int frames, double start, double *last)
{
    double now = demo_seconds();
    if (now - start > 1.0 && now - *last > 0.1) {
        fprintf(stderr, "\rframe %lld of %d", (long long)demo->totals.frames, frames);
        fflush(stderr);
        *last = now;
    }
}

static void fail(Studio *studio, const char *path)
{
    if (!studio->failed) {
        fprintf(stderr, "auk-demos: cannot write %s: %s\n", path, strerror(errno));
    }
    studio->failed = true;
}

// If it is not there. Where it cannot be made, the first file in it says why.
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

static void open_studio(Studio *studio, const Arguments *arguments)
{
    studio->arguments = arguments;
    studio->view.overlays = arguments->overlays;
    if (arguments->svg != NULL) {
        make_folder(arguments->svg);
    }
    if (arguments->frames_png != NULL) {
        make_folder(arguments->frames_png);
    }
    if (!font_make_builtin(&studio->font, font_builtin_scale(arguments->height))) {
        errno = ENOMEM;
        fail(studio, "letters");
    }
    if (arguments->gif != NULL) {
        studio->gif = picture_open_gif(arguments->gif, arguments->width, arguments->height, GIF_HUNDREDTHS);
        if (studio->gif == NULL) {
            fail(studio, arguments->gif);
        }
    }
}

static void close_studio(Studio *studio)
{
    if (studio->gif != NULL && !picture_close_gif(studio->gif)) {
        fail(studio, studio->arguments->gif);
    }
    view_release(&studio->view);
    raster_release(&studio->raster);
    font_release(&studio->font);
}

static void draw(Studio *studio, const DemoScene *scene, Demo *demo)
{
    const Arguments *arguments = studio->arguments;
    View *view = &studio->view;
    view_begin(view, arguments->width, arguments->height, &studio->font);
    caption_set_camera(view);
    world_view_show_start(view, scene, demo);
    // Of a drawing in stages a picture shows the last before the result.
    if (arguments->svg == NULL && scene->stages != NULL) {
        scene->show_stage(demo, scene->stages(demo) - 2);
    }
    world_view_draw(view, scene, demo);
    caption_draw(view, scene, demo);
    raster_draw(&studio->raster, &view->canvas);
}

// The picture of the step that was just taken, where it is wanted.
static void shoot(Studio *studio, const DemoScene *scene, Demo *demo, int frame)
{
    const Arguments *arguments = studio->arguments;
    bool gif = studio->gif != NULL && frame % 2 == 1;
    bool last = frame == arguments->frames && arguments->png != NULL;
    bool every = arguments->frames_png != NULL && frame > 0;
    if (studio->failed || !(gif || last || every)) {
        return;
    }
    draw(studio, scene, demo);
    if (last && !picture_write_png(&studio->raster, arguments->png)) {
        fail(studio, arguments->png);
    }
    if (every) {
        char path[PATH_LENGTH_MAX];
        snprintf(path, sizeof path, "%s/%s-%05d.png", arguments->frames_png, scene->name, frame);
        if (!picture_write_png(&studio->raster, path)) {
            fail(studio, path);
        }
    }
    if (gif && !picture_add_gif(studio->gif, &studio->raster)) {
        fail(studio, arguments->gif);
    }
}

static void print_outcome(const Arguments *arguments, const Demo *demo)
{
    if (demo->status != AUK_OK) {
        if (demo->trouble[0] == '\0') {
            fprintf(stderr, "auk-demos: frame %lld: %s\n", (long long)demo->totals.frames, demo_trouble(demo));
        } else {
            fprintf(stderr, "auk-demos: %s\n", demo_trouble(demo));
        }
        return;
    }
    demo_print_results(arguments->scene, demo, stdout);
    if (arguments->stats) {
        demo_print_phases(demo, stdout);
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
    Studio studio = {0};
    if (wants_pictures(arguments)) {
        open_studio(&studio, arguments);
        shoot(&studio, scene, demo, 0);
    }
    double start = demo_seconds();
    double last = 0.0;
    for (int i = 0; i < arguments->frames && demo->status == AUK_OK && !studio.failed; i++) {
        demo_frame(scene, demo);
        if (wants_pictures(arguments) && demo->status == AUK_OK) {
            shoot(&studio, scene, demo, i + 1);
        }
        if (!arguments->quiet) {
            show_progress(demo, arguments->frames, start, &last);
        }
    }
    if (last > 0.0) {
        fprintf(stderr, "\r%40s\r", "");
    }
    if (wants_pictures(arguments)) {
        close_studio(&studio);
    }
    print_outcome(arguments, demo);
    bool fine = demo->status == AUK_OK && !studio.failed;
    scene->destroy(demo);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}

int headless_write_svg(const Arguments *arguments)
{
    const DemoScene *scene = arguments->scene;
    Demo *demo = demo_create(scene, &arguments->options);
    Studio studio = {0};
    if (demo == NULL) {
        fprintf(stderr, "auk-demos: out of memory\n");
        return EXIT_FAILURE;
    }
    open_studio(&studio, arguments);
    for (int i = 0; i < (arguments->frames_given ? arguments->frames : 1) && demo->status == AUK_OK; i++) {
        demo_frame(scene, demo);
    }
    int count = demo->status == AUK_OK ? scene->stages(demo) : 0;
    for (int i = 0; i < count && !studio.failed; i++) {
        char path[PATH_LENGTH_MAX];
        if (i + 1 < count) {
            snprintf(path, sizeof path, "%s/%s-%03d.svg", arguments->svg, scene->name, i + 1);
        } else {
            snprintf(path, sizeof path, "%s/%s-final.svg", arguments->svg, scene->name);
        }
        scene->show_stage(demo, i);
        draw(&studio, scene, demo);
        if (!picture_write_svg(&studio.view.canvas, path)) {
            fail(&studio, path);
        }
    }
    bool fine = demo->status == AUK_OK && !studio.failed;
    print_outcome(arguments, demo);
    if (fine && !arguments->quiet) {
        fprintf(stderr, "auk-demos: %d drawings in %s\n", count, arguments->svg);
    }
    close_studio(&studio);
    scene->destroy(demo);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
