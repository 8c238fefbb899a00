/* target_fcc.c - the fuzz target of the Fork compiler: a preprocessed source through front end and back end.
 *
 * Whatever the source: an answer within the memory allowed; what is accepted keeps the invariants of the
 * intermediate representation and becomes assembly text that prasm accepts.
 */
#include "targets.h"

#include "fcc/back/back.h"
#include "fcc/front.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* mutate allows a process 256 MiB in all, quarantine of the sanitizer included */
#define MEMORY_LIMIT ((size_t)32 << 20)

struct compilation {
    jmp_buf memory_is_full;
    char *source;
    char *assembly;
    size_t assembly_size;
    FILE *out;
    struct arena front;
    bool accepted;
};

static void give_up(void *context)
{
    struct compilation *c = context;
    longjmp(c->memory_is_full, 1);
}

static void expect_good(const struct ir_unit *unit)
{
    char text[256];
    if (ir_verify(unit, text, sizeof text))
        return;
    fprintf(stderr, "fuzz: broken intermediate code: %s\n", text);
    abort();
}

static void compile(struct compilation *c, size_t size, FILE *nowhere)
{
    struct diag diag;
    const struct front_options front = {.warnings = true, .real_words = 26};
    const struct back_options back = {.optimise = size % 4 != 0, .lines = size % 2 == 0};
    diag_init(&diag, "fcc", nowhere);
    diag.error_limit = 50;
    struct ir_unit *unit = front_compile(&c->front, &diag, "fuzz.fork", c->source, size, &front);
    if (!unit || diag.errors)
        return;
    expect_good(unit);
    c->out = open_memstream(&c->assembly, &c->assembly_size);
    back_compile(c->out, unit, &back, MEMORY_LIMIT, give_up, c);
    expect_good(unit);
    c->accepted = true;
}

void fuzz_fcc(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct compilation *c = calloc(1, sizeof *c);
    c->source = malloc(size + 1);
    memcpy(c->source, bytes, size);
    c->source[size] = '\0';
    arena_init(&c->front, MEMORY_LIMIT, give_up, c);
    if (setjmp(c->memory_is_full) == 0)
        compile(c, size, nowhere);
    if (c->out)
        fclose(c->out);
    if (c->accepted)
        fuzz_expect_assembles(c->assembly, c->assembly_size);
    arena_release(&c->front);
    free(c->assembly);
    free(c->source);
    free(c);
}
