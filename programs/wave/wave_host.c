/* wave_host.c - the oracle of wave.fork.
 *
 * wave_host drop N STEPS COURANT OUTPUT: the last level, bit for bit as the program's.
 *
 * wave_host standing N STEPS COURANT FILE [k [l]]: how far FILE, an output of the program, is from the exact
 * solution of the scheme, cos(omega t) times the wave with which it began.
 */
#include "programs/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256 };

static void step(const float *before, const float *now, float *next, int n, float courant, float half)
{
    for (int row = 1; row <= n; row++)
        for (int column = 1; column <= n; column++) {
            const int at = row * (n + 2) + column;
            const float around =
                ((now[at - n - 2] + now[at + n + 2]) + (now[at - 1] + now[at + 1])) - 4.0f * now[at];

            next[at] = half * ((2.0f * now[at] - before[at]) + courant * around) + (1.0f - half) * now[at];
        }
}

static int drop(const struct oracle *oracle, int n, int steps, float courant)
{
    const size_t points = (size_t)(n + 2) * (size_t)(n + 2);
    float *memory = oracle_memory(oracle, 3 * points, sizeof *memory);
    float *before = memory;
    float *now = memory + points;
    float *next = now + points;
    const int third = n / 3;

    for (int row = third + 1; row <= n - third; row++)
        for (int column = third + 1; column <= n - third; column++)
            before[row * (n + 2) + column] = 20;
    step(before, before, now, n, courant, 0.5f);
    for (int i = 1; i < steps; i++) {
        float *swap = before;

        step(before, now, next, n, courant, 1.0f);
        before = now;
        now = next;
        next = swap;
    }
    oracle_write(oracle, oracle->words[5], &(struct oracle_part){now, points}, 1);
    free(memory);
    return 0;
}

static int standing(const struct oracle *oracle, int n, int steps, double courant, int k, int l)
{
    size_t count;
    uint32_t *words = oracle_read(oracle, oracle->words[5], &count);
    const double side = M_PI / (n + 1);
    const double omega = 2 * asin(sqrt(courant * (pow(sin(k * side / 2), 2) + pow(sin(l * side / 2), 2))));
    double largest = 0;

    if (count != (size_t)(n + 2) * (size_t)(n + 2)) {
        fprintf(stderr, "%s: %s: has another size\n", oracle->program, oracle->words[5]);
        free(words);
        return 1;
    }
    for (int row = 1; row <= n; row++)
        for (int column = 1; column <= n; column++) {
            float value;

            memcpy(&value, &words[row * (n + 2) + column], sizeof value);
            largest = fmax(largest,
                           fabs(value - cos(omega * steps) * sin(side * k * column) * sin(side * l * row)));
        }
    printf("largest error %.2g, %.3f periods\n", largest, omega * steps / (2 * M_PI));
    free(words);
    return 0;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"wave_host", argc, argv};
    const int mode = oracle_word(&oracle, 1, "mode", "drop standing ");
    const int n = oracle_number(&oracle, 2, "n", 64, 4, MOST - 1);
    const int steps = oracle_number(&oracle, 3, "steps", 100, 1, 1000000);
    const int courant = oracle_number(&oracle, 4, "courant", 400, 1, 1000);

    if (argc < 6) {
        fprintf(stderr, "usage: %s drop|standing N STEPS COURANT FILE [k [l]]\n", oracle.program);
        return 2;
    }
    if (mode == 0)
        return drop(&oracle, n, steps, (float)courant / 1000.0f);
    return standing(&oracle, n, steps, courant / 1000.0, oracle_number(&oracle, 6, "k", 1, 1, MOST),
                    oracle_number(&oracle, 7, "l", 1, 1, MOST));
}
