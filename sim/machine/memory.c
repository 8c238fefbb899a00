/* memory.c - creates the machine's memory, and the slow paths of the address map.
 *
 * See memory.h for the map. Uses the operating system (mmap, pagemap) only. */
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/message.h"
#include "common/system/system.h"
#include "policy.h"

#define ROW_ALIGNMENT 1024u /* words: a page */
#define PAGEMAP_PRESENT (1ull << 63)
#define PAGEMAP_SWAPPED (1ull << 62)

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Places of the areas on the host. */
static void place_areas(struct memory *memory)
{
    memory->lane_mask = (1u << memory->lane_shift) - 1;
    const uint64_t seats =
        round_up(memory->pps, 1u << memory->lane_shift); /* the last tile is stored whole */
    const uint64_t stack_cells = round_up(memory->shared_words, ROW_ALIGNMENT);
    const uint64_t private_cells =
        round_up(stack_cells + seats * (memory->stack_mask + UINT64_C(1)), ROW_ALIGNMENT);
    memory->stack_cells = (uint32_t)stack_cells;
    memory->private_cells = (uint32_t)private_cells;
    memory->host_words =
        round_up(private_cells + seats * (memory->private_mask + UINT64_C(1)), ROW_ALIGNMENT);
}

bool memory_create(struct memory *memory, const struct memory_shape *shape, char *error, size_t error_size)
{
    memset(memory, 0, sizeof *memory);
    memory->pps = shape->pps;
    memory->guard = shape->guard;
    memory->shared_words = shape->shared_words;
    memory->shared_span = shape->shared_words - shape->guard;
    memory->private_start = shape->shared_words + shape->pps * shape->stack_words;
    memory->end = memory->private_start + shape->pps * shape->private_words;
    memory->stack_shift = (uint8_t)__builtin_ctz(shape->stack_words);
    memory->private_shift = (uint8_t)__builtin_ctz(shape->private_words);
    const uint32_t lanes =
        shape->tile_pps != 0 && shape->tile_pps < shape->pps ? shape->tile_pps : shape->pps;
    while (memory->lane_shift < MEMORY_MAX_LANE_SHIFT && 1u << memory->lane_shift < lanes)
        memory->lane_shift++;
    memory->stack_mask = shape->stack_words - 1;
    memory->private_mask = shape->private_words - 1;
    place_areas(memory);
    size_t bytes = memory->host_words * sizeof *memory->cells;
    memory->cells = system_reserve(bytes);
    if (memory->cells == NULL)
        return message_refuse(error, error_size, "the host does not give %zu MiB of memory: %s", bytes >> 20,
                              strerror(errno));
    /* A deep stack touches scattered rows: a huge page for each would be a thousand times its size. */
    system_advise_small(memory->cells + memory->stack_cells,
                        bytes - memory->stack_cells * sizeof *memory->cells);
    return true;
}

struct memory memory_with_tiles(const struct memory *memory, unsigned lane_shift)
{
    struct memory other = *memory;
    other.cells = NULL;
    other.lane_shift = (uint8_t)lane_shift;
    place_areas(&other);
    return other;
}

void memory_destroy(struct memory *memory)
{
    if (memory->cells != NULL)
        munmap(memory->cells, memory->host_words * sizeof *memory->cells);
    memory->cells = NULL;
}

struct memory_place memory_place(const struct memory *memory, uint32_t pp, uint32_t address)
{
    struct memory_place place = {.index = memory_index(memory, pp, address), .owner = pp, .word = address};
    if (place.index == MEMORY_ILLEGAL) {
        place.region = MEMORY_REGION_ILLEGAL;
    } else if (address & MEMORY_PRIVATE) {
        place.region = MEMORY_REGION_OWN;
        place.word = address & ~MEMORY_PRIVATE;
    } else if (address < memory->shared_words) {
        place.region = MEMORY_REGION_SHARED;
    } else {
        const bool is_stack = address < memory->private_start;
        const uint32_t offset = address - (is_stack ? memory->shared_words : memory->private_start);
        const unsigned shift = is_stack ? memory->stack_shift : memory->private_shift;
        place.region = is_stack ? MEMORY_REGION_STACK : MEMORY_REGION_OWN;
        place.owner = offset >> shift;
        place.word = offset - (place.owner << shift);
    }
    return place;
}

uint32_t memory_address(const struct memory *memory, uint32_t index)
{
    if (index < memory->shared_words)
        return index;
    bool is_stack = index < memory->private_cells;
    unsigned shift = is_stack ? memory->stack_shift : memory->private_shift;
    uint32_t offset = index - (is_stack ? memory->stack_cells : memory->private_cells);
    uint32_t lane = offset & memory->lane_mask;
    uint32_t row = offset >> memory->lane_shift;
    uint32_t tile = row >> shift;
    uint32_t word = row - (tile << shift);
    uint32_t pp = (tile << memory->lane_shift) + lane;
    return (is_stack ? memory->shared_words : memory->private_start) + (pp << shift) + word;
}

void memory_prepare_hash(struct memory *memory)
{
    memory->pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
}

void memory_runs(const struct memory *memory, size_t first, size_t end,
                 void (*run)(void *context, uint32_t index, const uint32_t *words, uint32_t count),
                 void *context)
{
    size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    size_t page_words = page_bytes / sizeof *memory->cells;
    size_t first_page = (uintptr_t)memory->cells / page_bytes;
    int pagemap = memory->pagemap != 0 ? memory->pagemap : open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    uint64_t entries[1024];
    enum { CHUNK = sizeof entries / sizeof entries[0] };
    for (size_t word = first / page_words * page_words; word < end; word += page_words * CHUNK) {
        ssize_t got = -1;
        if (pagemap >= 0)
            got = pread(pagemap, entries, sizeof entries,
                        (off_t)((first_page + word / page_words) * sizeof entries[0]));
        for (size_t i = 0; i < CHUNK; i++) {
            size_t from = word + i * page_words;
            if (from >= end)
                break;
            bool known = got >= (ssize_t)((i + 1) * sizeof entries[0]);
            if (known && (entries[i] & (PAGEMAP_PRESENT | PAGEMAP_SWAPPED)) == 0)
                continue;
            size_t to = end - from < page_words ? end : from + page_words;
            from = from > first ? from : first;
            while (from < to && memory->cells[from] == 0)
                from++;
            while (from < to && memory->cells[to - 1] == 0)
                to--;
            if (from < to)
                run(context, (uint32_t)from, memory->cells + from, (uint32_t)(to - from));
        }
    }
    if (pagemap >= 0 && memory->pagemap == 0)
        close(pagemap);
}

struct hashing {
    const struct memory *memory;
    uint64_t sum; /* a sum, so that the order of cells on the host does not matter */
};

static void hash_run(void *context, uint32_t index, const uint32_t *words, uint32_t count)
{
    struct hashing *hashing = context;
    for (uint32_t k = 0; k < count; k++)
        if (words[k] != 0)
            hashing->sum +=
                policy_mix(policy_mix(memory_address(hashing->memory, index + k) + 1ull) ^ words[k]);
}

uint64_t memory_hash(const struct memory *memory)
{
    struct hashing hashing = {.memory = memory};
    memory_runs(memory, 0, memory->host_words, hash_run, &hashing);
    return hashing.sum;
}

void memory_clear(struct memory *memory)
{
    system_zero(memory->cells, memory->host_words * sizeof *memory->cells);
}
