/* block.c - what a block of native code can reach on this host: the loop of bench/sim/registers.s by hand,
 * over rows as a tile has them. Prints the G instructions of PPs a second of 4096 PPs, tile by tile: with all
 * rows written that the block changes, as native code does it, and with those only that the next round reads;
 * medians of some runs. Called by block.sh.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TILES = 4, LANES = 1024, ROW = LANES + 16, ROWS = 14, INSTRUCTIONS = 34 };
enum { RUNS = 5, BLOCKS = 30000 };

typedef uint32_t tile[ROWS][ROW];

static inline uint32_t greater(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}

/* Of a PP: R4 to R13. */
struct registers {
    uint32_t r4, r5, r6, r7, r8, r9, r10, r11, r12, r13;
};

/* The seven instructions that come four times. */
static inline void step(struct registers *s)
{
    s->r7 = s->r4 + s->r5;
    s->r8 = s->r5 ^ s->r6;
    s->r9 = s->r7 - s->r8;
    s->r10 = s->r6 & s->r4;
    s->r11 = s->r9 | s->r10;
    s->r12 = s->r11 << 3;
    s->r13 = greater(s->r12, s->r7);
}

static inline void go_round(struct registers *s)
{
    step(s);
    s->r4 = s->r13 * s->r5;
    step(s);
    s->r6 = s->r13 + s->r5;
    step(s);
    s->r4 = s->r13 * s->r5;
    step(s);
    s->r5 = s->r13 + s->r5;
}

static inline void write_all(uint32_t (*rows)[ROW], unsigned lane, const struct registers *s)
{
    rows[4][lane] = s->r4;
    rows[5][lane] = s->r5;
    rows[6][lane] = s->r6;
    rows[7][lane] = s->r7;
    rows[8][lane] = s->r8;
    rows[9][lane] = s->r9;
    rows[10][lane] = s->r10;
    rows[11][lane] = s->r11;
    rows[12][lane] = s->r12;
    rows[13][lane] = s->r13;
}

/* The compiler makes vectors of it: bench/block.sh asks for that. */
static __attribute__((noinline)) void run_all_out(uint32_t (*rows)[ROW])
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct registers s = {.r4 = rows[4][lane], .r5 = rows[5][lane], .r6 = rows[6][lane]};
        go_round(&s);
        write_all(rows, lane, &s);
    }
}

static __attribute__((noinline)) void run_needed_out(uint32_t (*rows)[ROW])
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct registers s = {.r4 = rows[4][lane], .r5 = rows[5][lane], .r6 = rows[6][lane]};
        go_round(&s);
        rows[4][lane] = s.r4;
        rows[5][lane] = s.r5;
        rows[6][lane] = s.r6;
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double measure(tile *tiles, void (*run)(uint32_t (*)[ROW]))
{
    double rates[RUNS];
    for (unsigned k = 0; k < RUNS; k++) {
        const double start = seconds();
        for (unsigned t = 0; t < TILES; t++)
            for (unsigned n = 0; n < BLOCKS; n++)
                run(tiles[t]);
        const double work = (double)BLOCKS * INSTRUCTIONS * TILES * LANES;
        rates[k] = work / (seconds() - start) * 1e-9;
    }
    qsort(rates, RUNS, sizeof rates[0], compare);
    return rates[RUNS / 2];
}

int main(void)
{
    tile *const tiles = aligned_alloc(64, TILES * sizeof *tiles);
    if (tiles == NULL)
        return EXIT_FAILURE;
    for (unsigned t = 0; t < TILES; t++)
        for (unsigned r = 0; r < ROWS; r++)
            for (unsigned lane = 0; lane < ROW; lane++)
                tiles[t][r][lane] = (t * LANES + lane) * (r + 1);
    printf("all rows out          %.1f\n", measure(tiles, run_all_out));
    printf("those that are needed %.1f\n", measure(tiles, run_needed_out));
    free(tiles);
    return EXIT_SUCCESS;
}
