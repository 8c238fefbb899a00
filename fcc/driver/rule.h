/* rule.h - the rule for make with the files that an output depends on (-M, -MD and similar).
 *
 * Written as gcc writes it. Knows the preprocessor's list of files, and no pass of the compiler.
 */
#ifndef FCC_RULE_H
#define FCC_RULE_H

#include "fcc/driver/options.h"
#include "fcc/preprocess/preprocess.h"

/* Writes the rule for `source`, which was preprocessed, to `path`. `target` is its target unless -MT or -MQ
 * give another. False after a message if writing fails. */
bool rule_write(const struct fcc_options *options, struct preprocessor *preprocessor, const char *target,
                const char *path);

#endif
