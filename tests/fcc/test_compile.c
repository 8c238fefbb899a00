/* test_compile.c - compilations in one process: messages in a list, includes in memory, nothing that is left
 * after them, also when they were given up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fcc/compile/compile.h"

/* A file in memory. */
struct memory_file {
    const char *path;
    const char *text;
};

static const char *overlay(void *context, const char *path, size_t *length)
{
    for (const struct memory_file *file = context; file->path != NULL; file++) {
        if (strcmp(file->path, path) == 0) {
            *length = strlen(file->text);
            return file->text;
        }
    }
    return NULL;
}

/* Compiles a text, with the messages in `list`; returns the assembly text, which the caller frees, or NULL.
 */
static char *compile(const char *text, struct memory_file *files, struct diag_list *list)
{
    struct diag diag;
    diag_init_list(&diag, "fcc", list);
    struct compilation c = {
        .name = "src/x.fork",
        .text = text,
        .length = strlen(text),
        .diag = &diag,
        .preprocess = {.overlay = files != NULL ? overlay : NULL, .overlay_context = files},
        .front = {.warnings = warnings_default, .real_words = 26}};
    const struct back_options options = {.passes = {.optimise = true}};
    char *out = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&out, &size);
    bool good = compilation_preprocess(&c) && compilation_front(&c) && compilation_back(&c, &options, stream);
    fclose(stream);
    compilation_free(&c);
    assert_int_equal(good, diag.errors == 0);
    if (good)
        return out;
    free(out);
    return NULL;
}

static const char wrong[] = "int f(int x)\n"
                            "{\n"
                            "    int unused;\n"
                            "    return x + y;\n"
                            "}\n";

static void test_messages(void **state)
{
    (void)state;
    struct diag_list list = {0};
    assert_null(compile(wrong, NULL, &list));
    const struct diag_message *message = NULL;
    for (size_t i = 0; i < list.count && message == NULL; i++)
        message = list.messages[i].severity == DIAG_ERROR ? &list.messages[i] : NULL;
    assert_non_null(message);
    if (message == NULL)
        return; /* not reached; the analyser does not see that */
    assert_string_equal(message->file, "src/x.fork");
    assert_int_equal(message->line, 4);
    assert_int_equal(message->column, 16);
    assert_string_equal(message->line_text, "    return x + y;");
    assert_non_null(strstr(message->text, "y"));

    char *printed = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&printed, &size);
    diag_list_print(&list, "fcc", stream);
    fclose(stream);
    assert_non_null(strstr(printed, "src/x.fork:4:16: error: "));
    assert_non_null(strstr(printed, "    4 |     return x + y;\n      |                ^\n"));
    free(printed);
    diag_list_free(&list);
    assert_int_equal(list.count, 0);
}

static void test_overlay(void **state)
{
    (void)state;
    struct memory_file files[] = {{"src/one.h", "#include \"deep/two.h\"\n#define ONE (TWO - 1)\n"},
                                  {"src/deep/two.h", "#pragma once\n#define TWO 4321\n"},
                                  {NULL, NULL}};
    struct diag_list list = {0};
    char *out =
        compile("#include \"one.h\"\n#include \"deep/two.h\"\nint f(void) { return ONE; }\n", files, &list);
    assert_int_equal(list.count, 0);
    assert_non_null(out);
    assert_non_null(strstr(out, "4320"));
    free(out);

    files[1].text = "int g(void) { return nothing; }\n#define TWO 1\n";
    assert_null(compile("#include \"one.h\"\n", files, &list));
    assert_string_equal(list.messages[0].file, "src/deep/two.h");
    diag_list_free(&list);

    files[1].path = NULL;
    assert_null(compile("#include \"one.h\"\n", files, &list));
    assert_string_equal(list.messages[0].file, "src/one.h");
    diag_list_free(&list);
}

/* A function with more branches than the back end's arena has room for. */
static char *large_function(void)
{
    enum { BRANCHES = 30000 };
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    fputs("int f(int x, int y)\n{\n", stream);
    for (int i = 0; i < BRANCHES; i++)
        fprintf(stream, "if (x == %d) y = y * %d + x; else x += y;\n", i, i);
    fputs("return x + y;\n}\n", stream);
    fclose(stream);
    return text;
}

/* Bytes in use on the heap; a few that are free, but kept for the next call, count too. */
static size_t heap_bytes(void)
{
    const struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

/* The sanitizers' build also finds single bytes. */
static void test_nothing_is_left(void **state)
{
    (void)state;
    enum { ROUNDS = 100, ROUNDS_OF_LARGE = 2, KEPT = 1 << 16 };
    char *large = large_function();
    const char *const texts[] = {"int f(int x) { return x + 1; }\n",
                                 wrong,
                                 "#include \"nowhere.h\"\n",
                                 "#if 1\nint f(void) { return \"",
                                 "#define A(x) x A(\nint f(int x) { A(A((((((((\n",
                                 large};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        size_t first = 0;
        for (int round = 0; round < (texts[k] == large ? ROUNDS_OF_LARGE : ROUNDS); round++) {
            struct diag_list list = {0};
            char *out = compile(texts[k], NULL, &list);
            assert_int_equal(out != NULL, k == 0);
            free(out);
            diag_list_free(&list);
            first = round == 0 ? heap_bytes() : first;
        }
        assert_true(heap_bytes() < first + KEPT);
    }
    free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages), cmocka_unit_test(test_overlay),
                                       cmocka_unit_test(test_nothing_is_left)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
