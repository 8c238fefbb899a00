/* plugin.h - what pramsim and its plugin for native code (sim/native) are to each other.
 *
 * pramsim gives a description of program and machine, and pcs that are hot; the plugin finds the region
 * around such a pc, makes code of it, and says where that may be entered. All of the plugin's functions may
 * be called from any thread, but for one translator from one thread at a time. Knows frames and operations.
 */
#ifndef PRAM_NATIVE_PLUGIN_H
#define PRAM_NATIVE_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/bsp/code/level.h"
#include "sim/bsp/native/block.h"
#include "sim/bsp/native/frame.h"

#define NATIVE_PLUGIN_FILE "pramsim-native.so"
#define NATIVE_PLUGIN_SYMBOL "pramsim_native_plugin"
#define NATIVE_PLUGIN_VERSION 2u

/* Program and machine, as far as they are part of the code. */
struct native_subject {
    const struct operation *code; /* not owned; unchanged while there is a translator */
    uint32_t count;               /* of instructions */
    uint32_t pps, guard, shared_span;
    uint8_t lane_shift;
};

struct native_place {
    uint32_t pc, place; /* native_entry.place */
};

/* A piece of native code. */
struct native_region {
    native_code *code;
    struct native_place *entries; /* malloc'ed, as `stops` */
    struct native_stop *stops;
    uint32_t entry_count, stop_count;
    uint32_t instructions; /* of the program, that it was made of; those of two ways twice */
    size_t bytes;          /* of code and data */
};

struct native_request {
    uint32_t pc;
    enum native_form form;
    uint32_t most; /* about so many instructions */
    bool well;     /* four times as long for code that is faster by a third */
};

struct native_translator;

struct native_plugin {
    uint32_t version; /* NATIVE_PLUGIN_VERSION */
    /* Whether LLVM is there; false: with a line in `error`. */
    bool (*check)(char *error, size_t error_size);
    /* Finds and loads LLVM. NULL, with a line in `error`, if that cannot be. */
    struct native_translator *(*create)(const struct native_subject *subject, char *error, size_t error_size);
    /* The code stays. */
    void (*destroy)(struct native_translator *translator);
    /* Makes code of the region around a pc, in one form. False: there is none. */
    bool (*translate)(struct native_translator *translator, const struct native_request *request,
                      struct native_region *region);
    /* The library, as "LLVM 14.0.6". */
    const char *(*describe)(const struct native_translator *translator);
    /* Makes code of the block that begins at a pc, for all PPs of a tile. False: there is none. */
    bool (*translate_block)(struct native_translator *translator, const struct block_request *request,
                            struct native_block *block);
};

#endif
