// Animated GIFs by giflib. A GIF has 256 colours. Colours are counted in steps of eight for each of red, green and blue
// (a shade); the 256 most frequent shades of the first picture are kept, and every other one is drawn in the nearest.
#include "viewer/picture.h"

#include <errno.h>
#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHADES = 1 << 15, COLORS = 256 };

struct PictureGif {
    FILE *stream;
    GifFileType *file;
    int hundredths;
    bool begun;
    bool failed;
    unsigned char *row;
    GifColorType colors[COLORS];
    int nearest[SHADES]; // index of the nearest colour of each shade; -1: not computed yet
};

bool picture_has_gif(void)
{
    return true;
}

static int write_bytes(GifFileType *file, const GifByteType *bytes, int count)
{
    return (int)fwrite(bytes, 1, (size_t)count, file->UserData);
}

// Releases everything; false if the file could not be written.
static bool release(PictureGif *gif)
{
    int error = 0;
    bool closed = gif->file == NULL || EGifCloseFile(gif->file, &error) == GIF_OK;
    closed = (gif->stream == NULL || fclose(gif->stream) == 0) && closed;
    free(gif->row);
    free(gif);
    return closed;
}

// The stream is ours: a file that giflib creates can be read by its owner only.
PictureGif *picture_open_gif(const char *path, int width, int height, int hundredths)
{
    PictureGif *gif = calloc(1, sizeof *gif);
    if (gif == NULL) {
        return NULL;
    }
    int error = 0;
    gif->row = malloc((size_t)width);
    gif->stream = fopen(path, "wb");
    gif->file = gif->stream != NULL ? EGifOpen(gif->stream, write_bytes, &error) : NULL;
    if (gif->row == NULL || gif->file == NULL) {
        int reason = errno; // of fopen() or malloc(), for the caller
        (void)release(gif);
        errno = reason;
        return NULL;
    }
    gif->hundredths = hundredths < 2 ? 2 : hundredths;
    gif->file->SWidth = width;
    gif->file->SHeight = height;
    return gif;
}

static int shade_of(uint32_t pixel)
{
    return (int)((pixel >> 9 & 0x7c00u) | (pixel >> 6 & 0x3e0u) | (pixel >> 3 & 0x1fu));
}

static int most_frequent(const int *counts)
{
    int best = 0;
    for (int i = 1; i < SHADES; i++) {
        best = counts[i] > counts[best] ? i : best;
    }
    return best;
}

// The colour of a shade is that of its first pixel.
static bool choose_colors(PictureGif *gif, const Raster *raster)
{
    int *counts = calloc(SHADES, sizeof *counts);
    uint32_t *exact = calloc(SHADES, sizeof *exact);
    if (counts != NULL && exact != NULL) {
        for (int64_t i = 0; i < (int64_t)raster->width * raster->height; i++) {
            int shade = shade_of(raster->pixels[i]);
            exact[shade] = counts[shade]++ == 0 ? raster->pixels[i] : exact[shade];
        }
        for (int i = 0; i < COLORS; i++) {
            int shade = most_frequent(counts);
            GifColorType color = {(GifByteType)(exact[shade] >> 16 & 0xffu), (GifByteType)(exact[shade] >> 8 & 0xffu),
                                  (GifByteType)(exact[shade] & 0xffu)};
            gif->colors[i] = color;
            counts[shade] = 0;
        }
        memset(gif->nearest, -1, sizeof gif->nearest);
    }
    bool chosen = counts != NULL && exact != NULL;
    free(counts);
    free(exact);
    return chosen;
}

static int nearest_color(PictureGif *gif, uint32_t pixel)
{
    int *known = &gif->nearest[shade_of(pixel)];
    if (*known < 0) {
        int best = 0;
        int least = 1 << 30;
        for (int i = 0; i < COLORS; i++) {
            int red = gif->colors[i].Red - (int)(pixel >> 16 & 0xffu);
            int green = gif->colors[i].Green - (int)(pixel >> 8 & 0xffu);
            int blue = gif->colors[i].Blue - (int)(pixel & 0xffu);
            int error = 3 * red * red + 4 * green * green + 2 * blue * blue;
            best = error < least ? i : best;
            least = error < least ? error : least;
        }
        *known = best;
    }
    return *known;
}

// Writes the header: size, colours, and that the animation repeats for ever.
static bool begin(PictureGif *gif, const Raster *raster)
{
    static const unsigned char forever[3] = {1, 0, 0};
    if (!choose_colors(gif, raster)) {
        return false;
    }
    ColorMapObject *map = GifMakeMapObject(COLORS, gif->colors);
    EGifSetGifVersion(gif->file, true);
    bool begun = map != NULL && EGifPutScreenDesc(gif->file, raster->width, raster->height, 8, 0, map) == GIF_OK &&
                 EGifPutExtensionLeader(gif->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                 EGifPutExtensionBlock(gif->file, 11, "NETSCAPE2.0") == GIF_OK &&
                 EGifPutExtensionBlock(gif->file, 3, forever) == GIF_OK && EGifPutExtensionTrailer(gif->file) == GIF_OK;
    GifFreeMapObject(map);
    gif->begun = true;
    return begun;
}

bool picture_add_gif(PictureGif *gif, const Raster *raster)
{
    GraphicsControlBlock block = {DISPOSE_DO_NOT, false, gif->hundredths, NO_TRANSPARENT_COLOR};
    GifByteType control[4];
    EGifGCBToExtension(&block, control);
    bool fine = !gif->failed && (gif->begun || begin(gif, raster)) &&
                EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, 4, control) == GIF_OK &&
                EGifPutImageDesc(gif->file, 0, 0, raster->width, raster->height, false, NULL) == GIF_OK;
    for (int y = 0; y < raster->height && fine; y++) {
        const uint32_t *pixels = raster->pixels + (int64_t)y * raster->width;
        for (int x = 0; x < raster->width; x++) {
            gif->row[x] = (unsigned char)nearest_color(gif, pixels[x]);
        }
        fine = EGifPutLine(gif->file, gif->row, raster->width) == GIF_OK;
    }
    gif->failed = !fine;
    return fine;
}

bool picture_close_gif(PictureGif *gif)
{
    bool failed = gif->failed;
    return release(gif) && !failed;
}
