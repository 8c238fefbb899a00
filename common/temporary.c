/* temporary.c - see temporary.h. */
#include "common/temporary.h"

#include "common/system/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 100 }; /* number of attempts */

static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
enum { LETTERS = sizeof letters - 1 };

/* Random bytes. If the kernel has none yet: from clock and process; O_EXCL still protects files of others. */
static void take_random(unsigned char *bytes, size_t size)
{
    if (system_random(bytes, size))
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t state = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 44;
    for (size_t i = 0; i < size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(state >> 56);
    }
}

static void make_name(char name[TEMPORARY_NAME])
{
    unsigned char random[TEMPORARY_LETTERS];
    take_random(random, sizeof random);
    memcpy(name, TEMPORARY_PREFIX, sizeof TEMPORARY_PREFIX);
    char *next = name + strlen(TEMPORARY_PREFIX);
    for (size_t i = 0; i < sizeof random; i++)
        *next++ = letters[random[i] % LETTERS];
    *next = '\0';
}

bool temporary_is_name(const char *name)
{
    return strncmp(name, TEMPORARY_PREFIX, strlen(TEMPORARY_PREFIX)) == 0 &&
           strlen(name) == TEMPORARY_NAME - 1 &&
           strspn(name + strlen(TEMPORARY_PREFIX), letters) == TEMPORARY_LETTERS;
}

/* Whether the file is locked now and still there: another process may have removed it between creation and
 * lock. */
static bool keep(int file)
{
    struct stat status;
    const bool is_locked =
        flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; /* or the file system has no locks */
    return is_locked && fstat(file, &status) == 0 && status.st_nlink != 0;
}

int temporary_file(int directory, char name[TEMPORARY_NAME], mode_t permissions)
{
    for (int tries = 0; tries < TRIES; tries++) {
        make_name(name);
        int file = openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions);
        if (file >= 0 ? keep(file) : errno != EEXIST)
            return file;
        if (file < 0)
            continue;
        unlinkat(directory, name,
                 0); /* a process that checks for leftovers may hold the lock and leave the file */
        close(file);
    }
    errno = EEXIST;
    return -1;
}

/* Whether no process has the file open; then this process has locked it. */
static bool is_left(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
           status.st_nlink == 1 && flock(file, LOCK_EX | LOCK_NB) == 0;
}

void temporary_sweep(int directory)
{
    const int folder = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = folder >= 0 ? fdopendir(folder) : NULL;
    const struct dirent *entry;
    if (entries == NULL) {
        if (folder >= 0)
            close(folder);
        return;
    }
    while ((entry = readdir(entries)) != NULL) {
        if (!temporary_is_name(entry->d_name))
            continue;
        const int file =
            openat(folder, entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (file < 0)
            continue;
        if (is_left(file))
            unlinkat(folder, entry->d_name, 0);
        close(file);
    }
    closedir(entries);
}

/* ---- folders */

const char *temporary_parent(void)
{
    const char *named = getenv("TMPDIR");
    return named != NULL && named[0] != '\0' ? named : "/tmp";
}

void temporary_explain(char *text, size_t size)
{
    const char *reason = strerror(errno);
    snprintf(text, size,
             "cannot make a folder for temporary files in %.60s: %s; set TMPDIR to a folder you may write",
             temporary_parent(), reason);
}

/* Removes all files of an open folder. Allocates neither memory nor descriptors: there may be none left. */
static void empty_folder(int folder)
{
    _Alignas(struct dirent64) char block[4096];
    lseek(folder, 0, SEEK_SET);
    for (ssize_t size; (size = getdents64(folder, block, sizeof block)) > 0;)
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(block + at);
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
                unlinkat(folder, entry->d_name, 0);
            at += entry->d_reclen;
        }
}

/* Removes a folder that a killed program has left: it belongs to this user and no process has locked it. */
static void sweep_folder(int parent, const char *name)
{
    struct stat status;
    const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return;
    if (fstat(folder, &status) == 0 && status.st_uid == geteuid() && flock(folder, LOCK_EX | LOCK_NB) == 0) {
        empty_folder(folder);
        unlinkat(parent, name, AT_REMOVEDIR);
    }
    close(folder);
}

static void sweep_folders(const char *parent)
{
    DIR *entries = opendir(parent);
    if (entries == NULL)
        return;
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries))
        if (temporary_is_name(entry->d_name) && (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN))
            sweep_folder(dirfd(entries), entry->d_name);
    closedir(entries);
}

/* Whether the open folder still exists: not every system says so by its number of links. */
static bool lies_at(const char *path, int folder)
{
    struct stat there;
    struct stat here;
    return stat(path, &there) == 0 && fstat(folder, &here) == 0 && there.st_dev == here.st_dev &&
           there.st_ino == here.st_ino;
}

char *temporary_folder(const char *parent, int *lock)
{
    size_t length = strlen(parent);
    char *path = malloc(length + 1 + TEMPORARY_NAME);
    if (path == NULL)
        return NULL;
    sweep_folders(parent);
    memcpy(path, parent, length);
    path[length] = '/';
    for (int tries = 0; tries < TRIES; tries++) {
        make_name(path + length + 1);
        if (mkdir(path, 0700) != 0) {
            if (errno == EEXIST)
                continue;
            break;
        }
        *lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (*lock < 0 && errno == ENOENT)
            continue; /* removed before it was locked */
        if (*lock < 0) {
            const int why = errno;
            rmdir(path);
            errno = why;
            break;
        }
        if (keep(*lock) && lies_at(path, *lock))
            return path;
        close(*lock);
    }
    int reason = errno;
    free(path);
    errno = reason;
    return NULL;
}

void temporary_folder_remove(const char *path, int lock)
{
    empty_folder(lock);
    rmdir(path);
    close(lock);
}
