/* test_library.c - libpramsim through its header: programs, messages, settings, results, limits, observers,
 * threads. It is linked with the shared library, as programs of users are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libpramsim/pramsim.h"

static const char sums[] = "#include <io.h>\n"
                           "sh int total;\n"
                           "sh int table[3][4];\n"
                           "sh float half = 0.5;\n"
                           "pr int mine;\n"
                           "int main(void)\n"
                           "{\n"
                           "    start {\n"
                           "        mine = 10 * $;\n"
                           "        if ($ < 12) table[$ / 4][$ % 4] = $;\n"
                           "        mpadd(&total, $ + 1);\n"
                           "        seq printf(\"%d\\n\", total);\n"
                           "    }\n"
                           "    return 0;\n"
                           "}\n";

/* No engine finds a deadlock in it: x changes. */
static const char endless[] = "sh volatile unsigned x;\n"
                              "int main(void)\n"
                              "{\n"
                              "    for (;;)\n"
                              "        x = 3 * x + __PROC_NR__;\n"
                              "}\n";

static pramsim_program *compile(const char *source)
{
    pramsim_program *program = pramsim_compile("test.fork", source, NULL);
    if (!pramsim_is_good(program))
        fail_msg("%s", pramsim_messages(program));
    return program;
}

static pramsim_run *prepare(const pramsim_program *program, const char *pps)
{
    pramsim_run *run = pramsim_run_new(program);
    assert_int_equal(pramsim_set(run, "pps", pps), 0);
    return run;
}

static void go(pramsim_run *run)
{
    if (pramsim_run_go(run) != 0)
        fail_msg("%s", pramsim_error(run));
}

static const char *output_of(const pramsim_run *run)
{
    size_t size;
    const char *output = pramsim_output(run, &size);
    assert_int_equal(strlen(output), size);
    return output;
}

static uint64_t counter_of(const pramsim_run *run, const char *name)
{
    uint64_t value = 0;
    assert_int_equal(pramsim_counter(run, name, &value), 1);
    return value;
}

/* ---- programs */

static void test_results(void **state)
{
    (void)state;
    pramsim_program *program = compile(sums);
    pramsim_run *run = prepare(program, "16");
    for (int again = 0; again < 2; again++) { /* a run can be repeated */
        go(run);
        assert_string_equal(output_of(run), "136\n");
        assert_string_equal(pramsim_end(run), "exit");
        assert_int_equal(pramsim_status(run), 0);
        assert_string_equal(pramsim_report(run), "");
        assert_true(counter_of(run, "cycles") > 0);
        assert_true(counter_of(run, "work") > counter_of(run, "cycles"));
        uint64_t value;
        assert_int_equal(pramsim_counter(run, "no_such_counter", &value), 0);
    }
    assert_non_null(strstr(pramsim_stats(run), "\"cycles\""));
    assert_non_null(strstr(pramsim_findings(run), "\"findings\": []"));
    pramsim_run_free(run);
    pramsim_free(program);
}

static void test_variables(void **state)
{
    (void)state;
    pramsim_program *program = compile(sums);
    pramsim_run *run = prepare(program, "16");
    struct pramsim_variable variable;
    uint32_t words[12];
    assert_int_equal(pramsim_variable(run, "table", 0, &variable), 0); /* before the run */
    go(run);
    assert_int_equal(pramsim_variable(run, "table", 0, &variable), 1);
    assert_int_equal(variable.words, 12);
    assert_int_equal(variable.is_private, 0);
    assert_int_equal(variable.dimensions, 2);
    assert_int_equal(variable.extents[0], 3);
    assert_int_equal(variable.extents[1], 4);
    assert_string_equal(variable.type, "int");
    assert_int_equal(pramsim_read(run, variable.address, words, 12), 12);
    for (uint32_t i = 0; i < 12; i++)
        assert_int_equal(words[i], i);
    for (uint32_t pp = 0; pp < 16; pp++) {
        assert_int_equal(pramsim_variable(run, "mine", pp, &variable), 1);
        assert_int_equal(variable.is_private, 1);
        assert_int_equal(variable.dimensions, 0);
        assert_int_equal(pramsim_read(run, variable.address, words, 1), 1);
        assert_int_equal(words[0], 10 * pp);
    }
    assert_int_equal(pramsim_variable(run, "mine", 16, &variable), 0);
    assert_int_equal(pramsim_variable(run, "nothing", 0, &variable), 0);
    assert_int_equal(pramsim_read(run, UINT32_MAX, words, 1), 0);
    assert_int_equal(pramsim_variable(run, "half", 0, &variable), 1);
    assert_string_equal(variable.type, "float");
    size_t count = 0, known = 0;
    while (pramsim_variable_at(run, count, 0, &variable)) {
        count++;
        known += strcmp(variable.name, "total") == 0 || strcmp(variable.name, "table") == 0 ||
                 strcmp(variable.name, "half") == 0 || strcmp(variable.name, "mine") == 0;
    }
    assert_int_equal(known, 4);
    pramsim_run_free(run);
    pramsim_free(program);
}

static void test_messages(void **state)
{
    (void)state;
    static const struct {
        const char *source, *option, *kind, *text;
        int line, column;
    } rows[] = {
        {"int main(void)\n{\n    return x;\n}\n", NULL, "error", "'x' is not declared", 3, 12},
        {"#include \"nowhere.h\"\n", NULL, "error", "nowhere.h", 1, 10},
        {"int f(void); int main(void) { return f(); }\n", NULL, "error", "undefined symbol 'f'", 0, 0},
        {"int main(void) { int a; return 0; }\n", "-Wextra", NULL, NULL, 0, 0},
        {"int main(void) { return 0; }\n", "-S", "error", "-S", 0, 0},
        {"int main(void) { return 0; }\n", "--help", "error", "--help", 0, 0},
        {"int main(void) { return 0; }\n", "--nothing", "error", "--nothing", 0, 0},
        {"int main(void) { return 0; }\n", "other.fork", "error", "one source", 0, 0},
        {"int main(void) { return 0; }\n", "--runtime=/nowhere", "error", "libfork.a", 0, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *const options[] = {rows[k].option, NULL};
        pramsim_program *program = pramsim_compile("test.fork", rows[k].source, options);
        struct pramsim_message message;
        assert_int_equal(pramsim_is_good(program), rows[k].kind == NULL);
        if (rows[k].kind != NULL) {
            size_t size;
            assert_null(pramsim_image(program, &size));
            assert_null(pramsim_run_new(program));
            assert_int_equal(pramsim_message_at(program, 0, &message), 1);
            assert_string_equal(message.kind, rows[k].kind);
            assert_non_null(strstr(message.text, rows[k].text));
            assert_int_equal(message.line, rows[k].line);
            assert_int_equal(message.column, rows[k].column);
            assert_int_equal(message.file != NULL, rows[k].line > 0);
            assert_non_null(strstr(pramsim_messages(program), rows[k].text));
        }
        pramsim_free(program);
    }
}

static void test_images(void **state)
{
    (void)state;
    pramsim_program *program = compile(sums);
    size_t size;
    const void *image = pramsim_image(program, &size);
    assert_non_null(image);
    pramsim_program *loaded = pramsim_load("again", image, size);
    assert_int_equal(pramsim_is_good(loaded), 1);
    FILE *file = fopen("libpramsim-test.o", "w");
    assert_non_null(file);
    assert_int_equal(fwrite(image, 1, size, file), size);
    fclose(file);
    pramsim_free(program);
    program = pramsim_load_file("libpramsim-test.o");
    remove("libpramsim-test.o");
    pramsim_program *const both[] = {loaded, program};
    for (int k = 0; k < 2; k++) {
        pramsim_run *run = prepare(both[k], "3");
        go(run);
        assert_string_equal(output_of(run), "6\n");
        pramsim_run_free(run);
        pramsim_free(both[k]);
    }
    for (size_t cut = 0; cut < 64; cut += 16) {
        program = pramsim_load(
            "bad", "\177ELF and then nothing that is right, of no use to anyone at all......", cut);
        assert_int_equal(pramsim_is_good(program), 0);
        assert_non_null(strstr(pramsim_messages(program), "bad"));
        pramsim_free(program);
    }
    program = pramsim_load_file("/nowhere/at/all");
    assert_non_null(strstr(pramsim_messages(program), "No such file"));
    pramsim_free(program);
}

/* ---- settings */

static void test_settings(void **state)
{
    (void)state;
    pramsim_program *program = compile(sums);
    pramsim_run *run = prepare(program, "5");
    assert_int_equal(pramsim_set(run, "stats-json", "file"), -1);
    assert_non_null(strstr(pramsim_error(run), "stats-json"));
    assert_int_equal(pramsim_set(run, "pps", "none"), -1);
    assert_non_null(strstr(pramsim_error(run), "pps"));
    go(run); /* the right value before is kept */
    assert_string_equal(output_of(run), "15\n");
    assert_string_equal(pramsim_error(run), "");
    assert_int_equal(pramsim_set(run, "pps", "6"), 0); /* the last value counts */
    go(run);
    assert_string_equal(output_of(run), "21\n");
    assert_int_equal(pramsim_set(run, "memory", "100"), 0);
    assert_int_equal(pramsim_run_go(run), -1);
    assert_non_null(strstr(pramsim_error(run), "shared memory"));
    assert_string_equal(pramsim_end(run), "");
    pramsim_run_free(run);
    pramsim_free(program);
}

enum { SHOWN = 100 };

static void collect(void *context, int is_error, const char *bytes, size_t size)
{
    char *text = context;
    const size_t used = strlen(text);
    snprintf(text + used, SHOWN - used, "%s%.*s", is_error ? "E" : "O", (int)size, bytes);
}

static void test_streams(void **state)
{
    (void)state;
    pramsim_program *program =
        compile("#include <stdio.h>\n"
                "int main(int count, char **arguments)\n"
                "{\n"
                "    start seq {\n"
                "        int c;\n"
                "        while ((c = getchar()) != EOF) putchar(c);\n"
                "        for (c = 1; c < count; c++) fprintf(stderr, \"<%s>\", arguments[c]);\n"
                "    }\n"
                "    return 7;\n"
                "}\n");
    pramsim_run *run = prepare(program, "2");
    char shown[SHOWN] = "";
    const char *const arguments[] = {"--pps=9", "b c", NULL};
    size_t size;
    pramsim_set_input(run, "in\n", 3);
    pramsim_set_arguments(run, arguments);
    pramsim_set_show(run, collect, shown);
    go(run);
    assert_string_equal(output_of(run), "in\n");
    assert_string_equal(pramsim_error_output(run, &size), "<--pps=9><b c>");
    assert_int_equal(pramsim_status(run), 7);
    assert_non_null(strstr(shown, "Oin\n"));
    assert_non_null(strstr(shown, "E<"));
    pramsim_set_input(run, NULL, 0);
    pramsim_set_arguments(run, NULL);
    go(run);
    assert_string_equal(output_of(run), "");
    pramsim_run_free(run);
    pramsim_free(program);
}

static void test_findings(void **state)
{
    (void)state;
    pramsim_program *program = compile("sh int a[8];\n"
                                       "int main(void)\n"
                                       "{\n"
                                       "    start { farm a[$] = a[($ + 1) % #] + 1; }\n"
                                       "    return 0;\n"
                                       "}\n");
    pramsim_run *run = prepare(program, "8");
    assert_int_equal(pramsim_set(run, "check", NULL), 0);
    assert_int_equal(pramsim_set(run, "model", "erew"), 0);
    go(run);
    assert_non_null(strstr(pramsim_report(run), "test.fork:4"));
    assert_non_null(strstr(pramsim_findings(run), "\"line\": 4"));
    assert_int_not_equal(pramsim_status(run), 0);
    counter_of(run, "concurrent_reads");
    pramsim_run_free(run);
    pramsim_free(program);
}

static void test_timelines(void **state)
{
    (void)state;
    pramsim_program *program = compile("sh int a[8];\n"
                                       "int main(void)\n"
                                       "{\n"
                                       "    start { a[$] = $; }\n"
                                       "    return 0;\n"
                                       "}\n");
    pramsim_run *run = prepare(program, "8");
    size_t size;
    go(run);
    assert_null(pramsim_timeline(run, &size));
    assert_int_equal(size, 0);
    assert_int_equal(pramsim_set(run, "trace", "timeline"), 0);
    assert_int_equal(pramsim_set(run, "trace-watch", "a"), 0);
    go(run);
    const char *bytes = pramsim_timeline(run, &size);
    assert_non_null(bytes);
    assert_non_null(memmem(bytes, size, "test.fork", strlen("test.fork")));
    size_t again;
    assert_ptr_equal(pramsim_timeline(run, &again), bytes);
    assert_int_equal(again, size);
    assert_int_equal(pramsim_set(run, "trace-watch", "nothing"), 0);
    assert_int_equal(pramsim_run_go(run), -1);
    assert_non_null(strstr(pramsim_error(run), "nothing"));
    pramsim_run_free(run);
    pramsim_free(program);
}

static void test_profiles(void **state)
{
    (void)state;
    pramsim_program *program = compile("sh int a[8];\n"
                                       "int main(void)\n"
                                       "{\n"
                                       "    start { a[$] = $; }\n"
                                       "    return 0;\n"
                                       "}\n");
    pramsim_run *run = prepare(program, "8");
    go(run);
    assert_null(pramsim_profile(run));
    assert_int_equal(pramsim_set(run, "profile", NULL), 0);
    go(run);
    const char *profile = pramsim_profile(run);
    assert_non_null(profile);
    assert_non_null(strstr(profile, "events: Cycles"));
    assert_non_null(strstr(profile, "test.fork"));
    assert_ptr_equal(pramsim_profile(run), profile);
    pramsim_run_free(run);
    pramsim_free(program);
}

/* ---- progress */

struct progress {
    uint64_t cycle;
    unsigned calls;
    bool is_ascending;
};

static int stop_at_second(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct progress *progress = context;
    progress->is_ascending &= cycle >= progress->cycle && instructions > 0 && running == 4;
    progress->cycle = cycle;
    return ++progress->calls == 2;
}

static void test_progress(void **state)
{
    (void)state;
    pramsim_program *program = compile("sh int turns;\n"
                                       "int main(void)\n"
                                       "{\n"
                                       "    start for (;;) turns = turns + 1;\n"
                                       "    return 0;\n"
                                       "}\n");
    pramsim_run *run = prepare(program, "4");
    struct progress progress = {.is_ascending = true};
    pramsim_set_progress(run, stop_at_second, &progress);
    go(run);
    assert_int_equal(progress.calls, 2);
    assert_true(progress.is_ascending);
    assert_string_equal(pramsim_end(run), "interrupted");
    assert_true(counter_of(run, "cycles") >= progress.cycle / 2);
    pramsim_run_free(run);
    pramsim_free(program);
}

/* ---- limits */

static void *stop_later(void *context)
{
    pramsim_stop(context);
    return NULL;
}

static void test_limits(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value, *end;
    } rows[] = {{"max-cycles", "10K", "runaway"}, {"max-seconds", "0.05", "max_seconds"}};
    pramsim_program *program = compile(endless);
    static const char *const engines[] = {"bsp", "cycle", "reference"};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (size_t e = 0; e < 3; e++) {
            pramsim_run *run = prepare(program, "4");
            assert_int_equal(pramsim_set(run, rows[k].option, rows[k].value), 0);
            assert_int_equal(pramsim_set(run, "engine", engines[e]), 0);
            go(run);
            assert_string_equal(pramsim_end(run), rows[k].end);
            assert_non_null(strstr(pramsim_report(run), "fault"));
            pramsim_run_free(run);
        }
    }
    for (size_t e = 0; e < 3; e++) {
        pramsim_run *run = prepare(program, "4");
        pthread_t other;
        assert_int_equal(pramsim_set(run, "engine", engines[e]), 0);
        assert_int_equal(pthread_create(&other, NULL, stop_later, run), 0);
        go(run);
        pthread_join(other, NULL);
        assert_string_equal(pramsim_end(run), "interrupted");
        assert_non_null(strstr(pramsim_report(run), "stopped by the program that started the run"));
        assert_int_equal(pramsim_set(run, "max-cycles", "100"), 0);
        go(run); /* the request was for one run */
        assert_string_equal(pramsim_end(run), "runaway");
        pramsim_run_free(run);
    }
    pramsim_free(program);
}

/* ---- observers */

struct seen {
    uint64_t cycles, steps, last;
    bool is_ascending;
    uint64_t stops_at;
};

static int look(void *context, const pramsim_cycle *cycle)
{
    struct seen *seen = context;
    uint32_t pp, pc, before = 0;
    const uint64_t number = pramsim_cycle_number(cycle);
    seen->is_ascending &= seen->cycles == 0 || number > seen->last;
    seen->last = number;
    seen->cycles++;
    seen->steps += pramsim_cycle_steps(cycle);
    for (size_t k = 0; k < pramsim_cycle_steps(cycle); k++) {
        pramsim_cycle_step(cycle, k, &pp, &pc);
        seen->is_ascending &= k == 0 || pp > before;
        before = pp;
        pramsim_cycle_register(cycle, pp, 3);
    }
    return seen->stops_at != 0 && number >= seen->stops_at;
}

static void test_observers(void **state)
{
    (void)state;
    static const char *const engines[] = {NULL, "reference", "cycle", "bsp"};
    pramsim_program *program = compile(sums);
    for (size_t e = 0; e < 4; e++) {
        pramsim_run *run = prepare(program, "4");
        struct seen seen = {.is_ascending = true};
        assert_int_equal(engines[e] == NULL ? 0 : pramsim_set(run, "engine", engines[e]), 0);
        pramsim_set_observer(run, look, &seen);
        go(run);
        assert_true(seen.is_ascending);
        assert_int_equal(seen.last + 1, counter_of(run, "cycles"));
        assert_int_equal(seen.steps, counter_of(run, "instructions"));
        seen = (struct seen){.is_ascending = true, .stops_at = 20};
        go(run);
        assert_int_equal(seen.last, 20);
        assert_string_equal(pramsim_end(run), "interrupted");
        pramsim_run_free(run);
    }
    pramsim_free(program);
}

/* ---- threads */

enum { THREADS = 6, ROUNDS = 20 };

struct job {
    int number;
    char failed[200];
};

/* Each thread has its own program: what it prints, and a wrong one in between. */
static void *work(void *context)
{
    struct job *job = context;
    char source[300], expected[40], pps[12];
    snprintf(source, sizeof source,
             "#include <io.h>\nsh int t;\nint main(void) { start { mpadd(&t, %d); seq printf(\"%%d\\n\", t); "
             "} return 0; }\n",
             job->number + 1);
    snprintf(pps, sizeof pps, "%d", 10 + job->number);
    snprintf(expected, sizeof expected, "%d\n", (job->number + 1) * (10 + job->number));
    for (int round = 0; round < ROUNDS && job->failed[0] == '\0'; round++) {
        size_t size;
        pramsim_program *program = pramsim_compile("thread.fork", source, NULL);
        pramsim_program *wrong = pramsim_compile("wrong.fork", "int main(void) { return $; }}\n", NULL);
        pramsim_run *run = pramsim_run_new(program);
        if (run == NULL || pramsim_set(run, "pps", pps) != 0 || pramsim_run_go(run) != 0 ||
            strcmp(pramsim_output(run, &size), expected) != 0 || pramsim_is_good(wrong))
            snprintf(job->failed, sizeof job->failed, "thread %d, round %d: %.100s", job->number, round,
                     pramsim_messages(program));
        pramsim_run_free(run);
        pramsim_free(program);
        pramsim_free(wrong);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    struct job jobs[THREADS];
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (struct job){.number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_string_equal(jobs[i].failed, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),  cmocka_unit_test(test_variables), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_images),   cmocka_unit_test(test_settings),  cmocka_unit_test(test_streams),
        cmocka_unit_test(test_findings), cmocka_unit_test(test_limits),    cmocka_unit_test(test_timelines),
        cmocka_unit_test(test_profiles), cmocka_unit_test(test_progress),  cmocka_unit_test(test_observers),
        cmocka_unit_test(test_threads)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
