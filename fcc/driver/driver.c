/* driver.c - from command line to outputs: plans the steps of every input and runs them one after the other.
 *
 * Calls the paths, the processes and driver_compile; knows no pass of the compiler. All intermediate files
 * are in one temporary folder. An output appears only when its step has succeeded (prasm and prlink ensure
 * that themselves, deliver() for texts).
 */
#include "common/confine.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/option.h"
#include "common/output.h"
#include "common/temporary.h"
#include "fcc/driver/driver.h"
#include "fcc/driver/formatting.h"
#include "fcc/driver/paths.h"
#include "fcc/driver/process.h"
#include "fcc/preprocess/preprocess.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct driver {
    const struct fcc_options *options;
    struct driver_paths paths;
    struct process_signals *signals;
    char *folder;                 /* for temporary files */
    struct string_list objects;   /* for the linker, in the order of the inputs; the items are owned */
    struct string_list names;     /* their names in the linker's messages: the inputs */
    struct string_list leftovers; /* names to free at the end */
};

/* Input kinds by suffix. */
struct input_kind {
    const char *suffix;
    enum { FROM_SOURCE, FROM_PREPROCESSED, FROM_ASSEMBLY, FROM_OBJECT } from;
};

static const struct input_kind input_kinds[] = {
    {".fork", FROM_SOURCE}, {".c", FROM_SOURCE}, {".i", FROM_PREPROCESSED},
    {".s", FROM_ASSEMBLY},  {".o", FROM_OBJECT}, {".a", FROM_OBJECT},
};

static const struct input_kind *find_kind(const char *input)
{
    for (size_t i = 0; i < sizeof input_kinds / sizeof *input_kinds; i++) {
        if (driver_has_suffix(input, input_kinds[i].suffix))
            return &input_kinds[i];
    }
    return NULL;
}

/* Keeps a string until the driver ends. */
static const char *keep(struct driver *driver, char *text)
{
    string_list_add(&driver->leftovers, text);
    return text;
}

/* The status of a step, with a message if the step could not print one. */
static enum fcc_exit judge(const char *what, struct step_result result)
{
    switch (result.end) {
    case STEP_DONE:
        return FCC_EXIT_ok;
    case STEP_FAILED:
        return result.status == FCC_EXIT_files ? FCC_EXIT_files : FCC_EXIT_source;
    case STEP_DIED:
        message_line(stderr, "fcc: %s was ended by signal %d (%s); please report it", what, result.status,
                     strsignal(result.status));
        return FCC_EXIT_internal;
    case STEP_NOT_STARTED:
        message_line(stderr, "fcc: cannot run %s: %s", what, strerror(result.status));
        return FCC_EXIT_tools;
    case STEP_INTERRUPTED:
        break;
    }
    return FCC_EXIT_internal;
}

static enum fcc_exit run_tool(const struct driver *driver, struct string_list *command, const char *what)
{
    struct step_result result = process_run(driver->signals, command, driver->options->verbose);
    free(command->items);
    return judge(what, result);
}

/* Argument of output_print for deliver. */
struct text_file {
    FILE *in;
};

static void copy_text(const void *context, FILE *out)
{
    FILE *in = ((const struct text_file *)context)->in;
    char block[1 << 14];
    for (size_t length; (length = fread(block, 1, sizeof block, in)) > 0;)
        fwrite(block, 1, length, out);
}

/* Copies a text from the temporary folder to its place, whole or not at all. */
static enum fcc_exit deliver(const char *source, const char *output)
{
    const bool to_stdout = strcmp(output, "-") == 0;
    const struct text_file text = {.in = fopen(source, "r")};
    struct file_error error;
    if (!text.in) {
        message_line(stderr, "fcc: cannot read a temporary file: %s", strerror(errno));
        return FCC_EXIT_files;
    }
    bool good = output_print(to_stdout ? NULL : output, copy_text, &text, &error);
    if (!good &&
        !process_pipe_is_closed()) /* that ends the driver silently, after the temporary files are removed */
        message_line(stderr, "fcc: cannot write %s: %s", to_stdout ? "standard output" : output, error.text);
    fclose(text.in);
    return good ? FCC_EXIT_ok : FCC_EXIT_files;
}

static enum fcc_exit compile_work(void *context)
{
    return driver_compile(context);
}

/* A rule for make: its target, its temporary file and its place. */
struct rule_place {
    const char *target;
    const char *temporary; /* NULL: there is no rule, or it is the output */
    const char *output;
};

/* Output of the compiler for a file, up to FCC_STAGE_ASSEMBLY. */
static enum fcc_exit compile(const struct driver *driver, const char *source, bool is_preprocessed,
                             const char *output, const struct rule_place *rule)
{
    const char *language = driver->options->language;
    struct driver_compilation c = {.options = driver->options,
                                   .headers = driver->paths.headers,
                                   .source = source,
                                   .is_preprocessed = is_preprocessed,
                                   .is_plain_c = language ? strcmp(language, "c") == 0
                                                          : driver_has_suffix(source, ".c"),
                                   .output = output,
                                   .target = rule->target,
                                   .rule = rule->temporary};
    if (driver->options->verbose)
        message_line(stderr, "(compile %s to %s)", source, output);
    struct step_result result = process_call(driver->signals, compile_work, &c);
    if (result.end == STEP_FAILED)
        return (enum fcc_exit)result.status;
    return judge("the compiler", result);
}

/* -S of prasm: hand-written text may include files beside it and in the folders of -I. */
static void add_safety(const struct driver *driver, bool written, struct string_list *command)
{
    const struct string_list *arguments = &driver->options->preprocessor;
    string_list_add(command, "-S");
    for (size_t i = 0; written && i + 1 < arguments->count; i += 2) {
        if (strcmp(arguments->items[i], "-I") == 0) {
            string_list_add(command, "-I");
            string_list_add(command, arguments->items[i + 1]);
        }
    }
}

/* `written`: the assembly text is hand-written, so its own lines are the source's. */
static enum fcc_exit assemble(struct driver *driver, const char *input, const char *source, bool written,
                              const char *output)
{
    struct string_list command = {0};
    string_list_add(&command, driver->paths.prasm);
    if (written && driver->options->lines)
        string_list_add(&command, "-g");
    if (driver->options->safe)
        add_safety(driver, written, &command);
    if (driver->paths.headers) {
        string_list_add(&command, "-I");
        string_list_add(&command, driver->paths.headers);
    }
    if (!written) { /* its lines are not those of the input */
        string_list_add(&command, "-N");
        string_list_add(&command, keep(driver, driver_format("%s (compiled)", input)));
    }
    string_list_add(&command, "-o");
    string_list_add(&command, output);
    string_list_add(&command, source);
    return run_tool(driver, &command, "prasm");
}

static enum fcc_exit link_program(const struct driver *driver, const char *output)
{
    struct string_list command = {0};
    string_list_add(&command, driver->paths.prlink);
    string_list_add(&command, "-o");
    string_list_add(&command, output);
    for (size_t i = 0; i < driver->objects.count; i++) {
        string_list_add(&command, "-N");
        string_list_add(&command, driver->names.items[i]);
        string_list_add(&command, driver->objects.items[i]);
    }
    if (driver->options->runtime)
        string_list_add(&command, driver->paths.library);
    return run_tool(driver, &command, "prlink");
}

/* Whether the rule for make is the only output. */
static bool makes_only_rule(const struct fcc_options *options)
{
    return options->rule == FCC_RULE_ALONE || options->rule == FCC_RULE_ALONE_OWN;
}

/* The name of what the stage makes of an input; "-": standard output. */
static const char *output_name(struct driver *driver, const char *input)
{
    const struct fcc_options *options = driver->options;
    if (options->rule_file && makes_only_rule(options))
        return options->rule_file;
    if (options->output)
        return options->output;
    switch (options->stage) {
    case FCC_STAGE_ASSEMBLY:
        return keep(driver, driver_replace_suffix(input, ".s"));
    case FCC_STAGE_OBJECT:
    case FCC_STAGE_PROGRAM:
        return keep(driver, driver_replace_suffix(input, ".o"));
    case FCC_STAGE_PREPROCESS:
    case FCC_STAGE_IR:
        break;
    }
    return "-";
}

/* The program is named after the first source among the inputs. */
static const char *program_name(struct driver *driver)
{
    const struct string_list *inputs = &driver->options->inputs;
    size_t i = 0;
    while (i + 1 < inputs->count && find_kind(inputs->items[i])->from == FROM_OBJECT)
        i++;
    return output_name(driver, inputs->items[i]);
}

/* Prints the error of the command line. */
static enum fcc_exit refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

static enum fcc_exit refuse(const char *format, ...)
{
    char message[OPTION_MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    option_complain(stderr, "fcc", message);
    return FCC_EXIT_usage;
}

/* No output may overwrite an input. */
static enum fcc_exit guard_inputs(const struct driver *driver, const char *output)
{
    const struct string_list *inputs = &driver->options->inputs;
    for (size_t i = 0; i < inputs->count; i++) {
        if (strcmp(output, "-") != 0 && output_replaces(output, inputs->items[i]))
            return refuse("the output would overwrite the input %.300s; name another one with -o",
                          inputs->items[i]);
    }
    return FCC_EXIT_ok;
}

/* "out/x.o" -> "out/x.d" */
static const char *replace_end(struct driver *driver, const char *path)
{
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) + 1 : 0;
    const char *name = keep(driver, driver_replace_suffix(path, ".d"));
    return keep(driver, driver_format("%.*s%s", folder, path, name));
}

/* With -MD, the target is the program, or whatever else is made; without an output it would be the object. */
static struct rule_place place_rule(struct driver *driver, const char *input, size_t number,
                                    const char *output)
{
    const struct fcc_options *options = driver->options;
    struct rule_place rule = {0};
    if (options->rule == FCC_RULE_NONE)
        return rule;
    const bool has_output = !makes_only_rule(options) && strcmp(output, "-") != 0;
    const char *object = keep(driver, driver_replace_suffix(input, ".o"));
    rule.target = !has_output                           ? object
                  : options->stage == FCC_STAGE_PROGRAM ? program_name(driver)
                  : options->output != NULL             ? output
                                                        : object; /* -S alone, too: as gcc has it */
    if (makes_only_rule(options))
        return rule;
    rule.temporary = keep(driver, driver_format("%s/%zu.d", driver->folder, number));
    const bool is_shared = options->stage == FCC_STAGE_PROGRAM && options->inputs.count > 1;
    rule.output = options->rule_file ? options->rule_file
                  : is_shared        ? keep(driver, driver_replace_suffix(input, ".d"))
                                     : replace_end(driver, rule.target);
    return rule;
}

/* Runs the steps for one input up to the final stage; objects end in driver->objects. */
static enum fcc_exit process_input(struct driver *driver, const char *input, size_t number)
{
    enum fcc_stage stage = driver->options->stage;
    int from = (int)find_kind(input)->from;
    const char *output = output_name(driver, input);
    const char *current = input;
    enum fcc_exit status = guard_inputs(driver, output);

    if (status == FCC_EXIT_ok && from <= FROM_PREPROCESSED) {
        const char *assembly = keep(driver, driver_format("%s/%zu.s", driver->folder, number));
        const struct rule_place rule = place_rule(driver, input, number, output);
        if (rule.output)
            status = guard_inputs(driver, rule.output);
        if (status == FCC_EXIT_ok)
            status = compile(driver, input, from == FROM_PREPROCESSED, assembly, &rule);
        if (status == FCC_EXIT_ok && rule.output && from == FROM_SOURCE)
            status = deliver(rule.temporary, rule.output);
        if (stage == FCC_STAGE_PREPROCESS || stage == FCC_STAGE_ASSEMBLY || stage == FCC_STAGE_IR)
            return status == FCC_EXIT_ok ? deliver(assembly, output) : status;
        current = assembly;
    }
    if (status == FCC_EXIT_ok && from <= FROM_ASSEMBLY) {
        const char *object = output;
        if (stage == FCC_STAGE_PROGRAM)
            object = keep(driver, driver_format("%s/%zu.o", driver->folder, number));
        status = assemble(driver, input, current, from == FROM_ASSEMBLY, object);
        current = object;
    }
    string_list_add(&driver->objects, current);
    string_list_add(&driver->names, input);
    return status;
}

/* Finds errors of the command line before anything is run. */
static enum fcc_exit check_inputs(const struct fcc_options *options)
{
    static const int last_useful[] = {[FCC_STAGE_PROGRAM] = FROM_OBJECT,
                                      [FCC_STAGE_OBJECT] = FROM_ASSEMBLY,
                                      [FCC_STAGE_ASSEMBLY] = FROM_PREPROCESSED,
                                      [FCC_STAGE_PREPROCESS] = FROM_SOURCE,
                                      [FCC_STAGE_IR] = FROM_PREPROCESSED};
    bool any_source = false;
    for (size_t i = 0; i < options->inputs.count; i++) {
        const char *input = options->inputs.items[i];
        const struct input_kind *kind = find_kind(input);
        if (!kind)
            return refuse("%.300s: unknown kind of file: names end in .fork, .c, .i, .s, .o or .a", input);
        if ((int)kind->from > last_useful[options->stage])
            return refuse("%.300s: there is nothing to do for a %s file at this stage", input, kind->suffix);
        any_source |= kind->from != FROM_OBJECT;
        if (access(input, R_OK) != 0) {
            message_line(stderr, "fcc: error: %s: cannot read: %s", input, strerror(errno));
            return FCC_EXIT_files;
        }
    }
    if (options->output && options->stage != FCC_STAGE_PROGRAM && options->inputs.count > 1)
        return refuse(
            "-o names one output, but there are several inputs; leave -o out or compile them one by one");
    if (options->rule_file && options->inputs.count > 1)
        return refuse(
            "-MF names one file, but there are several inputs; leave -MF out or compile them one by one");
    if (!options->output && options->stage == FCC_STAGE_PROGRAM && !any_source)
        return refuse("name the program with -o when only objects are linked");
    if (options->output && strcmp(options->output, "-") == 0 && options->stage <= FCC_STAGE_OBJECT)
        return refuse("an object cannot go to standard output; name a file with -o");
    return FCC_EXIT_ok;
}

static bool check_tool(const char *found, const char *what, const char *advice)
{
    if (!found)
        message_line(stderr, "fcc: cannot find %s; %s", what, advice);
    return found != NULL;
}

/* Reports a missing part of the toolchain before anything is run. */
static enum fcc_exit check_tools(const struct driver *driver)
{
    static const char ours[] = "it belongs beside fcc: `make tools` builds it, `make install` installs it";
    static const char runtime[] = "`make` builds the runtime; --runtime=DIR names the folder of another one";
    const struct fcc_options *options = driver->options;
    const struct driver_paths *paths = &driver->paths;
    bool good = true;
    if (options->stage <= FCC_STAGE_OBJECT)
        good = check_tool(paths->prasm, "the assembler prasm", ours);
    if (options->stage == FCC_STAGE_PROGRAM) {
        good = check_tool(paths->prlink, "the linker prlink", ours) && good;
        if (options->runtime)
            good = check_tool(paths->library, "the library libfork.a", runtime) && good;
    }
    return good ? FCC_EXIT_ok : FCC_EXIT_tools;
}

static enum fcc_exit run_steps(struct driver *driver)
{
    const struct fcc_options *options = driver->options;
    enum fcc_exit worst = FCC_EXIT_ok;
    /* every input is compiled even if an earlier one has errors, so that one run shows all of them */
    for (size_t i = 0; i < options->inputs.count; i++) {
        enum fcc_exit status = process_input(driver, options->inputs.items[i], i);
        if (status > worst)
            worst = status;
        if (status > FCC_EXIT_source)
            return worst;
    }
    if (worst == FCC_EXIT_ok && options->stage == FCC_STAGE_PROGRAM) {
        const char *output = program_name(driver);
        worst = guard_inputs(driver, output);
        if (worst == FCC_EXIT_ok)
            worst = link_program(driver, output);
    }
    return worst;
}

/* The temporary folder, for memory_is_short. */
struct unfinished {
    const char *folder;
    int lock;
    const struct diagnostics *diagnostics;
};

static int give_up(void *context)
{
    const struct unfinished *unfinished = context;
    temporary_folder_remove(unfinished->folder, unfinished->lock);
    diagnostics_abandon(unfinished->diagnostics);
    return FCC_EXIT_files;
}

/* Settings from the environment and the host. */
static enum fcc_exit check_host(const struct fcc_options *options)
{
    const char *epoch = preprocess_refused_epoch();
    if (options->safe && !confine_is_possible()) {
        fputs("fcc: --safe " CONFINE_UNKNOWN_TEXT "\n", stderr);
        return FCC_EXIT_files;
    }
    if (!epoch)
        return FCC_EXIT_ok;
    return refuse("SOURCE_DATE_EPOCH=%.80s in the environment: it must be a number of seconds from 0 to "
                  "253402300799, in digits; unset it, or set it to `date +%%s`",
                  epoch);
}

/* Everything between the begin and the end of collecting messages. */
static enum fcc_exit run(const struct fcc_options *options, const struct diagnostics *diagnostics)
{
    struct driver driver = {.options = options};
    enum fcc_exit status = check_host(options);
    if (status == FCC_EXIT_ok)
        status = check_inputs(options);
    if (status != FCC_EXIT_ok)
        return status;
    driver_paths_find(&driver.paths, options);
    status = check_tools(&driver);
    if (status == FCC_EXIT_ok) {
        struct process_signals signals;
        int lock;
        process_hold_signals(&signals);
        driver.signals = &signals;
        driver.folder = process_make_folder(&lock);
        status = FCC_EXIT_files;
        if (driver.folder) {
            struct unfinished unfinished = {driver.folder, lock, diagnostics};
            memory_when_short((struct memory_last_act){give_up, &unfinished});
            status = run_steps(&driver);
            memory_when_short((struct memory_last_act){0});
            temporary_folder_remove(driver.folder, lock);
            free(driver.folder);
        }
        process_release_signals(&signals);
    }
    for (size_t i = 0; i < driver.leftovers.count; i++)
        free((char *)driver.leftovers.items[i]);
    free(driver.leftovers.items);
    free(driver.objects.items);
    free(driver.names.items);
    driver_paths_free(&driver.paths);
    return status;
}

enum fcc_exit driver_run(const struct fcc_options *options)
{
    struct diagnostics diagnostics;
    if (!diagnostics_begin(&diagnostics, options->diagnostics))
        return FCC_EXIT_files;
    const enum fcc_exit status =
        options->formats ? driver_format_inputs(options) : run(options, &diagnostics);
    return diagnostics_end(&diagnostics) || status != FCC_EXIT_ok ? status : FCC_EXIT_files;
}

enum fcc_exit driver_serve(const struct fcc_options *options, char **arguments)
{
    struct driver_paths paths;
    struct string_list command = {0};
    enum fcc_exit status = FCC_EXIT_tools;
    driver_paths_find(&paths, options);
    if (check_tool(paths.server, "the language server fork-lsp",
                   "`make tools` builds it if jansson is there")) {
        string_list_add(&command, paths.server);
        string_list_add(&command, paths.headers != NULL ? paths.headers : "");
        for (char **argument = arguments + 1; *argument != NULL; argument++)
            string_list_add(&command, *argument);
        execv(paths.server, (char *const *)command.items);
        message_line(stderr, "fcc: cannot run %s: %s", paths.server, strerror(errno));
        free(command.items);
    }
    driver_paths_free(&paths);
    return status;
}
