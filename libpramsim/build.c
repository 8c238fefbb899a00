/* build.c - see build.h. The driver of fcc (fcc/driver) does the same with files and processes. */
#include "libpramsim/build.h"

#include "asm/object.h"
#include "asm/prasm/prasm.h"
#include "asm/prlink/prlink.h"
#include "common/memory.h"
#include "fcc/compile/compile.h"
#include "fcc/driver/driver.h"
#include "fcc/driver/options.h"
#include "fcc/driver/paths.h"

#include <stdlib.h>
#include <string.h>

/* What one build has on its way. */
struct build {
    const struct build_source *source;
    struct diag diag;
    struct fcc_options options;
    struct driver_paths paths;
};

static bool refuse(struct build *build, const char *text)
{
    diag_report(&build->diag, DIAG_ERROR, NULL, "%s", text);
    return false;
}

/* Opens a stream into memory. */
static FILE *open_text(char **text, size_t *size)
{
    FILE *stream = open_memstream(text, size);
    if (stream == NULL)
        memory_is_short();
    return stream;
}

/* ---- options */

/* Output of the parser of options becomes one message, without the program's name. */
static bool refuse_printed(struct build *build, char *printed)
{
    static const char program[] = "fcc: ";
    printed[strcspn(printed, "\n")] = '\0';
    return refuse(build, strncmp(printed, program, sizeof program - 1) == 0 ? printed + sizeof program - 1
                                                                            : printed);
}

static bool read_words(struct build *build, int count, char **words)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *stream = open_text(&printed, &size);
    const enum options_result result = fcc_options_parse(&build->options, count, words, stream, stream);
    fclose(stream);
    bool good = result == OPTIONS_RUN;
    if (result == OPTIONS_WRONG)
        refuse_printed(build, printed);
    else if (result == OPTIONS_DONE)
        refuse(build, "--help and --version are for the command fcc");
    free(printed);
    return good;
}

static bool read_options(struct build *build)
{
    const struct build_source *source = build->source;
    const int count = (int)source->option_count + 3;
    const char **words = memory_take((size_t)count + 1, sizeof *words);
    words[0] = "fcc";
    for (size_t i = 0; i < source->option_count; i++)
        words[1 + i] = source->options[i];
    words[count - 2] = "--";
    words[count - 1] = source->name;
    const bool good = read_words(build, count, (char **)words);
    free(words);
    if (!good)
        return false;
    if (build->options.inputs.count != 1)
        return refuse(build, "one source is compiled at a time; its text is given, no file's name");
    if (build->options.stage != FCC_STAGE_PROGRAM || build->options.output != NULL ||
        build->options.rule != FCC_RULE_NONE)
        return refuse(build,
                      "-c, -S, -E, -o, -M and --dump-ir are for the command fcc: here, programs are made in "
                      "memory");
    return true;
}

/* ---- steps */

/* Assembly text, in new memory; NULL after errors. */
static char *compile(struct build *build, size_t *size)
{
    const struct fcc_options *options = &build->options;
    const struct build_source *source = build->source;
    const bool is_plain_c = options->language != NULL ? strcmp(options->language, "c") == 0
                                                      : driver_has_suffix(source->name, ".c");
    struct compilation c = {
        .name = source->name, .text = source->text, .length = source->length, .diag = &build->diag};
    const struct back_options back = {.passes = options->passes, .lines = options->lines};
    char *text = NULL;
    driver_shape(&c, options, build->paths.headers, is_plain_c);
    bool good = compilation_preprocess(&c) && compilation_front(&c);
    if (good && options->warnings_are_errors && build->diag.warnings > 0)
        good = refuse(build, "warnings are errors (-Werror)");
    if (good) {
        FILE *out = open_text(&text, size);
        good = compilation_back(&c, &back, out);
        fclose(out);
    }
    compilation_free(&c);
    if (good)
        return text;
    free(text);
    return NULL;
}

/* The object as bytes; NULL after an error. Empties the object. */
static void *image_of(struct build *build, struct object *object, size_t *size)
{
    struct object_error error;
    void *image = object_image(object, size, &error);
    if (image == NULL)
        refuse(build, error.text);
    object_free(object);
    return image;
}

static void *assemble(struct build *build, const char *text, size_t length, size_t *size)
{
    const char *folders[] = {build->paths.headers};
    const struct prasm_options options = {.include_dirs = folders,
                                          .include_dir_count = build->paths.headers != NULL ? 1 : 0};
    struct object object;
    char *name = driver_format("%s (compiled)", build->source->name);
    const bool good = prasm_assemble(name, text, length, &options, &build->diag, &object);
    free(name);
    return good ? image_of(build, &object, size) : NULL;
}

static void *link_program(struct build *build, const void *bytes, size_t length, size_t *size)
{
    struct linker linker;
    struct object program;
    linker_init(&linker, &build->diag);
    bool good = linker_add_bytes(&linker, build->source->name, bytes, length);
    if (good && build->options.runtime)
        good = linker_add_file(&linker, build->paths.library, NULL);
    good = good && linker_link(&linker, "_start", &program);
    void *image = good ? image_of(build, &program, size) : NULL;
    linker_free(&linker);
    return image;
}

static void *run_steps(struct build *build, size_t *size)
{
    if (build->options.runtime && build->paths.library == NULL) {
        refuse(build, "cannot find libfork.a beside libpramsim; the option --runtime=DIR or the environment "
                      "variable PRAMSIM_RUNTIME says where pramsim is installed");
        return NULL;
    }
    size_t length = 0;
    char *text = compile(build, &length);
    void *object = text != NULL ? assemble(build, text, length, &length) : NULL;
    free(text);
    void *image = object != NULL ? link_program(build, object, length, size) : NULL;
    free(object);
    return image;
}

void *build_program(const struct build_source *source, struct diag_list *list, size_t *size)
{
    struct build build = {.source = source};
    void *image = NULL;
    diag_init_list(&build.diag, "fcc", list);
    build.diag.error_limit = DRIVER_MOST_ERRORS;
    build.diag.warning_limit = DRIVER_MOST_WARNINGS;
    if (read_options(&build)) {
        if (build.options.runtime_folder == NULL)
            build.options.runtime_folder = getenv("PRAMSIM_RUNTIME");
        driver_paths_find(&build.paths, &build.options);
        image = run_steps(&build, size);
        driver_paths_free(&build.paths);
    }
    fcc_options_free(&build.options);
    return image;
}
