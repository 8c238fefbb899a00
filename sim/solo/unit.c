/* unit.c - the precision unit, on machines of one PP: what takes several cycles, and loads and stores of
 * images.
 *
 * The PP never speculates, so nothing is logged and no access is an event. Calls the bank, memory, machine.
 */
#include "sim/solo/inside.h"

void event_stay(struct event_core *core, struct event_pp *pp, uint32_t cost, uint32_t pc)
{
    core->outcome.stats.instructions -= cost - 1;
    core->outcome.stats.work -= pp->now.in_barrier ? 0 : cost - 1;
    core->busy_pc = pc;
    pp->now.cycle += cost - 1;
}

/* Finds the cells of an image of `words` words, at least one. False: a word may not be accessed. */
static bool find_cells(const struct event_core *core, const struct event_pp *pp, const struct instruction *i,
                       uint32_t words, uint32_t *cells)
{
    const struct machine *machine = core->machine;
    const uint32_t address = pp->now.reg[i->rs] + pp->now.reg[i->rt] + i->constant;
    uint32_t k = 0;
    do {
        cells[k] = memory_index(&machine->memory, pp->number, address + k);
        if (cells[k] == MEMORY_ILLEGAL || (i->kind == ISA_KIND_REALSTORE &&
                                           machine_stack_overflow(machine, i->rs, address + k, pp->number)))
            return false;
    } while (++k < words);
    return true;
}

enum step_result event_access_image(struct event_core *core, struct event_pp *pp,
                                    const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    const uint32_t words = real_image_words(core->world->bank, i), pc = pp->now.reg[1];
    uint32_t *const memory = core->machine->memory.cells;
    uint32_t cells[REAL_MAX_WORDS], image[REAL_MAX_WORDS];
    if (!find_cells(core, pp, i, words, cells))
        return event_stop(pp, EVENT_FAULT);
    if (operation->handler == HANDLE_REAL_LOAD) {
        for (uint32_t k = 0; k < words; k++)
            image[k] = memory[cells[k]];
        real_load(core->world->bank, pp->number, i, image);
        pp->now.loads += words;
    } else {
        real_store(core->world->bank, pp->number, i, image);
        for (uint32_t k = 0; k < words; k++)
            memory[cells[k]] = image[k];
        event_count(core, STATS_PHASE_store, event_is_shared(core, cells[0]));
        pp->now.stores += words;
    }
    event_finish(core, pp, 0);
    event_stay(core, pp, operation->cost, pc);
    return STEP_DONE;
}
