/* linux.c - system.h for Linux with glibc. */
#include "common/system/system.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/magic.h>
#include <malloc.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* ---- processors and threads */

_Static_assert(sizeof(cpu_set_t) == sizeof(struct system_cores), "a set of cores has another size");

unsigned system_count_cores(void)
{
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0)
        return (unsigned)CPU_COUNT(&cores);
    const long online = sysconf(_SC_NPROCESSORS_ONLN); /* more cores than the set has room for */
    return online > 0 ? (unsigned)online : 1;
}

bool system_get_cores(struct system_cores *cores)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return false;
    memcpy(cores, &set, sizeof set);
    return true;
}

void system_use_cores(const struct system_cores *cores)
{
    cpu_set_t set;
    memcpy(&set, cores, sizeof set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

bool system_start_thread(pthread_t *thread, void *(*body)(void *), void *context)
{
    return pthread_create(thread, NULL, body, context) == 0;
}

bool system_start_elsewhere(pthread_t *thread, const struct system_cores *cores, void *(*body)(void *),
                            void *context)
{
    pthread_attr_t attributes;
    cpu_set_t others;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    memcpy(&others, cores, sizeof others);
    CPU_CLR(sched_getcpu(), &others);
    const bool good = pthread_attr_setaffinity_np(&attributes, sizeof others, &others) == 0 &&
                      pthread_create(thread, &attributes, body, context) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}

/* Threads take the size that the limit had when the process began. */
bool system_give_threads(size_t size)
{
    pthread_attr_t attributes;
    size_t now;
    if (pthread_getattr_default_np(&attributes) != 0)
        return false;
    const bool good = pthread_attr_getstacksize(&attributes, &now) == 0 &&
                      (now >= size || (pthread_attr_setstacksize(&attributes, size) == 0 &&
                                       pthread_setattr_default_np(&attributes) == 0));
    pthread_attr_destroy(&attributes);
    return good;
}

clockid_t system_make_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return CLOCK_MONOTONIC;
}

/* ---- memory */

void *system_reserve(size_t bytes)
{
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void system_zero(void *memory, size_t bytes)
{
    madvise(memory, bytes, MADV_DONTNEED);
}

void system_advise_large(void *memory, size_t bytes)
{
    (void)madvise(memory, bytes, MADV_HUGEPAGE); /* it is as well without */
}

void system_advise_small(void *memory, size_t bytes)
{
    (void)madvise(memory, bytes, MADV_NOHUGEPAGE);
}

void system_keep_memory(void)
{
    (void)mallopt(M_MMAP_THRESHOLD, 32 << 20); /* the largest that glibc allows */
    (void)mallopt(M_TRIM_THRESHOLD, 256 << 20);
}

const char system_resident_source[] = "/proc/self/statm, which --safe and --max-host-memory need";

int system_open_resident(void)
{
    return open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

/* The second number of statm is the resident pages. */
uint64_t system_resident(int descriptor)
{
    char line[128];
    const ssize_t got = pread(descriptor, line, sizeof line - 1, 0);
    uint64_t pages = 0;
    ssize_t at = 0;
    while (at < got && line[at] != ' ')
        at++;
    for (at++; at < got && line[at] >= '0' && line[at] <= '9'; at++)
        pages = pages * 10 + (uint64_t)(line[at] - '0');
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* ---- files */

int system_open_folder(int at, const char *path, bool follows)
{
    return openat(at, path, O_PATH | O_DIRECTORY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW));
}

int system_open_nameless(const char *folder)
{
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int system_open_memory(void)
{
    return memfd_create("pramsim", MFD_CLOEXEC);
}

bool system_is_kernel_folder(int folder)
{
    struct statfs system;
    return fstatfs(folder, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

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

FILE *system_open_stream(int descriptor, system_write_call *write, void *context)
{
    (void)descriptor;
    return fopencookie(context, "w", (cookie_io_functions_t){.write = write});
}

size_t system_write_own(const void *bytes, size_t size, FILE *stream)
{
    return fwrite_unlocked(bytes, 1, size, stream);
}

bool system_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0;
}

/* ---- processes */

bool system_random(unsigned char *bytes, size_t size)
{
    return getrandom(bytes, size, GRND_NONBLOCK) == (ssize_t)size;
}

char *system_own_program(void)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives the address of a text as a number */
    const char *started = (const char *)getauxval(AT_EXECFN);
    char *name = realpath("/proc/self/exe", NULL);
    if (name == NULL && errno != ENOMEM && started != NULL)
        name = realpath(started, NULL);
    return name;
}

char *system_own_library(void)
{
    static const char anything_here[] = "";
    Dl_info info;
    void *found = NULL;
    if (dladdr1(anything_here, &info, &found, RTLD_DL_LINKMAP) != 0 && found != NULL &&
        ((const struct link_map *)found)->l_name[0] != '\0')
        return realpath(info.dli_fname, NULL);
    errno = ENOENT;
    return NULL;
}

const char *system_program_name(void)
{
    return program_invocation_short_name;
}

void system_follow_parent(int signal)
{
    prctl(PR_SET_PDEATHSIG, signal);
}

int system_watch_child(pid_t child)
{
    return (int)syscall(SYS_pidfd_open, child, 0);
}

bool system_make_timer(struct system_timer *timer)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    return timer_create(CLOCK_MONOTONIC, &event, &timer->handle) == 0;
}

void system_set_timer(const struct system_timer *timer, int64_t first, int64_t every)
{
    const int64_t second = INT64_C(1000000000);
    const struct itimerspec times = {.it_value = {first / second, first % second},
                                     .it_interval = {every / second, every % second}};
    timer_settime(timer->handle, 0, &times, NULL);
}

unsigned system_refused_call(const siginfo_t *info)
{
    return (unsigned)info->si_syscall;
}

bool system_forbid_privileges(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

void system_clear_environment(void)
{
    clearenv();
}

/* ---- sorting */

void system_sort(void *items, size_t count, size_t size,
                 int (*compare)(const void *one, const void *other, void *context), void *context)
{
    qsort_r(items, count, size, compare, context);
}
