/* test_nolink.c - common/nolink: no path leads through a link, whatever is exchanged while it is walked. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/nolink.h"

enum { LIMIT = 100 };

static char home[] = "/tmp/pramsim-nolink-XXXXXX";

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int enter(void **state)
{
    (void)state;
    memset(home + sizeof home - 7, 'X', 6);
    if (mkdtemp(home) == NULL || chdir(home) != 0 || mkdir("in", 0700) != 0 || mkdir("in/deep", 0700) != 0 ||
        mkdir("out", 0700) != 0)
        return 1;
    put("secret", "secret");
    put("in/file", "own");
    put("in/deep/file", "deep");
    return symlink("../secret", "in/link") != 0 || symlink("../out", "in/away") != 0 ||
           symlink("deep", "in/near") != 0;
}

static int clear(void **state)
{
    char command[80];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", home);
    return chdir("/") != 0 || system(command) != 0;
}

/* Reads from the folder "in"; the text, or the reason, comes to `said`. */
static enum nolink_end read_from(const char *name, bool is_beneath, char said[200])
{
    const int folder = open("in", O_PATH | O_DIRECTORY);
    const struct nolink_path path = {.folder = folder, .name = name, .is_beneath = is_beneath};
    struct file_error error = {""};
    size_t size = 0;
    char *bytes;
    const enum nolink_end end = nolink_read(&path, LIMIT, &bytes, &size, &error);
    assert_true((end == NOLINK_DONE) == (bytes != NULL));
    snprintf(said, 200, "%s", bytes != NULL ? bytes : error.text);
    if (bytes != NULL)
        assert_int_equal(size, strlen(bytes));
    free(bytes);
    close(folder);
    return end;
}

static const char through_link[] = "it is a link, or is reached through one; links are not followed";

static void paths(void **state)
{
    static const struct {
        const char *name;
        bool is_beneath;
        enum nolink_end end;
        const char *said;
    } rows[] = {
        {"file", true, NOLINK_DONE, "own"},
        {"./deep//file", true, NOLINK_DONE, "deep"},
        {"deep/../file", false, NOLINK_DONE, "own"},
        {"../secret", false, NOLINK_DONE, "secret"},
        {"deep/../file", true, NOLINK_REFUSED, "its name has .. in it"},
        {"../secret", true, NOLINK_REFUSED, "its name has .. in it"},
        {"..", true, NOLINK_REFUSED, "its name has .. in it"},
        {"/etc/hostname", true, NOLINK_REFUSED, "its name begins with /"},
        {"link", true, NOLINK_REFUSED, through_link},
        {"link", false, NOLINK_REFUSED, through_link},
        {"near/file", true, NOLINK_REFUSED, through_link},
        {"away/../secret", false, NOLINK_REFUSED, through_link},
        {"near/", true, NOLINK_REFUSED, through_link},
        {"deep", true, NOLINK_REFUSED, "it is a folder"},
        {"deep/", true, NOLINK_REFUSED, "it is a folder"},
        {"", true, NOLINK_REFUSED, "it is a folder"},
        {"none", true, NOLINK_FAILED, "No such file or directory"},
        {"none/file", true, NOLINK_FAILED, "No such file or directory"},
        {"file/file", true, NOLINK_FAILED, "Not a directory"},
    };
    char said[200];
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const enum nolink_end end = read_from(rows[k].name, rows[k].is_beneath, said);
        if (end != rows[k].end || strcmp(said, rows[k].said) != 0)
            fail_msg("%s: %d, %s", rows[k].name, end, said);
    }
    char name[400] = {0};
    memset(name, 'x', 300);
    snprintf(name + 300, sizeof name - 300, "/file");
    assert_int_equal(read_from(name, true, said), NOLINK_FAILED);
    assert_string_equal(said, "File name too long");
}

static void sizes(void **state)
{
    char said[200], text[LIMIT + 2] = {0};
    (void)state;
    memset(text, 'a', LIMIT);
    put("in/large", text);
    assert_int_equal(read_from("large", true, said), NOLINK_DONE);
    assert_string_equal(said, text);
    text[LIMIT] = 'a';
    put("in/large", text);
    assert_int_equal(read_from("large", true, said), NOLINK_REFUSED);
    assert_string_equal(said, "it is larger than the limit of 100 bytes");
    put("in/large", "");
    assert_int_equal(read_from("large", true, said), NOLINK_DONE);
    assert_string_equal(said, "");
    assert_int_equal(link("in/large", "second"), 0);
    assert_int_equal(read_from("large", true, said), NOLINK_REFUSED);
    assert_string_equal(said, "it has a second name (a hard link); use a copy");
}

/* A file of /proc reports size 0, like a file that grows after its size was read. */
static void a_file_that_grows(void **state)
{
    const int file = open("/proc/self/environ", O_RDONLY);
    char *bytes;
    size_t size;
    struct file_error error = {""};
    (void)state;
    if (file < 0)
        skip();
    assert_int_equal(nolink_read_open(file, 3, &bytes, &size, &error), NOLINK_REFUSED);
    assert_string_equal(error.text, "it grows while it is read, beyond the limit");
    close(file);
}

/* For ever: a file or a folder becomes a link to what must not be read, and back. */
static _Noreturn void exchange(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        if (symlink("../secret", "in/next") != 0 || rename("in/next", "in/file") != 0)
            _exit(1);
        FILE *file = fopen("in/next", "w");
        if (file == NULL || fputs("own", file) < 0 || fclose(file) != 0 || rename("in/next", "in/file") != 0)
            _exit(1);
        if (rename("in/deep", "in/aside") != 0 || symlink("../out", "in/deep") != 0 ||
            unlink("in/deep") != 0 || rename("in/aside", "in/deep") != 0)
            _exit(1);
    }
}

static void exchanged_meanwhile(void **state)
{
    enum { READS = 20000 };
    unsigned counts[3] = {0}, deep[3] = {0};
    char said[200];
    (void)state;
    put("out/file", "secret");
    const pid_t child = fork();
    if (child == 0)
        exchange();
    for (int k = 0; k < READS; k++) {
        const enum nolink_end end = read_from("file", true, said);
        counts[end]++;
        if (end == NOLINK_DONE)
            assert_string_equal(said, "own");
        const enum nolink_end other = read_from("deep/file", true, said);
        deep[other]++;
        if (other == NOLINK_DONE)
            assert_string_equal(said, "deep");
    }
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    print_message("# read %u, refused %u, failed %u; in a folder: %u, %u, %u\n", counts[0], counts[1],
                  counts[2], deep[0], deep[1], deep[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(paths, enter, clear),
        cmocka_unit_test_setup_teardown(sizes, enter, clear),
        cmocka_unit_test(a_file_that_grows),
        cmocka_unit_test_setup_teardown(exchanged_meanwhile, enter, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
