/* counts.c - see counts.h. */
#include "lab/view/counts.h"

#include "common/compare.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FILES_MOST = 1 << 20 };

/* Whether a line begins with a word; *text then stands behind it. */
static bool take(const char **text, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

/* A decimal number and the blanks after it. */
static bool take_number(const char **text, uint64_t *number)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    *number = strtoull(*text, &end, 10);
    *text = end + strspn(end, " ");
    return true;
}

static char *copy(const char *text, size_t length)
{
    char *result = memory_take(length + 1, 1);
    return memcpy(result, text, length);
}

static bool read_events(struct counts *counts, const char *text)
{
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " ");
        if (counts->event_count == COUNTS_EVENTS)
            return false;
        counts->events[counts->event_count++] = copy(text, length);
        text += length;
    }
    return counts->event_count > 0;
}

/* "(3) fork-rt/group.s", or "(3)" if it has been there before. */
static bool read_file(struct counts *counts, const char *text, uint32_t *file)
{
    uint64_t number;
    if (!take(&text, "(") || !take_number(&text, &number) || number > FILES_MOST || !take(&text, ")"))
        return false;
    if (number >= counts->file_count) {
        counts->files = memory_grow(counts->files, &counts->file_room, number + 1, sizeof *counts->files);
        while (counts->file_count <= number)
            counts->files[counts->file_count++] = NULL;
    }
    text += strspn(text, " ");
    if (counts->files[number] == NULL && *text != '\0')
        counts->files[number] = copy(text, strlen(text));
    *file = (uint32_t)number;
    return counts->files[number] != NULL;
}

/* "17 8 0 8": costs that are missing are 0. */
static bool read_costs(struct counts *counts, const char *text, uint32_t file)
{
    uint64_t line;
    struct counts_line costs = {.file = file};
    if (!take_number(&text, &line) || line > UINT32_MAX)
        return false;
    costs.line = (uint32_t)line;
    for (size_t k = 0; k < counts->event_count && *text != '\0'; k++) {
        if (!take_number(&text, &costs.cost[k]))
            return false;
        counts->total[k] += costs.cost[k];
    }
    counts->lines =
        memory_grow(counts->lines, &counts->line_room, counts->line_count + 1, sizeof *counts->lines);
    counts->lines[counts->line_count++] = costs;
    return *text == '\0';
}

static int compare(const void *a, const void *b)
{
    const struct counts_line *one = a, *other = b;
    return compare_pairs(one->file, one->line, other->file, other->line);
}

/* A line that has come several times is one. */
static void join(struct counts *counts)
{
    size_t kept = 0;
    if (counts->line_count > 0)
        qsort(counts->lines, counts->line_count, sizeof *counts->lines, compare);
    for (size_t k = 0; k < counts->line_count; k++) {
        if (kept == 0 || compare(&counts->lines[kept - 1], &counts->lines[k]) != 0) {
            counts->lines[kept++] = counts->lines[k];
            continue;
        }
        for (size_t event = 0; event < counts->event_count; event++)
            counts->lines[kept - 1].cost[event] += counts->lines[k].cost[event];
    }
    counts->line_count = kept;
}

/* *file: where costs belong; *is_call: the next line has those of a call. */
static bool read_line(struct counts *counts, const char *text, uint32_t *file, bool *is_call)
{
    uint32_t called;
    if (take(&text, "events:"))
        return counts->event_count == 0 && read_events(counts, text);
    if (take(&text, "fl=") || take(&text, "fi=") || take(&text, "fe="))
        return read_file(counts, text, file);
    if (take(&text, "cfi=") || take(&text, "cfl="))
        return read_file(counts, text, &called);
    if (take(&text, "calls=")) {
        *is_call = true;
        return true;
    }
    if (strchr("+-*", *text) != NULL) /* relative to the line before: pramsim writes none */
        return *text == '\0';
    if (*text < '0' || *text > '9')
        return true;
    if (*is_call) {
        *is_call = false;
        return true;
    }
    return counts->event_count > 0 && *file != UINT32_MAX && read_costs(counts, text, *file);
}

bool counts_read(struct counts *counts, char *text)
{
    static const char head[] = "# callgrind format";
    uint32_t file = UINT32_MAX;
    bool is_good = strncmp(text, head, strlen(head)) == 0, is_call = false;
    char *rest = NULL;
    *counts = (struct counts){.event_count = 0};
    for (char *line = strtok_r(text, "\r\n", &rest); line != NULL && is_good;
         line = strtok_r(NULL, "\r\n", &rest))
        is_good = read_line(counts, line, &file, &is_call);
    join(counts);
    return is_good && counts->event_count > 0;
}

void counts_free(struct counts *counts)
{
    for (size_t k = 0; k < counts->event_count; k++)
        free(counts->events[k]);
    for (size_t k = 0; k < counts->file_count; k++)
        free(counts->files[k]);
    free(counts->files);
    free(counts->lines);
}
