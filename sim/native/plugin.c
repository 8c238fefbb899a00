/* plugin.c - what the plugin offers to pramsim: a translator of one program. Calls block, rows,
 * compile. */
#include "sim/bsp/native/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/native/compile.h"
#include "sim/native/rows.h"

struct native_translator {
    struct native_subject subject;
    struct compiler compiler;
    unsigned blocks; /* made or tried */
};

static struct native_translator *create(const struct native_subject *subject, char *error, size_t error_size)
{
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
    compiler_destroy(&translator->compiler);
    free(translator);
}

static bool translate_block(struct native_translator *translator, const struct block_request *request,
                            struct native_block *block)
{
    const struct compiler *compiler = &translator->compiler;
    char name[32];
    struct ir ir;
    *block = (struct native_block){.code = NULL};
    if (!block_find(&translator->subject, request, block))
        return false;
    snprintf(name, sizeof name, "block%u", translator->blocks++);
    compiler_begin(compiler, &ir);
    rows_build(&ir, &translator->subject, request, block, name);
    LLVMMemoryBufferRef object = compiler_emit(compiler, &ir);
    if (object == NULL)
        return false;
    block->bytes = compiler->llvm.GetBufferSize(object);
    void *address = compiler_load(compiler, object, name);
    memcpy(&block->code, &address, sizeof address);
    return address != NULL;
}

extern const struct native_plugin pramsim_native_plugin;
const struct native_plugin pramsim_native_plugin = {.version = NATIVE_PLUGIN_VERSION,
                                                    .create = create,
                                                    .destroy = destroy,
                                                    .translate_block = translate_block};
