/* plugin.h - what pramsim and its plugin for native code of tiles (sim/native) are to each other.
 *
 * pramsim gives a description of program and machine, and pcs that are hot; the plugin finds the block that
 * begins at such a pc, and makes code of it. All of the plugin's functions may be called from any thread, but
 * for one translator from one thread at a time. Knows blocks and operations.
 */
#ifndef PRAM_NATIVE_PLUGIN_H
#define PRAM_NATIVE_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/bsp/code/level.h"
#include "sim/bsp/native/block.h"

#define NATIVE_PLUGIN_FILE "pramsim-native.so"
#define NATIVE_PLUGIN_SYMBOL "pramsim_native_plugin"
#define NATIVE_PLUGIN_VERSION 5u

/* A hash of the sources that say which code is made (mk/26-native.mk). Where there is none, none is kept. */
#ifndef NATIVE_IDENTITY
#define NATIVE_IDENTITY ""
#endif

/* Program and machine, as far as they are part of the code. */
struct native_subject {
    const struct operation *code; /* not owned; unchanged while there is a translator */
    uint32_t count;               /* of instructions */
    uint32_t pps, guard, shared_span;
    const char *processor; /* that code is made for, as LLVM calls it; NULL: this one */
};

struct native_translator;

struct native_plugin {
    uint32_t version; /* NATIVE_PLUGIN_VERSION */
    /* Finds and loads LLVM. NULL, with a line in `error`, if that cannot be. */
    struct native_translator *(*create)(const struct native_subject *subject, char *error, size_t error_size);
    /* Its code is gone then. */
    void (*destroy)(struct native_translator *translator);
    /* Finds the block that begins at a pc, for all PPs of a tile, and makes an image of its code: the
     * translator's, until it is asked again. block->code is the caller's to set (native_code_place_block).
     * False: there is none; block->count says whether one was found at all. */
    bool (*translate_block)(struct native_translator *translator, const struct block_request *request,
                            struct native_block *block);
    const char *identity; /* of what the plugin was made of; NULL: not known. The same code comes from plugins
                             of the same identity */
    /* Whether a block begins there; needs no LLVM. NULL: translate_block says it. */
    bool (*has_block)(const struct native_subject *subject, const struct block_request *request);
};

/* The plugin; NULL, with a line in `error`, if there is none. For whoever has it: loaded.c of pramsim, or the
 * plugin itself where it is a part of the program. */
const struct native_plugin *native_find_plugin(char *error, size_t error_size);

#endif
