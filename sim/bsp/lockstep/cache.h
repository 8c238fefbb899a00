/* cache.h - blocks of earlier runs of the same program on the same machine: what a file of them looks like.
 *
 * A file is for one key: all that the code of blocks depends on, instruction by instruction, and the
 * processor. It is used only if its key is the same to the last bit, and its checksum is right. Places are
 * not its business: it gives blocks back in the order in which they were made. Calls store, code.
 */
#ifndef PRAM_LOCKSTEP_CACHE_H
#define PRAM_LOCKSTEP_CACHE_H

#include "sim/bsp/native/code.h"
#include "sim/bsp/native/plugin.h"
#include "sim/bsp/native/store.h"

/* Blocks of a file at most. */
enum { CACHE_BLOCKS_MOST = 4000 };

struct cache {
    const char *folder;
    uint64_t *key; /* owned */
    size_t key_words;
    char name[STORE_NAME];
    const char *trouble; /* why the folder is of no use; NULL: it is, or there was nothing yet */
};

/* For blocks of `most` instructions in a folder (store.h); `folder` stays. False if memory is short, or no
 * code is made for this processor. */
bool cache_open(struct cache *cache, const char *folder, const struct native_subject *subject, uint32_t most);
void cache_close(struct cache *cache);

/* Whether a plugin makes the code that is kept. */
bool cache_fits(const struct native_plugin *plugin);

/* The blocks of the file, in new memory that the caller frees, their code placed; one without code says that
 * there is none at its pc. NULL if there is no file, or nothing in it is to be trusted. */
struct native_block *cache_read(struct cache *cache, struct native_code *code, uint32_t *count);

/* Writes blocks. False if they cannot be kept. */
bool cache_write(struct cache *cache, const struct native_block *const *blocks, uint32_t count);

#endif
