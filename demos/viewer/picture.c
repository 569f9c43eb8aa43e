// PNG by stb_image_write, and SVG. The bytes depend on the drawing alone: the files hold no time and no name.
#include "viewer/picture.h"

#include <stb/stb_ds.h>
#include <stb/stb_image_write.h>
#include <stdio.h>
#include <stdlib.h>

bool picture_write_png(const Raster *raster, const char *path)
{
    size_t count = (size_t)raster->width * (size_t)raster->height;
    unsigned char *bytes = malloc(3 * count);
    if (bytes == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        bytes[3 * i] = (unsigned char)(raster->pixels[i] >> 16 & 0xffu);
        bytes[3 * i + 1] = (unsigned char)(raster->pixels[i] >> 8 & 0xffu);
        bytes[3 * i + 2] = (unsigned char)(raster->pixels[i] & 0xffu);
    }
    stbi_write_png_compression_level = 20;
    int written = stbi_write_png(path, raster->width, raster->height, 3, bytes, 3 * raster->width);
    free(bytes);
    return written != 0;
}

static void write_text(FILE *file, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        switch (*c) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        default: fputc(*c, file);
        }
    }
}

static void write_paint(FILE *file, const char *what, CanvasColor color)
{
    fprintf(file, " %s=\"#%06x\"", what, color & 0xffffffu);
    if (color >> 24 != 0xffu) {
        fprintf(file, " %s-opacity=\"%.3f\"", what, (double)(color >> 24) / 255.0);
    }
}

static void write_item(FILE *file, const Canvas *canvas, const CanvasItem *item)
{
    const AukVec2 *points = canvas->points + item->first;
    double x = (double)points[0].x;
    double y = (double)points[0].y;
    double size = (double)item->size;
    switch (item->kind) {
    case CANVAS_POLYGON:
        fprintf(file, "<polygon points=\"");
        for (int i = 0; i < item->count; i++) {
            fprintf(file, "%s%.2f,%.2f", i > 0 ? " " : "", (double)points[i].x, (double)points[i].y);
        }
        fprintf(file, "\"");
        write_paint(file, "fill", item->color);
        break;
    case CANVAS_LINE:
        fprintf(file, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke-width=\"%.2f\"", x, y,
                (double)points[1].x, (double)points[1].y, size);
        write_paint(file, "stroke", item->color);
        break;
    case CANVAS_DISC:
        fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"", x, y, size);
        write_paint(file, "fill", item->color);
        break;
    case CANVAS_TEXT:
        fprintf(file, "<text x=\"%.2f\" y=\"%.2f\"", x, y + 0.8 * (double)canvas->font->body);
        write_paint(file, "fill", item->color);
        fputc('>', file);
        write_text(file, canvas->chars + item->text);
        fputs("</text>\n", file);
        return;
    }
    fputs("/>\n", file);
}

bool picture_write_svg(const Canvas *canvas, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"%.1f\" stroke-linecap=\"round\">\n",
            canvas->width, canvas->height, canvas->width, canvas->height, 0.85 * (double)canvas->font->body);
    fprintf(file, "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n", canvas->background & 0xffffffu);
    for (int i = 0; i < (int)arrlen(canvas->items); i++) {
        write_item(file, canvas, &canvas->items[i]);
    }
    fputs("</svg>\n", file);
    bool written = ferror(file) == 0;
    return fclose(file) == 0 && written;
}
