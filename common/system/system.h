/* system.h - what this project asks of the system beyond ISO C and the common part of POSIX.1-2008 that
 * Linux, macOS and the BSDs share. One interface, two files: linux.c for Linux with glibc, and posix.c for
 * other systems, which does without what they lack. `make SYSTEM=posix` builds with posix.c, on Linux, too.
 *
 * The comment of a function says what posix.c does otherwise. May call the C library and POSIX.
 */
#ifndef COMMON_SYSTEM_SYSTEM_H
#define COMMON_SYSTEM_SYSTEM_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

/* ---- processors and threads */

/* Cores that this process may use; at least 1. posix.c: all cores of the host. */
unsigned system_count_cores(void);

/* A set of cores. */
struct system_cores {
    unsigned long bits[16];
};

/* The cores that the calling thread may use. posix.c: false, as if they were not known. */
bool system_get_cores(struct system_cores *cores);

/* Lets the calling thread use these cores. posix.c: nothing. */
void system_use_cores(const struct system_cores *cores);

/* pthread_create, with a stack of the size for system_give_threads. */
bool system_start_thread(pthread_t *thread, void *(*body)(void *), void *context);

/* The same for a thread that begins on any of these cores except the caller's. posix.c: false. */
bool system_start_elsewhere(pthread_t *thread, const struct system_cores *cores, void *(*body)(void *),
                            void *context);

/* Threads get stacks of at least `size` bytes. posix.c: those of system_start_thread. */
bool system_give_threads(size_t size);

/* Initializes a condition. Returns the clock that its deadlines are times of. */
clockid_t system_make_condition(pthread_cond_t *condition);

/* ---- memory */

/* Zeros that cost memory only where they are touched, for munmap; NULL with errno. */
void *system_reserve(size_t bytes);

/* Makes memory of system_reserve, from the start of a page on, zeros again, which cost nothing. */
void system_zero(void *memory, size_t bytes);

/* Advice that whole pages of memory lie on large pages, or on small ones. posix.c: nothing. */
void system_advise_large(void *memory, size_t bytes);
void system_advise_small(void *memory, size_t bytes);

/* Memory that is freed stays with the process for later allocations. For programs that end soon. posix.c:
 * nothing. */
void system_keep_memory(void);

/* A descriptor for system_resident; -1 with errno. `system_resident_source` is what it needs of the host. */
int system_open_resident(void);
extern const char system_resident_source[];

/* Bytes of host memory that this process has now. posix.c: the most that it has had. Safe in signal handlers.
 */
uint64_t system_resident(int descriptor);

/* ---- files */

/* Opens a folder, relative to the folder `at` or AT_FDCWD, only for calls that take a folder's descriptor;
 * `follows`: its last name may be a link. -1 with errno. posix.c: may need the right to list the folder. */
int system_open_folder(int at, const char *path, bool follows);

/* A file in a folder that has no name, open for reading and writing; -1 with errno. */
int system_open_nameless(const char *folder);

/* The same in no folder of the caller's. posix.c: in TMPDIR, or /tmp. */
int system_open_memory(void);

/* Whether a folder is one of the kernel's, in /proc. posix.c: of a /proc that is a file system of its own. */
bool system_is_kernel_folder(int folder);

/* Whether system_name can answer. posix.c: on macOS, and where there is /proc. */
bool system_can_name(void);

/* The path of what is open as a descriptor, in `path` of at least PATH_MAX bytes; false: it is not known. */
bool system_name(int descriptor, char *path, size_t size);

/* What a stream of system_open_stream hands its bytes to: returns `size`, or less after an error with errno.
 */
typedef ssize_t system_write_call(void *context, const char *bytes, size_t size);

/* A stream that hands all that is printed to `write`. posix.c: one that writes to the descriptor, where a
 * system has no streams with functions of their own. */
FILE *system_open_stream(int descriptor, system_write_call *write, void *context);

/* fwrite to a stream that no other thread uses. posix.c: fwrite. */
size_t system_write_own(const void *bytes, size_t size, FILE *stream);

/* A pipe that programs started later do not inherit; false with errno. */
bool system_pipe(int ends[2]);

/* ---- processes */

/* Random bytes; false: the system has none yet. */
bool system_random(unsigned char *bytes, size_t size);

/* The path of the program of this process, and of the shared library in which this code lies, in new memory;
 * NULL with errno if it cannot be told, of a library also if this code lies in the program. posix.c: the
 * program as the loader or PATH find it, and no library. */
char *system_own_program(void);
char *system_own_library(void);

/* What this program is called, without its folder; takes no memory. */
const char *system_program_name(void);

/* In a child after fork: it gets this signal when its parent dies. posix.c: nothing. */
void system_follow_parent(int signal);

/* A descriptor that can be read when a child has ended, for close; -1 with errno. posix.c: -1 with ENOSYS. */
int system_watch_child(pid_t child);

/* A timer that sends SIGALRM. posix.c: that of setitimer, of which a process has one. */
struct system_timer {
    void *handle;
};

/* False with errno. */
bool system_make_timer(struct system_timer *timer);

/* The first signal after `first` nanoseconds, then one every `every` nanoseconds. Safe in signal handlers. */
void system_set_timer(const struct system_timer *timer, int64_t first, int64_t every);

/* The number of the system call that SIGSYS is about. posix.c: 0. */
unsigned system_refused_call(const siginfo_t *info);

/* Programs that this process starts get no more rights than it has; false with errno. posix.c: nothing. */
bool system_forbid_privileges(void);

/* Removes all variables of the environment. */
void system_clear_environment(void);

/* ---- sorting */

/* qsort whose comparison gets a context. */
void system_sort(void *items, size_t count, size_t size,
                 int (*compare)(const void *one, const void *other, void *context), void *context);

#endif
