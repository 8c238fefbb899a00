/* places.c - compares what debug information says of variables with what the program itself makes of them.
 *
 *   places PROGRAM PPS SOURCE ...
 *
 * The sources call `see(NAME);`, a line each. The reference engine stops at these lines, where the variable
 * NAME is read as the debug information says, and at the first instruction of see, which has the value that
 * the program has read. Prints each difference, and a line: VALUES compared, KNOWN of them, WRONG ones.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/memory.h"
#include "sim/debug/dwarf/info.h"
#include "sim/reference/reference.h"

enum { MOST_STOPS = 4096, MOST_LINES = 8192, MOST_NAME = 64, MOST_CYCLES = 10000000 };

struct stop {
    uint32_t pc;
    uint32_t line;
    char name[MOST_NAME];
};

/* What was read at a line the last time that it was come to, until it calls see. */
struct expected {
    const struct stop *stop;
    bool is_known;
    uint32_t value;
    struct info_location location;
};

struct watch {
    struct info *info;
    struct machine machine;
    struct stop stops[MOST_STOPS];
    uint32_t count;
    uint32_t see;              /* its first instruction */
    struct expected *expected; /* by PP and line */
    uint64_t values, known, wrong;
};

static void die(const char *what, const char *more)
{
    fprintf(stderr, "places: %s %s\n", what, more);
    exit(2);
}

/* ---- stops */

/* A stop at an instruction for the variable of that name. */
static void add_stop(struct watch *w, uint32_t pc, uint32_t line, const char *name, size_t length)
{
    if (w->count == MOST_STOPS || length >= MOST_NAME)
        die("too many stops, or too long a name:", name);
    struct stop *stop = &w->stops[w->count];
    stop->pc = pc;
    stop->line = line;
    if (stop->line >= MOST_LINES)
        die("too long a source", "");
    memcpy(stop->name, name, length);
    w->count++;
}

/* The same wherever the code of a line begins. */
static void add_stops(struct watch *w, const char *source, uint32_t line, const char *name)
{
    const struct object *object = &w->machine.object;
    for (size_t k = 0; k < object->line_count; k++)
        if (object->lines[k].line == line && strcmp(object->files[object->lines[k].file].name, source) == 0)
            add_stop(w, object->lines[k].address, line, name, strcspn(name, ")"));
}

static void add_source(struct watch *w, const char *source)
{
    char text[1024];
    uint32_t line = 0;
    FILE *in = fopen(source, "r");
    if (in == NULL)
        die("cannot read", source);
    while (fgets(text, sizeof text, in) != NULL) {
        const char *call = strstr(text, " see(");
        line++;
        if (call == NULL)
            continue;
        if (strstr(text, "void see(") == NULL)
            add_stops(w, source, line, call + strlen(" see("));
    }
    fclose(in);
}

/* ---- reading a variable */

struct reading {
    const struct watch *watch;
    const struct pp_view *view;
    uint32_t pp;
};

static uint32_t read_register(void *context, uint32_t number)
{
    const struct reading *reading = context;
    const struct pp_view *view = reading->view;
    if (number != 0 && number == view->late_target)
        return view->late_value;
    return number < 32 ? view->r[number] : 0;
}

static bool read_word(void *context, uint32_t address, uint32_t *word)
{
    const struct reading *reading = context;
    const struct memory *memory = &reading->watch->machine.memory;
    const uint32_t index = memory_index(memory, reading->pp, address);
    if (index == MEMORY_ILLEGAL)
        return false;
    *word = memory->cells[index];
    return true;
}

/* The first variable with a name in a list. */
static bool find_name(const struct info_variable *list, size_t count, const char *name,
                      struct info_variable *variable)
{
    size_t k = 0;
    while (k < count && strcmp(list[k].name, name) != 0)
        k++;
    if (k < count)
        *variable = list[k];
    return k < count;
}

/* The variable with a name at an instruction: a local variable, or else a global one. */
static bool find_variable(struct info *info, uint32_t pc, const char *name, struct info_variable *variable)
{
    size_t count, global_count;
    struct info_variable *locals = info_variables(info, pc, 0, &count);
    const struct info_variable *globals = info_globals(info, &global_count);
    const bool is_found =
        find_name(locals, count, name, variable) || find_name(globals, global_count, name, variable);
    free(locals);
    return is_found;
}

static struct expected read_variable(struct watch *w, const struct stop *stop, const struct pp_view *view,
                                     uint32_t pp)
{
    struct expected result = {.stop = stop};
    struct reading reading = {w, view, pp};
    const struct info_machine machine = {read_register, read_word, &reading};
    struct info_variable variable;
    if (!find_variable(w->info, stop->pc, stop->name, &variable))
        die("there is no variable", stop->name);
    if (!info_locate(w->info, variable.id, stop->pc, &machine, &result.location))
        die(stop->name, "has a damaged location");
    result.is_known = result.location.place != INFO_OPTIMISED_OUT;
    result.value = result.location.number;
    if (result.location.place == INFO_REGISTER)
        result.value = read_register(&reading, result.location.number);
    if (result.location.place == INFO_ADDRESS && !read_word(&reading, result.location.number, &result.value))
        die("no memory for", stop->name);
    return result;
}

/* ---- the run */

static void compare(struct watch *w, struct expected *expected, const struct pp_view *view, uint32_t pp)
{
    static const char *const places[] = {"optimised out", "register", "address", "constant"};
    enum { A0 = 3, RA = 31 };
    const char *file;
    uint32_t caller;
    if (!object_find_line(&w->machine.object, view->r[RA] - 1, &file, &caller) || caller >= MOST_LINES)
        return;
    expected += caller;
    if (expected->stop == NULL)
        return;
    w->values++;
    w->known += expected->is_known;
    if (expected->is_known && expected->value != view->r[A0]) {
        w->wrong++;
        printf("PP %u line %u pc %u: %s is %" PRId32 ", but the debug information says %" PRId32 " (%s %u)\n",
               pp, expected->stop->line, expected->stop->pc, expected->stop->name, (int32_t)view->r[A0],
               (int32_t)expected->value, places[expected->location.place], expected->location.number);
    } else if (!expected->is_known && getenv("PLACES_ALL") != NULL) {
        printf("PP %u line %u pc %u: %s is optimised out\n", pp, expected->stop->line, expected->stop->pc,
               expected->stop->name);
    }
    expected->stop = NULL;
}

static void look(struct watch *w, const void *state)
{
    for (uint32_t pp = 0; pp < w->machine.config.pps; pp++) {
        struct pp_view view = {0};
        reference_engine.view(state, pp, &view);
        if (!view.running)
            continue;
        if (view.pc == w->see)
            compare(w, &w->expected[pp * MOST_LINES], &view, pp);
        for (uint32_t i = 0; i < w->count; i++)
            if (w->stops[i].pc == view.pc)
                w->expected[pp * MOST_LINES + w->stops[i].line] = read_variable(w, &w->stops[i], &view, pp);
    }
}

int main(int argc, char **argv)
{
    static struct watch w;
    struct machine_config config = {.level = LEVEL_EXACT, .threads = 1, .max_cycles = MOST_CYCLES};
    struct info_error error;
    struct file_error unreadable;
    char text[512];
    size_t size;
    int code;
    if (argc < 4)
        die("PROGRAM PPS SOURCE ...", "");
    config.pps = (uint32_t)atoi(argv[2]);
    char *bytes = file_read(argv[1], FILE_MAX_BYTES, false, &size, &unreadable);
    if (bytes == NULL)
        die(argv[1], unreadable.text);
    w.info = info_open(bytes, size, &error);
    if (w.info == NULL)
        die(argv[1], error.text);
    if (!machine_create(&w.machine, &config, argv[1], &code, text, sizeof text))
        die(argv[1], text);
    for (int i = 3; i < argc; i++)
        add_source(&w, argv[i]);
    const long see = object_find_symbol(&w.machine.object, "see");
    if (w.count == 0 || see < 0)
        die("no line calls see in", argv[1]);
    w.see = w.machine.object.symbols[see].value;
    w.expected = memory_take((size_t)config.pps * MOST_LINES, sizeof *w.expected);
    void *state = reference_engine.create(&w.machine);
    for (uint64_t cycle = 1; state != NULL && w.machine.end == END_RUNNING; cycle++) {
        look(&w, state);
        reference_engine.run(state, cycle);
    }
    printf("%" PRIu64 " values, %" PRIu64 " known, %" PRIu64 " wrong\n", w.values, w.known, w.wrong);
    reference_engine.destroy(state);
    machine_destroy(&w.machine);
    info_close(w.info);
    free(w.expected);
    free(bytes);
    return w.wrong != 0;
}
