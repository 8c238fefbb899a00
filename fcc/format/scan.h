/* scan.h - a source as the formatter sees it: tokens, comments, directives, and the blanks between them. */
#ifndef FCC_FORMAT_SCAN_H
#define FCC_FORMAT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "fcc/format/format.h"

enum piece_kind {
    PIECE_WORD, /* names, keywords, and what stands for a value in Fork: $ $$ @ # */
    PIECE_NUMBER,
    PIECE_STRING, /* and characters */
    PIECE_PUNCTUATOR,
    PIECE_LINE_COMMENT,
    PIECE_COMMENT,
    PIECE_DIRECTIVE /* the whole line, without its end */
};

enum word_class {
    CLASS_NAME, /* none of word.def */
    CLASS_HEADER,
    CLASS_BARE_HEADER,
    CLASS_EITHER_HEADER,
    CLASS_VALUE_AFTER,
    CLASS_LABEL,
    CLASS_CALL,
    CLASS_TYPE
};

enum brace_kind { BRACE_NONE, BRACE_BLOCK, BRACE_FUNCTION, BRACE_RECORD, BRACE_ENUM, BRACE_LIST };

/* What a * or another operator with two meanings is. */
enum operator_role { ROLE_PLAIN, ROLE_UNARY, ROLE_POINTER };

/* What the indentation of a line that begins with a piece counts from. */
enum anchor_kind {
    ANCHOR_LEVELS,   /* the line of the anchor, and `levels` more */
    ANCHOR_CONTINUE, /* the line of the anchor, where a statement begins: the author's distance from it */
    ANCHOR_BRACKET,  /* behind the anchor, a bracket; a level more than its line if it ends that */
    ANCHOR_CLOSING   /* the same, of the closing bracket */
};

enum { ANCHOR_NONE = -1 }; /* the first column */

struct piece {
    const char *text;
    size_t length;
    size_t line;     /* from 1, of its first character */
    size_t newlines; /* in front of it */
    size_t column;   /* of its first character, from 0, tabs counted */
    size_t blanks;   /* columns between it and the piece before in its line */
    size_t match;    /* of a bracket: the index of the other one */
    enum piece_kind kind;
    enum word_class class;
    enum brace_kind brace; /* of both braces */
    enum operator_role role;
    enum anchor_kind anchor_kind;
    long anchor; /* index of a piece in front of it, or ANCHOR_NONE */
    int levels;
    bool is_one_line; /* of both braces: the author wrote them in one line */
    bool is_cast;     /* of a ): closes a type in parentheses */
    bool is_header;   /* of a ) or word: a statement depends on it */
    bool is_macro;    /* of the name of a macro that is used as a header, and of its ) */
    bool is_label;    /* of a :, and of the word that begins a label */
    bool is_typedef;  /* of a name: the file declares it as a type */
    bool starts_statement;
    bool is_in_list; /* between the braces of initial values: blanks may align columns */
};

struct pieces {
    struct piece *items;
    size_t count;
    size_t capacity;
};

/* The pieces of a text, brackets matched; items are freed by the caller. False with the reason. */
bool format_scan(const char *text, size_t length, struct pieces *pieces, struct format_error *error);

/* Whether a piece is spelled so. */
bool format_is(const struct piece *piece, const char *spelling);

/* Whether a piece is neither comment nor directive. */
static inline bool format_is_token(const struct piece *piece)
{
    return piece->kind <= PIECE_PUNCTUATOR;
}

/* The next token from `at` on, the last one before `at`; NULL: there is none. */
const struct piece *format_next(const struct pieces *pieces, size_t at);
const struct piece *format_before(const struct pieces *pieces, size_t at);

/* Classifies brackets, operators, labels and headers (roles.c). */
void format_assign_roles(struct pieces *pieces);

/* The number of blanks between two pieces of a line (spacing.c). */
size_t format_blanks(const struct pieces *pieces, size_t at);

/* The text, which the caller frees (layout.c). */
char *format_print(const struct pieces *pieces, size_t *length);

#endif
