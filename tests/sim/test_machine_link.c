/* test_machine_link.c - a link of a debugger (sim/host/streams.h): a repeated run shows its output only
 * once, and reads the same input again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "sim/host/streams.h"

/* What has been shown. */
struct seen {
    char text[100];
    size_t count;
};

static void show(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    struct seen *seen = context;
    assert_int_equal(stream, HOST_STREAM_OUTPUT);
    assert_true(seen->count + count < sizeof seen->text);
    memcpy(seen->text + seen->count, bytes, count);
    seen->count += count;
}

static void what_is_printed_again_is_shown_once(void **unused)
{
    static struct output output;
    struct seen seen = {.count = 0};
    struct host_link link = {.show = show, .context = &seen, .descriptor = -1};
    (void)unused;
    output_init(&output, STDOUT_FILENO);
    output.link = &link;
    assert_true(output_bytes(&output, "abcdef", 6));
    assert_true(output_flush(&output));
    output.written = 2; /* the run is put back to where it had printed ab */
    assert_true(output_bytes(&output, "cd", 2));
    assert_true(output_flush(&output));
    assert_int_equal(output.written, 4);
    assert_true(output_bytes(&output, "efgh", 4));
    assert_true(output_flush(&output));
    assert_string_equal(seen.text, "abcdefgh");
    assert_int_equal(link.shown[HOST_STREAM_OUTPUT], 8);
}

static void what_was_read_is_read_again(void **unused)
{
    static struct host_input input;
    int ends[2];
    (void)unused;
    assert_int_equal(pipe(ends), 0);
    struct host_link link = {.show = show, .descriptor = ends[0]};
    input.link = &link;
    assert_true(input_waits(&input));
    assert_int_equal(write(ends[1], "xyz", 3), 3);
    assert_int_equal(input_character(&input), 'x');
    assert_int_equal(input_character(&input), 'y');
    input.taken = 1; /* put back to where it had read x, with nothing at hand */
    input.at = input.end = 0;
    assert_false(input_waits(&input));
    assert_int_equal(input_character(&input), 'y');
    assert_int_equal(input_character(&input), 'z');
    close(ends[1]);
    assert_int_equal(input_character(&input), INPUT_END);
    input.taken = 0;
    input.at = input.end = 0;
    input.ended = false;
    for (const char *expected = "xyz"; *expected != '\0'; expected++)
        assert_int_equal(input_character(&input), *expected);
    assert_int_equal(input_character(&input), INPUT_END);
    close(ends[0]);
    link_forget(&link);
}

static void without_a_descriptor_there_is_no_input(void **unused)
{
    static struct host_input input;
    struct host_link link = {.show = show, .descriptor = -1};
    (void)unused;
    input.link = &link;
    assert_false(input_waits(&input));
    assert_int_equal(input_character(&input), INPUT_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_printed_again_is_shown_once),
                                       cmocka_unit_test(what_was_read_is_read_again),
                                       cmocka_unit_test(without_a_descriptor_there_is_no_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
