/* preprocess.c - one source through the preprocessor: start, run, end; see preprocess.h. */
#include "fcc/preprocess/state.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

static void arena_is_full(void *context)
{
    struct preprocessor *pp = context;
    pp->arena.limit += PREPROCESS_MEGABYTE; /* the message itself needs a little */
    pp_fatal(pp, NULL, "preprocessing takes more than %u MiB of memory; do macros multiply each other?",
             PREPROCESS_MEMORY_LIMIT / PREPROCESS_MEGABYTE);
}

struct preprocessor *preprocess_new(struct diag *diag, const struct preprocess_options *options)
{
    struct preprocessor *pp = memory_take(1, sizeof *pp);
    pp->diag = diag;
    pp->options = options;
    pp->next_base = 1; /* no place is 0 */
    pp->expansion_count = 1;
    arena_init(&pp->arena, pp_limit(pp, PREPROCESS_MEMORY_LIMIT), arena_is_full, pp);
    return pp;
}

void preprocess_free(struct preprocessor *pp)
{
    if (pp == NULL)
        return;
    for (struct pp_list *list = pp->lists; list != NULL; list = list->next)
        free(list->tokens);
    for (struct pp_list *list = pp->free_lists; list != NULL; list = list->next)
        free(list->tokens);
    for (struct pp_file *file = pp->files; file != NULL; file = file->next)
        free(file->owned);
    for (uint32_t i = 0; i < pp->inclusion_count; i++)
        free(pp->inclusions[i]->renumberings);
    free(pp->inclusions);
    free(pp->contexts);
    free(pp->expansions);
    free(pp->writer.map);
    free(pp->writer.text);
    names_free(&pp->names);
    arena_release(&pp->arena);
    free(pp);
}

bool preprocess_run(struct preprocessor *pp, const char *name, const char *text, size_t length)
{
    if (setjmp(pp->give_up) != 0)
        return false;
    file_folders(pp, name);
    pp->expansions =
        pp_grow(pp, pp->expansions, pp->expansion_count, &pp->expansion_capacity, sizeof *pp->expansions);
    pp->expansions[0] = (struct pp_expansion){0};
    macro_predefine(pp);
    if (length > PREPROCESS_FILE_LIMIT)
        pp_fatal(pp, NULL, "%.200s is longer than %u MiB", name, PREPROCESS_FILE_LIMIT / PREPROCESS_MEGABYTE);
    file_open(pp, file_of_text(pp, name, text, (uint32_t)length), 0, NULL);
    include_given(pp);
    write_all(pp);
    file_close(pp);
    return !pp->failed;
}

void preprocess_files(struct preprocessor *pp,
                      void (*visit)(void *context, const char *name, bool is_runtime), void *context)
{
    const char *headers = pp->options->headers;
    const size_t length = headers == NULL ? 0 : strlen(headers);
    for (uint32_t i = 0; i < pp->inclusion_count; i++) {
        struct pp_file *file = pp->inclusions[i]->file;
        if (!file->is_own && !file->was_listed)
            visit(context, file->name,
                  length > 0 && strncmp(file->name, headers, length) == 0 && file->name[length] == '/');
        file->was_listed = true;
    }
}

const char *preprocess_text(const struct preprocessor *pp, size_t *length)
{
    *length = pp->writer.length;
    return pp->writer.text;
}
