/* store.c - see store.h. Calls temporary, and the operating system.
 *
 * Files are written here and not by common/output.h, for they must belong to the user alone from the first
 * moment on: who has opened a file may write to it later. All steps after the first name a file by the
 * descriptor of its folder, so that nobody can exchange the folder meanwhile.
 */
#include "sim/bsp/native/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/stop.h"
#include "common/temporary.h"
#include "sim/bsp/native/chance.h"

/* All files together: more, and the oldest go until three quarters are left. */
enum { FILES_MOST = 1000, LISTED_MOST = 4096 };
#define BYTES_MOST ((uint64_t)64 << 20)

/* A file that was read says so by its time if that is older than so many seconds. */
enum { READ_AGAIN = 3600 };

static const char ending[] = ".native";
enum { DIGITS = 16 };

void store_name(char name[STORE_NAME], uint64_t number)
{
    snprintf(name, STORE_NAME, "%016" PRIx64 "%s", number, ending);
}

static bool is_name(const char *name)
{
    return strspn(name, "0123456789abcdef") == DIGITS && strcmp(name + DIGITS, ending) == 0;
}

/* ---- the folder */

static bool is_ours(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Makes a folder for the user alone where there is none, in a folder of the user. */
static void make_in(const char *parent, const char *path)
{
    struct stat status;
    if (stat(parent, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid())
        (void)mkdir(path, 0700);
}

/* The usual folder. False: there is no place for it; nor is there in a process that has got more rights than
 * its user. */
static bool find_usual(char path[PATH_MAX], bool makes)
{
    char base[PATH_MAX - 16];
    const char *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    if (cache != NULL && cache[0] == '/') {
        if (snprintf(base, sizeof base, "%s", cache) >= (int)sizeof base)
            return false;
    } else {
        if (home == NULL || home[0] != '/' ||
            snprintf(base, sizeof base, "%s/.cache", home) >= (int)sizeof base)
            return false;
        if (makes)
            make_in(home, base);
    }
    snprintf(path, PATH_MAX, "%s/pramsim", base);
    if (makes)
        make_in(base, path);
    return true;
}

/* Opens the folder if it may be trusted; -1: there is none, or *trouble says what is wrong. */
static int open_folder(const char *folder, bool makes, const char **trouble)
{
    char usual[PATH_MAX];
    struct stat status;
    if (strcmp(folder, STORE_USUAL) == 0) {
        if (!find_usual(usual, makes)) {
            *trouble = "there is no home folder for it";
            return -1;
        }
        folder = usual;
    } else if (makes) {
        (void)mkdir(folder, 0700);
    }
    const int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) {
        if (makes || errno != ENOENT)
            *trouble = "its folder cannot be opened";
        return -1;
    }
    if (fstat(opened, &status) == 0 && is_ours(&status))
        return opened;
    close(opened);
    *trouble = "its folder does not belong to you alone";
    return -1;
}

/* ---- reading */

/* Reads all; false if the file has changed meanwhile. */
static bool read_all(int file, char *bytes, size_t size)
{
    size_t done = 0;
    ssize_t more;
    while (done < size && (more = read(file, bytes + done, size - done)) != 0) {
        if (more < 0 && errno != EINTR)
            return false;
        done += more > 0 ? (size_t)more : 0;
    }
    return done == size;
}

/* So that the oldest files are those that nobody has read for long. */
static void note_reading(int file, const struct stat *status)
{
    if (time(NULL) - status->st_mtime > READ_AGAIN)
        (void)futimens(file, NULL);
}

/* Hostile builds: half of all files come back with a bit that is wrong, or end early. */
static void damage(char *bytes, size_t *size)
{
#ifdef PRAM_HOSTILE
    const uint64_t random = chance_number();
    if (random % 4 == 0)
        bytes[random / 4 % *size] ^= (char)(1 << (random >> 40) % 8);
    else if (random % 4 == 1)
        *size = random / 4 % *size;
#else
    (void)bytes, (void)size;
#endif
}

static void *read_file(int file, size_t *size, const char **trouble)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !is_ours(&status)) {
        *trouble = "a file in it does not belong to you alone";
        return NULL;
    }
    if (status.st_size <= 0 || (uint64_t)status.st_size > STORE_FILE_MOST)
        return NULL;
    *size = (size_t)status.st_size;
    char *bytes = malloc(*size);
    if (bytes == NULL || !read_all(file, bytes, *size)) {
        free(bytes);
        return NULL;
    }
    note_reading(file, &status);
    damage(bytes, size);
    return bytes;
}

void *store_read(const char *folder, const char *name, size_t *size, const char **trouble)
{
    *trouble = NULL;
    const int opened = open_folder(folder, false, trouble);
    if (opened < 0)
        return NULL;
    const int file = openat(opened, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 && errno != ENOENT)
        *trouble = "a file in it cannot be opened";
    close(opened);
    void *bytes = NULL;
    if (file >= 0) {
        bytes = read_file(file, size, trouble);
        close(file);
    }
    return bytes;
}

/* ---- room */

struct listed {
    char name[STORE_NAME];
    struct timespec time;
    uint64_t bytes;
};

static int compare_times(const void *a, const void *b)
{
    const struct timespec *one = &((const struct listed *)a)->time,
                          *other = &((const struct listed *)b)->time;
    if (one->tv_sec != other->tv_sec)
        return one->tv_sec < other->tv_sec ? -1 : 1;
    return one->tv_nsec < other->tv_nsec ? -1 : one->tv_nsec > other->tv_nsec;
}

/* Lists our own files; returns how many. */
static size_t list_files(DIR *entries, struct listed *list, uint64_t *bytes)
{
    size_t count = 0;
    *bytes = 0;
    for (const struct dirent *entry; count < LISTED_MOST && (entry = readdir(entries)) != NULL;) {
        struct stat status;
        if (!is_name(entry->d_name) ||
            fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        struct listed *one = &list[count++];
        snprintf(one->name, sizeof one->name, "%.*s", STORE_NAME - 1, entry->d_name);
        one->time = status.st_mtim;
        one->bytes = (uint64_t)status.st_size;
        *bytes += one->bytes;
    }
    return count;
}

/* The oldest files go if there are too many. */
static void make_room(int folder)
{
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again >= 0 ? fdopendir(again) : NULL;
    struct listed *list = entries != NULL ? malloc(LISTED_MOST * sizeof *list) : NULL;
    if (list != NULL) {
        uint64_t bytes;
        size_t left = list_files(entries, list, &bytes);
        if (left > FILES_MOST || bytes > BYTES_MOST) {
            qsort(list, left, sizeof *list, compare_times);
            for (const struct listed *one = list; left > FILES_MOST / 4 * 3 || bytes > BYTES_MOST / 4 * 3;
                 one++) {
                (void)unlinkat(folder, one->name, 0);
                bytes -= one->bytes;
                left--;
            }
        }
    }
    free(list);
    if (entries != NULL)
        closedir(entries);
    else if (again >= 0)
        close(again);
}

/* ---- writing */

static bool write_all(int file, const char *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t more = stop_write(file, bytes + done, size - done);
        if (more < 0)
            return false;
        done += (size_t)more;
    }
    return true;
}

bool store_write(const char *folder, const char *name, const void *bytes, size_t size, const char **trouble)
{
    char temporary[TEMPORARY_NAME];
    *trouble = NULL;
    const int opened = open_folder(folder, true, trouble);
    if (opened < 0)
        return false;
    temporary_sweep(opened);
    make_room(opened);
    stop_ignore_file_limit();
    const int file = temporary_file(opened, temporary, 0600);
    bool good = file >= 0 && write_all(file, bytes, size);
    if (file >= 0)
        good = good && renameat(opened, temporary, opened, name) == 0;
    if (file >= 0 && !good)
        (void)unlinkat(opened, temporary, 0);
    if (file >= 0)
        (void)close(file);
    close(opened);
    if (!good)
        *trouble = "nothing can be written to its folder";
    return good;
}
