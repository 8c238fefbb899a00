/* choice.c - see choice.h. constant.def has the constants, invariant.def what holds between two parts. */
#include "choice.h"

#include <stddef.h>

/* What a trial costs, before one has been measured. */
static uint64_t cost_of(const struct choice *choice)
{
    return TRIAL_MOVES * choice->move;
}

void choice_start(struct choice *choice, uint64_t now, uint32_t pps, uint32_t random)
{
    const uint64_t move = MOVE_FIXED + (uint64_t)MOVE_PP * pps;
    *choice = (struct choice){.started = now, .decided = now, .move = move, .random = random};
    choice->pause = choice->shortest = FIRST_PART * cost_of(choice);
}

/* ---- bounds */

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static uint64_t at_least(uint64_t value, uint64_t least)
{
    return value > least ? value : least;
}

/* The time of the part before a trial. */
static uint64_t sample_time(const struct choice *choice)
{
    const uint64_t cycles = (uint64_t)(SAMPLE_CYCLES * choice->cycle);
    return at_least(at_least(SAMPLE_LEAST, choice->move), cycles);
}

/* The time until a trial is due, but not so long that a change of the program would go unnoticed. */
static uint64_t work_time(const struct choice *choice, uint64_t now)
{
    const uint64_t due = choice->decided + choice->pause, left = due > now ? due - now : 0;
    return at_most(at_least(left, sample_time(choice)), at_least(PART_MOST, PART_MOVES * choice->move));
}

/* The clock is not read in each cycle, so cycles bound the part, too. */
static struct choice_bounds in_time(const struct choice *choice, uint64_t nanoseconds, unsigned times)
{
    const double cycles = choice->cycle > 0 ? (double)nanoseconds * times / choice->cycle : 0;
    return (struct choice_bounds){.cycles = cycles < 1e15 ? (uint64_t)cycles : 0, .nanoseconds = nanoseconds};
}

/* For tests: of any order of magnitude. */
static uint64_t random_cycles(struct choice *choice)
{
    choice->random = choice->random * 1664525u + 1013904223u;
    choice->random += choice->random == 0;
    return 1 + (choice->random >> 8) % (1u << (choice->random >> 28) % 9);
}

struct choice_bounds choice_next(struct choice *choice, uint64_t now)
{
    const uint64_t sample = choice->before.nanoseconds;
    if (choice->random != 0)
        return (struct choice_bounds){.cycles = random_cycles(choice)};
    switch (choice->step) {
    case CHOICE_BEFORE:
        return in_time(choice, sample_time(choice), 1);
    case CHOICE_WARM:
        return (struct choice_bounds){.cycles = at_least(choice->before.cycles / WARM_PART, 1),
                                      .nanoseconds = sample / WARM_PART};
    case CHOICE_TRIAL:
        return (struct choice_bounds){.cycles = choice->before.cycles, .nanoseconds = TRIAL_MOST * sample};
    default:
        return in_time(choice, work_time(choice, now), WORK_CYCLES);
    }
}

/* ---- decisions */

static double speed_of(const struct choice_part *part)
{
    return (double)part->nanoseconds / (double)part->instructions;
}

/* The speed differs from that since the last decision so much that the program must have changed. */
static bool has_changed(const struct choice *choice, double speed)
{
    return choice->speed > 0 &&
           (speed > choice->speed * SPEED_CHANGES || speed * SPEED_CHANGES < choice->speed);
}

/* Ends a trial, or what was to become one. */
static void decide(struct choice *choice, uint64_t now, uint64_t pause)
{
    const uint64_t least = PAUSE_PART * (choice->spent != 0 ? choice->spent : cost_of(choice));
    const uint64_t most = PAUSE_MOST * least;
    choice->shortest = least;
    choice->pause = at_most(at_least(pause, least), most);
    choice->decided = now;
    choice->step = CHOICE_WORK;
    choice->spent = 0;
    choice->speed = 0;
}

/* Returns whether the run goes back. */
static bool judge(struct choice *choice, const struct choice_part *part)
{
    const double before = speed_of(&choice->before), now = speed_of(part);
    const bool is_lost = part->lost > LOST_TIME * choice->before.nanoseconds;
    const bool is_faster = !is_lost && now * (1 + 1.0 / FASTER_PART) < before;
    const double meant = before * (double)part->instructions;
    choice->spent += (double)part->nanoseconds > meant ? part->nanoseconds - (uint64_t)meant : 0;
    choice->changes += is_faster;
    if (!is_faster)
        choice->spent += choice->move; /* back */
    decide(choice, part->now, is_faster ? 0 : PAUSE_GROWS * choice->pause);
    return !is_faster;
}

static void note_work(struct choice *choice, const struct choice_part *part)
{
    const double speed = speed_of(part);
    if (has_changed(choice, speed)) {
        choice->pause = choice->shortest;
        choice->speed = 0;
    }
    if (choice->speed <= 0)
        choice->speed = speed;
    if (part->now - choice->decided >= choice->pause && (part->diverged || choice->is_on_other))
        choice->step = CHOICE_BEFORE;
}

/* For tests. */
static bool change_at_random(struct choice *choice)
{
    if (choice->changes == RANDOM_CHANGES)
        return false;
    choice->changes++;
    choice->trials++;
    return true;
}

bool choice_note(struct choice *choice, const struct choice_part *part)
{
    if (choice->random != 0)
        return change_at_random(choice);
    if (part->cycles == 0 || part->instructions == 0)
        return false;
    choice->cycle = (double)part->nanoseconds / (double)part->cycles;
    switch (choice->step) {
    case CHOICE_BEFORE:
        if (part->lost > LOST_TIME * sample_time(choice) || !(part->diverged || choice->is_on_other)) {
            choice->step = CHOICE_WORK;
            return false;
        }
        choice->before = *part;
        choice->step = CHOICE_WARM;
        choice->trials++;
        return true;
    case CHOICE_WARM:
        choice->step = CHOICE_TRIAL;
        return false;
    case CHOICE_TRIAL:
        return judge(choice, part);
    default:
        note_work(choice, part);
        return false;
    }
}

void choice_moved(struct choice *choice, uint64_t nanoseconds)
{
    choice->is_on_other = !choice->is_on_other;
    choice->move = choice->trials <= 1 ? nanoseconds : (3 * choice->move + nanoseconds) / 4;
    if (choice->step == CHOICE_WARM)
        choice->spent += nanoseconds;
}

bool choice_drop(struct choice *choice, uint64_t now)
{
    if (choice->step != CHOICE_WORK)
        decide(choice, now, choice->pause);
    return choice->is_on_other;
}

/* ---- invariants */

const char *choice_broken(const struct choice *choice)
{
#define INVARIANT(name, condition, text)                                                                     \
    if (!(condition))                                                                                        \
        return text;
#include "invariant.def"
    return NULL;
}
