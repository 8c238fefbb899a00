/* lexer.h - internal interface of the lexer: its state and its steps.
 *
 * lex.c      the spelling of names, punctuators, words that Fork does not have, the tokens' order
 * literal.c  numbers, characters, strings
 * attribute.c  __attribute__((...))
 * lexer.c    blanks, comments, messages
 */
#ifndef FCC_LEXER_H
#define FCC_LEXER_H

#include "fcc/text/lex.h"

struct lexer {
    struct source *source;
    struct name_table *names;
    const char *text;
    uint32_t at;  /* offset of the next character */
    bool is_wide; /* in a literal: a character is one word, however many bytes it has in UTF-8 */
    struct token_list tokens;
};

/* ---- lexer.c */
/* Reports an invalid token. */
void lexer_malformed(struct lexer *lexer, source_pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lexer_skip_space(struct lexer *lexer);
bool lexer_is_word(char c); /* a letter, digit or _ */

/* ---- literal.c: each function reads the literal at lexer->at and completes the token */
void literal_number(struct lexer *lexer, struct token *token);
void literal_character(struct lexer *lexer, struct token *token);
void literal_string(struct lexer *lexer, struct token *token);
/* L"text", u8'x' and similar: the length of the prefix, 0: none; the whole literal. */
uint32_t literal_prefix(const struct lexer *lexer);
void literal_prefixed(struct lexer *lexer, struct token *token);
/* The code point of \u00e9 or \U000000e9 at the start of `text`, and its length; 0: none. */
uint32_t literal_universal(const char *text, uint32_t *code);

/* ---- attribute.c: reads the parentheses after an `__attribute__` at `pos` */
void attribute_read(struct lexer *lexer, source_pos pos);
/* Reads the brackets `[[...]]` of C23, which come next. */
void attribute_read_brackets(struct lexer *lexer, source_pos pos);

#endif
