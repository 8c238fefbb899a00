/* choice.c - see choice.h. constant.def has the constants, invariant.def what holds between two parts. */
#include "choice.h"

#include <stddef.h>

void choice_start(struct choice *choice, uint64_t now, uint32_t pps, uint32_t random)
{
    const uint64_t move = MOVE_FIXED + (uint64_t)MOVE_PP * pps;
    *choice = (struct choice){.started = now, .decided = now, .move = move, .random = random};
    choice->cost = move;
    choice->pause = choice->shortest = FIRST_PART * move;
}

/* ---- a part */

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static uint64_t at_least(uint64_t value, uint64_t least)
{
    return value > least ? value : least;
}

/* The time until a trial is due. Stops of the other engine cost little, so there the time is divided into
 * parts, and a change is noticed: the parts soon after a decision are short. */
static uint64_t work_time(const struct choice *choice, uint64_t now)
{
    const uint64_t due = choice->decided + choice->pause;
    uint64_t time = due > now ? due - now : 0;
    if (choice->is_on_other) {
        const uint64_t most = at_least(PART_MOST, PART_MOVES * choice->move);
        time = at_most(at_most((now - choice->decided) / 2, time), most);
    }
    return at_least(time, PART_LEAST);
}

/* The time of a trial, `lasted` nanoseconds after the last decision, of the engine of trials or the first. */
static uint64_t trial_time(const struct choice *choice, bool is_back, uint64_t lasted)
{
    const uint64_t least = is_back ? at_least(BACK_LEAST, BACK_MOVES * choice->move)
                                   : at_least(TRIAL_LEAST, TRIAL_MOVES * choice->move);
    return at_least(least, at_most(lasted / TRIAL_PART, TRIAL_MOST));
}

/* For tests: of any order of magnitude. */
static uint64_t random_cycles(struct choice *choice)
{
    choice->random = choice->random * 1664525u + 1013904223u;
    choice->random += choice->random == 0;
    return 1 + (choice->random >> 8) % (1u << (choice->random >> 28) % 9);
}

/* The part, or what follows it, is work of this length. The first engine, of which parts are long, ends it
 * early if it becomes slower than what the other one has shown. */
static void bound_work(struct choice *choice, uint64_t now, uint64_t length)
{
    const uint64_t window = at_least(trial_time(choice, choice->is_on_other, 0) / 2, length / WINDOW_PART);
    struct choice_part *part = &choice->part;
    part->ends = now + length;
    part->window = at_most(window, length / 2);
    part->slowest = choice->is_on_other ? 0 : SPEED_CHANGES * choice->rival;
    part->patience = RETRY_PART * choice->cost;
}

/* A trial of the first engine is never ended early: it is slow at its start. */
static void bound_trial(struct choice *choice, uint64_t now)
{
    const uint64_t length = trial_time(choice, !choice->is_on_other, choice->lasted);
    struct choice_part *part = &choice->part;
    part->ends = now + length;
    part->window = part->patience = length / 2;
    part->slowest = choice->is_on_other ? TRIAL_SLOWEST * choice->recent : 0;
}

uint64_t choice_begin(struct choice *choice, const struct choice_moment *now)
{
    choice->part = (struct choice_part){.began = *now, .step = TICK_LEAST};
    if (choice->random != 0)
        return random_cycles(choice);
    if (choice->step == CHOICE_WORK)
        bound_work(choice, now->time, work_time(choice, now->time));
    else
        bound_trial(choice, now->time);
    return 0;
}

/* Whether the part ends now, because its time is over. On a fast first engine it continues. */
static bool is_over(struct choice *choice)
{
    struct choice_part *part = &choice->part;
    const uint64_t now = part->last.time;
    if (now < part->ends)
        return false;
    const uint64_t instructions = part->last.instructions - part->marked.instructions;
    const bool is_fast = (now - part->marked.time) * FAST_INSTRUCTIONS < 1000 * instructions;
    const bool is_first = choice->step == CHOICE_WORK && !choice->is_on_other;
    if (!is_fast || !is_first || now >= choice->decided + FAST_PART * choice->pause)
        return true;
    choice->was_fast = true;
    bound_work(choice, now, at_least(at_most(choice->pause / 2, PART_MOST), PART_LEAST));
    part->marked = (struct choice_moment){0};
    return false;
}

/* The instructions to the next reading, if the last ones took `passed` nanoseconds. */
static uint64_t next_step(const struct choice_part *part, uint64_t passed)
{
    const uint64_t wanted = part->window / TICK_LOOKS;
    if (passed < wanted / 2)
        return at_most(2 * part->step, TICK_MOST);
    return passed > wanted ? at_least(part->step / 2, TICK_LEAST) : part->step;
}

bool choice_look(struct choice *choice, const struct choice_moment *now)
{
    struct choice_part *part = &choice->part;
    const uint64_t spent = now->time - part->began.time;
    const uint64_t before = part->last.time != 0 ? part->last.time : part->began.time;
    part->last = *now;
    if (part->marked.time == 0 && now->time + part->window >= part->ends) {
        part->marked = *now;
        part->ends = now->time + part->window;
    }
    part->is_slow = part->slowest > 0 && spent >= part->patience &&
                    (double)spent > part->slowest * (double)(now->cycle - part->began.cycle + 1);
    part->is_over = part->is_slow || is_over(choice);
    part->step = next_step(part, now->time - before);
    return part->is_over;
}

/* ---- decisions */

/* Nanoseconds of a cycle at the end of the part, or of its `cycle` if it has no window. */
static double speed_of(const struct choice_part *part, double cycle)
{
    const uint64_t cycles = part->last.cycle - part->marked.cycle;
    return part->marked.time != 0 && cycles != 0
               ? (double)(part->last.time - part->marked.time) / (double)cycles
               : cycle;
}

/* Whether one speed is better than the other by a part. */
static bool is_faster(double one, double other, unsigned part)
{
    return one > 0 && one * (1 + 1.0 / part) < other;
}

/* Ends a trial: the next one comes after `pause` nanoseconds, within the bounds. The least is short: a trial
 * at the end of a phase of the program can be wrong for the next phase. */
static void decide(struct choice *choice, uint64_t now, uint64_t pause)
{
    const uint64_t usual = 2 * choice->move + trial_time(choice, choice->is_on_other, 0) / 2;
    choice->cost = at_least(choice->spent, usual);
    const uint64_t least = RETRY_PART * choice->cost, most = PAUSE_MOST * PAUSE_PART * choice->cost;
    choice->pause = at_most(at_least(pause, least), most);
    choice->shortest = at_most(choice->pause, PAUSE_PART * choice->cost);
    choice->decided = now;
    choice->step = CHOICE_WORK;
    choice->spent = 0;
    choice->first = 0;
}

/* At the end of a trial: returns whether the run goes back. */
static bool judge(struct choice *choice, const struct choice_moment *now)
{
    const double tried = speed_of(&choice->part, choice->cycle);
    const double meant = choice->recent * (double)(now->cycle - choice->part.began.cycle);
    const uint64_t took = now->time - choice->part.began.time;
    const bool stays = is_faster(tried, choice->recent, FASTER_PART);
    choice->spent += (double)took > meant ? took - (uint64_t)meant : 0;
    choice->spent += stays ? 0 : choice->move;
    choice->changes += stays;
    choice->rival = stays ? choice->recent : tried;
    choice->recent = stays ? tried : choice->recent;
    decide(choice, now->time, stays ? 0 : PAUSE_GROWS * choice->pause);
    choice->first = stays ? tried : 0;
    return !stays;
}

/* Returns whether a trial begins. */
static bool note_work(struct choice *choice, const struct choice_moment *now)
{
    const struct choice_part *part = &choice->part;
    choice->recent = speed_of(part, choice->cycle);
    choice->lasted = now->time - choice->decided;
    const double speed = choice->cycle, first = choice->first;
    const bool has_changed = first > 0 && (speed > first * SPEED_CHANGES || speed * SPEED_CHANGES < first);
    if (has_changed || is_faster(choice->rival, speed, SUSPECT_PART)) { /* the next trial must not wait */
        choice->pause = choice->shortest;
        choice->first = 0;
    }
    choice->first = choice->first > 0 ? choice->first : choice->cycle;
    if (!part->is_slow && (choice->lasted < choice->pause || !(part->is_over || choice->is_on_other)))
        return false;
    choice->step = CHOICE_TRIAL;
    choice->trials++;
    return true;
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

bool choice_note(struct choice *choice, const struct choice_moment *now)
{
    const struct choice_moment *began = &choice->part.began;
    if (choice->random != 0)
        return change_at_random(choice);
    if (now->cycle == began->cycle || now->time == began->time)
        return false;
    choice->cycle = (double)(now->time - began->time) / (double)(now->cycle - began->cycle);
    return choice->step == CHOICE_WORK ? note_work(choice, now) : judge(choice, now);
}

void choice_moved(struct choice *choice, uint64_t nanoseconds)
{
    choice->is_on_other = !choice->is_on_other;
    choice->move = choice->trials <= 1 ? nanoseconds : (3 * choice->move + nanoseconds) / 4;
    choice->cycle = 0;
    if (choice->step == CHOICE_TRIAL)
        choice->spent += nanoseconds;
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
