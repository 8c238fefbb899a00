/* lexer.h - what the files of the lexer share: its state, and the steps that they offer each other.
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
    bool is_wide; /* in a literal: a character is a word, whatever bytes UTF-8 takes for it */
    struct token_list tokens;
};

/* ---- lexer.c */
/* Reports something that is no token. */
void lexer_malformed(struct lexer *lexer, source_pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lexer_skip_space(struct lexer *lexer);
bool lexer_is_word(char c); /* a letter, digit or _ */

/* ---- literal.c: each reads what begins at lexer->at and completes the token */
void literal_number(struct lexer *lexer, struct token *token);
void literal_character(struct lexer *lexer, struct token *token);
void literal_string(struct lexer *lexer, struct token *token);
/* L"text", u8'x' and their like: the characters of the prefix, 0: there is none; the whole literal. */
uint32_t literal_prefix(const struct lexer *lexer);
void literal_prefixed(struct lexer *lexer, struct token *token);
/* The code point of \u00e9 or \U000000e9 that begins at `text`, and the characters it takes; 0: it is none.
 */
uint32_t literal_universal(const char *text, uint32_t *code);

/* ---- attribute.c: reads what stands in parentheses after an `__attribute__` at `pos` */
void attribute_read(struct lexer *lexer, source_pos pos);

#endif
