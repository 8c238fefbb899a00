/* laplace_host.c - the oracle: the same Jacobi iteration in plain C, the same float operations in the same
 * order as the PRAM programs, so that the results must agree bit for bit.
 *
 *     laplace_host [-r] IN OUT        -r: prints the residual after 1, 2, 5, 10, 20, 50 ... iterations
 */
#include "programs/laplace/mesh_file.h"

#include "common/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "laplace_host";

/* One iteration from `from` to `to`; both hold the boundary. */
static void iterate(const float *from, float *to, size_t size)
{
    for (size_t row = 1; row + 1 < size; row++)
        for (size_t column = 1; column + 1 < size; column++)
            to[row * size + column] = mesh_average(from, row * size + column, size);
}

/* The next number of the series 1, 2, 5, 10, 20, 50 ... */
static uint32_t next_mark(uint32_t mark)
{
    uint32_t lead = mark;

    while (lead >= 10)
        lead /= 10;
    return lead == 2 ? mark / 2 * 5 : mark * 2;
}

static bool solve(struct mesh *mesh, bool residuals)
{
    const size_t size = mesh->size;
    struct mesh other;
    uint32_t mark = 1;

    if (!mesh_create(&other, mesh->size, program))
        return false;
    memcpy(other.cells, mesh->cells, size * size * sizeof *mesh->cells);
    for (uint32_t k = 1; k <= mesh->iterations; k++) {
        float *swap = other.cells;

        iterate(mesh->cells, other.cells, size);
        other.cells = mesh->cells;
        mesh->cells = swap;
        if (residuals && (k == mark || k == mesh->iterations)) {
            printf("%10u  %.6e\n", k, (double)mesh_residual(mesh));
            mark = k == mark ? next_mark(mark) : mark;
        }
    }
    mesh_free(&other);
    return true;
}

int main(int argc, char **argv)
{
    bool residuals = false;
    struct mesh mesh;
    int option;
    bool good;

    opterr = 0; /* the usage says it */
    while ((option = getopt(argc, argv, "r")) != -1)
        if (option == 'r')
            residuals = true;
        else
            argc = 0;
    if (argc - optind != 2) {
        message_line(stderr, "usage: %s [-r] IN OUT", program);
        return 2;
    }
    if (!mesh_read(&mesh, argv[optind], program))
        return 1;
    if (residuals)
        printf("iterations  residual\n");
    good = solve(&mesh, residuals) && mesh_write(&mesh, argv[optind + 1], program);
    mesh_free(&mesh);
    return good ? 0 : 1;
}
