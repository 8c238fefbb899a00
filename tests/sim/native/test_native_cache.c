/* test_native_cache.c - blocks that are kept on disk come back as they were, and nothing else does: not if a
 * bit of the file is wrong, if it is for another program, machine or processor, or if somebody else may have
 * written it; and there are never too many files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/sum.h"
#include "sim/bsp/lockstep/cache.h"

/* Hostile builds damage what is read: then nothing may come back, but nothing else may. */
#ifdef PRAM_HOSTILE
enum { IS_HOSTILE = true };
#else
enum { IS_HOSTILE = false };
#endif

enum { COUNT = 5, BLOCKS = 3, MOST = 64 };

/* ---- a program, and blocks that say which they are */

struct bench {
    char folder[64], path[PATH_MAX];
    struct operation code[COUNT + 1];
    struct native_subject subject;
    struct native_block blocks[BLOCKS];
    const struct native_block *all[BLOCKS];
    uint8_t images[BLOCKS][40]; /* mov eax,NUMBER; ret */
    struct cache cache;
};

static void open_key(struct bench *bench, const char *folder, uint32_t most)
{
    cache_close(&bench->cache);
    assert_true(cache_open(&bench->cache, folder, &bench->subject, most));
    snprintf(bench->path, sizeof bench->path, "%s/%s", folder, bench->cache.name);
}

static void make_block(struct bench *bench, uint32_t k, uint32_t bytes)
{
    uint8_t *image = bench->images[k];
    image[4] = 0xb8;
    image[5] = (uint8_t)(100 + k);
    image[9] = 0xc3;
    bench->blocks[k] = (struct native_block){.pc = k,
                                             .count = bytes != 0 ? 2 : 0,
                                             .reads = 7 * k,
                                             .image = image,
                                             .bytes = bytes,
                                             .entry = bytes != 0 ? 4 : 0};
    bench->all[k] = &bench->blocks[k];
}

static struct bench *set_up(void)
{
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    snprintf(bench->folder, sizeof bench->folder, "/tmp/pramsim-cache.XXXXXX");
    assert_non_null(mkdtemp(bench->folder));
    for (uint32_t pc = 0; pc < COUNT; pc++)
        bench->code[pc].i.word = 1000 + pc;
    bench->subject = (struct native_subject){
        .code = bench->code, .count = COUNT, .pps = 1000, .guard = 16, .shared_span = 1 << 20};
    make_block(bench, 0, 40);
    make_block(bench, 1, 0); /* there is none */
    make_block(bench, 2, 10);
    open_key(bench, bench->folder, MOST);
    return bench;
}

static void empty(const char *folder)
{
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        (void)unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
}

static void tear_down(struct bench *bench)
{
    cache_close(&bench->cache);
    empty(bench->folder);
    assert_int_equal(rmdir(bench->folder), 0);
    free(bench);
}

/* Reads, and looks whether what comes is what was written. Returns how many blocks there are. */
static uint32_t read_blocks(struct bench *bench)
{
    struct native_code code = {.memory = NULL};
    uint32_t count = 0;
    struct native_block *blocks = cache_read(&bench->cache, &code, &count);
    if (blocks == NULL)
        return 0;
    assert_int_equal(count, BLOCKS);
    for (uint32_t k = 0; k < count; k++) {
        const struct native_block *block = &blocks[k], *before = &bench->blocks[k];
        assert_true(block->pc == before->pc && block->count == before->count &&
                    block->reads == before->reads && block->bytes == before->bytes &&
                    block->entry == before->entry);
        assert_true((block->code != NULL) == (before->bytes != 0));
        if (block->code != NULL)
            assert_int_equal(block->code(NULL), 100 + k);
    }
    free(blocks);
    native_code_destroy(&code);
    return count;
}

static void assert_there(struct bench *bench)
{
    uint32_t count = read_blocks(bench);
    for (int tries = 0; IS_HOSTILE && count == 0 && tries < 100; tries++)
        count = read_blocks(bench);
    assert_int_equal(count, BLOCKS);
    assert_null(bench->cache.trouble);
}

static void write_blocks(struct bench *bench)
{
    assert_true(cache_write(&bench->cache, bench->all, BLOCKS));
}

static uint8_t *read_file(const struct bench *bench, size_t *size)
{
    struct stat status = {.st_size = 0};
    const int file = open(bench->path, O_RDONLY);
    assert_true(file >= 0 && fstat(file, &status) == 0);
    *size = (size_t)status.st_size;
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(read(file, bytes, *size), (ssize_t)*size);
    close(file);
    return bytes;
}

static void write_file(const struct bench *bench, const uint8_t *bytes, size_t size)
{
    const int file = open(bench->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), (ssize_t)size);
    close(file);
}

/* ---- tests */

static void blocks_come_back_as_they_were(void **state)
{
    (void)state;
    struct bench *bench = set_up();
    assert_int_equal(read_blocks(bench), 0);
    assert_null(bench->cache.trouble);
    write_blocks(bench);
    assert_there(bench);
    struct stat status;
    assert_int_equal(stat(bench->path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    tear_down(bench);
}

static void a_file_that_is_damaged_anywhere_is_not_used(void **state)
{
    (void)state;
    struct bench *bench = set_up();
    size_t size;
    write_blocks(bench);
    uint8_t *bytes = read_file(bench, &size);
    for (size_t k = 0; k < size; k++) {
        const uint8_t bit = (uint8_t)(1u << k % 8);
        bytes[k] ^= bit;
        write_file(bench, bytes, size);
        assert_int_equal(read_blocks(bench), 0);
        bytes[k] ^= bit;
    }
    for (size_t k = 0; k < size; k++) {
        write_file(bench, bytes, k);
        assert_int_equal(read_blocks(bench), 0);
    }
    bytes[size] = 0;
    write_file(bench, bytes, size + 1);
    assert_int_equal(read_blocks(bench), 0);
    write_file(bench, bytes, size);
    assert_there(bench);
    free(bytes);
    tear_down(bench);
}

/* Neither is the file found, nor used if it lies where the one would lie that is looked for. */
static void assert_other(struct bench *bench, uint32_t most, const uint8_t *bytes, size_t size)
{
    const char *folder = bench->folder;
    open_key(bench, folder, most);
    assert_int_equal(read_blocks(bench), 0);
    write_file(bench, bytes, size);
    assert_int_equal(read_blocks(bench), 0);
}

static void another_program_machine_or_processor_has_blocks_of_its_own(void **state)
{
    (void)state;
    struct bench *bench = set_up();
    size_t size;
    write_blocks(bench);
    uint8_t *bytes = read_file(bench, &size);
    const struct native_subject subject = bench->subject;
    struct native_subject *changed = &bench->subject;
#define OTHER(change)                                                                                        \
    do {                                                                                                     \
        change;                                                                                              \
        assert_other(bench, MOST, bytes, size);                                                              \
        *changed = subject;                                                                                  \
    } while (0)
    OTHER(changed->pps++);
    OTHER(changed->guard++);
    OTHER(changed->shared_span++);
    OTHER(changed->count--);
    OTHER(changed->processor = "x86-64-v3");
    for (uint32_t pc = 0; pc < COUNT; pc++) {
        OTHER(bench->code[pc].i.word ^= 1u << (7 * pc) % 32);
        OTHER(bench->code[pc].flags_wanted = true);
        OTHER(bench->code[pc].plain = 1);
        bench->code[pc] = (struct operation){.i = {.word = 1000 + pc}};
    }
    assert_other(bench, MOST - 1, bytes, size);
    open_key(bench, bench->folder, MOST);
    assert_there(bench);
    free(bytes);
    tear_down(bench);
}

/* The file with a word that is another one, and a checksum that is right: it has been made so, perhaps
 * elsewhere. */
static void assert_refused(struct bench *bench, uint8_t *bytes, size_t size, size_t at, uint64_t change)
{
    uint64_t before, word, check;
    memcpy(&before, bytes + at, sizeof before);
    word = before ^ change;
    memcpy(bytes + at, &word, sizeof word);
    struct sum sum = {.count = 0};
    sum_add(&sum, bytes, size - sizeof check);
    check = sum_of(&sum);
    memcpy(bytes + size - sizeof check, &check, sizeof check);
    write_file(bench, bytes, size);
    assert_int_equal(read_blocks(bench), 0);
    memcpy(bytes + at, &before, sizeof before);
}

/* What the processor says of itself is among the words of the key. */
static void what_was_made_for_another_key_is_not_used(void **state)
{
    (void)state;
    enum { HEAD_WORDS = 5 };
    struct bench *bench = set_up();
    size_t size;
    write_blocks(bench);
    uint8_t *bytes = read_file(bench, &size);
    for (size_t word = 0; word < HEAD_WORDS + bench->cache.key_words; word++)
        for (size_t bit = word % 9; bit < 64; bit += 9)
            assert_refused(bench, bytes, size, word * sizeof(uint64_t), UINT64_C(1) << bit);
    free(bytes);
    tear_down(bench);
}

/* Blocks whose code would lie elsewhere than in the file. */
static void blocks_that_lead_out_of_the_file_are_not_used(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {41, 65, 4096, 1u << 31, UINT32_MAX};
    struct bench *bench = set_up();
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        struct native_block *last = &bench->blocks[BLOCKS - 1];
        const struct native_block before = *last;
        last->entry = wrong[k];
        write_blocks(bench);
        assert_int_equal(read_blocks(bench), 0);
        *last = before;
    }
    write_blocks(bench);
    assert_there(bench);
    tear_down(bench);
}

static void what_others_may_write_to_is_not_used(void **state)
{
    (void)state;
    static const mode_t loose[] = {0020, 0002, 0022};
    struct bench *bench = set_up();
    write_blocks(bench);
    for (size_t k = 0; k < sizeof loose / sizeof loose[0]; k++) {
        assert_int_equal(chmod(bench->path, 0600 | loose[k]), 0);
        assert_int_equal(read_blocks(bench), 0);
        assert_non_null(bench->cache.trouble);
        write_blocks(bench);
        assert_there(bench);
        assert_int_equal(chmod(bench->folder, 0700 | loose[k]), 0);
        assert_int_equal(read_blocks(bench), 0);
        assert_non_null(bench->cache.trouble);
        assert_false(cache_write(&bench->cache, bench->all, BLOCKS));
        assert_int_equal(chmod(bench->folder, 0755), 0);
        assert_there(bench);
    }
    char aside[PATH_MAX + 8];
    snprintf(aside, sizeof aside, "%s.aside", bench->path);
    assert_int_equal(rename(bench->path, aside), 0);
    assert_int_equal(symlink(aside, bench->path), 0);
    assert_int_equal(read_blocks(bench), 0);
    assert_int_equal(unlink(bench->path), 0);
    assert_int_equal(mkfifo(bench->path, 0600), 0);
    assert_int_equal(read_blocks(bench), 0);
    if (geteuid() == 0) {
        assert_int_equal(rename(aside, bench->path), 0);
        assert_int_equal(chown(bench->path, 1234, 0), 0);
        assert_int_equal(read_blocks(bench), 0);
        assert_int_equal(chown(bench->path, 0, 0), 0);
        assert_there(bench);
        assert_int_equal(chown(bench->folder, 1234, 0), 0);
        assert_int_equal(read_blocks(bench), 0);
        assert_false(cache_write(&bench->cache, bench->all, BLOCKS));
    }
    tear_down(bench);
}

/* Makes a file of the cache that was read at a time. */
static void make_file(const struct bench *bench, uint64_t number, time_t time, off_t size)
{
    char name[STORE_NAME], path[PATH_MAX];
    store_name(name, number);
    snprintf(path, sizeof path, "%s/%s", bench->folder, name);
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    const struct timespec times[] = {{.tv_sec = time}, {.tv_sec = time}};
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, size), 0);
    assert_int_equal(futimens(file, times), 0);
    close(file);
}

static bool has_file(const struct bench *bench, uint64_t number)
{
    char name[STORE_NAME], path[PATH_MAX];
    store_name(name, number);
    snprintf(path, sizeof path, "%s/%s", bench->folder, name);
    return access(path, F_OK) == 0;
}

static void the_oldest_files_go(void **state)
{
    (void)state;
    struct bench *bench = set_up();
    for (uint32_t k = 0; k < 1001; k++)
        make_file(bench, k, 1000000 - k, 100);
    write_blocks(bench);
    assert_true(has_file(bench, 0) && has_file(bench, 749));
    assert_false(has_file(bench, 750) || has_file(bench, 1000));
    assert_there(bench);
    empty(bench->folder);
    for (uint32_t k = 0; k < 9; k++) /* 72 MiB; 48 are left */
        make_file(bench, k, 1000000 - k, 8 << 20);
    char mine[PATH_MAX];
    snprintf(mine, sizeof mine, "%s/0123456789abcdef", bench->folder);
    assert_int_equal(mkfifo(mine, 0600), 0);
    write_blocks(bench);
    assert_true(has_file(bench, 0) && has_file(bench, 5));
    assert_false(has_file(bench, 6) || has_file(bench, 8));
    assert_int_equal(access(mine, F_OK), 0);
    tear_down(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_back_as_they_were),
        cmocka_unit_test(a_file_that_is_damaged_anywhere_is_not_used),
        cmocka_unit_test(another_program_machine_or_processor_has_blocks_of_its_own),
        cmocka_unit_test(what_was_made_for_another_key_is_not_used),
        cmocka_unit_test(blocks_that_lead_out_of_the_file_are_not_used),
        cmocka_unit_test(what_others_may_write_to_is_not_used),
        cmocka_unit_test(the_oldest_files_go),
    };
#if !defined __x86_64__
    printf("1..0 # SKIP native code is made for x86-64\n");
    return 0;
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
