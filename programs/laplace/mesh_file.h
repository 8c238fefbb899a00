/* mesh_file.h - mesh files on the host: the files that the PRAM programs of this folder read and write.
 *
 * A mesh file is 32-bit words, little-endian: the magic word, the size N, the iterations K, then N * N cells
 * as IEEE singles, row by row. As input K is the number of iterations to do, as output the number done; the
 * outermost cells are the boundary values and never change. So a result is also a legal input, from which the
 * solver continues.
 *
 * Used by the host programs of this folder; knows nothing of the simulator. Errors are one line on stderr.
 */
#ifndef LAPLACE_MESH_FILE_H
#define LAPLACE_MESH_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MESH_MAGIC 0x4853454du /* the bytes "MESH" */
#define MESH_SIZE_MIN 3u       /* one inner cell */
#define MESH_SIZE_MAX 16384u   /* two fields of 1 GiB */

/* A square mesh; cell (row, column) is cells[row * size + column]. Owned by the caller of mesh_create or
 * mesh_read. */
struct mesh {
    uint32_t size;
    uint32_t iterations;
    float *cells;
};

/* A mesh of zeros; size must be MESH_SIZE_MIN..MESH_SIZE_MAX. False with a message if there is no memory. */
bool mesh_create(struct mesh *mesh, uint32_t size, const char *program);

/* Reads a mesh file; false with a message that begins with `program` if it cannot be read or is none. */
bool mesh_read(struct mesh *mesh, const char *path, const char *program);

/* Writes a mesh file, whole or not at all; false with a message that begins with `program`. */
bool mesh_write(const struct mesh *mesh, const char *path, const char *program);

/* Frees the cells and empties the mesh. */
void mesh_free(struct mesh *mesh);

/* The residual: the largest change of a cell by one more iteration. */
float mesh_residual(const struct mesh *mesh);

/* The new value of a cell: the float operations of the PRAM programs in their order. */
static inline float mesh_average(const float *cells, size_t index, size_t size)
{
    return ((cells[index - size] + cells[index + size] + cells[index - 1]) + cells[index + 1]) * 0.25f;
}

#endif
