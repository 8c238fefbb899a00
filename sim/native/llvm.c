/* llvm.c - see llvm.h. Calls the dynamic linker. */
#include "sim/native/llvm.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Of the versions that were tried, the newest one first; then those that should do as well. */
static const char *const files[] = {"libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM-14.so.1",
                                    "libLLVM.so.20.1", "libLLVM.so.18.1", "libLLVM-18.so.18.1",
                                    "libLLVM-18.so.1", "libLLVM-17.so.1", "libLLVM-16.so.1",
                                    "libLLVM-15.so.1", "libLLVM-14.so"};

/* A function by its name; that one is stored as another type is what POSIX says of dlsym. */
static bool look_up(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void *open_any(void)
{
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        void *library = dlopen(files[k], RTLD_NOW | RTLD_LOCAL);
        if (library != NULL)
            return library;
    }
    return NULL;
}

/* The processors that native code is made for. */
static bool begin_target(void *library, const char **missing)
{
#if defined __x86_64__
    static const char *const names[] = {"LLVMInitializeX86TargetInfo", "LLVMInitializeX86Target",
                                        "LLVMInitializeX86TargetMC", "LLVMInitializeX86AsmPrinter"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        void (*begin)(void);
        *missing = names[k];
        if (!look_up(library, names[k], &begin))
            return false;
        begin();
    }
    return true;
#else
    (void)library;
    *missing = "native code is for x86-64";
    return false;
#endif
}

static void read_version(struct llvm *llvm)
{
    void (*version)(unsigned *, unsigned *, unsigned *); /* since LLVM 16 */
    const char *(*text)(void);
    unsigned major, minor, patch;
    if (look_up(llvm->library, "LLVMGetVersion", &version)) {
        version(&major, &minor, &patch);
        snprintf(llvm->name, sizeof llvm->name, "LLVM %u.%u.%u", major, minor, patch);
    } else if (look_up(llvm->library, "lto_get_version", &text)) {
        snprintf(llvm->name, sizeof llvm->name, "%.31s", text());
    } else {
        snprintf(llvm->name, sizeof llvm->name, "LLVM");
    }
}

bool llvm_load(struct llvm *llvm, char *error, size_t error_size)
{
    const char *missing = NULL;
    *llvm = (struct llvm){.library = open_any()};
    if (llvm->library == NULL) {
        snprintf(error, error_size, "there is no library of LLVM (package libllvm14 or libllvm19)");
        return false;
    }
#define LLVM(result, name, arguments)                                                                        \
    if (missing == NULL && !look_up(llvm->library, "LLVM" #name, &llvm->name))                               \
        missing = "LLVM" #name;
#include "sim/native/llvm.def"
    if (missing == NULL && begin_target(llvm->library, &missing)) {
        read_version(llvm);
        return true;
    }
    snprintf(error, error_size, "the LLVM found is of no use: %s is missing", missing);
    dlclose(llvm->library);
    return false;
}
