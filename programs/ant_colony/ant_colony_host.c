/* ant_colony_host.c - the oracle of ant_colony.fork, and what there is to compare with.
 *
 * ant_colony_host ants [n [seed [tightness [range [ants [rounds [output]]]]]]]: what the program prints but
 * for the cycles, and its output.
 *
 * ant_colony_host least [n [seed [tightness [range]]]]: the optimum, by dynamic programming over all sets of
 * jobs; up to 22 jobs.
 *
 * ant_colony_host rules ...: by due dates, by times over weights, and by urgency.
 */
#include "programs/ant_colony/jobs.h"
#include "programs/oracle.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANTS, LEAST, RULES, MOST_ANTS = 4096, MOST_ROUNDS = 10000, MOST_EXACT = 22 };

struct jobs {
    int n, all;
    int time[JOBS_MOST], weight[JOBS_MOST], due[JOBS_MOST];
};

static int late(const struct jobs *jobs, int job, int end)
{
    return end > jobs->due[job] ? jobs->weight[job] * (end - jobs->due[job]) : 0;
}

/* ---- ants */

static int worth_of(const struct jobs *jobs, const int *trail, int place, int job, int now)
{
    return trail[place * jobs->n + job] *
           jobs_urgency(jobs->time[job], jobs->weight[job], jobs->due[job], now);
}

static int build(const struct jobs *jobs, const int *trail, int *to, unsigned key)
{
    int left[JOBS_MOST];
    int now = 0;
    int all = 0;

    for (int k = 0; k < jobs->n; k++)
        left[k] = k;
    for (int place = 0; place < jobs->n; place++) {
        const unsigned drawn = mix2(key, (unsigned)place);
        const int count = jobs->n - place;
        int sum = 0;
        int most = -1;
        int chosen = 0;

        for (int k = 0; k < count; k++) {
            const int worth = worth_of(jobs, trail, place, left[k], now);

            sum += worth;
            if (worth > most) {
                most = worth;
                chosen = k;
            }
        }
        if (drawn % 100 >= JOBS_GREEDY && sum > 0) {
            int rest = (int)(drawn / 128 % (unsigned)sum);

            for (chosen = 0; chosen < count - 1; chosen++) {
                rest -= worth_of(jobs, trail, place, left[chosen], now);
                if (rest < 0)
                    break;
            }
        }
        to[place] = left[chosen];
        left[chosen] = left[count - 1];
        now += jobs->time[to[place]];
        all += late(jobs, to[place], now);
    }
    return all;
}

static int improve(const struct jobs *jobs, int *to, int all)
{
    bool changes = true;

    while (changes) {
        int now = 0;

        changes = false;
        for (int place = 0; place + 1 < jobs->n; place++) {
            const int a = to[place];
            const int b = to[place + 1];
            const int end = now + jobs->time[a] + jobs->time[b];
            const int before = late(jobs, a, now + jobs->time[a]) + late(jobs, b, end);
            const int after = late(jobs, b, now + jobs->time[b]) + late(jobs, a, end);

            if (after < before) {
                to[place] = b;
                to[place + 1] = a;
                all += after - before;
                changes = true;
            }
            now += jobs->time[to[place]];
        }
    }
    return all;
}

static void run_ants(const struct oracle *oracle, const struct jobs *jobs, unsigned seed)
{
    const int n = jobs->n;
    const int ants = oracle_number(oracle, 6, "ants", 64, 1, MOST_ANTS);
    const int rounds = oracle_number(oracle, 7, "rounds", 50, 1, MOST_ROUNDS);
    int *trail = oracle_memory(oracle, (size_t)(n * n) + MOST_ROUNDS, sizeof *trail);
    int *history = trail + (ptrdiff_t)n * n;
    int order[JOBS_MOST];
    int best[JOBS_MOST] = {0};
    int least = INT_MAX;

    for (int k = 0; k < n * n; k++)
        trail[k] = JOBS_TRAIL;
    for (int round = 0; round < rounds; round++) {
        for (int ant = 0; ant < ants; ant++) {
            const unsigned key = mix2(seed ^ 0xa47, (unsigned)(round * MOST_ANTS + ant));
            const int built = build(jobs, trail, order, key);
            const int all = improve(jobs, order, built);

            if (all < least) {
                least = all;
                memcpy(best, order, sizeof best);
            }
        }
        history[round] = least;
        for (int k = 0; k < n * n; k++)
            trail[k] -= trail[k] / 16;
        for (int place = 0; place < n; place++)
            trail[place * n + best[place]] += JOBS_TRAIL / 4;
    }
    if (oracle->count > 8)
        oracle_write(oracle, oracle->words[8],
                     (struct oracle_part[]){{best, (size_t)n}, {history, (size_t)rounds}}, 2);
    printf("%d jobs, %d ants, %d rounds: weighted tardiness %d, of the first round %d\n", n, ants, rounds,
           least, history[0]);
    free(trail);
}

/* ---- what to compare with */

/* The least tardiness of all orders in which a set of jobs comes first, for all sets. */
static int optimum(const struct oracle *oracle, const struct jobs *jobs)
{
    const uint32_t sets = (uint32_t)1 << jobs->n;
    int *least = oracle_memory(oracle, sets, sizeof *least);

    for (uint32_t set = 1; set < sets; set++) {
        int end = 0;

        least[set] = INT_MAX;
        for (int job = 0; job < jobs->n; job++)
            end += (set >> job & 1) != 0 ? jobs->time[job] : 0;
        for (int job = 0; job < jobs->n; job++)
            if ((set >> job & 1) != 0) {
                const int all = least[set ^ ((uint32_t)1 << job)] + late(jobs, job, end);

                least[set] = all < least[set] ? all : least[set];
            }
    }
    const int found = least[sets - 1];
    free(least);
    return found;
}

/* The tardiness of the order that a rule gives: 0 due dates, 1 times over weights, 2 the most urgent at each
 * moment. */
static int by_rule(const struct jobs *jobs, int rule)
{
    bool is_done[JOBS_MOST] = {false};
    int now = 0;
    int all = 0;

    for (int place = 0; place < jobs->n; place++) {
        int best = 0;
        double least = 0;
        bool is_first = true;

        for (int job = 0; job < jobs->n; job++) {
            const double key = rule == 0 ? jobs->due[job]
                               : rule == 1
                                   ? (double)jobs->time[job] / jobs->weight[job]
                                   : -jobs_urgency(jobs->time[job], jobs->weight[job], jobs->due[job], now);

            if (!is_done[job] && (is_first || key < least)) {
                is_first = false;
                best = job;
                least = key;
            }
        }
        is_done[best] = true;
        now += jobs->time[best];
        all += late(jobs, best, now);
    }
    return all;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"ant_colony_host", argc, argv};
    const int what = oracle_word(&oracle, 1, "what", "ants least rules ");
    const unsigned seed = (unsigned)oracle_number(&oracle, 3, "seed", 1, 0, 0x7fffffff);
    const int tightness = oracle_number(&oracle, 4, "tightness", 60, 0, 100);
    const int range = oracle_number(&oracle, 5, "range", 40, 0, 100);
    struct jobs jobs = {.n = oracle_number(&oracle, 2, "n", 40, 2, what == LEAST ? MOST_EXACT : JOBS_MOST)};

    for (int job = 0; job < jobs.n; job++) {
        jobs.time[job] = jobs_time(seed, job);
        jobs.weight[job] = jobs_weight(seed, job);
        jobs.all += jobs.time[job];
    }
    for (int job = 0; job < jobs.n; job++)
        jobs.due[job] = jobs_due(seed, job, jobs.all, tightness, range);
    if (what == ANTS)
        run_ants(&oracle, &jobs, seed);
    else if (what == LEAST)
        printf("the least weighted tardiness is %d\n", optimum(&oracle, &jobs));
    else
        printf("by due dates %d, by times over weights %d, by urgency %d\n", by_rule(&jobs, 0),
               by_rule(&jobs, 1), by_rule(&jobs, 2));
    return 0;
}
