/* explain.c - see explain.h. */
#include "explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/plural.h"
#include "sim/inject/inject.h"
#include "sim/machine/caller.h"
#include "sim/isa/instruction.h"

/* Where the running PPs are. A PP in a barrier waits for those outside, so these are named first; last those
 * that stand still (--faults). */
enum { OUTSIDE, IN_BARRIER, STANDS_STILL, POSITIONS };
struct whereabouts {
    uint32_t running, waiting;  /* waiting: number of running PPs in a barrier */
    uint32_t lowest[POSITIONS]; /* the lowest PP; FAULT_NO_PP: none */
};

static struct caller caller_of_pp(const struct machine *machine, const struct pp_view *view, uint32_t pp,
                                  uint32_t pc)
{
    return caller_find(machine, caller_registers(pp, pc, view->r));
}

static struct whereabouts look_around(const struct machine *machine, const struct engine *engine,
                                      const void *state)
{
    struct whereabouts where = {.lowest = {FAULT_NO_PP, FAULT_NO_PP, FAULT_NO_PP}};
    for (uint32_t pp = machine->config.pps; pp-- > 0;) {
        struct pp_view view;
        engine->view(state, pp, &view);
        if (!view.running)
            continue;
        const bool is_still = inject_is_asleep(machine->inject, pp);
        const unsigned position = view.in_barrier ? IN_BARRIER : is_still ? STANDS_STILL : OUTSIDE;
        where.running++;
        where.waiting += view.in_barrier;
        where.lowest[position] = pp;
    }
    return where;
}

/* "3 of 4 running PPs wait in a barrier, PP 0 since cycle 3 at sort.fork:6, in function main; 1 PP has ended"
 */
static void print_positions(const struct machine *machine, const struct engine *engine, const void *state,
                            const struct whereabouts *where, char *text, size_t size)
{
    const uint32_t running = where->running, waiting = where->waiting, lowest = where->lowest[IN_BARRIER],
                   ended = machine->config.pps - running;
    char those[220], gone[40] = "";
    if (waiting != 0) {
        struct pp_view view;
        char place[120];
        engine->view(state, lowest, &view);
        fault_place(&machine->object, caller_of_pp(machine, &view, lowest, view.pc).pc, place, sizeof place);
        snprintf(those, sizeof those,
                 "%u of %u running PP%s wait%s in a barrier, PP %u since cycle %" PRIu64 "%s%s", waiting,
                 running, plural(running), plural_verb(waiting), lowest, view.since,
                 place[0] != '\0' ? " at " : "", place);
    } else {
        snprintf(those, sizeof those, "%u PP%s running, none in a barrier", running,
                 running == 1 ? " was" : "s were");
    }
    if (ended != 0)
        snprintf(gone, sizeof gone, "; %u PP%s ended", ended, ended == 1 ? " has" : "s have");
    snprintf(text, size, "%s%s", those, gone);
}

const char *explain_where(const struct machine *machine, const struct engine *engine, const void *state,
                          char text[EXPLAIN_WHERE_SIZE])
{
    const struct whereabouts where = look_around(machine, engine, state);
    print_positions(machine, engine, state, &where, text, EXPLAIN_WHERE_SIZE);
    const uint32_t pp = where.lowest[OUTSIDE];
    if (pp == FAULT_NO_PP)
        return text;
    struct pp_view view;
    char place[200];
    engine->view(state, pp, &view);
    const struct caller caller = caller_of_pp(machine, &view, pp, view.pc);
    const char *routine = caller_routine(machine, &caller);
    fault_place(&machine->object, caller.pc, place, sizeof place);
    const size_t used = strlen(text);
    snprintf(text + used, EXPLAIN_WHERE_SIZE - used, "; PP %u, pc %u%s%s%s%s", pp, caller.pc,
             place[0] != '\0' ? ", " : "", place, routine != NULL ? ", calling " : "",
             routine != NULL ? routine : "");
    return text;
}

/* Faults that stop a run from outside. */
static bool is_about_all(int code)
{
    return code == FAULT_interrupted || code == FAULT_runaway || code == FAULT_max_seconds ||
           code == FAULT_max_host_memory;
}

bool explain_is_about_all(int code)
{
    return is_about_all(code) || code == FAULT_deadlock;
}

/* Whether register `link` holds the return address of a call that led to address 0. Nothing has been executed
 * since, so the register of the target is still 0, unless the return address has replaced it. */
static bool is_null_call(const struct program *program, const struct pp_view *view, unsigned link)
{
    const uint32_t pc = view->r[link] - 1;
    if (pc >= program->count)
        return false;
    const struct instruction *i = &program->code[pc];
    const bool leads_to_0 = instruction_leaps(i) ? i->rs == link || view->r[i->rs] == 0 : i->constant == 0;
    return i->target == link && instruction_calls(i) && leads_to_0;
}

/* The caller of a PP at address 0. A jump leaves no trace: then the fault names the last call, if there was
 * one, and a hint says so. */
static void find_null_call(const struct program *program, const struct pp_view *view, struct fault *fault)
{
    for (unsigned k = 1; k < 32; k++) {
        const unsigned link = k == 1 ? MACHINE_RA : k; /* that of most calls first */
        if (is_null_call(program, view, link)) {
            fault->pc = view->r[link] - 1;
            return;
        }
    }
    const uint32_t last = view->r[MACHINE_RA] - 1;
    const bool is_known = last < program->count && instruction_calls(&program->code[last]);
    fault->pc = is_known ? last : fault->pc;
    fault_hint(fault, "the PP came to address 0 by a jump or return, not by a call%s",
               is_known ? "; this is the last call before it" : "");
}

void explain_fault(struct machine *machine, const struct engine *engine, const void *state)
{
    struct fault *fault = &machine->fault;
    struct pp_view view;
    if (machine->end != END_FAULT)
        return;
    if (is_about_all(fault->code)) {
        const struct whereabouts where = look_around(machine, engine, state);
        if (machine->config.pps > 1) {
            char text[sizeof fault->hint];
            print_positions(machine, engine, state, &where, text, sizeof text);
            fault_hint(fault, "%s", text);
        }
        if (fault->pp == FAULT_NO_PP && where.running != 0) {
            for (unsigned k = 0; fault->pp == FAULT_NO_PP; k++)
                fault->pp = where.lowest[k];
            engine->view(state, fault->pp, &view);
            fault->pc = view.pc;
        }
    }
    if (fault->pp == FAULT_NO_PP)
        return;
    engine->view(state, fault->pp, &view);
    if (fault->code == FAULT_illegal_instruction && fault->pc == 0 && program_has_trap(&machine->program))
        find_null_call(&machine->program, &view, fault);
    const struct caller caller = caller_of_pp(machine, &view, fault->pp, fault->pc);
    fault->pc = caller.pc;
    fault->routine = caller_routine(machine, &caller);
}
