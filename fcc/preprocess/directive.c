/* directive.c - lines that begin with #: finds the directive's row and carries it out; skips excluded lines.
 *
 * May call macro.c, include.c, condition.c. A directive reads its tokens; the rest of its line is skipped
 * here. Macros are expanded only where the standard says so.
 */
#include "common/near.h"
#include "common/quote.h"
#include "fcc/preprocess/state.h"

#include <stdio.h>
#include <string.h>

void directive_end(struct preprocessor *pp, const char *name)
{
    struct pp_token token;
    expand_raw(pp, &token);
    if (token.kind != PP_END)
        pp_warning(pp, &token, "there is more on the line after #%s; it is ignored", name);
}

/* ---- conditions */

static void open_conditional(struct preprocessor *pp, const struct pp_token *token, bool skips, bool holds)
{
    if (++pp->conditional_depth > PREPROCESS_NESTING_LIMIT)
        pp_fatal(pp, token, "conditions (#if) are nested more than %d deep", PREPROCESS_NESTING_LIMIT);
    struct pp_reader *reader = pp->reader;
    struct pp_conditional *conditional = ARENA_NEW(&pp->arena, struct pp_conditional);
    *conditional = (struct pp_conditional){.outer = reader->conditional,
                                           .place = token->place,
                                           .taken = holds,
                                           .skipping = skips || !holds,
                                           .outer_skips = skips};
    reader->conditional = conditional;
}

static bool skips(const struct preprocessor *pp)
{
    const struct pp_conditional *conditional = pp->reader->conditional;
    return conditional != NULL && conditional->skipping;
}

/* #ifdef and #ifndef. `first`: nothing precedes it in its file. */
static void run_defined(struct preprocessor *pp, const struct pp_token *token, bool wanted, bool first)
{
    if (skips(pp)) {
        open_conditional(pp, token, true, false);
        return;
    }
    struct pp_token where;
    struct pp_name *name = macro_name(pp, &where, false);
    if (name != NULL)
        directive_end(pp, wanted ? "ifdef" : "ifndef");
    open_conditional(pp, token, false, name != NULL && macro_is_defined(pp, name) == wanted);
    if (first && !wanted && name != NULL && pp->reader->guard == NULL) {
        pp->reader->guard = name;
        pp->reader->conditional->may_guard = true;
    }
}

static void run_ifdef(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    run_defined(pp, token, true, first);
}

static void run_ifndef(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    run_defined(pp, token, false, first);
}

static void run_if(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    if (skips(pp)) {
        open_conditional(pp, token, true, false);
    } else {
        bool holds = condition_value(pp, token);
        open_conditional(pp, token, false, holds);
    }
}

/* The open condition of #else and #elif; NULL after a message if there is none. */
static struct pp_conditional *find_open(struct preprocessor *pp, const struct pp_token *token)
{
    struct pp_conditional *open = pp->reader->conditional;
    if (open == NULL) {
        pp_error(pp, token, "#%s without an #if before it", token->name->text);
    } else if (open->had_else && strcmp(token->name->text, "endif") != 0) {
        pp_error(pp, token, "#%s after #else", token->name->text);
        struct pp_token where = {.place = open->place};
        pp_note(pp, where.place, "the condition begins here");
        return NULL;
    }
    return open;
}

static void forget_guard(struct preprocessor *pp, struct pp_conditional *open)
{
    if (open->may_guard) {
        pp->reader->guard = NULL;
        open->may_guard = false;
        pp->reader->only_guarded = false;
    }
}

static void run_elif(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    struct pp_conditional *open = find_open(pp, token);
    if (open == NULL)
        return;
    forget_guard(pp, open);
    if (open->outer_skips || open->taken) {
        open->skipping = true;
        return;
    }
    open->taken = condition_value(pp, token);
    open->skipping = !open->taken;
}

static void run_else(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    struct pp_conditional *open = find_open(pp, token);
    if (open == NULL)
        return;
    forget_guard(pp, open);
    open->had_else = true;
    open->skipping = open->outer_skips || open->taken;
    if (!open->outer_skips)
        directive_end(pp, "else");
}

static void run_endif(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    struct pp_conditional *open = find_open(pp, token);
    if (open == NULL)
        return;
    if (!open->outer_skips)
        directive_end(pp, "endif");
    pp->reader->only_guarded |= open->may_guard;
    pp->reader->conditional = open->outer;
    pp->conditional_depth--;
}

/* ---- the others */

static void run_define(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)token, (void)first;
    macro_define(pp);
}

static void run_undef(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)token, (void)first;
    macro_undefine(pp);
}

static void run_include(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    include_file(pp, token, false);
}

static void run_include_next(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    include_file(pp, token, true);
}

/* The rest of the line as written, without blanks around it and without splices. */
static const char *rest_of_line(struct preprocessor *pp)
{
    struct pp_scanner *scanner = &pp->reader->scanner;
    scan_space(scanner, false);
    uint32_t start = scanner->at;
    scan_rest(scanner);
    uint32_t end = scanner->at;
    char *text = arena_alloc(&pp->arena, end - start + 1);
    uint32_t count = 0;
    for (uint32_t i = start; i < end; i++) {
        if (scanner->text[i] == '\\' && i + 1 < end && scanner->text[i + 1] == '\n') {
            i++;
        } else {
            unsigned char c = (unsigned char)scanner->text[i];
            text[count++] = (char)(c < ' ' ? ' ' : c);
        }
    }
    while (count > 0 && text[count - 1] == ' ')
        text[--count] = '\0';
    return text;
}

static void run_error(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    pp_error(pp, token, "#error %s", rest_of_line(pp));
}

static void run_warning(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    pp_warning(pp, token, "#warning %s", rest_of_line(pp));
}

static void run_pragma(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)first;
    struct pp_scanner before = pp->reader->scanner;
    struct pp_token name;
    expand_raw(pp, &name);
    if (name.kind == PP_NAME && name.name == pp->name_once) {
        pp->reader->inclusion->file->once = true;
        return;
    }
    pp->reader->scanner = before;
    const char *text = rest_of_line(pp);
    macro_pragma(pp, token, text);
    if (pp->options->markers) {
        const char *line = arena_format(&pp->arena, "#pragma %s", text);
        write_line(pp, line, strlen(line));
    }
}

static void run_ident(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)token, (void)first;
    rest_of_line(pp); /* a comment for object files, which ours cannot hold */
}

static void set_line(struct preprocessor *pp, int64_t number, const char *name)
{
    struct pp_inclusion *inclusion = pp->reader->inclusion;
    uint32_t offset = pp->reader->scanner.at;
    uint32_t start;
    uint32_t line = pp_place_line(inclusion->file, offset, &start);
    inclusion->renumberings = pp_grow(pp, inclusion->renumberings, inclusion->renumbering_count,
                                      &inclusion->renumbering_capacity, sizeof *inclusion->renumberings);
    if (name == NULL)
        name = inclusion->renumbering_count > 0
                   ? inclusion->renumberings[inclusion->renumbering_count - 1].name
                   : inclusion->file->name;
    /* the number is that of the next line */
    inclusion->renumberings[inclusion->renumbering_count++] =
        (struct pp_renumbering){offset, number - (int64_t)line - 1, name};
    pp->writer.inclusion = NULL; /* the text needs a marker */
}

/* The string after #line, without its quotes. */
static const char *read_file_name(struct preprocessor *pp, const struct pp_token *string)
{
    const size_t end = string->length - 1;
    char *name = arena_alloc(&pp->arena, string->length);
    size_t count = 0;
    for (size_t at = 1; at < end; count++)
        at += quote_read(string->text + at, end - at, &name[count]);
    return name;
}

/* #line 12 "name" and # 12 "name" 1; `token` is the number. */
static void renumber(struct preprocessor *pp, const struct pp_token *token)
{
    int64_t number = 0;
    bool good = token->kind == PP_NUMBER;
    for (uint32_t i = 0; good && i < token->length; i++) {
        good = token->text[i] >= '0' && token->text[i] <= '9' && number <= INT32_MAX;
        number = number * 10 + (token->text[i] - '0');
    }
    if (!good || number > INT32_MAX) {
        pp_error(pp, token->kind == PP_END ? NULL : token, "#line needs the number of a line, up to %d",
                 INT32_MAX);
        return;
    }
    struct pp_token file;
    const char *name = NULL;
    expand_token(pp, &file);
    if (file.kind == PP_STRING && *file.text == '"') {
        name = read_file_name(pp, &file);
        name = *name == '\0' ? pp->reader->inclusion->file->name : name; /* no line can be of "" */
    } else if (file.kind != PP_END) {
        pp_error(pp, &file, "the name of the file after #line must be a string");
        return;
    }
    set_line(pp, number, name);
}

static void run_line(struct preprocessor *pp, const struct pp_token *token, bool first)
{
    (void)token, (void)first;
    struct pp_token number;
    expand_token(pp, &number);
    renumber(pp, &number);
}

/* ---- the table */

static const struct directive {
    const char *name;
    void (*run)(struct preprocessor *pp, const struct pp_token *token, bool first);
    bool is_condition;
} directives[] = {
#define DIRECTIVE(name, run) {name, run, false},
#define CONDITION(name, run) {name, run, true},
#include "fcc/preprocess/directive.def"
};

static const struct directive *find_directive(const struct pp_token *token)
{
    if (token->kind == PP_NAME) {
        for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
            if (strcmp(directives[i].name, token->name->text) == 0)
                return &directives[i];
        }
    }
    return NULL;
}

/* Refuses an unknown directive, with the most similar one. */
static void unknown_directive(struct preprocessor *pp, const struct pp_token *token)
{
    char word[61];
    struct near near;
    snprintf(word, sizeof word, "%.*s", (int)(token->length < 60 ? token->length : 60), token->text);
    near_start(&near, word, strlen(word));
    for (size_t k = 0; k < sizeof directives / sizeof *directives; k++)
        near_offer(&near, directives[k].name);
    if (near.best != NULL)
        pp_error(pp, token, "there is no directive '#%s'; did you mean '#%s'?", word, near.best);
    else
        pp_error(pp, token, "there is no directive '#%s'; the size of the group cannot begin a line", word);
}

/* The name of the directive, and its effect up to the end of its line. */
static void run_named(struct preprocessor *pp, bool skipping)
{
    struct pp_token token;
    bool was_first = pp->reader->only_guarded && pp->reader->guard == NULL;
    struct pp_reader *reader = pp->reader;
    pp->in_directive = true;
    expand_raw(pp, &token);
    const struct directive *directive = find_directive(&token);
    if (skipping && (directive == NULL || !directive->is_condition)) {
        scan_rest(&reader->scanner);
        pp->in_directive = false;
        return;
    }
    reader->only_guarded = false;
    if (directive != NULL)
        directive->run(pp, &token, was_first);
    else if (token.kind == PP_NUMBER)
        renumber(pp, &token);
    else if (token.kind != PP_END)
        unknown_directive(pp, &token);
    expand_drop(pp);
    pp->in_directive = false;
    if (pp->reader == reader)
        scan_rest(&reader->scanner);
}

/* Skips lines to the next branch of a condition that is taken. */
static void directive_skip(struct preprocessor *pp)
{
    struct pp_scanner *scanner = &pp->reader->scanner;
    while (skips(pp)) {
        scan_space(scanner, true);
        if (scanner->at >= scanner->size)
            return;
        const char *text = scanner->text + scanner->at;
        bool is_digraph = text[0] == '%' && text[1] == ':';
        if (scanner->line_start && (text[0] == '#' || is_digraph)) {
            pp->directive_place = pp->reader->inclusion->base + scanner->at;
            scanner->at += is_digraph ? 2 : 1;
            scanner->line_start = false;
            run_named(pp, true);
        } else {
            scan_rest(scanner);
        }
    }
}

void directive_run(struct preprocessor *pp, const struct pp_token *hash)
{
    uint32_t prevented = pp->prevent_expansion;
    enum pp_arguments arguments = pp->arguments;
    pp->prevent_expansion = 0;
    pp->arguments = NOT_IN_ARGUMENTS;
    pp->directive_place = hash->place;
    run_named(pp, false);
    directive_skip(pp);
    pp->prevent_expansion = prevented;
    pp->arguments = arguments;
}
