/* dump.c - see dump.h. */
#include "dump.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"
#include "number.h"
#include "sim/machine/cell_name.h"

/* ---- the list */

#define DUMP_EXPECTED "expected regs, mem:ADDRESS:COUNT, NAME, NAME[INDEX] or NAME:COUNT, separated by commas"

/* If `mark` is at *at, reads the number after it, within low..high, up to the next mark; *at is there then.
 * False with one line in `error`. */
static bool take_number(const char **at, char mark, uint32_t low, uint32_t high, uint32_t *number,
                        char *error, size_t error_size)
{
    char text[64];
    uint64_t value;
    if (**at != mark)
        return true;
    const size_t length = strcspn(*at + 1, "[]@:,");
    snprintf(text, sizeof text, "%.*s", (int)length, *at + 1);
    *at += 1 + length;
    if (length >= sizeof text)
        return message_refuse(error, error_size, DUMP_EXPECTED);
    const bool good = number_parse(text, low, high, &value, error, error_size);
    *number = good ? (uint32_t)value : *number;
    return good;
}

/* Reads [INDEX], @PP, :COUNT after a name, each at most once and in this order; *at is then after them. */
static bool take_name(struct dump_part *part, const char **at, char *error, size_t error_size)
{
    part->has_index = **at == '[';
    if (!take_number(at, '[', 0, MEMORY_MAX_WORDS - 1, &part->index, error, error_size))
        return false;
    if (part->has_index && *(*at)++ != ']')
        return message_refuse(error, error_size, DUMP_EXPECTED);
    return take_number(at, '@', 0, MEMORY_MAX_PPS - 1, &part->pp, error, error_size) &&
           take_number(at, ':', 1, MEMORY_MAX_WORDS, &part->count, error, error_size);
}

bool dump_add(struct dump *dump, const char *value, size_t length, char *error, size_t error_size)
{
    const size_t name_length = strcspn(value, "[]@:,");
    const char *at = value + name_length, first = value[0];
    const bool is_name = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' ||
                         first == '.' || first == '$';
    if (length == strlen("regs") && strncmp(value, "regs", length) == 0) {
        dump->registers = true;
        return true;
    }
    if (!is_name || name_length > OBJECT_MAX_NAME)
        return message_refuse(error, error_size, DUMP_EXPECTED);
    if (dump->count == DUMP_MAX_PARTS)
        return message_refuse(error, error_size, "too many parts");
    struct dump_part *part = &dump->parts[dump->count++];
    *part = (struct dump_part){.name = value, .name_length = name_length, .pp = DUMP_ALL_PPS};
    if (strncmp(value, "mem:", 4) == 0) {
        part->name = NULL;
        if (!take_number(&at, ':', 0, MEMORY_MAX_WORDS - 1, &part->address, error, error_size) ||
            !take_number(&at, ':', 1, MEMORY_MAX_WORDS, &part->count, error, error_size))
            return false;
    } else if (!take_name(part, &at, error, error_size)) {
        return false;
    }
    return (at == value + length && (part->name != NULL || part->count != 0)) ||
           message_refuse(error, error_size, DUMP_EXPECTED);
}

/* ---- names */

static bool resolve_name(struct dump_part *part, const struct machine *machine, const char *option,
                         char *error, size_t error_size)
{
    const int length = part->name_length < 80 ? (int)part->name_length : 80;
    size_t others;
    const struct object_symbol *symbol = cell_find(&machine->object, part->name, part->name_length, &others);
    const char *wrong = NULL;
    if (symbol == NULL)
        wrong = "the program has no variable of that name";
    else if (symbol->section == SECTION_TEXT)
        wrong = "that is code, not a variable";
    else if (symbol->section >= SECTION_ABSOLUTE)
        wrong = "that is a number, not a variable";
    else if (others != 0)
        wrong = "several files have a variable of that name of their own; mem:ADDRESS:COUNT tells them apart";
    if (wrong != NULL)
        return message_refuse(error, error_size, "%s: %.*s: %s", option, length, part->name, wrong);
    part->is_private = symbol->section == SECTION_PRIVATE || symbol->section == SECTION_PRIVATE_BSS;
    if (part->pp != DUMP_ALL_PPS && (!part->is_private || part->pp >= machine->config.pps))
        return message_refuse(error, error_size, "%s: %.*s: %s", option, length, part->name,
                              part->is_private ? "there is no such PP"
                                               : "all PPs share it: leave out the @ and the number");
    const uint32_t words = cell_words(&machine->object, symbol);
    part->is_scalar = words == 1 && !part->has_index;
    if (part->count == 0)
        part->count = part->has_index ? 1 : words;
    if (part->index >= words || part->count > words - part->index)
        return message_refuse(error, error_size,
                              "%s: %.*s has %" PRIu32 " word%s; mem:ADDRESS:COUNT shows any", option, length,
                              part->name, words, plural(words));
    part->address = symbol->value;
    if (part->is_private)
        part->address += memory_base(&machine->memory, 0) - MEMORY_PRIVATE;
    return true;
}

/* Global address to host index; the null guard binds programs, not users. */
static uint32_t index_of(const struct machine *machine, uint32_t address)
{
    if (address < machine->memory.shared_words)
        return address;
    return address < MEMORY_PRIVATE ? memory_index(&machine->memory, 0, address) : MEMORY_ILLEGAL;
}

bool dump_resolve(struct dump *dump, const struct machine *machine, const char *option, char *error,
                  size_t error_size)
{
    for (size_t k = 0; k < dump->count; k++) {
        struct dump_part *part = &dump->parts[k];
        if (part->name != NULL && !resolve_name(part, machine, option, error, error_size))
            return false;
        if (part->address >= machine->memory.end || part->count > machine->memory.end - part->address)
            return message_refuse(error, error_size, "%s: memory ends at 0x%08" PRIx32, option,
                                  machine->memory.end - 1);
    }
    return true;
}

/* ---- lines */

/* A dump can take longer than the run: a request to stop meanwhile ends it. `level`: stop_level at its
 * beginning. */
static bool is_cut(struct machine *machine, unsigned level)
{
    if (stop_level() <= level)
        return false;
    if (machine->end != END_FAULT)
        fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, machine->stats.cycles);
    machine->end = END_FAULT;
    return true;
}

/* One line; false: writing is impossible. The PP of a fault is at the instruction of the fault, on every
 * engine. */
static bool print_pp(struct machine *machine, uint32_t pp, struct pp_view *view)
{
    char line[600];
    if (machine->end == END_FAULT && machine->fault.pp == pp)
        view->pc = view->r[1] = machine->fault.pc;
    size_t used = (size_t)snprintf(line, sizeof line, "pp %" PRIu32 " pc %08" PRIx32 " sr %08" PRIx32, pp,
                                   view->pc, view->status);
    for (int r = 0; r < 32; r++)
        used += (size_t)snprintf(line + used, sizeof line - used, " r%d %08" PRIx32, r, view->r[r]);
    line[used++] = '\n';
    return output_bytes(&machine->host->output, line, used);
}

/* One word, `offset` after the first one of the part. */
static bool print_word(struct machine *machine, const struct dump_part *part, uint32_t pp, uint32_t offset)
{
    char line[OBJECT_MAX_NAME + 80] = "mem";
    size_t used = 3;
    uint32_t address = part->address + part->index + offset;
    if (part->is_private)
        address += pp << machine->memory.private_shift;
    if (part->name != NULL)
        used = (size_t)snprintf(line, sizeof line, "%.*s", (int)part->name_length, part->name);
    if (part->name != NULL && !part->is_scalar)
        used += (size_t)snprintf(line + used, sizeof line - used, "[%" PRIu32 "]", part->index + offset);
    if (part->is_private)
        used += (size_t)snprintf(line + used, sizeof line - used, "@%" PRIu32, pp);
    used += (size_t)snprintf(line + used, sizeof line - used, " %08" PRIx32 " %08" PRIx32 "\n", address,
                             machine->memory.cells[index_of(machine, address)]);
    return output_bytes(&machine->host->output, line, used);
}

/* False: writing is impossible, or a stop was requested. */
static bool print_part(struct machine *machine, const struct dump_part *part, unsigned level)
{
    const bool is_of_all = part->is_private && part->pp == DUMP_ALL_PPS;
    uint32_t pp = part->is_private && !is_of_all ? part->pp : 0;
    const uint32_t last = is_of_all ? machine->config.pps - 1 : pp;
    for (; pp <= last; pp++)
        for (uint32_t offset = 0; offset < part->count; offset++)
            if (is_cut(machine, level) || !print_word(machine, part, pp, offset))
                return false;
    return true;
}

void dump_print(const struct dump *dump, struct machine *machine, const struct engine *engine,
                const void *engine_state)
{
    const unsigned level = stop_level();
    for (uint32_t pp = 0; dump->registers && pp < machine->config.pps; pp++) {
        struct pp_view view;
        if (is_cut(machine, level))
            return;
        engine->view(engine_state, pp, &view);
        if (!print_pp(machine, pp, &view))
            return;
    }
    for (size_t k = 0; k < dump->count; k++)
        if (!print_part(machine, &dump->parts[k], level))
            return;
}
