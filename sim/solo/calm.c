/* calm.c - which blocks of shared memory are calm: no PP stores to them for a while.
 *
 * The cells of a calm block do not change, no event concerns one, and no store to one is carried out early.
 * So PPs read them without a log, and read the same words after a rollback. First, CALM_LOOKS stretches are
 * sampled. If PPs store to blocks from which they read, sampling is repeated later. Otherwise blocks from
 * which PPs read become calm. rollback.c ends that. */
#include <string.h>

#include "sim/solo/inside.h"

/* ---- calm blocks */

static uint32_t block_of(uint32_t cell)
{
    return cell >> CALM_SHIFT;
}

/* No PP has an event at a cell of the block, sleeps there, must ask for one, or has stored to one early. */
static bool may_become_calm(const struct event_core *core, uint32_t block)
{
    const uint32_t first = block << CALM_SHIFT;
    const uint64_t *pending = &core->pending[first % PENDING_CELLS / 64];
    uint64_t stood = 0;
    uint32_t asked = 0;
    for (uint32_t k = 0; k < (CALM_WORDS + 63) / 64; k++)
        stood |= pending[k];
    for (uint32_t k = 0; k < CALM_WORDS; k++)
        asked |= core->shadow[first + k];
    return stood == 0 && (asked & SHADOW_ASKED) == 0;
}

/* From now on, stores there must ask first. */
static void become_calm(struct event_core *core, uint32_t block)
{
    uint32_t *shadow = &core->shadow[block << CALM_SHIFT];
    for (uint32_t k = 0; k < CALM_WORDS; k++)
        shadow[k] = SHADOW_CALM;
    core->calm[block] = CALM_IS;
    core->calm_blocks[core->calm_count++] = block;
}

/* The state of a block, registered for a later reset. */
static uint8_t *known_of(struct event_core *core, uint32_t cell)
{
    const uint32_t block = block_of(cell);
    core->calm_first = block < core->calm_first ? block : core->calm_first;
    core->calm_end = block >= core->calm_end ? block + 1 : core->calm_end;
    return &core->calm[block];
}

/* The block of a cell becomes calm, if it may. */
static void calm(struct event_core *core, uint32_t cell)
{
    const uint32_t block = block_of(cell), blocks = core->machine->memory.shared_words >> CALM_SHIFT;
    const uint8_t known = *known_of(core, cell);
    if (known == CALM_STORED || known == CALM_IS)
        return;
    if (block < blocks && core->calm_count < CALM_BLOCKS && may_become_calm(core, block))
        become_calm(core, block);
    else
        core->calm_rest = CALM_LATER;
}

/* ---- sampling, which decides whether blocks become calm */

/* One of `count`, in turn. */
static uint32_t any(struct event_core *core, uint32_t count)
{
    core->calm_turn += 0x9e3779b9u;
    return (uint32_t)((uint64_t)core->calm_turn * count >> 32);
}

void event_sample(struct event_core *core, const struct event_pp *pp)
{
    if (core->calm_rest != 0) {
        core->calm_rest--;
        return;
    }
    if (pp->early_count != 0) {
        uint8_t *known = known_of(core, event_early(core, pp)[any(core, pp->early_count)].cell);
        core->calm_mixed += *known == CALM_READ;
        *known = CALM_STORED;
    }
    if (core->calm_looks == CALM_LOOKS) {
        for (unsigned k = 0; k < CALM_TRIES && core->calm_rest == 0; k++)
            calm(core, pp->reads[any(core, pp->read_count)].cell);
    } else {
        uint8_t *known = known_of(core, pp->reads[any(core, pp->read_count)].cell);
        core->calm_mixed += *known == CALM_STORED;
        *known = *known == CALM_STORED ? CALM_STORED : CALM_READ;
        if (++core->calm_looks == CALM_LOOKS && core->calm_mixed > CALM_MIXED) {
            event_forget_calm(core);
            core->calm_rest = CALM_REST;
        }
    }
}

void event_forget_calm(struct event_core *core)
{
    for (uint32_t k = 0; k < core->calm_count; k++)
        memset(&core->shadow[core->calm_blocks[k] << CALM_SHIFT], 0, CALM_WORDS * sizeof *core->shadow);
    if (core->calm_first < core->calm_end)
        memset(&core->calm[core->calm_first], 0, core->calm_end - core->calm_first);
    core->calm_first = UINT32_MAX;
    core->calm_count = core->calm_end = core->calm_looks = core->calm_mixed = 0;
}
