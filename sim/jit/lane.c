/* lane.c - see lane.h. Calls region and block, and the operating system for executable memory. */
#include "sim/jit/lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "common/memory.h"
#include "sim/jit/inside.h"

/* A pc is hot after this number of visits: tested every few thousand cycles for a lone PP, at each event for
 * several. With more PPs runs are shorter, and code pays less. Limits of a region in blocks, of all
 * regions in instructions, of all code in bytes. An instruction becomes 24 to 90 bytes, rarely more. */
#ifdef PRAM_HOSTILE
enum { HOT_ALONE = 1, HOT_FEW = 1, HOT_MANY = 1, FEW = 16 };
enum { REGION_MOST = 2 };
#else
enum { HOT_ALONE = 2, HOT_FEW = 24, HOT_MANY = 200, FEW = 16 };
enum { REGION_MOST = 80 };
#endif
enum { INSTRUCTIONS_MOST = 60000, CODE_BYTES = 6 << 20 };

/* A place pays if this number of runs from there have this number of instructions each. If not, it rests for
 * a number of visits, after which it may have become better. Tests use other numbers. */
struct measure {
    uint8_t runs;
    uint8_t steps;
    uint16_t rest;
};
static const struct measure of_tests = {3, 4, 2};
#ifdef PRAM_HOSTILE
static const struct measure usual = {3, 4, 2};
#else
static const struct measure usual = {64, 32, 8192};
#endif

struct lane_making {
    struct lanes lanes;
    struct lane_maker maker;
    struct memory_blocks blocks;
    uint8_t *memory, *at; /* of code: CODE_BYTES; used up to `at` */
    lane_enter *enter;
    uint8_t hot;
    const struct measure *measure; /* NULL: places that do not pay are run, too */
    bool over;                     /* no more code is made */
    uint64_t stats[STATS_PARTS];   /* of these NATIVE ones */
};

bool lanes_are_available(char *error, size_t error_size)
{
#if defined __x86_64__
    void *memory = mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const bool good = memory != MAP_FAILED && mprotect(memory, 1, PROT_READ | PROT_EXEC) == 0;
    if (memory != MAP_FAILED)
        munmap(memory, 1);
    if (!good)
        snprintf(error, error_size, "the system allows no code made by a program");
    return good;
#else
    snprintf(error, error_size,
             "machine code is made for x86-64 processors only; --native=auto runs without it here");
    return false;
#endif
}

/* ---- memory for code: writable or executable */

static bool open_memory(struct lane_making *making)
{
    asm_begin(&making->maker.code, making->at, making->memory + CODE_BYTES);
    return mprotect(making->memory, CODE_BYTES, PROT_READ | PROT_WRITE) == 0;
}

/* Keeps what has been written since, if `good`. */
static bool close_memory(struct lane_making *making, bool good)
{
    if (good)
        making->at = making->maker.code.at;
    return mprotect(making->memory, CODE_BYTES, PROT_READ | PROT_EXEC) == 0;
}

/* ---- creation and the end */

/* False: code cannot express the machine's sizes. */
static bool describe(struct lanes *lanes, const struct machine *machine, const struct operation *code,
                     const uint32_t *shadow, const uint8_t *wanted)
{
    struct lane_maker *maker = &lanes->making->maker;
    const uint32_t most = machine->config.tests.native_most;
    const struct memory *memory = maker->memory = &machine->memory;
    const intptr_t distance = (intptr_t)shadow - (intptr_t)memory->cells;
    maker->region = (struct region){
        .code = code, .lanes = lanes, .is_alone = memory->pps == 1, .room = most != 0 ? most : REGION_MOST};
    maker->wanted = wanted;
    maker->shadow = (int32_t)distance;
    return memory->guard < 1u << 20 && distance < INT32_MAX / 2 && distance > INT32_MIN / 2 &&
           memory->stack_shift + memory->lane_shift < 30;
}

static bool make_room(struct lanes *lanes)
{
    struct lane_making *making = lanes->making;
    struct memory_blocks *const blocks = &making->blocks;
    struct region *const region = &making->maker.region;
    const size_t count = (size_t)lanes->count + 1;
    for (unsigned form = 0; form < LANE_FORMS; form++) {
        lanes->places[form] = memory_block(blocks, count, sizeof *lanes->places[form]);
        lanes->spots[form] = memory_block(blocks, count, sizeof *lanes->spots[form]);
    }
    region->blocks = memory_block(blocks, region->room, sizeof *region->blocks);
    region->block_at = memory_block(blocks, count, sizeof *region->block_at);
    void *memory = mmap(NULL, CODE_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    making->memory = making->at = memory != MAP_FAILED ? memory : NULL;
    return !blocks->is_short && making->memory != NULL;
}

static bool make_routines(struct lanes *lanes)
{
    struct lane_making *making = lanes->making;
    struct lane_maker *maker = &making->maker;
    if (!open_memory(making))
        return false;
    maker->late = DECODE_SINK;
    (void)lane_note_stop(maker, LANE_ANYWHERE, 0);
    const uint8_t *enter = lane_make_enter(&maker->code);
    lane_make_routines(maker);
    lanes->nowhere = maker->routines.nowhere;
    for (unsigned form = 0; form < LANE_FORMS; form++)
        for (uint32_t pc = 0; pc <= lanes->count; pc++)
            lanes->places[form][pc] = lanes->nowhere;
    memcpy(&making->enter, &enter, sizeof enter);
    return close_memory(making, asm_finish(&maker->code)) && !maker->code.has_failed;
}

static uint8_t hot_of(const struct machine *machine)
{
    const uint32_t pps = machine->memory.pps;
    if (machine->config.native == NATIVE_ON || machine->config.tests.native_most != 0)
        return 1;
    return pps == 1 ? HOT_ALONE : pps <= FEW ? HOT_FEW : HOT_MANY;
}

struct lanes *lanes_create(const struct machine *machine, const struct operation *code,
                           const uint32_t *shadow, const uint8_t *wanted)
{
    char error[160];
    if (machine->config.native == NATIVE_OFF || !lanes_are_available(error, sizeof error))
        return NULL;
    struct lane_making *making = calloc(1, sizeof *making);
    if (making == NULL)
        return NULL;
    struct lanes *lanes = &making->lanes;
    lanes->making = making;
    lanes->count = machine->program.count;
    making->hot = hot_of(machine);
    making->measure = machine->config.tests.native_most != 0  ? &of_tests
                      : machine->config.native == NATIVE_AUTO ? &usual
                                                              : NULL;
    if (describe(lanes, machine, code, shadow, wanted) && make_room(lanes) && make_routines(lanes))
        return lanes;
    lanes_destroy(lanes);
    return NULL;
}

void lanes_destroy(struct lanes *lanes)
{
    if (lanes == NULL)
        return;
    struct lane_making *making = lanes->making;
    struct lane_maker *maker = &making->maker;
    if (making->memory != NULL)
        munmap(making->memory, CODE_BYTES);
    asm_destroy(&maker->code);
    free(maker->stops);
    free(maker->detours);
    memory_free_blocks(&making->blocks);
    free(making);
}

void lanes_count(const struct lanes *lanes, struct machine *machine)
{
    for (int k = STATS_NATIVE_regions; k <= STATS_NATIVE_microseconds; k++)
        machine->stats.parts[k] = lanes != NULL ? lanes->making->stats[k] : 0;
}

/* ---- code for a region */

static void offer(struct lanes *lanes, const struct region *region, uint32_t *from, uint32_t *to)
{
    *from = UINT32_MAX;
    *to = 0;
    for (uint32_t k = 0; k < region->count; k++) {
        const struct region_block *block = &region->blocks[k];
        lanes->making->stats[STATS_NATIVE_instructions] += block->count;
        if (!block->is_entry)
            continue;
        lanes->places[region->form][block->pc] = block->entry;
        lanes->spots[region->form][block->pc] = (struct lane_spot){.rest = 0};
        *from = block->pc < *from ? block->pc : *from;
        *to = block->pc + 1 > *to ? block->pc + 1 : *to;
    }
}

static bool translate(struct lanes *lanes, uint32_t pc, enum lane_form form, uint32_t *from, uint32_t *to)
{
    struct lane_making *making = lanes->making;
    if (!lane_find_region(&making->maker.region, form, pc))
        return false;
    const uint8_t *begin = making->at;
    bool good = open_memory(making) && lane_make_region(&making->maker);
    good = close_memory(making, good) && good;
    if (good) {
        offer(lanes, &making->maker.region, from, to);
        making->stats[STATS_NATIVE_regions]++;
        making->stats[STATS_NATIVE_bytes] += (uint64_t)(making->at - begin);
    }
    making->over = !good || making->stats[STATS_NATIVE_instructions] >= INSTRUCTIONS_MOST;
    return good;
}

bool lanes_request(struct lanes *lanes, uint32_t pc, enum lane_form form, uint32_t *from, uint32_t *to)
{
    struct lane_making *making = lanes->making;
    struct lane_spot *spot = &lanes->spots[form][pc];
    if (making->over || ++spot->runs < making->hot)
        return false;
    spot->rest = LANE_REST_ALWAYS;
    const double began = stats_clock();
    const bool good = translate(lanes, pc, form, from, to);
    making->stats[STATS_NATIVE_microseconds] += (uint64_t)((stats_clock() - began) * 1e6);
    return good && spot->rest == 0;
}

bool lanes_weigh(struct lanes *lanes, uint32_t pc, enum lane_form form, uint32_t steps)
{
    enum { STEPS_MOST = UINT16_MAX / UINT8_MAX };
    const struct measure *measure = lanes->making->measure;
    struct lane_spot *spot = &lanes->spots[form][pc];
    if (measure == NULL)
        return true;
    spot->steps = (uint16_t)(spot->steps + (steps < STEPS_MOST ? steps : STEPS_MOST));
    if (++spot->runs < measure->runs)
        return true;
    const bool pays = spot->steps >= measure->runs * measure->steps;
    *spot = (struct lane_spot){.rest = pays ? 0 : measure->rest};
    return pays;
}

const struct lane_stop *lanes_run(const struct lanes *lanes, struct lane_frame *frame, const void *place)
{
    const uint32_t stop = lanes->making->enter(frame, place);
    return &lanes->making->maker.stops[stop];
}

uint64_t lanes_compute(struct lane_frame *frame, uint32_t a, uint32_t b, uint32_t opcode, uint32_t pc)
{
    (void)pc;
    uint32_t status = lane_status_of(frame);
    if (system_branches((uint8_t)opcode))
        return word_branches((uint8_t)opcode, status);
    const uint32_t result = word_compute((uint8_t)opcode, a, b, &status);
    if (system_rows[opcode].row == SYSTEM_ROW_COMPARE || isa_row(opcode)->kind == ISA_KIND_ALUFLAGS) {
        frame->flags = LANE_FLAGS_WORD;
        frame->flags_a = status;
    }
    return result;
}
