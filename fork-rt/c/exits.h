/* exits.h - the end of a PP, inside the library. Not for programs.
 */
#ifndef FORK_EXITS_H
#define FORK_EXITS_H

/* After the functions of atexit, if there are any. */
void __fork_at_end(void (*function)(void));

#endif
