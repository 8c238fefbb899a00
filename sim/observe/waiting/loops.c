/* loops.c - see waits.h: PPs in spin loops of the program or the library that record no wait: loops that try
 * a lock or a queue, and loops that read words until one changes.
 *
 * The PP is executed further as if it were alone (sim/machine/follow). When it returns to an instruction, the
 * round since then is analysed, instruction by instruction: a value that differs from the round before
 * varies, and so do values computed from it. If neither a branch nor an address varies, all further rounds
 * take the same path. The PP waits for the words that its branches depend on. A loop that counts its rounds
 * or records them in its own memory waits, too; a loop that changes shared memory does not, unless it undoes
 * the change in the same round. All engines give the same answer: it depends on memory and registers only. */
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "sim/isa/instruction.h"
#include "sim/machine/follow/follow.h"
#include "waits.h"

enum {
    STEPS_MOST = 2048, /* maximum number of instructions that a PP is followed */
    ROUND_WORDS = 64   /* words of shared memory that a spin loop may read */
};

struct step {
    struct caller_registers at;
    struct follow_access access;
};

/* A word that a spin loop waits for. */
struct poll_word {
    uint32_t address;
    struct caller_registers at; /* of the instruction that reads it */
};

/* The path of one PP. */
struct path {
    const struct machine *machine;
    struct step steps[STEPS_MOST];
    uint32_t count, first;     /* steps; the round consists of those from `first` on */
    struct follow_seen seen;   /* the state before the round */
    struct follow now;         /* after it */
    struct follow_cells cells; /* changed cells after it */
    uint32_t word_count;       /* the result: decisive words, by ascending address */
    struct poll_word words[ROUND_WORDS];
};

/* ---- dependences */

/* Of a value: bit n: on word n of the round; the bit above them: it varies. */
__extension__ typedef unsigned __int128 dependence;
#define VARIES_IF(condition) ((dependence)(condition) << ROUND_WORDS)
#define VARIES VARIES_IF(true)

/* The values that a PP has at one moment: registers, flags, the delayed value, changed cells. */
enum { FLAGS = DECODE_SINK + 1, LATE, CELL, VALUES = CELL + FOLLOW_CELLS };

/* One pass over the round. */
struct pass {
    const struct path *path;
    dependence now[VALUES];
    uint32_t late_target;
    uint32_t words[ROUND_WORDS], word_count;
    const struct step *reader[ROUND_WORDS]; /* the one with the lowest pc */
    dependence decisive;                    /* words that branches depend on */
};

/* The status word contains the parity of the cycle, which a round of an odd number of instructions
 * changes. */
static dependence parity(const struct pass *pass)
{
    return VARIES_IF((pass->path->count - pass->path->first) % 2 != 0);
}

/* ---- one instruction. False: the next round may be another one. */

static bool decide(struct pass *pass, dependence by)
{
    pass->decisive |= by;
    return (by & VARIES) == 0;
}

/* The value for a load or a fold. False: there are too many words. */
static bool find(struct pass *pass, const struct step *step, dependence *found)
{
    const uint32_t cell = follow_cell(&pass->path->cells, step->access.index);
    uint32_t n = 0;
    *found = cell != FOLLOW_CELLS ? pass->now[CELL + cell] : 0;
    if (!step->access.is_shared)
        return true;
    while (n < pass->word_count && pass->words[n] != step->access.index)
        n++;
    if (n == ROUND_WORDS)
        return false;
    if (n == pass->word_count)
        pass->words[pass->word_count++] = step->access.index;
    else if (pass->reader[n]->at.pc <= step->at.pc)
        step = pass->reader[n];
    pass->reader[n] = step;
    *found |= (dependence)1 << n;
    return true;
}

static dependence datum(const struct pass *pass, const struct instruction *i)
{
    return (i->traits & DECODE_STATUS_DATUM) != 0 ? pass->now[FLAGS] | parity(pass) : pass->now[i->rd];
}

static bool access_cell(struct pass *pass, const struct step *step, const struct instruction *i,
                        dependence address)
{
    dependence *const now = pass->now;
    dependence found = 0;
    const uint32_t cell = follow_cell(&pass->path->cells, step->access.index);
    if ((address & VARIES) != 0 || (step->access.work != SYSTEM_STORE && !find(pass, step, &found)))
        return false;
    if (step->access.work != SYSTEM_LOAD)
        now[CELL + cell] = found | datum(pass, i);
    now[i->base] = address;
    if (step->access.work != SYSTEM_STORE) {
        pass->late_target = i->target;
        now[LATE] = found;
    }
    return true;
}

static bool do_work(struct pass *pass, const struct step *step, const struct instruction *i)
{
    dependence *const now = pass->now;
    dependence result = now[i->rs] | now[i->rt];
    if (step->access.work != SYSTEM_OTHER)
        return access_cell(pass, step, i, result);
    if ((i->traits & DECODE_DIVIDES) != 0 && (now[i->rt] & VARIES) != 0)
        return false;
    if ((i->traits & DECODE_READS_FLAGS) != 0)
        result |= now[FLAGS];
    if (system_rows[i->opcode].work == SYSTEM_CYCLE)
        result |= VARIES;
    else if (system_reads_clock(i->opcode))
        result |= parity(pass);
    now[i->target] = instruction_calls(i) ? 0 : result;
    if ((i->traits & DECODE_SETS_FLAGS) != 0)
        now[FLAGS] = result;
    return (!instruction_goes_away(i) && i->target != 1) || decide(pass, result);
}

static bool pass_step(struct pass *pass, const struct step *step)
{
    const dependence landing = pass->now[LATE];
    const uint32_t target = pass->late_target;
    pass->late_target = DECODE_SINK;
    if (!do_work(pass, step, &pass->path->machine->program.code[step->at.pc]) ||
        (target == 1 && !decide(pass, landing)))
        return false;
    pass->now[target] = landing;
    pass->now[0] = pass->now[1] = pass->now[DECODE_SINK] = 0;
    return true;
}

/* ---- a round */

/* Values that differ after the round. False: a word of shared memory differs. */
static bool begin(const struct path *path, dependence before[VALUES])
{
    const struct follow *from = &path->seen.pp, *to = &path->now;
    memset(before, 0, VALUES * sizeof *before);
    before[FLAGS] = VARIES_IF(from->flags != to->flags);
    before[LATE] = VARIES_IF(from->late_target != DECODE_SINK && from->late_value != to->late_value);
    for (unsigned r = 2; r < DECODE_SINK; r++)
        before[r] = VARIES_IF(from->reg[r] != to->reg[r]);
    for (uint32_t k = 0; k < path->cells.count; k++) {
        before[CELL + k] =
            VARIES_IF(path->cells.value[k] != follow_seen_word(path->machine, &path->seen, &path->cells, k));
        if (before[CELL + k] != 0 && path->cells.index[k] < path->machine->memory.shared_words)
            return false;
    }
    return true;
}

/* Unites the values before a round with those after it. Returns whether a dependence grows. */
static bool unite(dependence *before, const dependence *after, uint32_t count)
{
    bool is_more = false;
    for (uint32_t k = 0; k < count; k++) {
        is_more = is_more || (after[k] & ~before[k]) != 0;
        before[k] |= after[k];
    }
    return is_more;
}

static int compare_addresses(const void *left, const void *right)
{
    const struct poll_word *a = left, *b = right;
    return compare_numbers(a->address, b->address);
}

static void list_words(const struct pass *pass, struct path *path)
{
    path->word_count = 0;
    for (uint32_t n = 0; n < pass->word_count; n++)
        if ((pass->decisive >> n & 1) != 0)
            path->words[path->word_count++] =
                (struct poll_word){.address = pass->words[n], .at = pass->reader[n]->at};
    qsort(path->words, path->word_count, sizeof path->words[0], compare_addresses);
}

/* Whether the round repeats while the words that its branches depend on are unchanged; lists these words, at
 * least one. */
static bool depends_on_words(struct waits *waits, struct path *path)
{
    const uint32_t steps = path->count - path->first + VALUES / 16; /* a pass copies all values */
    dependence before[VALUES];
    struct pass pass = {.path = path};
    if (!begin(path, before))
        return false;
    do {
        if (waits->steps < steps) {
            waits->steps = 0;
            return false;
        }
        waits->steps -= steps;
        memcpy(pass.now, before, sizeof before);
        pass.late_target = path->seen.pp.late_target;
        for (uint32_t k = path->first; k < path->count; k++)
            if (!pass_step(&pass, &path->steps[k]))
                return false;
    } while (unite(before, pass.now, CELL + path->cells.count));
    list_words(&pass, path);
    return path->word_count != 0;
}

/* ---- the path */

/* What a PP waits for that calls a function repeatedly, to try. */
struct lock_try {
    const char *function;
    uint8_t kind, mode;
};

/* NULL: the function is not in the table, or `function` is NULL. */
static const struct lock_try *find_try(const char *function)
{
    static const struct lock_try tries[] = {
#define LOCK_POLL(function, KIND, MODE) {#function, KIND_##KIND, MODE_##MODE},
#include "asm/tables/lock.def"
    };
    for (size_t k = 0; function != NULL && k < sizeof tries / sizeof *tries; k++)
        if (strcmp(function, tries[k].function) == 0)
            return &tries[k];
    return NULL;
}

/* Notes the next instruction and executes it. */
static bool take_step(struct path *path)
{
    struct step *step = &path->steps[path->count++];
    step->at = caller_registers(path->now.pp, path->now.reg[1], path->now.reg);
    return follow_alone(path->machine, &path->now, &path->cells, &step->access);
}

/* Whether the round reaches the instruction, or the beginning of the function. */
static bool is_inside(const struct path *path, uint32_t pc, uint32_t function)
{
    for (uint32_t k = path->first; k < path->count; k++)
        if (path->steps[k].at.pc == pc || path->steps[k].at.pc == function)
            return true;
    return false;
}

/* Whether the PP is in a spin loop: it has already reached an instruction of it, or is in a function that the
 * loop calls to try. States after 1, 2, 4, ... instructions are recorded, and compared with all later ones up
 * to the next of these. tried: a lock that counts as taken; 0: none. */
static bool find_loop(struct waits *waits, struct path *path, const struct follow *from, uint32_t tried)
{
    uint32_t offset = 0;
    const uint32_t pc = from->reg[1];
    const char *name = object_find_function(&path->machine->object, pc, &offset);
    const uint32_t function = find_try(name) != NULL ? pc - offset : UINT32_MAX;
    if (path->cells.count != 0)
        path->cells = (struct follow_cells){.count = 0};
    if (tried != 0)
        follow_set_cell(&path->cells, tried, 1);
    path->now = *from;
    path->count = path->first = 0;
    follow_note(&path->seen, from, &path->cells);
    while (path->count < STEPS_MOST && waits->steps > 0 && take_step(path)) {
        if (path->now.reg[1] == path->seen.pp.reg[1] && path->now.late_target == path->seen.pp.late_target &&
            is_inside(path, pc, function) && depends_on_words(waits, path))
            return true;
        waits->steps -= waits->steps != 0;
        if ((path->count & (path->count - 1)) == 0) {
            follow_note(&path->seen, &path->now, &path->cells);
            path->first = path->count;
        }
    }
    return false;
}

/* ---- the words of a loop */

/* What the routine that reads one of them tries. NULL: it is in no such routine. */
static const struct lock_try *try_of(const struct path *path, uint32_t number)
{
    const struct caller caller = caller_find(path->machine, path->words[number].at);
    return find_try(caller_routine(path->machine, &caller));
}

/* The wait for one of them. */
static struct wait wait_for(const struct waits *waits, const struct path *path, uint32_t number, uint32_t pp)
{
    const struct lock_try *row = try_of(path, number);
    struct wait wait = {.thing = THING_WORD,
                        .address = path->words[number].address,
                        .pp = pp,
                        .word_count = (uint8_t)path->word_count};
    for (uint32_t k = 0; k < path->word_count && k < POLL_WORDS; k++)
        wait.words[k] = path->words[k].address;
    if (row == NULL)
        return wait;
    wait.thing = row->mode == MODE_GET ? THING_ITEM : THING_LOCK;
    wait.kind = row->kind;
    wait.mode = row->mode;
    wait.turns = waits_turns(waits, &wait);
    return wait;
}

/* The number of a word among the named ones; POLL_WORDS: not among them. */
static uint32_t find_word(const struct path *path, uint32_t address)
{
    uint32_t k = 0;
    while (k < POLL_WORDS && (k >= path->word_count || path->words[k].address != address))
        k++;
    return k;
}

/* The number of the first one that tells of a lock or a queue, which explains more than a word; else 0. */
static uint32_t choose(const struct path *path)
{
    for (uint32_t k = 0; k < path->word_count && k < POLL_WORDS; k++)
        if (try_of(path, k) != NULL)
            return k;
    return 0;
}

/* ---- one PP */

bool loops_find_wait(struct waits *waits, const struct pp_view *view, uint32_t pp, struct wait *wait)
{
    const struct follow from = follow_view(view, pp);
    const uint32_t record = waits_variable(waits, "__fork_lock_try");
    uint32_t lock = record != 0 ? waits_word(waits, pp, record + TRY_LOCK) : 0; /* tried in vain; 0: none */
    if (!memory_is_plain(&waits->machine->memory, lock))
        lock = 0;
    if (waits->machine->ranks != NULL)
        return false;
    if (waits->path == NULL)
        waits->path = ARENA_NEW(waits->arena, struct path);
    struct path *path = waits->path;
    path->machine = waits->machine;
    waits->unfollowed += waits->steps == 0;
    /* a lock that was just released counts as taken, because other PPs may take it before this one */
    const bool tries = lock != 0 && waits_word(waits, pp, lock) == 0 && find_loop(waits, path, &from, lock) &&
                       find_word(path, lock) < POLL_WORDS;
    if (!tries && !find_loop(waits, path, &from, 0))
        return false;
    const uint32_t tried = lock != 0 ? find_word(path, lock) : POLL_WORDS;
    const uint32_t number = tried < POLL_WORDS ? tried : choose(path);
    *wait = wait_for(waits, path, number, pp);
    waits->pps[pp].at = path->words[number].at;
    if (tried < POLL_WORDS) {
        wait->since = waits_word(waits, pp, record + TRY_SINCE);
        wait->turns = waits_word(waits, pp, record + TRY_TURNS);
    }
    return true;
}
