/* unit.c - the precision unit of one PP: speculative changes of registers, and loads and stores of images.
 *
 * The value of a register in the last certain state is saved at its first change after that, for a rollback.
 * An image is loaded or stored as a whole; its words together decide whether that is an event. Stores to
 * shared memory are not posted: they are events. Calls the bank, memory, machine. */
#include <string.h>

#include "sim/solo/inside.h"

/* ---- registers */

void event_keep_registers(struct event_core *core, struct event_pp *pp, const struct instruction *i)
{
    uint32_t *kept = &core->units[pp->number].kept;
    const uint32_t changes = real_changes(i) & ~*kept;
    if (changes == 0)
        return;
    real_bank_copy(&core->before, core->world->bank, pp->number, changes);
    *kept |= changes;
}

void event_restore_registers(struct event_core *core, struct event_pp *pp)
{
    struct event_unit *unit = &core->units[pp->number];
    real_bank_copy(core->world->bank, &core->before, pp->number, unit->kept);
    unit->kept = 0;
    if (pp->has_stayed)
        unit->now = unit->sure;
    pp->has_stayed = false;
}

void event_stay(struct event_core *core, struct event_pp *pp, uint32_t cost, uint32_t pc)
{
    struct event_busy *busy = &core->units[pp->number].now;
    busy->cycles += cost - 1;
    busy->inside += pp->now.in_barrier ? cost - 1 : 0;
    busy->pc = pc;
    pp->has_stayed = true;
    pp->now.cycle += cost - 1;
}

/* ---- places of images */

static uint32_t address_of(const struct event_pp *pp, const struct instruction *i)
{
    return pp->now.reg[i->rs] + pp->now.reg[i->rt] + i->constant;
}

static uint32_t words_of(const struct event_core *core, const struct instruction *i)
{
    return real_image_words(core->world->bank, i);
}

static uint32_t cell_of(const struct event_core *core, const struct event_pp *pp, uint32_t address)
{
    return memory_index(&core->machine->memory, pp->number, address);
}

static bool is_in_shared(const struct event_core *core, uint32_t address, uint32_t words)
{
    const struct memory *memory = &core->machine->memory;
    const uint32_t offset = address - memory->guard;
    return offset < memory->shared_span && memory->shared_span - offset >= words;
}

/* Whether the image lies in one own area that no other PP accesses. */
static bool is_own(const struct event_core *core, const struct event_pp *pp, uint32_t address, uint32_t words)
{
    const struct memory *memory = &core->machine->memory;
    if (pp->is_open)
        return false;
    const struct memory_place first = memory_place(memory, pp->number, address);
    const struct memory_place last = memory_place(memory, pp->number, address + words - 1);
    return (first.region == MEMORY_REGION_STACK || first.region == MEMORY_REGION_OWN) &&
           first.region == last.region && first.owner == pp->number && last.owner == pp->number &&
           last.word == first.word + words - 1;
}

/* Whether a word of the image may not be accessed; the fault names the first such word. */
static bool fails(struct event_core *core, const struct event_pp *pp, const struct instruction *i,
                  uint32_t address, enum step_mode mode)
{
    struct machine *machine = core->machine;
    const bool is_store = i->kind == ISA_KIND_REALSTORE;
    const uint32_t end = address + words_of(core, i);
    for (uint32_t word = address; word != end; word++) {
        const bool overflows = is_store && machine_stack_overflow(machine, i->rs, word, pp->number);
        if (!overflows && cell_of(core, pp, word) != MEMORY_ILLEGAL)
            continue;
        if (mode == STEP_SURE && overflows)
            fault_stack(&machine->fault, machine, word, pp->number, pp->now.reg[1], pp->now.cycle);
        else if (mode == STEP_SURE)
            fault_access(&machine->fault, machine, is_store ? ACCESS_STORE : ACCESS_LOAD, word, pp->number,
                         pp->now.reg[1], pp->now.cycle);
        return true;
    }
    return false;
}

/* ---- events */

static enum step_result be_event(struct event_core *core, struct event_pp *pp, enum event_kind kind,
                                 uint32_t address)
{
    pp->kind = (uint8_t)kind;
    pp->cell = cell_of(core, pp, address);
    pp->datum = address;
    return STEP_EVENT;
}

/* The log is full: if it is empty, the access becomes an event, otherwise it waits for the next stretch. */
static enum step_result be_full(struct event_core *core, struct event_pp *pp, enum event_kind kind,
                                uint32_t address, bool is_empty)
{
    return be_event(core, pp, is_empty ? kind : EVENT_GO_ON, address);
}

/* Words in areas that are not the PP's alone. STEP_DONE: they may be accessed now. */
static enum step_result be_foreign(struct event_core *core, struct event_pp *pp, uint32_t address,
                                   uint32_t words, enum step_mode mode, enum event_kind kind)
{
    enum step_result result = mode == STEP_SURE ? STEP_DONE : STEP_EVENT;
    for (uint32_t word = address; word != address + words; word++) {
        const struct memory_place place = memory_place(&core->machine->memory, pp->number, word);
        if (place.region != MEMORY_REGION_SHARED && place.owner != pp->number &&
            event_be_foreign(core, pp, place.owner, mode, kind) == STEP_EVENT)
            result = STEP_EVENT;
    }
    (void)be_event(core, pp, kind, address);
    return result;
}

uint32_t event_collect_image(const struct event_core *core, const struct event_pp *pp,
                             struct event_request *requests)
{
    const struct instruction *i = &event_operation(core, pp->now.reg[1])->i;
    const uint32_t words = words_of(core, i);
    uint32_t image[REAL_MAX_WORDS];
    real_store(core->world->bank, pp->number, i, image);
    for (uint32_t word = 0; word < words; word++)
        requests[word] = (struct event_request){.pp = pp->number,
                                                .pc = pp->now.reg[1],
                                                .cell = cell_of(core, pp, pp->datum + word),
                                                .datum = image[word],
                                                .kind = EVENT_STORE,
                                                .word = (uint16_t)word,
                                                .is_image = true,
                                                .in_barrier = pp->now.in_barrier,
                                                .wins = true};
    return words;
}

void event_finish_image(struct event_core *core, struct event_pp *pp)
{
    const uint32_t pc = pp->now.reg[1];
    const struct operation *operation = event_operation(core, pc);
    pp->now.stores += words_of(core, &operation->i);
    event_finish(core, pp, 0);
    event_stay(core, pp, operation->cost, pc);
}

/* ---- loads */

/* Notes that the PP reads the words speculatively. False: it does not, and pp->kind has the reason. */
static bool read_ahead(struct event_core *core, struct event_pp *pp, uint32_t cell, uint32_t words)
{
    const struct memory *memory = &core->machine->memory;
    uint32_t *shadow = &core->shadow[cell], asked = 0;
    bool posted = false;
    for (uint32_t word = 0; word < words; word++) {
        shadow[word] |= pp->now.in_barrier ? SHADOW_ASKED : 0;
        asked |= shadow[word];
        posted |= event_has_posted(pp, cell + word);
    }
    const bool is_full = pp->read_count + words > core->most.reads;
    const bool is_asked = (asked & SHADOW_ASKED) != 0;
    if (is_asked || is_full || posted) {
        const bool waits = !is_asked && (posted || pp->read_count != 0);
        (void)be_full(core, pp, EVENT_LOAD_IMAGE, cell, !waits);
        return false;
    }
    const uint32_t time = event_time(core, pp->now.cycle);
    for (uint32_t word = 0; word < words; word++) {
        shadow[word] = time > shadow[word] ? time : shadow[word];
        pp->reads[pp->read_count++] =
            (struct lane_read){.cell = cell + word, .value = memory->cells[cell + word], .time = time};
        core->filters[pp->number] |= event_filter(cell + word);
    }
    return true;
}

static void take_from_log(struct event_pp *pp, uint32_t *image, uint32_t words)
{
    for (uint32_t word = 0; word < words; word++)
        image[word] = pp->reads[pp->read_count++].value;
}

static void gather(const struct event_core *core, const struct event_pp *pp, uint32_t address,
                   uint32_t *image, uint32_t words)
{
    for (uint32_t word = 0; word < words; word++)
        image[word] = core->machine->memory.cells[cell_of(core, pp, address + word)];
}

enum step_result event_load_image(struct event_core *core, struct event_pp *pp,
                                  const struct operation *operation, enum step_mode mode)
{
    const struct instruction *i = &operation->i;
    const uint32_t address = address_of(pp, i), words = words_of(core, i), pc = pp->now.reg[1];
    const bool is_shared = is_in_shared(core, address, words);
    uint32_t image[REAL_MAX_WORDS];
    const uint32_t *from = image;
    if (!is_shared && !is_own(core, pp, address, words)) {
        if (fails(core, pp, i, address, mode))
            return event_fail(core, pp, mode);
        if (be_foreign(core, pp, address, words, mode, EVENT_LOAD_IMAGE) != STEP_DONE)
            return STEP_EVENT;
    }
    if (is_shared && mode == STEP_AHEAD && !read_ahead(core, pp, address, words))
        return STEP_EVENT;
    if (is_shared && mode == STEP_AGAIN)
        take_from_log(pp, image, words);
    else if (is_shared)
        from = &core->machine->memory.cells[address];
    else
        gather(core, pp, address, image, words);
    if (mode != STEP_SURE)
        event_keep_registers(core, pp, i);
    real_load(core->world->bank, pp->number, i, from);
    pp->now.loads += words;
    pp->now.acts++; /* it has changed something, so its loop is no polling loop */
    event_finish(core, pp, 0);
    event_stay(core, pp, operation->cost, pc);
    return STEP_DONE;
}

/* ---- stores */

/* A store to an own area. False: the log has no room for the old words (during a rollback, it has). */
static bool store_own(struct event_core *core, struct event_pp *pp, uint32_t address, const uint32_t *image,
                      uint32_t words, enum step_mode mode)
{
    uint32_t *cells = core->machine->memory.cells;
    if (mode == STEP_AHEAD && pp->write_count + words > core->most.writes)
        return false;
    for (uint32_t word = 0; word < words; word++) {
        const uint32_t cell = cell_of(core, pp, address + word);
        if (mode != STEP_SURE)
            pp->writes[pp->write_count++] = (struct lane_write){.cell = cell, .before = cells[cell]};
        cells[cell] = image[word];
    }
    return true;
}

/* A visible store in the present, by a lone PP. */
static void store_for_all(struct event_core *core, struct event_pp *pp, uint32_t address,
                          const uint32_t *image, uint32_t words)
{
    uint32_t *cells = core->machine->memory.cells;
    const uint64_t cycle = pp->now.cycle;
    const struct event_writer writer = {pp, pp->now.reg[1], false};
    const uint32_t first = cell_of(core, pp, address);
    const bool is_shared = event_is_shared(core, first),
               is_seen = is_shared || event_is_of_another(core, pp->number, first);
    if (is_seen) {
        if (!pp->now.in_barrier)
            event_depart(core, pp);
        event_go_out(core, pp, cycle);
        event_count(core, is_shared ? STATS_PHASE_store : STATS_PHASE_foreign, 1);
    }
    event_finish_image(core, pp);
    for (uint32_t word = 0; word < words; word++) {
        const uint32_t cell = cell_of(core, pp, address + word), before = cells[cell];
        cells[cell] = image[word];
        if (is_seen)
            event_written(core, cell, cycle, before, writer);
    }
}

enum step_result event_store_image(struct event_core *core, struct event_pp *pp,
                                   const struct operation *operation, enum step_mode mode)
{
    const struct instruction *i = &operation->i;
    const uint32_t address = address_of(pp, i), words = words_of(core, i);
    const bool is_shared = is_in_shared(core, address, words);
    const bool is_alone = !is_shared && is_own(core, pp, address, words);
    uint32_t image[REAL_MAX_WORDS];
    if (!is_shared && fails(core, pp, i, address, mode))
        return event_fail(core, pp, mode);
    if (is_shared && mode != STEP_SURE)
        return be_event(core, pp, EVENT_STORE_IMAGE, address);
    if (!is_shared && !is_alone && be_foreign(core, pp, address, words, mode, EVENT_STORE_IMAGE) != STEP_DONE)
        return STEP_EVENT;
    real_store(core->world->bank, pp->number, i, image);
    if (!is_alone)
        store_for_all(core, pp, address, image, words);
    else if (store_own(core, pp, address, image, words, mode))
        event_finish_image(core, pp);
    else
        return be_full(core, pp, EVENT_STORE_IMAGE, address, pp->write_count == 0);
    return STEP_DONE;
}
