/* mesh_file.c - reads and writes mesh files word by word, so that the host's byte order does not matter. */
#include "programs/laplace/mesh_file.h"

#include "common/message.h"
#include "common/output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_WORDS = 3, BYTES = 4 };

static void complain(const char *program, const char *path, const char *what)
{
    message_line(stderr, "%s: %s: %s", program, path, what);
}

static bool get_word(FILE *file, uint32_t *word)
{
    unsigned char bytes[BYTES];

    if (fread(bytes, 1, BYTES, file) != BYTES)
        return false;
    *word = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return true;
}

static bool put_word(FILE *file, uint32_t word)
{
    const unsigned char bytes[BYTES] = {(unsigned char)word, (unsigned char)(word >> 8),
                                        (unsigned char)(word >> 16), (unsigned char)(word >> 24)};

    return fwrite(bytes, 1, BYTES, file) == BYTES;
}

bool mesh_create(struct mesh *mesh, uint32_t size, const char *program)
{
    mesh->size = size;
    mesh->iterations = 0;
    mesh->cells = calloc((size_t)size * size, sizeof *mesh->cells);
    if (mesh->cells == NULL)
        message_line(stderr, "%s: no memory for a mesh of %u x %u cells", program, size, size);
    return mesh->cells != NULL;
}

void mesh_free(struct mesh *mesh)
{
    free(mesh->cells);
    mesh->cells = NULL;
}

/* The header; the message says what is wrong with it. */
static const char *read_header(FILE *file, uint32_t header[HEADER_WORDS])
{
    for (size_t i = 0; i < HEADER_WORDS; i++)
        if (!get_word(file, &header[i]))
            return "is too short for a mesh file";
    if (header[0] != MESH_MAGIC)
        return "is no mesh file (laplace_generate makes one)";
    if (header[1] < MESH_SIZE_MIN || header[1] > MESH_SIZE_MAX)
        return "has a mesh size outside 3..16384";
    return NULL;
}

static bool read_cells(FILE *file, struct mesh *mesh)
{
    const size_t count = (size_t)mesh->size * mesh->size;

    for (size_t i = 0; i < count; i++) {
        uint32_t word;

        if (!get_word(file, &word))
            return false;
        memcpy(&mesh->cells[i], &word, sizeof word);
    }
    return true;
}

bool mesh_read(struct mesh *mesh, const char *path, const char *program)
{
    FILE *file = fopen(path, "rb");
    uint32_t header[HEADER_WORDS];
    const char *wrong;

    mesh->cells = NULL;
    if (file == NULL) {
        complain(program, path, strerror(errno));
        return false;
    }
    wrong = read_header(file, header);
    if (wrong != NULL) {
        complain(program, path, wrong);
    } else if (mesh_create(mesh, header[1], program)) {
        mesh->iterations = header[2];
        if (!read_cells(file, mesh)) {
            complain(program, path, "ends before its last cell");
            mesh_free(mesh);
        }
    }
    fclose(file);
    return mesh->cells != NULL;
}

static void print_mesh(const void *context, FILE *file)
{
    const struct mesh *mesh = context;
    const size_t count = (size_t)mesh->size * mesh->size;
    bool good = put_word(file, MESH_MAGIC) && put_word(file, mesh->size) && put_word(file, mesh->iterations);

    for (size_t i = 0; good && i < count; i++) {
        uint32_t word;

        memcpy(&word, &mesh->cells[i], sizeof word);
        good = put_word(file, word);
    }
}

bool mesh_write(const struct mesh *mesh, const char *path, const char *program)
{
    struct file_error error;

    if (output_print(path, print_mesh, mesh, &error))
        return true;
    complain(program, path, error.text);
    return false;
}

float mesh_residual(const struct mesh *mesh)
{
    const size_t size = mesh->size;
    float largest = 0.0f;

    for (size_t row = 1; row + 1 < size; row++)
        for (size_t column = 1; column + 1 < size; column++) {
            const size_t index = row * size + column;

            largest = fmaxf(largest, fabsf(mesh_average(mesh->cells, index, size) - mesh->cells[index]));
        }
    return largest;
}
