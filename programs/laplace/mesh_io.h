/* mesh_io.h - mesh files for the Laplace programs in Fork (README.md describes them). The programs are
 * compiled for one mesh size: fcc -DN=66. */
#ifndef LAPLACE_MESH_IO_H
#define LAPLACE_MESH_IO_H

#ifndef N
#define N 66
#endif

/* Reads the input into size * size cells; returns how many iterations it asks for. Called by one PP. An error
 * ends the run with a message: exit status 2 for wrong arguments, 1 for a file that cannot be used. */
int mesh_read(int size, float *cells);

/* Writes the output and prints a summary. Called by one PP. */
void mesh_write(int size, const float *cells, int iterations, unsigned cycles);

#endif
