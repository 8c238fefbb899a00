/* test_output.c - common/output: whole or not at all, whatever lies at the path; in a folder of its own. */
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/output.h"

static char home[] = "/tmp/pramsim-output-XXXXXX";

/* Entries of the folder that we are in. */
static int entries(void)
{
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static int enter(void **state)
{
    (void)state;
    memset(home + sizeof home - 7, 'X', 6);
    umask(022);
    return mkdtemp(home) == NULL || chdir(home) != 0;
}

static int clear(void **state)
{
    (void)state;
    char command[PATH_MAX];
    snprintf(command, sizeof command, "chmod -R u+rwx %s && rm -r %s", home, home);
    return chdir("/") != 0 || system(command) != 0;
}

static void assert_text(const char *path, const char *expected)
{
    size_t size;
    struct file_error error = {""};
    char *text = file_read(path, 1000, true, &size, &error);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void put(const char *path, const char *text)
{
    struct file_error error = {""};
    bool good = output_write(path, text, strlen(text), &error);
    assert_string_equal(error.text, "");
    assert_true(good);
}

static void refuses(const char *path, const char *reason)
{
    struct file_error error = {""};
    int before = entries();
    assert_false(output_write(path, "new", 3, &error));
    assert_non_null(strstr(error.text, reason));
    assert_null(strstr(error.text, TEMPORARY_PREFIX));
    assert_int_equal(entries(), before);
}

static mode_t permissions(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 07777;
}

static void test_new_file_honours_umask(void **state)
{
    (void)state;
    put("a", "one");
    assert_text("a", "one");
    assert_int_equal(permissions("a"), 0644);
    umask(077);
    put("b", "two");
    assert_int_equal(permissions("b"), 0600);
    assert_int_equal(entries(), 2);
}

static void test_old_file_keeps_permissions(void **state)
{
    (void)state;
    put("a", "old");
    const mode_t modes[] = {0600, 0666, 0755, 0640};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod("a", modes[i]), 0);
        put("a", "new");
        assert_int_equal(permissions("a"), modes[i]);
    }
    assert_int_equal(entries(), 1);
}

static void test_nothing_is_seen_before_the_end(void **state)
{
    (void)state;
    struct output_file output;
    struct file_error error;
    put("a", "old");
    assert_true(output_open(&output, "a", &error));
    fputs("new", output.stream);
    fflush(output.stream);
    assert_text("a", "old");
    assert_true(temporary_is_name(output.temporary));
    output_drop(&output);
    output_drop(&output);
    assert_text("a", "old");
    assert_int_equal(entries(), 1);
    assert_true(output_open(&output, "a", &error));
    fputs("new", output.stream);
    assert_true(output_close(&output, &error));
    assert_text("a", "new");
    assert_int_equal(entries(), 1);
}

static void test_links_are_followed_and_stay(void **state)
{
    (void)state;
    assert_int_equal(mkdir("there", 0700), 0);
    put("there/target", "old");
    assert_int_equal(symlink("there/target", "one"), 0);
    assert_int_equal(symlink("one", "two"), 0);
    put("two", "new");
    assert_text("there/target", "new");
    assert_int_equal(symlink("there/absent", "dangling"), 0);
    put("dangling", "made");
    assert_text("there/absent", "made");
    char absolute[PATH_MAX];
    snprintf(absolute, sizeof absolute, "%s/there/target", home);
    assert_int_equal(symlink(absolute, "there/back"), 0);
    put("there/back", "again");
    assert_text("there/target", "again");
    const char *const links[] = {"one", "two", "dangling", "there/back"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        struct stat status;
        assert_int_equal(lstat(links[i], &status), 0);
        assert_true(S_ISLNK(status.st_mode));
    }
    assert_int_equal(symlink("circle", "circle"), 0);
    refuses("circle", "symbolic links");
    assert_int_equal(symlink("nowhere/x", "lost"), 0);
    refuses("lost", "No such file");
}

static void test_devices_and_pipes_are_written_to(void **state)
{
    (void)state;
    put("/dev/null", "text");
    assert_int_equal(symlink("/dev/null", "null"), 0);
    put("null", "text");
    struct stat status;
    assert_int_equal(stat("null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    refuses("/dev/full", "No space left");

    assert_int_equal(mkfifo("pipe", 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        struct file_error error;
        _exit(output_write("pipe", "through", 7, &error) ? 0 : 1);
    }
    char got[20] = "";
    int reader = open("pipe", O_RDONLY);
    assert_int_equal(read(reader, got, sizeof got), 7);
    close(reader);
    int ended;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
    assert_string_equal(got, "through");
    assert_int_equal(stat("pipe", &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
}

static void test_standard_output_by_name_keeps_its_place(void **state)
{
    (void)state;
    put("log", "first,");
    pid_t child = fork();
    if (child == 0) {
        struct file_error error;
        int log = open("log", O_WRONLY | O_APPEND);
        dup2(log, STDOUT_FILENO);
        bool good = output_write("/dev/stdout", "second,", 7, &error) &&
                    output_write("/dev/fd/1", "third,", 6, &error) &&
                    output_write("/proc/self/fd/1", "fourth", 6, &error);
        _exit(good ? 0 : 1);
    }
    int ended;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
    assert_text("log", "first,second,third,fourth");
}

static void test_what_cannot_be_a_file_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    refuses("", "No such file");
    refuses("folder", "Is a directory");
    refuses("folder/", "Is a directory");
    refuses("absent/", "No such file");
    refuses(".", "Is a directory");
    refuses("/", "Is a directory");
    refuses("absent/a", "No such file");
    put("a", "old");
    refuses("a/b", "Not a directory");
    assert_text("a", "old");
    char name[NAME_MAX + 2];
    memset(name, 'n', sizeof name);
    name[NAME_MAX + 1] = '\0';
    refuses(name, "File name too long");
    name[NAME_MAX] = '\0';
    put(name, "the longest name");
    assert_text(name, "the longest name");
}

/* Work of a child that is no superuser. */
static int as_other_user(int (*work)(void))
{
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(100);
        _exit(work());
    }
    int ended;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    return WEXITSTATUS(ended);
}

static int write_protected(void)
{
    struct file_error error = {""};
    if (output_write("a", "new", 3, &error) || strcmp(error.text, "Permission denied") != 0)
        return 1;
    if (output_write("locked/new", "new", 3, &error) ||
        strcmp(error.text, "cannot make a file in its folder: Permission denied") != 0)
        return 2;
    return 0;
}

static void test_write_protected_files_are_kept(void **state)
{
    (void)state;
    put("a", "old");
    chmod("a", 0444);
    assert_int_equal(mkdir("locked", 0500), 0);
    assert_int_equal(chmod("locked", 0555), 0);
    assert_int_equal(chmod(home, 0777), 0);
    assert_int_equal(as_other_user(write_protected), 0);
    assert_text("a", "old");
}

static int plant_link(void)
{
    return symlink("../victim", "shared/out");
}

static void test_links_of_others_in_shared_folders_are_not_followed(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    put("victim", "precious");
    assert_int_equal(mkdir("shared", 0700), 0);
    assert_int_equal(chmod("shared", 01777), 0);
    assert_int_equal(chmod(home, 0755), 0);
    assert_int_equal(as_other_user(plant_link), 0);
    refuses("shared/out", "Permission denied");
    assert_text("victim", "precious");
}

static void test_the_owner_of_an_old_file_stays(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    put("a", "old");
    assert_int_equal(chown("a", 1234, 1235), 0);
    put("a", "new");
    struct stat status;
    assert_int_equal(stat("a", &status), 0);
    assert_int_equal(status.st_uid, 1234);
    assert_int_equal(status.st_gid, 1235);
}

/* common/system/posix.c has no streams that keep the reason of an error. */
#if SYSTEM_POSIX
#define TOO_LARGE "Input/output error"
#else
#define TOO_LARGE "File too large"
#endif

static int fill_up(void)
{
    static char much[100000];
    struct file_error error = {""};
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {5000, 5000};
    setrlimit(RLIMIT_FSIZE, &limit);
    return output_write("a", much, sizeof much, &error) ? 1 : strcmp(error.text, TOO_LARGE) != 0;
}

static void test_a_failed_write_leaves_the_old_file(void **state)
{
    (void)state;
    put("a", "old");
    assert_int_equal(chmod("a", 0666), 0);
    assert_int_equal(chmod(home, 0777), 0);
    assert_int_equal(as_other_user(fill_up), 0);
    assert_text("a", "old");
    assert_int_equal(entries(), 1);
}

static void test_what_was_put_in_the_place_meanwhile_is_not_replaced(void **state)
{
    (void)state;
    struct output_file output;
    struct file_error error;
    assert_true(output_open(&output, "a", &error));
    assert_int_equal(mkfifo("a", 0600), 0);
    assert_false(output_close(&output, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
    struct stat status;
    assert_int_equal(lstat("a", &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(entries(), 1);
}

static void test_names_of_programs_follow_no_links(void **state)
{
    (void)state;
    struct output_file output;
    struct file_error error;
    put("target", "old");
    assert_int_equal(symlink("target", "link"), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_false(output_open_in(&output, AT_FDCWD, "link", &error));
    int folder = open(".", O_PATH | O_DIRECTORY);
    assert_false(output_open_in(&output, folder, "link", &error));
    assert_string_equal(error.text, "links are not followed");
    assert_false(output_open_in(&output, folder, "pipe", &error));
    assert_string_equal(error.text, "not a plain file");
    assert_true(output_open_in(&output, folder, "target", &error));
    fputs("new", output.stream);
    assert_true(output_close(&output, &error));
    assert_text("target", "new");
    close(folder);
}

static void test_an_input_is_known_by_any_name(void **state)
{
    (void)state;
    put("a", "text");
    assert_int_equal(link("a", "hard"), 0);
    assert_int_equal(symlink("a", "soft"), 0);
    assert_true(output_replaces("a", "./a"));
    assert_true(output_replaces("hard", "a"));
    assert_true(output_replaces("soft", "a"));
    assert_false(output_replaces("absent", "a"));
    assert_false(output_replaces("/dev/null", "/dev/null"));
    put("b", "text");
    assert_false(output_replaces("a", "b"));
}

static void test_names_cannot_be_foretold(void **state)
{
    (void)state;
    char names[50][TEMPORARY_NAME];
    for (int i = 0; i < 50; i++) {
        int file = temporary_file(AT_FDCWD, names[i], 0600);
        assert_true(file >= 0);
        close(file);
        assert_true(temporary_is_name(names[i]));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(names[i], names[k]);
    }
    assert_false(temporary_is_name(".pram-abc"));
    assert_false(temporary_is_name(".pram-0123456789ABCDEF"));
    assert_false(temporary_is_name(".pram-0123456789abcdefg"));
    int lock;
    char *folder = temporary_folder(".", &lock);
    assert_non_null(folder);
    assert_true(temporary_is_name(folder + 2));
    assert_int_equal(permissions(folder), 0700);
    /* another one is made while the first is in use: it stays; when no process has it locked it is swept */
    int file = open(folder, O_DIRECTORY | O_RDONLY);
    close(openat(file, "x.s", O_CREAT | O_WRONLY, 0600));
    int second_lock;
    char *second = temporary_folder(".", &second_lock);
    assert_int_equal(permissions(folder), 0700);
    close(lock);
    temporary_folder_remove(second, second_lock);
    assert_int_not_equal(access(second, F_OK), 0);
    free(second);
    second = temporary_folder(".", &second_lock);
    assert_int_not_equal(access(folder, F_OK), 0);
    temporary_folder_remove(second, second_lock);
    close(file);
    free(second);
    free(folder);
    assert_null(temporary_folder("absent", &lock));
}

/* Locks whatever it sees in this folder, for a moment, as a process that checks for leftovers. */
static void look_for_ever(void)
{
    for (;;) {
        DIR *folder = opendir(".");
        for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
            const int file = temporary_is_name(entry->d_name) ? open(entry->d_name, O_RDONLY) : -1;
            if (file >= 0) {
                flock(file, LOCK_EX | LOCK_NB);
                close(file);
            }
        }
        closedir(folder);
    }
}

static void test_nothing_is_left_of_files_that_others_look_at(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0)
        look_for_ever();
    assert_true(child > 0);
    for (int i = 0; i < 5000; i++) {
        char name[TEMPORARY_NAME];
        const int file = temporary_file(AT_FDCWD, name, 0600);
        assert_true(file >= 0);
        unlink(name);
        close(file);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_int_equal(entries(), 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter, clear)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_new_file_honours_umask),
        IN_FOLDER(test_old_file_keeps_permissions),
        IN_FOLDER(test_nothing_is_seen_before_the_end),
        IN_FOLDER(test_links_are_followed_and_stay),
        IN_FOLDER(test_devices_and_pipes_are_written_to),
        IN_FOLDER(test_standard_output_by_name_keeps_its_place),
        IN_FOLDER(test_what_cannot_be_a_file_is_refused),
        IN_FOLDER(test_write_protected_files_are_kept),
        IN_FOLDER(test_links_of_others_in_shared_folders_are_not_followed),
        IN_FOLDER(test_the_owner_of_an_old_file_stays),
        IN_FOLDER(test_a_failed_write_leaves_the_old_file),
        IN_FOLDER(test_what_was_put_in_the_place_meanwhile_is_not_replaced),
        IN_FOLDER(test_names_of_programs_follow_no_links),
        IN_FOLDER(test_an_input_is_known_by_any_name),
        IN_FOLDER(test_names_cannot_be_foretold),
        IN_FOLDER(test_nothing_is_left_of_files_that_others_look_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
