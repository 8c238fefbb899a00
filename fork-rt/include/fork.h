/* fork.h - what Fork programs include beside the functions they call: macros for the language's constructs,
 * and the hints to the simulator. The constructs themselves (start, farm, seq, fork, join, barrier) are words
 * of the language.
 */
#ifndef FORK_FORK_H
#define FORK_FORK_H

/* The PPs of a group share the rounds of a loop: PP $ takes lo + $, lo + $ + step, ... Fig. 4 of the paper
 * writes `farm forall (i, 1, N - 1, #)`. It is the beginning of a `for`: i, hi and step are evaluated once a
 * round. */
#define forall(i, lo, hi, step) for ((i) = $ + (lo); (i) < (hi); (i) += (step))

/* Of a fork that divides the group in n equal parts: `fork_evenly (n) S`. It evaluates n twice. */
#define fork_evenly(n) fork(n; @ = $$ % (n))

/* hints (asm/tables/shint.def): one cycle that changes nothing; the simulator looks at them */
#define hint_yield() __shint(11) /* in loops that wait for others: a good place to look around */

/* smaller and larger of two integers, the bits of a word: one machine instruction each */
#define imin(a, b) __min(a, b)
#define imax(a, b) __max(a, b)
#define highest_bit(n) __rm(n) /* its index, -1 for 0 */
#define count_bits(n) __popc(n)

/* ceil(log2(n)) for n >= 1: the rounds of a doubling loop */
#define ceil_log2(n) (__rm((n)-1) + 1)

#endif
