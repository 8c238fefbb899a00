/* message.h - lines for people: untrusted text in them cannot control a terminal or imitate another line.
 *
 * Names of files and symbols, source text and texts of a simulated program are untrusted. Every message of
 * every program is printed here, with control characters as escapes: `\n`, `\t`, `\x1b`, `\u202e` (also for
 * other changes of the writing direction), and `\xe9` for a byte that is not UTF-8.
 */
#ifndef PRAM_MESSAGE_H
#define PRAM_MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A character as messages show it. */
struct message_character {
    size_t bytes;  /* bytes in the text, 1 to 4 */
    int columns;   /* bytes when shown */
    char shown[8]; /* ended by 0 */
};

/* The first character of `size` bytes (at least 1). */
struct message_character message_character(const char *text, size_t size);

/* The number of bytes of the UTF-8 character at the start of `size` bytes; 0: not UTF-8. */
size_t message_utf8(const char *text, size_t size);

/* Whether a text is shown unchanged: it is UTF-8 without control characters. */
bool message_is_plain(const char *text, size_t size);

/* Prints `size` bytes, with escapes. Does not allocate; also for output to files. */
void message_text(FILE *stream, const char *text, size_t size);

/* Prints the formatted text with escapes and a newline in one write. For messages only: if memory is short, a
 * line is silently cut to 1023 bytes. */
void message_line(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
void message_vline(FILE *stream, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Prints such a line about a failure on standard error. Returns `status`. */
int message_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the reason of a failure into `error`, of `size` bytes. Returns false. */
bool message_refuse(char *error, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* When output is coloured: names and kinds of messages ("fault", "warning") on standard error. */
enum message_color {
    MESSAGE_COLOR_AUTO, /* on a terminal that has any, unless the environment has NO_COLOR (no-color.org) */
    MESSAGE_COLOR_ALWAYS,
    MESSAGE_COLOR_NEVER
};

/* Whether output to a descriptor is coloured. */
bool message_wants_color(enum message_color when, int descriptor);

/* Sets it for all further messages; initially there are no colours. */
void message_use_color(enum message_color when);

#endif
