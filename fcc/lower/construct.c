/* construct.c - start, farm, seq, fork, join, barrier: the sequences of docs/internals/abi.md, sections 7
 * and 8.
 */
#include "fcc/check/walk.h"
#include "fcc/lower/state.h"
#include "fcc/ir/runtime.h"

/* A word of the private block __fork_pp. */
static struct ir_operand pp_word(struct lower *l, int32_t field)
{
    return ir_symbol_address(lower_external(l, "__fork_pp", false), field);
}

static struct ir_operand load_pp(struct lower *l, int32_t field)
{
    return lower_load(l, pp_word(l, field), 0, IR_MEM_OWN, LOWER_PP_ALIAS);
}

static void store_pp(struct lower *l, int32_t field, struct ir_operand value)
{
    lower_store(l, pp_word(l, field), 0, IR_MEM_OWN, LOWER_PP_ALIAS, value);
}

/* A body in another mode that no jump leaves. */
static void lower_region(struct lower *l, struct statement *body, enum mode mode)
{
    enum mode outer_mode = l->mode;
    struct jumps *outer_jumps = l->jumps;
    struct level level;
    l->jumps = NULL;
    l->mode = mode;
    lower_enter_base(l, &level);
    if (l->block != NULL && l->block->synchronous != (mode != MODE_ASYNC))
        lower_place_block(l, lower_new_block(l)); /* a block is of one mode */
    if (mode == MODE_SYNC)
        lower_open_frame(l);
    lower_statement(l, body);
    if (mode == MODE_SYNC)
        lower_close_frame(l); /* the end of the group releases its words */
    l->level = level.outer;
    l->mode = outer_mode;
    l->jumps = outer_jumps;
    lower_place_block(l, lower_new_block(l));
}

static void lower_start(struct lower *l, struct statement *s)
{
    struct ir_block *inside = lower_new_block(l);
    struct ir_block *behind = lower_new_block(l);
    struct ir_operand count =
        s->condition != NULL ? lower_value(l, s->condition) : lower_read(l, IR_SPECIAL_NP);
    struct ir_operand in = lower_runtime(l, RUNTIME__fork_start, true, 1, &count);
    lower_branch(l, IR_NE, in, ir_const(0), inside, behind);
    lower_release_temporaries(l);
    lower_place_block(l, inside);
    lower_region(l, s->first, MODE_SYNC);
    lower_runtime(l, RUNTIME__fork_start_end, false, 0, NULL);
    lower_place_block(l, behind);
}

/* ---- farm and seq */

/* Whether a call may reach code that reads $$. `own` is the function that contains the call. */
static bool may_read_rank(const struct expression *call, const struct symbol *own)
{
    const struct expression *callee = call->left;
    if (callee->type->base->mode != MODE_ASYNC)
        return false;
    if (callee->kind != EXPRESSION_ADDRESS || callee->left->kind != EXPRESSION_FUNCTION)
        return true;
    return callee->left->symbol != own && !callee->left->symbol->needs_no_rank;
}

static enum walk visit_rank(const struct expression *e, void *context)
{
    bool named = e->kind == EXPRESSION_SPECIAL && e->token == TOKEN_RANK;
    bool called = e->kind == EXPRESSION_CALL && may_read_rank(e, context);
    return named || called ? WALK_FOUND : WALK_ON;
}

bool lower_wants_rank(const struct statement *s, struct symbol *own)
{
    const struct walk_visitor visitor = {.expression = visit_rank, .context = own};
    return walk_statements(s, &visitor);
}

static void lower_farm(struct lower *l, struct statement *s)
{
    if (lower_wants_rank(s->first, NULL))
        lower_runtime(l, RUNTIME__fork_rank, false, 0, NULL);
    lower_hint(l, HINT_async_enter);
    lower_region(l, s->first, MODE_ASYNC);
    lower_at(l, s->pos);
    lower_runtime(l, RUNTIME__fork_barrier, false, 0, NULL);
    lower_hint(l, HINT_async_leave);
}

static void lower_seq(struct lower *l, struct statement *s)
{
    struct ir_block *inside = lower_new_block(l);
    struct ir_block *end = lower_new_block(l);
    struct ir_operand rank = lower_runtime(l, RUNTIME__fork_rank, true, 0, NULL);
    lower_hint(l, HINT_async_enter);
    lower_branch(l, IR_EQ, rank, ir_const(0), inside, end);
    lower_place_block(l, inside);
    lower_region(l, s->first, MODE_ASYNC);
    lower_at(l, s->pos);
    lower_place_block(l, end);
    lower_runtime(l, RUNTIME__fork_barrier, false, 0, NULL);
    lower_hint(l, HINT_async_leave);
}

/* ---- fork */

static void lower_fork(struct lower *l, struct statement *s)
{
    struct level level;
    struct ir_block *positive = lower_new_block(l);
    struct ir_block *inside = lower_new_block(l);
    struct ir_operand id = load_pp(l, PP_ID);
    struct ir_operand number = load_pp(l, PP_NUMBER);
    struct ir_operand groups = lower_unary_op(l, IR_COPY, lower_value(l, s->condition));
    struct ir_operand group = lower_unary_op(l, IR_COPY, lower_value(l, s->initial));
    struct ir_operand new_id = {.kind = IR_NONE};
    if (s->step != NULL)
        new_id = lower_unary_op(l, IR_COPY, lower_value(l, s->step));
    lower_release_temporaries(l);
    lower_enter_level(l, &level);
    level.skip = lower_new_block(l);
    lower_branch(l, IR_GT, groups, ir_const(0), positive, level.skip);
    lower_place_block(l, positive);
    lower_branch(l, IR_LTU, group, groups, inside, level.skip);
    lower_place_block(l, inside);
    const struct ir_operand args[] = {group, groups};
    lower_runtime(l, RUNTIME__fork_split_many, false, 2, args);
    store_pp(l, PP_NUMBER, group);
    store_pp(l, PP_ID, s->step != NULL ? new_id : lower_runtime(l, RUNTIME__fork_rank, true, 0, NULL));
    level.is_steady = lower_is_steady(s);
    lower_open_frame(l);
    lower_statement(l, s->first);
    lower_close_frame(l);
    lower_at(l, s->pos);
    lower_leave_level(l, &level);
    store_pp(l, PP_ID, id);
    store_pp(l, PP_NUMBER, number);
    lower_check_notes(l, s);
}

/* ---- join */

static uint32_t new_bus(struct lower *l)
{
    const char *name = arena_format(l->ir->arena, "%s.bus.%u", l->symbol->assembly_name, ++l->buses);
    uint32_t symbol = ir_add_symbol(l->ir, name, IR_SECTION_BSS);
    l->ir->symbols[symbol].words = BUS_WORDS;
    ir_add_data(l->ir, symbol);
    return symbol;
}

/* The state of a PP before it boarded. */
struct baggage {
    struct ir_operand gp, ssp, id, rank, number;
};

static void restore(struct lower *l, const struct baggage *baggage)
{
    lower_write(l, IR_SPECIAL_GP, baggage->gp);
    lower_write(l, IR_SPECIAL_SSP, baggage->ssp);
    store_pp(l, PP_ID, baggage->id);
    store_pp(l, PP_RANK, baggage->rank);
    store_pp(l, PP_NUMBER, baggage->number);
}

/* PP number 0 drives: gives the bus memory, waits for `delay`, departs. */
static void lower_driver(struct lower *l, struct statement *s, struct ir_operand bus)
{
    struct ir_block *delay = lower_new_block(l);
    struct ir_block *wait = lower_new_block(l);
    struct ir_block *depart = lower_new_block(l);
    const struct ir_operand prepare[] = {bus, lower_value(l, s->condition)};
    lower_runtime(l, RUNTIME__fork_join_prepare, false, 2, prepare);
    l->loop_depth++;
    lower_place_block(l, delay);
    lower_condition(l, s->initial, wait, depart);
    lower_place_block(l, wait);
    lower_hint(l, HINT_yield);
    lower_jump(l, delay);
    l->loop_depth--;
    lower_place_block(l, depart);
    lower_runtime(l, RUNTIME__fork_join_depart, false, 1, &bus);
}

/* On board, in the synchronous group: a PP that wants to stay takes a seat and runs S. */
static void lower_ride(struct lower *l, struct statement *s, struct ir_operand bus, struct ir_block *off)
{
    struct ir_block *stay = lower_new_block(l);
    l->mode = MODE_SYNC;
    lower_place_block(l, lower_new_block(l));
    struct ir_operand stays = lower_bool(l, s->step);
    lower_branch(l, IR_NE, stays, ir_const(0), stay, off);
    lower_place_block(l, stay);
    lower_stay(l, true);
    lower_runtime(l, RUNTIME__fork_join_seat, false, 0, NULL);
    lower_region(l, s->first, MODE_SYNC);
    lower_runtime(l, RUNTIME__fork_join_end, false, 1, &bus);
}

static void lower_join(struct lower *l, struct statement *s)
{
    struct ir_block *boarded = lower_new_block(l);
    struct ir_block *driver = lower_new_block(l);
    struct ir_block *ride = lower_new_block(l);
    struct ir_block *off = lower_new_block(l);
    struct ir_block *missed = lower_new_block(l);
    struct ir_block *end = lower_new_block(l);
    struct ir_operand bus = ir_symbol_address(new_bus(l), 0);
    struct level aboard;
    lower_enter_base(l, &aboard);
    aboard.is_steady = false; /* PPs that board and get off change # */
    struct baggage baggage = {lower_read(l, IR_SPECIAL_GP), lower_read(l, IR_SPECIAL_SSP), load_pp(l, PP_ID),
                              load_pp(l, PP_RANK), load_pp(l, PP_NUMBER)};
    struct ir_operand seat = lower_runtime(l, RUNTIME__fork_join_board, true, 1, &bus);
    lower_branch(l, IR_LT, seat, ir_const(0), missed, boarded);
    lower_place_block(l, boarded);
    lower_branch(l, IR_NE, seat, ir_const(0), ride, driver);
    lower_place_block(l, driver);
    lower_driver(l, s, bus);
    lower_place_block(l, ride);
    lower_runtime(l, RUNTIME__fork_join_ride, false, 1, &bus);
    lower_ride(l, s, bus, off);
    l->mode = MODE_ASYNC;
    lower_place_block(l, lower_new_block(l));
    restore(l, &baggage);
    lower_jump(l, end);

    l->mode = MODE_SYNC;
    lower_place_block(l, off);
    lower_hint(l, HINT_group_leave);
    struct ir_instr *count = lower_emit(l, IR_MPADD);
    count->b = ir_const(GROUP_SIZE);
    count->c = ir_const(-1);
    struct ir_instr *gp = ir_insert_before(l->ir, l->block, count, IR_READ);
    gp->special = IR_SPECIAL_GP;
    gp->dst = ir_add_vreg(l->function);
    count->a = ir_vreg(gp->dst);
    lower_runtime(l, RUNTIME__fork_join_left, false, 1, &bus);
    l->mode = MODE_ASYNC;
    lower_place_block(l, missed);
    restore(l, &baggage);
    if (s->other != NULL)
        lower_region(l, s->other, MODE_ASYNC);
    l->level = aboard.outer;
    lower_place_block(l, end);
}

void lower_construct(struct lower *l, struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_START:
        lower_start(l, s);
        break;
    case STATEMENT_FARM:
        lower_farm(l, s);
        break;
    case STATEMENT_SEQ:
        lower_seq(l, s);
        break;
    case STATEMENT_FORK:
        lower_fork(l, s);
        break;
    case STATEMENT_JOIN:
        lower_join(l, s);
        break;
    default:
        lower_runtime(l, RUNTIME__fork_barrier, false, 0, NULL);
        break;
    }
}
