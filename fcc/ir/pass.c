/* pass.c - the rows of pass.def by number and by name. */
#include "fcc/ir/pass.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    enum { LOWER, OPT, FIXED, BACK } stage;
} passes[PASS_COUNT] = {
#define PASS(name, stage, text) [PASS_##name] = {#name, stage},
#include "fcc/ir/pass.def"
};

static const struct {
    const char *name;
    enum pass pass;
} names[] = {
#define PASS(name, stage, text) {#name, PASS_##name},
#define PASS_ALIAS(old, name) {#old, PASS_##name},
#include "fcc/ir/pass.def"
};

static const uint32_t left_out_for_debugging = 0
#define PASS_DEBUG_OMITS(name, why) | 1u << PASS_##name
#include "fcc/ir/debug_level.def"
    ;

void pass_set_level(struct pass_options *options, enum pass_level level, uint32_t wanted)
{
    options->optimise = level != PASS_LEVEL_NONE;
    options->keep = level == PASS_LEVEL_DEBUG;
    options->off |= level == PASS_LEVEL_DEBUG ? left_out_for_debugging & ~wanted : 0;
}

const char *pass_spell(enum pass pass, char text[PASS_NAME])
{
    size_t i = 0;
    for (const char *name = passes[pass].name; name[i] != '\0' && i + 1 < PASS_NAME; i++)
        text[i] = name[i] == '_' ? '-' : name[i];
    text[i] = '\0';
    return text;
}

static bool is_same(const char *written, const char *name)
{
    while (*name != '\0' && (*written == *name || (*written == '-' && *name == '_'))) {
        written++;
        name++;
    }
    return *written == '\0' && *name == '\0';
}

enum pass pass_find(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (is_same(name, names[i].name))
            return names[i].pass;
    }
    return PASS_none;
}

bool pass_is_optional(enum pass pass)
{
    return pass != PASS_none && passes[pass].stage != FIXED;
}

bool pass_leaves_ir(enum pass pass)
{
    return pass != PASS_none && passes[pass].stage != BACK;
}
