/* system.c - functions of the GNU C library that the one of emscripten does not have (one core, no threads,
 * and sorting with a context), and memory of runs that is not cleared twice.
 */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

/* ---- cores: one */

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *cores)
{
    (void)process;
    memset(cores, 0, size);
    CPU_SET_S(0, size, cores);
    return 0;
}

int sched_getcpu(void)
{
    return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *cores)
{
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(((const unsigned char *)cores)[i]);
    return count;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *cores)
{
    (void)thread;
    (void)size;
    (void)cores;
    return ENOSYS;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *cores)
{
    (void)attributes;
    (void)size;
    (void)cores;
    return ENOSYS;
}

/* ---- random bytes */

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)flags;
    const size_t most = 256; /* of getentropy */
    for (size_t at = 0; at < size; at += most)
        if (getentropy((char *)bytes + at, size - at < most ? size - at : most) != 0)
            return -1;
    return (ssize_t)size;
}

/* ---- sorting */

typedef int compare(const void *x, const void *y, void *context);

/* Merges the sorted halves of `count` elements, of which the first `half` are one; `room` has space for them.
 */
static void merge(char *base, size_t count, size_t half, size_t size, char *room, compare *order,
                  void *context)
{
    size_t left = 0;
    size_t right = half;
    for (size_t k = 0; k < count; k++) {
        const bool takes_left =
            left < half && (right == count || order(base + left * size, base + right * size, context) <= 0);
        memcpy(room + k * size, base + (takes_left ? left++ : right++) * size, size);
    }
    memcpy(base, room, count * size);
}

static void sort(char *base, size_t count, size_t size, char *room, compare *order, void *context)
{
    const size_t half = count / 2;
    if (count < 2)
        return;
    sort(base, half, size, room, order, context);
    sort(base + half * size, count - half, size, room, order, context);
    merge(base, count, half, size, room, order, context);
}

/* Stable, as that of the GNU C library is while memory lasts. */
void qsort_r(void *base, size_t count, size_t size, compare *order, void *context)
{
    char *room = malloc(count * size);
    if (room == NULL && count * size > 0)
        abort();
    sort(base, count, size, room, order, context);
    free(room);
}

/* ---- memory of runs */

/* Anonymous memory, aligned to pages. What the heap has just grown by is zero: clearing it would take longer
 * than a short run. */
void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    enum { PAGE = 4096 };
    const char *heap_end = sbrk(0);
    (void)at, (void)protection, (void)file, (void)offset;
    char *memory = flags & MAP_ANON && !(flags & MAP_FIXED) ? memalign(PAGE, size) : NULL;
    if (memory == NULL) {
        errno = flags & MAP_ANON && !(flags & MAP_FIXED) ? ENOMEM : EINVAL;
        return MAP_FAILED;
    }
    if (memory < heap_end)
        memset(memory, 0, (size_t)(heap_end - memory) < size ? (size_t)(heap_end - memory) : size);
    return memory;
}

/* `memory` is all that a call of mmap has returned. */
int munmap(void *memory, size_t size)
{
    (void)size;
    free(memory);
    return 0;
}
