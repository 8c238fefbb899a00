/* test_safe.c - --safe from the inside: what a compromised simulator could still request from the host. A
 * child drops the privileges that --safe drops and then tries one call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/safe.h"

enum { DONE = 0, DENIED = 1, OTHER = 2, NOT_SAFE = 3, REFUSED = 26 };

/* in/ and out/ with a file each, in a folder of their own */
static char top[] = "/tmp/pramsim-safe.XXXXXX";

/* Whether the kernel has it, by its version. */
static bool has_landlock(void)
{
    return syscall(444, NULL, 0, 1) >= 1;
}

static int of(bool good)
{
    return good ? DONE : errno == EACCES ? DENIED : OTHER;
}

/* ---- what is tried */

static int try_socket(void)
{
    return of(socket(AF_INET, SOCK_STREAM, 0) >= 0);
}

static int try_exec(void)
{
    return of(execl("/bin/true", "true", (char *)NULL) == 0);
}

static int try_fork(void)
{
    return of(fork() >= 0);
}

static int try_kill(void)
{
    return of(kill(getppid(), 0) == 0);
}

static int try_trace(void)
{
    return of(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
}

static int try_code(void)
{
    return of(mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
              MAP_FAILED);
}

static int try_code_later(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return of(page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0);
}

static int try_chroot(void)
{
    return of(chroot("/") == 0);
}

static int try_terminal(void)
{
    char letter = 'x';
    return of(ioctl(STDIN_FILENO, 0x5412 /* TIOCSTI: types into the terminal */, &letter) == 0);
}

static int try_path(const char *path, int flags)
{
    const int file = open(path, flags, 0600);
    const int result = of(file >= 0);
    if (file >= 0)
        close(file);
    return result;
}

static int try_password(void)
{
    return try_path("/etc/passwd", O_RDONLY);
}

static int try_make(void)
{
    return try_path("made", O_WRONLY | O_CREAT);
}

static int try_read_in(void)
{
    return try_path("in/file", O_RDONLY);
}

static int try_write_in(void)
{
    return try_path("in/file", O_WRONLY);
}

static int try_write_out(void)
{
    return try_path("out/new", O_WRONLY | O_CREAT | O_EXCL);
}

static int try_rename_out(void)
{
    return of(rename("out/file", "out/other") == 0 ||
              renameat(AT_FDCWD, "out/file", AT_FDCWD, "out/other") == 0);
}

static int try_link_out(void)
{
    return of(symlink("/etc/passwd", "out/link") == 0);
}

static int try_remove_in(void)
{
    return of(unlinkat(AT_FDCWD, "in/file", 0) == 0);
}

static void *be_thread(void *argument)
{
    char *block = malloc(100000); /* from an arena of this thread's own */
    if (block != NULL)
        memset(block, 1, 100000);
    free(block);
    return block != NULL ? argument : NULL;
}

/* What a run needs. */
static int try_usual(void)
{
    pthread_t thread;
    void *got = NULL;
    char *block = malloc(50 << 20);
    if (block == NULL)
        return OTHER;
    memset(block, 1, 50 << 20);
    free(block);
    return of(pthread_create(&thread, NULL, be_thread, &got) == 0 && pthread_join(thread, &got) == 0 &&
              got != NULL && !isatty(STDERR_FILENO));
}

/* ---- how it is tried */

/* The result of an attempt, with the files named by letters: i in, o out. `text`: the message. */
static int result_of(int (*attempt)(void), const char *named, char *text, size_t size)
{
    int ends[2];
    int status;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char error[160];
        const struct safe_folders folders = {
            .in = strchr(named, 'i') != NULL ? open("in", O_PATH | O_DIRECTORY) : -1,
            .out = strchr(named, 'o') != NULL ? open("out", O_PATH | O_DIRECTORY) : -1,
            .checkpoint = -1};
        dup2(ends[1], STDERR_FILENO);
        safe_begin();
        _exit(safe_enter(&folders, REFUSED, error, sizeof error) ? attempt() : NOT_SAFE);
    }
    close(ends[1]);
    const ssize_t got = read(ends[0], text, size - 1);
    text[got > 0 ? got : 0] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void expect(int (*attempt)(void), const char *named, int expected)
{
    char text[200];
    assert_int_equal(result_of(attempt, named, text, sizeof text), expected);
    assert_int_equal(expected == REFUSED,
                     strstr(text, "pramsim: fault: --safe: the simulator asked for system call ") == text);
}

static void what_a_run_needs_is_left(void **state)
{
    (void)state;
    expect(try_usual, "", DONE);
    expect(try_read_in, "i", DONE);
    expect(try_usual, "io", DONE);
    expect(try_write_out, "o", DONE);
}

static void calls_that_no_run_needs_end_it(void **state)
{
    static int (*const attempts[])(void) = {try_socket, try_exec,       try_fork,   try_kill,    try_trace,
                                            try_code,   try_code_later, try_chroot, try_terminal};
    (void)state;
    if (!safe_has_filter)
        skip();
    for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
        expect(attempts[i], "", REFUSED);
        expect(attempts[i], "io", REFUSED);
    }
    expect(try_write_in, "i", REFUSED);
}

static void no_file_is_opened_that_was_not_named(void **state)
{
    (void)state;
    if (!safe_has_filter && !has_landlock())
        skip();
    expect(try_password, "", DENIED);
    expect(try_make, "", DENIED);
    expect(try_read_in, "", DENIED);
    expect(try_remove_in, "", DENIED);
    expect(try_remove_in, "i", DENIED);
}

static void no_other_folder_is_reached(void **state)
{
    (void)state;
    if (!has_landlock())
        skip();
    expect(try_password, "io", DENIED);
    expect(try_make, "io", DENIED);
    expect(try_read_in, "o", DENIED);
    expect(try_write_in, "io", DENIED);
    expect(try_remove_in, "io", DENIED);
    expect(try_link_out, "io", DENIED);
    expect(try_rename_out, "io", DONE);
}

static void put(const char *path)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fclose(stream);
}

static int make_world(void **state)
{
    (void)state;
    if (mkdtemp(top) == NULL || chdir(top) != 0 || mkdir("in", 0700) != 0 || mkdir("out", 0700) != 0)
        return -1;
    put("in/file");
    put("out/file");
    print_message("filter %d, landlock %d\n", safe_has_filter, has_landlock());
    return 0;
}

static int remove_world(void **state)
{
    static const char *const files[] = {"in/file", "out/file", "out/other", "out/new", "made"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        unlink(files[i]);
    return rmdir("in") == 0 && rmdir("out") == 0 && chdir("/") == 0 ? rmdir(top) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_run_needs_is_left),
        cmocka_unit_test(calls_that_no_run_needs_end_it),
        cmocka_unit_test(no_file_is_opened_that_was_not_named),
        cmocka_unit_test(no_other_folder_is_reached),
    };
    return cmocka_run_group_tests(tests, make_world, remove_world);
}
