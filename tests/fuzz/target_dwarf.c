/* target_dwarf.c - the fuzz target of debug information: any bytes as a program.
 *
 * Whatever the bytes: an answer or a message, within the memory allowed, for every question that the reader
 * takes. What is there is whole: names end, members and kinds are those that info.h lists.
 */
#include "targets.h"

#include "sim/debug/dwarf/info.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PCS = 64, MOST_SHOWN = 200, MOST_DEPTH = 8 };

static void expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "dwarf: not so: %s\n", what);
    abort();
}

static void check_type(const struct info_type *type, unsigned depth)
{
    if (type == NULL) {
        expect(false, "there is a type");
        return;
    }
    expect(type->kind <= INFO_VOLATILE, "a type has a kind");
    expect(type->name == NULL || strlen(type->name) > 0, "a name is not empty");
    if (depth == MOST_DEPTH)
        return;
    expect(info_bare(type) != NULL, "a type has a bare one");
    check_type(type->target, depth + 1);
    for (size_t i = 0; i < type->member_count && i < MOST_DEPTH; i++) {
        expect(type->members[i].bits <= 32 && type->members[i].first_bit < 32, "a field lies in a word");
        check_type(type->members[i].type, depth + 1);
    }
    for (size_t i = 0; i < type->parameter_count && i < MOST_DEPTH; i++)
        check_type(type->parameters[i], depth + 1);
}

static uint32_t read_register(void *context, uint32_t number)
{
    (void)context;
    expect(number < 48, "there are 48 registers");
    return number;
}

static bool read_word(void *context, uint32_t address, uint32_t *word)
{
    (void)context;
    *word = ~address;
    return (address & 1) == 0;
}

static void ask(const struct info *info, const struct info_variable *variable, uint32_t pc)
{
    const struct info_machine machine = {read_register, read_word, NULL};
    struct info_location location;
    check_type(variable->type, 0);
    if (info_locate(info, variable->id, pc, &machine, &location))
        expect(location.place != INFO_REGISTER || location.number < 48, "there are 48 registers");
}

static void ask_at(struct info *info, uint32_t pc)
{
    const struct info_function *function = info_function_at(info, pc);
    size_t count;
    if (function != NULL)
        check_type(function->result, 0);
    struct info_variable *list = info_variables(info, pc, 0, &count);
    for (size_t i = 0; i < count && i < MOST_SHOWN; i++)
        ask(info, &list[i], pc);
    free(list);
}

void fuzz_dwarf(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct info_error error = {""};
    (void)nowhere;
    struct info *info = info_open(bytes, size, &error);
    if (info == NULL) {
        expect(error.text[0] != '\0', "there is a message");
        return;
    }
    size_t count;
    const struct info_variable *globals = info_globals(info, &count);
    for (size_t i = 0; i < count && i < MOST_SHOWN; i++)
        ask(info, &globals[i], 0);
    for (uint32_t pc = 0; pc < MOST_PCS; pc++)
        ask_at(info, pc);
    ask_at(info, UINT32_MAX);
    const struct info_type *type = info_find_type(info, "int");
    if (type != NULL)
        check_type(type, 0);
    info_close(info);
}
