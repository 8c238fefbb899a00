/* plan.h - a plan: tasks, their PEs and order, slots, prices and power. A file has PLAN_WORDS words,
 * at fixed places, made by energy_cost_host and read by energy_cost.fork.
 *
 *   PLAN_HEAD_..   tasks, PEs, slots; maximum cost of a slot; cost of the plan at full speed
 *   PLAN_POWER     power at each frequency; 0 when the PE does nothing
 *   PLAN_PRICE     price of each slot
 *   PLAN_WORK      units of each task           PLAN_PE       its PE
 *   PLAN_FIRST     where its predecessors begin in PLAN_BEFORE, and the end
 *   PLAN_QUEUE     where a PE's tasks begin in PLAN_ORDER, and the end
 *   PLAN_MUST      by slot and PE: units that must be done at its end to meet the deadline
 */
#ifndef ENERGY_COST_PLAN_H
#define ENERGY_COST_PLAN_H

enum {
    PLAN_MAGIC = 0x504c414e,
    PLAN_LEVELS = 4,
    PLAN_TASKS = 64,
    PLAN_PES = 8,
    PLAN_SLOTS = 256,
    PLAN_EDGES = 512,
};
enum {
    PLAN_HEAD_TASKS = 1,
    PLAN_HEAD_PES,
    PLAN_HEAD_SLOTS,
    PLAN_HEAD_DEAREST,
    PLAN_HEAD_FULL,
    PLAN_POWER,
    PLAN_PRICE = PLAN_POWER + PLAN_LEVELS + 1,
    PLAN_WORK = PLAN_PRICE + PLAN_SLOTS,
    PLAN_PE = PLAN_WORK + PLAN_TASKS,
    PLAN_FIRST = PLAN_PE + PLAN_TASKS,
    PLAN_BEFORE = PLAN_FIRST + PLAN_TASKS + 1,
    PLAN_QUEUE = PLAN_BEFORE + PLAN_EDGES,
    PLAN_ORDER = PLAN_QUEUE + PLAN_PES + 1,
    PLAN_MUST = PLAN_ORDER + PLAN_TASKS,
    PLAN_WORDS = PLAN_MUST + PLAN_SLOTS * PLAN_PES,
};

#endif
