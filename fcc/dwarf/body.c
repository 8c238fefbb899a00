/* body.c - see body.h.
 *
 * The code before the first statement has the place of the function: the prologue, the parameters' way from
 * their registers, the frame for shared variables, the result of a function that has no `return`. Must have
 * run before: everything that moves instructions. Runs before: where, emit.
 */
#include "fcc/dwarf/body.h"

static bool is_entry(const struct machine_function *function, const struct machine_instr *instr)
{
    return instr->line == 0 || (instr->line == function->line && instr->file == function->file);
}

static bool saves_register(const struct machine_instr *instr)
{
    return instr->op == MACHINE_stg && (instr->rd == REGISTER_ra || instr->rd == REGISTER_fp ||
                                        machine_in_set(machine_callee_saved(), instr->rd));
}

/* Whether parameters or frames can be shown only after the instruction of the entry: it sets fp, calls, or
 * stores a parameter. */
static bool is_needed(const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    struct machine_uses uses;
    machine_uses(instr, &uses);
    return instr->op == MACHINE_call || instr->op == MACHINE_callr ||
           (row->memory_write && !saves_register(instr)) ||
           machine_is_among(uses.written, uses.writes, REGISTER_fp);
}

static struct machine_instr *find_in(const struct machine_function *function,
                                     const struct machine_block *block)
{
    struct machine_instr *instr = block->first;
    while (instr && is_entry(function, instr))
        instr = instr->next;
    return instr;
}

/* An instruction of the entry that was moved down, and that must precede the body: the body begins after it,
 * unless an instruction of a statement before it has an effect. */
static struct machine_instr *pass_needed(const struct machine_function *function, struct machine_instr *body)
{
    bool passes = false;
    for (struct machine_instr *instr = body; instr; instr = instr->next) {
        const struct machine_row *row = &machine_rows[instr->op];
        if (!is_entry(function, instr)) {
            if (passes)
                body = instr;
            passes = false;
            if (row->memory_write || row->fence || row->ends)
                return body;
        } else if (is_needed(instr)) {
            passes = true;
        }
    }
    return body;
}

/* The place of the search: after the entry's last instruction. */
struct search {
    struct machine_block *block;         /* that of `before`, or the first one */
    struct machine_instr *before;        /* the entry's last instruction; NULL: none */
    const struct machine_block *reached; /* the block that contains the body */
    struct machine_instr *body;          /* NULL: not found */
};

/* Follows the entry to the first instruction of a statement. */
static struct search follow_entry(const struct machine_function *function)
{
    struct search search = {.block = function->first};
    struct machine_block *block = function->first;
    for (uint32_t k = 0; block && k <= function->block_count; k++) { /* there may be a loop */
        search.reached = block;
        search.body = find_in(function, block);
        struct machine_instr *last = search.body ? search.body->previous : block->last;
        if (last) {
            search.before = last;
            search.block = block;
        }
        if (search.body)
            break;
        block = block->successor[0] && !block->successor[1] ? block->successor[0] : block->next;
    }
    return search;
}

/* PPs come to the first instruction of a loop in every round, but once to the one before it. The body begins
 * there, unless that instruction is needed; -Og then adds one. It keeps the function's line: a breakpoint at
 * the line of the loop belongs into the loop. */
static struct machine_instr *precede_loop(struct machine_function *function, const struct search *search)
{
    struct machine_instr *body = search->body, *before = search->before;
    if ((!before || is_needed(before)) && !function->keeps_lines)
        return body;
    if (!before || is_needed(before)) {
        struct machine_instr *nop = machine_append(function, search->block, MACHINE_nop);
        nop->line = function->line;
        nop->file = function->file;
        before = nop;
    }
    return before;
}

void body_find(struct machine_function *function)
{
    const struct search search = follow_entry(function);
    struct machine_instr *body = search.body;
    if (body && search.reached->is_target && body == search.reached->first)
        body = precede_loop(function, &search);
    else if (body)
        body = pass_needed(function, body);
    function->body = body;
    for (struct machine_instr *instr = body ? body->next : NULL; instr; instr = instr->next) {
        /* messages about accesses of the entry name the function's line */
        if (instr->line != 0 && is_entry(function, instr) && !machine_rows[instr->op].memory_read) {
            instr->line = instr->previous->line;
            instr->file = instr->previous->file;
        }
    }
}
