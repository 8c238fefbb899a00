/* findings.c - see findings.h. */
#include "sim/observe/findings/findings.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/report/sarif.h"
#include "common/report/shell.h"
#include "common/version.h"
#include "sim/cli/explain.h"
#include "sim/machine/cell_name.h"

enum { PATTERN = 128, LINE = 512 };

/* KIND PLACE CELL, each a pattern as in a shell. */
struct suppression {
    char kind[PATTERN];
    char place[PATTERN];
    char cell[PATTERN];
};

/* ---- rules */

/* Reads a rule from a line. False: none; *is_wrong: the line is invalid. */
static bool read_rule(char *line, struct suppression *rule, bool *is_wrong)
{
    char *const fields[] = {rule->kind, rule->place, rule->cell};
    char *rest = NULL;
    size_t count = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    *rule = (struct suppression){.place = "*", .cell = "*"};
    for (char *word = strtok_r(line, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest)) {
        *is_wrong = *is_wrong || count == 3 || strlen(word) >= PATTERN;
        if (!*is_wrong)
            memcpy(fields[count++], word, strlen(word) + 1);
    }
    return count != 0 && !*is_wrong;
}

bool findings_read(struct suppressions *suppressions, const char *path, char *error, size_t error_size)
{
    char line[LINE];
    bool is_wrong = false;
    FILE *stream = fopen(path, "re");
    *suppressions = (struct suppressions){.count = 0};
    if (stream == NULL)
        return message_refuse(error, error_size, "%s", strerror(errno));
    unsigned number = 0;
    while (!is_wrong && fgets(line, sizeof line, stream) != NULL) {
        struct suppression rule;
        number++;
        is_wrong = strchr(line, '\n') == NULL && strlen(line) == sizeof line - 1;
        if (!read_rule(line, &rule, &is_wrong))
            continue;
        *MEMORY_ADD(suppressions->rules, suppressions->count, suppressions->capacity) = rule;
    }
    const bool is_read = !ferror(stream);
    if (is_wrong)
        snprintf(error, error_size, "line %u: expected KIND, PLACE and CELL, or the first of them", number);
    else if (!is_read)
        snprintf(error, error_size, "%s", strerror(errno));
    fclose(stream);
    return is_read && !is_wrong;
}

void findings_forget(struct suppressions *suppressions)
{
    free(suppressions->rules);
    *suppressions = (struct suppressions){.count = 0};
}

static bool matches(const char *pattern, const char *text)
{
    return fnmatch(pattern, text, FNM_NOESCAPE) == 0;
}

/* Whether the pattern names the instruction: as FILE:LINE, or by its function. */
static bool names_place(const struct object *object, const char *pattern, uint32_t pc)
{
    const char *file;
    uint32_t line;
    char text[OBJECT_MAX_FILE_NAME + 16] = "";
    if (object_find_line(object, pc, &file, &line))
        snprintf(text, sizeof text, "%s:%" PRIu32, file, line);
    const char *function = object_find_source_function(object, pc);
    return matches(pattern, text) || (function != NULL && matches(pattern, function));
}

/* The name of the cell without its address, "a[17]". False: the warning concerns none. */
static bool find_cell(const struct machine *machine, const struct warning *warning, char text[CELL_NAME_SIZE])
{
    text[0] = '\0';
    if (warning->cell[0] != '\0')
        snprintf(text, CELL_NAME_SIZE, "%s", warning->cell);
    else if (!warning->has_no_cell)
        cell_name(machine, warning->address, text);
    char *mark = strstr(text, " (0x");
    if (mark != NULL)
        *mark = '\0';
    return !warning->has_no_cell || warning->cell[0] != '\0';
}

/* [ is an ordinary character in names of cells. */
static bool names_cell(const char *pattern, const char *cell)
{
    char name[CELL_NAME_SIZE], escaped[2 * PATTERN];
    size_t used = 0;
    for (const char *c = pattern; *c != '\0'; c++) {
        if (*c == '[' || *c == ']')
            escaped[used++] = '\\';
        escaped[used++] = *c;
    }
    escaped[used] = '\0';
    snprintf(name, sizeof name, "%s", cell);
    if (fnmatch(escaped, name, 0) == 0)
        return true;
    char *function = strstr(name, " of ");
    if (function != NULL) /* a[3] names that of any function, */
        *function = '\0';
    if (fnmatch(escaped, name, 0) == 0)
        return true;
    name[strcspn(name, "[")] = '\0'; /* `a` matches all words of it */
    return fnmatch(escaped, name, 0) == 0;
}

static bool names(const struct suppression *rule, const struct machine *machine,
                  const struct warning *warning)
{
    char cell[CELL_NAME_SIZE];
    (void)find_cell(machine, warning, cell);
    return matches(rule->kind, warning->kind) && names_cell(rule->cell, cell) &&
           (names_place(&machine->object, rule->place, warning->what.pc) ||
            (warning->has_other && names_place(&machine->object, rule->place, warning->other.pc)));
}

uint64_t findings_suppress(struct warnings *warnings, const struct machine *machine,
                           const struct suppressions *suppressions)
{
    uint64_t suppressed = 0;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < warnings->count; k++) {
        bool is_named = false;
        for (size_t rule = 0; rule < suppressions->count && !is_named; rule++)
            is_named = names(&suppressions->rules[rule], machine, &warnings->kept[k]);
        if (is_named)
            suppressed += warnings->kept[k].times;
        else
            warnings->kept[kept++] = warnings->kept[k];
    }
    warnings->count = kept;
    warnings->total -= suppressed;
    return suppressed;
}

/* ---- JSON */

/* NULL for NULL. */
static json_t *text_if(const char *text)
{
    return text != NULL ? json_text(text) : NULL;
}

static json_t *place_of(const struct machine *machine, uint32_t pp, uint32_t pc, uint64_t cycle,
                        const char *routine)
{
    const char *file = NULL;
    uint32_t line;
    if (pp == FAULT_NO_PP)
        return json_object();
    const bool has_line = object_find_line(&machine->object, pc, &file, &line);
    return json_pack("{s:I, s:I, s:o, s:o*, s:o*, s:o*, s:o*}", "pp", (json_int_t)pp, "pc", (json_int_t)pc,
                     "cycle", json_number(cycle), "file", has_line ? json_text(file) : NULL, "line",
                     has_line ? json_integer(line) : NULL, "function",
                     text_if(object_find_source_function(&machine->object, pc)), "calling", text_if(routine));
}

static json_t *finding_of(const struct machine *machine, const struct fault *fault, const char *from,
                          const char *kind)
{
    json_t *places = json_array();
    if (fault->pp != FAULT_NO_PP)
        json_array_append_new(places, place_of(machine, fault->pp, fault->pc, fault->cycle, fault->routine));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "from", json_text(from), "kind", json_text(kind), "message",
                     json_text(fault->text), "hint", json_text(fault->hint), "places", places);
}

/* Returns how often anything was found in places that are not kept. */
static uint64_t add_all(json_t *list, const struct machine *machine, const struct warnings *warnings,
                        const char *from)
{
    uint64_t left = warnings->total;
    for (uint32_t k = 0; k < warnings->count; k++) {
        const struct warning *warning = &warnings->kept[k];
        const struct warning_other *other = &warning->other;
        char cell[CELL_NAME_SIZE];
        json_t *object = finding_of(machine, &warning->what, from, warning->kind);
        json_object_set_new(object, "count", json_number(warning->times));
        if (find_cell(machine, warning, cell))
            json_object_set_new(object, "cell", json_text(cell));
        if (!warning->has_no_cell)
            json_object_set_new(object, "address", json_integer(warning->address));
        if (warning->has_other)
            json_array_append_new(json_object_get(object, "places"),
                                  place_of(machine, other->pp, other->pc, other->cycle, other->routine));
        json_array_append_new(list, object);
        left -= warning->times;
    }
    return left;
}

bool findings_print(const struct machine *machine, const struct options *options, uint64_t suppressed,
                    FILE *stream)
{
    char name[40];
    json_t *list = json_array();
    if (machine->end == END_FAULT)
        json_array_append_new(
            list, finding_of(machine, &machine->fault, "fault", exit_code_name(machine->fault.code)));
    uint64_t left = add_all(list, machine, &machine->warnings, "check");
    left += add_all(list, machine, &machine->findings, "model");
    left += add_all(list, machine, &machine->mishaps, "on_purpose");
    left += add_all(list, machine, &machine->noticed, "run");
    json_t *model =
        options->model.number == MODEL_NONE ? json_null() : json_text(model_name(&options->model, name));
    json_t *object =
        json_pack("{s:o, s:o, s:b, s:o, s:o, s:o, s:o}", "program", json_text(options->program), "version",
                  json_text(PRAM_VERSION), "check", options->has[OPTION_check], "model", model, "findings",
                  list, "suppressed", json_number(suppressed), "not_listed", json_number(left));
    const bool is_written = json_print(object, stream);
    json_decref(object);
    return is_written;
}

/* ---- SARIF */

static void add_place(struct sarif *sarif, const struct machine *machine, uint32_t pp, uint32_t pc,
                      uint64_t cycle)
{
    const char *file;
    uint32_t line;
    char text[64];
    if (pp == FAULT_NO_PP || !object_find_line(&machine->object, pc, &file, &line))
        return;
    snprintf(text, sizeof text, "PP %" PRIu32 ", cycle %" PRIu64, pp, cycle);
    sarif_place(sarif, &(struct sarif_place){.file = file, .line = line, .text = text});
}

static void add_result(struct sarif *sarif, const struct machine *machine, enum sarif_level level,
                       const char *kind, const struct fault *fault)
{
    char message[sizeof fault->text + sizeof fault->hint + 2];
    snprintf(message, sizeof message, "%s%s%s", fault->text, fault->hint[0] != '\0' ? "; " : "", fault->hint);
    sarif_result(sarif, level, kind, message);
    add_place(sarif, machine, fault->pp, fault->pc, fault->cycle);
}

static void add_results(struct sarif *sarif, const struct machine *machine, enum sarif_level level,
                        const struct warnings *warnings)
{
    for (uint32_t k = 0; k < warnings->count; k++) {
        const struct warning *warning = &warnings->kept[k];
        add_result(sarif, machine, level, warning->kind, &warning->what);
        if (warning->has_other)
            add_place(sarif, machine, warning->other.pp, warning->other.pc, warning->other.cycle);
    }
}

bool findings_print_sarif(const struct machine *machine, FILE *stream)
{
    struct sarif sarif;
    sarif_begin(&sarif, "pramsim");
    if (machine->end == END_FAULT)
        add_result(&sarif, machine, SARIF_ERROR, exit_code_name(machine->fault.code), &machine->fault);
    add_results(&sarif, machine, SARIF_ERROR, &machine->warnings);
    add_results(&sarif, machine, SARIF_WARNING, &machine->findings);
    add_results(&sarif, machine, SARIF_NOTE, &machine->mishaps);
    add_results(&sarif, machine, SARIF_NOTE, &machine->noticed);
    const bool is_written = sarif_print(&sarif, stream);
    sarif_free(&sarif);
    return is_written;
}

/* ---- the command that takes the debugger to a finding */

/* Whether a run under the debugger is the same, cycle by cycle. */
static bool is_repeated_by_debugger(const struct machine *machine, const struct options *options)
{
    const bool is_exact =
        !options->has[OPTION_level] || options->config.level == LEVEL_EXACT || options->config.level == 0;
    return is_exact && machine->ranks == NULL && options->config.faults == NULL && !options->has[OPTION_safe];
}

/* The cycle of the fault, or of the first finding; false: none. */
static bool find_cycle(const struct machine *machine, uint64_t *cycle)
{
    const struct fault *fault = &machine->fault;
    const struct warnings *const lists[] = {&machine->warnings, &machine->findings};
    if (machine->end == END_FAULT && (fault->pp != FAULT_NO_PP || explain_is_about_all(fault->code)) &&
        fault->code != FAULT_interrupted && fault->code != FAULT_output && fault->code != FAULT_closed_pipe) {
        *cycle = fault->cycle;
        return true;
    }
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        if (lists[k]->count != 0) {
            *cycle = lists[k]->kept[0].what.cycle;
            return true;
        }
    return false;
}

/* Whether an instruction of the user's has a line. */
static bool has_lines(const struct machine *machine)
{
    const char *file;
    uint32_t line;
    for (uint32_t pc = 0; pc < machine->program.count; pc++)
        if (machine->program.origins[pc] == ORIGIN_USER &&
            object_find_line(&machine->object, pc, &file, &line))
            return true;
    return false;
}

/* What stands behind the cycle. */
static void print_rest(const struct options *options, FILE *stream)
{
    for (size_t k = 0; k < options->given_count; k++) {
        bool has_value;
        const bool is_kept = options_is_of_machine(options->given[k], &has_value);
        if (is_kept)
            shell_word(stream, options->given[k]);
        k += has_value;
        if (is_kept && has_value && k < options->given_count)
            shell_word(stream, options->given[k]);
    }
    shell_word(stream, options->program);
    for (uint32_t k = 1; k < options->config.argument_count; k++)
        shell_word(stream, options->config.arguments[k]);
}

char *findings_command(const struct machine *machine, const struct options *options)
{
    char *text = NULL;
    size_t size = 0;
    if (!is_repeated_by_debugger(machine, options))
        return NULL;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    fputs("pramsim --debug --at=CYCLE", stream);
    print_rest(options, stream);
    fclose(stream);
    return text;
}

void findings_print_command(const struct machine *machine, const struct options *options, FILE *stream)
{
    uint64_t cycle;
    if (!is_repeated_by_debugger(machine, options) || !find_cycle(machine, &cycle) || !has_lines(machine))
        return;
    fprintf(stream, "pramsim: hint: debug it: pramsim --debug --at=%" PRIu64, cycle);
    print_rest(options, stream);
    fputc('\n', stream);
}
