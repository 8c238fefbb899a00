/* safe.c - --safe (see safe.h), and its filter, which leaves the system calls of safe.def: through
 * libseccomp, if pramsim was built with it. Sanitizers need calls of their own, so their builds have no
 * filter. */
#include "sim/cli/safe.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "common/message.h"
#include "common/stop.h"
#include "common/system/system.h"

#if !defined HAVE_SECCOMP || SAFE_SANITIZED
#undef HAVE_SECCOMP
#define HAVE_SECCOMP 0
#endif

const bool safe_has_filter = HAVE_SECCOMP;

#if HAVE_SECCOMP

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* What a call may do: the rows of safe.def. */
enum right { ALLOWED, FINDING, CHANGING, DENIED, RIGHTS };
static const struct {
    enum right right;
    const char *name;
} calls[] = {
#define SAFE_CALL(name) {ALLOWED, #name},
#define SAFE_FILE_CALL(name) {FINDING, #name},
#define SAFE_CHANGE_CALL(name) {CHANGING, #name},
#define SAFE_DENIED(name) {DENIED, #name},
#include "sim/cli/safe.def"
};

/* The first reason why the filter could not be made; 0: none. */
struct maker {
    scmp_filter_ctx filter;
    int error;
};

/* A rule for a call with conditions on its arguments; a call that this system does not have needs none. */
static void add(struct maker *maker, uint32_t action, const char *name, unsigned count,
                const struct scmp_arg_cmp *conditions)
{
    const int number = seccomp_syscall_resolve_name(name);
    const int result =
        number < 0 ? 0 : seccomp_rule_add_array(maker->filter, action, number, count, conditions);
    if (maker->error == 0)
        maker->error = -result;
}

/* A rule for calls in which the bits `mask` of argument `argument` are `value`. */
static void add_bits(struct maker *maker, const char *name, unsigned argument, uint64_t mask, uint64_t value)
{
    const struct scmp_arg_cmp condition = SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, value);
    add(maker, SCMP_ACT_ALLOW, name, 1, &condition);
}

/* Calls that are allowed with some arguments only. */
static void add_conditions(struct maker *maker)
{
    const uint64_t thread = CLONE_THREAD | CLONE_VM | CLONE_SIGHAND;
    const struct scmp_arg_cmp terminal = SCMP_CMP32(1, SCMP_CMP_EQ, TCGETS); /* isatty */
    /* a thread's signal to a thread of this very process */
    const struct scmp_arg_cmp own = SCMP_CMP64(0, SCMP_CMP_EQ, (scmp_datum_t)getpid());
    add(maker, SCMP_ACT_ALLOW, "tgkill", 1, &own);
    add_bits(maker, "mmap", 2, PROT_EXEC, 0);
    add_bits(maker, "mmap2", 2, PROT_EXEC, 0);
    add_bits(maker, "mprotect", 2, PROT_EXEC, 0);
    /* threads, no processes; clone3 hides its flags in memory, and the C library does without */
    add_bits(maker, "clone", 0, thread, thread);
    add(maker, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, NULL);
    add(maker, SCMP_ACT_ALLOW, "ioctl", 1, &terminal);
}

/* The calls of safe.def, and the opening of files, for a run that uses these folders. */
static void add_calls(struct maker *maker, const struct safe_folders *folders)
{
    const bool writes = folders->out >= 0 || folders->checkpoint >= 0;
    bool changes = writes;
    for (int k = 0; k < folders->document_count; k++)
        changes = changes || folders->documents[k] >= 0;
    const uint32_t refused = SCMP_ACT_ERRNO(EACCES);
    const uint32_t actions[RIGHTS] = {
        [ALLOWED] = SCMP_ACT_ALLOW,
        [FINDING] = changes || folders->in >= 0 ? SCMP_ACT_ALLOW : refused,
        [CHANGING] = changes ? SCMP_ACT_ALLOW : refused,
        [DENIED] = refused,
    };
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++)
        add(maker, actions[calls[k].right], calls[k].name, 0, NULL);
    if (folders->in >= 0 && !writes)
        add_bits(maker, "openat", 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY);
    else
        add(maker, writes ? SCMP_ACT_ALLOW : refused, "openat", 0, NULL);
}

/* Optional optimisations of the filter may fail. */
static void set_attributes(scmp_filter_ctx filter)
{
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
#if SCMP_VER_MAJOR > 2 || (SCMP_VER_MAJOR == 2 && SCMP_VER_MINOR >= 5)
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a tree of numbers, not a list */
    /* the kernel need not guard against the run's own machine code, which is pramsim's */
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
#endif
}

static bool set_filter(const struct safe_folders *folders, char *error, size_t error_size)
{
    struct maker maker = {.filter = seccomp_init(SCMP_ACT_TRAP)};
    if (maker.filter == NULL) {
        maker.error = ENOMEM;
    } else {
        add_calls(&maker, folders);
        add_conditions(&maker);
        set_attributes(maker.filter);
        if (maker.error == 0)
            maker.error = -seccomp_load(maker.filter);
        seccomp_release(maker.filter);
    }
    return maker.error == 0 ||
           message_refuse(error, error_size, "--safe: the host refuses a filter of system calls: %s",
                          strerror(maker.error));
}

#else

static bool set_filter(const struct safe_folders *folders, char *error, size_t error_size)
{
    (void)folders, (void)error, (void)error_size;
    return true;
}

#endif

void safe_begin(void)
{
    const struct rlimit none = {0, 0};
    system_clear_environment();
    setrlimit(RLIMIT_CORE, &none);
}

bool safe_enter(const struct safe_folders *folders, int status, char *error, size_t error_size)
{
    if (!system_forbid_privileges())
        return message_refuse(error, error_size, "--safe: the host refuses it: %s", strerror(errno));
    stop_catch_refused("pramsim: fault: --safe: the simulator asked for system call ", status);
    /* Landlock first: the filter allows none of its calls */
    return safe_landlock(folders, error, error_size) && set_filter(folders, error, error_size);
}
