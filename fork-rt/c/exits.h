/* exits.h - for the library's own use of the end of a PP. Not for programs.
 */
#ifndef FORK_EXITS_H
#define FORK_EXITS_H

/* After the functions of atexit: there is one. */
void __fork_at_end(void (*function)(void));

#endif
