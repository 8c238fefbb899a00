/* compile.c - see compile.h. */
#include "sim/native/compile.h"

#include <stdio.h>
#include <string.h>

static bool fail(char *error, size_t error_size, const char *what, const char *why)
{
    if (error != NULL)
        snprintf(error, error_size, "%s: %s", what, why != NULL ? why : "no reason given");
    return false;
}

static bool create_target(struct compiler *compiler, const char *processor, char *error, size_t error_size)
{
    const struct llvm *llvm = &compiler->llvm;
    LLVMTargetRef target;
    char *text = NULL;
    compiler->triple = llvm->GetDefaultTargetTriple();
    compiler->processor = llvm->GetHostCPUName();
    compiler->features = llvm->GetHostCPUFeatures();
    if (llvm->GetTargetFromTriple(compiler->triple, &target, &text) != 0) {
        (void)fail(error, error_size, compiler->triple, text);
        llvm->DisposeMessage(text);
        return false;
    }
    /* at lower levels vectors go through memory after each instruction */
    compiler->target = llvm->CreateTargetMachine(
        target, compiler->triple, processor != NULL ? processor : compiler->processor,
        processor != NULL ? "" : compiler->features, LLVM_LEVEL_DEFAULT, LLVM_RELOC_PIC, LLVM_MODEL_SMALL);
    return compiler->target != NULL || fail(error, error_size, llvm->name, "no code for this processor");
}

bool compiler_create(struct compiler *compiler, const char *processor, char *error, size_t error_size)
{
    *compiler = (struct compiler){.target = NULL};
    if (!llvm_load(&compiler->llvm, error, error_size))
        return false;
    if (create_target(compiler, processor, error, error_size))
        return true;
    compiler_destroy(compiler);
    return false;
}

void compiler_destroy(struct compiler *compiler)
{
    const struct llvm *llvm = &compiler->llvm;
    if (compiler->target != NULL)
        llvm->DisposeTargetMachine(compiler->target);
    if (compiler->triple != NULL) {
        llvm->DisposeMessage(compiler->triple);
        llvm->DisposeMessage(compiler->processor);
        llvm->DisposeMessage(compiler->features);
    }
    /* the library stays: its threads and tables cannot be taken back */
    *compiler = (struct compiler){.target = NULL};
}

void compiler_begin(const struct compiler *compiler, struct ir *ir)
{
    const struct llvm *llvm = &compiler->llvm;
    LLVMContextRef context = llvm->ContextCreate();
    LLVMTargetDataRef layout = llvm->CreateTargetDataLayout(compiler->target);
    *ir = (struct ir){.llvm = llvm,
                      .context = context,
                      .module = llvm->ModuleCreateWithNameInContext("pramsim", context),
                      .builder = llvm->CreateBuilderInContext(context),
                      .bit = llvm->Int1TypeInContext(context),
                      .byte = llvm->Int8TypeInContext(context),
                      .word = llvm->Int32TypeInContext(context),
                      .wide = llvm->Int64TypeInContext(context),
                      .real = llvm->FloatTypeInContext(context)};
    llvm->SetTarget(ir->module, compiler->triple);
    llvm->SetModuleDataLayout(ir->module, layout);
    llvm->DisposeTargetData(layout);
}

void compiler_drop(struct ir *ir)
{
    ir->llvm->DisposeBuilder(ir->builder);
    ir->llvm->DisposeModule(ir->module);
    ir->llvm->ContextDispose(ir->context);
}

bool compiler_emit(const struct compiler *compiler, struct ir *ir, const char *name, struct image *image)
{
    const struct llvm *llvm = &compiler->llvm;
    LLVMMemoryBufferRef object = NULL;
    char *text = NULL;
    bool good = llvm->TargetMachineEmitToMemoryBuffer(compiler->target, ir->module, LLVM_OBJECT_FILE, &text,
                                                      &object) == 0;
    compiler_drop(ir);
    if (!good) {
        llvm->DisposeMessage(text);
        return false;
    }
    good = image_link(llvm->GetBufferStart(object), llvm->GetBufferSize(object), name, image);
    llvm->DisposeMemoryBuffer(object);
    return good;
}
