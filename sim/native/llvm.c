/* llvm.c - see llvm.h. Calls the dynamic linker, and the operating system for pages that linking has touched.
 */
#include "sim/native/llvm.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* The parts of a library that are never written: the list of all that is relocated and the names of all its
 * functions are read once, when it is linked. These pages, 34 MiB of the 49 that are touched then, are given
 * back; what is needed of them later comes from the file again. */
static int give_back_pages(struct dl_phdr_info *object, size_t size, void *context)
{
    const struct link_map *map = context;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    (void)size;
    if (object->dlpi_addr != map->l_addr)
        return 0;
    for (unsigned k = 0; k < object->dlpi_phnum; k++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[k];
        const uintptr_t begin = (object->dlpi_addr + part->p_vaddr + page - 1) / page * page;
        const uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_memsz) / page * page;
        void *pages;
        memcpy(&pages, &begin, sizeof pages);
        if (part->p_type == PT_LOAD && !(part->p_flags & PF_W) && begin < end)
            (void)madvise(pages, end - begin, MADV_DONTNEED);
    }
    return 1;
}

static void *open_library(const char *file)
{
    struct link_map *map;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0)
        dl_iterate_phdr(give_back_pages, map);
    return library;
}

static void *open_any(void)
{
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        void *library = open_library(files[k]);
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
