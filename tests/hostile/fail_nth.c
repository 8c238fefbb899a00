/* fail_nth.c - a library for LD_PRELOAD that makes the n-th call of one kind fail, to test a program's
 * reaction.
 *
 *   FAIL_PROGRAM  the program to affect (its name without folders); has no effect on others
 *   FAIL_KIND     alloc   malloc, calloc, realloc, reallocarray, aligned_alloc, posix_memalign: NULL, ENOMEM
 *                 thread  pthread_create: EAGAIN
 *                 mmap    the system call: ENOMEM
 *                 open    the system calls open, openat, mkdir, mkdirat: EMFILE
 *                 write   the system calls write (but to standard error), writev, pwrite64, ftruncate, rename
 *                         and its like: ENOSPC
 *                 folder  the system calls that change a folder: open, openat, rename, unlink: EIO
 *   FAIL_NTH      number of the failing call, from 1; 0: none
 *   FAIL_AFTER    set: all later ones fail, too, as when memory or disk has really run out
 *   FAIL_KILL     set: it does not fail, but the program is killed there (SIGKILL)
 *   FAIL_COUNT    a file to which the number of calls is written at the end
 *
 * Ends the program with 98 if the kernel has no such filter, with 99 if its settings are wrong.
 *
 * A filter of the kernel (seccomp) catches system calls by a signal that this library handles, because the C
 * library makes many of them without a replaceable name. The filter looks at calls from this process's C
 * library only: programs that this one starts inherit it, and their C library is at another address. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { MAX_CALLS = 12 };

struct kind {
    const char *name;
    int error;
    int calls[MAX_CALLS]; /* system calls, ended by -1 */
};

static const struct kind kinds[] = {
    {"alloc", ENOMEM, {-1}},
    {"thread", EAGAIN, {-1}},
    {"mmap", ENOMEM, {SYS_mmap, -1}},
    {"open", EMFILE, {SYS_open, SYS_openat, SYS_mkdir, SYS_mkdirat, -1}},
    {"write",
     ENOSPC,
     {SYS_write, SYS_writev, SYS_pwrite64, SYS_ftruncate, SYS_rename, SYS_renameat, SYS_renameat2, -1}},
    {"folder",
     EIO,
     {SYS_open, SYS_openat, SYS_rename, SYS_renameat, SYS_renameat2, SYS_unlink, SYS_unlinkat, SYS_link,
      SYS_linkat, -1}},
};

static const struct kind *chosen; /* NULL: this program is left alone */
static long nth;
static bool all_after, kills;
static atomic_long *seen; /* shared with forked copies of the program */

/* A system call from here, which the filter lets pass. */
long fail_nth_call(long number, long a, long b, long c, long d, long e, long f);
__asm__(".text\n"
        ".global fail_nth_call\n"
        "fail_nth_call:\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    mov %rcx, %rdx\n"
        "    mov %r8, %r10\n"
        "    mov %r9, %r8\n"
        "    mov 8(%rsp), %r9\n"
        "    syscall\n"
        "    ret\n");

static bool is_kind(const char *name)
{
    return chosen != NULL && strcmp(chosen->name, name) == 0;
}

/* Counts a call of the chosen kind: whether it is to fail. */
static bool must_fail(void)
{
    long number = atomic_fetch_add(seen, 1) + 1;
    const bool is_it = nth != 0 && (number == nth || (all_after && number > nth));
    if (is_it && kills)
        raise(SIGKILL);
    return is_it;
}

static void on_system_call(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    int old_errno = errno;
    /* messages can always be written */
    bool message = info->si_syscall == SYS_write && r[REG_RDI] == STDERR_FILENO;
    if (!message && must_fail())
        r[REG_RAX] = -chosen->error;
    else
        r[REG_RAX] = fail_nth_call(info->si_syscall, r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10],
                                   r[REG_R8], r[REG_R9]);
    errno = old_errno;
}

/* Finds where the C library lies: first and last address of its code. */
static int find_library(struct dl_phdr_info *info, size_t size, void *range)
{
    (void)size;
    if (strstr(info->dlpi_name, "libc.so") == NULL)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
            uint64_t *bounds = range;
            bounds[0] = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            bounds[1] = bounds[0] + info->dlpi_phdr[i].p_memsz - 1;
        }
    return 1;
}

/* Traps the chosen kind's system calls from the C library. */
static void install_filter(void)
{
    struct sigaction action = {.sa_sigaction = on_system_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSYS, &action, NULL);
    uint64_t range[2] = {0, 0};
    dl_iterate_phdr(find_library, range);
    if (range[0] == 0 || range[0] >> 32 != range[1] >> 32)
        _exit(98);
    uint8_t calls = 0;
    while (chosen->calls[calls] >= 0)
        calls++;
    enum { ADDRESS = offsetof(struct seccomp_data, instruction_pointer) };
    struct sock_filter code[8 + MAX_CALLS] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ADDRESS + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(range[0] >> 32), 0, (uint8_t)(4 + calls)),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ADDRESS),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)range[0], 0, (uint8_t)(2 + calls)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)range[1], (uint8_t)(1 + calls), 0),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    unsigned short size = 6;
    for (uint8_t i = 0; i < calls; i++)
        code[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)chosen->calls[i],
                                                    (uint8_t)(calls - i), 0);
    code[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {.len = size, .filter = code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        _exit(98);
}

__attribute__((constructor)) static void start(void)
{
    const char *program = getenv("FAIL_PROGRAM");
    const char *kind = getenv("FAIL_KIND");
    if (program == NULL || kind == NULL || strcmp(program_invocation_short_name, program) != 0)
        return;
    const char *which = getenv("FAIL_NTH");
    nth = which == NULL ? 0 : strtol(which, NULL, 10);
    all_after = getenv("FAIL_AFTER") != NULL;
    kills = getenv("FAIL_KILL") != NULL;
    void *shared = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        _exit(99);
    seen = shared;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, kind) == 0)
            chosen = &kinds[i];
    if (chosen == NULL)
        _exit(99);
    if (chosen->calls[0] >= 0)
        install_filter();
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    if (chosen == NULL || path == NULL)
        return;
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(seen));
    long file =
        fail_nth_call(SYS_openat, AT_FDCWD, (long)path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666, 0, 0);
    fail_nth_call(SYS_write, file, (long)text, length, 0, 0, 0);
    fail_nth_call(SYS_close, file, 0, 0, 0, 0, 0);
}

/* ---- what has names: glibc's own allocator is reached by its second names, so that nothing is looked up */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static bool allocation_fails(void)
{
    if (!is_kind("alloc") || !must_fail())
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return allocation_fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return allocation_fails() ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *got = allocation_fails() ? NULL : __libc_memalign(alignment, size);
    if (got == NULL)
        return ENOMEM;
    *memory = got;
    return 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *),
                   void *argument)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (is_kind("thread") && must_fail())
        return EAGAIN;
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return real(thread, attributes, begin, argument);
}
