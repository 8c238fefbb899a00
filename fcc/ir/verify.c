/* verify.c - checks the invariants of ir.h that can be seen; for tests and between passes. */
#include "fcc/ir/ir.h"

#include <stdarg.h>
#include <stdlib.h>

struct verifier {
    const struct ir_unit *unit;
    const struct ir_function *function;
    const struct ir_block *block;
    bool *placed; /* by block id: is in the layout order */
    char *text;
    size_t size;
};

static bool __attribute__((format(printf, 2, 3))) broken(struct verifier *v, const char *format, ...)
{
    int length = 0;
    if (v->function != NULL) {
        length = snprintf(v->text, v->size, "%s, block b%u: ", v->unit->symbols[v->function->symbol].name,
                          v->block != NULL ? v->block->id : 0);
    }
    va_list list;
    va_start(list, format);
    if (length >= 0 && (size_t)length < v->size) {
        vsnprintf(v->text + length, v->size - (size_t)length, format, list);
    }
    va_end(list);
    return false;
}

static bool check_operand(struct verifier *v, struct ir_operand operand)
{
    switch (operand.kind) {
    case IR_VREG:
        if (operand.id == 0 || operand.id > v->function->vreg_count) {
            return broken(v, "register v%u does not exist", operand.id);
        }
        break;
    case IR_SYMBOL:
        if (operand.id >= v->unit->symbol_count) {
            return broken(v, "symbol %u does not exist", operand.id);
        }
        break;
    case IR_SLOT:
        if (operand.id >= v->function->slot_count) {
            return broken(v, "slot %u does not exist", operand.id);
        }
        break;
    case IR_NONE:
    case IR_REAL_ZERO:
    case IR_CONST:
        break;
    }
    return true;
}

/* Which fields a shape needs and which it may have. */
static const struct {
    bool dst, dst_optional, a, a_optional, b, c, args;
    unsigned targets;
} shapes[] = {
    [IR_SHAPE_NONE] = {0},
    [IR_SHAPE_D] = {.dst = true},
    [IR_SHAPE_DA] = {.dst = true, .a = true},
    [IR_SHAPE_DAB] = {.dst = true, .a = true, .b = true},
    [IR_SHAPE_DABC] = {.dst = true, .a = true, .b = true, .c = true},
    [IR_SHAPE_AB] = {.a = true, .b = true},
    [IR_SHAPE_A] = {.a = true},
    [IR_SHAPE_ADDRESS] = {.a = true, .b = true},
    [IR_SHAPE_LOAD] = {.dst = true, .a = true, .b = true},
    [IR_SHAPE_STORE] = {.a = true, .b = true, .c = true},
    [IR_SHAPE_MULTI] = {.dst_optional = true, .a = true, .b = true, .c = true},
    [IR_SHAPE_CALL] = {.dst_optional = true, .a = true, .args = true},
    [IR_SHAPE_SYS] = {.dst_optional = true, .a = true, .args = true},
    [IR_SHAPE_READ] = {.dst = true},
    [IR_SHAPE_WRITE] = {.a = true},
    [IR_SHAPE_CONSTANT] = {.a = true},
    [IR_SHAPE_JUMP] = {.targets = 1},
    [IR_SHAPE_BRANCH] = {.a = true, .b = true, .targets = 2},
    [IR_SHAPE_RETURN] = {.a_optional = true},
    [IR_SHAPE_PHI] = {.dst = true, .args = true},
};

static bool check_instr(struct verifier *v, const struct ir_instr *instr)
{
    const char *name = ir_ops[instr->op].name;
    enum ir_shape shape = ir_ops[instr->op].shape;
    if (instr->dst > v->function->vreg_count) {
        return broken(v, "%s: result v%u does not exist", name, instr->dst);
    }
    if (instr->dst != 0 ? !shapes[shape].dst && !shapes[shape].dst_optional : shapes[shape].dst) {
        return broken(v, "%s: result %s", name, instr->dst != 0 ? "where there is none" : "missing");
    }
    if (instr->a.kind != IR_NONE ? !shapes[shape].a && !shapes[shape].a_optional : shapes[shape].a) {
        return broken(v, "%s: operand a %s", name, instr->a.kind != IR_NONE ? "is extra" : "missing");
    }
    if ((instr->b.kind != IR_NONE) != shapes[shape].b || (instr->c.kind != IR_NONE) != shapes[shape].c) {
        return broken(v, "%s: operand b or c missing or extra", name);
    }
    if ((instr->meant.kind == IR_SYMBOL && instr->meant.id >= v->unit->symbol_count) ||
        (instr->meant.kind == IR_SLOT && instr->meant.id >= v->function->slot_count)) {
        return broken(v, "%s: meant for variable %u, which does not exist", name, instr->meant.id);
    }
    if (instr->arg_count != 0 && !shapes[shape].args) {
        return broken(v, "%s: has arguments", name);
    }
    if (shape == IR_SHAPE_SYS && (instr->a.kind != IR_CONST || instr->arg_count > 3)) {
        return broken(v, "sys: number must be constant, at most three arguments");
    }
    if (shape == IR_SHAPE_CONSTANT && instr->a.kind != IR_CONST) {
        return broken(v, "%s: operand must be constant", name);
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct ir_block *target = instr->target[i];
        if ((target != NULL) != (i < shapes[shape].targets)) {
            return broken(v, "%s: wrong number of targets", name);
        }
        if (target != NULL && (target->id >= v->function->block_count || !v->placed[target->id])) {
            return broken(v, "%s: target b%u is not in the function", name, target->id);
        }
        if (target != NULL && target == v->function->first) {
            return broken(v, "%s: goes to the entry block", name);
        }
    }
    bool good = check_operand(v, instr->a) && check_operand(v, instr->b) && check_operand(v, instr->c);
    for (uint32_t i = 0; good && i < instr->arg_count; i++) {
        good = instr->args[i].kind != IR_NONE ? check_operand(v, instr->args[i])
                                              : broken(v, "%s: argument %u missing", name, i);
    }
    return good;
}

static bool check_block(struct verifier *v)
{
    const struct ir_block *block = v->block;
    if (block->last == NULL || (ir_ops[block->last->op].flags & IR_ENDS) == 0) {
        return broken(v, "does not end in jump, branch or return");
    }
    const struct ir_instr *previous = NULL;
    for (const struct ir_instr *instr = block->first; instr != NULL; instr = instr->next) {
        if (instr->previous != previous) {
            return broken(v, "instruction list is torn");
        }
        if ((ir_ops[instr->op].flags & IR_ENDS) != 0 && instr != block->last) {
            return broken(v, "%s in the middle of a block", ir_ops[instr->op].name);
        }
        if (!check_instr(v, instr)) {
            return false;
        }
        previous = instr;
    }
    return true;
}

static bool check_function(struct verifier *v)
{
    v->block = NULL;
    if (v->function->first == NULL) {
        return broken(v, "has no blocks");
    }
    for (const struct ir_block *block = v->function->first; block != NULL; block = block->next) {
        if (block->id >= v->function->block_count || v->placed[block->id]) {
            return broken(v, "block number %u twice or too large", block->id);
        }
        v->placed[block->id] = true;
    }
    for (v->block = v->function->first; v->block != NULL; v->block = v->block->next) {
        if (!check_block(v)) {
            return false;
        }
    }
    return true;
}

bool ir_verify(const struct ir_unit *unit, char *text, size_t size)
{
    struct verifier v = {.unit = unit, .text = text, .size = size};
    for (const struct ir_data *data = unit->data; data != NULL; data = data->next) {
        const struct ir_symbol *symbol = &unit->symbols[data->symbol];
        bool zero = symbol->section == IR_SECTION_BSS || symbol->section == IR_SECTION_PRIVATE_BSS;
        if (data->words == NULL && !zero) {
            return broken(&v, "data %s has no words", symbol->name);
        }
    }
    for (v.function = unit->functions; v.function != NULL; v.function = v.function->next) {
        v.placed = calloc(v.function->block_count + 1, sizeof *v.placed);
        if (v.placed == NULL) {
            return broken(&v, "no memory to verify");
        }
        bool good = check_function(&v);
        free(v.placed);
        if (!good) {
            return false;
        }
    }
    return true;
}
