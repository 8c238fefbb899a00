/* stereo_host.c - the oracle of stereo.fork, pixel by pixel.
 *
 *     stereo_host census|greys [n [seed [noise [gain [output]]]]]
 *
 * `census` prints what the program prints except for the cycles, and writes the same output; `greys` compares
 * the greys themselves (sums of absolute differences), for comparison.
 */
#include "programs/oracle.h"
#include "programs/stereo/scene.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int clamp(int x, int most)
{
    return x < 0 ? 0 : x > most ? most : x;
}

static int census(const int *picture, int x, int y, int n)
{
    int bits = 0;

    for (int k = 0; k < 25; k++)
        if (k != 12)
            bits = bits << 1 | (picture[clamp(y + k / 5 - 2, n - 1) * n + clamp(x + k % 5 - 2, n - 1)] <
                                picture[y * n + x]);
    return bits;
}

/* The difference of two pixels by disparity d; a pixel outside of the picture differs most. */
static int difference_of(const int *left, const int *right, int at, int n, int d, int by_census)
{
    if (at % n < d)
        return by_census ? 24 : 255;
    return by_census ? __builtin_popcount((unsigned)(left[at] ^ right[at - d]))
                     : abs(left[at] - right[at - d]);
}

static int best_disparity(const int *left, const int *right, int x, int y, int n, int by_census)
{
    int least = INT_MAX;
    int best = 0;

    for (int d = 0; d < STEREO_DISPARITIES; d++) {
        int sum = 0;

        for (int row = y - STEREO_WINDOW; row <= y + STEREO_WINDOW; row++)
            for (int column = x - STEREO_WINDOW; column <= x + STEREO_WINDOW; column++)
                if (row >= 0 && row < n && column >= 0 && column < n)
                    sum += difference_of(left, right, row * n + column, n, d, by_census);
        if (sum < least) {
            least = sum;
            best = d;
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"stereo_host", argc, argv};
    const int by_census = oracle_word(&oracle, 1, "what is compared", "census greys ") == 0;
    const int n = oracle_number(&oracle, 2, "n", 64, 16, STEREO_MOST);
    const unsigned seed = (unsigned)oracle_number(&oracle, 3, "seed", 1, 0, 0x7fffffff);
    const int noise = oracle_number(&oracle, 4, "noise", 0, 0, 255);
    const int gain = oracle_number(&oracle, 5, "gain", 0, 0, 200);
    const size_t pixels = (size_t)n * (size_t)n;
    int *memory = oracle_memory(&oracle, 5 * pixels, sizeof *memory);
    int *left = memory;
    int *right = left + pixels;
    int *disparity = right + pixels;
    int *census_left = disparity + pixels;
    int *census_right = census_left + pixels;
    int sure = 0;
    int hits = 0;

    for (int at = 0; at < n * n; at++) {
        left[at] = scene_left(at % n, at / n, seed);
        right[at] = scene_right(at % n, at / n, n, seed, noise, gain);
    }
    for (int at = 0; at < n * n; at++) {
        census_left[at] = census(left, at % n, at / n, n);
        census_right[at] = census(right, at % n, at / n, n);
    }
    for (int at = 0; at < n * n; at++) {
        disparity[at] = best_disparity(by_census ? census_left : left, by_census ? census_right : right,
                                       at % n, at / n, n, by_census);
        if (at % n >= STEREO_DISPARITIES) {
            sure++;
            hits += disparity[at] == scene_disparity(at % n, at / n, n);
        }
    }
    if (argc > 6)
        oracle_write(&oracle, argv[6], &(struct oracle_part){disparity, pixels}, 1);
    printf("%d x %d pixels: %d of %d disparities are right\n", n, n, hits, sure);
    free(memory);
    return 0;
}
