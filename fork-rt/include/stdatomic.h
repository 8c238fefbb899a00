/* stdatomic.h - atomic words. Asynchronous, except atomic_load.
 *
 * An atomic object is a struct of three words, so that `x++` and `x = 1`, which would not be atomic, are
 * errors: Fork has no _Atomic. Shared objects begin with sh, as other variables do. Additions of any number
 * of PPs take place in one cycle, by multiprefix; the other operations of an object take place one after the
 * other.
 */
#ifndef FORK_STDATOMIC_H
#define FORK_STDATOMIC_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int value;
    int next;
    int turn;
} atomic_int;
typedef struct {
    unsigned value;
    int next;
    int turn;
} atomic_uint;
typedef atomic_int atomic_char;
typedef atomic_int atomic_schar;
typedef atomic_int atomic_short;
typedef atomic_int atomic_long;
typedef atomic_int atomic_bool;
typedef atomic_int atomic_wchar_t;
typedef atomic_int atomic_intptr_t;
typedef atomic_int atomic_ptrdiff_t;
typedef atomic_int atomic_flag;
typedef atomic_uint atomic_uchar;
typedef atomic_uint atomic_ushort;
typedef atomic_uint atomic_ulong;
typedef atomic_uint atomic_size_t;
typedef atomic_uint atomic_uintptr_t;

#define ATOMIC_VAR_INIT(n)                                                                                   \
    {                                                                                                        \
        n                                                                                                    \
    }
#define ATOMIC_FLAG_INIT                                                                                     \
    {                                                                                                        \
        0                                                                                                    \
    }

/* PPs wait for their turns */
#define ATOMIC_BOOL_LOCK_FREE 0
#define ATOMIC_CHAR_LOCK_FREE 0
#define ATOMIC_SHORT_LOCK_FREE 0
#define ATOMIC_INT_LOCK_FREE 0
#define ATOMIC_LONG_LOCK_FREE 0
#define ATOMIC_LLONG_LOCK_FREE 0
#define ATOMIC_POINTER_LOCK_FREE 0

/* all operations are in the order of the cycles, whatever order is requested */
enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};
typedef enum memory_order memory_order;
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define kill_dependency(x) (x)
#define atomic_is_lock_free(object) ((void)(object), 0)

int __fork_atomic_add(void *object, int n);
int __fork_atomic_change(void *object, int kept, int changed);
int __fork_atomic_exchange_if(void *object, int expected, int desired);
int __fork_atomic_compare(void *object, void *expected, int desired);

/* the result has the type of the value, which is not read for that */
#define __ATOMIC_AS(object, result) (1 ? (result) : (object)->value)

/* before other PPs use the object */
#define atomic_init(object, n) ((void)((object)->value = (n)))

#define atomic_load(object) __ATOMIC_AS(object, mpadd((int *)&(object)->value, 0))
#define atomic_store(object, n) ((void)__fork_atomic_change(object, 0, (int)(n)))
#define atomic_exchange(object, n) __ATOMIC_AS(object, __fork_atomic_change(object, 0, (int)(n)))
#define atomic_fetch_add(object, n) __ATOMIC_AS(object, __fork_atomic_add(object, (int)(n)))
#define atomic_fetch_sub(object, n) __ATOMIC_AS(object, __fork_atomic_add(object, -(int)(n)))
#define atomic_fetch_xor(object, n) __ATOMIC_AS(object, __fork_atomic_change(object, -1, (int)(n)))
#define atomic_fetch_and(object, n) __ATOMIC_AS(object, __fork_atomic_change(object, (int)(n), 0))
int __fork_atomic_or(void *object, int n);
#define atomic_fetch_or(object, n) __ATOMIC_AS(object, __fork_atomic_or(object, (int)(n)))
/* 1: it was *expected and is desired now; 0: it is another value, which *expected gets */
#define atomic_compare_exchange_strong(object, expected, desired)                                            \
    __fork_atomic_compare(object, expected, (int)(desired))
#define atomic_compare_exchange_weak(object, expected, desired)                                              \
    __fork_atomic_compare(object, expected, (int)(desired))

#define atomic_flag_test_and_set(object) (__fork_atomic_change(object, 0, 1) != 0)
#define atomic_flag_clear(object) ((void)__fork_atomic_change(object, 0, 0))

#define atomic_load_explicit(object, order) ((void)(order), atomic_load(object))
#define atomic_store_explicit(object, n, order) ((void)(order), atomic_store(object, n))
#define atomic_exchange_explicit(object, n, order) ((void)(order), atomic_exchange(object, n))
#define atomic_fetch_add_explicit(object, n, order) ((void)(order), atomic_fetch_add(object, n))
#define atomic_fetch_sub_explicit(object, n, order) ((void)(order), atomic_fetch_sub(object, n))
#define atomic_fetch_xor_explicit(object, n, order) ((void)(order), atomic_fetch_xor(object, n))
#define atomic_fetch_and_explicit(object, n, order) ((void)(order), atomic_fetch_and(object, n))
#define atomic_fetch_or_explicit(object, n, order) ((void)(order), atomic_fetch_or(object, n))
#define atomic_compare_exchange_strong_explicit(object, expected, desired, success, failure)                 \
    ((void)(success), (void)(failure), atomic_compare_exchange_strong(object, expected, desired))
#define atomic_compare_exchange_weak_explicit(object, expected, desired, success, failure)                   \
    ((void)(success), (void)(failure), atomic_compare_exchange_weak(object, expected, desired))
#define atomic_flag_test_and_set_explicit(object, order) ((void)(order), atomic_flag_test_and_set(object))
#define atomic_flag_clear_explicit(object, order) ((void)(order), atomic_flag_clear(object))

#endif
