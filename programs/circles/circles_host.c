/* circles_host.c - the oracle of circles.fork.
 *
 * circles_host find [n [circles [seed [noise [output]]]]]: what the program prints except for cycles, and its
 * output.
 *
 * circles_host truth [n [circles [seed]]]: the centres as they were drawn, with their radii.
 */
#include "programs/circles/picture.h"
#include "programs/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The change of grey at a pixel to the right and downwards, by Sobel's weights. */
static void gradient_at(const int *at, int n, int *gx, int *gy)
{
    *gx = at[1 - n] + 2 * at[1] + at[1 + n] - at[-1 - n] - 2 * at[-1] - at[n - 1];
    *gy = at[n - 1] + 2 * at[n] + at[n + 1] - at[-n - 1] - 2 * at[-n] - at[1 - n];
}

static void vote(const int *picture, int *votes, int x, int y, int n)
{
    int gx, gy;

    gradient_at(picture + (ptrdiff_t)y * n + x, n, &gx, &gy);
    if (gx * gx + gy * gy < PICTURE_EDGE * PICTURE_EDGE)
        return;
    const float length = sqrtf((float)(gx * gx + gy * gy));
    const float ux = (float)gx / length;
    const float uy = (float)gy / length;
    for (int r = -PICTURE_MOST_RADIUS; r <= PICTURE_MOST_RADIUS; r++) {
        const int cx = (int)((float)x + (float)r * ux + 0.5f);
        const int cy = (int)((float)y + (float)r * uy + 0.5f);

        if (abs(r) >= PICTURE_LEAST_RADIUS && cx >= 0 && cx < n && cy >= 0 && cy < n)
            votes[cy * n + cx]++;
    }
}

/* The place with most votes in its 3 x 3 neighbourhood; clears the votes near it. */
static void find_centre(int *votes, int n)
{
    int best = 0;
    int place = 0;

    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
            int sum = 0;

            for (int k = 0; k < 9; k++)
                sum += votes[(y + k / 3 - 1) * n + x + k % 3 - 1];
            if (sum > best) {
                best = sum;
                place = y * n + x;
            }
        }
    printf("centre %d %d: %d votes\n", place % n, place / n, best);
    for (int at = 0; at < n * n; at++)
        if (abs(at % n - place % n) <= PICTURE_LEAST_RADIUS &&
            abs(at / n - place / n) <= PICTURE_LEAST_RADIUS)
            votes[at] = 0;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"circles_host", argc, argv};
    const int what = oracle_word(&oracle, 1, "what", "find truth ");
    const int n = oracle_number(&oracle, 2, "n", 128, 16, PICTURE_MOST);
    const int circles = oracle_number(&oracle, 3, "circles", 5, 1, 100);
    const unsigned seed = (unsigned)oracle_number(&oracle, 4, "seed", 1, 0, 0x7fffffff);
    const int noise = oracle_number(&oracle, 5, "noise", 0, 0, 100);
    const size_t pixels = (size_t)n * (size_t)n;

    if (what == 1) {
        for (int k = 0; k < circles; k++)
            printf("centre %d %d: radius %d\n", picture_drawn(seed, k, 0, n), picture_drawn(seed, k, 1, n),
                   picture_drawn(seed, k, 2, n));
        return 0;
    }
    int *picture = oracle_memory(&oracle, 2 * pixels, sizeof *picture);
    int *votes = picture + pixels;
    for (int at = 0; at < n * n; at++)
        picture[at] = picture_grey(at % n, at / n, n, circles, seed, noise);
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
            vote(picture, votes, x, y, n);
    if (argc > 6)
        oracle_write(&oracle, argv[6], &(struct oracle_part){picture, 2 * pixels}, 1);
    for (int k = 0; k < circles; k++)
        find_centre(votes, n);
    printf("%d x %d pixels, %d circles\n", n, n, circles);
    free(picture);
    return 0;
}
