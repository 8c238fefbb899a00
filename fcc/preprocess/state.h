/* state.h - internal interface of the preprocessor: tokens, macros, open files, contexts of expansion.
 *
 * A place is a number: every inclusion of a file owns the numbers from its base, one a byte. A token has the
 * place of its spelling and the expansion that it came out of, which suffice for every message.
 */
#ifndef FCC_PREPROCESS_STATE_H
#define FCC_PREPROCESS_STATE_H

#include <setjmp.h>
#include <time.h>

#include "common/names.h"
#include "fcc/preprocess/preprocess.h"

/* ---- tokens */

enum pp_kind {
    PP_END, /* of a directive, of an argument, of the text */
    PP_NAME,
    PP_NUMBER,
    PP_CHARACTER,
    PP_STRING,
    PP_HEADER, /* <name>, in #include only */
    PP_PUNCTUATOR,
    PP_OTHER,     /* invalid characters, and literals without an end */
    PP_PARAMETER, /* in the replacement of a macro */
    PP_OPTION,    /* __VA_OPT__ there; the next `parameter` tokens are in its parentheses */
    PP_PADDING    /* no token; says whether there is a blank before the next one */
};

enum pp_flag {
    PP_SPACE = 1,      /* a blank precedes it */
    PP_LINE_START = 2, /* the first of its line */
    PP_NO_EXPAND = 4,  /* the name of a macro inside its own expansion: never expanded again */
    PP_PASTE = 8,      /* ## follows */
    PP_STRINGISE = 16, /* a parameter after # */
    PP_DECIDES = 32    /* a padding with its own PP_SPACE; others leave it to the next token */
};

struct pp_name;

struct pp_token {
    const char *text; /* spelling, without line splices */
    struct pp_name *name;
    uint32_t length;
    uint32_t place;
    uint32_t expansion; /* index into expansions; 0: none */
    uint16_t parameter;
    uint8_t kind;
    uint8_t flags;
};

/* A growing list of tokens; the preprocessor knows all lists and recycles them. */
struct pp_list {
    struct pp_token *tokens;
    uint32_t count;
    uint32_t capacity;
    struct pp_list *next; /* in the list of all lists, or of free ones */
    struct pp_list *previous;
};

/* ---- macros */

enum pp_builtin {
    BUILTIN_NONE,
#define BUILTIN(spelling, name) BUILTIN_##name,
#include "fcc/preprocess/builtin.def"
    BUILTIN_COUNT
};

struct pp_macro {
    struct pp_name *name;
    struct pp_token *body;
    struct pp_name **parameters;
    uint32_t body_count;
    uint32_t place;
    uint16_t parameter_count;
    uint8_t builtin;
    bool takes_arguments;
    bool is_variadic;
    bool is_open; /* its expansion is under way */
};

/* The meaning of a name saved by push_macro. */
struct pp_kept {
    struct pp_kept *next;
    struct pp_macro *macro;
};

struct pp_name {
    struct pp_macro *macro; /* NULL: none */
    struct pp_kept *kept;   /* latest first */
    uint32_t length;
    uint32_t parameter; /* 1 + index during the definition of a macro */
    char text[];
};

/* ---- files */

/* A line that was looked up: the next query is usually a little further on. */
struct pp_line_cursor {
    uint32_t offset;
    uint32_t number;
    uint32_t start;
};

/* Where lines begin, noted once every 1024 bytes. */
struct pp_lines {
    uint32_t *number;
    uint32_t *start;
    struct pp_line_cursor *last;
};

struct pp_file {
    struct pp_file *next;
    const char *name;
    const char *text; /* '\0' after it */
    char *owned;      /* owned memory, or NULL */
    uint32_t size;
    bool once; /* #pragma once */
    bool was_opened;
    bool is_own;           /* a text of the preprocessor, not a file */
    bool was_listed;       /* reported by preprocess_files */
    struct pp_name *guard; /* included again only while this is not a macro; NULL: always */
    unsigned long long device;
    unsigned long long number;
    time_t changed;
    struct pp_lines lines;
    uint32_t folder; /* where the search found it, for #include_next */
};

/* The effect of #line from an offset on. */
struct pp_renumbering {
    uint32_t offset;
    int64_t shift; /* presumed line minus real line */
    const char *name;
};

struct pp_inclusion {
    uint32_t base;
    uint32_t from; /* the place of the #include; 0: none */
    struct pp_file *file;
    struct pp_renumbering *renumberings;
    uint32_t renumbering_count;
    uint32_t renumbering_capacity;
};

struct pp_scanner {
    const char *text;
    uint32_t at;
    uint32_t size;
    bool line_start;
    bool dollars;          /* as in the options */
    uint32_t open_comment; /* first token after an opening without an end; 0: none */
};

struct pp_conditional {
    struct pp_conditional *outer;
    uint32_t place;
    bool taken; /* one of its branches was taken */
    bool skipping;
    bool outer_skips;
    bool had_else;
    bool may_guard; /* the #ifndef that began the file */
};

/* An open file. */
struct pp_reader {
    struct pp_reader *outer;
    struct pp_inclusion *inclusion;
    struct pp_scanner scanner;
    struct pp_conditional *conditional;
    bool only_guarded; /* so far nothing is outside the guard */
    struct pp_name *guard;
};

/* ---- expansion */

struct pp_expansion {
    const struct pp_macro *macro;
    uint32_t place; /* of the name of the macro */
    uint32_t outer; /* the expansion that this name came out of */
    uint32_t root;  /* place of the outermost name: where the user wrote it */
};

struct pp_context {
    const struct pp_token *tokens;
    uint32_t at;
    uint32_t count;
    struct pp_macro *macro; /* closed at the end; NULL: none */
    struct pp_list *list;   /* recycled at the end; NULL: none */
    uint32_t expansion;     /* of its tokens; 0: each token has its own */
    uint32_t record;        /* the expansion that it is; 0: none */
    bool stays;             /* an argument: returns PP_END at its end, stays open */
};

enum pp_arguments { NOT_IN_ARGUMENTS, LOOKING_FOR_PARENTHESIS, IN_ARGUMENTS };

/* ---- the output text */

struct pp_map {
    uint32_t offset; /* in the text */
    uint32_t place;
    uint32_t expansion;
};

struct pp_writer {
    char *text;
    uint32_t length;
    uint32_t capacity;
    struct pp_map *map;
    uint32_t map_count;
    uint32_t map_capacity;
    const struct pp_inclusion *inclusion; /* of the current line */
    uint32_t line;                        /* real line there */
    struct pp_token last;
    bool has_last; /* the current line has a token */
};

struct preprocessor {
    struct arena arena;
    struct diag *diag;
    const struct preprocess_options *options;
    jmp_buf give_up;
    bool failed; /* an error was reported */

    struct name_table names; /* items: struct pp_name */
    struct pp_name *name_defined, *name_variadic, *name_option, *name_has_include, *name_has_include_next,
        *name_pragma, *name_once;

    struct pp_file *files;
    struct pp_inclusion **inclusions; /* by base */
    uint32_t inclusion_count;
    uint32_t inclusion_capacity;
    uint32_t next_base;
    uint64_t bytes_read;
    const struct pp_inclusion *noted; /* whose includers were named last */
    const char **folders;             /* of -I, then the runtime's */
    uint32_t folder_count;
    const char **roots; /* real names of the folders that --safe allows */
    uint32_t root_count;

    struct pp_reader *reader;
    uint32_t depth;
    bool in_directive;
    bool wants_header; /* <name> is one token */
    uint32_t directive_place;
    uint32_t line_place; /* of the last token that began a line, until the writer reaches it; 0: none */
    uint32_t conditional_depth;

    struct pp_context *contexts;
    uint32_t context_count;
    uint32_t context_capacity;
    struct pp_list *lists;
    struct pp_list *free_lists;
    struct pp_expansion *expansions;
    uint32_t expansion_count;
    uint32_t expansion_capacity;
    uint32_t kept_expansion; /* needed to the end up to this one */
    size_t bytes_in_lists;
    enum pp_arguments arguments;
    uint32_t prevent_expansion;
    uint32_t nesting; /* of macro calls in arguments */
    uint32_t steps;
    uint32_t counter; /* __COUNTER__ */
    bool has_clock;
    struct tm clock;

    struct pp_writer writer;
};

/* A limit, as set by the options. */
static inline uint32_t pp_limit(const struct preprocessor *pp, uint32_t limit)
{
    return pp->options->divisor > 1 ? limit / pp->options->divisor : limit;
}

/* ---- scan.c: characters to tokens */
void scan_token(struct preprocessor *pp, struct pp_scanner *scanner, struct pp_token *token);
/* Skips the rest of the line, including splices and comments over lines; leaves the newline. */
void scan_rest(struct pp_scanner *scanner);
/* Skips blanks and comments to the next token; returns whether there were any. */
bool scan_space(struct pp_scanner *scanner, bool over_lines);
/* Whether two spellings without a blank between them would be read differently. */
bool scan_would_join(const struct pp_token *left, const struct pp_token *right);
struct pp_name *scan_find_name(struct preprocessor *pp, const char *text, size_t length);

static inline bool pp_is(const struct pp_token *token, const char *spelling)
{
    return token->kind == PP_PUNCTUATOR && token->text[0] == spelling[0] &&
           (token->length == 1 ? spelling[1] == '\0'
                               : token->text[1] == spelling[1] && spelling[1] != '\0' &&
                                     (token->length == 2 ? spelling[2] == '\0' : spelling[2] != '\0'));
}

/* ---- lists and memory (memory.c) */
struct pp_list *pp_list_new(struct preprocessor *pp);
void pp_list_add(struct preprocessor *pp, struct pp_list *list, const struct pp_token *token);
void pp_list_free(struct preprocessor *pp, struct pp_list *list);
/* `array` of `count` elements with room for one more; counted in the limit of memory. */
void *pp_grow(struct preprocessor *pp, void *array, uint32_t count, uint32_t *capacity, size_t size);

/* ---- messages (place.c) */
void pp_error(struct preprocessor *pp, const struct pp_token *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void pp_warning(struct preprocessor *pp, const struct pp_token *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void pp_note(struct preprocessor *pp, uint32_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* An error that ends preprocess_run. */
_Noreturn void pp_fatal(struct preprocessor *pp, const struct pp_token *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- places (place.c) */
struct pp_place {
    const struct pp_inclusion *inclusion;
    const char *name;    /* presumed */
    uint32_t line;       /* presumed */
    uint32_t real_line;  /* in the file */
    uint32_t line_start; /* offset in the file */
    uint32_t offset;
};
void place_find(const struct preprocessor *pp, uint32_t place, struct pp_place *out);
/* Where the user wrote the text that a token comes from. */
uint32_t place_root(const struct preprocessor *pp, uint32_t place, uint32_t expansion);
/* The real line of an offset in a file; *start is the offset of its first character. */
uint32_t pp_place_line(const struct pp_file *file, uint32_t offset, uint32_t *start);

/* ---- files (file.c) */
void file_folders(struct preprocessor *pp, const char *source);
/* Opens the main file, or a text without a file; `owned` is freed with the preprocessor. */
struct pp_file *file_of_text(struct preprocessor *pp, const char *name, const char *text, uint32_t size);
/* Finds the file of an #include: first beside the including file if `quoted`, then in folders from `first`
 * on. NULL with a reason in *why. */
struct pp_file *file_find(struct preprocessor *pp, const char *name, bool quoted, uint32_t first,
                          const char **why);
void file_open(struct preprocessor *pp, struct pp_file *file, uint32_t from, const struct pp_token *where);
/* Leaves the innermost file: reports conditions without an end, remembers its guard. */
void file_close(struct preprocessor *pp);

/* ---- macros (macro.c) */
void macro_define(struct preprocessor *pp);
void macro_undefine(struct preprocessor *pp);
void macro_predefine(struct preprocessor *pp);
/* The next token of a directive must be a possible name of a macro; NULL after a message if it is not.
 * `changes`: the directive defines or undefines it. */
struct pp_name *macro_name(struct preprocessor *pp, struct pp_token *token, bool changes);
/* The result of #ifdef and `defined`: it is a macro, or a word like __has_include. */
bool macro_is_defined(const struct preprocessor *pp, const struct pp_name *name);
/* Carries out push_macro("NAME") or pop_macro("NAME"), the text of a pragma; ignores others. */
void macro_pragma(struct preprocessor *pp, const struct pp_token *where, const char *text);
void macro_builtin(struct preprocessor *pp, const struct pp_macro *macro, const struct pp_token *name,
                   struct pp_token *out);

/* ---- expansion (expand.c, argument.c, paste.c) */
/* The next token after macro expansion. */
void expand_token(struct preprocessor *pp, struct pp_token *token);
/* The next token of the file, with directives carried out and macros not expanded. */
void expand_raw(struct preprocessor *pp, struct pp_token *token);
struct pp_context *expand_push(struct preprocessor *pp, const struct pp_token *tokens, uint32_t count);
void expand_pop(struct preprocessor *pp);
/* Leaves all contexts: the end of a directive. */
void expand_drop(struct preprocessor *pp);
/* Reads the arguments of a call of the macro and puts its replacement into a new list; NULL if this is no
 * call, or after a message a wrong one. */
struct pp_list *argument_replace(struct preprocessor *pp, const struct pp_macro *macro,
                                 const struct pp_token *name, uint32_t expansion);
/* left ## right; false after a message if that is not a token. */
bool paste_tokens(struct preprocessor *pp, struct pp_token *left, const struct pp_token *right);
void paste_string(struct preprocessor *pp, const struct pp_token *tokens, uint32_t count,
                  struct pp_token *out);
/* The characters of a string token; in the arena. */
char *paste_unquote(struct preprocessor *pp, const struct pp_token *string);

/* ---- directives (directive.c, condition.c, include.c) */
/* Carries out the directive after the # that was just read. */
void directive_run(struct preprocessor *pp, const struct pp_token *hash);
/* Reports tokens after a directive. */
void directive_end(struct preprocessor *pp, const char *name);
bool condition_value(struct preprocessor *pp, const struct pp_token *directive);
void include_file(struct preprocessor *pp, const struct pp_token *directive, bool next);
/* Opens the files of -include, to be read before the source. */
void include_given(struct preprocessor *pp);
bool include_exists(struct preprocessor *pp, const struct pp_token *where, bool next);

/* ---- output (write.c) */
void write_all(struct preprocessor *pp);
/* A line of its own, for -E. */
void write_line(struct preprocessor *pp, const char *text, size_t length);

#endif
