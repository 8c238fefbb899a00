/* front.h - the whole front end as one call: preprocessed Fork text in, intermediate representation out. */
#ifndef FCC_FRONT_H
#define FCC_FRONT_H

#include <stddef.h>

#include "common/diag.h"
#include "common/arena.h"
#include "fcc/ir/ir.h"
#include "fcc/text/front_options.h"

/* Compiles `text` (`length` characters, preprocessed; '\0' after it) named `file`.
 * Messages go to diag. The result is in the arena and refers to `text`, which must live as long; NULL after
 * errors. Never crashes, hangs or exceeds the arena's limit: then it reports an error. */
struct ir_unit *front_compile(struct arena *arena, struct diag *diag, const char *file, const char *text,
                              size_t length, const struct front_options *options);

#endif
