/* posix.c - system.h for systems that are not Linux: calls that Linux, macOS and the BSDs share. Where these
 * have no common call, the function does what its comment in system.h says.
 */
#include "common/system/system.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- processors and threads */

enum { STACK = 1 << 20 }; /* of threads, at least */

unsigned system_count_cores(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

bool system_get_cores(struct system_cores *cores)
{
    *cores = (struct system_cores){{0}};
    return false;
}

void system_use_cores(const struct system_cores *cores)
{
    (void)cores;
}

bool system_start_thread(pthread_t *thread, void *(*body)(void *), void *context)
{
    pthread_attr_t attributes;
    size_t usual = 0;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool good = pthread_attr_getstacksize(&attributes, &usual) == 0 &&
                      (usual >= STACK || pthread_attr_setstacksize(&attributes, STACK) == 0) &&
                      pthread_create(thread, &attributes, body, context) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}

bool system_start_elsewhere(pthread_t *thread, const struct system_cores *cores, void *(*body)(void *),
                            void *context)
{
    (void)thread, (void)cores, (void)body, (void)context;
    return false;
}

bool system_give_threads(size_t size)
{
    return size <= STACK;
}

clockid_t system_make_condition(pthread_cond_t *condition)
{
    pthread_cond_init(condition, NULL);
    return CLOCK_REALTIME;
}

/* ---- memory */

static void *map(void *at, size_t bytes, int flags)
{
    void *memory = mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | flags, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void *system_reserve(size_t bytes)
{
    return map(NULL, bytes, 0);
}

void system_zero(void *memory, size_t bytes)
{
    if (map(memory, bytes, MAP_FIXED) != memory) /* WebAssembly has no pages that could be replaced */
        memset(memory, 0, bytes);
}

void system_advise_large(void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
}

void system_advise_small(void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
}

void system_keep_memory(void)
{
}

const char system_resident_source[] = "getrusage";

int system_open_resident(void)
{
    return open("/", O_RDONLY | O_CLOEXEC); /* a descriptor to close; nothing is read */
}

uint64_t system_resident(int descriptor)
{
    struct rusage usage;
    (void)descriptor;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
#ifdef __APPLE__
    return (uint64_t)usage.ru_maxrss;
#else
    return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

/* ---- files */

#ifndef O_SEARCH
#define O_SEARCH O_RDONLY
#endif

int system_open_folder(int at, const char *path, bool follows)
{
    return openat(at, path, O_SEARCH | O_DIRECTORY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW));
}

static bool close_in_programs(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFD);
    return flags >= 0 && fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) == 0;
}

int system_open_nameless(const char *folder)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/pramsim.XXXXXX", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int descriptor = mkstemp(path);
    if (descriptor >= 0) {
        unlink(path);
        close_in_programs(descriptor);
    }
    return descriptor;
}

int system_open_memory(void)
{
    const char *folder = getenv("TMPDIR");
    return system_open_nameless(folder != NULL && folder[0] != '\0' ? folder : "/tmp");
}

bool system_is_kernel_folder(int folder)
{
    struct stat there, kernel, root;
    return fstat(folder, &there) == 0 && stat("/proc", &kernel) == 0 && stat("/", &root) == 0 &&
           there.st_dev == kernel.st_dev && there.st_dev != root.st_dev;
}

#ifdef F_GETPATH

bool system_can_name(void)
{
    return true;
}

bool system_name(int descriptor, char *path, size_t size)
{
    return size >= PATH_MAX && fcntl(descriptor, F_GETPATH, path) == 0;
}

#else

bool system_can_name(void)
{
    return access("/proc/self/fd", X_OK) == 0;
}

bool system_name(int descriptor, char *path, size_t size)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, size - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    return true;
}

#endif

FILE *system_open_stream(int descriptor, system_write_call *write, void *context)
{
    (void)write, (void)context;
    const int other = dup(descriptor);
    FILE *stream = other >= 0 && close_in_programs(other) ? fdopen(other, "w") : NULL;
    if (stream == NULL && other >= 0)
        close(other);
    return stream;
}

size_t system_write_own(const void *bytes, size_t size, FILE *stream)
{
    return fwrite(bytes, 1, size, stream);
}

bool system_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    if (close_in_programs(ends[0]) && close_in_programs(ends[1]))
        return true;
    close(ends[0]);
    close(ends[1]);
    return false;
}

/* ---- processes */

bool system_random(unsigned char *bytes, size_t size)
{
    const int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (source < 0)
        return false;
    const ssize_t got = read(source, bytes, size);
    close(source);
    return got == (ssize_t)size;
}

/* The first program of this name in the folders of PATH, in new memory; NULL with errno. */
static char *find_in_path(const char *name)
{
    const char *folders = getenv("PATH");
    while (folders != NULL && *folders != '\0') {
        char path[PATH_MAX];
        const size_t length = strcspn(folders, ":");
        const int whole = snprintf(path, sizeof path, "%.*s/%s", length != 0 ? (int)length : 1,
                                   length != 0 ? folders : ".", name);
        if (whole < (int)sizeof path && access(path, X_OK) == 0)
            return realpath(path, NULL);
        folders += length + (folders[length] == ':');
    }
    errno = ENOENT;
    return NULL;
}

/* The environment may be gone (system_clear_environment): then where there is /proc, that knows it. */
char *system_own_program(void)
{
    static const char anything_here[] = "";
    Dl_info info;
    char *name = NULL;
    if (dladdr(anything_here, &info) != 0 && info.dli_fname != NULL)
        name = strchr(info.dli_fname, '/') != NULL ? realpath(info.dli_fname, NULL)
                                                   : find_in_path(info.dli_fname);
    return name != NULL ? name : realpath("/proc/self/exe", NULL);
}

char *system_own_library(void)
{
    errno = ENOENT;
    return NULL;
}

const char *system_program_name(void)
{
    static const char anything_here[] = "";
    Dl_info info;
    if (dladdr(anything_here, &info) == 0 || info.dli_fname == NULL)
        return "pramsim";
    const char *slash = strrchr(info.dli_fname, '/');
    return slash != NULL ? slash + 1 : info.dli_fname;
}

void system_follow_parent(int signal)
{
    (void)signal;
}

int system_watch_child(pid_t child)
{
    (void)child;
    errno = ENOSYS;
    return -1;
}

bool system_make_timer(struct system_timer *timer)
{
    timer->handle = NULL;
    return true;
}

void system_set_timer(const struct system_timer *timer, int64_t first, int64_t every)
{
    const int64_t second = INT64_C(1000000000), micro = 1000;
    if (first > 0 && first < micro)
        first = micro;
    const struct itimerval times = {
        .it_value = {(time_t)(first / second), (suseconds_t)(first % second / micro)},
        .it_interval = {(time_t)(every / second), (suseconds_t)(every % second / micro)},
    };
    (void)timer;
    setitimer(ITIMER_REAL, &times, NULL);
}

unsigned system_refused_call(const siginfo_t *info)
{
    (void)info;
    return 0;
}

bool system_forbid_privileges(void)
{
    return true;
}

void system_clear_environment(void)
{
    extern char **environ;
    if (environ != NULL)
        environ[0] = NULL;
}

/* ---- sorting */

struct heap {
    unsigned char *items;
    size_t size;
    int (*compare)(const void *one, const void *other, void *context);
    void *context;
};

static bool is_less(const struct heap *heap, size_t one, size_t other)
{
    return heap->compare(heap->items + one * heap->size, heap->items + other * heap->size, heap->context) < 0;
}

static void exchange(const struct heap *heap, size_t one, size_t other)
{
    unsigned char *a = heap->items + one * heap->size, *b = heap->items + other * heap->size;
    for (size_t k = 0; k < heap->size; k++) {
        const unsigned char byte = a[k];
        a[k] = b[k];
        b[k] = byte;
    }
}

/* Moves item `at` down among the first `count` until none below it is greater. */
static void sink(const struct heap *heap, size_t at, size_t count)
{
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_less(heap, child, child + 1))
            child++;
        if (!is_less(heap, at, child))
            return;
        exchange(heap, at, child);
        at = child;
    }
}

void system_sort(void *items, size_t count, size_t size,
                 int (*compare)(const void *one, const void *other, void *context), void *context)
{
    const struct heap heap = {items, size, compare, context};
    for (size_t k = count / 2; k > 0; k--)
        sink(&heap, k - 1, count);
    for (size_t left = count; left > 1; left--) {
        exchange(&heap, 0, left - 1);
        sink(&heap, 0, left - 1);
    }
}
