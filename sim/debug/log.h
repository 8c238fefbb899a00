/* log.h - messages that points log in place of a stop: text with {EXPRESSION} in it.
 *
 * Knows expressions. What is written where belongs to the sentry and the faces.
 */
#ifndef PRAM_DEBUG_LOG_H
#define PRAM_DEBUG_LOG_H

#include "sim/debug/source/expression.h"

enum { LOG_TEXT = 1024, LOG_VALUES = 8 };

struct log;

/* Parses a message for a stop at `pc`. NULL with one line in `error`: an expression is wrong, or `}` is
 * missing.
 */
struct log *log_parse(const struct machine *machine, const struct symbols *symbols, uint32_t pc,
                      const char *text, char error[EXPRESSION_ERROR]);

/* As it was asked for. */
const char *log_source(const struct log *log);

/* Writes the message for PPs, at least one: a value that is the same for all of them once, else their values
 * in the order of PPs, at most LOG_VALUES. */
void log_write(const struct log *log, const struct expression_reader *reader, const uint32_t *pps,
               uint32_t count, char text[LOG_TEXT]);

/* NULL is allowed. */
void log_free(struct log *log);

#endif
