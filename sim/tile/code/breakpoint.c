/* breakpoint.c - see breakpoint.h. */
#include "sim/tile/code/breakpoint.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static bool is_no_break(const struct operation *operation)
{
    return operation->handler != HANDLE_BREAK;
}

void breakpoints_set(struct breakpoints *breakpoints, struct operation *code, uint32_t count, unsigned level,
                     const uint32_t *pcs, uint32_t pc_count)
{
    if (breakpoints->originals == NULL && pc_count == 0)
        return;
    if (breakpoints->originals == NULL) {
        breakpoints->count = count + 1;
        breakpoints->distance = memory_take(breakpoints->count, sizeof *breakpoints->distance);
        breakpoints->originals = aligned_alloc(_Alignof(struct operation), breakpoints->count * sizeof *code);
        if (breakpoints->originals == NULL)
            memory_is_short();
        memcpy(breakpoints->originals, code, breakpoints->count * sizeof *code);
    }
    memcpy(code, breakpoints->originals, breakpoints->count * sizeof *code);
    for (uint32_t k = 0; k < pc_count; k++)
        if (pcs[k] < count) {
            code[pcs[k]].handler = HANDLE_BREAK;
            code[pcs[k]].plain = DECODE_ILLEGAL;
        }
    level_find_distance(code, count, is_no_break, UINT8_MAX, breakpoints->distance);
    if (level > 0)
        level_find_swift(code, count);
    else
        memcpy(code, breakpoints->originals, breakpoints->count * sizeof *code);
}

void breakpoints_destroy(struct breakpoints *breakpoints)
{
    free(breakpoints->originals);
    free(breakpoints->distance);
}
