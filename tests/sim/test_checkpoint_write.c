/* test_checkpoint_write.c - the file of a checkpoint has every byte of the snapshot, in order, however little
 * room there is for bytes that wait to be compressed; one that is given up leaves a whole file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "asm/isa.h"
#include "sim/checkpoint/inside.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum { WORDS = 1 << 20 };

static char folder[] = "/tmp/pramsim-checkpoint.XXXXXX";
static char path[sizeof folder + 8];
static struct machine machine;
static void *state;
static struct checkpoint_place place;

/* A machine with a memory that does not compress. */
static int begin(void **unused)
{
    struct machine_config config = engines_small(4);
    struct program_text text = {.count = 0};
    struct file_error error;
    (void)unused;
    config.shared_words = WORDS;
    text_emit(&text, OP_halt, 0, false, 0, 0);
    engines_load(&text, &config, &machine);
    for (uint32_t k = ENGINES_DATA, word = 1; k < WORDS; k++, word = word * 1664525 + 1013904223)
        machine.memory.cells[k] = word ^ word >> 15;
    state = reference_engine.create(&machine);
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return checkpoint_place(&place, path, &error) ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    checkpoint_place_forget(&place);
    reference_engine.destroy(state);
    machine_destroy(&machine);
    return unlink(path) == 0 && rmdir(folder) == 0 ? 0 : -1; /* no temporary file is left */
}

static struct checkpoint_writing *write_with(size_t room)
{
    const struct checkpoint_words words = {.version = "0", .program = "p"};
    struct file_error error;
    struct checkpoint_writing *writing =
        checkpoint_begin(&place, &words, &machine, &reference_engine, state, room, &error);
    assert_non_null(writing);
    return writing;
}

static void compare(void)
{
    struct snapshot expected = {.size = 0};
    struct file_error error;
    size_t at = 0;
    char text[160];
    assert_true(snapshot_take(&expected, &machine, &reference_engine, state, text, sizeof text));
    struct checkpoint *checkpoint = checkpoint_open(path, &error);
    assert_non_null(checkpoint);
    struct snapshot_reader *reader = checkpoint_snapshot(checkpoint);
    while (reader->more(reader, 1)) {
        const size_t count = (size_t)(reader->end - reader->at);
        assert_true(count <= expected.size - at);
        assert_memory_equal(reader->at, expected.bytes + at, count);
        reader->at = reader->end;
        at += count;
    }
    assert_int_equal(at, expected.size);
    checkpoint_close(checkpoint);
    snapshot_forget(&expected);
}

static void all_bytes_come(void **unused)
{
    static const size_t rooms[] = {0, 7 * SNAPSHOT_PIECE + 1, 64 * SNAPSHOT_PIECE};
    (void)unused;
    for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++) {
        const struct checkpoint_written written = checkpoint_end(write_with(rooms[k]));
        assert_true(written.good);
        compare();
        unlink(path);
    }
}

static void one_that_is_given_up_leaves_a_whole_file(void **unused)
{
    (void)unused;
    struct file_error error;
    assert_true(checkpoint_end(write_with(0)).good);
    checkpoint_give_up(write_with(64 * SNAPSHOT_PIECE));
    struct checkpoint *checkpoint = checkpoint_open(path, &error);
    assert_non_null(checkpoint);
    checkpoint_close(checkpoint);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bytes_come),
        cmocka_unit_test(one_that_is_given_up_leaves_a_whole_file),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
