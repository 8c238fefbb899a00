/* assignment.c - see assignment.h: each key of the file has a row and a function that takes its value. */
#include "lab/grade/assignment.h"

#include "common/file.h"
#include "common/memory.h"
#include "lab/grade/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PPS = 64, PPS_MOST = 1 << 22, FILE_MOST = 16 << 20 };

/* ---- lists */

static bool add_string(struct reader *reader, yaml_node_t *node, void *target)
{
    struct string_array *array = target;
    array->items = memory_grow(array->items, &array->capacity, array->count + 1, sizeof *array->items);
    array->items[array->count] = NULL;
    return reader_take_text(reader, node, &array->items[array->count++]);
}

/* A plain name without a path, and not reserved for programs of this project. */
static bool is_plain_name(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL && strlen(name) < 200;
}

static bool add_file(struct reader *reader, yaml_node_t *key, yaml_node_t *value, void *target)
{
    struct file_array *array = target;
    array->items = memory_grow(array->items, &array->capacity, array->count + 1, sizeof *array->items);
    struct provided_file *file = &array->items[array->count++];
    *file = (struct provided_file){0};
    if (!reader_take_text(reader, key, &file->name) || !reader_take_file(reader, value, &file->path))
        return false;
    return is_plain_name(file->name) ||
           reader_complain(reader, key, "expected a name without folders that does not begin with a dot");
}

/* ---- keys of a case */

static bool take_name(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_text(reader, node, &((struct trial *)target)->name);
}

static bool add_pps(struct reader *reader, yaml_node_t *node, void *target)
{
    struct trial *trial = target;
    trial->pps = memory_grow(trial->pps, &trial->pps_capacity, trial->pps_count + 1, sizeof *trial->pps);
    return reader_take_count(reader, node, 1, PPS_MOST, &trial->pps[trial->pps_count++]);
}

static bool take_pps(struct reader *reader, yaml_node_t *node, void *target)
{
    ((struct trial *)target)->pps_count = 0;
    return reader_take_items(reader, node, add_pps, target);
}

static bool take_arguments(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_items(reader, node, add_string, &((struct trial *)target)->arguments);
}

static bool take_options(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_items(reader, node, add_string, &((struct trial *)target)->options);
}

static bool take_files(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_pairs(reader, node, add_file, &((struct trial *)target)->files);
}

static bool take_input(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_text(reader, node, &((struct trial *)target)->input);
}

static bool take_input_file(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_file(reader, node, &((struct trial *)target)->input_path);
}

static bool take_expect(struct reader *reader, yaml_node_t *node, void *target)
{
    struct trial *trial = target;
    const bool good = reader_take_text(reader, node, &trial->expected);
    trial->expected_size = good ? strlen(trial->expected) : 0;
    return good;
}

static bool take_expect_file(struct reader *reader, yaml_node_t *node, void *target)
{
    struct trial *trial = target;
    struct file_error error;
    char *path = NULL;
    if (!reader_take_file(reader, node, &path)) {
        free(path);
        return false;
    }
    free(trial->expected);
    trial->expected = file_read(path, FILE_MOST, true, &trial->expected_size, &error);
    const bool good =
        trial->expected != NULL || reader_complain(reader, node, "%s: cannot read: %s", path, error.text);
    free(path);
    return good;
}

static bool take_expect_files(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_pairs(reader, node, add_file, &((struct trial *)target)->expected_files);
}

static bool take_checker(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_file(reader, node, &((struct trial *)target)->checker);
}

static bool take_compare(struct reader *reader, yaml_node_t *node, void *target)
{
    static const char *const names[] = {[COMPARE_LINES] = "lines",
                                        [COMPARE_EXACT] = "exact",
                                        [COMPARE_WORDS] = "words",
                                        [COMPARE_FLOATS] = "floats"};
    size_t chosen;
    if (!reader_choose(reader, node, names, sizeof names / sizeof *names, &chosen))
        return false;
    ((struct trial *)target)->comparison.kind = (enum comparison_kind)chosen;
    return true;
}

static bool take_absolute(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_number(reader, node, 0, 1e300, &((struct trial *)target)->comparison.absolute);
}

static bool take_relative(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_number(reader, node, 0, 1, &((struct trial *)target)->comparison.relative);
}

static bool take_n(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_number(reader, node, 0, 1e15, &((struct trial *)target)->n);
}

static bool take_formula(struct reader *reader, yaml_node_t *node, struct formula **target)
{
    char error[200];
    const char *text = reader_text(reader, node);
    if (text == NULL)
        return false;
    formula_free(*target);
    *target = formula_parse(text, "np", error, sizeof error);
    return *target != NULL || reader_complain(reader, node, "%s", error);
}

static bool take_cycles(struct reader *reader, yaml_node_t *node, void *target)
{
    return take_formula(reader, node, &((struct trial *)target)->cycles);
}

static bool take_work(struct reader *reader, yaml_node_t *node, void *target)
{
    return take_formula(reader, node, &((struct trial *)target)->work);
}

static bool take_points(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_number(reader, node, 0, 1e6, &((struct trial *)target)->points);
}

static bool take_partial(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_truth(reader, node, &((struct trial *)target)->is_partial);
}

static bool take_status(struct reader *reader, yaml_node_t *node, void *target)
{
    uint64_t status;
    if (!reader_take_count(reader, node, 0, 255, &status))
        return false;
    ((struct trial *)target)->status = (int)status;
    return true;
}

static bool take_check(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_truth(reader, node, &((struct trial *)target)->checks);
}

static bool take_model(struct reader *reader, yaml_node_t *node, void *target)
{
    static const char *const names[] = {
        "erew",          "crew",     "crcw-common", "crcw-arbitrary",
        "crcw-priority", "crcw-sum", "crcw-max"}; /* sim/observe/model/model.def */
    size_t chosen;
    return reader_choose(reader, node, names, sizeof names / sizeof *names, &chosen) &&
           reader_take_text(reader, node, &((struct trial *)target)->model);
}

static bool take_hidden(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_truth(reader, node, &((struct trial *)target)->is_hidden);
}

static bool take_seconds(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_number(reader, node, 0.01, 86400, &((struct trial *)target)->seconds);
}

static bool take_memory(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_count(reader, node, 1 << 20, UINT64_C(1) << 50, &((struct trial *)target)->memory);
}

static bool take_output(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_count(reader, node, 1, FILE_MOST, &((struct trial *)target)->output);
}

static bool take_most_cycles(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_count(reader, node, 1, UINT64_MAX >> 1, &((struct trial *)target)->most_cycles);
}

static const struct reader_key trial_keys[] = {
#define TRIAL_KEY(name, text) {#name, take_##name},
#include "lab/grade/trial.def"
    {NULL, NULL},
};

/* ---- keys of the file */

static bool take_title(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_text(reader, node, &((struct assignment *)target)->title);
}

static bool take_source(struct reader *reader, yaml_node_t *node, void *target)
{
    struct assignment *assignment = target;
    return reader_take_text(reader, node, &assignment->source) &&
           (is_plain_name(assignment->source) ||
            reader_complain(reader, node, "expected a name without folders"));
}

static bool take_compile(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_items(reader, node, add_string, &((struct assignment *)target)->compile);
}

static bool take_solution(struct reader *reader, yaml_node_t *node, void *target)
{
    struct assignment *assignment = target;
    return (assignment->needs_solution ? reader_take_file : reader_take_path)(reader, node,
                                                                              &assignment->solution);
}

static bool take_provide(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_take_pairs(reader, node, add_file, &((struct assignment *)target)->provided);
}

/* Checks that concern several keys. After an error in a key, n may be missing because of it. */
static bool check_trial(struct reader *reader, yaml_node_t *node, const struct trial *trial, bool has_all)
{
    const bool uses_n = (trial->cycles != NULL && formula_uses(trial->cycles, 'n')) ||
                        (trial->work != NULL && formula_uses(trial->work, 'n'));
    bool good = has_all;
    if (has_all && uses_n && isnan(trial->n))
        good = reader_complain(reader, node, "a formula has n in it: the case needs the key n");
    if (trial->input != NULL && trial->input_path != NULL)
        good = reader_complain(reader, node, "either input or input_file");
    if (has_all && trial->comparison.kind != COMPARE_FLOATS &&
        !(isnan(trial->comparison.absolute) && isnan(trial->comparison.relative)))
        good = reader_complain(reader, node, "absolute and relative need compare: floats");
    return good;
}

static bool add_trial(struct reader *reader, yaml_node_t *node, void *target)
{
    struct assignment *assignment = target;
    assignment->trials = memory_grow(assignment->trials, &assignment->capacity, assignment->count + 1,
                                     sizeof *assignment->trials);
    struct trial *trial = &assignment->trials[assignment->count++];
    *trial = (struct trial){.n = NAN,
                            .comparison = {.absolute = NAN, .relative = NAN},
                            .points = 1,
                            .seconds = 60,
                            .memory = UINT64_C(1) << 30,
                            .output = 1 << 20};
    if (asprintf(&trial->name, "case %zu", assignment->count) < 0)
        memory_is_short();
    const bool has_all = reader_take_mapping(reader, node, trial_keys, trial);
    if (!check_trial(reader, node, trial, has_all))
        return false;
    if (trial->pps_count == 0) {
        trial->pps = memory_grow(trial->pps, &trial->pps_capacity, 1, sizeof *trial->pps);
        trial->pps[trial->pps_count++] = DEFAULT_PPS;
    }
    return true;
}

static bool take_cases(struct reader *reader, yaml_node_t *node, void *target)
{
    return (node->type == YAML_SEQUENCE_NODE || reader_complain(reader, node, "expected a list of cases")) &&
           reader_take_items(reader, node, add_trial, target);
}

static const struct reader_key assignment_keys[] = {
    {"title", take_title},
    {"source", take_source},
    {"compile", take_compile},
    {"provide", take_provide},
    {"solution", take_solution},
    {"cases", take_cases},
    {NULL, NULL},
};

bool assignment_read(struct assignment *assignment, const char *path, bool needs_solution)
{
    struct reader reader;
    *assignment = (struct assignment){.needs_solution = needs_solution};
    bool good = reader_open(&reader, path);
    if (good) {
        yaml_node_t *root = yaml_document_get_root_node(&reader.document);
        good = reader_take_mapping(&reader, root, assignment_keys, assignment) &&
               (assignment->count > 0 || reader_complain(&reader, root, "there are no cases"));
        if (needs_solution && root != NULL && assignment->solution == NULL)
            good = reader_complain(&reader, root,
                                   "--dry-run needs a model solution: the key solution, or files that are "
                                   "named after the assignment");
    }
    reader_close(&reader);
    return good;
}

/* ---- the end */

static void free_strings(struct string_array *array)
{
    for (size_t k = 0; k < array->count; k++)
        free(array->items[k]);
    free(array->items);
}

static void free_files(struct file_array *array)
{
    for (size_t k = 0; k < array->count; k++) {
        free(array->items[k].name);
        free(array->items[k].path);
    }
    free(array->items);
}

static void free_trial(struct trial *trial)
{
    free_strings(&trial->arguments);
    free_strings(&trial->options);
    free_files(&trial->files);
    free_files(&trial->expected_files);
    formula_free(trial->cycles);
    formula_free(trial->work);
    char *const texts[] = {trial->name,     trial->input,   trial->input_path,
                           trial->expected, trial->checker, trial->model};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        free(texts[k]);
    free(trial->pps);
}

void assignment_free(struct assignment *assignment)
{
    for (size_t k = 0; k < assignment->count; k++)
        free_trial(&assignment->trials[k]);
    free(assignment->trials);
    free_strings(&assignment->compile);
    free_files(&assignment->provided);
    free(assignment->title);
    free(assignment->source);
    free(assignment->solution);
}
