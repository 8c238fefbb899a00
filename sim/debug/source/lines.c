/* lines.c - see symbols.h: lines and functions of the object. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/machine/machine.h"
#include "symbols.h"

bool symbols_have_lines(const struct symbols *symbols)
{
    const struct object *object = &symbols->machine->object;
    const struct program *program = &symbols->machine->program;
    for (size_t k = 0; k < object->line_count; k++)
        if (object->lines[k].line != 0 && object->lines[k].address < program->count &&
            program->origins[object->lines[k].address] == ORIGIN_USER)
            return true;
    return false;
}

bool symbols_place_of(const struct symbols *symbols, uint32_t pc, struct info_line *place)
{
    *place = (struct info_line){.line = 0};
    return object_find_line(&symbols->machine->object, pc, &place->file, &place->line) && place->line != 0;
}

const char *symbols_function(const struct symbols *symbols, uint32_t pc, uint32_t *first)
{
    uint32_t offset = 0;
    const char *name = object_find_function(&symbols->machine->object, pc, &offset);
    *first = pc - offset;
    return name;
}

/* Whether a file name of the program is the wanted one, or ends with it. */
static bool is_file(const char *name, const char *asked)
{
    const size_t length = strlen(name), wanted = strlen(asked);
    return length >= wanted && strcmp(name + length - wanted, asked) == 0 &&
           (length == wanted || asked[0] == '/' || name[length - wanted - 1] == '/');
}

/* The smallest line, from `line` on, with instructions in the file. 0: there is none. */
static uint32_t next_line(const struct object *object, const char *file, uint32_t line)
{
    uint32_t best = 0;
    for (size_t k = 0; k < object->line_count; k++) {
        const struct object_line *row = &object->lines[k];
        if (row->line >= line && row->line != 0 && (best == 0 || row->line < best) &&
            is_file(object->files[row->file].name, file))
            best = row->line;
    }
    return best;
}

/* Instructions that are listed for a breakpoint, one in each function and each inlined copy of it. */
struct stops {
    const struct symbols *symbols;
    uint32_t *pcs;
    size_t count, room;
    struct body {
        uint32_t function; /* its first instruction */
        uint64_t copy;     /* info_inlined.id; 0: no copy */
    } * bodies;            /* owned; of each pc */
};

static struct stops begin_stops(const struct symbols *symbols, uint32_t *pcs, size_t room)
{
    return (struct stops){
        .symbols = symbols, .pcs = pcs, .room = room, .bodies = memory_take(room + 1, sizeof(struct body))};
}

/* Returns how many there are. */
static size_t end_stops(struct stops *stops)
{
    free(stops->bodies);
    return stops->count;
}

/* Adds a pc, unless the list has one of the same function and copy. */
static void add_stop(struct stops *stops, uint32_t pc)
{
    struct info_inlined copy = {.id = 0};
    struct body *const body = &stops->bodies[stops->count];
    symbols_function(stops->symbols, pc, &body->function);
    (void)symbols_inlined(stops->symbols, pc, &copy, 1);
    body->copy = copy.id;
    for (size_t k = 0; k < stops->count; k++)
        if (stops->bodies[k].function == body->function && stops->bodies[k].copy == body->copy)
            return;
    if (stops->count < stops->room)
        stops->pcs[stops->count++] = pc;
}

/* An instruction of a prologue becomes the first one after it. */
static uint32_t behind_prologue(const struct symbols *symbols, uint32_t pc)
{
    uint32_t first = pc;
    symbols_function(symbols, pc, &first);
    const uint32_t body = object_find_body(&symbols->machine->object, first);
    return pc < body ? body : pc;
}

static const char *main_file(const struct symbols *symbols)
{
    struct info_line place;
    const uint32_t pc = object_value_of(&symbols->machine->object, "main", UINT32_MAX);
    return pc != UINT32_MAX && symbols_place_of(symbols, pc, &place) ? place.file : NULL;
}

size_t symbols_stops(const struct symbols *symbols, const char *file, uint32_t *line, uint32_t *pcs,
                     size_t room)
{
    const struct object *object = &symbols->machine->object;
    struct info_line place;
    file = file != NULL ? file : main_file(symbols);
    const uint32_t found = file != NULL ? next_line(object, file, *line) : 0;
    if (found == 0)
        return 0;
    *line = found;
    struct stops stops = begin_stops(symbols, pcs, room);
    for (size_t k = 0; k < object->line_count; k++)
        if (object->lines[k].line == found && is_file(object->files[object->lines[k].file].name, file))
            add_stop(&stops, behind_prologue(symbols, object->lines[k].address));
    const size_t count = end_stops(&stops);
    if (count != 0 && symbols_place_of(symbols, pcs[0], &place))
        *line = place.line;
    return count;
}

size_t symbols_entries(const struct symbols *symbols, const char *name, uint32_t *pcs, size_t room)
{
    const struct object *object = &symbols->machine->object;
    struct stops stops = begin_stops(symbols, pcs, room);
    for (size_t k = 0; k < object->symbol_count && stops.count == 0; k++)
        if (object->symbols[k].section == SECTION_TEXT && object->symbols[k].function &&
            strcmp(object->symbols[k].name, name) == 0)
            add_stop(&stops, object_find_body(object, object->symbols[k].value));
    for (size_t k = 0; k < object->line_count; k++) {
        const struct object_line *line = &object->lines[k];
        const char *copied = line->line != 0 ? object->files[line->file].copied_from : NULL;
        if (copied != NULL && strcmp(copied, name) == 0)
            add_stop(&stops, line->address);
    }
    return end_stops(&stops);
}

const char *symbols_next_function(const struct symbols *symbols, size_t *next)
{
    const struct machine *machine = symbols->machine;
    const struct object *object = &machine->object;
    while (*next < object->symbol_count) {
        const struct object_symbol *symbol = &object->symbols[(*next)++];
        if (symbol->function && symbol->value < machine->program.count &&
            machine->program.origins[symbol->value] == ORIGIN_USER)
            return symbol->name;
    }
    return NULL;
}
