/* output.c - see output.h.
 *
 * All steps after the first name a file by the descriptor of its folder and its last name, so that no one can
 * exchange the folder meanwhile.
 */
#include "common/output.h"

#include "common/memory.h"
#include "common/stop.h"
#include "common/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* as in the kernel */
enum { BUFFER = 1 << 16 };

static bool refuse(struct file_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
    return false;
}

static bool refuse_for(struct file_error *error, int reason)
{
    return refuse(error, strerror(reason));
}

/* ---- paths */

/* Splits a path into its folder, opened relative to `directory`, and its last name in new memory. */
static int open_folder(int directory, const char *path, char **name)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    char *folder = length == 0 ? strdup(".") : strndup(path, length);
    *name = strdup(path + length);
    int opened = -1;
    errno = ENOMEM;
    if (folder != NULL && *name != NULL)
        opened = system_open_folder(directory, folder, true);
    int reason = errno;
    free(folder);
    if (opened < 0)
        free(*name);
    errno = reason;
    return opened;
}

/* The rule of /proc/sys/fs/protected_symlinks, which is not enabled on every system. */
static bool is_planted(int directory, const struct stat *link)
{
    struct stat folder;
    const mode_t shared = S_ISVTX | S_IWOTH;
    return fstat(directory, &folder) == 0 && (folder.st_mode & shared) == shared &&
           link->st_uid != geteuid() && link->st_uid != folder.st_uid;
}

/* Opens a link of /proc: an open file of this or another process. A descriptor of our own (/dev/stdout) is
 * duplicated, so that it keeps its offset and goes on appending. */
static int open_proc_link(int directory, const char *name)
{
    struct stat here;
    struct stat own;
    char *end;
    long number = strtol(name, &end, 10);
    bool is_own = fstat(directory, &here) == 0 && stat("/proc/self/fd", &own) == 0 &&
                  here.st_dev == own.st_dev && here.st_ino == own.st_ino && *end == '\0' && number >= 0 &&
                  number <= INT_MAX;
    if (is_own)
        return fcntl((int)number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return openat(directory, name, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
}

/* Where the file of a path lies after its links are followed. */
struct place {
    int directory; /* -1: the path ends at an open file, `opened` */
    int opened;
    char *name;
};

/* Follows one link: `path` (owned) becomes its target. */
static bool follow(const struct place *place, const struct stat *link, char **path)
{
    if (is_planted(place->directory, link)) {
        errno = EACCES;
        return false;
    }
    char target[PATH_MAX];
    ssize_t length = readlinkat(place->directory, place->name, target, sizeof target - 1);
    if (length < 0)
        return false;
    char *next = strndup(target, (size_t)length);
    if (next == NULL)
        return false;
    free(*path);
    *path = next;
    return true;
}

static void leave(struct place *place)
{
    if (place->directory >= 0)
        close(place->directory);
    free(place->name);
    *place = (struct place){.directory = -1, .opened = -1};
}

/* False with errno. */
static bool find_place(struct place *place, const char *given)
{
    char *path = strdup(given);
    *place = (struct place){.directory = -1, .opened = -1};
    bool good = false;
    if (path == NULL)
        return false;
    errno = ELOOP;
    for (int links = 0; links <= MOST_LINKS; links++) {
        char *name;
        int folder = open_folder(links == 0 ? AT_FDCWD : place->directory, path, &name);
        int reason = errno;
        leave(place);
        errno = reason;
        if (folder < 0)
            break;
        *place = (struct place){.directory = folder, .opened = -1, .name = name};
        struct stat status;
        bool is_link = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
        if (!is_link) {
            good = true;
            break;
        }
        if (system_is_kernel_folder(folder)) {
            int opened = open_proc_link(folder, name);
            reason = errno;
            leave(place);
            place->opened = opened;
            errno = reason;
            good = opened >= 0;
            break;
        }
        if (!follow(place, &status, &path))
            break;
        errno = ELOOP;
    }
    int reason = errno;
    free(path);
    if (!good)
        leave(place);
    errno = reason;
    return good;
}

/* ---- one file */

/* The stream of an output: it keeps the reason of the first failure, which stdio may lose. */
struct output_sink {
    int descriptor;
    int error; /* errno; 0: none. Nothing is written after it */
};

static ssize_t sink_write(void *cookie, const char *bytes, size_t size)
{
    struct output_sink *sink = cookie;
    for (size_t done = 0; done < size && sink->error == 0;) {
        ssize_t written = stop_write(sink->descriptor, bytes + done, size - done);
        if (written >= 0)
            done += (size_t)written;
        else
            sink->error = errno;
    }
    errno = sink->error;
    return sink->error == 0 ? (ssize_t)size : 0;
}

/* Makes the stream that writes to a descriptor and owns it. */
static bool write_to(struct output_file *output, int descriptor, struct file_error *error)
{
    if (descriptor < 0)
        return refuse_for(error, errno);
    stop_ignore_file_limit();
    output->sink = calloc(1, sizeof *output->sink);
    output->stream = NULL;
    if (output->sink != NULL)
        output->stream = system_open_stream(descriptor, sink_write, output->sink);
    if (output->stream != NULL) {
        output->sink->descriptor = descriptor;
        setvbuf(output->stream, NULL, _IOFBF, BUFFER);
        return true;
    }
    refuse_for(error, errno);
    close(descriptor);
    free(output->sink);
    return false;
}

/* An existing file at the place must be regular and writable for the user. */
static bool note_old_file(struct output_file *output, const struct stat *status, struct file_error *error)
{
    if (S_ISLNK(status->st_mode))
        return refuse(error, "links are not followed");
    if (!S_ISREG(status->st_mode))
        return refuse(error, "not a plain file");
    if (faccessat(output->directory, output->name, W_OK, AT_EACCESS) != 0)
        return refuse_for(error, errno);
    output->replaces = true;
    output->permissions = status->st_mode & 0777;
    output->owner = status->st_uid;
    output->group = status->st_gid;
    return true;
}

/* Begins the temporary file of an output whose directory and name are set. */
static bool begin(struct output_file *output, struct file_error *error)
{
    struct stat status;
    if (fstatat(output->directory, output->name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        if (!note_old_file(output, &status, error))
            return false;
    } else if (errno != ENOENT) {
        return refuse_for(error, errno);
    }
    int descriptor =
        temporary_file(output->directory, output->temporary, output->replaces ? output->permissions : 0666);
    if (descriptor < 0) {
        snprintf(error->text, sizeof error->text, "cannot make a file in its folder: %s", strerror(errno));
        return false;
    }
    if (write_to(output, descriptor, error))
        return true;
    unlinkat(output->directory, output->temporary, 0);
    return false;
}

/* Releases everything except a file that has appeared. */
static void forget(struct output_file *output)
{
    if (output->directory >= 0)
        close(output->directory);
    free(output->name);
    *output = (struct output_file){.directory = -1};
}

/* Opens a device, pipe or other file that is not regular. */
static int open_device(const struct place *place)
{
    int descriptor = openat(place->directory, place->name, O_WRONLY | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (descriptor >= 0 && (fstat(descriptor, &status) != 0 || S_ISREG(status.st_mode))) {
        close(descriptor); /* replaced since the check */
        descriptor = -1;
        errno = EBUSY;
    }
    return descriptor;
}

bool output_open(struct output_file *output, const char *path, struct file_error *error)
{
    *output = (struct output_file){.directory = -1};
    if (path == NULL)
        return write_to(output, fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), error);
    if (path[0] == '\0')
        return refuse_for(error, ENOENT);
    struct place place;
    if (!find_place(&place, path))
        return refuse_for(error, errno);
    if (place.directory < 0)
        return write_to(output, place.opened, error);
    struct stat status;
    bool is_there = fstatat(place.directory, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (place.name[0] == '\0' || (is_there && S_ISDIR(status.st_mode))) {
        leave(&place);
        return refuse_for(error, EISDIR);
    }
    if (is_there && !S_ISREG(status.st_mode)) {
        int descriptor = open_device(&place);
        int reason = errno;
        leave(&place);
        errno = reason;
        return write_to(output, descriptor, error);
    }
    output->directory = place.directory;
    output->name = place.name;
    temporary_sweep(output->directory);
    bool good = begin(output, error);
    if (!good)
        forget(output);
    return good;
}

bool output_open_in(struct output_file *output, int directory, const char *name, struct file_error *error)
{
    *output = (struct output_file){.directory = fcntl(directory, F_DUPFD_CLOEXEC, 0)};
    if (output->directory < 0)
        return refuse_for(error, errno);
    output->name = strdup(name);
    bool good = output->name != NULL ? begin(output, error) : refuse_for(error, ENOMEM);
    if (!good)
        forget(output);
    return good;
}

/* Copies owner and permissions of the old file to the temporary one. If the owner cannot be set, the new file
 * belongs to this user. */
static bool take_over(const struct output_file *output, int descriptor)
{
    if (!output->replaces)
        return true;
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return false;
    if ((status.st_uid != output->owner || status.st_gid != output->group) &&
        fchown(descriptor, output->owner, output->group) != 0 && errno != EPERM)
        return false;
    return fchmod(descriptor, output->permissions) == 0;
}

/* Puts the finished file into its place: onto a regular file or nothing. */
static bool put(const struct output_file *output, struct file_error *error)
{
    struct stat status;
    if (fstatat(output->directory, output->name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        !S_ISREG(status.st_mode))
        return refuse(error, "something that is not a regular file has taken its place");
    if (renameat(output->directory, output->temporary, output->directory, output->name) == 0)
        return true;
    return refuse_for(error, errno);
}

/* Closes the stream and its descriptor. Returns the reason of the first failure; 0: everything is written. */
static int end_stream(struct output_file *output, bool is_wanted)
{
    struct output_sink *sink = output->sink;
    if (!is_wanted)
        sink->error = ECANCELED; /* the buffer is dropped */
    errno = EIO;
    bool good = fclose(output->stream) == 0;
    int reason = sink->error != 0 ? sink->error : good ? 0 : errno;
    if (reason == 0 && output->directory >= 0 && !take_over(output, sink->descriptor))
        reason = errno;
    if (close(sink->descriptor) != 0 && reason == 0)
        reason = errno;
    free(sink);
    return reason;
}

bool output_complete(struct output_file *output, struct file_error *error)
{
    const bool is_regular = output->directory >= 0;
    const bool print_failed = ferror(output->stream) != 0;
    /* its lock must outlast its own descriptor: until it has its name, another process could remove it */
    const int lock = is_regular ? fcntl(output->sink->descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
    const int reason = end_stream(output, true);
    output->stream = NULL;
    output->is_complete = true;
    output->lock = lock;
    if (reason == 0 && !print_failed)
        return true;
    output_drop(output);
    return refuse_for(error, reason != 0 ? reason : EIO);
}

bool output_appear(struct output_file *output, struct file_error *error)
{
    const bool good = output->directory < 0 || put(output, error);
    if (!good)
        output_drop(output);
    if (output->is_complete && output->lock >= 0)
        close(output->lock);
    forget(output);
    return good;
}

bool output_close(struct output_file *output, struct file_error *error)
{
    return output_complete(output, error) && output_appear(output, error);
}

bool output_force(struct output_file *output, struct file_error *error)
{
    if (fflush(output->stream) != 0 || ferror(output->stream))
        return refuse_for(error, output->sink->error != 0 ? output->sink->error : EIO);
    if (fdatasync(output->sink->descriptor) != 0 && errno != EINVAL) /* a device or pipe has no disk */
        return refuse_for(error, errno);
    return true;
}

void output_drop(struct output_file *output)
{
    if (output->stream == NULL && !output->is_complete)
        return;
    if (output->stream != NULL)
        end_stream(output, false);
    if (output->directory >= 0)
        unlinkat(output->directory, output->temporary, 0);
    if (output->is_complete && output->lock >= 0)
        close(output->lock);
    forget(output);
}

/* ---- all at once */

/* A file that is being printed, and its caller's act for short memory. */
struct printing {
    struct output_file output;
    struct memory_last_act outer;
};

/* For memory_is_short. */
static int give_up(void *context)
{
    struct printing *printing = context;
    output_drop(&printing->output);
    return printing->outer.end != NULL ? printing->outer.end(printing->outer.context) : MEMORY_EXIT_STATUS;
}

/* Prints into an open file, and ends it. */
static bool print_open(struct printing *printing, void (*print)(const void *context, FILE *stream),
                       const void *context, struct file_error *error)
{
    printing->outer = memory_when_short((struct memory_last_act){give_up, printing});
    print(context, printing->output.stream);
    memory_when_short(printing->outer);
    return output_close(&printing->output, error);
}

bool output_print(const char *path, void (*print)(const void *context, FILE *stream), const void *context,
                  struct file_error *error)
{
    struct printing printing;
    if (!output_open(&printing.output, path, error))
        return false;
    return print_open(&printing, print, context, error);
}

bool output_print_in(int directory, const char *name, void (*print)(const void *context, FILE *stream),
                     const void *context, struct file_error *error)
{
    struct printing printing;
    temporary_sweep(directory);
    if (!output_open_in(&printing.output, directory, name, error))
        return false;
    return print_open(&printing, print, context, error);
}

/* Argument of output_print for output_write. */
struct piece {
    const void *bytes;
    size_t size;
};

static void print_piece(const void *context, FILE *stream)
{
    const struct piece *piece = context;
    fwrite(piece->bytes, 1, piece->size, stream);
}

bool output_write(const char *path, const void *bytes, size_t size, struct file_error *error)
{
    const struct piece piece = {.bytes = bytes, .size = size};
    return output_print(path, print_piece, &piece, error);
}

bool output_replaces(const char *path, const char *input)
{
    struct stat old;
    struct stat read;
    return stat(path, &old) == 0 && S_ISREG(old.st_mode) && stat(input, &read) == 0 &&
           old.st_dev == read.st_dev && old.st_ino == read.st_ino;
}

bool output_is_same(const char *path, const char *other)
{
    struct stat here;
    struct stat there;
    if (stat(path, &here) == 0 || stat(other, &there) == 0)
        return output_replaces(path, other);
    struct place one;
    struct place two;
    if (!find_place(&one, path))
        return false;
    bool is_same = find_place(&two, other);
    if (is_same) {
        is_same = one.directory >= 0 && two.directory >= 0 && strcmp(one.name, two.name) == 0 &&
                  fstat(one.directory, &here) == 0 && fstat(two.directory, &there) == 0 &&
                  here.st_dev == there.st_dev && here.st_ino == there.st_ino;
        leave(&two);
    }
    leave(&one);
    return is_same;
}

bool output_standard_is_written(struct file_error *error)
{
    errno = EIO;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return refuse_for(error, errno);
}
