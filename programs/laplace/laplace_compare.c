/* laplace_compare.c - compares two mesh files bit for bit and tells where they differ, which cmp(1) cannot.
 *
 *     laplace_compare A B
 * Exit status: 0 equal, 1 different, 2 wrong usage or a file that cannot be read.
 */
#include "common/plural.h"
#include "programs/laplace/mesh_file.h"

#include "common/message.h"

#include <stdio.h>
#include <string.h>

static const char program[] = "laplace_compare";

static uint32_t float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Prints the first difference and how many there are; true if there is none. */
static bool compare(const struct mesh *a, const struct mesh *b)
{
    const size_t size = a->size;
    const size_t cells = size * size;
    size_t different = 0;
    size_t first = 0;

    if (a->size != b->size || a->iterations != b->iterations) {
        printf("different: size %u against %u, iterations %u against %u\n", a->size, b->size, a->iterations,
               b->iterations);
        return false;
    }
    for (size_t i = cells; i-- > 0;)
        if (float_bits(a->cells[i]) != float_bits(b->cells[i])) {
            first = i;
            different++;
        }
    if (different != 0)
        printf("different: %zu of %zu cells, first at row %zu column %zu: %.9g (%08x) against %.9g (%08x)\n",
               different, cells, first / size, first % size, (double)a->cells[first],
               float_bits(a->cells[first]), (double)b->cells[first], float_bits(b->cells[first]));
    else
        printf("equal bit for bit: %zu x %zu cells after %u iteration%s, residual %.6e\n", size, size,
               a->iterations, plural(a->iterations), (double)mesh_residual(a));
    return different == 0;
}

int main(int argc, char **argv)
{
    struct mesh a;
    struct mesh b;
    bool equal;

    if (argc != 3) {
        message_line(stderr, "usage: %s A B", program);
        return 2;
    }
    if (!mesh_read(&a, argv[1], program))
        return 2;
    if (!mesh_read(&b, argv[2], program)) {
        mesh_free(&a);
        return 2;
    }
    equal = compare(&a, &b);
    mesh_free(&a);
    mesh_free(&b);
    return equal ? 0 : 1;
}
