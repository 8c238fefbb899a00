/* option_value.h - the values of pramsim's options, one by one. */
#ifndef PRAM_OPTION_VALUE_H
#define PRAM_OPTION_VALUE_H

#include "options.h"

/* The engines that --engine names, the default first. */
enum {
#define ENGINE(name) OPTION_ENGINE_##name,
#include "engine.def"
    OPTION_ENGINES
};
extern const struct engine *const option_engines[OPTION_ENGINES];

/* Takes the value of the option in that row of options.def; "" if an optional value is missing. False with
 * one line in `reason` if it is invalid. */
bool option_set(struct options *options, unsigned row, const char *value, char *reason, size_t reason_size);

#endif
