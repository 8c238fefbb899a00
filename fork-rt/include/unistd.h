/* unistd.h - functions of POSIX for portable programs. Asynchronous. A character is a byte of a file. */
#ifndef FORK_UNISTD_H
#define FORK_UNISTD_H

#include <io.h>
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

/* number of characters; -1 and errno */
ssize_t read(int handle, void *to, size_t count) __library__(posix);
ssize_t write(int handle, const void *from, size_t count) __library__(posix);

int unlink(const char *name) __library__; /* remove */

/* the next option of a command line: its letter, '?' for an unknown one, -1: no more */
extern char *optarg;
extern int optind, opterr, optopt;
#define optarg optarg
#define optind optind
#define opterr opterr
#define optopt optopt
int getopt(int argc, char *const argv[], const char *letters);

/* a million cycles a second */
unsigned sleep(unsigned seconds) __library__;
int usleep(unsigned microseconds) __library__;

int isatty(int handle) __library__; /* 0 */
pid_t getpid(void) __library__;     /* the PP's number and 1 */
void _exit(int status);

#endif
