/* types.h - the types that portable programs take from sys/types.h. */
#ifndef FORK_SYS_TYPES_H
#define FORK_SYS_TYPES_H

#include <stddef.h>
#include <time.h>

typedef int ssize_t;
typedef int off_t;
typedef int pid_t;
typedef int mode_t;

#endif
