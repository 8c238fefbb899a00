/* ir_text.c - reads the text that ir_print writes; for tests. One line is read at a time. */
#include "tests/fcc/ir_text.h"

#include "fcc/ir/verify.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 1024, MOST_ARGUMENTS = 32, NAME_SIZE = 64 };

struct reader {
    struct ir_unit *unit;
    struct ir_function *function;
    struct ir_block *block;
    struct ir_block *blocks[MOST_BLOCKS]; /* by id, of the function being read */
    const char *at;
    char *error;
    size_t size;
    int line;
    bool failed;
};

static void __attribute__((format(printf, 2, 3))) complain(struct reader *r, const char *format, ...)
{
    if (r->failed)
        return;
    int length = snprintf(r->error, r->size, "line %d: ", r->line);
    va_list list;
    va_start(list, format);
    if (length >= 0 && (size_t)length < r->size)
        vsnprintf(r->error + length, r->size - (size_t)length, format, list);
    va_end(list);
    r->failed = true;
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

static bool take(struct reader *r, const char *word)
{
    skip_blanks(r);
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static void expect(struct reader *r, const char *word)
{
    if (!take(r, word))
        complain(r, "expected '%s' before '%.20s'", word, r->at);
}

static void take_name(struct reader *r, char *name)
{
    size_t length = 0;
    skip_blanks(r);
    while ((isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '.') && length + 1 < NAME_SIZE)
        name[length++] = *r->at++;
    name[length] = '\0';
    if (length == 0)
        complain(r, "expected a name before '%.20s'", r->at);
}

static int32_t take_number(struct reader *r)
{
    char *end;
    skip_blanks(r);
    long long value = strtoll(r->at, &end, 0);
    if (end == r->at)
        complain(r, "expected a number before '%.20s'", r->at);
    r->at = end;
    return (int32_t)value;
}

static uint32_t find_symbol(struct reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->unit->symbol_count; i++) {
        if (strcmp(r->unit->symbols[i].name, name) == 0)
            return i;
    }
    uint32_t symbol =
        ir_add_symbol(r->unit, arena_text(r->unit->arena, name, strlen(name)), IR_SECTION_EXTERN);
    r->unit->symbols[symbol].used = true;
    return symbol;
}

static uint32_t take_register(struct reader *r)
{
    expect(r, "v");
    uint32_t number = (uint32_t)take_number(r);
    if (r->function && number > r->function->vreg_count)
        r->function->vreg_count = number;
    return number;
}

static int32_t take_offset(struct reader *r)
{
    return *r->at == '+' || *r->at == '-' ? take_number(r) : 0;
}

static struct ir_operand take_operand(struct reader *r)
{
    char name[NAME_SIZE];
    skip_blanks(r);
    if (take(r, "&")) {
        take_name(r, name);
        uint32_t symbol = find_symbol(r, name);
        return ir_symbol_address(symbol, take_offset(r));
    }
    if (take(r, "slot")) {
        uint32_t slot = (uint32_t)take_number(r);
        return ir_slot_address(slot, take_offset(r));
    }
    if (*r->at == 'v')
        return ir_vreg(take_register(r));
    return ir_const(take_number(r));
}

static struct ir_block *take_block(struct reader *r)
{
    expect(r, "b");
    uint32_t id = (uint32_t)take_number(r);
    if (r->failed || id >= MOST_BLOCKS) {
        complain(r, "block numbers go to %d", MOST_BLOCKS - 1);
        return NULL;
    }
    if (!r->blocks[id]) {
        r->blocks[id] = ir_new_block(r->unit, r->function);
        r->blocks[id]->id = id;
        if (r->function->block_count <= id)
            r->function->block_count = id + 1;
    }
    return r->blocks[id];
}

static void take_address(struct reader *r, struct ir_instr *instr)
{
    static const struct {
        const char *word;
        enum ir_memory bit;
    } bits[] = {{"own", IR_MEM_OWN},
                {"shared", IR_MEM_SHARED},
                {"constant", IR_MEM_CONSTANT},
                {"volatile", IR_MEM_VOLATILE}};
    expect(r, "[");
    instr->a = take_operand(r);
    instr->b = take(r, "+ ") ? take_operand(r) : ir_const(0);
    expect(r, "]");
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        if (take(r, bits[i].word))
            instr->memory |= (uint8_t)bits[i].bit;
    }
    if (take(r, "alias"))
        instr->alias = (uint32_t)take_number(r);
}

static void take_arguments(struct reader *r, struct ir_instr *instr)
{
    expect(r, "(");
    instr->args = ARENA_ARRAY(r->unit->arena, struct ir_operand, MOST_ARGUMENTS);
    while (!r->failed && !take(r, ")")) {
        if (instr->arg_count == MOST_ARGUMENTS)
            complain(r, "too many arguments");
        else
            instr->args[instr->arg_count++] = take_operand(r);
        take(r, ",");
    }
}

/* Of a call, a host call or a PHI. */
static void take_call(struct reader *r, struct ir_instr *instr)
{
    if (ir_ops[instr->op].shape != IR_SHAPE_PHI)
        instr->a = take_operand(r);
    if (instr->a.kind == IR_SYMBOL)
        r->unit->symbols[instr->a.id].function = true;
    take_arguments(r, instr);
}

static uint8_t take_special(struct reader *r)
{
    static const char *const names[IR_SPECIAL_COUNT] = {"ct",  "pn",  "np", "sr", "gp",
                                                        "ssp", "sfp", "sp", "fp"};
    char name[NAME_SIZE];
    take_name(r, name);
    for (int i = 0; i < IR_SPECIAL_COUNT; i++) {
        if (strcmp(names[i], name) == 0)
            return (uint8_t)i;
    }
    complain(r, "no special register is called %s", name);
    return 0;
}

static uint8_t take_condition(struct reader *r)
{
    char name[NAME_SIZE];
    take_name(r, name);
    for (int i = 0; i < IR_CONDITION_COUNT; i++) {
        if (strcmp(ir_condition_name((enum ir_condition)i), name) == 0)
            return (uint8_t)i;
    }
    complain(r, "no condition is called %s", name);
    return 0;
}

static void take_pair(struct reader *r, struct ir_instr *instr)
{
    instr->a = take_operand(r);
    expect(r, ",");
    instr->b = take_operand(r);
}

static void take_fields(struct reader *r, struct ir_instr *instr)
{
    switch (ir_ops[instr->op].shape) {
    case IR_SHAPE_NONE:
    case IR_SHAPE_D:
        break;
    case IR_SHAPE_DAB:
    case IR_SHAPE_AB:
        take_pair(r, instr);
        break;
    case IR_SHAPE_DABC:
        take_pair(r, instr);
        expect(r, ",");
        instr->c = take_operand(r);
        break;
    case IR_SHAPE_DA:
    case IR_SHAPE_A:
    case IR_SHAPE_CONSTANT:
        instr->a = take_operand(r);
        break;
    case IR_SHAPE_RETURN:
        skip_blanks(r);
        if (*r->at)
            instr->a = take_operand(r);
        break;
    case IR_SHAPE_LOAD:
    case IR_SHAPE_ADDRESS:
        take_address(r, instr);
        break;
    case IR_SHAPE_STORE:
    case IR_SHAPE_MULTI:
        take_address(r, instr);
        expect(r, ",");
        instr->c = take_operand(r);
        break;
    case IR_SHAPE_CALL:
    case IR_SHAPE_SYS:
    case IR_SHAPE_PHI:
        take_call(r, instr);
        break;
    case IR_SHAPE_READ:
        instr->special = take_special(r);
        break;
    case IR_SHAPE_WRITE:
        instr->special = take_special(r);
        expect(r, ",");
        instr->a = take_operand(r);
        break;
    case IR_SHAPE_JUMP:
        instr->target[0] = take_block(r);
        break;
    case IR_SHAPE_BRANCH:
        instr->condition = take_condition(r);
        take_pair(r, instr);
        expect(r, "?");
        instr->target[0] = take_block(r);
        expect(r, ":");
        instr->target[1] = take_block(r);
        break;
    }
}

static enum ir_op find_operation(struct reader *r, const char *name)
{
    for (int op = 0; op < IR_OP_COUNT; op++) {
        if (strcasecmp(ir_ops[op].name, name) == 0)
            return (enum ir_op)op;
    }
    complain(r, "no operation is called %s", name);
    return IR_JUMP;
}

static void read_instr(struct reader *r)
{
    char name[NAME_SIZE];
    uint32_t line = 0;
    uint32_t dst = 0;
    skip_blanks(r);
    if (isdigit((unsigned char)*r->at))
        line = (uint32_t)take_number(r);
    skip_blanks(r);
    if (*r->at == 'v' && isdigit((unsigned char)r->at[1])) {
        dst = take_register(r);
        expect(r, "=");
    }
    take_name(r, name);
    enum ir_op op = find_operation(r, name);
    if (!r->block)
        complain(r, "an instruction outside of a block");
    if (r->failed)
        return;
    struct ir_instr *instr = ir_append(r->unit, r->block, op);
    instr->dst = dst;
    instr->line = line;
    take_fields(r, instr);
}

static void read_function(struct reader *r, enum ir_mode mode)
{
    char name[NAME_SIZE];
    expect(r, "function");
    take_name(r, name);
    uint32_t symbol = find_symbol(r, name);
    r->unit->symbols[symbol].section = IR_SECTION_TEXT;
    r->unit->symbols[symbol].global = true;
    r->unit->symbols[symbol].function = true;
    r->function = ir_add_function(r->unit, symbol, mode);
    r->block = NULL;
    memset(r->blocks, 0, sizeof r->blocks);
    r->function->params = ARENA_ARRAY(r->unit->arena, uint32_t, MOST_ARGUMENTS);
    expect(r, "(");
    while (!r->failed && !take(r, ")")) {
        r->function->params[r->function->param_count++] = take_register(r);
        take(r, ",");
    }
}

static void read_block(struct reader *r)
{
    r->block = take_block(r);
    expect(r, ":");
    if (r->failed)
        return;
    ir_place_block(r->function, r->block);
    r->block->synchronous = take(r, "sync");
    if (take(r, "depth"))
        r->block->loop_depth = (uint32_t)take_number(r);
}

static void read_slot(struct reader *r)
{
    expect(r, "slot");
    take_number(r);
    ir_add_slot(r->unit, r->function, NULL, (uint32_t)take_number(r));
    r->at += strlen(r->at);
}

static void read_data(struct reader *r, enum ir_section section)
{
    char name[NAME_SIZE];
    take_name(r, name);
    uint32_t index = find_symbol(r, name);
    struct ir_symbol *symbol = &r->unit->symbols[index];
    symbol->section = section;
    symbol->global = true;
    symbol->words = (uint32_t)take_number(r);
    expect(r, "words");
    struct ir_data *data = ir_add_data(r->unit, index);
    if (take(r, ":")) {
        data->words = ARENA_ARRAY(r->unit->arena, struct ir_data_word, symbol->words);
        for (uint32_t i = 0; i < r->unit->symbols[index].words && !r->failed; i++) {
            struct ir_operand operand = take_operand(r);
            data->words[i].value = (uint32_t)operand.value;
            data->words[i].symbol = operand.kind == IR_SYMBOL ? operand.id + 1 : 0;
            take(r, ",");
        }
    }
}

static void read_line(struct reader *r)
{
    static const char *const modes[] = {"async ", "sync ", "straight "};
    static const char *const sections[] = {[IR_SECTION_DATA] = "data ",
                                           [IR_SECTION_BSS] = "bss ",
                                           [IR_SECTION_PRIVATE] = "private ",
                                           [IR_SECTION_PRIVATE_BSS] = "private_bss "};
    take(r, "global ");
    for (int section = IR_SECTION_DATA; section <= IR_SECTION_PRIVATE_BSS; section++) {
        if (take(r, sections[section])) {
            read_data(r, (enum ir_section)section);
            return;
        }
    }
    for (int mode = IR_ASYNC; mode <= IR_STRAIGHT; mode++) {
        if (take(r, modes[mode])) {
            read_function(r, (enum ir_mode)mode);
            return;
        }
    }
    skip_blanks(r);
    if (*r->at == '\0')
        return;
    if (!r->function) {
        complain(r, "expected a function or data");
        return;
    }
    if (strncmp(r->at, "slot", 4) == 0 && !r->block)
        read_slot(r);
    else if (*r->at == 'b' && isdigit((unsigned char)r->at[1]))
        read_block(r);
    else
        read_instr(r);
}

struct ir_unit *ir_text_read_any(struct arena *arena, const char *text, char *error, size_t size)
{
    struct reader *r = ARENA_NEW(arena, struct reader);
    r->unit = ir_unit_new(arena);
    r->error = error;
    r->size = size;
    ir_add_file(r->unit, "test.fork");
    while (*text && !r->failed) {
        size_t length = strcspn(text, "\n");
        r->line++;
        r->at = arena_text(arena, text, length);
        read_line(r);
        skip_blanks(r);
        if (*r->at)
            complain(r, "did not expect '%.20s'", r->at);
        text += length + (text[length] == '\n');
    }
    return r->failed ? NULL : r->unit;
}

struct ir_unit *ir_text_read(struct arena *arena, const char *text, char *error, size_t size)
{
    struct ir_breach breach;
    struct ir_unit *unit = ir_text_read_any(arena, text, error, size);
    if (unit && !ir_verify(unit, &breach)) {
        snprintf(error, size, "%s", breach.text);
        return NULL;
    }
    return unit;
}
