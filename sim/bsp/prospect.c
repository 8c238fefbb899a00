/* prospect.c - see prospect.h. */
#include "sim/bsp/prospect.h"

#include "sim/bsp/tile/inside.h"

static uint32_t bit(unsigned number)
{
    return (uint32_t)1 << number;
}

/* ---- the beginning */

static void begin_path(struct prospect_path *path, const struct tile *tile, const struct strand *strand,
                       uint64_t cycle)
{
    *path = (struct prospect_path){.tile = tile, .strand = strand, .pc = strand->pc};
    path->is_opaque = strand->busy != 0 || strand->cycle != cycle || strand->cycles_differ ||
                      strand->in_barrier || strand->late_target == 1 || strand_has_apart(tile, strand);
    if (path->is_opaque)
        path->rest = 1 + strand_quiet_after(tile, strand);
    if (strand->late_target < PROSPECT_REGISTERS)
        path->unknown = bit(strand->late_target);
}

bool prospect_begin(struct prospect *prospect, const struct tile *tiles, uint32_t count, uint64_t cycle,
                    bool dozes)
{
    prospect->count = 0;
    for (uint32_t t = 0; t < count; t++) {
        const struct tile *tile = &tiles[t];
        if (strand_asleep(tile, 0) != STRAND_END)
            return false;
        for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            if (dozes && strand->dozes)
                continue;
            if (prospect->count == PROSPECT_PATHS)
                return false;
            begin_path(&prospect->paths[prospect->count++], tile, strand, cycle);
        }
    }
    return prospect->count > 0;
}

/* ---- cycle by cycle */

static const struct operation *operation_of(const struct prospect_path *path)
{
    const struct tile_world *world = path->tile->world;
    return &world->code[path->pc < world->code_count ? path->pc : world->code_count];
}

/* What follows is not known but for how long it is quiet, from here on. */
static enum prospect_deed lose_sight(struct prospect_path *path, const struct operation *operation)
{
    path->is_opaque = true;
    path->rest = operation->quiet;
    return path->rest > 0 ? PROSPECT_COMPUTE : PROSPECT_UNKNOWN;
}

static enum prospect_deed look(struct prospect_path *path)
{
    const struct operation *operation = operation_of(path);
    if (path->is_opaque)
        return path->rest > 0 ? PROSPECT_COMPUTE : PROSPECT_UNKNOWN;
    if (operation->i.target == 1 || operation->i.base == 1)
        return PROSPECT_UNKNOWN;
    switch ((enum handler)operation->handler) {
    case HANDLE_LOAD: /* one that is quiet concerns nobody */
        return operation->quiet > 0 ? PROSPECT_COMPUTE : PROSPECT_LOAD;
    case HANDLE_STORE:
        return PROSPECT_STORE;
    case HANDLE_OPERATE:
    case HANDLE_OPERATE_FLAGS:
    case HANDLE_COMPARE:
    case HANDLE_COMPARE_FLOAT:
    case HANDLE_DIVIDE:
    case HANDLE_CONSTANT:
    case HANDLE_CYCLE:
    case HANDLE_NUMBER:
    case HANDLE_COUNT:
    case HANDLE_STATUS:
    case HANDLE_NOTHING:
        return operation->quiet > 0 ? PROSPECT_COMPUTE : PROSPECT_UNKNOWN;
    default:
        return lose_sight(path, operation);
    }
}

enum prospect_deed prospect_look(struct prospect *prospect)
{
    enum prospect_deed most = PROSPECT_COMPUTE;
    for (unsigned k = 0; k < prospect->count && most != PROSPECT_UNKNOWN; k++) {
        const enum prospect_deed own = look(&prospect->paths[k]);
        most = own > most ? own : most;
    }
    return most;
}

/* A register gets the sum of another one and a constant, or something else. */
static void change(struct prospect_path *path, unsigned number, bool adds, uint32_t constant)
{
    if (number >= PROSPECT_REGISTERS)
        return;
    if (adds)
        path->added[number] += constant;
    else
        path->unknown |= bit(number);
}

static void step(struct prospect_path *path)
{
    const struct operation *operation = operation_of(path);
    const struct instruction *i = &operation->i;
    const bool adds = operation->handler == HANDLE_OPERATE && operation->kernel == ROWS_add;
    if (path->is_opaque) {
        path->rest--;
        return;
    }
    change(path, i->base, i->rs == i->base && i->rt == 0, i->constant);
    change(path, i->target, adds && i->rs == i->target && i->rt == 0, i->constant);
    path->pc++;
}

void prospect_step(struct prospect *prospect)
{
    for (unsigned k = 0; k < prospect->count; k++)
        step(&prospect->paths[k]);
}

/* ---- accesses */

/* Whether the address, and the group, are known. */
static bool is_known(const struct prospect_path *path, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    const uint32_t used = bit(i->rs) | bit(i->rt) | bit(MACHINE_GP);
    return (path->unknown & used & ~bit(0) & ~bit(1)) == 0 && path->added[MACHINE_GP] == 0;
}

bool prospect_strands(const struct prospect *prospect, struct observer_strand *strands, uint32_t *count)
{
    *count = 0;
    for (unsigned k = 0; k < prospect->count; k++) {
        const struct prospect_path *path = &prospect->paths[k];
        const struct operation *operation = operation_of(path);
        if (path->is_opaque || (operation->handler != HANDLE_LOAD && operation->handler != HANDLE_STORE))
            continue;
        if (!is_known(path, operation))
            return false;
        const struct instruction *i = &operation->i;
        strands[(*count)++] = (struct observer_strand){
            .first_pp = path->tile->first_pp,
            .lanes = path->tile->pps,
            .set = strand_is_whole(path->tile, path->strand) ? NULL : path->strand->set,
            .count = path->strand->count,
            .pc = path->pc,
            .is_synchronous = path->strand->in_sync,
            .is_in_barrier = path->strand->in_barrier,
            .has_rows = true,
            .is_ahead = true,
            .ahead = path->added[i->rs] + (operation->address == SYSTEM_ADDRESS_SUM ? path->added[i->rt] : 0),
            .block = path->tile};
    }
    return true;
}
