/* cases.c - cases LAB.yml: prints the public cases of an assignment of pramgrade as JSON, for the page of the
 * browser lab (learn.js adds the expected outputs). Bounds are computed for each number of PPs.
 */
#include "common/file.h"
#include "common/json.h"
#include "lab/grade/assignment.h"

#include <math.h>
#include <stdlib.h>

enum { FILE_MOST = 1 << 20 };

static json_t *list(const struct string_array *texts)
{
    json_t *made = json_array();
    for (size_t k = 0; k < texts->count; k++)
        json_array_append_new(made, json_text(texts->items[k]));
    return made;
}

static json_t *contents(const struct file_array *files)
{
    json_t *made = json_object();
    for (size_t k = 0; k < files->count; k++) {
        struct file_error error;
        size_t size;
        char *text = file_read(files->items[k].path, FILE_MOST, true, &size, &error);
        if (text == NULL) {
            fprintf(stderr, "cases: %s: %s\n", files->items[k].path, error.text);
            exit(EXIT_FAILURE);
        }
        json_object_set_new(made, files->items[k].name, json_text(text));
        free(text);
    }
    return made;
}

static json_t *bound(const struct formula *formula, double n, uint64_t p)
{
    double values[FORMULA_LETTERS] = {0};
    values['n' - 'a'] = n;
    values['p' - 'a'] = (double)p;
    return formula != NULL ? json_real(formula_value(formula, values)) : json_null();
}

static json_t *optional(const char *text)
{
    return text != NULL ? json_text(text) : json_null();
}

static json_t *describe(const struct trial *trial)
{
    static const char *const kinds[] = {"lines", "exact", "words", "floats"};
    const struct comparison *comparison = &trial->comparison;
    json_t *runs = json_array(), *made = json_object();
    for (size_t k = 0; k < trial->pps_count; k++)
        json_array_append_new(runs, json_pack("{so so so}", "pps", json_number(trial->pps[k]), "cycles",
                                              bound(trial->cycles, trial->n, trial->pps[k]), "work",
                                              bound(trial->work, trial->n, trial->pps[k])));
    const struct {
        const char *name;
        json_t *value;
    } fields[] = {
        {"name", json_text(trial->name)},
        {"runs", runs},
        {"arguments", list(&trial->arguments)},
        {"files", contents(&trial->files)},
        {"input", optional(trial->input)},
        {"expect", optional(trial->expected)},
        {"checker", optional(trial->checker)},
        {"compare", json_text(kinds[comparison->kind])},
        {"absolute", isnan(comparison->absolute) ? json_null() : json_real(comparison->absolute)},
        {"relative", isnan(comparison->relative) ? json_null() : json_real(comparison->relative)},
        {"n", isnan(trial->n) ? json_null() : json_real(trial->n)},
        {"points", json_real(trial->points)},
        {"partial", json_boolean(trial->is_partial)},
        {"status", json_integer(trial->status)},
        {"check", json_boolean(trial->checks)},
        {"model", optional(trial->model)},
        {"seconds", json_real(trial->seconds)},
        {"most_cycles", json_number(trial->most_cycles)},
    };
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        json_object_set_new(made, fields[k].name, fields[k].value);
    return made;
}

int main(int argc, char **argv)
{
    struct assignment assignment;
    json_begin();
    if (argc != 2 || !assignment_read(&assignment, argv[1], false))
        return EXIT_FAILURE;
    json_t *cases = json_array();
    for (size_t k = 0; k < assignment.count; k++)
        if (!assignment.trials[k].is_hidden)
            json_array_append_new(cases, describe(&assignment.trials[k]));
    json_t *made =
        json_pack("{so so so so}", "title", json_text(assignment.title), "solution",
                  optional(assignment.solution), "files", contents(&assignment.provided), "cases", cases);
    const bool good = json_print(made, stdout);
    json_decref(made);
    assignment_free(&assignment);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
