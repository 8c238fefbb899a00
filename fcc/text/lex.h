/* lex.h - the lexer: preprocessed text to an array of tokens, names to one object each. */
#ifndef FCC_LEX_H
#define FCC_LEX_H

#include "common/names.h"
#include "fcc/text/source.h"

enum token_kind {
    TOKEN_END,
    TOKEN_IDENTIFIER,
    TOKEN_INTEGER,
    TOKEN_FLOATING,
    TOKEN_STRING,
#define PUNCTUATOR(name, spelling, precedence, operation) TOKEN_##name,
#define KEYWORD(name, spelling) TOKEN_##name,
#include "fcc/text/token.def"
    TOKEN_COUNT
};

struct symbol;
struct tag;
struct label;

/* An identifier; equal spellings are the same object. It holds its current meaning, see scope.h. */
struct name {
    struct symbol *symbol; /* innermost ordinary meaning */
    struct tag *tag;       /* innermost struct, union or enum */
    struct label *label;   /* of that name, in the function being parsed */
    uint32_t length;
    enum token_kind keyword;   /* TOKEN_IDENTIFIER if it is no keyword */
    uint32_t absent;           /* row of absent.def, from 1; 0: none */
    bool is_keyword_call;      /* a keyword only before a '(' */
    bool is_ignored_attribute; /* as an attribute: a warning was printed */
    uint32_t external;         /* for lowering: index + 1 of an internal symbol; 0: none */
    char text[];
};

struct string_literal {
    uint32_t *words; /* one character a word, ended by 0 */
    uint32_t count;  /* includes the 0 */
    bool is_wide;    /* L"text": its elements are ints */
};

/* A number as written, without its suffix: a constant of type real is rounded from it, once. */
struct number_text {
    float value;  /* the nearest float */
    bool is_real; /* suffix r */
    char suffix;  /* f or l; '\0': none */
    char text[];
};

struct token {
    enum token_kind kind;
    source_pos pos;
    uint32_t length;
    bool is_unsigned; /* INTEGER: is unsigned */
    uint8_t longs;    /* INTEGER: 0 int, 1 long, 2 long long, by its suffix and its value */
    union {
        uint64_t value;                   /* INTEGER */
        const struct number_text *number; /* FLOATING */
        struct name *name;
        const struct string_literal *string; /* adjacent literals are one token */
    };
};

/* The attributes before a token, or before the end, about the surrounding declaration. */
enum token_mark_kind {
    TOKEN_MARK_NORETURN,
    TOKEN_MARK_UNUSED,
    TOKEN_MARK_CLEANUP,
    TOKEN_MARK_CONSTRUCTOR,
    TOKEN_MARK_DESTRUCTOR
};
struct token_mark {
    uint32_t at; /* index of the token after the attribute */
    enum token_mark_kind kind;
    struct name *argument; /* CLEANUP: the function; others: NULL */
};

/* All tokens of a text, in chunks, so that growing copies nothing. */
enum { TOKENS_PER_CHUNK = 1024 };
struct token_list {
    struct token **chunks;
    uint32_t count;
    uint32_t chunk_capacity;
    struct token_mark *marks; /* ascending */
    uint32_t mark_count;
    uint32_t mark_capacity;
};
static inline struct token *lex_token(const struct token_list *list, uint32_t at)
{
    return &list->chunks[at / TOKENS_PER_CHUNK][at % TOKENS_PER_CHUNK];
}

/* Reads all tokens of the source, TOKEN_END last; reports malformed ones. */
struct token_list lex(struct source *source, struct name_table *names);

/* The first attribute of that kind before one of the tokens from `first` to `last`; NULL: none. */
const struct token_mark *lex_mark(const struct token_list *list, enum token_mark_kind kind, uint32_t first,
                                  uint32_t last);

/* The object of a spelling. */
struct name *lex_name(struct arena *arena, struct name_table *names, const char *text, size_t length);

/* The characters of a string, for messages; unprintable ones are shown as '?'. */
const char *lex_string_text(struct arena *arena, const struct string_literal *string);

/* Whether a name has this spelling. */
bool lex_same(const struct name *name, const char *text);

/* The name of a kind of token in messages: `';'`, `identifier`, `'while'`. */
const char *lex_kind_text(enum token_kind kind);

/* Row data of a punctuator: binary precedence (0: none) and operation (enum binary_op). */
int lex_precedence(enum token_kind kind);
int lex_operation(enum token_kind kind);

#endif
