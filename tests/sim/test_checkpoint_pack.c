/* test_checkpoint_pack.c - bytes that are collected and compressed: all come, whole and in order, however
 * little room there is, and whoever compresses them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "sim/checkpoint/pack.h"
#include "sim/machine/snapshot.h"

enum { PIECES = 23 };

static size_t size_of(unsigned number)
{
    return 1 + number * 2654435761u % SNAPSHOT_PIECE;
}

static unsigned char byte_of(unsigned number)
{
    return (unsigned char)(number % 251);
}

static void collect_all(struct packer *packer)
{
    unsigned char *room = packer_collect(packer, 0);
    for (unsigned number = 0; number < PIECES; number++) {
        assert_non_null(room);
        memset(room, byte_of(number), size_of(number));
        room = packer_collect(packer, size_of(number));
    }
    assert_non_null(room);
}

/* Whether the packed bytes are those of all pieces. */
static void compare(const char *packed, size_t size)
{
    unsigned char *bytes = malloc(PIECES * SNAPSHOT_PIECE + 1);
    size_t at = 0;
    assert_non_null(bytes);
    const size_t got = ZSTD_decompress(bytes, PIECES * SNAPSHOT_PIECE + 1, packed, size);
    assert_false(ZSTD_isError(got));
    for (unsigned number = 0; number < PIECES; at += size_of(number), number++)
        for (size_t k = 0; k < size_of(number); k++)
            if (bytes[at + k] != byte_of(number))
                fail_msg("piece %u differs at byte %zu", number, k);
    assert_int_equal(got, at);
    free(bytes);
}

/* `parts`: pieces that are compressed one by one before the end. */
static void with_room(size_t room, unsigned parts)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    struct packer packer;
    assert_true(packer_make(&packer, stream, room));
    collect_all(&packer);
    for (; parts > 0 && packer.at != packer.count; parts--)
        assert_true(packer_pack(&packer));
    assert_true(packer_end(&packer));
    packer_forget(&packer);
    fclose(stream);
    compare(text, size);
    free(text);
}

static void all_bytes_come(void **state)
{
    (void)state;
    with_room(0, 0);
    with_room(7 * SNAPSHOT_PIECE + 1, 0);
    with_room(7 * SNAPSHOT_PIECE + 1, 2);
    with_room((size_t)PIECES * SNAPSHOT_PIECE, 0);
    with_room((size_t)64 * PIECES * SNAPSHOT_PIECE, PIECES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_bytes_come)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
