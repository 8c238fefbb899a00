/* test_machine_files.c - the program's files: only plain files inside the directory, whole or absent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/host/files.h"

/* root/ is the sandbox, beside it lies secret; root has plain, sub/inner, links and a FIFO */
struct world {
    char top[64];
    char root[80];
    struct files *files;
};

static void put_text(struct world *world, int handle, const char *text)
{
    assert_true(fputs(text, files_find(world->files, handle)->stream) >= 0);
}

static void write_text(const char *path, const char *text)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

/* The content of a file beneath top, "absent" if it is not there. */
static const char *text_of(const struct world *world, const char *path)
{
    static char text[256];
    char full[256];
    snprintf(full, sizeof full, "%s/%s", world->top, path);
    FILE *stream = fopen(full, "r");
    if (stream == NULL)
        return "absent";
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    return text;
}

static int entries(const struct world *world)
{
    int count = 0;
    DIR *directory = opendir(world->root);
    assert_non_null(directory);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count - 2;
}

static int make_world(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    snprintf(world->top, sizeof world->top, "/tmp/pramsim-files-XXXXXX");
    assert_non_null(mkdtemp(world->top));
    snprintf(world->root, sizeof world->root, "%s/root", world->top);
    assert_int_equal(mkdir(world->root, 0700), 0);
    assert_int_equal(chdir(world->top), 0);
    write_text("secret", "secret");
    assert_int_equal(chdir(world->root), 0);
    write_text("plain", "plain");
    assert_int_equal(mkdir("sub", 0700), 0);
    write_text("sub/inner", "inner");
    assert_int_equal(symlink("../secret", "link"), 0);
    assert_int_equal(symlink("plain", "inlink"), 0);
    assert_int_equal(symlink("..", "uplink"), 0);
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(chdir("/"), 0);
    char error[200];
    world->files = files_create(world->root, world->root, error, sizeof error);
    assert_non_null(world->files);
    *state = world;
    return 0;
}

static int drop_world(void **state)
{
    struct world *world = *state;
    char command[128];
    files_destroy(world->files);
    snprintf(command, sizeof command, "rm -rf '%s'", world->top);
    int status = system(command);
    free(world);
    return status;
}

static void refuses(struct world *world, const char *name, enum files_mode mode, const char *expected)
{
    assert_int_equal(files_open(world->files, name, mode), -1);
    assert_string_equal(world->files->reason, expected);
}

static void plain_files_beneath_are_read(void **state)
{
    struct world *world = *state;
    static const char *const names[] = {"plain", "./plain", "sub/../plain", "sub/inner", ".//sub/./inner"};
    static const char *const expected[] = {"plain", "plain", NULL, "inner", "inner"};
    for (int i = 0; i < 5; i++) {
        char bytes[16] = "";
        int handle = files_open(world->files, names[i], FILES_READ);
        if (expected[i] == NULL) {
            assert_int_equal(handle, -1); /* even a harmless .. is refused */
            continue;
        }
        assert_true(handle >= FILES_FIRST_HANDLE);
        assert_int_equal(fread(bytes, 1, sizeof bytes, files_find(world->files, handle)->stream), 5);
        assert_string_equal(bytes, expected[i]);
        assert_true(files_close(world->files, files_find(world->files, handle), true));
    }
}

static void ways_out_are_refused(void **state)
{
    struct world *world = *state;
    static const char beneath[] = "only relative names beneath the directory of --files are allowed";
    for (enum files_mode mode = FILES_READ; mode < FILES_MODES; mode++) {
        refuses(world, "../secret", mode, beneath);
        refuses(world, "sub/../../secret", mode, beneath);
        refuses(world, "/etc/passwd", mode, beneath);
        refuses(world, "", mode, beneath);
        refuses(world, ".", mode, beneath);
        refuses(world, "..", mode, beneath);
        refuses(world, "sub/", mode, beneath);
        refuses(world, "link", mode, "links are not followed");
        refuses(world, "inlink", mode, "links are not followed");
        refuses(world, "uplink/secret", mode, "a part of the name is no directory, or a link");
    }
    assert_string_equal(text_of(world, "secret"), "secret");
}

static void what_is_no_plain_file_is_refused(void **state)
{
    struct world *world = *state;
    refuses(world, "fifo", FILES_READ, "not a plain file"); /* and does not wait for a writer */
    refuses(world, "fifo", FILES_WRITE, "not a plain file");
    refuses(world, "sub", FILES_READ, "not a plain file");
    refuses(world, "sub", FILES_WRITE, "not a plain file");
    refuses(world, "nothing", FILES_READ, "No such file or directory");
    refuses(world, "nowhere/file", FILES_WRITE, "No such file or directory");
}

static void none_forbids_all(void **state)
{
    (void)state;
    char error[200];
    struct files *files = files_create(NULL, NULL, error, sizeof error);
    assert_int_equal(files_open(files, "plain", FILES_READ), -1);
    assert_string_equal(files->reason, "files are forbidden by --files=none");
    files_destroy(files);
}

static void a_written_file_appears_when_it_is_closed(void **state)
{
    struct world *world = *state;
    int handle = files_open(world->files, "sub/new", FILES_WRITE);
    assert_true(handle > 0);
    put_text(world, handle, "hello");
    assert_string_equal(text_of(world, "root/sub/new"), "absent");
    assert_true(files_close(world->files, files_find(world->files, handle), true));
    assert_string_equal(text_of(world, "root/sub/new"), "hello");
    assert_null(files_find(world->files, handle));
}

static void an_old_file_stays_until_the_new_one_is_whole(void **state)
{
    struct world *world = *state;
    int before = entries(world);
    int handle = files_open(world->files, "plain", FILES_WRITE);
    put_text(world, handle, "half");
    assert_true(files_finish(world->files, false)); /* a fault */
    assert_string_equal(text_of(world, "root/plain"), "plain");
    assert_int_equal(entries(world), before); /* nothing temporary is left */
}

static void files_left_open_appear_at_the_end(void **state)
{
    struct world *world = *state;
    int handle = files_open(world->files, "left", FILES_WRITE);
    put_text(world, handle, "open");
    assert_true(files_finish(world->files, true));
    assert_string_equal(text_of(world, "root/left"), "open");
}

static void appending_begins_with_what_is_there(void **state)
{
    struct world *world = *state;
    int handle = files_open(world->files, "plain", FILES_APPEND);
    put_text(world, handle, "+more");
    assert_true(files_close(world->files, files_find(world->files, handle), true));
    assert_string_equal(text_of(world, "root/plain"), "plain+more");
    handle = files_open(world->files, "fresh", FILES_APPEND);
    put_text(world, handle, "new");
    assert_true(files_close(world->files, files_find(world->files, handle), true));
    assert_string_equal(text_of(world, "root/fresh"), "new");
}

static void a_directory_that_vanished_is_told(void **state)
{
    struct world *world = *state;
    char path[160];
    int handle = files_open(world->files, "sub/gone", FILES_WRITE);
    put_text(world, handle, "x");
    snprintf(path, sizeof path, "rm -rf '%s/sub'", world->root);
    assert_int_equal(system(path), 0);
    assert_false(files_finish(world->files, true));
    assert_string_equal(world->files->lost, "sub/gone");
    assert_string_equal(world->files->lost_reason.text, "No such file or directory");
}

static void handles_are_bounded_and_used_again(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < FILES_MAX_OPEN; i++)
        assert_int_equal(files_open(world->files, "plain", FILES_READ), FILES_FIRST_HANDLE + i);
    refuses(world, "plain", FILES_READ, "Too many open files");
    assert_true(files_close(world->files, files_find(world->files, FILES_FIRST_HANDLE + 7), true));
    assert_int_equal(files_open(world->files, "plain", FILES_READ), FILES_FIRST_HANDLE + 7);
    assert_null(files_find(world->files, 0));
    assert_null(files_find(world->files, -1));
    assert_null(files_find(world->files, FILES_FIRST_HANDLE + FILES_MAX_OPEN));
}

int main(void)
{
#define SANDBOX_TEST(name) cmocka_unit_test_setup_teardown(name, make_world, drop_world)
    const struct CMUnitTest tests[] = {
        SANDBOX_TEST(plain_files_beneath_are_read),
        SANDBOX_TEST(ways_out_are_refused),
        SANDBOX_TEST(what_is_no_plain_file_is_refused),
        cmocka_unit_test(none_forbids_all),
        SANDBOX_TEST(a_written_file_appears_when_it_is_closed),
        SANDBOX_TEST(an_old_file_stays_until_the_new_one_is_whole),
        SANDBOX_TEST(files_left_open_appear_at_the_end),
        SANDBOX_TEST(appending_begins_with_what_is_there),
        SANDBOX_TEST(a_directory_that_vanished_is_told),
        SANDBOX_TEST(handles_are_bounded_and_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
