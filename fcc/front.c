/* front.c - the front end as one call: lex, parse and check, lower; see front.h. */
#include "fcc/front.h"

#include <setjmp.h>
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/lower/lower.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"
#include "fcc/text/watch.h"

/* What must survive a jump out of the depths. */
struct attempt {
    jmp_buf fatal;
    struct unit *unit;
    struct arena nodes; /* of the declaration that is being compiled */
    struct lower *lower;
    struct ir_unit *result;
};

static void out_of_memory(void *context)
{
    struct attempt *attempt = context;
    /* the message itself needs a little */
    attempt->unit->arena->limit += 1024 * 1024;
    source_fatal(&attempt->unit->source, 0, "this file needs too much memory to compile; divide it");
}

/* Trees live no longer than their declaration: a function's becomes intermediate code at once. */
static void finish_declaration(struct unit *unit, struct symbol *function)
{
    struct attempt *attempt = unit->declared_context;
    if (function != NULL && unit->source.diag->errors == 0 && !unit->options->only_check)
        lower_function(attempt->lower, function);
    const struct front_watch *watch = unit->options->watch;
    if (watch != NULL && function != NULL)
        watch->function(watch->context, unit, function);
    if (function != NULL)
        function->body = NULL;
    arena_release(&attempt->nodes);
}

/* The file that the text was preprocessed from: the first line marker names it; else the text's own. */
static const char *primary_file(const struct source *source, const char *file)
{
    return source->origin == NULL && source->file_count > 1 ? source->files[1] : file;
}

static void compile(struct attempt *attempt, const char *file)
{
    struct unit *unit = attempt->unit;
    source_open(&unit->source, file);
    scope_enter(unit);
    unit->real = type_real(unit->arena, unit->options->real_words);
    check_declare_builtins(unit);
    unit->tokens = lex(&unit->source, &unit->names);
    attempt->lower = lower_new(unit, primary_file(&unit->source, file));
    parse_unit(unit);
    if (unit->source.diag->errors == 0)
        attempt->result = unit->options->only_check ? ir_unit_new(unit->arena) : lower_finish(attempt->lower);
}

struct ir_unit *front_compile(struct arena *arena, struct diag *diag, const char *file, const char *text,
                              size_t length, const struct front_options *options)
{
    struct unit unit = {.arena = arena, .options = options};
    struct attempt attempt = {.unit = &unit};
    if (length > SOURCE_LIMIT) {
        struct diag_place place = {.file = file};
        diag_report(diag, DIAG_ERROR, &place, "the preprocessed text is longer than %u bytes", SOURCE_LIMIT);
        return NULL;
    }
    unit.source = (struct source){.arena = arena,
                                  .diag = diag,
                                  .text = text,
                                  .length = (uint32_t)length,
                                  .origin = options->origin,
                                  .warnings = options->warnings,
                                  .is_plain_c = options->plain_c,
                                  .headers = options->headers,
                                  .fatal = &attempt.fatal};
    void (*full)(void *) = arena->full;
    void *context = arena->context;
    arena->full = out_of_memory;
    arena->context = &attempt;
    arena_init(&attempt.nodes, arena->limit / 2, out_of_memory, &attempt);
    unit.nodes = &attempt.nodes;
    unit.declared = finish_declaration;
    unit.declared_context = &attempt;
    if (setjmp(attempt.fatal) == 0)
        compile(&attempt, file);
    else
        attempt.result = NULL;
    for (const struct scope *scope = unit.scope; options->watch != NULL && scope != NULL;
         scope = scope->outer)
        options->watch->scope(options->watch->context, &unit, scope);
    arena_release(&attempt.nodes);
    names_free(&unit.names);
    arena->full = full;
    arena->context = context;
    return attempt.result;
}
