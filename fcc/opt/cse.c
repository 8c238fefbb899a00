/* cse.c - common subexpression elimination.
 *
 * Walks the dominator tree with a table of earlier computations; entries of a block are removed when the walk
 * leaves its subtree. Operands of commutative operations may be in either order; reassociate.c orders those
 * of a sum. Loads are remembered in their block and in blocks that can only be reached from its end, never
 * into a loop's later rounds, and only until a store, call or multiprefix may change the word (ir.h,
 * invariants 5 and 6). The same holds for reads of gp, ssp and sfp, which some runtime calls and WRITE
 * change. A stored value is remembered for private words, too: no other PP can change them. Must have run
 * before: opt_ssa_build. */
#include "fcc/ir/index.h"
#include "fcc/opt/opt.h"

enum { BUCKETS = 1 << 12 };

struct entry {
    struct entry *next;
    struct ir_instr *instr;
    struct ir_operand value;
    uint32_t bucket;
};

/* A word of memory whose value is known in the current block. */
struct known_word {
    struct known_word *next;
    const struct ir_instr *access; /* LOAD or STORE */
    struct ir_operand value;
};

/* Known values: words of memory, and the operands that gp, ssp, sfp equal (IR_NONE: unknown). */
struct knowledge {
    struct known_word *words;
    struct ir_operand special[IR_SPECIAL_COUNT];
};

struct commoner {
    struct opt *opt;
    struct opt_values values;
    struct entry **table;
    struct entry **entered; /* in the order of entering */
    uint32_t count;
    struct knowledge now;
    struct knowledge *at_end; /* by block id */
    const struct ir_block *block;
};

static uint32_t hash_operand(uint32_t hash, struct ir_operand operand)
{
    hash = (hash ^ (uint32_t)operand.kind) * 0x9e3779b1u;
    hash = (hash ^ operand.id) * 0x85ebca6bu;
    return (hash ^ (uint32_t)operand.value) * 0xc2b2ae35u;
}

static bool commutes(const struct ir_instr *instr)
{
    return (ir_ops[instr->op].flags & IR_COMMUTES) != 0;
}

/* Also equates a + b and b + a. */
static uint32_t bucket_of(const struct ir_instr *instr)
{
    const uint32_t start = ((uint32_t)instr->op << 8 | instr->special) * 0x27d4eb2fu;
    uint32_t hash = hash_operand(hash_operand(start, instr->a), instr->b);
    if (commutes(instr))
        hash += hash_operand(hash_operand(start, instr->b), instr->a);
    return (hash ^ hash >> 15) % BUCKETS;
}

/* Number and count of the PPs never change. */
static bool is_fixed_read(const struct ir_instr *instr)
{
    return instr->op == IR_READ && (instr->special == IR_SPECIAL_PN || instr->special == IR_SPECIAL_NP);
}

static bool is_common(const struct ir_instr *instr)
{
    return (ir_ops[instr->op].flags & IR_PURE) != 0 || is_fixed_read(instr);
}

/* ---- memory within a block */

/* Whether two accesses relative to the same address share a word. */
static bool overlap(const struct ir_instr *x, const struct ir_instr *y)
{
    int64_t distance = (int64_t)y->b.value - x->b.value;
    return distance < (x->words ? x->words : 1) && -distance < (y->words ? y->words : 1);
}

/* Whether a store may change the word of a remembered access. For a PP's own words, and in asynchronous code,
 * only the PP's own stores matter; in synchronous code the group's other members store to the same object in
 * the same cycle, at addresses of their own. */
static bool store_touches(const struct commoner *c, const struct ir_instr *store,
                          const struct ir_instr *access)
{
    bool both_own = (store->memory & IR_MEM_OWN) != 0 && (access->memory & IR_MEM_OWN) != 0;
    if ((access->memory & IR_MEM_CONSTANT) != 0)
        return false;
    if (!ir_may_meet(store->alias, access->alias))
        return false;
    if ((both_own || !c->block->synchronous) && ir_same(store->a, access->a) && store->b.kind == IR_CONST &&
        access->b.kind == IR_CONST)
        return overlap(store, access);
    return true;
}

/* Whether an instruction other than a load may change the word of a remembered access. */
static bool may_change(const struct commoner *c, const struct ir_instr *instr, const struct ir_instr *access)
{
    if (instr->op == IR_STORE)
        return store_touches(c, instr, access);
    const bool is_kept = instr->op == IR_CALL && instr->keeps_own && (access->memory & IR_MEM_OWN) != 0;
    return !is_kept && (access->memory & IR_MEM_CONSTANT) == 0;
}

/* Drops values that may have changed, and the oldest of very many, to limit the time for long blocks. */
static void forget(struct commoner *c, const struct ir_instr *instr)
{
    enum { MOST_KEPT = 128 };
    int kept = 0;
    struct known_word **link = &c->now.words;
    for (struct known_word *word = c->now.words; word; word = word->next) {
        if (may_change(c, instr, word->access))
            continue;
        if (++kept > MOST_KEPT)
            break;
        *link = word;
        link = &word->next;
    }
    *link = NULL;
}

static void remember(struct commoner *c, const struct ir_instr *access, struct ir_operand value)
{
    struct known_word *word = ARENA_NEW(c->opt->arena, struct known_word);
    word->access = access;
    word->value = value;
    word->next = c->now.words;
    c->now.words = word;
}

/* The known value of a load, or IR_NONE. */
static struct ir_operand recall(const struct commoner *c, const struct ir_instr *load)
{
    enum { FARTHEST = 64 }; /* number of words compared: limits the time for long blocks */
    int looked = 0;
    for (const struct known_word *word = c->now.words; word && looked < FARTHEST;
         word = word->next, looked++) {
        if (ir_same(word->access->a, load->a) && ir_same(word->access->b, load->b) &&
            word->access->words == load->words)
            return word->value;
    }
    return ir_none();
}

/* Loads and stores; true if the instruction is redundant. */
static bool common_memory(struct commoner *c, const struct ir_instr *instr)
{
    bool is_volatile = (instr->memory & IR_MEM_VOLATILE) != 0;
    if (instr->op == IR_LOAD && !is_volatile) {
        struct ir_operand value = recall(c, instr);
        if (value.kind != IR_NONE) {
            c->values.value[instr->dst] = value;
            return true;
        }
        remember(c, instr, ir_vreg(instr->dst));
    } else if (instr->op == IR_STORE) {
        forget(c, instr);
        if (!is_volatile && (instr->memory & IR_MEM_OWN) != 0)
            remember(c, instr, instr->c);
    } else if ((ir_ops[instr->op].flags & (IR_WRITES | IR_FENCE)) != 0) {
        forget(c, instr);
    }
    return false;
}

/* ---- gp, ssp, sfp */

static bool is_kept_special(unsigned special)
{
    return special == IR_SPECIAL_GP || special == IR_SPECIAL_SSP || special == IR_SPECIAL_SFP;
}

/* A READ of one of them; true if its value is known. */
static bool common_special(struct commoner *c, const struct ir_instr *read)
{
    struct ir_operand *known = &c->now.special[read->special];
    if (known->kind != IR_NONE) {
        c->values.value[read->dst] = *known;
        return true;
    }
    *known = ir_vreg(read->dst);
    return false;
}

/* The effect of an instruction on gp, ssp, sfp: of a runtime call by docs/internals/abi.md, section 5; of
 * others none. */
static void forget_specials(struct commoner *c, const struct ir_instr *instr)
{
    enum { GP_BIT = 29, SSP_BIT = 30 };
    if (instr->op == IR_WRITE)
        c->now.special[instr->special] = ir_none();
    if (instr->op == IR_CALL && (instr->call_clobbers >> GP_BIT & 1) != 0)
        c->now.special[IR_SPECIAL_GP] = ir_none();
    if (instr->op == IR_CALL && (instr->call_clobbers >> SSP_BIT & 1) != 0)
        c->now.special[IR_SPECIAL_SSP] = ir_none();
}

/* ---- computations */

/* Whether two instructions compute the same value from the same operands, in either order for a sum. */
static bool computes_same(const struct ir_instr *x, const struct ir_instr *y)
{
    if (x->op != y->op || x->special != y->special || !ir_same(x->c, y->c))
        return false;
    return (ir_same(x->a, y->a) && ir_same(x->b, y->b)) ||
           (commutes(x) && ir_same(x->a, y->b) && ir_same(x->b, y->a));
}

/* The first of two equal computations has the subscripts of the other, or its code becomes unknown. */
static void join_indices(struct commoner *c, struct ir_instr *first, const struct ir_instr *other)
{
    struct ir_index index = other->index;
    if (!index.is_known)
        return;
    if (!ir_same(first->a, other->a))
        ir_index_swap(&index);
    if (!first->index.is_known)
        first->index = index;
    else if (!ir_index_is_same(&first->index, &index))
        c->values.index[other->dst].a.kind = IR_PART_UNKNOWN;
}

static bool common_computation(struct commoner *c, struct ir_instr *instr)
{
    uint32_t bucket = bucket_of(instr);
    for (const struct entry *entry = c->table[bucket]; entry; entry = entry->next) {
        if (computes_same(entry->instr, instr)) {
            join_indices(c, entry->instr, instr);
            c->values.value[instr->dst] = entry->value;
            return true;
        }
    }
    struct entry *entry = ARENA_NEW(c->opt->arena, struct entry);
    *entry = (struct entry){
        .next = c->table[bucket], .instr = instr, .value = ir_vreg(instr->dst), .bucket = bucket};
    c->table[bucket] = entry;
    c->entered[c->count++] = entry;
    return false;
}

/* Known values at the start of a block: those at the end of its only predecessor. */
static void begin_block(struct commoner *c, const struct ir_block *block)
{
    enum { MOST_INHERITED = 32 }; /* limits the time for chains of many blocks */
    const struct graph_node *node = &c->opt->graph->nodes[block->id];
    c->block = block;
    c->now = (struct knowledge){0};
    if (node->predecessor_count != 1 || node->predecessors[0]->synchronous != block->synchronous)
        return;
    const struct knowledge *before = &c->at_end[node->predecessors[0]->id];
    c->now = *before;
    struct known_word **link = &c->now.words;
    int inherited = 0;
    for (const struct known_word *word = before->words; word && inherited < MOST_INHERITED;
         word = word->next) {
        *link = ARENA_NEW(c->opt->arena, struct known_word);
        **link = *word;
        link = &(*link)->next;
        inherited++;
    }
    *link = NULL;
}

static bool is_redundant(struct commoner *c, struct ir_instr *instr)
{
    if (is_common(instr))
        return common_computation(c, instr);
    if (instr->op == IR_READ && is_kept_special(instr->special))
        return common_special(c, instr);
    forget_specials(c, instr);
    return common_memory(c, instr);
}

static void common_block(struct commoner *c, struct ir_block *block)
{
    begin_block(c, block);
    for (struct ir_instr *instr = block->first, *next; instr; instr = next) {
        next = instr->next;
        opt_resolve_sources(&c->values, instr);
        if (is_redundant(c, instr))
            ir_remove(block, instr);
    }
    c->at_end[block->id] = c->now;
}

void opt_cse(struct opt *opt)
{
    struct graph *graph = opt->graph;
    struct commoner c = {.opt = opt, .values = opt_no_values(opt)};
    c.table = ARENA_ARRAY(opt->arena, struct entry *, BUCKETS);
    c.entered = ARENA_ARRAY(opt->arena, struct entry *, c.values.count);
    c.at_end = ARENA_ARRAY(opt->arena, struct knowledge, opt->function->block_count + 1);
    struct ir_block **path = ARENA_ARRAY(opt->arena, struct ir_block *, graph->count + 1);
    uint32_t *mark = ARENA_ARRAY(opt->arena, uint32_t, graph->count + 1);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        struct ir_block *block = graph->tree[i];
        while (depth && !graph_dominates(graph, path[depth - 1], block)) {
            depth--;
            while (c.count > mark[depth]) {
                const struct entry *entry = c.entered[--c.count];
                c.table[entry->bucket] = entry->next;
            }
        }
        mark[depth] = c.count;
        path[depth++] = block;
        common_block(&c, block);
    }
    opt_apply(opt, &c.values);
}
