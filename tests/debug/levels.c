/* levels.c - compares what a debugger sees of one program at two levels of optimisation.
 *
 *   levels PPS SOURCE IGNORED BASE OTHER [ARGUMENT ...]
 *
 * BASE and OTHER are the same program, compiled twice. The reference engine runs both. Each time that a PP
 * comes to another line of SOURCE (the end of the file's name), the line and the variables in scope are
 * written down. Then the lines of each PP are compared: OTHER may leave lines out. Where both come to a line,
 * so are the values of the variables, without those that IGNORED names (NAME,NAME or -). Prints each
 * difference, and a line with counts:
 *
 *   VISITS lines visited, FOREIGN of them not in the order of BASE, LEFT lines of BASE that OTHER has code
 * for and never comes to; VALUES of variables, KNOWN of them in OTHER, and KNOWN of them in BASE, WRONG ones
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/memory.h"
#include "sim/debug/dwarf/info.h"
#include "sim/reference/reference.h"

enum {
    MOST_VISITS = 3000, /* of a PP */
    MOST_VARIABLES = 48,
    MOST_WORDS = 12, /* of a variable that are compared */
    MOST_LINES = 8192,
    MOST_AHEAD = 100, /* lines that OTHER may leave out in a row */
    MOST_CYCLES = 300000,
    MOST_PRINTED = 20
};

struct value {
    const char *name;
    uint32_t declared; /* its line */
    bool is_known;
    bool is_private; /* a pointer into a stack: depends on frames */
    bool is_parameter;
    bool is_set; /* in BASE: it has had another value than where it came into scope */
    uint32_t count;
    uint32_t words[MOST_WORDS];
};

struct visit {
    uint32_t line;
    uint32_t pc;
    uint32_t function; /* the first instruction of its function */
    uint32_t count;
    struct value *values;
};

struct track {
    struct visit *visits;
    size_t capacity;
    uint32_t count;
    uint32_t line; /* the last one */
};

/* What is known of an instruction. */
struct place {
    uint32_t line; /* 0: not of the source */
    bool is_listed;
    struct info_variable *variables;
    uint32_t count;
};

struct run {
    const char *ignored;
    struct info *info;
    struct machine machine;
    struct place *places; /* by pc */
    struct track *tracks; /* by PP */
    const struct pp_view *view;
    uint32_t pp;
    bool has_code[MOST_LINES], is_visited[MOST_LINES];
};

static void die(const char *what, const char *more)
{
    fprintf(stderr, "levels: %s %s\n", what, more);
    exit(2);
}

/* ---- lines and variables of instructions */

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), own = strlen(end);
    return length >= own && strcmp(text + length - own, end) == 0;
}

static void find_lines(struct run *run, const char *source)
{
    const struct object *object = &run->machine.object;
    const uint32_t count = run->machine.program.count;
    run->places = memory_take(count + 1, sizeof *run->places);
    for (size_t k = 0; k < object->line_count; k++) {
        const uint32_t end = k + 1 < object->line_count ? object->lines[k + 1].address : count;
        const uint32_t line = object->lines[k].line;
        if (line == 0 || line >= MOST_LINES || !ends_with(object->files[object->lines[k].file].name, source))
            continue;
        for (uint32_t pc = object->lines[k].address; pc < end; pc++)
            run->places[pc].line = line;
        run->has_code[line] |= object->lines[k].address < end;
    }
}

static bool is_ignored(const struct run *run, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = run->ignored; (at = strstr(at, name)) != NULL; at += length) {
        if ((at == run->ignored || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

static void take_variable(const struct run *run, struct place *place, const struct info_variable *variable)
{
    if (is_ignored(run, variable->name))
        return;
    for (uint32_t i = 0; i < place->count; i++) {
        if (strcmp(place->variables[i].name, variable->name) == 0)
            return; /* hidden */
    }
    if (place->count == MOST_VARIABLES)
        die("too many variables:", variable->name);
    place->variables[place->count++] = *variable;
}

static struct place *place_at(struct run *run, uint32_t pc)
{
    struct place *place = &run->places[pc];
    if (!place->is_listed) {
        place->is_listed = true;
        place->variables = memory_take(MOST_VARIABLES, sizeof *place->variables);
        size_t count;
        struct info_variable *list = info_variables(run->info, pc, 0, &count);
        for (size_t i = 0; i < count; i++)
            take_variable(run, place, &list[i]);
        free(list);
    }
    return place;
}

/* ---- values */

static uint32_t read_register(void *context, uint32_t number)
{
    const struct run *run = context;
    if (number != 0 && number == run->view->late_target)
        return run->view->late_value;
    return number < 32 ? run->view->r[number] : 0;
}

static bool read_word(void *context, uint32_t address, uint32_t *word)
{
    const struct run *run = context;
    const uint32_t index = memory_index(&run->machine.memory, run->pp, address);
    if (index == MEMORY_ILLEGAL)
        return false;
    *word = run->machine.memory.cells[index];
    return true;
}

static struct value read_value(struct run *run, const struct info_variable *variable, uint32_t pc)
{
    const struct info_machine machine = {read_register, read_word, run};
    const struct info_type *type = info_bare(variable->type);
    struct info_location location;
    struct value value = {.name = variable->name,
                          .declared = variable->declared.line,
                          .is_parameter = variable->is_parameter,
                          .count = type->words > MOST_WORDS ? MOST_WORDS : type->words};
    if (!info_locate(run->info, variable->id, pc, &machine, &location) || type->kind == INFO_REAL)
        return value;
    value.is_known = location.place != INFO_OPTIMISED_OUT;
    value.words[0] = location.place == INFO_REGISTER ? read_register(run, location.number) : location.number;
    for (uint32_t i = 0; location.place == INFO_ADDRESS && i < value.count; i++)
        value.is_known &= read_word(run, location.number + i, &value.words[i]);
    value.is_private = type->kind == INFO_POINTER && value.words[0] >= run->machine.memory.shared_words;
    return value;
}

static void take_visit(struct run *run, struct track *track, uint32_t pc)
{
    const struct place *place = place_at(run, pc);
    const struct info_function *function = info_function_at(run->info, pc);
    if (track->count == MOST_VISITS)
        return;
    track->visits = memory_grow(track->visits, &track->capacity, track->count + 1, sizeof *track->visits);
    struct visit *visit = &track->visits[track->count++];
    *visit = (struct visit){.line = place->line,
                            .pc = pc,
                            .function = function != NULL ? function->low : 0,
                            .count = place->count};
    visit->values = memory_take(place->count + 1, sizeof *visit->values);
    for (uint32_t i = 0; i < place->count; i++)
        visit->values[i] = read_value(run, &place->variables[i], pc);
}

/* ---- the run */

static void look(struct run *run, const void *state)
{
    struct pp_view view;
    for (run->pp = 0; run->pp < run->machine.config.pps; run->pp++) {
        struct track *track = &run->tracks[run->pp];
        reference_engine.view(state, run->pp, &view);
        const uint32_t line =
            view.running && view.pc < run->machine.program.count ? run->places[view.pc].line : 0;
        if (line == 0 || line == track->line)
            continue;
        run->view = &view;
        run->is_visited[line] = true;
        track->line = line;
        take_visit(run, track, view.pc);
        run->view = NULL;
    }
}

static void execute(struct run *run, const char *program, const char *source, uint32_t pps, char **arguments,
                    uint32_t argument_count)
{
    struct machine_config config = {.level = LEVEL_EXACT,
                                    .threads = 1,
                                    .pps = pps,
                                    .arguments = arguments,
                                    .argument_count = argument_count,
                                    .files_in = ".",
                                    .files_out = "."};
    struct info_error error;
    struct file_error unreadable;
    char text[512];
    size_t size;
    int code;
    const char *bytes = file_read(program, FILE_MAX_BYTES, false, &size, &unreadable);
    if (bytes == NULL)
        die(program, unreadable.text);
    run->info = info_open(bytes, size, &error);
    if (run->info == NULL || !machine_create(&run->machine, &config, program, &code, text, sizeof text))
        die(program, run->info == NULL ? error.text : text);
    find_lines(run, source);
    run->tracks = memory_take(pps, sizeof *run->tracks);
    void *state = reference_engine.create(&run->machine);
    for (uint64_t cycle = 1; cycle < MOST_CYCLES && run->machine.end == END_RUNNING; cycle++) {
        reference_engine.run(state, cycle);
        look(run, state);
    }
    reference_engine.destroy(state);
}

/* ---- comparison */

struct tally {
    uint64_t visits, foreign, left, values, known, base_known, wrong;
};

static const struct value *value_named(const struct visit *visit, const struct value *like)
{
    for (uint32_t i = 0; i < visit->count; i++) {
        if (strcmp(visit->values[i].name, like->name) == 0 && visit->values[i].declared == like->declared)
            return &visit->values[i];
    }
    return NULL;
}

static bool is_same(const struct value *a, const struct value *b)
{
    return (a->is_private && b->is_private) || memcmp(a->words, b->words, a->count * sizeof *a->words) == 0;
}

/* Whether the variable has another value in OTHER than in BASE. */
static bool is_wrong(const struct value *expected, const struct value *actual)
{
    return expected->is_known && expected->is_set && actual != NULL && actual->is_known &&
           !is_same(expected, actual);
}

static uint32_t count_wrong(const struct visit *base, const struct visit *other)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < base->count; i++)
        wrong += is_wrong(&base->values[i], value_named(other, &base->values[i]));
    return wrong;
}

static void compare_values(struct tally *tally, const struct visit *base, const struct visit *other,
                           uint32_t pp)
{
    for (uint32_t i = 0; i < base->count; i++) {
        const struct value *expected = &base->values[i], *actual = value_named(other, expected);
        const bool is_known = actual != NULL && actual->is_known;
        if (!expected->is_parameter && expected->declared >= other->line)
            continue; /* not declared yet */
        tally->values++;
        tally->base_known += expected->is_known;
        tally->known += is_known;
        if (!is_known && getenv("LEVELS_ALL") != NULL)
            printf("PP %u line %u pc %u: %s is %s\n", pp, other->line, other->pc, expected->name,
                   actual != NULL ? "optimised out" : "not there");
        if (is_wrong(expected, actual) && tally->wrong++ < MOST_PRINTED)
            printf("PP %u line %u pc %u: %s is %" PRId32 ", but %" PRId32 " at the other level\n", pp,
                   other->line, other->pc, expected->name, (int32_t)expected->words[0],
                   (int32_t)actual->words[0]);
    }
}

/* Variables without a value yet have any: notes where that is over. The function may have been entered anew
 * where its variables come into scope. */
static void find_set(struct track *track)
{
    for (uint32_t i = 0; i < track->count; i++) {
        for (uint32_t k = 0; k < track->visits[i].count; k++) {
            struct value *value = &track->visits[i].values[k];
            const struct value *before = i > 0 ? value_named(&track->visits[i - 1], value) : NULL;
            value->is_set =
                value->is_parameter ||
                (before != NULL &&
                 (before->is_set || (before->is_known && value->is_known && !is_same(before, value))));
        }
    }
}

/* The next visit to a line, at most MOST_AHEAD on; else track->count. */
static uint32_t find_line(const struct track *track, uint32_t at, uint32_t line)
{
    for (uint32_t next = at; next < track->count && next < at + MOST_AHEAD; next++) {
        if (track->visits[next].line == line)
            return next;
    }
    return track->count;
}

/* Whether one of the visits right before the i-th is to the line. */
static bool has_been(const struct track *track, uint32_t i, uint32_t line)
{
    enum { BACK = 3 };
    for (uint32_t back = 1; back <= BACK && back <= i; back++) {
        if (track->visits[i - back].line == line)
            return true;
    }
    return false;
}

/* The visit of BASE to the line of a visit of OTHER: the next one; base->count: none. */
static uint32_t find_visit(const struct track *base, uint32_t at, const struct track *other, uint32_t i)
{
    enum { NEAR = 2 };
    const uint32_t next = find_line(base, at, other->visits[i].line);
    const bool is_extra = next > at + NEAR && i + 1 < other->count &&
                          find_line(base, at, other->visits[i + 1].line) < at + NEAR;
    return is_extra ? base->count : next;
}

/* Of a visit of BASE and the next two the one with the values of a visit of OTHER: code of BASE may begin a
 * line, go back to one before, where OTHER has just been, and begin the line again. */
static uint32_t find_settled(const struct track *base, uint32_t next, const struct track *other, uint32_t i)
{
    const struct visit *wanted = &other->visits[i];
    uint32_t best = next;
    if (next + 2 >= base->count || !has_been(other, i, base->visits[next + 1].line))
        return next;
    for (uint32_t later = next + 1; later <= next + 2; later++) {
        if (count_wrong(&base->visits[later], wanted) < count_wrong(&base->visits[best], wanted))
            best = later;
    }
    return best;
}

static void compare_tracks(struct tally *tally, const struct run *run, uint32_t pp, const struct track *other)
{
    const struct track *base = &run->tracks[pp];
    uint32_t at = 0;
    for (uint32_t i = 0; i < other->count; i++) {
        const struct visit *visit = &other->visits[i];
        const uint32_t next = find_visit(base, at, other, i);
        if (base->count == MOST_VISITS && at + MOST_AHEAD >= base->count)
            return; /* no more has been written down */
        tally->visits++;
        if (next < base->count) {
            const uint32_t settled = find_settled(base, next, other, i);
            if (visit->pc != visit->function) /* there variables have no places yet */
                compare_values(tally, &base->visits[settled], visit, pp);
            at = base->visits[settled].line == visit->line ? settled + 1 : next + 1;
            continue;
        }
        /* BASE may have no code there, or none behind a call */
        const bool returns = i > 0 && other->visits[i - 1].function != visit->function;
        if (!returns && run->is_visited[visit->line] && tally->foreign++ < MOST_PRINTED)
            printf("PP %u visit %u pc %u: line %u is out of order, after line %u\n", pp, i, visit->pc,
                   visit->line, i > 0 ? other->visits[i - 1].line : 0);
    }
}

int main(int argc, char **argv)
{
    static struct run base, other;
    struct tally tally = {0};
    if (argc < 6)
        die("PPS SOURCE IGNORED BASE OTHER [ARGUMENT ...]", "");
    const uint32_t pps = (uint32_t)atoi(argv[1]);
    base.ignored = other.ignored = argv[3];
    execute(&base, argv[4], argv[2], pps, argv + 5, (uint32_t)argc - 5);
    execute(&other, argv[5], argv[2], pps, argv + 5, (uint32_t)argc - 5);
    for (uint32_t pp = 0; pp < pps; pp++)
        find_set(&base.tracks[pp]);
    for (uint32_t pp = 0; pp < pps; pp++)
        compare_tracks(&tally, &base, pp, &other.tracks[pp]);
    for (uint32_t line = 0; line < MOST_LINES; line++) {
        const bool is_left = base.is_visited[line] && !other.is_visited[line] && other.has_code[line];
        tally.left += is_left;
        if (is_left)
            printf("line %u has code, and no PP comes to it\n", line);
    }
    printf("visits %" PRIu64 " foreign %" PRIu64 " left %" PRIu64 " values %" PRIu64 " known %" PRIu64
           " base %" PRIu64 " wrong %" PRIu64 "\n",
           tally.visits, tally.foreign, tally.left, tally.values, tally.known, tally.base_known, tally.wrong);
    return 0;
}
