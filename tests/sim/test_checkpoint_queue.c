/* test_checkpoint_queue.c - pieces between a run and the thread that writes them: all come, whole and in
 * order, however little room there is; and no thread waits for one that has left.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>

#include "sim/checkpoint/queue.h"

enum { PIECE = 4096, PIECES = 3000, ENOUGH = 100 };

static size_t size_of(unsigned number)
{
    return 1 + number * 2654435761u % PIECE;
}

struct taker {
    struct queue *queue;
    unsigned until; /* pieces that it takes before it leaves */
    unsigned taken, wrong;
};

static void *take(void *context)
{
    struct taker *taker = context;
    unsigned char expected[PIECE];
    const unsigned char *piece;
    size_t size;
    while (taker->taken < taker->until && (piece = queue_take(taker->queue, &size)) != NULL) {
        memset(expected, (int)(taker->taken % 251), sizeof expected);
        taker->wrong += size != size_of(taker->taken) || memcmp(piece, expected, size) != 0;
        taker->taken++;
    }
    if (taker->taken == taker->until)
        queue_leave(taker->queue);
    return NULL;
}

/* Returns how many pieces could be put. */
static unsigned put_all(struct queue *queue)
{
    unsigned char *room = queue_put(queue, 0);
    unsigned put = 0;
    for (; put < PIECES && room != NULL; put++) {
        memset(room, (int)(put % 251), size_of(put));
        room = queue_put(queue, size_of(put));
    }
    queue_end(queue);
    return put;
}

static void with_room(size_t room, unsigned until, struct taker *taker, unsigned *put)
{
    pthread_t thread;
    *taker = (struct taker){.queue = queue_create(PIECE, room), .until = until};
    assert_non_null(taker->queue);
    assert_int_equal(pthread_create(&thread, NULL, take, taker), 0);
    *put = put_all(taker->queue);
    pthread_join(thread, NULL);
}

static void all_pieces_come_in_order(void **state)
{
    static const size_t rooms[] = {0, 10 * PIECE, (size_t)2 * PIECES * PIECE};
    (void)state;
    for (unsigned k = 0; k < sizeof rooms / sizeof rooms[0]; k++) {
        struct taker taker;
        unsigned put;
        with_room(rooms[k], UINT32_MAX, &taker, &put);
        assert_int_equal(put, PIECES);
        assert_int_equal(taker.taken, PIECES);
        assert_int_equal(taker.wrong, 0);
        assert_false(queue_is_left(taker.queue));
        queue_destroy(taker.queue);
    }
}

static void who_has_left_is_not_waited_for(void **state)
{
    (void)state;
    struct taker taker;
    unsigned put;
    size_t size;
    with_room(0, ENOUGH, &taker, &put);
    assert_true(put >= ENOUGH && put < PIECES);
    assert_int_equal(taker.wrong, 0);
    assert_true(queue_is_left(taker.queue));
    assert_null(queue_take(taker.queue, &size));
    assert_null(queue_put(taker.queue, 0));
    queue_destroy(taker.queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pieces_come_in_order),
        cmocka_unit_test(who_has_left_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
