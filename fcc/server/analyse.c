/* analyse.c - a document through preprocessor and front end: its messages and its index. */
#include "fcc/driver/driver.h"
#include "fcc/driver/paths.h"
#include "fcc/server/document.h"

#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/memory.h"

/* A file that is open in the editor; the compiler composes names with . and .. in them. */
static const char *find_overlay(void *context, const char *path, size_t *length)
{
    const struct documents *documents = context;
    char *real = NULL;
    const char *text = NULL;
    for (size_t i = 0; i < documents->count && text == NULL; i++) {
        const struct document *document = documents->items[i];
        if (strcmp(document->path, path) != 0 && real == NULL)
            real = file_real_name(path);
        if (strcmp(document->path, path) == 0 || (real != NULL && strcmp(document->path, real) == 0)) {
            text = document->text;
            *length = document->length;
        }
    }
    free(real);
    return text;
}

static void add_file(void *context, const char *name, bool is_runtime)
{
    struct document *document = context;
    const size_t size = strlen(name) + 1;
    (void)is_runtime;
    document->files = memory_grow(document->files, &document->file_capacity, document->file_count + 1,
                                  sizeof *document->files);
    document->files[document->file_count++] = memcpy(memory_take(size, 1), name, size);
}

void document_shape(const struct documents *documents, const struct document *document,
                    struct compilation *compilation)
{
    const struct fcc_options *options = documents->options;
    const bool is_c = options->language != NULL ? strcmp(options->language, "c") == 0
                                                : driver_has_suffix(document->path, ".c");
    driver_shape(compilation, options, documents->headers, is_c);
    compilation->preprocess.overlay = find_overlay;
    compilation->preprocess.overlay_context = (void *)documents;
}

void document_analyse(const struct documents *documents, struct document *document)
{
    if (document->is_analysed)
        return;
    struct diag diag;
    diag_list_free(&document->messages);
    index_free(&document->index);
    index_begin(&document->index);
    diag_init_list(&diag, "fcc", &document->messages);
    diag.error_limit = DRIVER_MOST_ERRORS;
    diag.warning_limit = DRIVER_MOST_WARNINGS;
    struct compilation compilation = {
        .name = document->path, .text = document->text, .length = document->length, .diag = &diag};
    document_shape(documents, document, &compilation);
    compilation.front.only_check = true;
    compilation.front.watch = &document->index.watch;
    if (compilation_preprocess(&compilation))
        compilation_front(&compilation);
    document_forget_files(document);
    preprocess_files(compilation.preprocessor, add_file, document);
    compilation_free(&compilation);
    index_finish(&document->index);
    document->is_analysed = true;
}
