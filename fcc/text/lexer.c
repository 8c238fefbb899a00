/* lexer.c - the lexer's position in the text: blanks, comments, and messages about invalid tokens. */
#include "fcc/text/lexer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void lexer_malformed(struct lexer *lexer, source_pos pos, const char *format, ...)
{
    char text[200];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    source_error(lexer->source, pos, "%s", text);
    source_mark(lexer->source, pos);
}

bool lexer_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Skips blanks, comments (cpp removes them, but any text is accepted) and cpp's own lines. */
void lexer_skip_space(struct lexer *lexer)
{
    const char *text = lexer->text;
    for (;;) {
        char c = text[lexer->at];
        bool at_start = lexer->at == 0 || text[lexer->at - 1] == '\n';
        if (c == '/' && text[lexer->at + 1] == '*') {
            const char *end = strstr(text + lexer->at + 2, "*/");
            if (end == NULL) {
                lexer_malformed(lexer, lexer->at, "comment without an end");
                lexer->at = lexer->source->length;
                return;
            }
            lexer->at = (uint32_t)(end - text) + 2;
        } else if ((c == '/' && text[lexer->at + 1] == '/') ||
                   (at_start && source_is_directive(lexer->source, lexer->at))) {
            lexer->at += (uint32_t)strcspn(text + lexer->at, "\n");
        } else if (c != '\0' && isspace((unsigned char)c)) {
            lexer->at++;
        } else {
            return;
        }
    }
}
