/* laplace_generate.c - makes the mesh file that the Laplace programs start from: a size, a number of
 * iterations, and a boundary function on the unit square; the inner cells are 0.
 *
 *     laplace_generate [-n SIZE] [-k ITERATIONS] [-b BOUNDARY] -o FILE
 */
#include "programs/laplace/mesh_file.h"

#include "common/message.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "laplace_generate";

/* A function on the boundary of the unit square: x to the right, y downwards, both 0..1. */
struct boundary {
    const char *name;
    const char *text;
    double (*value)(double x, double y);
};

static double boundary_hot(double x, double y)
{
    (void)x;
    return y == 0.0 ? 100.0 : 0.0;
}

static double boundary_sine(double x, double y)
{
    return y == 0.0 || y == 1.0 ? sin(acos(-1.0) * x) : -sin(acos(-1.0) * y);
}

static double boundary_saddle(double x, double y)
{
    return x * x - y * y;
}

static double boundary_corner(double x, double y)
{
    return x == 0.0 || y == 0.0 ? (1.0 - x) * (1.0 - y) : -x * y;
}

static const struct boundary boundaries[] = {
    {"hot", "the upper edge is 100, the others 0", boundary_hot},
    {"sine", "half a sine wave: positive above and below, negative at the sides", boundary_sine},
    {"saddle", "x * x - y * y, which is harmonic: also the exact solution", boundary_saddle},
    {"corner", "falls from 1 in the upper left to -1 in the lower right", boundary_corner},
};
enum { BOUNDARIES = sizeof boundaries / sizeof boundaries[0] };

static int usage(FILE *stream, int status)
{
    fprintf(stream, "usage: %s [-n SIZE] [-k ITERATIONS] [-b BOUNDARY] -o FILE\n", program);
    fprintf(stream, "  -n SIZE        cells along an edge, boundary included, %u..%u (default 66)\n",
            MESH_SIZE_MIN, MESH_SIZE_MAX);
    fprintf(stream, "  -k ITERATIONS  (default 1000)\n  -b BOUNDARY    one of (default %s)\n",
            boundaries[0].name);
    for (size_t i = 0; i < BOUNDARIES; i++)
        fprintf(stream, "     %-8s %s\n", boundaries[i].name, boundaries[i].text);
    return status;
}

/* A decimal number low..high, all of the text; false with a message otherwise. */
static bool parse_number(const char *text, char option, unsigned long low, unsigned long high,
                         uint32_t *number)
{
    char *end;
    unsigned long value;

    errno = 0;
    value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < low || value > high) {
        message_line(stderr, "%s: -%c needs a number %lu..%lu, not '%s'", program, option, low, high, text);
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

static const struct boundary *find_boundary(const char *name)
{
    for (size_t i = 0; i < BOUNDARIES; i++)
        if (strcmp(boundaries[i].name, name) == 0)
            return &boundaries[i];
    char known[200] = "";
    for (size_t i = 0; i < BOUNDARIES; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s %s", i == 0 ? "" : ",",
                 boundaries[i].name);
    message_line(stderr, "%s: no boundary function '%s'; there are%s", program, name, known);
    return NULL;
}

static void fill_boundary(struct mesh *mesh, const struct boundary *boundary)
{
    const size_t last = mesh->size - 1;

    for (size_t row = 0; row <= last; row++)
        for (size_t column = 0; column <= last; column += row == 0 || row == last ? 1 : last)
            mesh->cells[row * mesh->size + column] =
                (float)boundary->value((double)column / (double)last, (double)row / (double)last);
}

int main(int argc, char **argv)
{
    const struct boundary *boundary = &boundaries[0];
    const char *path = NULL;
    uint32_t size = 66;
    uint32_t iterations = 1000;
    struct mesh mesh;
    int option;
    bool good;

    opterr = 0; /* the usage says it */
    while ((option = getopt(argc, argv, "n:k:b:o:h")) != -1) {
        if (option == 'n' && !parse_number(optarg, 'n', MESH_SIZE_MIN, MESH_SIZE_MAX, &size))
            return 2;
        if (option == 'k' && !parse_number(optarg, 'k', 0, INT32_MAX, &iterations))
            return 2;
        if (option == 'b' && (boundary = find_boundary(optarg)) == NULL)
            return 2;
        if (option == 'o')
            path = optarg;
        if (option == 'h')
            return usage(stdout, 0);
        if (option == '?')
            return usage(stderr, 2);
    }
    if (path == NULL || optind != argc)
        return usage(stderr, 2);
    if (!mesh_create(&mesh, size, program))
        return 1;
    mesh.iterations = iterations;
    fill_boundary(&mesh, boundary);
    good = mesh_write(&mesh, path, program);
    mesh_free(&mesh);
    return good ? 0 : 1;
}
