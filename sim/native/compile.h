/* compile.h - intermediate code becomes an image of code. Calls LLVM, and image. */
#ifndef PRAM_NATIVE_COMPILE_H
#define PRAM_NATIVE_COMPILE_H

#include "sim/native/image.h"
#include "sim/native/ir.h"

/* What it takes to compile for this processor. */
struct compiler {
    struct llvm llvm;
    LLVMTargetMachineRef target;
    char *triple, *processor, *features; /* LLVM's */
};

/* Loads LLVM (llvm_load), for a processor by its name or, NULL, this one. False, with a line in `error`. */
bool compiler_create(struct compiler *compiler, const char *processor, char *error, size_t error_size);
void compiler_destroy(struct compiler *compiler);

/* A module for a function. It lasts until compiler_emit or compiler_drop. */
void compiler_begin(const struct compiler *compiler, struct ir *ir);
void compiler_drop(struct ir *ir);

/* The code of the module's function `name`; the module is gone then. The caller frees the image. False: LLVM
 * could not. */
bool compiler_emit(const struct compiler *compiler, struct ir *ir, const char *name, struct image *image);

#endif
