/* test_room.c - whether a core is free follows from the threads that want to run; if they are unknown, it is.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/team/room.h"

enum { MOST = 64, LOOKS = 2000 };

static atomic_bool stop;

static void *want_a_core(void *context)
{
    (void)context;
    while (!atomic_load(&stop))
        continue;
    return NULL;
}

/* Tests until there is none, or a second is over: a new thread may not want to run yet. */
static bool comes_to_have_none(const struct room *room)
{
    for (unsigned look = 0; look < LOOKS; look++) {
        if (!room_has(room, 1))
            return true;
        usleep(500);
    }
    return false;
}

static void threads_that_want_to_run_leave_no_room(void **state)
{
    (void)state;
    struct room room;
    pthread_t threads[MOST];
    room_open(&room);
    if (room.file < 0 || room.cores > MOST) {
        room_close(&room);
        skip();
    }
    for (unsigned i = 0; i < room.cores; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, want_a_core, NULL), 0);
    const bool none = comes_to_have_none(&room);
    atomic_store(&stop, true);
    for (unsigned i = 0; i < room.cores; i++)
        pthread_join(threads[i], NULL);
    room_close(&room);
    assert_true(none);
}

static void more_threads_than_cores_never_have_room(void **state)
{
    (void)state;
    struct room room;
    room_open(&room);
    if (room.file < 0)
        skip();
    assert_false(room_has(&room, room.cores));
    room_close(&room);
}

static void where_nothing_is_known_there_is_room(void **state)
{
    (void)state;
    const struct room room = {.file = -1, .cores = 2};
    assert_true(room_has(&room, 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_that_want_to_run_leave_no_room),
        cmocka_unit_test(more_threads_than_cores_never_have_room),
        cmocka_unit_test(where_nothing_is_known_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
