/* parts.c - see parts.h. Empty but in builds for it; the one place of the engine with variables of its own,
 * for such a build has one run a process. Calls the C library.
 */
#include "sim/bsp/parts.h"

#ifdef PRAM_PARTS

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/memory.h"

/* Ticks between two meetings: of each worker, and what is common. */
static struct {
    unsigned threads;
    uint64_t mark, cost; /* of the last call; between two calls at least */
    uint64_t started;
    double began; /* seconds */
    uint32_t *rows;
    size_t room, count; /* words */
    uint64_t phases;
} parts;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t ticks(void)
{
#if defined __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return (uint64_t)(1e9 * seconds());
#endif
}

static void add(unsigned column)
{
    const uint64_t now = ticks(), passed = now - parts.mark;
    parts.mark = now;
    parts.rows[parts.count + column] += passed > parts.cost ? (uint32_t)(passed - parts.cost) : 0;
}

static void begin_row(void)
{
    const size_t width = parts.threads + 1u;
    parts.rows = memory_grow(parts.rows, &parts.room, parts.count + width, sizeof *parts.rows);
    for (size_t k = 0; k < width; k++)
        parts.rows[parts.count + k] = 0;
    parts.mark = ticks();
}

void parts_begin(unsigned threads)
{
    parts.threads = threads;
    parts.cost = UINT64_MAX;
    for (unsigned k = 0; k < 100; k++) {
        const uint64_t first = ticks(), cost = ticks() - first;
        parts.cost = cost < parts.cost ? cost : parts.cost;
    }
    parts.began = seconds();
    parts.started = ticks();
    begin_row();
}

void parts_worker(unsigned worker)
{
    add(worker);
}

void parts_common(void)
{
    add(parts.threads);
}

void parts_meet(void)
{
    parts.count += parts.threads + 1u;
    begin_row();
}

void parts_phase(void)
{
    parts.phases++;
}

/* Takes the least of these parts and those of an earlier run. */
static void keep_least(const char *path)
{
    FILE *file = fopen(path, "rb");
    for (size_t k = 0; file != NULL && k < parts.count; k++) {
        uint32_t before;
        if (fread(&before, sizeof before, 1, file) != 1)
            break;
        parts.rows[k] = before < parts.rows[k] ? before : parts.rows[k];
    }
    if (file != NULL)
        fclose(file);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(parts.rows, sizeof *parts.rows, parts.count, file) != parts.count)
        perror(path);
    if (file != NULL)
        fclose(file);
}

void parts_end(void)
{
    const char *const path = getenv("PRAM_PARTS_FILE");
    const unsigned width = parts.threads + 1u;
    uint64_t all = 0, longest = 0, common = 0;
    parts.count += width;
    const double tick = (seconds() - parts.began) / (double)(ticks() - parts.started);
    if (path == NULL)
        return;
    keep_least(path);
    for (size_t row = 0; row < parts.count; row += width) {
        uint32_t most = 0;
        for (unsigned i = 0; i < parts.threads; i++) {
            all += parts.rows[row + i];
            most = parts.rows[row + i] > most ? parts.rows[row + i] : most;
        }
        longest += most;
        common += parts.rows[row + parts.threads];
    }
    fprintf(stderr, "%u,%zu,%" PRIu64 ",%.6f,%.6f,%.6f\n", parts.threads, parts.count / width - 1,
            parts.phases, tick * (double)all, tick * (double)longest, tick * (double)common);
}

#else

/* an empty file is no C */
enum { PARTS_ARE_NOT_TIMED = PARTS_ONLY };

#endif
