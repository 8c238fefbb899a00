/* system.c FOLDER - for system.long.test: what common/system/system.h promises of linux.c and posix.c alike.
 * Prints "NAME: yes" or "NAME: no" for each promise.
 */
#include "common/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 1000, ROOM = 1 << 20 };

static void say(const char *name, bool is_kept)
{
    printf("%s: %s\n", name, is_kept ? "yes" : "no");
}

static bool closes_in_programs(int descriptor)
{
    return descriptor >= 0 && (fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0;
}

/* ---- sorting */

struct item {
    unsigned key;
    unsigned char rest[9];
};

static int compare(const void *one, const void *other, void *context)
{
    const unsigned a = ((const struct item *)one)->key, b = ((const struct item *)other)->key;
    ++*(unsigned long *)context;
    return a < b ? -1 : a > b;
}

static void check_sort(void)
{
    static struct item items[COUNT];
    bool is_good = true;
    for (size_t count = 0; count <= COUNT; count += count < 20 ? 1 : 245) {
        unsigned long calls = 0;
        unsigned sum = 0, sum_after = 0;
        for (size_t k = 0; k < count; k++) {
            items[k].key = (unsigned)(k * 2654435761u) % 500;
            memset(items[k].rest, (int)(items[k].key & 255), sizeof items[k].rest);
            sum += items[k].key;
        }
        system_sort(items, count, sizeof *items, compare, &calls);
        for (size_t k = 0; k < count; k++) {
            sum_after += items[k].key;
            is_good = is_good && items[k].rest[8] == (items[k].key & 255) &&
                      (k == 0 || items[k - 1].key <= items[k].key);
        }
        is_good = is_good && sum == sum_after && calls <= 24 * count;
    }
    say("items are sorted, whole", is_good);
}

/* ---- memory */

static bool is_zero(const char *memory)
{
    for (size_t k = 0; k < ROOM; k++)
        if (memory[k] != 0)
            return false;
    return true;
}

static void check_memory(void)
{
    char *memory = system_reserve(ROOM);
    say("reserved memory is zeros", memory != NULL && is_zero(memory));
    if (memory == NULL)
        return;
    const int source = system_open_resident();
    const uint64_t before = system_resident(source);
    memset(memory, 1, ROOM);
    say("resident memory is counted",
        source >= 0 && before > ROOM / 8 && system_resident(source) >= before + ROOM / 2);
    system_advise_large(memory, ROOM);
    system_advise_small(memory, ROOM);
    system_zero(memory, ROOM);
    say("and zeros again", is_zero(memory));
    memset(memory, 2, ROOM);
    say("and can be used again", memory[ROOM - 1] == 2 && munmap(memory, ROOM) == 0);
    errno = 0;
    say("what is too large is refused", system_reserve((size_t)1 << 60) == NULL && errno == ENOMEM);
}

/* ---- files */

static bool is_file_without_name(int descriptor)
{
    struct stat status;
    char back[4] = "";
    const bool is_good = closes_in_programs(descriptor) && fstat(descriptor, &status) == 0 &&
                         status.st_nlink == 0 && S_ISREG(status.st_mode) &&
                         write(descriptor, "abc", 3) == 3 && pread(descriptor, back, 3, 0) == 3 &&
                         strcmp(back, "abc") == 0;
    close(descriptor);
    return is_good;
}

static ssize_t note(void *context, const char *bytes, size_t size)
{
    return write(*(const int *)context, bytes, size);
}

static void check_stream(int descriptor)
{
    char back[16] = "";
    FILE *stream = system_open_stream(descriptor, note, &descriptor);
    const bool is_written = stream != NULL && fprintf(stream, "%d", 12345) == 5 &&
                            system_write_own("xyz", 3, stream) == 3 && fclose(stream) == 0;
    say("a stream writes to its descriptor, which stays open",
        is_written && pread(descriptor, back, sizeof back, 0) == 8 && strcmp(back, "12345xyz") == 0);
    close(descriptor);
}

static void check_files(const char *folder)
{
    char name[4096];
    struct stat there, here;
    const int opened = system_open_folder(AT_FDCWD, folder, true);
    say("a folder is opened", closes_in_programs(opened) && stat(folder, &there) == 0 &&
                                  fstatat(opened, ".", &here, 0) == 0 && there.st_ino == here.st_ino);
    say("a file is none", system_open_folder(opened, "file", true) < 0 && errno == ENOTDIR);
    say("a link to a folder is followed", system_open_folder(opened, "link", true) >= 0);
    say("or not", system_open_folder(opened, "link", false) < 0 && (errno == ENOTDIR || errno == ELOOP));
    say("a file without a name", is_file_without_name(system_open_nameless(folder)));
    say("in no folder", is_file_without_name(system_open_memory()));
    say("of a folder that is not there",
        system_open_nameless("/nonexistent/folder") < 0 && (errno == ENOENT || errno == ENOTDIR));
    check_stream(system_open_nameless(folder));
    say("a plain folder is not the kernel's", !system_is_kernel_folder(opened));
    say("that of the process is",
        system_is_kernel_folder(system_open_folder(AT_FDCWD, "/proc/self/fd", true)));
    say("a name is right, or not known",
        !system_name(opened, name, sizeof name) || strcmp(name, folder) == 0);
    int ends[2];
    char byte;
    say("a pipe", system_pipe(ends) && closes_in_programs(ends[0]) && closes_in_programs(ends[1]) &&
                      write(ends[1], "x", 1) == 1 && read(ends[0], &byte, 1) == 1 && byte == 'x');
}

/* ---- processes */

static volatile sig_atomic_t alarms;

static void hear(int number)
{
    (void)number;
    alarms = alarms + 1;
}

static void check_timer(void)
{
    struct system_timer timer;
    struct sigaction action = {.sa_handler = hear};
    sigset_t alarm, before;
    sigaction(SIGALRM, &action, NULL);
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarm, &before);
    const bool is_made = system_make_timer(&timer);
    system_set_timer(&timer, 1, 1000000);
    while (is_made && alarms < 3)
        sigsuspend(&before);
    system_set_timer(&timer, 0, 0);
    say("a timer sends SIGALRM again and again", is_made);
}

static void check_child(void)
{
    const pid_t child = fork();
    if (child == 0) {
        system_follow_parent(SIGKILL);
        _exit(getppid() > 0 ? 7 : 8);
    }
    const int descriptor = system_watch_child(child);
    int status;
    say("a child is watched, or said not to be", descriptor >= 0 || errno == ENOSYS);
    say("and ends as it ends", waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
}

static void check_process(void)
{
    unsigned char one[16] = {0}, other[16] = {0};
    say("random bytes", system_random(one, sizeof one) && system_random(other, sizeof other) &&
                            memcmp(one, other, sizeof one) != 0);
    char *program = system_own_program(), *expected = realpath("/proc/self/exe", NULL);
    const bool is_known = program != NULL && expected != NULL;
    say("the program's path", is_known && strcmp(program, expected) == 0);
    say("and its name", is_known && strcmp(system_program_name(), strrchr(expected, '/') + 1) == 0);
    free(program);
    free(expected);
    say("no library's, in a program", system_own_library() == NULL && errno == ENOENT);
    check_timer();
    check_child();
    system_clear_environment();
    say("no variable is left", getenv("PATH") == NULL);
}

/* ---- threads */

static void *use_stack(void *context)
{
    volatile char area[900 * 1024];
    for (size_t k = 0; k < sizeof area; k += 4096)
        area[k] = 1;
    *(bool *)context = area[0] == 1;
    return NULL;
}

static void check_threads(void)
{
    bool is_run = false, is_elsewhere = false;
    pthread_t thread;
    struct system_cores cores;
    say("threads get stacks", system_give_threads(1 << 20) &&
                                  system_start_thread(&thread, use_stack, &is_run) &&
                                  pthread_join(thread, NULL) == 0 && is_run);
    say("there are cores", system_count_cores() >= 1);
    if (system_get_cores(&cores) && system_start_elsewhere(&thread, &cores, use_stack, &is_elsewhere)) {
        pthread_join(thread, NULL);
        say("a thread begins elsewhere, or is not started", is_elsewhere);
    } else {
        say("a thread begins elsewhere, or is not started", !is_elsewhere);
    }
    pthread_cond_t condition;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    struct timespec deadline;
    clock_gettime(system_make_condition(&condition), &deadline);
    pthread_mutex_lock(&mutex);
    say("a deadline that is now has passed",
        pthread_cond_timedwait(&condition, &mutex, &deadline) == ETIMEDOUT);
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    check_sort();
    check_memory();
    check_files(arguments[1]);
    check_threads();
    check_process();
    return 0;
}
