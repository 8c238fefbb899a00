/* laplace_picture.c - shows the field of a mesh file: as PNG, in a terminal's colours, or in plain
 * characters.
 *
 *     laplace_picture [-p | -c | -t] [-w COLUMNS] [-o FILE] MESH
 *
 * Without an option a terminal gets colours (two cells of the picture in one character, the upper and the
 * lower half block), everything else a PNG. The PNG has one pixel a cell, small meshes are enlarged.
 */
#include "programs/laplace/mesh_file.h"

#include "common/message.h"
#include "common/output.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char program[] = "laplace_picture";

enum { COLUMNS_MAX = 512, PNG_EDGE = 264, COLOURS = 256, CHANNELS = 3 };

enum style { STYLE_BY_OUTPUT, STYLE_PNG, STYLE_COLOUR, STYLE_TEXT };

struct colour {
    unsigned char channel[CHANNELS];
};

/* The colour of a value 0..1: cold to warm, between fixed points. */
static struct colour colour_of(double value)
{
    static const struct colour points[] = {{{24, 16, 84}},    {{44, 90, 190}},  {{70, 180, 200}},
                                           {{240, 240, 190}}, {{250, 170, 60}}, {{200, 40, 30}}};
    enum { LAST = sizeof points / sizeof points[0] - 1 };
    const double place = value * LAST;
    const size_t left = place < 0.0 ? 0 : place >= LAST ? LAST - 1 : (size_t)place;
    const double part = place - (double)left;
    struct colour mixed;

    for (size_t i = 0; i < CHANNELS; i++)
        mixed.channel[i] = (unsigned char)lround(points[left].channel[i] * (1.0 - part) +
                                                 points[left + 1].channel[i] * part);
    return mixed;
}

/* A mesh seen as values 0..1 over the unit square. */
struct view {
    const struct mesh *mesh;
    double low;
    double range;
};

static struct view view_of(const struct mesh *mesh)
{
    struct view view = {mesh, INFINITY, 0.0};
    double high = -INFINITY;

    for (size_t i = 0; i < (size_t)mesh->size * mesh->size; i++) {
        view.low = fmin(view.low, (double)mesh->cells[i]);
        high = fmax(high, (double)mesh->cells[i]);
    }
    view.range = high > view.low ? high - view.low : 1.0;
    return view;
}

/* The value at a row of `rows` and a column of `columns`. */
static double view_at(const struct view *view, size_t row, size_t rows, size_t column, size_t columns)
{
    const size_t size = view->mesh->size;
    const double value = (double)view->mesh->cells[row * size / rows * size + column * size / columns];

    return isnan(value) ? 0.0 : (value - view->low) / view->range;
}

static void print_text(FILE *out, const struct view *view, size_t columns)
{
    static const char shades[] = " .:-=+*#%@";
    enum { LAST = sizeof shades - 2 };
    const size_t rows = columns / 2;
    char line[COLUMNS_MAX];

    for (size_t row = 0; row < rows; row++) {
        size_t length = 0; /* without blanks at the end */

        for (size_t column = 0; column < columns; column++) {
            line[column] = shades[lround(view_at(view, row, rows, column, columns) * LAST)];
            if (line[column] != ' ')
                length = column + 1;
        }
        fprintf(out, "%.*s\n", (int)length, line);
    }
}

static void print_colour(FILE *out, const struct view *view, size_t columns)
{
    const size_t rows = columns / 2 * 2;

    for (size_t row = 0; row < rows; row += 2) {
        for (size_t column = 0; column < columns; column++) {
            const struct colour upper = colour_of(view_at(view, row, rows, column, columns));
            const struct colour lower = colour_of(view_at(view, row + 1, rows, column, columns));

            fprintf(out, "\033[38;2;%d;%d;%dm\033[48;2;%d;%d;%dm\u2580", upper.channel[0], upper.channel[1],
                    upper.channel[2], lower.channel[0], lower.channel[1], lower.channel[2]);
        }
        fputs("\033[0m\n", out);
    }
}

/* Writes the palette image; false if the stream or libpng failed. */
static bool print_png(FILE *out, const struct view *view)
{
    const size_t size = view->mesh->size;
    const size_t edge = size * (size < PNG_EDGE ? PNG_EDGE / size : 1);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)edge,
                       .height = (png_uint_32)edge,
                       .format = PNG_FORMAT_RGB_COLORMAP,
                       .colormap_entries = COLOURS};
    struct colour map[COLOURS];
    unsigned char *pixels = calloc(edge, edge);
    bool good;

    if (pixels == NULL)
        return false;
    for (size_t i = 0; i < COLOURS; i++)
        map[i] = colour_of((double)i / (COLOURS - 1));
    for (size_t row = 0; row < edge; row++)
        for (size_t column = 0; column < edge; column++)
            pixels[row * edge + column] =
                (unsigned char)lround(view_at(view, row, edge, column, edge) * (COLOURS - 1));
    good = png_image_write_to_stdio(&image, out, 0, pixels, 0, map) != 0;
    free(pixels);
    return good;
}

/* Characters across: the terminal's width and twice its height, whichever is less. */
static size_t terminal_columns(FILE *out)
{
    struct winsize window;
    size_t columns = 64;

    if (ioctl(fileno(out), TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 2) {
        columns = (size_t)(window.ws_row - 2) * 2;
        columns = columns < window.ws_col ? columns : window.ws_col;
    }
    return columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
}

static bool print_picture(FILE *out, const struct view *view, enum style style, size_t columns)
{
    if (style == STYLE_BY_OUTPUT)
        style = isatty(fileno(out)) ? STYLE_COLOUR : STYLE_PNG;
    if (columns == 0)
        columns = terminal_columns(out);
    if (style == STYLE_PNG)
        return print_png(out, view);
    if (style == STYLE_COLOUR)
        print_colour(out, view, columns);
    else
        print_text(out, view, columns);
    return ferror(out) == 0;
}

static bool complain(const char *path, const char *what)
{
    message_line(stderr, "%s: %s: %s", program, path, what);
    return false;
}

/* The picture in the file of that name, whole or not at all. */
static bool write_picture(const char *path, const struct view *view, enum style style, size_t columns)
{
    struct output_file output;
    struct file_error error;

    if (!output_open(&output, path, &error))
        return complain(path, error.text);
    if (!print_picture(output.stream, view, style, columns) && !ferror(output.stream)) {
        output_drop(&output);
        return complain(path, "cannot make the picture");
    }
    return output_close(&output, &error) || complain(path, error.text);
}

/* The picture on standard output. */
static bool show_picture(const struct view *view, enum style style, size_t columns)
{
    struct file_error error;

    if (!print_picture(stdout, view, style, columns) && !ferror(stdout))
        return complain("standard output", "cannot make the picture");
    return output_standard_is_written(&error) || complain("standard output", error.text);
}

static int usage(void)
{
    fprintf(stderr,
            "usage: %s [-p | -c | -t] [-w COLUMNS] [-o FILE] MESH\n"
            "  -p -c -t    PNG, terminal colours, plain text (default: colours on a terminal, else PNG)\n"
            "  -w COLUMNS  characters across, 2..%d\n"
            "  -o FILE     (default: standard output)\n",
            program, COLUMNS_MAX);
    return 2;
}

int main(int argc, char **argv)
{
    enum style style = STYLE_BY_OUTPUT;
    const char *path = NULL;
    long columns = 0;
    struct mesh mesh;
    struct view view;
    int option;
    bool good;

    opterr = 0; /* the usage says it */
    while ((option = getopt(argc, argv, "pctw:o:")) != -1) {
        if (option == 'p')
            style = STYLE_PNG;
        if (option == 'c')
            style = STYLE_COLOUR;
        if (option == 't')
            style = STYLE_TEXT;
        if (option == 'w' && ((columns = strtol(optarg, NULL, 10)) < 2 || columns > COLUMNS_MAX))
            return usage();
        if (option == 'o')
            path = optarg;
        if (option == '?')
            return usage();
    }
    if (argc - optind != 1)
        return usage();
    if (path != NULL && output_replaces(path, argv[optind])) {
        complain(path, "the picture would overwrite the mesh");
        return 2;
    }
    if (!mesh_read(&mesh, argv[optind], program))
        return 1;
    view = view_of(&mesh);
    good = path != NULL ? write_picture(path, &view, style, (size_t)columns)
                        : show_picture(&view, style, (size_t)columns);
    mesh_free(&mesh);
    return good ? 0 : 1;
}
