/* message.h - the lines that programs print for people: nothing in them can command a terminal or pass for
 * another line.
 *
 * Names of files and symbols, source text and what a simulated program says are strangers' words. Every
 * message of every program is printed here, so that control characters in them are shown as escapes: `\n`,
 * `\t`, `\x1b`, `\u202e` (those that turn the direction of writing, too), and `\xe9` for a byte that is no
 * UTF-8. Knows no message.
 */
#ifndef PRAM_MESSAGE_H
#define PRAM_MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A character as it is shown. */
struct message_character {
    size_t bytes;  /* that it takes in the text, 1 to 4 */
    int columns;   /* that it takes when shown */
    char shown[8]; /* ended by 0 */
};

/* The first character of `size` bytes (at least 1). */
struct message_character message_character(const char *text, size_t size);

/* Bytes of the UTF-8 character at the start of `size` bytes; 0: it is none. */
size_t message_utf8(const char *text, size_t size);

/* Whether a text is shown as it is: it has no control character, and nothing that is no UTF-8. */
bool message_is_plain(const char *text, size_t size);

/* Prints `size` bytes, with escapes. Takes no memory, so this is for what goes into files, too. */
void message_text(FILE *stream, const char *text, size_t size);

/* Prints one line in one piece: what the format gives, with escapes, and the end of the line. For messages
 * only: when memory is short, a line over 1023 bytes is cut, and nobody learns it. */
void message_line(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
void message_vline(FILE *stream, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* When the names and the kinds of messages ("fault", "warning") on standard error have colours. */
enum message_color {
    MESSAGE_COLOR_AUTO, /* on a terminal that has any, unless the environment has NO_COLOR (no-color.org) */
    MESSAGE_COLOR_ALWAYS,
    MESSAGE_COLOR_NEVER
};

/* From now on; before the first call there are no colours. */
void message_use_color(enum message_color when);

#endif
