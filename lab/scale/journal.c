/* journal.c - see journal.h. Calls jansson. */
#include "lab/scale/journal.h"

#include "common/memory.h"
#include "common/nolink.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct journal_line {
    uint64_t key;
    struct outcome outcome;
    char message[PLAN_MESSAGE];
};

static void add_line(struct journal *journal, const struct journal_line *line)
{
    journal->lines =
        memory_grow(journal->lines, &journal->capacity, journal->count + 1, sizeof *journal->lines);
    journal->lines[journal->count++] = *line;
}

static bool take_line(const char *text, size_t size, struct journal_line *line)
{
    json_t *root = json_loadb(text, size, 0, NULL);
    const char *key = NULL, *end = NULL, *message = NULL;
    json_int_t cycles, work, instructions, conflicts;
    *line = (struct journal_line){0};
    const bool good = root != NULL &&
                      json_unpack(root, "{s:s, s:I, s:I, s:I, s:I, s:F, s:s, s:i, s:s}", "key", &key,
                                  "cycles", &cycles, "work", &work, "instructions", &instructions,
                                  "write_conflicts", &conflicts, "seconds", &line->outcome.seconds, "end",
                                  &end, "status", &line->outcome.status, "message", &message) == 0 &&
                      sscanf(key, "%" SCNx64, &line->key) == 1;
    if (good) {
        line->outcome.cycles = (uint64_t)cycles;
        line->outcome.work = (uint64_t)work;
        line->outcome.instructions = (uint64_t)instructions;
        line->outcome.write_conflicts = (uint64_t)conflicts;
        snprintf(line->outcome.end, sizeof line->outcome.end, "%s", end);
        snprintf(line->message, sizeof line->message, "%s", message);
    }
    json_decref(root);
    return good;
}

static void read_lines(struct journal *journal, const char *text, size_t size)
{
    const char *const end = text + size;
    for (const char *line = text, *next; line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        struct journal_line found;
        next = stop != NULL ? stop + 1 : end;
        if (stop != NULL && take_line(line, (size_t)(stop - line), &found))
            add_line(journal, &found);
    }
}

static bool fail(struct file_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
    return false;
}

/* Opens or creates the file of a journal without following a link; its folder may be writable for others. */
static int open_file(const char *path, struct file_error *error)
{
    const struct nolink_path place = {.folder = AT_FDCWD, .name = path};
    int folder;
    const char *base;
    if (nolink_open_parent(&place, &folder, &base, error) != NOLINK_DONE)
        return -1;
    const int file = openat(
        folder, base, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0)
        fail(error, errno == ELOOP ? "it is a link; links are not followed" : strerror(errno));
    close(folder);
    return file;
}

bool journal_open(struct journal *journal, const char *path, struct file_error *error)
{
    *journal = (struct journal){.file = -1};
    if (path == NULL)
        return true;
    journal->file = open_file(path, error);
    if (journal->file < 0)
        return false;
    if (flock(journal->file, LOCK_EX | LOCK_NB) != 0)
        return fail(error, "another pramscale is using it");
    size_t size;
    char *text;
    if (nolink_read_open(journal->file, FILE_MAX_BYTES, &text, &size, error) != NOLINK_DONE)
        return false;
    read_lines(journal, text, size);
    /* the last line of a killed sweep may be incomplete */
    const bool good = size == 0 || text[size - 1] == '\n' || write(journal->file, "\n", 1) == 1;
    free(text);
    return good || fail(error, strerror(errno));
}

void journal_close(struct journal *journal)
{
    if (journal->file >= 0)
        close(journal->file);
    free(journal->lines);
}

bool journal_find(const struct journal *journal, uint64_t key, struct point *point)
{
    for (size_t k = 0; k < journal->count; k++)
        if (journal->lines[k].key == key) {
            point->known = true;
            point->outcome = journal->lines[k].outcome;
            memcpy(point->message, journal->lines[k].message, sizeof point->message);
            return true;
        }
    return false;
}

bool journal_add(struct journal *journal, uint64_t key, const struct point *point, struct file_error *error)
{
    const struct outcome *outcome = &point->outcome;
    char name[20];
    struct journal_line line = {.key = key, .outcome = *outcome};
    memcpy(line.message, point->message, sizeof line.message);
    add_line(journal, &line);
    if (journal->file < 0)
        return true;
    snprintf(name, sizeof name, "%016" PRIx64, key);
    json_t *root =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:i, s:I, s:I, s:I, s:I, s:f, s:s, s:i, s:s+}", "key", name,
                  "program", point->program, "n", (json_int_t)point->n, "p", (json_int_t)point->p, "threads",
                  (json_int_t)point->threads, "level", point->level, "cycles", (json_int_t)outcome->cycles,
                  "work", (json_int_t)outcome->work, "instructions", (json_int_t)outcome->instructions,
                  "write_conflicts", (json_int_t)outcome->write_conflicts, "seconds", outcome->seconds, "end",
                  outcome->end, "status", outcome->status, "message", point->message, "");
    char *text = root != NULL ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    if (text == NULL)
        return fail(error, "a name or message is not UTF-8");
    const size_t size = strlen(text);
    text[size] = '\n'; /* replaces its end: the line is written in one piece */
    const bool good = write(journal->file, text, size + 1) == (ssize_t)(size + 1);
    free(text);
    return good || fail(error, strerror(errno));
}
