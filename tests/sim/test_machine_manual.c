/* test_machine_manual.c - the pages of the simulator and the man page agree with its tables, row by row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/machine.h"

#define ENGINE(name) extern const struct engine name##_engine;
#include "sim/cli/engine.def"

/* The whole text of a file of the repository (tests run in its root); read once, kept to the end. */
static const char *text_of(const char *path)
{
    enum { DOCUMENTS = 8 };
    static struct {
        const char *path;
        char *text;
    } documents[DOCUMENTS];
    for (unsigned i = 0; i < DOCUMENTS; i++) {
        if (documents[i].path == NULL) {
            FILE *stream = fopen(path, "r");
            assert_non_null(stream);
            size_t size = 0;
            assert_true(getdelim(&documents[i].text, &size, '\0', stream) > 0);
            fclose(stream);
            documents[i].path = path;
        }
        if (strcmp(documents[i].path, path) == 0)
            return documents[i].text;
    }
    fail_msg("more than %d documents: raise DOCUMENTS", DOCUMENTS);
    return NULL;
}

static int missing;

static void expect(const char *text, const char *row)
{
    if (strstr(text, row) != NULL)
        return;
    print_message("missing: %s", row);
    missing++;
}

/* The name as the user writes it, with `dash` for _. */
static const char *spell(const char *name, const char *dash)
{
    static char text[64];
    text[0] = '\0';
    for (; *name != '\0'; name++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%.*s", *name == '_' ? 2 : 1,
                 *name == '_' ? dash : name);
    return text;
}

static char row[1024];

static void options_are_in_manual_and_man_page(void **state)
{
    (void)state;
    static const struct {
        char letter;
        const char *name;
        const char *argument;
        const char *text;
    } options[] = {
#define OPTION(letter, name, argument, takes, text) {letter, #name, argument, text},
#include "sim/cli/options.def"
    };
    const char *manual = text_of("docs/simulator.md");
    const char *page = text_of("docs/man/pramsim.1");
    missing = 0;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        char argument[32];
        const bool is_optional = options[i].argument[0] == '['; /* --name[=FILE] */
        snprintf(argument, sizeof argument, "%.*s", (int)strcspn(options[i].argument + is_optional, "]"),
                 options[i].argument + is_optional);
        const char *equals = is_optional ? "[=" : argument[0] != '\0' ? "=" : "";
        const char *close = is_optional ? "]" : "";
        char letter[16] = "";
        if (options[i].letter != 0)
            snprintf(letter, sizeof letter, "`-%c`, ", options[i].letter);
        snprintf(row, sizeof row, "\n| %s`--%s%s%s%s` | %s |\n", letter, spell(options[i].name, "-"), equals,
                 argument, close, options[i].text);
        expect(manual, row);
        if (options[i].letter != 0)
            snprintf(letter, sizeof letter, "\\fB\\-%c\\fR, ", options[i].letter);
        snprintf(row, sizeof row, "\n.TP\n%s\\fB\\-\\-%s\\fR%s%s%s%s%s\n%s\n", letter,
                 spell(options[i].name, "\\-"), equals, argument[0] != '\0' ? "\\fI" : "", argument,
                 argument[0] != '\0' ? "\\fR" : "", close, options[i].text);
        expect(page, row);
    }
    assert_int_equal(missing, 0);
}

static void signals_are_in_manual(void **state)
{
    (void)state;
    missing = 0;
#define STOP_SIGNAL(name, text) expect(text_of("docs/ends.md"), "\n| `" #name "` | " text " |\n");
#include "common/stop.def"
    assert_int_equal(missing, 0);
}

static void exit_codes_are_in_the_man_page(void **state)
{
    (void)state;
    static const struct {
        int code;
        const char *name;
        const char *text;
    } codes[] = {
#define EXIT_STATUS(code, kind, name, text) {code, #name, text},
#include "sim/machine/exit.def"
    };
    const char *page = text_of("docs/man/pramsim.1");
    missing = 0;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        snprintf(row, sizeof row, "\n.TP\n.B %d\n%s\n", codes[i].code, codes[i].text);
        expect(page, row);
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(codes[i].code, codes[k].code);
    }
    assert_int_equal(missing, 0);
}

static void statistics_are_in_the_manual(void **state)
{
    (void)state;
    static const char *const rows[] = {
#define STATS_COUNTER(name, text) "\n| `" #name "` | " text " |\n",
#define KEY_PHASE "phases."
#define KEY_KIND "phase_kinds."
#define KEY_ENGINE "engines."
#define KEY_NATIVE "native."
#define KEY_RANK "ranks."
#define KEY_MODEL ""
#define KEY_NOTICED ""
#define STATS_PART(group, name, text) "\n| `" KEY_##group #name "` | " text " |\n",
#define STATS_REASON(of, name, text) "\n| `" #name "` | " text " |\n",
#define STATS_TIME(name, text) "\n| `wall_seconds." #name "` | " text " |\n",
#include "sim/machine/stats.def"
    };
    const char *manual = text_of("docs/statistics.md");
    missing = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(manual, rows[i]);
    assert_int_equal(missing, 0);
}

static void models_are_in_the_manual(void **state)
{
    (void)state;
    const char *manual = text_of("docs/models.md");
    missing = 0;
#define MODEL(name, allows, folds, text)                                                                     \
    snprintf(row, sizeof row, "\n| `%s` |", name);                                                           \
    expect(manual, row);
#define MODEL_COLLISION(name, text) expect(manual, "\n| `" #name "` |");
#include "sim/observe/model/model.def"
    assert_int_equal(missing, 0);
}

static void engines_are_in_the_manual(void **state)
{
    (void)state;
    static const struct engine *const engines[] = {
#define ENGINE(name) &name##_engine,
#include "sim/cli/engine.def"
    };
    const char *manual = text_of("docs/simulator.md");
    missing = 0;
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        snprintf(row, sizeof row, "\n| `%s` | %s |\n", engines[i]->name, engines[i]->text);
        expect(manual, row);
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_in_manual_and_man_page), cmocka_unit_test(signals_are_in_manual),
        cmocka_unit_test(exit_codes_are_in_the_man_page),     cmocka_unit_test(statistics_are_in_the_manual),
        cmocka_unit_test(models_are_in_the_manual),           cmocka_unit_test(engines_are_in_the_manual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
