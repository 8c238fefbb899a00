/* watch.h - callbacks for names while a file is parsed, for tools such as the language server.
 *
 * All callbacks get the unit in its present state. Symbols of functions live until their function is left.
 */
#ifndef FCC_WATCH_H
#define FCC_WATCH_H

#include "fcc/text/unit.h"

struct front_watch {
    /* The parser takes an identifier; token->name has what it means here. May come twice. */
    void (*token)(void *context, const struct unit *unit, const struct token *token);
    /* The name at `pos` is this member of a struct or union. */
    void (*member)(void *context, const struct unit *unit, source_pos pos, const struct tag *tag,
                   const struct member *member);
    /* A scope is left, before the next token is read; its symbols have their final types. */
    void (*scope)(void *context, const struct unit *unit, const struct scope *scope);
    /* A function has been checked: its statements have their modes. */
    void (*function)(void *context, const struct unit *unit, const struct symbol *function);
    void *context;
};

#endif
