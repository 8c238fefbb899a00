/* plugin.c - what the plugin offers to pramsim: a translator of one program. Calls region, lane,
 * block, rows, compile. */
#include "sim/bsp/native/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/native/compile.h"
#include "sim/native/lane.h"
#include "sim/native/rows.h"

struct native_translator {
    struct native_subject subject;
    struct compiler compiler;
    unsigned regions;
};

static bool check(char *error, size_t error_size)
{
    struct llvm llvm;
    return llvm_load(&llvm, error, error_size);
}

static struct native_translator *create(const struct native_subject *subject, char *error, size_t error_size)
{
    struct native_translator *translator = calloc(1, sizeof *translator);
    if (translator == NULL) {
        snprintf(error, error_size, "memory is short");
        return NULL;
    }
    translator->subject = *subject;
    if (compiler_create(&translator->compiler, error, error_size))
        return translator;
    free(translator);
    return NULL;
}

static void destroy(struct native_translator *translator)
{
    compiler_destroy(&translator->compiler);
    free(translator);
}

static bool translate_region(struct native_translator *translator, const struct region *region, bool well,
                             struct native_region *out)
{
    const struct compiler *compiler = &translator->compiler;
    char name[32];
    struct ir ir;
    snprintf(name, sizeof name, "region%u", translator->regions++);
    compiler_begin(compiler, &ir);
    if (!lane_build(&ir, region, name, out)) {
        compiler_drop(&ir);
        return false;
    }
    LLVMMemoryBufferRef object = compiler_emit(compiler, &ir, well);
    if (object == NULL)
        return false;
    out->bytes = compiler->llvm.GetBufferSize(object);
    out->instructions = region->instructions;
    void *address = compiler_load(compiler, object, name);
    memcpy(&out->code, &address, sizeof address);
    return address != NULL;
}

static bool translate(struct native_translator *translator, const struct native_request *request,
                      struct native_region *out)
{
    struct region region;
    *out = (struct native_region){.code = NULL};
    if (!region_find(&region, &translator->subject, request->form, request->pc, request->most))
        return false;
    const bool good = translate_region(translator, &region, request->well, out);
    region_destroy(&region);
    if (!good) {
        free(out->entries);
        free(out->stops);
        *out = (struct native_region){.code = NULL};
    }
    return good;
}

/* Blocks are made well at once: made in a hurry, vectors go through memory after each instruction. */
static bool translate_block(struct native_translator *translator, const struct block_request *request,
                            struct native_block *block)
{
    const struct compiler *compiler = &translator->compiler;
    char name[32];
    struct ir ir;
    *block = (struct native_block){.code = NULL};
    if (!block_find(&translator->subject, request, block))
        return false;
    snprintf(name, sizeof name, "block%u", translator->regions++);
    compiler_begin(compiler, &ir);
    rows_build(&ir, &translator->subject, request, block, name);
    LLVMMemoryBufferRef object = compiler_emit(compiler, &ir, true);
    if (object == NULL)
        return false;
    block->bytes = compiler->llvm.GetBufferSize(object);
    void *address = compiler_load(compiler, object, name);
    memcpy(&block->code, &address, sizeof address);
    return address != NULL;
}

static const char *describe(const struct native_translator *translator)
{
    return translator->compiler.llvm.name;
}

extern const struct native_plugin pramsim_native_plugin;
const struct native_plugin pramsim_native_plugin = {.version = NATIVE_PLUGIN_VERSION,
                                                    .check = check,
                                                    .create = create,
                                                    .destroy = destroy,
                                                    .translate = translate,
                                                    .describe = describe,
                                                    .translate_block = translate_block};
