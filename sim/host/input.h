/* input.h - standard input of the program: read in large pieces, returned by the character.
 *
 * Knows a file descriptor, a link and bytes, nothing else.
 */
#ifndef PRAM_INPUT_H
#define PRAM_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/host/link.h"

enum { INPUT_BUFFER = 1 << 12 };

/* In place of a character. */
enum { INPUT_END = -1, INPUT_STOPPED = -2, INPUT_FAILED = -3 };

/* All zero, except for the descriptor: nothing has been read. */
struct input {
    int descriptor;
    struct host_link *link; /* source of the bytes; not owned; NULL: the descriptor */
    bool ended;             /* permanently, even if more could come (a terminal) */
    size_t at, end;
    unsigned long long taken; /* bytes that the program has read */
    unsigned char buffer[INPUT_BUFFER];
};

/* Whether the next character must be waited for. */
bool input_waits(const struct input *input);

/* The next character, 0..255; INPUT_END; INPUT_STOPPED if a request to stop came while it waited;
 * INPUT_FAILED with errno if reading fails, as from a folder. */
int input_character(struct input *input);

/* Position of the next piece; -1: not a plain file. input_go_to goes to a position of a plain file, and
 * otherwise does nothing; false if the file is shorter. */
int64_t input_position(const struct input *input);
bool input_go_to(struct input *input, int64_t position);

#endif
