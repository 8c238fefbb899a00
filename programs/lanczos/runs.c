/* runs.c - reads and appends to runs.csv. */
#include "programs/lanczos/runs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "common/file.h"
#include "common/message.h"

#define COLUMNS "n,alpha,format,variant,dots,seed,iterations,correct,cycles,seconds\n"
enum { LONGEST_LINE = 400, MOST_BYTES = 64 << 20 };

void run_print(const struct run *run, char *line, size_t size)
{
    const struct point *p = &run->point;
    snprintf(line, size, "%ld,%s,%s,%s,%s,%ld,%ld,%ld,%lu,%.4f\n", p->n, p->alpha, p->format, p->variant,
             p->dots, p->seed, run->iterations, run->correct, run->cycles, run->seconds);
}

bool run_parse(struct run *run, const char *line)
{
    struct point *p = &run->point;
    return sscanf(line, "%ld,%23[^,],%23[^,],%23[^,],%23[^,],%ld,%ld,%ld,%lu,%lf", &p->n, p->alpha, p->format,
                  p->variant, p->dots, &p->seed, &run->iterations, &run->correct, &run->cycles,
                  &run->seconds) == 10;
}

static bool write_all(int file, const char *text, const char *program)
{
    size_t length = strlen(text);
    if (write(file, text, length) == (ssize_t)length)
        return true;
    message_line(stderr, "%s: writing runs.csv: %s", program, strerror(errno));
    return false;
}

/* The machine, for readers of the file. */
static bool write_header(int file, const char *program)
{
    char line[LONGEST_LINE] = "";
    char model[200] = "unknown";
    char header[3 * LONGEST_LINE];
    char date[20];
    time_t now = time(NULL);
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info != NULL && fgets(line, sizeof line, info) != NULL)
        if (sscanf(line, "model name : %199[^\n]", model) == 1)
            break;
    if (info != NULL)
        fclose(info);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    snprintf(header, sizeof header,
             "# begun %s on %s, %ld cores\n"
             "# cycles: of the machine, --real-cost=words, without reading and writing; seconds: of "
             "processor time, "
             "the whole run\n%s",
             date, model, sysconf(_SC_NPROCESSORS_ONLN), COLUMNS);
    return write_all(file, header, program);
}

/* Calls `seen` for each whole line; the length of what is whole. */
static bool read_lines(char *text, size_t *whole, void (*seen)(void *context, const struct run *run),
                       void *context)
{
    bool has_columns = false;
    *whole = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        struct run run;
        *end = '\0';
        if (line[0] != '#' && !has_columns) {
            if (strncmp(line, COLUMNS, strlen(COLUMNS) - 1) != 0)
                return false;
            has_columns = true;
        } else if (line[0] != '#') {
            if (!run_parse(&run, line))
                return false;
            seen(context, &run);
        }
        if (has_columns)
            *whole = (size_t)(end + 1 - text);
    }
    /* nothing is whole in an empty file and in one that was killed while its header was written */
    return has_columns || text[0] == '\0' || strncmp(text, "# begun", 7) == 0;
}

/* For one writer at a time; waits a moment for one that was killed just now. */
static bool lock_file(int file)
{
    for (int tries = 0; tries < 20; tries++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return true;
        usleep(100000);
    }
    return false;
}

int runs_open(const char *path, void (*seen)(void *context, const struct run *run), void *context,
              const char *program)
{
    struct file_error error;
    size_t size;
    size_t whole = 0;
    int file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
    if (file < 0) {
        message_line(stderr, "%s: %s: %s", program, path, strerror(errno));
        return -1;
    }
    if (!lock_file(file)) {
        message_line(
            stderr, "%s: %s: another experiment is writing it; wait for it or take another folder (--output)",
            program, path);
        close(file);
        return -1;
    }
    char *text = file_read(path, MOST_BYTES, true, &size, &error);
    bool good = text != NULL && read_lines(text, &whole, seen, context);
    if (!good)
        message_line(stderr,
                     "%s: %s: is no file of this experiment; take another folder (--output) or remove it",
                     program, path);
    free(text);
    if (good && whole < size && ftruncate(file, (off_t)whole) != 0)
        good = false;
    if (good && whole == 0)
        good = write_header(file, program);
    if (!good)
        close(file);
    return good ? file : -1;
}

bool runs_append(int file, const struct run *run, const char *program)
{
    char line[LONGEST_LINE];
    run_print(run, line, sizeof line);
    return write_all(file, line, program);
}
