/* fork.h - macros for constructs, and hints to the simulator. The constructs themselves (start, farm, seq,
 * fork, join, barrier) are keywords of the language.
 */
#ifndef FORK_FORK_H
#define FORK_FORK_H

/* The PPs of a group share the rounds of a loop: PP $ takes lo + $, lo + $ + step, ... Fig. 4 of the paper
 * writes `farm forall (i, 1, N - 1, #)`. It expands to the head of a `for`: i, hi and step are evaluated
 * once per round. */
#define forall(i, lo, hi, step) for ((i) = $ + (lo); (i) < (hi); (i) += (step))

/* A fork that divides the group into n equal parts: `fork_evenly (n) S`. It evaluates n twice. */
#define fork_evenly(n) fork(n; @ = $$ % (n))

/* hints to the simulator (asm/tables/shint.def): one cycle without effect on the machine */
#define hint_yield() __shint(11) /* in loops that poll */

/* smaller and larger of two integers, the bits of a word: one machine instruction each */
#define imin(a, b) __min(a, b)
#define imax(a, b) __max(a, b)
#define highest_bit(n) __rm(n) /* its index, -1 for 0 */
#define count_bits(n) __popc(n)

/* ceil(log2(n)) for n >= 1: the rounds of a doubling loop */
#define ceil_log2(n) (__rm((n)-1) + 1)

#endif
