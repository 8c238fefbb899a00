/* front_options.h - what the front end is asked to do; part of fcc/front.h. */
#ifndef FCC_FRONT_OPTIONS_H
#define FCC_FRONT_OPTIONS_H

#include "fcc/text/warning.h"

#include <stdbool.h>

struct preprocessor;
struct front_watch;

struct front_options {
    warning_set warnings; /* what to warn of (default of fcc: warnings_default; -w: nothing) */
    unsigned real_words;  /* words of a `real` */
    bool only_check;      /* stop after type and mode checking: the result has no functions */
    bool hold_shared;     /* keep shared variables in registers where no PP can tell */
    bool
        convert_ifs; /* let all PPs compute small private `if`s, for show where the condition does not hold */
    bool plain_c;    /* the source is C: words of Fork are names, but in the runtime's headers */
    const char *headers; /* their folder; NULL: none */
    /* made the text and knows where it came from; must live as long as the result. NULL: the text is one
     * with line markers */
    struct preprocessor *origin;
    const struct front_watch *watch; /* is told about names (watch.h); NULL: nobody is */
};

#endif
