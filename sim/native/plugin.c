/* plugin.c - what the plugin offers to pramsim: a translator of one program. Calls block, rows,
 * compile, image. */
#include "sim/bsp/native/plugin.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/native/compile.h"
#include "sim/native/rows.h"

/* LLVM and all blocks take some 50 MiB, code of single PPs (sim/bsp/lane) up to 9, and the tables of both 80
 * bytes for each instruction of the program: of longer programs native code would take more than 64 MiB. */
enum { PROGRAM_MOST = 80000 };

struct native_translator {
    struct native_subject subject;
    struct compiler compiler;
    struct image image; /* of the last block */
};

static struct native_translator *create(const struct native_subject *subject, char *error, size_t error_size)
{
    if (subject->count > PROGRAM_MOST) {
        snprintf(error, error_size, "the program has more than %d instructions", PROGRAM_MOST);
        return NULL;
    }
    struct native_translator *translator = calloc(1, sizeof *translator);
    if (translator == NULL) {
        snprintf(error, error_size, "memory is short");
        return NULL;
    }
    translator->subject = *subject;
    if (compiler_create(&translator->compiler, subject->processor, error, error_size))
        return translator;
    free(translator);
    return NULL;
}

static void destroy(struct native_translator *translator)
{
    image_free(&translator->image);
    compiler_destroy(&translator->compiler);
    free(translator);
}

static bool translate_block(struct native_translator *translator, const struct block_request *request,
                            struct native_block *block)
{
    static const char name[] = "block";
    const struct compiler *compiler = &translator->compiler;
    struct image *image = &translator->image;
    struct ir ir;
    *block = (struct native_block){.code = NULL};
    image_free(image);
    if (!block_find(&translator->subject, request, block))
        return false;
    compiler_begin(compiler, &ir);
    rows_build(&ir, &translator->subject, request, block, name);
    if (!compiler_emit(compiler, &ir, name, image))
        return false;
    block->image = image->bytes;
    block->bytes = (uint32_t)image->size;
    block->entry = image->entry;
    return true;
}

static bool has_block(const struct native_subject *subject, const struct block_request *request)
{
    struct native_block block;
    return block_find(subject, request, &block);
}

extern const struct native_plugin pramsim_native_plugin;
const struct native_plugin pramsim_native_plugin = {.version = NATIVE_PLUGIN_VERSION,
                                                    .identity = NATIVE_IDENTITY,
                                                    .has_block = has_block,
                                                    .create = create,
                                                    .destroy = destroy,
                                                    .translate_block = translate_block};
