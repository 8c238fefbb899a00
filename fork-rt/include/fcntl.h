/* fcntl.h - opening files as POSIX does. Asynchronous. */
#ifndef FORK_FCNTL_H
#define FORK_FCNTL_H

#include <io.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0x40
#define O_EXCL 0x80
#define O_TRUNC 0x200
#define O_APPEND 0x400

/* a handle; -1 and errno. The host decides about the permissions of a new file */
int open(const char *name, int flags, ...) __library__(posix);

#endif
