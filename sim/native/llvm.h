/* llvm.h - LLVM's library, found at run time: its functions by name (llvm.def), and the numbers that they
 * take.
 *
 * Types, numbers and functions are those of LLVM's C interface, which stays the same from version to version;
 * they are declared here, so that pramsim is built without LLVM's headers. Knows nothing of pramsim.
 */
#ifndef PRAM_NATIVE_LLVM_H
#define PRAM_NATIVE_LLVM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct LLVMOpaqueContext *LLVMContextRef;
typedef struct LLVMOpaqueModule *LLVMModuleRef;
typedef struct LLVMOpaqueType *LLVMTypeRef;
typedef struct LLVMOpaqueValue *LLVMValueRef;
typedef struct LLVMOpaqueBasicBlock *LLVMBasicBlockRef;
typedef struct LLVMOpaqueBuilder *LLVMBuilderRef;
typedef struct LLVMOpaqueAttributeRef *LLVMAttributeRef;
typedef struct LLVMOpaqueTargetData *LLVMTargetDataRef;
typedef struct LLVMTarget *LLVMTargetRef;
typedef struct LLVMOpaqueTargetMachine *LLVMTargetMachineRef;
typedef struct LLVMOpaqueMemoryBuffer *LLVMMemoryBufferRef;

/* LLVMOpcode */
enum llvm_opcode {
    LLVM_ADD = 8,
    LLVM_FADD = 9,
    LLVM_SUB = 10,
    LLVM_FSUB = 11,
    LLVM_MUL = 12,
    LLVM_FMUL = 13,
    LLVM_UDIV = 14,
    LLVM_SDIV = 15,
    LLVM_FDIV = 16,
    LLVM_UREM = 17,
    LLVM_SHL = 20,
    LLVM_LSHR = 21,
    LLVM_ASHR = 22,
    LLVM_AND = 23,
    LLVM_OR = 24,
    LLVM_XOR = 25,
    LLVM_TRUNC = 30,
    LLVM_ZEXT = 31,
    LLVM_SEXT = 32,
    LLVM_FPTOSI = 34,
    LLVM_UITOFP = 35,
    LLVM_SITOFP = 36,
    LLVM_BITCAST = 41
};

/* LLVMIntPredicate */
enum llvm_compare {
    LLVM_EQ = 32,
    LLVM_NE,
    LLVM_UGT,
    LLVM_UGE,
    LLVM_ULT,
    LLVM_ULE,
    LLVM_SGT,
    LLVM_SGE,
    LLVM_SLT,
    LLVM_SLE
};

/* LLVMRealPredicate */
enum llvm_compare_float {
    LLVM_NEVER = 0,
    LLVM_OEQ,
    LLVM_OGT,
    LLVM_OGE,
    LLVM_OLT,
    LLVM_OLE,
    LLVM_ONE,
    LLVM_ORD,
    LLVM_UNO,
    LLVM_UEQ,
    LLVM_UNGT,
    LLVM_UNGE,
    LLVM_UNLT,
    LLVM_UNLE,
    LLVM_UNE
};

/* LLVMCodeGenOptLevel, LLVMRelocMode, LLVMCodeModel, LLVMCodeGenFileType */
enum {
    LLVM_LEVEL_NONE = 0,
    LLVM_LEVEL_LESS = 1,
    LLVM_LEVEL_DEFAULT = 2,
    LLVM_RELOC_PIC = 2,
    LLVM_MODEL_SMALL = 3,
    LLVM_OBJECT_FILE = 1
};

struct llvm {
    void *library;
    char name[32]; /* as "LLVM 14.0.6" */
#define LLVM(result, name, arguments) result(*name) arguments;
#include "sim/native/llvm.def"
};

/* Loads the library. False, with a line in `error`, if there is none, or none that is of use. */
bool llvm_load(struct llvm *llvm, char *error, size_t error_size);

#endif
