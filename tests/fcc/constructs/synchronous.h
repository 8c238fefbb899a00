/* synchronous.h - what the programs of random.awk are in Fork: every PP of one synchronous group computes its own value.
 *
 * What the group's numbers must be is counted apart, without calls: KNOW, which all PPs of the group come to together, leaves
 * it in my_rank, my_size and known (shared); my_id and my_group are handed down from where `start`, `fork` or `join` set $ and @.
 * BEGIN_ROUNDS does the same for the rounds of a loop, of which each PP makes n, before it begins: more[k] have more than k.
 * STALE leaves other ranks behind than those of the group: a $$ that is not drawn anew is wrong.
 */
#include "check.h"

#define SYNC sync
#define ASYNC
#define STRAIGHT straight
#define STRAIGHT_POINTER(name) straight int (*name)(int)
#define SH_INT sh int
#define NUMBERS , int my_id, int my_group
#define THESE , my_id, my_group
#define COUNTED_PARAMETERS , int my_size, int my_id, int my_group
#define COUNTED , my_size, my_id, my_group
#define ASIDE_PARAMETERS , int my_rank, int my_size, int my_id, int my_group, int known
#define ASIDE , my_rank, my_size, my_id, my_group, known
#define BEGIN_GROUP      \
    sh int cell, known; \
    int my_rank, my_size; \
    KNOW;
#define BEGIN_FORK(number, dollar) \
    int my_group = number, my_id = dollar; \
    BEGIN_GROUP
#define BEGIN_FORK_RANKED(number) \
    int my_group = number, my_id; \
    BEGIN_GROUP                   \
    my_id = my_rank;
#define BEGIN_JOIN            \
    int my_group = 0, my_id; \
    BEGIN_GROUP              \
    my_id = my_rank;
#define BEGIN_ROUNDS(rounds)        \
    int n = rounds;                 \
    sh int more[4];                 \
    more[0] = more[1] = more[2] = more[3] = 0; \
    syncadd(&more[0], n > 0);       \
    syncadd(&more[1], n > 1);       \
    syncadd(&more[2], n > 2);
#define SIZE_NOW #
#define ROUND(round) (SIZE_NOW - more[round])
#define ROUND_CALL(round) rest_of(more[round])
#define KNOW (cell = 0, my_rank = mpadd(&cell, 1), my_size = cell, known = my_size)
#define STALE (drawn = stale(id))
#define RANK ($$ - my_rank)
#define SIZE (# - my_size)
#define ID ($ - my_id)
#define GROUP (@ - my_group)
#define SHARED_ZERO (# - known)
#define SHARED_SIZE with_shared(#, my_size)
#define ABOARD (($$ >= #) + ($ >= #) + @)
#define ADD_NOTHING(zero) mpadd(&nothing, zero)

sh int nothing;
int drawn;

#include "numbers.h"

sync int stale(unsigned id)
{
    int rank = 0;
    if (id & 1)
        rank = $$;
    else
        rank = $$ + #;
    return rank;
}

sync int rest_of(int expected)
{
    return # - expected;
}

sync int with_shared(sh int size, int expected)
{
    return size - expected;
}

sync int number_inside(int x NUMBERS)
{
    BEGIN_GROUP
    return x + RANK + SIZE * 3 + ID * 5 + GROUP * 7;
}

int number_aside(int x ASIDE_PARAMETERS)
{
    return x + RANK + SIZE * 3 + ID * 5 + GROUP * 7;
}

#define inside(x) number_inside(x THESE)
#define aside(x) number_aside(x ASIDE)
#define FORK(count, number, dollar) fork (count; @ = number; $ = dollar)
#define FORK_RANKED(count, number) fork (count; @ = number)
#define FARM farm
#define SEQ seq
#define JOIN(size, delay, stay) join (size; delay; stay)
#define JOIN_ELSE else
#define TOGETHER together(1)
#define MAIN(function)                                              \
    sh unsigned sum;                                                \
    int main(void)                                                  \
    {                                                               \
        int my_rank = __PROC_NR__, my_size = __STARTED_PROCS__;     \
        int my_id = my_rank, my_group = 0, known = my_size;         \
        unsigned value = world(__PROC_NR__ ASIDE);                  \
        start (__STARTED_PROCS__ + START_ZERO) {                    \
            BEGIN_GROUP                                             \
            value += function($, $ + 3, $ >> 1, 2 THESE);           \
            syncadd(&sum, value);                                   \
            together(2);                                            \
        }                                                           \
        value = world(__PROC_NR__ ASIDE);                           \
        mpadd(&sum, value);                                         \
        barrier;                                                    \
        if (__PROC_NR__ == 0)                                       \
            __sys1(5, sum);                                         \
        barrier;                                                    \
        if (__PROC_NR__ == 0)                                       \
            __sys1(2, ' ');                                         \
        report();                                                   \
        return 0;                                                   \
    }
