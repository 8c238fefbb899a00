/* rule.h - the rule for make that says which files an output was made of (-M, -MD and their like).
 *
 * Written as gcc writes it. Knows the preprocessor's list of files, and no pass of the compiler.
 */
#ifndef FCC_RULE_H
#define FCC_RULE_H

#include "fcc/driver/options.h"
#include "fcc/preprocess/preprocess.h"

/* Writes the rule for `source`, which was preprocessed, to `path`. `target` is what it is about unless -MT or
 * -MQ say otherwise. False, said, if it could not be written. */
bool rule_write(const struct fcc_options *options, struct preprocessor *preprocessor, const char *target,
                const char *path);

#endif
