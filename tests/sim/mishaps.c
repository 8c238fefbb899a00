/* mishaps.c - see mishaps.h. */
#include "tests/sim/mishaps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* PPs of the machine: one, some side by side, a share, or all. */
static void write_pps(struct program_text *text, FILE *file, uint32_t pps)
{
    const uint32_t first = text_below(text, pps);
    const uint32_t kind = text_below(text, 10);
    if (kind < 5)
        fprintf(file, "%u ", first);
    else if (kind < 7)
        fprintf(file, "%u-%u ", first, first + text_below(text, pps - first));
    else if (kind < 9)
        fprintf(file, "%u%% ", text_below(text, 60));
    else
        fprintf(file, "all ");
}

/* A register, a word of shared memory, or one of the own private area. */
static void write_place(struct program_text *text, FILE *file, uint32_t shared)
{
    const uint32_t kind = text_below(text, 3);
    if (kind == 0)
        fprintf(file, "R%u", 3 + text_below(text, 29));
    else if (kind == 1)
        fprintf(file, "%u", shared + text_below(text, 200));
    else
        fprintf(file, "%u", MEMORY_PRIVATE + 20 + text_below(text, 8));
}

static void write_fault(struct program_text *text, FILE *file, uint32_t pps, uint32_t shared)
{
    static const char *const events[] = {"halt", "pause",  "pause", "pause",
                                         "omit", "double", "flip",  "amnesia"};
    const char *event = events[text_below(text, sizeof events / sizeof *events)];
    const uint32_t cycle = text_below(text, text_chance(text, 50) ? 300 : 2500);
    if (text_chance(text, 20)) {
        fprintf(file, "chain ");
        write_pps(text, file, pps);
        fprintf(file, "%g %g %u %u %u\n", 0.01 * text_below(text, 30), 0.1 * (1 + text_below(text, 9)),
                1 + text_below(text, 60), cycle, cycle + text_below(text, 3000));
        return;
    }
    fprintf(file, "%s ", event);
    write_pps(text, file, pps);
    fprintf(file, text_chance(text, 50) ? "%u " : "%u-%u ", cycle, cycle + text_below(text, 500));
    if (strcmp(event, "pause") == 0)
        fprintf(file, "%u", text_below(text, text_chance(text, 60) ? 20 : 3000));
    if (strcmp(event, "flip") == 0) {
        write_place(text, file, shared);
        fprintf(file, " %u", text_below(text, 32));
    }
    fprintf(file, "\n");
}

void mishaps_write(struct program_text *text, uint32_t pps, uint32_t shared, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "seed %u\n", text_below(text, 1000));
    for (uint32_t n = 1 + text_below(text, text_chance(text, 70) ? 5 : 30); n > 0; n--)
        write_fault(text, file, pps, shared);
    fclose(file);
}
