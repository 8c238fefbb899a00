/* cache.c - see cache.h.
 *
 * A file is a head, the key, the blocks as they lie in memory, their images, and a checksum of all that. It
 * is read by the program that wrote it, or one made of the same sources (NATIVE_IDENTITY), on the same kind
 * of processor, so nothing has to be converted.
 */
#include "sim/bsp/lockstep/cache.h"

#include <stdlib.h>
#include <string.h>
#if defined __x86_64__ && __has_include(<sys/platform/x86.h>)
#include <cpuid.h>
#include <sys/platform/x86.h>
#define PROCESSOR_IS_KNOWN 1
#endif

#include "common/sum.h"

struct head {
    char magic[8];
    uint64_t size; /* of the file */
    uint64_t key_words;
    uint64_t blocks;
    uint64_t image_bytes;
};
static const char magic[8] = "PRAMBLK";

/* ---- the key */

struct words {
    uint64_t *at;
    uint64_t *end;
};

static void add(struct words *words, uint64_t word)
{
    if (words->at < words->end)
        *words->at++ = word;
}

static void add_text(struct words *words, const char *text)
{
    const size_t length = strlen(text);
    add(words, length);
    for (size_t k = 0; k < length; k += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, text + k, length - k < sizeof word ? length - k : sizeof word);
        add(words, word);
    }
}

/* What this processor and its system have: code is made for all of it. As the C library found it when the
 * process began, for a virtual machine may take 5 us for each `cpuid`. The number of the core is left out. */
static bool add_processor(struct words *words)
{
#ifdef PROCESSOR_IS_KNOWN
    static const struct {
        unsigned leaf;
        bool has_b; /* else that says other things than what the processor can do */
    } asked[] = {{CPUID_INDEX_1, false},
                 {CPUID_INDEX_7, true},
                 {CPUID_INDEX_7_ECX_1, true},
                 {CPUID_INDEX_D_ECX_1, false},
                 {CPUID_INDEX_80000001, true}};
    bool has_states = false;
    for (size_t k = 0; k < sizeof asked / sizeof asked[0]; k++) {
        const unsigned *found = __x86_get_cpuid_feature_leaf(asked[k].leaf)->cpuid_array;
        add(words, (uint64_t)found[0] << 32 | (asked[k].has_b ? found[1] : 0));
        add(words, (uint64_t)found[2] << 32 | found[3]);
        has_states = has_states || (asked[k].leaf == CPUID_INDEX_1 && (found[2] & bit_OSXSAVE));
    }
    uint32_t low = 0, high = 0;
    if (has_states)
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    add(words, (uint64_t)high << 32 | low);
    return true;
#else
    (void)words;
    return false;
#endif
}

/* All that block_find and rows_build look at (sim/native). */
static void add_subject(struct words *words, const struct native_subject *subject, uint32_t most)
{
    add_text(words, subject->processor != NULL ? subject->processor : "");
    add(words, most);
    add(words, subject->pps);
    add(words, subject->guard);
    add(words, subject->shared_span);
    add(words, subject->count);
    for (uint32_t pc = 0; pc <= subject->count; pc++) {
        const struct operation *operation = &subject->code[pc];
        add(words, (uint64_t)operation->i.word | (uint64_t)operation->plain << 32 |
                       (uint64_t)operation->flags_wanted << 40);
    }
}

bool cache_open(struct cache *cache, const char *folder, const struct native_subject *subject, uint32_t most)
{
    enum { BESIDE_CODE = 128 }; /* words, more than enough */
    const size_t room = BESIDE_CODE + subject->count;
    *cache = (struct cache){.folder = folder, .key = malloc(room * sizeof *cache->key)};
    if (cache->key == NULL)
        return false;
    struct words words = {cache->key, cache->key + room};
    add_text(&words, NATIVE_IDENTITY);
    add(&words, sizeof(struct native_block));
    add(&words, sizeof(struct block_frame));
    const bool good = NATIVE_IDENTITY[0] != '\0' && add_processor(&words);
    add_subject(&words, subject, most);
    cache->key_words = (size_t)(words.at - cache->key);
    struct sum sum = {.count = 0};
    sum_add(&sum, cache->key, cache->key_words * sizeof *cache->key);
    store_name(cache->name, sum_of(&sum));
    if (!good || words.at == words.end)
        cache_close(cache);
    return cache->key != NULL;
}

void cache_close(struct cache *cache)
{
    free(cache->key);
    *cache = (struct cache){.key = NULL};
}

bool cache_fits(const struct native_plugin *plugin)
{
    return plugin->identity != NULL && strcmp(plugin->identity, NATIVE_IDENTITY) == 0;
}

/* ---- reading */

static size_t aligned(size_t size)
{
    return (size + NATIVE_CODE_ALIGNMENT - 1) / NATIVE_CODE_ALIGNMENT * NATIVE_CODE_ALIGNMENT;
}

/* Whether all of a file is what it was when it was written. */
static bool is_whole(const unsigned char *bytes, size_t size, struct head *head)
{
    uint64_t found;
    if (size < sizeof *head + sizeof found)
        return false;
    memcpy(head, bytes, sizeof *head);
    memcpy(&found, bytes + size - sizeof found, sizeof found);
    struct sum sum = {.count = 0};
    sum_add(&sum, bytes, size - sizeof found);
    return sum_of(&sum) == found && memcmp(head->magic, magic, sizeof magic) == 0 && head->size == size;
}

/* Whether the parts of a file are as large as they say, and its key is ours. */
static bool is_ours(const struct cache *cache, const unsigned char *bytes, const struct head *head)
{
    const size_t key_bytes = cache->key_words * sizeof *cache->key;
    return head->key_words == cache->key_words && head->blocks <= CACHE_BLOCKS_MOST &&
           head->image_bytes <= STORE_FILE_MOST &&
           head->size == sizeof *head + key_bytes + head->blocks * sizeof(struct native_block) +
                             head->image_bytes + sizeof(uint64_t) &&
           memcmp(bytes + sizeof *head, cache->key, key_bytes) == 0;
}

/* Where in the images each block has its own; false if that cannot be. */
static bool enter(struct native_block *blocks, uint32_t count, const uint8_t *images, size_t image_bytes)
{
    size_t at = 0;
    for (uint32_t k = 0; k < count; k++) {
        struct native_block *block = &blocks[k];
        block->code = NULL;
        block->image = NULL;
        if (block->bytes == 0)
            continue;
        if (block->bytes > image_bytes - at || block->entry >= block->bytes)
            return false;
        native_code_enter(block, images + at);
        at += aligned(block->bytes);
        if (at > image_bytes)
            return false;
    }
    return true;
}

static struct native_block *take_blocks(const struct cache *cache, const unsigned char *bytes, size_t size,
                                        struct native_code *code, uint32_t *count)
{
    struct head head;
    if (!is_whole(bytes, size, &head) || !is_ours(cache, bytes, &head) || head.blocks == 0)
        return NULL;
    const unsigned char *at = bytes + sizeof head + cache->key_words * sizeof *cache->key;
    const size_t block_bytes = head.blocks * sizeof(struct native_block);
    struct native_block *blocks = malloc(block_bytes);
    if (blocks == NULL)
        return NULL;
    memcpy(blocks, at, block_bytes);
    *count = (uint32_t)head.blocks;
    const uint8_t *images = NULL;
    if (head.image_bytes != 0)
        images = native_code_place(code, at + block_bytes, head.image_bytes);
    if ((head.image_bytes == 0 || images != NULL) && enter(blocks, *count, images, head.image_bytes))
        return blocks;
    free(blocks);
    return NULL;
}

struct native_block *cache_read(struct cache *cache, struct native_code *code, uint32_t *count)
{
    size_t size;
    unsigned char *bytes = store_read(cache->folder, cache->name, &size, &cache->trouble);
    if (bytes == NULL)
        return NULL;
    struct native_block *blocks = take_blocks(cache, bytes, size, code, count);
    free(bytes);
    return blocks;
}

/* ---- writing */

static void put(unsigned char **at, const void *bytes, size_t size)
{
    memcpy(*at, bytes, size);
    *at += size;
}

/* A block as it is kept: without what is true of this process only. Fields, and no bytes between them. */
static void put_block(unsigned char **at, const struct native_block *block)
{
    struct native_block kept;
    memcpy(&kept, block, sizeof kept);
    kept.code = NULL;
    kept.image = NULL;
    put(at, &kept, sizeof kept);
}

/* `at` has room for all, and is zero. */
static void put_all(unsigned char *at, const struct head *head, const struct cache *cache,
                    const struct native_block *const *blocks)
{
    const unsigned char *begin = at;
    put(&at, head, sizeof *head);
    put(&at, cache->key, cache->key_words * sizeof *cache->key);
    for (uint64_t k = 0; k < head->blocks; k++)
        put_block(&at, blocks[k]);
    for (uint64_t k = 0; k < head->blocks; k++) {
        if (blocks[k]->bytes != 0)
            memcpy(at, blocks[k]->image, blocks[k]->bytes);
        at += aligned(blocks[k]->bytes);
    }
    struct sum sum = {.count = 0};
    sum_add(&sum, begin, (size_t)(at - begin));
    const uint64_t hash = sum_of(&sum);
    put(&at, &hash, sizeof hash);
}

bool cache_write(struct cache *cache, const struct native_block *const *blocks, uint32_t count)
{
    struct head head = {.key_words = cache->key_words, .blocks = count};
    memcpy(head.magic, magic, sizeof magic);
    for (uint32_t k = 0; k < count; k++)
        head.image_bytes += aligned(blocks[k]->bytes);
    head.size = sizeof head + cache->key_words * sizeof *cache->key + count * sizeof **blocks +
                head.image_bytes + sizeof(uint64_t);
    unsigned char *bytes = head.size <= STORE_FILE_MOST ? calloc(1, head.size) : NULL;
    if (bytes == NULL)
        return false;
    put_all(bytes, &head, cache, blocks);
    const bool good = store_write(cache->folder, cache->name, bytes, head.size, &cache->trouble);
    free(bytes);
    return good;
}
