/* unistd.h - what portable programs take from POSIX. Asynchronous. A character is a byte of a file. */
#ifndef FORK_UNISTD_H
#define FORK_UNISTD_H

#include <io.h>
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

/* how many characters; -1 and errno */
#define read __posix_read
#define write __posix_write
ssize_t read(int handle, void *to, size_t count);
ssize_t write(int handle, const void *from, size_t count);

/* the next option of a command line: its letter, '?' for one that is none, -1: no more */
extern char *optarg;
extern int optind, opterr, optopt;
#define optarg optarg
#define optind optind
#define opterr opterr
#define optopt optopt
int getopt(int argc, char *const argv[], const char *letters);

/* a million cycles a second */
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);

int isatty(int handle); /* 0 */
pid_t getpid(void);     /* the PP's number and 1 */
void _exit(int status);

#endif
