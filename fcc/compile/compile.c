/* compile.c - one source through preprocessor, front end and back end; see compile.h. */
#include "fcc/compile/compile.h"

/* the front end has two arenas, one of them for a function at a time, and so has the back end after it */
enum { MEGABYTE = 1 << 20, FRONT_LIMIT = 224 * MEGABYTE, BACK_LIMIT = 80 * MEGABYTE };

static void memory_is_full(void *context)
{
    struct compilation *c = context;
    struct diag_place place = {.file = c->name};
    const struct ir_function *function = c->unit != NULL ? c->unit->compiled : NULL;
    if (function != NULL) {
        const struct ir_file *file = &c->unit->files[function->file];
        place =
            (struct diag_place){.file = file->name, .line = (int)function->line, .column = (int)file->column};
    }
    diag_report(c->diag, DIAG_ERROR, &place,
                "compiling this takes too much memory; split it into smaller functions or files");
    longjmp(c->full, 1);
}

bool compilation_preprocess(struct compilation *c)
{
    if (c->is_preprocessed)
        return true;
    c->preprocessor = preprocess_new(c->diag, &c->preprocess);
    return preprocess_run(c->preprocessor, c->name, c->text, c->length);
}

const char *compilation_text(const struct compilation *c, size_t *length)
{
    if (c->preprocessor != NULL)
        return preprocess_text(c->preprocessor, length);
    *length = c->length;
    return c->text;
}

bool compilation_front(struct compilation *c)
{
    size_t length;
    const char *text = compilation_text(c, &length);
    arena_init(&c->arena, FRONT_LIMIT, memory_is_full, c);
    c->arena.pool = &c->pool;
    c->front.origin = c->preprocessor;
    if (setjmp(c->full) == 0)
        c->unit = front_compile(&c->arena, c->diag, c->name, text, length, &c->front);
    return c->unit != NULL;
}

static struct arena back_limits(struct compilation *c)
{
    return (struct arena){.limit = BACK_LIMIT, .full = memory_is_full, .context = c, .pool = &c->pool};
}

bool compilation_back(struct compilation *c, const struct back_options *options, FILE *out)
{
    const struct arena limits = back_limits(c);
    if (setjmp(c->full) != 0)
        return false;
    back_compile(out, c->unit, options, &limits);
    return true;
}

bool compilation_optimise(struct compilation *c, const struct pass_options *options, FILE *out)
{
    const struct arena limits = back_limits(c);
    if (setjmp(c->full) != 0)
        return false;
    back_optimise(c->unit, options, out, &limits);
    return true;
}

void compilation_free(struct compilation *c)
{
    arena_pool_release(&c->pool);
    preprocess_free(c->preprocessor);
    c->arena = (struct arena){0};
    c->preprocessor = NULL;
    c->unit = NULL;
}
