/* input.h - what the library's readers share: where characters come from. Not for programs.
 */
#ifndef FORK_INPUT_H
#define FORK_INPUT_H

enum { STANDARD_INPUT = 0 };

/* A place to read from with one character looked at ahead of time. */
struct source {
    const char *string; /* next character, or NULL: a file */
    int handle;
    int next;  /* the character ahead, EOF at the end */
    int taken; /* characters that were passed */
};

#endif
