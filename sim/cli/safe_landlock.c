/* safe_landlock.c - the half of --safe that confines a process to folders (see safe.h). Raw system calls and
 * the kernel's numbers: the C library of the oldest systems that pramsim is built on has neither. Without
 * Linux (SYSTEM_POSIX) nothing is confined. */
#include "sim/cli/safe.h"

#if SYSTEM_POSIX

bool safe_landlock(const struct safe_folders *folders, char *error, size_t error_size)
{
    (void)folders, (void)error, (void)error_size;
    return true;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The same on all architectures. */
enum { CALL_CREATE_RULESET = 444, CALL_ADD_RULE = 445, CALL_RESTRICT_SELF = 446 };
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };

/* Rights on files, bits of the kernel's interface, in the order of its versions. */
#define RIGHT(bit) (UINT64_C(1) << (bit))
#define WRITE_FILE RIGHT(1)
#define READ_FILE RIGHT(2)
#define READ_DIR RIGHT(3)
#define REMOVE_FILE RIGHT(5)
#define MAKE_REG RIGHT(8)
#define TRUNCATE RIGHT(14)

struct ruleset {
    uint64_t files;    /* rights that are removed unless a rule grants them */
    uint64_t networks; /* since version 4: bind and connect */
    uint64_t scopes;   /* since version 6: sockets by abstract names, signals to others */
};

struct __attribute__((packed)) rule {
    uint64_t rights;
    int32_t folder;
};

static bool allow(int ruleset, int folder, uint64_t rights)
{
    const struct rule rule = {.rights = rights, .folder = folder};
    return folder < 0 || rights == 0 || syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0;
}

/* All rights on files that a version of the interface knows. */
static uint64_t rights_of(long version)
{
    const unsigned bits = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    return RIGHT(bits) - 1;
}

bool safe_landlock(const struct safe_folders *folders, char *error, size_t error_size)
{
    const long version = syscall(CALL_CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
    if (version < 1)
        return true; /* a kernel without it, or one that was started without it */
    const uint64_t all = rights_of(version);
    const struct ruleset rules = {.files = all, .networks = 3, .scopes = 3};
    const size_t size = version >= 6   ? sizeof rules
                        : version >= 4 ? offsetof(struct ruleset, scopes)
                                       : offsetof(struct ruleset, networks);
    const uint64_t writing = WRITE_FILE | READ_FILE | READ_DIR | REMOVE_FILE | MAKE_REG | TRUNCATE;
    const int ruleset = (int)syscall(CALL_CREATE_RULESET, &rules, size, 0);
    /* a sanitizer searches for leaks there at the end */
    const int tools = SAFE_SANITIZED ? open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    bool allowed = ruleset >= 0 && allow(ruleset, tools, READ_FILE | READ_DIR) &&
                   allow(ruleset, folders->in, READ_FILE | READ_DIR) &&
                   allow(ruleset, folders->out, writing & all) &&
                   allow(ruleset, folders->checkpoint, MAKE_REG | REMOVE_FILE | READ_FILE | WRITE_FILE);
    for (int k = 0; k < folders->document_count; k++)
        allowed = allowed && allow(ruleset, folders->documents[k], MAKE_REG | REMOVE_FILE);
    allowed = allowed && syscall(CALL_RESTRICT_SELF, ruleset, 0) == 0;
    if (!allowed)
        snprintf(error, error_size, "--safe: the host refuses to confine pramsim to folders: %s",
                 strerror(errno));
    if (ruleset >= 0)
        close(ruleset);
    if (tools >= 0)
        close(tools);
    return allowed;
}

#endif
