/* step.h - how the PRAM algorithms share n elements among the PPs of a group. Not for programs.
 *
 * Work that needs no lockstep is done in `farm`, a contiguous block of elements a PP:
 *
 *     int begin = pad_share_begin(me, block, n);
 *     int end = pad_share_begin(me + 1, block, n);
 *
 * Work in lockstep is a shared loop of n / p rounds, rounded up:
 *
 *     sh int base, nowhere;
 *     int me = $$;
 *     EACH(base, n) {
 *         int i = base + me;                   the PP's element; i >= n: it has none in the last round
 *         STORE_IF(i < n, b[i], f(a[i]));
 *     }
 *
 * A PP without an element does the same in the same cycles, but stores a 0 to `nowhere`. That variable is
 * shared so that all PPs of the group store to shared memory: the parallel engine then keeps the group in
 * lockstep.
 */
#ifndef FORK_PAD_STEP_H
#define FORK_PAD_STEP_H

#include <fork.h>
#include <pad.h>
#include <stdlib.h>

/* in the text of a macro with arguments, # is an operator of the preprocessor */
#define GROUP_SIZE #
#define EACH(base, n) for ((base) = 0; (base) < (n); (base) += GROUP_SIZE)

/* `nowhere` is a shared variable of the same type */
#define STORE_IF(condition, place, value) (*((condition) ? &(place) : &nowhere) = (condition) ? (value) : 0)

/* Where the share of PP number k begins if each PP has `block` of n elements; k + 1: where it ends. */
#define pad_share_begin(k, block, n) __min((k) * (block), (n))

/* The number of elements of each PP if `size` PPs share n: n / size, rounded up. */
#define pad_share(n, size) (((n) + (size)-1) / (size))

/* The algorithms free their own allocations, so leaks need no check (fork-rt/shalloc.s). */
sync void __fork_shallfree_known(void *block);
#define shallfree(block) __fork_shallfree_known(block)

#endif
