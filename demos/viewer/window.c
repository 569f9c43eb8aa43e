// The window is drawn in one of two ways. With a graphics card SDL gets triangles. Without one SDL would fill them on
// the processor; raster.c does that faster and with smooth edges, and SDL only shows its pixels.
#include "viewer/window.h"

#include "viewer/browser.h"
#include "viewer/raster.h"
#include "viewer/triangles.h"

#include <stdlib.h>
#include <string.h>

#define PICTURE_SECONDS (1.0 / 60.0)

typedef struct Window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool as_triangles;
    Triangles triangles;
    Raster raster;
    SDL_Texture *pixels;
    int pixels_width, pixels_height;
    Browser browser;
} Window;

#if defined(__unix__)
static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0';
}
#endif

const char *window_missing(void)
{
#if defined(__unix__)
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("SDL_VIDEODRIVER")) {
        return "no display ($DISPLAY, $WAYLAND_DISPLAY)";
    }
#endif
    return SDL_Init(SDL_INIT_VIDEO) == 0 ? NULL : "SDL finds no display";
}

// False for OpenGL that runs on the processor, which is slower than both ways of drawing.
static bool is_graphics_card(SDL_Renderer *renderer)
{
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || (info.flags & SDL_RENDERER_ACCELERATED) == 0) {
        return false;
    }
    typedef const unsigned char *(*GetString)(unsigned);
    union {
        void *address;
        GetString call;
    } get_string = {SDL_GL_GetProcAddress("glGetString")};
    enum { GL_RENDERER_NAME = 0x1f01 };
    bool is_opengl = strncmp(info.name, "opengl", 6) == 0 && get_string.address != NULL;
    const unsigned char *name = is_opengl ? get_string.call(GL_RENDERER_NAME) : NULL;
    return name == NULL ||
           (strstr((const char *)name, "llvmpipe") == NULL && strstr((const char *)name, "softpipe") == NULL &&
            strstr((const char *)name, "SWR") == NULL);
}

static bool make_renderer(Window *window, const char *wanted)
{
    bool pixels = wanted != NULL && strcmp(wanted, "pixels") == 0;
    Uint32 flags = SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
    window->renderer = pixels ? NULL : SDL_CreateRenderer(window->window, -1, flags);
    window->as_triangles = wanted != NULL && !pixels;
    if (window->renderer != NULL && is_graphics_card(window->renderer)) {
        window->as_triangles = true;
        return true;
    }
    if (window->renderer != NULL) {
        SDL_DestroyRenderer(window->renderer);
    }
    // Otherwise SDL may show the pixels through the same slow OpenGL.
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    return window->renderer != NULL;
}

// ---- input ----------------------------------------------------------------------------------------------------------

static int key_of(SDL_Keycode code)
{
    switch (code) {
    case SDLK_UP: return DEMO_KEY_UP;
    case SDLK_DOWN: return DEMO_KEY_DOWN;
    case SDLK_LEFT: return DEMO_KEY_LEFT;
    case SDLK_RIGHT: return DEMO_KEY_RIGHT;
    case SDLK_HOME: return DEMO_KEY_HOME;
    case SDLK_PAGEUP: return DEMO_KEY_PAGE_UP;
    case SDLK_PAGEDOWN: return DEMO_KEY_PAGE_DOWN;
    case SDLK_F1: return DEMO_KEY_F1;
    case SDLK_KP_PLUS: return '+';
    case SDLK_KP_MINUS: return '-';
    default: return code > 0 && code < 127 ? (int)code : -1;
    }
}

// Keys that act repeatedly while they are held. A key that switches something on and off does not.
static bool repeats(int key)
{
    return key == '+' || key == '=' || key == '-' || key == 'q' || key == 'e' || key == 'n' || key == DEMO_KEY_LEFT ||
           key == DEMO_KEY_RIGHT;
}

// SDL gives the mouse in units of the window; on a high-density screen a unit is several pixels.
static AukVec2 pixel_of(const Window *window, int x, int y)
{
    int width = 1;
    int height = 1;
    int pixels_across = 1;
    int pixels_down = 1;
    SDL_GetWindowSize(window->window, &width, &height);
    SDL_GetRendererOutputSize(window->renderer, &pixels_across, &pixels_down);
    return auk_vec((float)x * (float)pixels_across / (float)width, (float)y * (float)pixels_down / (float)height);
}

static void take_event(Window *window, const SDL_Event *event)
{
    Browser *browser = &window->browser;
    if (event->type == SDL_QUIT) {
        browser->quit = true;
    } else if (event->type == SDL_KEYDOWN) {
        bool shift = (event->key.keysym.mod & KMOD_SHIFT) != 0;
        bool control = (event->key.keysym.mod & KMOD_CTRL) != 0;
        int key = key_of(event->key.keysym.sym);
        if (event->key.repeat != 0 && !repeats(key)) {
            return;
        }
        if (control && key == 'q') {
            browser->quit = true;
        } else if (!control) {
            browser_press(browser, key, shift);
        }
    } else if (event->type == SDL_KEYUP) {
        browser_release(browser, key_of(event->key.keysym.sym));
    } else if (event->type == SDL_MOUSEBUTTONDOWN) {
        AukVec2 at = pixel_of(window, event->button.x, event->button.y);
        browser_mouse_down(browser, at, event->button.button == SDL_BUTTON_LEFT);
    } else if (event->type == SDL_MOUSEBUTTONUP) {
        browser_mouse_up(browser);
    } else if (event->type == SDL_MOUSEMOTION) {
        browser_mouse_move(browser, pixel_of(window, event->motion.x, event->motion.y));
    } else if (event->type == SDL_MOUSEWHEEL && event->wheel.y != 0) {
        browser_zoom(browser, browser->mouse, event->wheel.y > 0 ? 1.2f : 1.0f / 1.2f);
    } else if (event->type == SDL_RENDER_TARGETS_RESET || event->type == SDL_RENDER_DEVICE_RESET) {
        triangles_release(&window->triangles);
    }
}

// ---- pictures -------------------------------------------------------------------------------------------------------

static bool show_pixels(Window *window, const Canvas *canvas)
{
    if (window->pixels == NULL || window->pixels_width != canvas->width || window->pixels_height != canvas->height) {
        if (window->pixels != NULL) {
            SDL_DestroyTexture(window->pixels);
        }
        window->pixels = SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING,
                                           canvas->width, canvas->height);
        window->pixels_width = canvas->width;
        window->pixels_height = canvas->height;
        SDL_SetTextureBlendMode(window->pixels, SDL_BLENDMODE_NONE);
    }
    raster_draw(&window->raster, canvas);
    return window->pixels != NULL &&
           SDL_UpdateTexture(window->pixels, NULL, window->raster.pixels, 4 * canvas->width) == 0 &&
           SDL_RenderCopy(window->renderer, window->pixels, NULL, NULL) == 0;
}

static bool show(Window *window)
{
    int width = 0;
    int height = 0;
    if (SDL_GetRendererOutputSize(window->renderer, &width, &height) != 0 || width < 1 || height < 1) {
        return true;
    }
    browser_draw(&window->browser, width, height);
    const Canvas *canvas = &window->browser.view.canvas;
    bool shown =
        window->browser.quit || (window->as_triangles ? triangles_draw(&window->triangles, window->renderer, canvas)
                                                      : show_pixels(window, canvas));
    SDL_RenderPresent(window->renderer);
    return shown;
}

// For renderers whose SDL_RenderPresent() does not wait for the screen.
static void wait_until(double moment)
{
    double rest = moment - demo_seconds();
    if (rest > 0.0 && rest < 1.0) {
        SDL_Delay((Uint32)(1e3 * rest));
    }
}

static bool run_loop(Window *window, const Arguments *arguments)
{
    Browser *browser = &window->browser;
    double last = demo_seconds();
    for (int frame = 0; !browser->quit && (!arguments->frames_given || frame < arguments->frames); frame++) {
        SDL_Event event;
        while (!browser->quit && SDL_PollEvent(&event) != 0) {
            take_event(window, &event);
        }
        if (browser->quit) {
            break; // the scene may be missing, if memory ran out
        }
        double now = demo_seconds();
        browser_advance(browser, now - last);
        last = now;
        if (!show(window)) {
            fprintf(stderr, "auk-demos: SDL cannot draw: %s\n", SDL_GetError());
            return false;
        }
        if (!browser->lockstep) {
            wait_until(now + PICTURE_SECONDS);
        }
    }
    return true;
}

static bool open_window(Window *window, const Arguments *arguments)
{
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    window->window = SDL_CreateWindow("auk", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, arguments->width,
                                      arguments->height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (window->window == NULL || !make_renderer(window, arguments->renderer)) {
        fprintf(stderr, "auk-demos: SDL opens no window: %s\n", SDL_GetError());
        return false;
    }
    SDL_SetWindowMinimumSize(window->window, 480, 320);
    return true;
}

static void close_window(Window *window)
{
    triangles_release(&window->triangles);
    raster_release(&window->raster);
    if (window->pixels != NULL) {
        SDL_DestroyTexture(window->pixels);
    }
    if (window->renderer != NULL) {
        SDL_DestroyRenderer(window->renderer);
    }
    if (window->window != NULL) {
        SDL_DestroyWindow(window->window);
    }
    SDL_Quit();
}

int window_run(const Arguments *arguments)
{
    Window *window = calloc(1, sizeof *window);
    if (window == NULL || !open_window(window, arguments)) {
        if (window != NULL) {
            close_window(window);
        }
        free(window);
        return EXIT_FAILURE;
    }
    Browser *browser = &window->browser;
    bool fine = browser_open(browser, arguments->scene, &arguments->options, arguments->overlays);
    browser->lockstep = arguments->frames_given;
    fine = fine && run_loop(window, arguments);
    if (fine && browser->demo == NULL) {
        fprintf(stderr, "auk-demos: out of memory\n");
        fine = false;
    }
    if (fine) {
        demo_print_results(browser->scene, browser->demo, stdout);
        if (arguments->stats) {
            demo_print_phases(browser->demo, stdout);
            printf("ms_per_picture=%.2f renderer=%s\n", 1e3 * browser->picture_seconds,
                   window->as_triangles ? "geometry" : "pixels");
        }
    }
    browser_close(browser);
    close_window(window);
    free(window);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
