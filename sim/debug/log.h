/* log.h - messages of logpoints: text with {EXPRESSION} in it.
 *
 * Knows expressions. The sentry decides when a message is written, a face where.
 */
#ifndef PRAM_DEBUG_LOG_H
#define PRAM_DEBUG_LOG_H

#include "sim/debug/source/expression.h"

enum { LOG_TEXT = 1024, LOG_VALUES = 8 };

struct log;

/* Parses a message for a stop at `pc`. NULL with one line in `error` if an expression is wrong or a `}` is
 * missing.
 */
struct log *log_parse(const struct symbols *symbols, uint32_t pc, const char *text,
                      char error[EXPRESSION_ERROR]);

/* The text that the message was parsed from. */
const char *log_source(const struct log *log);

/* Writes the message for at least one PP. A value that is the same for all PPs is written once. Different
 * values are written in the order of PPs, at most LOG_VALUES of them. */
void log_write(const struct log *log, const struct expression_reader *reader, const uint32_t *pps,
               uint32_t count, char text[LOG_TEXT]);

/* `log` may be NULL */
void log_free(struct log *log);

#endif
