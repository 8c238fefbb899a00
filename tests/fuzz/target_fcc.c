/* target_fcc.c - the fuzz targets of the Fork compiler: a preprocessed source through front end and back end;
 * a source through the preprocessor, and what comes out with its places through the front end.
 *
 * Whatever the source: an answer within the memory allowed; what is accepted keeps the invariants of the
 * intermediate representation and becomes assembly text that prasm accepts.
 */
#include "targets.h"

#include "fcc/back/back.h"
#include "fcc/front.h"
#include "fcc/ir/verify.h"
#include "fcc/preprocess/preprocess.h"

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
    struct ir_breach breach;
    if (ir_verify(unit, &breach))
        return;
    fprintf(stderr, "fuzz: broken intermediate code: %s\n", breach.text);
    abort();
}

static void compile(struct compilation *c, size_t size, FILE *nowhere)
{
    struct diag diag;
    /* a third of the sources leave out some of the passes */
    uint32_t off = 0;
    for (enum pass pass = PASS_none + 1; size / 8 % 3 == 0 && pass < PASS_COUNT; pass++)
        off |= pass_is_optional(pass) ? (uint32_t)size * 2654435761u & 1u << pass : 0;
    static const enum pass_level levels[] = {PASS_LEVEL_NONE, PASS_LEVEL_ALL, PASS_LEVEL_DEBUG,
                                             PASS_LEVEL_ALL};
    struct back_options back = {.passes = {.verify = true, .off = off}, .lines = size % 2 == 0};
    pass_set_level(&back.passes, levels[size % 4], (uint32_t)size * 2654435761u);
    const struct front_options front = {.warnings = warnings_default | warnings_extra,
                                        .real_words = 26,
                                        .plain_c = size % 5 == 0,
                                        .convert_ifs = pass_runs(&back.passes, PASS_if_convert),
                                        .hold_shared = pass_runs(&back.passes, PASS_hold_shared),
                                        .keep = back.passes.keep};
    diag_init(&diag, "fcc", nowhere);
    diag.error_limit = 50;
    struct ir_unit *unit = front_compile(&c->front, &diag, "fuzz.fork", c->source, size, &front);
    if (!unit || diag.errors)
        return;
    expect_good(unit);
    c->out = open_memstream(&c->assembly, &c->assembly_size);
    const struct arena limits = {.limit = MEMORY_LIMIT, .full = give_up, .context = c};
    back_compile(c->out, unit, &back, &limits);
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

/* ---- the preprocessor */

/* Every place of the text lies in a line of some file. */
static void check_places(const struct preprocessor *preprocessor, size_t length)
{
    for (size_t offset = 0; offset <= length; offset += 1 + offset / 64) {
        struct diag_place place;
        origin_find(preprocessor, (uint32_t)offset, &place);
        if (place.file == NULL || place.line_text == NULL || place.column < 1 ||
            memchr(place.line_text, '\n', (size_t)place.column - 1) != NULL) {
            fprintf(stderr, "fuzz: the character at %zu has no place\n", offset);
            abort();
        }
    }
}

/* What comes out, through lexer, parser and checker: messages show places of all kinds. */
static void check_text(struct preprocessor *preprocessor, struct diag *diag, const char *text, size_t length)
{
    struct compilation *c = calloc(1, sizeof *c);
    const struct front_options front = {.warnings = warnings_default | warnings_extra,
                                        .real_words = 26,
                                        .only_check = true,
                                        .origin = preprocessor};
    arena_init(&c->front, MEMORY_LIMIT, give_up, c);
    if (setjmp(c->memory_is_full) == 0)
        front_compile(&c->front, diag, "fuzz/fuzz.fork", text, length, &front);
    arena_release(&c->front);
    free(c);
}

void fuzz_preprocess(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    static const char *const arguments[] = {"-D", "GIVEN=1", "-D", "CALL(x)=x CALL"};
    struct diag diag;
    diag_init(&diag, "fcc", nowhere);
    diag.error_limit = 50;
    diag.warning_limit = 100;
    /* the folder of the source is not there: with --safe no file can be included */
    const struct preprocess_options options = {.warnings = true,
                                               .markers = size % 3 == 0,
                                               .safe = true,
                                               .arguments = arguments,
                                               .argument_count = 4,
                                               .divisor = 64};
    struct preprocessor *preprocessor = preprocess_new(&diag, &options);
    char *source = malloc(size + 1);
    memcpy(source, bytes, size);
    source[size] = '\0';
    bool good = preprocess_run(preprocessor, "fuzz/fuzz.fork", source, size);
    size_t length = 0;
    const char *text = preprocess_text(preprocessor, &length);
    if (good) {
        check_places(preprocessor, length);
        check_text(preprocessor, &diag, text, length);
    }
    preprocess_free(preprocessor);
    free(source);
}
