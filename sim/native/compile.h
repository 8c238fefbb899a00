/* compile.h - intermediate code becomes an object file, and that becomes code in memory. Calls LLVM. */
#ifndef PRAM_NATIVE_COMPILE_H
#define PRAM_NATIVE_COMPILE_H

#include "sim/native/ir.h"

/* What it takes to compile for this processor. */
struct compiler {
    struct llvm llvm;
    LLVMTargetMachineRef target;
    LLVMOrcLLJITRef jit;
    char *triple, *processor, *features; /* LLVM's */
};

/* Loads LLVM (llvm_load), for a processor by its name or, NULL, this one. False, with a line in `error`. */
bool compiler_create(struct compiler *compiler, const char *processor, char *error, size_t error_size);
void compiler_destroy(struct compiler *compiler);

/* A module for a function. It lasts until compiler_emit or compiler_drop. */
void compiler_begin(const struct compiler *compiler, struct ir *ir);
void compiler_drop(struct ir *ir);

/* The object file of the module, which is gone then. NULL: LLVM could not. */
LLVMMemoryBufferRef compiler_emit(const struct compiler *compiler, struct ir *ir);

/* The address of a function of an object file, which is gone then; NULL: LLVM could not. */
void *compiler_load(const struct compiler *compiler, LLVMMemoryBufferRef object, const char *name);

#endif
