/* saved.c - see saved.h. */
#include "saved.h"

void saved_begin(struct snapshot_state *snapshot, const struct precision *precision, uint64_t cycle,
                 uint64_t work)
{
    snapshot->cycle = cycle;
    snapshot->stats.cycles = cycle;
    snapshot->stats.work = work;
    snapshot->unit_words = precision->waits != NULL ? real_bank_words(&precision->bank) : 0;
}

void saved_put(const struct presence *presence, const struct precision *precision,
               const struct snapshot_state *snapshot, uint32_t k, bool has_halted)
{
    const uint32_t pp = snapshot->first + k;
    const uint64_t since = presence->barrier_since[pp];
    struct snapshot_pp *out = &snapshot->pps[k];
    if (snapshot->unit_words != 0)
        real_bank_save(&precision->bank, pp, snapshot->units + (size_t)k * snapshot->unit_words);
    if (has_halted) {
        out->modes[0] = SNAPSHOT_HALTED;
        return;
    }
    out->modes[0] = snapshot_modes(presence->modes[pp], since != 0);
    out->barrier_since[0] = since != 0 ? since - 1 : 0;
    out->yielded[0] = presence->yielded[pp];
    if (!precision_is_busy(precision, pp))
        return;
    out->wait[0] = precision->waits[pp].cycles;
    out->wait_pc[0] = precision->waits[pp].pc;
}

static void get_pp(struct presence *presence, struct precision *precision, uint32_t pp,
                   const struct snapshot_pp *from)
{
    const uint32_t modes = from->modes[0];
    const bool waits = (modes & SNAPSHOT_HALTED) == 0 && (modes & SNAPSHOT_IN_BARRIER) != 0;
    presence->modes[pp] = modes & SNAPSHOT_LASTING;
    presence->yielded[pp] = from->yielded[0];
    presence->barrier_since[pp] = waits ? from->barrier_since[0] + 1 : 0;
    presence->waiting += waits;
    if (precision->waits != NULL)
        precision->waits[pp] = (struct precision_wait){from->wait[0], from->wait_pc[0]};
}

bool saved_get(struct presence *presence, struct precision *precision, const struct snapshot_state *snapshot,
               uint32_t pps)
{
    const struct real_bank *bank = &precision->bank;
    presence->waiting = 0;
    for (uint32_t pp = 0; pp < pps; pp++)
        get_pp(presence, precision, pp, &snapshot->pps[pp]);
    presence->cut_short = 0;
    presence->cut_short =
        presence_count_work(presence, pps, &snapshot->stats, snapshot->cycle) - snapshot->stats.work;
    if (precision->waits == NULL)
        return true;
    if (snapshot->unit_words != real_bank_words(bank))
        return false;
    for (uint32_t pp = 0; pp < pps; pp++)
        real_bank_load(bank, pp, snapshot->units + (size_t)pp * snapshot->unit_words);
    return true;
}
