/* memory.h - the one data memory, and the only map from its addresses, in words, to host memory. Legal ones:
 *
 *     0 .. guard               only if the program defines no __null_guard: plain shared memory
 *     to shared_words          shared memory: .data, .bss, free; host index = address
 *     to private_start         stack areas, one per PP, 2^stack_shift words each
 *     to end                   private areas, one per PP, 2^private_shift words each: BASE[pp] is its start
 *     0x80000000 + offset      the same as BASE[pp] + offset, for offset < 2^private_shift
 *
 * On the host, word w of the areas of all PPs of a tile, 2^lane_shift of them, is one contiguous row. Host
 * memory is reserved, not committed: only touched pages cost. Knows no PPs, programs or engines. */
#ifndef PRAM_MACHINE_MEMORY_H
#define PRAM_MACHINE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEMORY_PRIVATE 0x80000000u     /* bit 31 of an address: relative to BASE[pp] */
#define MEMORY_MAX_WORDS 0x80000000ull /* largest address without bit 31 */
#define MEMORY_MAX_PPS (1u << 22)
#define MEMORY_ILLEGAL 0xffffffffu /* no host index */

#ifdef PRAM_HOSTILE
#define MEMORY_MAX_LANE_SHIFT 2
#elif !defined MEMORY_MAX_LANE_SHIFT
#define MEMORY_MAX_LANE_SHIFT 10 /* a row of 1024 words is one page and one tile of the parallel engine */
#endif

/* What a memory is made from; all sizes in words, at most MEMORY_MAX_WORDS together. */
struct memory_shape {
    uint32_t pps;
    uint32_t guard;         /* addresses below are illegal */
    uint32_t shared_words;  /* at least guard */
    uint32_t stack_words;   /* per PP, a power of two */
    uint32_t private_words; /* per PP, a power of two */
    uint32_t tile_pps;      /* most PPs that are interleaved, a power of two; 0: as many as possible */
};

struct memory {
    uint32_t *cells;        /* host memory, indexed by what memory_index returns */
    uint32_t guard;         /* addresses below are illegal */
    uint32_t shared_span;   /* shared_words - guard: one comparison recognises a legal shared address */
    uint32_t pps;           /* number of PPs */
    uint32_t shared_words;  /* first address after shared memory: the stack area of PP 0 */
    uint32_t private_start; /* BASE of PP 0 */
    uint32_t end;           /* first address after everything, at most 2^31 */
    uint32_t stack_cells;   /* host index where the stack areas begin, a multiple of 1024 */
    uint32_t private_cells; /* host index where the private areas begin, a multiple of 1024 */
    uint8_t stack_shift;    /* log2 of the words of a stack area */
    uint8_t private_shift;  /* log2 of the words of a private area */
    uint32_t stack_mask;    /* words of a stack area - 1 */
    uint32_t private_mask;  /* words of a private area - 1 */
    uint32_t lane_mask;     /* PPs of a tile - 1 */
    uint8_t lane_shift;     /* log2 of the PPs of a tile: tile_pps, or the least that holds p, at most 10 */
    size_t host_words;      /* size of cells */
    int pagemap;            /* open, for memory_hash; 0: it opens its own */
};

/* The place of an address. */
enum memory_region { MEMORY_REGION_ILLEGAL, MEMORY_REGION_SHARED, MEMORY_REGION_STACK, MEMORY_REGION_OWN };

/* For slow paths that need the owner of a cell. MEMORY_REGION_OWN stands for any private area. */
struct memory_place {
    enum memory_region region;
    uint32_t owner; /* the PP whose stack or private area it is */
    uint32_t word;  /* offset in that area; the address itself in shared memory */
    uint32_t index; /* host index, MEMORY_ILLEGAL if illegal */
};

/* Reserves the memory, all zero. False with a one-line reason in `error` if the host refuses. */
bool memory_create(struct memory *memory, const struct memory_shape *shape, char *error, size_t error_size);

/* The same map with tiles of another size, without cells: for places in the memory of another run. */
struct memory memory_with_tiles(const struct memory *memory, unsigned lane_shift);

/* Returns the memory to the host. */
void memory_destroy(struct memory *memory);

/* The interleaving. An offset into the areas is, from the top bits down, (tile, lane, word); on the host it
 * is (tile, word, lane): word and lane change places. `shift` is log2 of an area's words. */
static inline uint32_t memory_interleave(const struct memory *memory, uint32_t offset, uint32_t word_mask,
                                         unsigned shift)
{
    uint32_t word = offset & word_mask;
    uint32_t lane = (offset >> shift) & memory->lane_mask;
    return offset + word * memory->lane_mask + lane - (lane << shift);
}

/* Host index of word `word` of the stack or private area of PP `pp`; both must be in range. Consecutive PPs
 * of a tile have consecutive indices; for a tile's first PP it is the start of the row. */
static inline uint32_t memory_stack_index(const struct memory *memory, uint32_t pp, uint32_t word)
{
    uint32_t offset = (pp << memory->stack_shift) + word;
    return memory->stack_cells + memory_interleave(memory, offset, memory->stack_mask, memory->stack_shift);
}

static inline uint32_t memory_private_index(const struct memory *memory, uint32_t pp, uint32_t word)
{
    uint32_t offset = (pp << memory->private_shift) + word;
    return memory->private_cells +
           memory_interleave(memory, offset, memory->private_mask, memory->private_shift);
}

/* memory_index for addresses that are not plain shared ones. */
static inline uint32_t memory_area_index(const struct memory *memory, uint32_t pp, uint32_t address)
{
    uint32_t offset = address - memory->shared_words;
    if (offset < memory->private_start - memory->shared_words)
        return memory->stack_cells +
               memory_interleave(memory, offset, memory->stack_mask, memory->stack_shift);
    if (address & MEMORY_PRIVATE) {
        uint32_t word = address - MEMORY_PRIVATE;
        return word <= memory->private_mask ? memory_private_index(memory, pp, word) : MEMORY_ILLEGAL;
    }
    if (address < memory->private_start || address >= memory->end)
        return MEMORY_ILLEGAL; /* below the guard, or after everything */
    offset = address - memory->private_start;
    return memory->private_cells +
           memory_interleave(memory, offset, memory->private_mask, memory->private_shift);
}

/* Whether an address is one of shared memory; if so, it is its own host index. */
static inline bool memory_is_plain(const struct memory *memory, uint32_t address)
{
    return address - memory->guard < memory->shared_span;
}

/* The map: host index of the cell at `address` for PP `pp`; MEMORY_ILLEGAL: none. */
static inline uint32_t memory_index(const struct memory *memory, uint32_t pp, uint32_t address)
{
    return memory_is_plain(memory, address) ? address : memory_area_index(memory, pp, address);
}

/* The owner of the cell at an address of PP `pp`. */
struct memory_place memory_place(const struct memory *memory, uint32_t pp, uint32_t address);

/* Whether a legal address is in another PP's stack or private area. */
static inline bool memory_is_foreign(const struct memory *memory, uint32_t pp, uint32_t address)
{
    const bool is_elsewhere = address >= memory->shared_words && (address & MEMORY_PRIVATE) == 0;
    if (is_elsewhere && address < memory->private_start) /* most of them: stacks */
        return (address - memory->shared_words) >> memory->stack_shift != pp;
    return is_elsewhere && memory_place(memory, pp, address).owner != pp;
}

/* Reads the word at an address as the PP sees it. False: there is no memory; *word stays. */
static inline bool memory_read(const struct memory *memory, uint32_t pp, uint32_t address, uint32_t *word)
{
    const uint32_t index = memory_index(memory, pp, address);
    if (index != MEMORY_ILLEGAL)
        *word = memory->cells[index];
    return index != MEMORY_ILLEGAL;
}

/* The same word; 0: there is no memory. */
static inline uint32_t memory_word(const struct memory *memory, uint32_t pp, uint32_t address)
{
    uint32_t word = 0;
    (void)memory_read(memory, pp, address, &word);
    return word;
}

/* The global address (bit 31 clear) of a host index that memory_index returned. */
uint32_t memory_address(const struct memory *memory, uint32_t index);

/* First address of the stack area of a PP. */
static inline uint32_t memory_stack_address(const struct memory *memory, uint32_t pp)
{
    return memory->shared_words + (pp << memory->stack_shift);
}

/* Whether an address after shared memory is neither in the PP's stack nor, with bit 31, in its own area. */
static inline bool memory_leaves_stack(const struct memory *memory, uint32_t pp, uint32_t address)
{
    return address >= memory->shared_words && address - MEMORY_PRIVATE > memory->private_mask &&
           (address - memory_stack_address(memory, pp)) >> memory->stack_shift != 0;
}

/* BASE[pp]: global address of the private area of a PP. */
static inline uint32_t memory_base(const struct memory *memory, uint32_t pp)
{
    return memory->private_start + (pp << memory->private_shift);
}

/* Calls `run` for each page that has cells other than 0 among host indices first .. end - 1, ascending, with
 * the cells from the first to the last one that is not 0. Asks the kernel for the pages that were ever
 * touched; without an answer reads all pages. */
void memory_runs(const struct memory *memory, size_t first, size_t end,
                 void (*run)(void *context, uint32_t index, const uint32_t *words, uint32_t count),
                 void *context);

/* Makes all cells 0. */
void memory_clear(struct memory *memory);

/* Opens the host file that memory_hash reads; for processes that cannot open files later. */
void memory_prepare_hash(struct memory *memory);

/* A hash of all cells by global address. Zero cells do not count, so the hash depends neither on the host's
 * layout nor on the sizes of the areas after the last used cell; takes time for touched memory only. */
uint64_t memory_hash(const struct memory *memory);

/* For tables by global address (pages.h): the host index; host_words if it is no memory. */
static inline uint32_t memory_slot(const struct memory *memory, uint32_t address)
{
    const uint32_t index = memory_index(memory, 0, address);
    return index == MEMORY_ILLEGAL ? (uint32_t)memory->host_words : index;
}

#endif
