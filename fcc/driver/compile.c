/* compile.c - one source through front end and back end; runs in a child process of the driver.
 *
 * Knows both ends and what passes between them; they do not know each other.
 */
#include "fcc/back/back.h"
#include "fcc/driver/driver.h"
#include "fcc/lower/front.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* the back end has two arenas at a time, so that all together stays below 256 MiB */
enum { MEGABYTE = 1 << 20, FRONT_LIMIT = 96 * MEGABYTE, BACK_LIMIT = 64 * MEGABYTE, MOST_ERRORS = 50 };

/* Ends the child when a compilation wants more memory than it may have. */
static void memory_is_full(void *context)
{
    fprintf(stderr,
            "fcc: %s: compiling this takes too much memory; split it into smaller functions or files\n",
            (const char *)context);
    fflush(NULL);
    _exit(FCC_EXIT_source);
}

/* The whole file with a '\0' behind it; NULL (said) if it cannot be read. */
static char *read_source(const char *name, size_t *length)
{
    FILE *in = fopen(name, "r");
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    *length = 0;
    while (in && text) {
        *length += fread(text + *length, 1, capacity - *length - 1, in);
        if (*length < capacity - 1)
            break;
        capacity *= 2;
        char *larger = realloc(text, capacity);
        if (!larger)
            free(text);
        text = larger;
    }
    if (!in || !text || ferror(in)) {
        fprintf(stderr, "fcc: cannot read %s: %s\n", name, strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[*length] = '\0';
    }
    if (in)
        fclose(in);
    return text;
}

/* Everything behind the front end. */
static bool write_output(const struct fcc_options *options, const char *name, struct ir_unit *unit,
                         const char *output)
{
    FILE *out = fopen(output, "w");
    if (out && options->stage == FCC_STAGE_IR) {
        if (options->optimise)
            back_optimise(unit, BACK_LIMIT, memory_is_full, (void *)name);
        ir_print(out, unit);
    } else if (out) {
        struct back_options back = {.optimise = options->optimise, .lines = options->lines};
        back_compile(out, unit, &back, BACK_LIMIT, memory_is_full, (void *)name);
    }
    if (!out || ferror(out) || fclose(out) != 0) {
        fprintf(stderr, "fcc: cannot write %s: %s\n", output, strerror(errno));
        return false;
    }
    return true;
}

enum fcc_exit driver_compile(const struct fcc_options *options, const char *name, const char *source,
                             const char *output)
{
    size_t length = 0;
    char *text = read_source(source, &length);
    if (!text)
        return FCC_EXIT_files;
    struct arena arena;
    struct diag diag;
    struct front_options front = {.warnings = options->warnings, .real_words = options->real_words};
    enum fcc_exit status = FCC_EXIT_source;
    arena_init(&arena, FRONT_LIMIT, memory_is_full, (void *)name);
    diag_init(&diag, "fcc", stderr);
    diag.error_limit = MOST_ERRORS;
    struct ir_unit *unit = front_compile(&arena, &diag, name, text, length, &front);
    if (unit && diag.errors == 0 && !(options->warnings_are_errors && diag.warnings)) {
        status = write_output(options, name, unit, output) ? FCC_EXIT_ok : FCC_EXIT_files;
    } else if (unit && diag.errors == 0) {
        fprintf(stderr, "fcc: %s: warnings are errors (-Werror)\n", name);
    }
    arena_release(&arena);
    free(text);
    return status;
}
