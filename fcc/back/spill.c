/* spill.c - moves registers without a place to the private frame.
 *
 * A register whose value can be rematerialised is computed before each use. Any other gets a word of the near
 * part of the frame, a real as many words as its image has: a store follows each write, a load precedes each
 * read, except for values loaded or written a few instructions before. If the word is out of reach of a
 * 13-bit offset, its address is computed.
 *
 * Constants, frame addresses, and words that are not written while the function runs can be rematerialised,
 * if the register is written once, by such an instruction. A load can be repeated only where its base
 * register is live and has one value only, and where the whole group repeats it, which under a weaker model
 * (pramsim --model) is one access: in synchronous code of a function that does not divide its group. For
 * reads in asynchronous code it is repeated before that code begins. Must have run before: select; called by
 * regalloc. */
#include "fcc/back/spill.h"

/* ---- what can be made again */

struct finder {
    const struct machine_function *function;
    const struct live *live;
    uint32_t *writes;                  /* by register: instructions that write it */
    uint32_t *end;                     /* by block: the position of its last instruction */
    const struct machine_block **last; /* by register: the part in which found.before was last computed */
    uint32_t *loads;                   /* registers whose load is repeated */
    uint32_t load_count;
    bool divides; /* the function divides its group */
    struct rematerialise found;
};

float rematerialise_frequency(uint32_t loop_depth)
{
    float frequency = 1;
    for (uint32_t i = 0; i < loop_depth && i < 6; i++)
        frequency *= 10;
    return frequency;
}

static bool is_load(const struct machine_instr *instr)
{
    return instr->op == MACHINE_ldg;
}

static bool is_remade(const struct machine_instr *instr)
{
    bool is_constant = instr->op == MACHINE_SET || instr->op == MACHINE_getpn || instr->op == MACHINE_getnp ||
                       (instr->op == MACHINE_xfromi && instr->rs == REGISTER_zero);
    bool is_slot = instr->op == MACHINE_add && instr->rs == REGISTER_fp && instr->has_imm;
    bool is_word = is_load(instr) && instr->memory.constant && !instr->memory.is_volatile &&
                   instr->rs >= FIRST_VIRTUAL && instr->has_imm && instr->base == BASE_NONE;
    return is_constant || is_slot || is_word;
}

static float cycles(const struct machine_instr *instr)
{
    return instr->op == MACHINE_SET && !machine_fits(instr->imm) ? 2 : 1;
}

static void find_origins(struct finder *f)
{
    uint32_t position = 0;
    for (const struct machine_block *block = f->function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next, position += 2) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            f->end[block->id] = position;
            f->divides |= (instr->implicit_writes & REGISTER_BIT(REGISTER_gp)) != 0;
            for (unsigned i = 0; i < uses.writes; i++) {
                const uint32_t reg = uses.written[i];
                const bool is_only = f->writes[reg]++ == 0 && reg >= FIRST_VIRTUAL;
                const bool is_everywhere = !is_load(instr) || block->synchronous;
                f->found.origin[reg] = is_only && is_remade(instr) && is_everywhere ? instr : NULL;
                f->found.cost[reg] = -cycles(instr) * rematerialise_frequency(block->loop_depth);
            }
        }
    }
}

/* ---- asynchronous parts: blocks between which control goes without synchronous ones */

static uint32_t find_part(uint32_t *part, uint32_t block)
{
    while (part[block] != block)
        block = part[block] = part[part[block]];
    return block;
}

/* The block before each part, NULL if there are several; by a block of the part. */
static struct machine_block **find_entries(struct arena *arena, const struct machine_function *function,
                                           uint32_t *part)
{
    struct machine_block **entry = ARENA_ARRAY(arena, struct machine_block *, function->block_count);
    bool *has_many = ARENA_ARRAY(arena, bool, function->block_count);
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (unsigned i = 0; i < 2; i++) {
            const struct machine_block *next = block->successor[i];
            if (!block->synchronous || !next || next->synchronous)
                continue;
            const uint32_t number = find_part(part, next->id);
            has_many[number] |= entry[number] && entry[number] != block;
            entry[number] = block;
        }
    }
    for (uint32_t i = 0; i < function->block_count; i++)
        entry[i] = has_many[i] ? NULL : entry[i];
    return entry;
}

static struct machine_block **find_before(struct arena *arena, const struct machine_function *function)
{
    struct machine_block **before = ARENA_ARRAY(arena, struct machine_block *, function->block_count);
    uint32_t *part = ARENA_ARRAY(arena, uint32_t, function->block_count);
    for (uint32_t i = 0; i < function->block_count; i++)
        part[i] = i;
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (unsigned i = 0; i < 2; i++) {
            const struct machine_block *next = block->successor[i];
            if (!block->synchronous && next && !next->synchronous)
                part[find_part(part, next->id)] = find_part(part, block->id);
        }
    }
    struct machine_block **entry = find_entries(arena, function, part);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        if (!block->synchronous)
            before[block->id] = entry[find_part(part, block->id)];
    }
    return before;
}

/* ---- reads */

/* Whether a load can be repeated at a position in a block: by the whole group, which then is one access. */
static bool can_load(const struct finder *f, const struct machine_instr *load,
                     const struct machine_block *block, uint32_t position)
{
    return block && block->synchronous && !f->divides && f->writes[load->rs] == 1 &&
           live_contains(&f->live->intervals[load->rs], position);
}

static void read_register(struct finder *f, uint32_t reg, const struct machine_block *block,
                          uint32_t position)
{
    rematerialise_origin *origin = &f->found.origin[reg];
    bool is_made_already = false;
    if (*origin && is_load(*origin)) {
        if (!block->synchronous) {
            block = f->found.before[block->id];
            position = block ? f->end[block->id] : 0;
            is_made_already = f->last[reg] == block;
            f->last[reg] = block;
            f->found.waits[reg] = true;
        }
        if (!can_load(f, *origin, block, position))
            *origin = NULL;
    }
    if (*origin && !is_made_already)
        f->found.cost[reg] += cycles(*origin) * rematerialise_frequency(block->loop_depth);
}

/* A value that lives over a call in an asynchronous part needs a callee-saved register there, too. */
static void keep_over_call(struct finder *f, uint32_t position)
{
    for (uint32_t i = 0; i < f->load_count; i++) {
        const uint32_t reg = f->loads[i];
        if (live_contains(&f->live->intervals[reg], position + 1))
            f->found.origin[reg] = NULL;
    }
}

static void find_loads(struct finder *f)
{
    for (uint32_t reg = FIRST_VIRTUAL; reg < f->function->register_limit; reg++) {
        if (f->found.origin[reg] && is_load(f->found.origin[reg]))
            f->loads[f->load_count++] = reg;
    }
}

struct rematerialise rematerialise_find(struct arena *arena, const struct machine_function *function,
                                        const struct live *live)
{
    const uint32_t count = function->register_limit;
    struct finder f = {.function = function, .live = live, .writes = ARENA_ARRAY(arena, uint32_t, count)};
    uint32_t position = 0;
    f.found.origin = ARENA_ARRAY(arena, rematerialise_origin, count);
    f.found.cost = ARENA_ARRAY(arena, float, count);
    f.found.waits = ARENA_ARRAY(arena, bool, count);
    f.last = ARENA_ARRAY(arena, const struct machine_block *, count);
    f.found.before = find_before(arena, function);
    f.end = ARENA_ARRAY(arena, uint32_t, function->block_count);
    f.loads = ARENA_ARRAY(arena, uint32_t, count);
    find_origins(&f);
    find_loads(&f);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next, position += 2) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads && instr->op != MACHINE_KEEP; i++)
                read_register(&f, uses.read[i], block, position);
            if (instr->op ==
                MACHINE_KEEP) /* so the value must have a place everywhere, not only where it is read */
                f.found.origin[instr->rs] = NULL;
            if (!block->synchronous && (machine_caller_saved() & ~instr->implicit_writes) == 0)
                keep_over_call(&f, position);
        }
    }
    return f.found;
}

/* ---- spilling */

enum { KEPT = 4 }; /* instructions after which a value is reloaded: it occupies a register meanwhile */

/* Spill words up to here are in reach of a 13-bit offset for any number of saved registers. */
enum { NEAR_LIMIT = 4000 };

/* A value that is rematerialised before an asynchronous part, for all of it. */
struct early {
    struct early *next;
    const struct machine_block *before;
    uint32_t reg;
    uint32_t made; /* the register with the value there */
};

struct spiller {
    struct arena *arena;
    struct machine_function *function;
    const bool *spilled;
    const struct rematerialise *rematerialise;
    uint32_t limit;                      /* new registers start here */
    const struct machine_instr **origin; /* by register: the instruction that rematerialises it, or NULL */
    uint32_t *word;                      /* by register: its frame word + 1 */
    struct early *early;                 /* computed before asynchronous parts */
    uint32_t kept;     /* the spilled register whose value is still in another register; 0: none */
    uint32_t kept_in;  /* that one */
    uint32_t kept_for; /* number of instructions */
};

/* The instruction that rematerialises a register: not a load whose base is spilled in this round, because the
 * base would have to be loaded first. */
static const struct machine_instr *find_origin(const struct spiller *s, uint32_t reg)
{
    const struct machine_instr *origin = s->rematerialise->origin[reg];
    return origin && origin->op == MACHINE_ldg && s->spilled[origin->rs] ? NULL : origin;
}

/* Decides for each spilled register: rematerialisation, or a frame word. */
static void give_words(struct spiller *s)
{
    for (uint32_t reg = FIRST_VIRTUAL; reg < s->limit; reg++) {
        if (!s->spilled[reg])
            continue;
        s->origin[reg] = find_origin(s, reg);
        if (s->origin[reg])
            continue;
        s->word[reg] = s->function->near_words + 1;
        s->function->near_words += machine_is_real(s->function, reg) ? s->function->real_words : 1;
    }
}

/* A load or store of a spill word, or the image of a real, before `place`. */
static struct machine_instr *access_word(struct spiller *s, struct machine_block *block,
                                         struct machine_instr *place, bool is_store, uint32_t word,
                                         uint32_t rd)
{
    bool is_real = machine_is_real(s->function, rd);
    enum machine_op op = is_store  ? (is_real ? MACHINE_xst : MACHINE_stg)
                         : is_real ? MACHINE_xld
                                   : MACHINE_ldg;
    uint32_t base = REGISTER_fp;
    if (word > NEAR_LIMIT) {
        base = machine_new_register(s->function);
        struct machine_instr *set = machine_insert(s->function, block, place, MACHINE_SET);
        set->rd = base;
        set->imm = (int32_t)word;
        set->base = BASE_NEAR;
        struct machine_instr *add = machine_insert(s->function, block, place, MACHINE_add);
        add->rs = REGISTER_fp;
        add->rt = base;
        add->rd = base;
    }
    struct machine_instr *access = machine_insert(s->function, block, place, op);
    access->rs = base;
    access->has_imm = true;
    access->rd = rd;
    access->memory.own = true;
    access->memory.is_spill = true;
    access->memory.words = is_real ? (uint16_t)s->function->real_words : 0;
    if (base == REGISTER_fp) {
        access->imm = (int32_t)word;
        access->base = BASE_NEAR;
    }
    return access;
}

/* value: the register that has another name for it (machine.h), or 0. */
static void load_before(struct spiller *s, struct machine_block *block, struct machine_instr *instr,
                        uint32_t reg, uint32_t into, uint32_t value)
{
    const struct machine_instr *origin = s->origin[reg];
    if (!origin) {
        access_word(s, block, instr, false, s->word[reg] - 1, into)->value = value;
        return;
    }
    struct machine_instr *again = machine_insert(s->function, block, instr, (enum machine_op)origin->op);
    again->rs = origin->rs;
    again->rt = origin->rt;
    again->imm = origin->imm;
    again->has_imm = origin->has_imm;
    again->base = origin->base;
    again->symbol = origin->symbol;
    again->memory = origin->memory;
    again->index = origin->index;
    again->rd = into;
    again->value = value ? value : origin->value;
}

/* Words only: loading a real takes as long as its image. */
static void keep(struct spiller *s, uint32_t reg, uint32_t value)
{
    if (machine_is_real(s->function, reg))
        return;
    s->kept = reg;
    s->kept_in = value;
    s->kept_for = KEPT;
}

/* The last place in a block where the group is in lockstep: before its jumps, and before the hint that it
 * divides. */
static struct machine_instr *find_end(struct machine_block *block)
{
    struct machine_instr *end = NULL;
    for (struct machine_instr *last = block->last;
         last && (machine_rows[last->op].ends || last->op == MACHINE_shint); last = last->previous)
        end = last;
    return end;
}

/* The register with the value that is rematerialised before the asynchronous part of the block. */
static uint32_t value_made_early(struct spiller *s, const struct machine_block *block, uint32_t reg)
{
    struct machine_block *before = s->rematerialise->before[block->id];
    struct early *early = s->early;
    while (early && (early->before != before || early->reg != reg))
        early = early->next;
    if (early)
        return early->made;
    early = ARENA_NEW(s->arena, struct early);
    *early = (struct early){s->early, before, reg, machine_new_like(s->function, reg)};
    s->early = early;
    load_before(s, before, find_end(before), reg, early->made, 0);
    return early->made;
}

static bool is_made_early(const struct spiller *s, const struct machine_block *block, uint32_t reg)
{
    return s->origin[reg] && s->rematerialise->waits[reg] && !block->synchronous;
}

/* The register with the value of a spilled one before the instruction. */
static uint32_t value_before(struct spiller *s, struct machine_block *block, struct machine_instr *instr,
                             uint32_t reg)
{
    if (is_made_early(s, block, reg))
        return value_made_early(s, block, reg);
    uint32_t value = s->kept_in;
    if (s->kept != reg) {
        value = machine_new_like(s->function, reg);
        load_before(s, block, instr, reg, value, 0);
    }
    keep(s, reg, value);
    return value;
}

static bool is_read_soon(const struct machine_instr *instr, uint32_t reg)
{
    for (unsigned left = KEPT; left > 0 && instr && instr->implicit_writes == 0;
         left--, instr = instr->next) {
        if (machine_reads(instr, reg))
            return true;
    }
    return false;
}

/* The value that a copy has put into a spilled register stays in a new one if it is needed again soon. */
static void store_copied(struct spiller *s, struct machine_block *block, struct machine_instr *copy)
{
    uint32_t value = copy->rs;
    if (!machine_is_real(s->function, copy->rd) && is_read_soon(copy->next, copy->rd)) {
        struct machine_instr *kept = machine_insert(s->function, block, copy, MACHINE_COPY);
        kept->rs = value;
        kept->rd = machine_new_like(s->function, copy->rd);
        value = kept->rd;
        keep(s, copy->rd, value);
    } else if (s->kept == copy->rd) {
        s->kept = 0;
    }
    access_word(s, block, copy, true, s->word[copy->rd] - 1, value)->value = copy->value;
}

/* A copy from a spilled register loads its target directly; a copy to a spilled one stores its source. */
static bool rewrite_copy(struct spiller *s, struct machine_block *block, struct machine_instr *copy)
{
    bool from_spilled = copy->rs < s->limit && s->spilled[copy->rs];
    bool to_spilled = copy->rd < s->limit && s->spilled[copy->rd];
    if (from_spilled == to_spilled)
        return false;
    if (from_spilled && is_made_early(s, block, copy->rs)) {
        copy->rs = value_made_early(s, block, copy->rs);
        return true;
    }
    if (from_spilled && s->kept == copy->rs) {
        copy->rs = s->kept_in;
        return true;
    }
    if (from_spilled)
        load_before(s, block, copy, copy->rs, copy->rd, copy->value);
    else if (!s->origin[copy->rd])
        store_copied(s, block, copy);
    if (from_spilled || !s->origin[copy->rd])
        machine_inherit_notes(copy->previous, copy);
    machine_remove(block, copy);
    return true;
}

/* Stores the value of a spilled register that the instruction has made. If variables have one register for
 * all their values, the store is part of the line of the instruction: on the next one they have the new
 * value. */
static void store_after(struct spiller *s, struct machine_block *block, const struct machine_instr *instr,
                        uint32_t reg, uint32_t made)
{
    const struct machine_instr *store = access_word(s, block, instr->next, true, s->word[reg] - 1, made);
    for (struct machine_instr *new = instr->next; new != store->next && !s->function->is_named;
         new = new->next) {
        new->line = instr->line;
        new->file = instr->file;
        new->names = instr->names;
    }
}

static void rewrite_instr(struct spiller *s, struct machine_block *block, struct machine_instr *instr)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    uint32_t replaced[3] = {0};
    uint32_t replacement[3] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < uses.reads; i++) {
        uint32_t reg = uses.read[i];
        if (reg >= s->limit || !s->spilled[reg] || machine_is_among(replaced, count, reg))
            continue;
        const uint32_t loaded = value_before(s, block, instr, reg);
        machine_replace_reads(instr, reg, loaded);
        replaced[count] = reg;
        replacement[count++] = loaded;
    }
    for (unsigned i = 0; i < uses.writes; i++) {
        uint32_t reg = uses.written[i];
        if (reg >= s->limit || !s->spilled[reg])
            continue;
        uint32_t made = 0;
        for (unsigned j = 0; j < count; j++) { /* read and written by one field */
            if (replaced[j] == reg)
                made = replacement[j];
        }
        const struct machine_row *row = &machine_rows[instr->op];
        bool same_field = row->rd == ROLE_BOTH && instr->rd == made && made != 0;
        if (!same_field) {
            made = machine_new_like(s->function, reg);
            machine_replace_writes(instr, reg, made);
        }
        store_after(s, block, instr, reg, made);
        keep(s, reg, made);
    }
}

/* Whether the KEEP is for a spilled value, which a word of the frame keeps anyway. */
static bool is_kept_in_word(const struct spiller *s, const struct machine_instr *instr)
{
    return instr->op == MACHINE_KEEP && instr->rs < s->limit && s->spilled[instr->rs];
}

void spill_registers(struct arena *scratch, struct machine_function *function, const bool *spilled,
                     const struct rematerialise *rematerialise)
{
    struct spiller s = {.arena = scratch,
                        .function = function,
                        .spilled = spilled,
                        .rematerialise = rematerialise,
                        .limit = function->register_limit};
    s.origin = ARENA_ARRAY(scratch, const struct machine_instr *, s.limit);
    s.word = ARENA_ARRAY(scratch, uint32_t, s.limit);
    give_words(&s);
    for (struct machine_block *block = function->first; block; block = block->next) {
        s.kept = 0;
        for (struct machine_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            if (s.kept_for-- == 0 || instr->implicit_writes != 0)
                s.kept = 0;
            struct machine_uses uses;
            machine_uses(instr, &uses);
            bool makes_origin = uses.writes == 1 && uses.written[0] < s.limit && spilled[uses.written[0]] &&
                                s.origin[uses.written[0]];
            if (makes_origin || is_kept_in_word(&s, instr))
                machine_remove(block, instr);
            else if (instr->op != MACHINE_COPY || !rewrite_copy(&s, block, instr))
                rewrite_instr(&s, block, instr);
        }
    }
}
