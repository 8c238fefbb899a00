/* scan.h - a source for the formatter: tokens, comments, directives, and the blanks between them. */
#ifndef FCC_FORMAT_SCAN_H
#define FCC_FORMAT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "fcc/format/format.h"

enum piece_kind {
    PIECE_WORD, /* names, keywords, and the values $ $$ @ # of Fork */
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

/* The meaning of a * or another ambiguous operator. */
enum operator_role { ROLE_PLAIN, ROLE_UNARY, ROLE_POINTER };

/* The base of the indentation of a line that begins with a piece. */
enum anchor_kind {
    ANCHOR_LEVELS,   /* the line of the anchor, plus `levels` levels */
    ANCHOR_CONTINUE, /* the line of the anchor, the start of a statement: the author's distance from it */
    ANCHOR_BRACKET,  /* after the anchor, a bracket; one level more than its line if it ends that line */
    ANCHOR_CLOSING   /* as above, for the closing bracket */
};

enum { ANCHOR_NONE = -1 }; /* the first column */

struct piece {
    const char *text;
    size_t length;
    size_t line;     /* from 1, of its first character */
    size_t newlines; /* newlines before it */
    size_t column;   /* of its first character, from 0, tabs counted */
    size_t blanks;   /* columns between it and the piece before in its line */
    size_t match;    /* of a bracket: the index of the other one */
    enum piece_kind kind;
    enum word_class class;
    enum brace_kind brace; /* of both braces */
    enum operator_role role;
    enum anchor_kind anchor_kind;
    long anchor; /* index of an earlier piece, or ANCHOR_NONE */
    int levels;
    bool is_one_line; /* of both braces: the author wrote them on one line */
    bool is_cast;     /* of a ): closes a type in parentheses */
    bool is_header;   /* of a ) or word: a dependent statement follows */
    bool is_macro;    /* of the name of a macro used as a header, and of its ) */
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

/* The pieces of a text, with brackets matched; the caller frees the items. False with the reason. */
bool format_scan(const char *text, size_t length, struct pieces *pieces, struct format_error *error);

/* Whether a piece has this spelling. */
bool format_is(const struct piece *piece, const char *spelling);

/* Whether a piece is neither comment nor directive. */
static inline bool format_is_token(const struct piece *piece)
{
    return piece->kind <= PIECE_PUNCTUATOR;
}

/* The next token from `at` on; the last one before `at`; NULL: none. */
const struct piece *format_next(const struct pieces *pieces, size_t at);
const struct piece *format_before(const struct pieces *pieces, size_t at);

/* Classifies brackets, operators, labels and headers (roles.c). */
void format_assign_roles(struct pieces *pieces);

/* The number of blanks between two pieces of a line (spacing.c). */
size_t format_blanks(const struct pieces *pieces, size_t at);

/* The formatted text, which the caller frees (layout.c). */
char *format_print(const struct pieces *pieces, size_t *length);

#endif
