/* test_bsp_team.c - the contract of the team barrier: no write before it is seen late, none after it early.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/team/team.h"

enum { ROUNDS = 160, MOST = 16 };

struct shared {
    unsigned written[MOST]; /* plain words: only the barrier orders them */
    unsigned wrong[MOST];
    unsigned sum;
};

static void count_rounds(struct team_member *member, void *context)
{
    struct shared *shared = context;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        shared->written[member->index] = round;
        team_barrier(member);
        for (unsigned i = 0; i < member->team->size; i++)
            shared->wrong[member->index] += shared->written[i] != round;
        team_barrier(member);
        if (member->index == round % member->team->size)
            shared->sum += round; /* one writer a round, another one each time */
    }
}

static void every_member_sees_what_the_others_wrote_before_the_barrier(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 2, 3, 4, 16};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct shared shared = {.sum = 0};
        assert_true(team_run(sizes[i], count_rounds, &shared));
        for (unsigned member = 0; member < sizes[i]; member++)
            assert_int_equal(shared.wrong[member], 0);
        assert_int_equal(shared.sum, ROUNDS * (ROUNDS + 1) / 2);
    }
}

struct told {
    unsigned wrong[MOST];
};

/* The message of member `index` at the last barrier; valid until this member's next arrival. */
static const void *team_message_of(const struct team_member *member, unsigned index)
{
    return member->team->lines[index].arrival[member->arrivals % 2].message;
}

static void tell_and_read(struct team_member *member, void *context)
{
    struct told *told = context;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        unsigned *words = team_message(member);
        for (unsigned k = 0; k < TEAM_MESSAGE / sizeof *words; k++)
            words[k] = round * MOST + member->index + k;
        team_barrier(member); /* one per round: a fast member sends the next message while others still read
                                 this one */
        for (unsigned i = 0; i < member->team->size; i++) {
            const unsigned *read = team_message_of(member, i);
            for (unsigned k = 0; k < TEAM_MESSAGE / sizeof *words; k++)
                told->wrong[member->index] += read[k] != round * MOST + i + k;
        }
    }
}

static void messages_travel_with_the_barrier_and_stay_until_the_next(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 2, 3, 4, 16};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct told told = {{0}};
        assert_true(team_run(sizes[i], tell_and_read, &told));
        for (unsigned member = 0; member < sizes[i]; member++)
            assert_int_equal(told.wrong[member], 0);
    }
}

/* What members report: their numbers, from first to last, and a sum. */
struct saying {
    unsigned first, end, round, sum;
};

static void join_sayings(void *to, const void *more)
{
    struct saying *one = to;
    const struct saying *other = more;
    one->round =
        one->end == other->first && one->round == other->round ? one->round : 0; /* 0: out of order */
    one->end = other->end;
    one->sum += other->sum;
}

static bool is_saying(const struct saying *saying, unsigned first, unsigned end, unsigned round)
{
    unsigned sum = 0;
    for (unsigned i = first; i < end; i++)
        sum += i * i + round;
    return saying->first == first && saying->end == end && saying->round == round && saying->sum == sum;
}

/* Whether the joined messages contain each member once, in order. */
static bool is_all(const struct team_news *news, unsigned size, unsigned round)
{
    unsigned end = 0;
    for (unsigned k = 0; k < news->all_count; k++) {
        const struct saying *saying = news->all[k];
        if (!is_saying(saying, end, saying->end, round))
            return false;
        end = saying->end;
    }
    return end == size && (size > TEAM_NEAR || news->all_count == size);
}

static bool is_near(const struct team_news *news, unsigned index, unsigned size, unsigned round)
{
    unsigned end = 0;
    for (unsigned k = 0; k < news->near_count; k++) {
        const struct team_part *part = &news->near[k];
        if (part->first != end || !is_saying(part->message, end, end + part->count, round))
            return false;
        end += part->count;
    }
    return end == size && news->near[news->own].first == index && news->near[news->own].count == 1;
}

static void meet_and_hear(struct team_member *member, void *context)
{
    struct told *told = context;
    const unsigned index = member->index, size = member->team->size;
    for (unsigned round = 1; round <= ROUNDS / 4; round++) {
        struct team_news news;
        struct saying *own = team_message(member);
        *own = (struct saying){index, index + 1, round, index * index + round};
        team_exchange(member, join_sayings, &news);
        told->wrong[index] += !is_all(&news, size, round) || !is_near(&news, index, size, round);
        for (unsigned i = 0; i < size; i++) /* each member's own message can be read, too */
            told->wrong[index] += !is_saying(team_message_of(member, i), i, i + 1, round);
    }
}

static void at_a_meeting_each_hears_of_all_in_their_order_and_of_those_near_it_one_by_one(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 2, 3, 4, 5, 6, 7, 9, 13, 16};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct told told = {{0}};
        assert_true(team_run(sizes[i], meet_and_hear, &told));
        for (unsigned member = 0; member < sizes[i]; member++)
            assert_int_equal(told.wrong[member], 0);
    }
}

/* Each round another member writes, and the others read when they come to it, or at the barrier. */
static void write_and_look(struct team_member *member, void *context)
{
    struct shared *shared = context;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        const unsigned writer = round % member->team->size;
        if (member->index == writer)
            shared->sum += round;
        team_finish(member);
        if (round % 3 != 0) {
            team_await(member, writer);
            shared->wrong[member->index] += shared->sum != round * (round + 1) / 2;
        }
        team_barrier(member);
    }
}

static void who_awaits_a_member_sees_what_it_wrote_before_it_finished(void **state)
{
    (void)state;
    static const unsigned sizes[] = {2, 3, 4, 16};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct shared shared = {.sum = 0};
        assert_true(team_run(sizes[i], write_and_look, &shared));
        for (unsigned member = 0; member < sizes[i]; member++)
            assert_int_equal(shared.wrong[member], 0);
        assert_int_equal(shared.sum, ROUNDS * (ROUNDS + 1) / 2);
    }
}

static void mark(struct team_member *member, void *context)
{
    ((unsigned *)context)[member->index]++;
}

static void each_member_runs_the_body_once(void **state)
{
    (void)state;
    unsigned runs[MOST] = {0};
    assert_true(team_run(MOST, mark, runs));
    for (unsigned i = 0; i < MOST; i++)
        assert_int_equal(runs[i], 1);
}

static void sizes_out_of_range_are_refused_and_run_nothing(void **state)
{
    (void)state;
    unsigned runs[1] = {0};
    assert_false(team_run(0, mark, runs));
    assert_false(team_run(TEAM_MAX + 1, mark, runs));
    assert_int_equal(runs[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_sees_what_the_others_wrote_before_the_barrier),
        cmocka_unit_test(messages_travel_with_the_barrier_and_stay_until_the_next),
        cmocka_unit_test(at_a_meeting_each_hears_of_all_in_their_order_and_of_those_near_it_one_by_one),
        cmocka_unit_test(who_awaits_a_member_sees_what_it_wrote_before_it_finished),
        cmocka_unit_test(each_member_runs_the_body_once),
        cmocka_unit_test(sizes_out_of_range_are_refused_and_run_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
