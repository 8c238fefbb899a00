/* front_options.h - options of the front end; part of fcc/front.h. */
#ifndef FCC_FRONT_OPTIONS_H
#define FCC_FRONT_OPTIONS_H

#include "fcc/text/warning.h"

#include <stdbool.h>

struct preprocessor;
struct front_watch;

struct front_options {
    warning_set warnings; /* enabled warnings (default of fcc: warnings_default; -w: none) */
    unsigned real_words;  /* words of a `real` */
    bool only_check;      /* stop after type and mode checking: the result has no functions */
    bool hold_shared;     /* keep shared variables in registers where no PP can notice */
    bool convert_ifs; /* predicate small private `if`s: all PPs compute them, and where the condition is false
                         the result is discarded */
    bool keep;        /* variables keep their values in their scopes, for debuggers */
    bool plain_c;     /* the source is C: keywords of Fork are names, except in the runtime's headers */
    const char *headers; /* their folder; NULL: none */
    /* the preprocessor that made the text; must live as long as the result. NULL: the text has line markers
     */
    struct preprocessor *origin;
    const struct front_watch *watch; /* is called for names (watch.h); NULL: nothing is called */
};

#endif
