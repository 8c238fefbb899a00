/* frame.c - see frame.h and variable.h: the functions that a PP is in.
 *
 * The prologue of a function stores its caller's registers at fp + K (docs/internals/abi.md, section 2). This
 * file finds them by decoding the prologue. Knows machine, symbols and instructions; no engine.
 */
#include <string.h>

#include "asm/isa.h"
#include "frame.h"
#include "sim/isa/instruction.h"
#include "sim/machine/caller.h"
#include "variable.h"

enum { FIRST_KEPT = 16, LAST_KEPT = 25 }; /* s0 to s9: saved by the called function */

/* Restores the caller's registers that the function has saved between its first instruction and pc. */
static void restore_kept(const struct session *session, uint32_t pp, struct frame_view *view)
{
    const struct machine *machine = session->machine;
    uint32_t first = view->pc, restored = 0;
    symbols_function(session->symbols, view->pc, &first);
    for (uint32_t pc = first; pc < view->pc && pc < machine->program.count; pc++) {
        const struct instruction *i = &machine->program.code[pc];
        const bool keeps = i->opcode == OP_stg && i->rs == MACHINE_FP && i->rt == 0 && i->rd >= FIRST_KEPT &&
                           i->rd <= LAST_KEPT && (restored >> i->rd & 1) == 0;
        if (keeps && memory_read(&machine->memory, pp, view->r[MACHINE_FP] + i->constant, &view->r[i->rd]))
            restored |= 1u << i->rd;
    }
    view->lost &= ~restored;
}

/* Known registers of an outer frame: R0, pc, sp, fp and the saved registers. */
static const uint32_t known_outside =
    1u | 1u << 1 | 1u << MACHINE_SP | 1u << MACHINE_FP | ((2u << LAST_KEPT) - (1u << FIRST_KEPT));

bool frame_view(const struct session *session, uint32_t pp, size_t number, struct frame_view *view)
{
    struct pp_view now;
    session->engine->view(session->state, pp, &now);
    view->pc = now.pc;
    view->level = 0;
    view->lost = 0;
    memcpy(view->r, now.r, sizeof view->r);
    if (now.late_target < 32)
        view->r[now.late_target] = now.late_value;
    struct caller_registers at = caller_registers(pp, now.pc, now.r);
    for (size_t k = 0, left = number;; k++) {
        const size_t inlined = symbols_inlined(session->symbols, view->pc, NULL, 0);
        view->level = left;
        if (left <= inlined)
            return true;
        left -= inlined + 1;
        restore_kept(session, pp, view);
        if (!caller_step(session->machine, &at, k == 0))
            return false;
        view->lost = ~known_outside;
        view->pc = at.pc;
        view->r[MACHINE_SP] = at.sp;
        view->r[MACHINE_FP] = at.fp;
    }
}

static uint32_t read_register(const void *context, uint32_t pp, unsigned number)
{
    const struct frame_view *view = context;
    (void)pp;
    return number == 1 ? view->pc : view->r[number];
}

struct expression_reader frame_reader(const struct session *session, const struct frame_view *view)
{
    return (struct expression_reader){
        .machine = session->machine, .word = read_register, .context = view, .lost = view->lost};
}

enum { INLINED_MOST = 32 }; /* maximum number of inlined functions that a frame can have */

/* Describes the function at a pc, or an inlined one: `level` as in struct frame_view. An outer frame of an
 * inlined call has the line of that call. */
static void describe(const struct symbols *symbols, uint32_t pc, size_t level, struct debug_frame *frame)
{
    static const char *const modes[] = {
        [INFO_ASYNC] = "async", [INFO_SYNC] = "sync", [INFO_STRAIGHT] = "straight"};
    struct info_inlined inlined[INLINED_MOST];
    const struct info_function *function = symbols_about(symbols, pc);
    size_t count = symbols_inlined(symbols, pc, inlined, INLINED_MOST);
    uint32_t first;
    count = count < INLINED_MOST ? count : INLINED_MOST;
    frame->is_told = count > 0;
    if (level < count) {
        frame->function = inlined[level].name;
        frame->mode = inlined[level].has_mode ? modes[inlined[level].mode] : NULL;
    } else {
        frame->function = count > 0 ? symbols_function(symbols, pc, &first)
                                    : object_find_source_function(&symbols->machine->object, pc);
        frame->mode = function != NULL && function->has_mode ? modes[function->mode] : NULL;
    }
    if (level == 0)
        symbols_place_of(symbols, pc, &frame->place);
    else if (level <= count && inlined[level - 1].call.file != NULL)
        frame->place = inlined[level - 1].call;
}

const char *session_mode(const struct session *session, uint32_t pc)
{
    struct debug_frame frame = {.pc = pc};
    describe(session->symbols, pc, 0, &frame);
    return frame.mode;
}

size_t session_frames(const struct session *session, uint32_t pp, struct debug_frame *frames, size_t room)
{
    struct frame_view view;
    size_t count = 0;
    for (; count < room && frame_view(session, pp, count, &view); count++) {
        struct debug_frame *frame = &frames[count];
        *frame = (struct debug_frame){.pc = view.pc, .sp = view.r[MACHINE_SP], .fp = view.r[MACHINE_FP]};
        describe(session->symbols, view.pc, view.level, frame);
    }
    return count;
}
