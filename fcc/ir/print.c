/* print.c - the intermediate representation as text, one line an instruction; for people and tests. */
#include "fcc/ir/ir.h"

#include <ctype.h>

static const char *const special_names[IR_SPECIAL_COUNT] = {"ct",  "pn",  "np", "sr", "gp",
                                                            "ssp", "sfp", "sp", "fp", "ra"};
static const char *const section_names[IR_SECTION_COUNT] = {"extern", "text",    "data",
                                                            "bss",    "private", "private_bss"};
static const char *const mode_names[] = {"async", "sync", "straight"};

static void print_operand(FILE *stream, const struct ir_unit *unit, struct ir_operand operand)
{
    switch (operand.kind) {
    case IR_NONE:
        fputs("none", stream);
        return;
    case IR_VREG:
        fprintf(stream, "v%u", operand.id);
        return;
    case IR_CONST:
        fprintf(stream, "%d", operand.value);
        return;
    case IR_SYMBOL:
        fprintf(stream, "&%s", operand.id < unit->symbol_count ? unit->symbols[operand.id].name : "?");
        break;
    case IR_REAL_ZERO:
        fputs("0r", stream);
        return;
    case IR_SLOT:
        fprintf(stream, "slot%u", operand.id);
        break;
    }
    if (operand.value != 0)
        fprintf(stream, "%+d", operand.value);
}

static void print_address(FILE *stream, const struct ir_unit *unit, const struct ir_instr *instr)
{
    fputc('[', stream);
    print_operand(stream, unit, instr->a);
    if (instr->b.kind != IR_CONST || instr->b.value != 0) {
        fputs(" + ", stream);
        print_operand(stream, unit, instr->b);
    }
    fputc(']', stream);
    static const struct {
        enum ir_memory bit;
        const char *name;
    } bits[] = {{IR_MEM_OWN, "own"},
                {IR_MEM_SHARED, "shared"},
                {IR_MEM_CONSTANT, "constant"},
                {IR_MEM_VOLATILE, "volatile"}};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        if ((instr->memory & bits[i].bit) != 0)
            fprintf(stream, " %s", bits[i].name);
    }
    if (instr->alias != 0)
        fprintf(stream, " alias%u", instr->alias);
}

static void print_args(FILE *stream, const struct ir_unit *unit, const struct ir_instr *instr)
{
    fputc(' ', stream);
    if (instr->a.kind != IR_NONE)
        print_operand(stream, unit, instr->a);
    fputc('(', stream);
    for (uint32_t i = 0; i < instr->arg_count; i++) {
        fputs(i == 0 ? "" : ", ", stream);
        print_operand(stream, unit, instr->args[i]);
    }
    fputc(')', stream);
}

/* The text after an operation's name, by shape; letters as in print_field. */
static const char *const shape_texts[] = {
    [IR_SHAPE_NONE] = "",         [IR_SHAPE_D] = "",
    [IR_SHAPE_DA] = " A",         [IR_SHAPE_DAB] = " A, B",
    [IR_SHAPE_DABC] = " A, B, C", [IR_SHAPE_AB] = " A, B",
    [IR_SHAPE_A] = " A",          [IR_SHAPE_ADDRESS] = " M",
    [IR_SHAPE_LOAD] = " M",       [IR_SHAPE_STORE] = " M, C",
    [IR_SHAPE_MULTI] = " M, C",   [IR_SHAPE_CALL] = "L",
    [IR_SHAPE_SYS] = "L",         [IR_SHAPE_READ] = " S",
    [IR_SHAPE_WRITE] = " S, A",   [IR_SHAPE_CONSTANT] = " A",
    [IR_SHAPE_JUMP] = " T",       [IR_SHAPE_BRANCH] = " O A, B ? T : E",
    [IR_SHAPE_RETURN] = "R",      [IR_SHAPE_PHI] = "L",
};

/* Capital letters are fields of the instruction; other characters are printed. */
static void print_field(FILE *stream, const struct ir_unit *unit, const struct ir_instr *instr, char letter)
{
    switch (letter) {
    case 'A':
        print_operand(stream, unit, instr->a);
        break;
    case 'B':
        print_operand(stream, unit, instr->b);
        break;
    case 'C':
        print_operand(stream, unit, instr->c);
        break;
    case 'R': /* result of a function, if any */
        if (instr->a.kind != IR_NONE) {
            fputc(' ', stream);
            print_operand(stream, unit, instr->a);
        }
        break;
    case 'M':
        print_address(stream, unit, instr);
        break;
    case 'L':
        print_args(stream, unit, instr);
        break;
    case 'S':
        fputs(special_names[instr->special], stream);
        break;
    case 'O':
        fputs(ir_condition_name(instr->condition), stream);
        break;
    case 'T':
    case 'E':
        fprintf(stream, "b%u", instr->target[letter == 'E']->id);
        break;
    default:
        fputc(letter, stream);
        break;
    }
}

static void ir_print_instr(FILE *stream, const struct ir_unit *unit, const struct ir_function *function,
                           const struct ir_instr *instr)
{
    (void)function;
    const struct ir_op_row *row = &ir_ops[instr->op];
    if (instr->dst != 0)
        fprintf(stream, "v%u = ", instr->dst);
    for (const char *name = row->name; *name != '\0'; name++)
        fputc(tolower((unsigned char)*name), stream);
    for (const char *text = shape_texts[row->shape]; *text != '\0'; text++)
        print_field(stream, unit, instr, *text);
}

void ir_print_function(FILE *stream, const struct ir_unit *unit, const struct ir_function *function)
{
    fprintf(stream, "%s function %s(", mode_names[function->mode], unit->symbols[function->symbol].name);
    for (uint32_t i = 0; i < function->param_count; i++)
        fprintf(stream, "%sv%u", i == 0 ? "" : ", ", function->params[i]);
    fputs(")\n", stream);
    for (uint32_t i = 0; i < function->slot_count; i++) {
        const struct ir_slot *slot = &function->slots[i];
        fprintf(stream, "  slot%u %u words%s%s\n", i, slot->words, slot->name != NULL ? " " : "",
                slot->name != NULL ? slot->name : "");
    }
    for (const struct ir_block *block = function->first; block != NULL; block = block->next) {
        fprintf(stream, "b%u:%s", block->id, block->synchronous ? " sync" : "");
        if (block->loop_depth != 0)
            fprintf(stream, " depth %u", block->loop_depth);
        fputc('\n', stream);
        for (const struct ir_instr *instr = block->first; instr != NULL; instr = instr->next) {
            fprintf(stream, "  %4u  ", instr->line);
            ir_print_instr(stream, unit, function, instr);
            fputc('\n', stream);
        }
    }
}

static void print_data(FILE *stream, const struct ir_unit *unit, const struct ir_data *data)
{
    const struct ir_symbol *symbol = &unit->symbols[data->symbol];
    fprintf(stream, "%s%s %s %u words", symbol->global ? "global " : "", section_names[symbol->section],
            symbol->name, symbol->words);
    for (uint32_t i = 0; data->words != NULL && i < symbol->words; i++) {
        fputs(i == 0 ? ": " : ", ", stream);
        const struct ir_data_word *word = &data->words[i];
        if (word->symbol != 0)
            print_operand(stream, unit, ir_symbol_address(word->symbol - 1, (int32_t)word->value));
        else
            fprintf(stream, "0x%x", word->value);
    }
    fputc('\n', stream);
}

void ir_print(FILE *stream, const struct ir_unit *unit)
{
    for (const struct ir_data *data = unit->data; data != NULL; data = data->next)
        print_data(stream, unit, data);
    for (const struct ir_function *function = unit->functions; function != NULL; function = function->next) {
        fputc('\n', stream);
        ir_print_function(stream, unit, function);
    }
}
