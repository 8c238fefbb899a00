/* energy_cost_host.c - makes plans for energy_cost.fork, and is its oracle.
 *
 * energy_cost_host make FILE SEED TASKS PES STRETCH PRICES POWER: a random graph of tasks, scheduled by a
 * list at full speed; the deadline is STRETCH percent later; PRICES flat, increasing or alternating; POWER is
 * the static share in percent, or -1: the square of the frequency.
 *
 * energy_cost_host follow FILE [budgets [output]]: what the program computes.
 *
 * energy_cost_host least FILE: what the cheapest frequencies of all cost, by looking at all states; for tiny
 * plans.
 *
 * energy_cost_host prove FILE BUDGETS OUTPUT: whether the frequencies in OUTPUT do all tasks in time and in
 * order, and what they cost.
 */
#include "programs/energy_cost/plan.h"
#include "programs/mix.h"
#include "programs/oracle.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAKE, FOLLOW, LEAST, PROVE };
enum { FLAT, INCREASING, ALTERNATING };
enum { MOST_STATES = 1 << 22, MOST_BUDGETS = 16384 };

/* ---- going through the slots */

struct state {
    int left[PLAN_TASKS], at[PLAN_PES], done[PLAN_PES];
};

static void begin(const int *plan, struct state *state)
{
    memcpy(state->left, plan + PLAN_WORK, sizeof state->left);
    for (int pe = 0; pe < PLAN_PES; pe++) {
        state->at[pe] = plan[PLAN_QUEUE + pe];
        state->done[pe] = 0;
    }
}

static bool is_ready(const int *plan, const struct state *state, int task, int pe)
{
    for (int k = plan[PLAN_FIRST + task]; k < plan[PLAN_FIRST + task + 1]; k++) {
        const int before = plan[PLAN_BEFORE + k];

        if (state->left[before] > 0 && plan[PLAN_PE + before] != pe)
            return false;
    }
    return true;
}

static int count_possible(const int *plan, const struct state *state, int pe)
{
    int units = 0;

    for (int k = state->at[pe]; k < plan[PLAN_QUEUE + pe + 1] && units < PLAN_LEVELS; k++) {
        const int task = plan[PLAN_ORDER + k];

        if (!is_ready(plan, state, task, pe))
            break;
        units += state->left[task];
    }
    return units < PLAN_LEVELS ? units : PLAN_LEVELS;
}

static void work(const int *plan, struct state *state, int pe, int units)
{
    state->done[pe] += units;
    while (units > 0) {
        const int task = plan[PLAN_ORDER + state->at[pe]];
        const int now = units < state->left[task] ? units : state->left[task];

        state->left[task] -= now;
        units -= now;
        state->at[pe] += state->left[task] == 0;
    }
}

static bool has_ended(const int *plan, const struct state *state)
{
    for (int pe = 0; pe < plan[PLAN_HEAD_PES]; pe++)
        if (state->at[pe] < plan[PLAN_QUEUE + pe + 1])
            return false;
    return true;
}

/* ---- making a plan */

static int drawn(unsigned seed, unsigned i, int least, int most)
{
    return least + (int)(mix2(seed, i) % (unsigned)(most - least + 1));
}

/* Tasks of 4 to 24 units; each comes after one to three of the ten before it, with some exceptions. */
static void draw_tasks(int *plan, unsigned seed, int tasks)
{
    int edges = 0;

    plan[PLAN_HEAD_TASKS] = tasks;
    for (int task = 0; task < tasks; task++) {
        const int before = task == 0 || drawn(seed, 1000 + (unsigned)task, 0, 7) == 0
                               ? 0
                               : drawn(seed, 2000 + (unsigned)task, 1, 3);

        plan[PLAN_WORK + task] = drawn(seed, (unsigned)task, 4, 24);
        plan[PLAN_FIRST + task] = edges;
        for (int k = 0; k < before; k++)
            plan[PLAN_BEFORE + edges++] =
                drawn(seed, 3000 + (unsigned)(4 * task + k), task < 10 ? 0 : task - 10, task - 1);
    }
    plan[PLAN_FIRST + tasks] = edges;
}

/* Units from the beginning of a task to the end of all tasks that wait for it. */
static void find_tails(const int *plan, int *tail)
{
    for (int task = plan[PLAN_HEAD_TASKS] - 1; task >= 0; task--) {
        tail[task] += plan[PLAN_WORK + task];
        for (int k = plan[PLAN_FIRST + task]; k < plan[PLAN_FIRST + task + 1]; k++)
            if (tail[plan[PLAN_BEFORE + k]] < tail[task])
                tail[plan[PLAN_BEFORE + k]] = tail[task];
    }
}

/* When a task can begin, by when those before it end. */
static int earliest(const int *plan, const int *end, int task)
{
    int time = 0;

    for (int k = plan[PLAN_FIRST + task]; k < plan[PLAN_FIRST + task + 1]; k++)
        if (end[plan[PLAN_BEFORE + k]] > time)
            time = end[plan[PLAN_BEFORE + k]];
    return time;
}

/* List scheduling at full speed: the task with the longest tail whose predecessors have a place goes where it
 * begins first. */
static void schedule(int *plan, int pes)
{
    const int tasks = plan[PLAN_HEAD_TASKS];
    int tail[PLAN_TASKS] = {0};
    int end[PLAN_TASKS];
    int free_at[PLAN_PES] = {0};
    int queue[PLAN_PES][PLAN_TASKS];
    int length[PLAN_PES] = {0};
    bool has_place[PLAN_TASKS] = {false};

    plan[PLAN_HEAD_PES] = pes;
    find_tails(plan, tail);
    for (int placed = 0; placed < tasks; placed++) {
        int next = -1;
        int best = 0;

        for (int task = 0; task < tasks; task++) {
            bool can = !has_place[task];

            for (int k = plan[PLAN_FIRST + task]; k < plan[PLAN_FIRST + task + 1]; k++)
                can = can && has_place[plan[PLAN_BEFORE + k]];
            if (can && (next < 0 || tail[task] > tail[next]))
                next = task;
        }
        for (int pe = 1; pe < pes; pe++)
            if (free_at[pe] < free_at[best])
                best = pe;
        const int from = earliest(plan, end, next);
        end[next] = (from > free_at[best] ? from : free_at[best]) + plan[PLAN_WORK + next];
        free_at[best] = end[next];
        has_place[next] = true;
        plan[PLAN_PE + next] = best;
        queue[best][length[best]++] = next;
    }
    int at = 0;
    for (int pe = 0; pe < PLAN_PES; pe++) {
        plan[PLAN_QUEUE + pe] = at;
        for (int k = 0; k < length[pe]; k++)
            plan[PLAN_ORDER + at++] = queue[pe][k];
    }
    plan[PLAN_QUEUE + PLAN_PES] = at;
}

/* The same plan backwards. */
static void reverse(const int *plan, int *reversed)
{
    const int tasks = plan[PLAN_HEAD_TASKS];
    int edges = 0;

    memcpy(reversed, plan, PLAN_WORDS * sizeof *plan);
    for (int task = 0; task < tasks; task++) {
        reversed[PLAN_FIRST + task] = edges;
        for (int after = 0; after < tasks; after++)
            for (int k = plan[PLAN_FIRST + after]; k < plan[PLAN_FIRST + after + 1]; k++)
                if (plan[PLAN_BEFORE + k] == task)
                    reversed[PLAN_BEFORE + edges++] = after;
    }
    reversed[PLAN_FIRST + tasks] = edges;
    for (int pe = 0; pe < PLAN_PES; pe++)
        for (int k = plan[PLAN_QUEUE + pe]; k < plan[PLAN_QUEUE + pe + 1]; k++)
            reversed[PLAN_ORDER + k] =
                plan[PLAN_ORDER + plan[PLAN_QUEUE + pe] + plan[PLAN_QUEUE + pe + 1] - 1 - k];
}

/* Slots at full speed; done[slot * PLAN_PES + pe] becomes the units done before the slot if that is not NULL.
 * -1: more than there can be. */
static int count_slots(const int *plan, int *done)
{
    struct state state;

    begin(plan, &state);
    for (int slot = 0; slot <= PLAN_SLOTS; slot++) {
        int units[PLAN_PES];

        if (done != NULL && slot < PLAN_SLOTS)
            memcpy(done + (ptrdiff_t)slot * PLAN_PES, state.done, sizeof state.done);
        if (has_ended(plan, &state))
            return slot;
        for (int pe = 0; pe < plan[PLAN_HEAD_PES]; pe++)
            units[pe] = count_possible(plan, &state, pe);
        for (int pe = 0; pe < plan[PLAN_HEAD_PES]; pe++)
            work(plan, &state, pe, units[pe]);
    }
    return -1;
}

/* The work that must be done by the end of each slot: what a schedule from the end backwards does not leave
 * for later. */
static void find_must(int *plan, int slots)
{
    int reversed[PLAN_WORDS];
    int done[PLAN_SLOTS * PLAN_PES] = {0};
    const int needed = (reverse(plan, reversed), count_slots(reversed, done));

    for (int slot = 0; slot < slots; slot++)
        for (int pe = 0; pe < plan[PLAN_HEAD_PES]; pe++) {
            const int after = slots - 1 - slot;
            int all = 0;

            for (int k = plan[PLAN_QUEUE + pe]; k < plan[PLAN_QUEUE + pe + 1]; k++)
                all += plan[PLAN_WORK + plan[PLAN_ORDER + k]];
            plan[PLAN_MUST + slot * PLAN_PES + pe] = after >= needed ? 0 : all - done[after * PLAN_PES + pe];
        }
}

/* What all units cost at full speed as early as possible: each takes a quarter of a slot. */
static int full_cost(const int *plan)
{
    struct state state;
    int cost = 0;

    begin(plan, &state);
    for (int slot = 0; !has_ended(plan, &state); slot++) {
        int units[PLAN_PES];

        for (int pe = 0; pe < plan[PLAN_HEAD_PES]; pe++)
            units[pe] = count_possible(plan, &state, pe);
        for (int pe = 0; pe < plan[PLAN_HEAD_PES]; pe++) {
            cost += plan[PLAN_PRICE + slot] * units[pe] * (plan[PLAN_POWER + PLAN_LEVELS] / PLAN_LEVELS);
            work(plan, &state, pe, units[pe]);
        }
    }
    return cost;
}

static void set_prices(int *plan, int kind, int slots)
{
    int dearest = 0;

    for (int slot = 0; slot < slots; slot++) {
        const int price = kind == FLAT         ? 20
                          : kind == INCREASING ? 5 + 45 * slot / (slots > 1 ? slots - 1 : 1)
                                               : (slot / 4 % 2 == 0 ? 5 : 50);

        plan[PLAN_PRICE + slot] = price;
        dearest = price > dearest ? price : dearest;
    }
    plan[PLAN_HEAD_DEAREST] = dearest * plan[PLAN_POWER + PLAN_LEVELS] * plan[PLAN_HEAD_PES];
}

static int make(const struct oracle *oracle)
{
    int plan[PLAN_WORDS] = {PLAN_MAGIC};
    const unsigned seed = (unsigned)oracle_number(oracle, 3, "seed", 1, 0, INT_MAX);
    const int stretch = oracle_number(oracle, 6, "stretch", 0, 0, 1000);
    const int prices = oracle_word(oracle, 7, "prices", "flat increasing alternating ");
    const int share = oracle_number(oracle, 8, "power", -1, -1, 100);
    int full, slots;

    draw_tasks(plan, seed, oracle_number(oracle, 4, "tasks", 40, 1, PLAN_TASKS));
    schedule(plan, oracle_number(oracle, 5, "PEs", 6, 1, PLAN_PES));
    for (int level = 1; level <= PLAN_LEVELS; level++)
        plan[PLAN_POWER + level] =
            share < 0 ? 160 * level * level : (256 * share + 4 * (100 - share) * level * level * level) / 10;
    full = count_slots(plan, NULL);
    slots = full + (full * stretch + 99) / 100;
    if (full < 0 || slots > PLAN_SLOTS) {
        fprintf(stderr, "%s: more than %d slots\n", oracle->program, PLAN_SLOTS);
        return 1;
    }
    plan[PLAN_HEAD_SLOTS] = slots;
    find_must(plan, slots);
    set_prices(plan, prices, slots);
    plan[PLAN_HEAD_FULL] = full_cost(plan);
    oracle_write(oracle, oracle->words[2], &(struct oracle_part){plan, PLAN_WORDS}, 1);
    printf("%d tasks, %d slots at full speed, %d until the deadline\n", plan[PLAN_HEAD_TASKS], full, slots);
    return 0;
}

/* ---- reading a plan */

static bool are_within(const int *words, int count, int least, int most)
{
    for (int k = 0; k < count; k++)
        if (words[k] < least || words[k] > most)
            return false;
    return true;
}

static bool are_ascending(const int *words, int count)
{
    for (int k = 1; k < count; k++)
        if (words[k] < words[k - 1])
            return false;
    return true;
}

/* Whether each task has one place, with the PE that is said to do it, after all tasks that come before it. */
static bool is_ordered(const int *plan)
{
    const int tasks = plan[PLAN_HEAD_TASKS];
    bool has_place[PLAN_TASKS] = {false};

    for (int task = 0; task < tasks; task++)
        for (int k = plan[PLAN_FIRST + task]; k < plan[PLAN_FIRST + task + 1]; k++)
            if (plan[PLAN_BEFORE + k] < 0 || plan[PLAN_BEFORE + k] >= task)
                return false;
    for (int pe = 0; pe < plan[PLAN_HEAD_PES]; pe++)
        for (int k = plan[PLAN_QUEUE + pe]; k < plan[PLAN_QUEUE + pe + 1]; k++) {
            const int task = plan[PLAN_ORDER + k];

            if (task < 0 || task >= tasks || has_place[task] || plan[PLAN_PE + task] != pe)
                return false;
            has_place[task] = true;
        }
    return plan[PLAN_QUEUE] == 0 && plan[PLAN_QUEUE + plan[PLAN_HEAD_PES]] == tasks;
}

static bool is_plan(const int *plan, size_t count)
{
    return count == PLAN_WORDS && plan[0] == PLAN_MAGIC &&
           are_within(&plan[PLAN_HEAD_TASKS], 1, 1, PLAN_TASKS) &&
           are_within(&plan[PLAN_HEAD_PES], 1, 1, PLAN_PES) &&
           are_within(&plan[PLAN_HEAD_SLOTS], 1, 1, PLAN_SLOTS) &&
           are_within(&plan[PLAN_HEAD_DEAREST], 2, 0, INT_MAX) &&
           are_within(&plan[PLAN_POWER], PLAN_LEVELS + 1, 0, 2560) &&
           are_ascending(&plan[PLAN_POWER], PLAN_LEVELS + 1) &&
           are_within(&plan[PLAN_PRICE], plan[PLAN_HEAD_SLOTS], 0, 50) &&
           are_within(&plan[PLAN_WORK], plan[PLAN_HEAD_TASKS], 1, 1000) &&
           are_within(&plan[PLAN_FIRST], plan[PLAN_HEAD_TASKS] + 1, 0, PLAN_EDGES) &&
           are_ascending(&plan[PLAN_FIRST], plan[PLAN_HEAD_TASKS] + 1) &&
           are_within(&plan[PLAN_QUEUE], PLAN_PES + 1, 0, plan[PLAN_HEAD_TASKS]) &&
           are_ascending(&plan[PLAN_QUEUE], PLAN_PES + 1) && is_ordered(plan);
}

/* ---- what the program does */

static int follow_budget(const int *plan, int budget, int *frequencies)
{
    const int pes = plan[PLAN_HEAD_PES];
    struct state state;
    int all = 0;

    begin(plan, &state);
    for (int slot = 0; slot < plan[PLAN_HEAD_SLOTS]; slot++) {
        const int price = plan[PLAN_PRICE + slot];
        int level[PLAN_PES];
        int possible[PLAN_PES];
        int spent = 0;

        for (int pe = 0; pe < pes; pe++) {
            const int must = plan[PLAN_MUST + slot * PLAN_PES + pe] - state.done[pe];

            possible[pe] = count_possible(plan, &state, pe);
            level[pe] = must < 0 ? 0 : must < possible[pe] ? must : possible[pe];
            spent += price * plan[PLAN_POWER + level[pe]];
        }
        for (;;) {
            int next = -1;

            for (int pe = 0; pe < pes; pe++)
                if (level[pe] < possible[pe] && (next < 0 || level[pe] < level[next]))
                    next = pe;
            if (next < 0)
                break;
            const int more = price * (plan[PLAN_POWER + level[next] + 1] - plan[PLAN_POWER + level[next]]);
            if (spent + more > budget)
                break;
            spent += more;
            level[next]++;
        }
        for (int pe = 0; pe < pes; pe++) {
            frequencies[slot * pes + pe] = level[pe];
            work(plan, &state, pe, level[pe]);
        }
        all += spent;
    }
    return all;
}

static int follow(const struct oracle *oracle, const int *plan)
{
    const int budgets = oracle_number(oracle, 3, "budgets", 1000, 1, MOST_BUDGETS);
    const int step = plan[PLAN_HEAD_DEAREST] / budgets;
    int *cost = oracle_memory(oracle, (size_t)budgets, sizeof *cost);
    int frequencies[PLAN_SLOTS * PLAN_PES];
    int chosen = 0;

    for (int k = 0; k < budgets; k++) {
        cost[k] = follow_budget(plan, step * (k + 1), frequencies);
        chosen = cost[k] < cost[chosen] ? k : chosen;
    }
    follow_budget(plan, step * (chosen + 1), frequencies);
    if (oracle->count > 4)
        oracle_write(
            oracle, oracle->words[4],
            (struct oracle_part[]){{cost, (size_t)budgets},
                                   {frequencies, (size_t)(plan[PLAN_HEAD_SLOTS] * plan[PLAN_HEAD_PES])}},
            2);
    printf("%d slots, %d budgets: budget %d is the best, cost %d, at full speed %d\n", plan[PLAN_HEAD_SLOTS],
           budgets, chosen + 1, cost[chosen], plan[PLAN_HEAD_FULL]);
    free(cost);
    return 0;
}

static int prove(const struct oracle *oracle, const int *plan)
{
    size_t count;
    const size_t budgets = (size_t)oracle_number(oracle, 3, "budgets", 1000, 1, MOST_BUDGETS);
    uint32_t *words = oracle_read(oracle, oracle->count > 4 ? oracle->words[4] : "", &count);
    const int pes = plan[PLAN_HEAD_PES];
    struct state state;
    int cost = 0;
    bool is_right = count == budgets + (size_t)(plan[PLAN_HEAD_SLOTS] * pes);

    begin(plan, &state);
    for (int slot = 0; is_right && slot < plan[PLAN_HEAD_SLOTS]; slot++) {
        const uint32_t *level = words + budgets + (size_t)(slot * pes);

        for (int pe = 0; pe < pes; pe++)
            is_right = is_right && (int)level[pe] >= 0 && (int)level[pe] <= count_possible(plan, &state, pe);
        for (int pe = 0; is_right && pe < pes; pe++) {
            cost += plan[PLAN_PRICE + slot] * plan[PLAN_POWER + level[pe]];
            work(plan, &state, pe, (int)level[pe]);
        }
    }
    is_right = is_right && has_ended(plan, &state);
    if (is_right)
        printf("all tasks end in time and in order, cost %d\n", cost);
    else
        printf("a task is too early, or too late\n");
    free(words);
    return is_right ? 0 : 1;
}

/* ---- the cheapest of all */

/* States are what each PE has done, numbered with the first PE's units as the lowest digit. */
struct search {
    const int *plan;
    int pes, units[PLAN_PES], place[PLAN_PES], states;
    int *now, *next; /* the least cost of each state; INT_MAX: not reached */
};

static bool prepare(struct search *search)
{
    search->states = 1;
    for (int pe = 0; pe < search->pes; pe++) {
        search->units[pe] = 0;
        for (int k = search->plan[PLAN_QUEUE + pe]; k < search->plan[PLAN_QUEUE + pe + 1]; k++)
            search->units[pe] += search->plan[PLAN_WORK + search->plan[PLAN_ORDER + k]];
        search->place[pe] = search->states;
        if (search->states > MOST_STATES / (search->units[pe] + 1))
            return false;
        search->states *= search->units[pe] + 1;
    }
    return true;
}

/* From one state at one slot to all that can follow. */
static void go_on(struct search *search, int number, int price)
{
    struct state state;
    int possible[PLAN_PES];
    int level[PLAN_PES] = {0};
    int pe;

    begin(search->plan, &state);
    for (pe = 0; pe < search->pes; pe++)
        work(search->plan, &state, pe, number / search->place[pe] % (search->units[pe] + 1));
    for (pe = 0; pe < search->pes; pe++)
        possible[pe] = count_possible(search->plan, &state, pe);
    do {
        int cost = search->now[number];
        int to = number;

        for (pe = 0; pe < search->pes; pe++) {
            cost += price * search->plan[PLAN_POWER + level[pe]];
            to += level[pe] * search->place[pe];
        }
        if (cost < search->next[to])
            search->next[to] = cost;
        for (pe = 0; pe < search->pes && level[pe] == possible[pe]; pe++)
            level[pe] = 0;
        if (pe < search->pes)
            level[pe]++;
    } while (pe < search->pes);
}

static int least(const struct oracle *oracle, const int *plan)
{
    struct search search = {.plan = plan, .pes = plan[PLAN_HEAD_PES]};

    if (!prepare(&search)) {
        fprintf(stderr, "%s: the plan has more than %d states\n", oracle->program, MOST_STATES);
        return 1;
    }
    search.now = oracle_memory(oracle, (size_t)search.states, sizeof *search.now);
    search.next = oracle_memory(oracle, (size_t)search.states, sizeof *search.next);
    for (int k = 0; k < search.states; k++)
        search.now[k] = k == 0 ? 0 : INT_MAX;
    for (int slot = 0; slot < plan[PLAN_HEAD_SLOTS]; slot++) {
        int *swap = search.now;

        for (int k = 0; k < search.states; k++)
            search.next[k] = INT_MAX;
        for (int k = 0; k < search.states; k++)
            if (search.now[k] != INT_MAX)
                go_on(&search, k, plan[PLAN_PRICE + slot]);
        search.now = search.next;
        search.next = swap;
    }
    printf("the least cost is %d, at full speed %d\n", search.now[search.states - 1], plan[PLAN_HEAD_FULL]);
    free(search.now);
    free(search.next);
    return 0;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"energy_cost_host", argc, argv};
    const int what = oracle_word(&oracle, 1, "what", "make follow least prove ");
    size_t count;
    uint32_t *words;
    int status = 1;

    if (argc < 3) {
        fprintf(stderr, "usage: %s make|follow|least|prove FILE ...\n", oracle.program);
        return 2;
    }
    if (what == MAKE)
        return make(&oracle);
    words = oracle_read(&oracle, argv[2], &count);
    if (!is_plan((const int *)words, count))
        fprintf(stderr, "%s: %s: that is no plan\n", oracle.program, argv[2]);
    else if (what == FOLLOW)
        status = follow(&oracle, (const int *)words);
    else
        status = what == LEAST ? least(&oracle, (const int *)words) : prove(&oracle, (const int *)words);
    free(words);
    return status;
}
