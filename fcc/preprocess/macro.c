/* macro.c - the table of macros: #define, #undef, predefined macros, those of the command line.
 *
 * May call the scanner through expand_raw. A definition is one array of tokens in the arena; its parameters
 * are marked in it when it is read.
 */
#include "fcc/preprocess/state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const builtin_names[] = {
    NULL,
#define BUILTIN(spelling, name) spelling,
#include "fcc/preprocess/builtin.def"
};

/* Words that #if accepts and that programs may test, though they are no macros. */
static bool is_question(const struct preprocessor *pp, const struct pp_name *name)
{
    return name == pp->name_has_include || name == pp->name_has_include_next;
}

bool macro_is_defined(const struct preprocessor *pp, const struct pp_name *name)
{
    return name->macro != NULL || is_question(pp, name);
}

struct pp_name *macro_name(struct preprocessor *pp, struct pp_token *token, bool changes)
{
    expand_raw(pp, token);
    if (token->kind == PP_END) {
        pp_error(pp, NULL, "the name of a macro is missing");
        return NULL;
    }
    if (token->kind != PP_NAME) {
        pp_error(pp, token, "the name of a macro must be an identifier");
        return NULL;
    }
    if (token->name == pp->name_defined || (changes && is_question(pp, token->name))) {
        pp_error(pp, token, "'%s' cannot be the name of a macro", token->name->text);
        return NULL;
    }
    return token->name;
}

/* ---- #define */

static bool add_parameter(struct preprocessor *pp, struct pp_macro *macro, struct pp_name **names,
                          const struct pp_token *token, struct pp_name *name)
{
    if (name->parameter != 0) {
        pp_error(pp, token, "two parameters are called '%.100s'", name->text);
        return false;
    }
    if (macro->parameter_count == PREPROCESS_PARAMETERS_LIMIT) {
        pp_error(pp, token, "a macro has more than %d parameters", PREPROCESS_PARAMETERS_LIMIT);
        return false;
    }
    names[macro->parameter_count++] = name;
    name->parameter = macro->parameter_count;
    return true;
}

/* The parameters after `(`; false after a message if they are wrong. */
static bool read_parameters(struct preprocessor *pp, struct pp_macro *macro, struct pp_name **names)
{
    struct pp_token token;
    expand_raw(pp, &token);
    if (pp_is(&token, ")"))
        return true;
    for (;;) {
        if (pp_is(&token, "...")) {
            macro->is_variadic = true;
            if (!add_parameter(pp, macro, names, &token, pp->name_variadic))
                return false;
            expand_raw(pp, &token);
        } else if (token.kind == PP_NAME && token.name != pp->name_variadic) {
            if (!add_parameter(pp, macro, names, &token, token.name))
                return false;
            expand_raw(pp, &token);
            if (pp_is(&token, "...")) {
                macro->is_variadic = true;
                expand_raw(pp, &token);
            }
        } else {
            pp_error(pp, token.kind == PP_END ? NULL : &token, "expected the name of a parameter");
            return false;
        }
        if (pp_is(&token, ")"))
            return true;
        if (!pp_is(&token, ",") || macro->is_variadic) {
            pp_error(pp, token.kind == PP_END ? NULL : &token, "expected ')' after the parameters");
            return false;
        }
        expand_raw(pp, &token);
    }
}

static bool is_paste(const struct pp_token *token)
{
    return pp_is(token, "##") || (token->kind == PP_PUNCTUATOR && token->length == 4);
}

/* The __VA_OPT__(...) under construction. */
struct option {
    struct pp_token word; /* PP_END: none */
    uint32_t index;       /* of it in the text */
    uint32_t depth;       /* of parentheses in it */
};

/* `(` must follow `__VA_OPT__`; false after a message if not. */
static bool begin_option(struct preprocessor *pp, struct pp_list *body, const struct pp_token *word,
                         struct option *option)
{
    struct pp_token open;
    if (option->word.kind != PP_END) {
        pp_error(pp, word, "__VA_OPT__ cannot stand in the parentheses of another one");
        return false;
    }
    expand_raw(pp, &open);
    if (!pp_is(&open, "(")) {
        pp_error(pp, word, "expected '(' after __VA_OPT__");
        return false;
    }
    *option = (struct option){.word = *word, .index = body->count - 1};
    return true;
}

/* Whether the token belongs to the parentheses of __VA_OPT__ themselves; `*good` becomes false after a
 * message if they end after a ##. */
static bool end_option(struct preprocessor *pp, struct pp_list *body, const struct pp_token *token,
                       struct option *option, bool *good)
{
    if (option->word.kind == PP_END || (!pp_is(token, "(") && !pp_is(token, ")")))
        return false;
    if (pp_is(token, "(")) {
        option->depth++;
        return false;
    }
    if (option->depth-- > 0)
        return false;
    const uint32_t count = body->count - option->index - 1;
    body->tokens[option->index].parameter = (uint16_t)count;
    option->word.kind = PP_END;
    if (count > UINT16_MAX)
        pp_fatal(pp, token, "__VA_OPT__ stands for more than %d tokens", UINT16_MAX);
    *good = count == 0 || (body->tokens[body->count - 1].flags & PP_PASTE) == 0;
    if (!*good)
        pp_error(pp, token, "'##' cannot stand at the end of the text of __VA_OPT__");
    return true;
}

/* Adds a token of the replacement; false after a message if it is not legal there. `*stringise` is the #
 * before it. */
static bool add_replacement(struct preprocessor *pp, struct pp_macro *macro, struct pp_list *body,
                            struct pp_token *token, struct pp_token *stringise, struct option *option)
{
    bool is_option = token->kind == PP_NAME && token->name == pp->name_option && macro->is_variadic;
    bool is_parameter = token->kind == PP_NAME && (token->name->parameter != 0 || is_option);
    if (stringise->kind != PP_END && !is_parameter) {
        pp_error(
            pp, stringise,
            "'#' must stand before a parameter here; the size of the group cannot stand in the text of a "
            "macro with parameters, hand it over as an argument");
        return false;
    }
    if (is_paste(token)) {
        if (body->count == 0) {
            pp_error(pp, token, "'##' cannot stand at the beginning of a macro's text");
            return false;
        }
        if (option->word.kind != PP_END && body->count == option->index + 1) {
            pp_error(pp, token, "'##' cannot stand at the beginning of the text of __VA_OPT__");
            return false;
        }
        if (body->tokens[option->index].kind == PP_OPTION &&
            option->index + body->tokens[option->index].parameter + 1 == body->count) {
            body->tokens[option->index].flags |= PP_PASTE; /* after its parenthesis */
            return true;
        }
        body->tokens[body->count - 1].flags |= PP_PASTE;
        return true;
    }
    if (macro->takes_arguments && (pp_is(token, "#") || pp_is(token, "%:"))) {
        *stringise = *token;
        return true;
    }
    if (is_parameter) {
        token->kind = is_option ? PP_OPTION : PP_PARAMETER;
        token->parameter = is_option ? 0 : (uint16_t)(token->name->parameter - 1);
        if (stringise->kind != PP_END) {
            token->flags = (uint8_t)(PP_STRINGISE | (stringise->flags & PP_SPACE));
            stringise->kind = PP_END;
        }
    } else if (token->kind == PP_NAME && token->name == pp->name_variadic && !macro->is_variadic) {
        pp_warning(pp, token, "__VA_ARGS__ means something only in the text of a macro with '...'");
    } else if (token->kind == PP_NAME && token->name == pp->name_option) {
        pp_warning(pp, token, "__VA_OPT__ means something only in the text of a macro with '...'");
    }
    pp_list_add(pp, body, token);
    return !is_option || begin_option(pp, body, token, option);
}

/* The text of the macro, to the end of the line. */
static bool read_body(struct preprocessor *pp, struct pp_macro *macro, struct pp_token *token)
{
    struct pp_list *body = pp_list_new(pp);
    struct pp_token stringise = {.kind = PP_END};
    struct pp_token last = {.kind = PP_END};
    struct option option = {.word = {.kind = PP_END}};
    bool good = true;
    while (good && token->kind != PP_END) {
        last = *token;
        if (stringise.kind != PP_END || !end_option(pp, body, token, &option, &good))
            good = good && add_replacement(pp, macro, body, token, &stringise, &option);
        expand_raw(pp, token);
    }
    if (good && option.word.kind != PP_END) {
        pp_error(pp, &option.word, "this __VA_OPT__ has no ')'");
        good = false;
    }
    if (good && stringise.kind != PP_END) {
        struct pp_token end = {.kind = PP_END};
        good = add_replacement(pp, macro, body, &end, &stringise, &option);
    }
    if (good && last.kind != PP_END && is_paste(&last)) {
        pp_error(pp, &last, "'##' cannot stand at the end of a macro's text");
        good = false;
    }
    if (good && body->count > 0) {
        macro->body_count = body->count;
        macro->body = ARENA_ARRAY(&pp->arena, struct pp_token, body->count);
        memcpy(macro->body, body->tokens, body->count * sizeof *macro->body);
        macro->body[0].flags &= (uint8_t)~PP_SPACE;
    }
    pp_list_free(pp, body);
    return good;
}

static bool same_macro(const struct pp_macro *a, const struct pp_macro *b)
{
    if (a->takes_arguments != b->takes_arguments || a->is_variadic != b->is_variadic ||
        a->parameter_count != b->parameter_count || a->body_count != b->body_count ||
        a->builtin != b->builtin)
        return false;
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        if (a->parameters[i] != b->parameters[i])
            return false;
    }
    for (uint32_t i = 0; i < a->body_count; i++) {
        const struct pp_token *x = &a->body[i];
        const struct pp_token *y = &b->body[i];
        if (x->kind != y->kind || x->flags != y->flags || x->length != y->length ||
            (x->kind == PP_OPTION && x->parameter != y->parameter) ||
            memcmp(x->text, y->text, x->length) != 0)
            return false;
    }
    return true;
}

static void set_macro(struct preprocessor *pp, const struct pp_token *where, struct pp_macro *macro)
{
    const struct pp_macro *old = macro->name->macro;
    if (old != NULL && !same_macro(old, macro)) {
        pp_warning(pp, where, "macro '%.100s' is redefined with another text", macro->name->text);
        if (old->place != 0 && pp->options->warnings)
            pp_note(pp, old->place, "the earlier definition is here");
    }
    macro->name->macro = macro;
}

void macro_define(struct preprocessor *pp)
{
    struct pp_name *names[PREPROCESS_PARAMETERS_LIMIT] = {NULL};
    struct pp_token where;
    struct pp_token token;
    struct pp_name *name = macro_name(pp, &where, true);
    if (name == NULL)
        return;
    struct pp_macro *macro = ARENA_NEW(&pp->arena, struct pp_macro);
    macro->name = name;
    macro->place = where.place;
    bool good = true;
    expand_raw(pp, &token);
    if (pp_is(&token, "(") && (token.flags & PP_SPACE) == 0) {
        macro->takes_arguments = true;
        good = read_parameters(pp, macro, names);
        expand_raw(pp, &token);
    } else if (token.kind != PP_END && (token.flags & PP_SPACE) == 0) {
        pp_warning(pp, &token, "there should be a blank after the name of the macro");
    }
    good = good && read_body(pp, macro, &token);
    macro->parameters = ARENA_ARRAY(&pp->arena, struct pp_name *, macro->parameter_count + 1u);
    for (uint32_t i = 0; i < macro->parameter_count && names[i] != NULL; i++) {
        macro->parameters[i] = names[i];
        names[i]->parameter = 0;
    }
    if (good)
        set_macro(pp, &where, macro);
}

void macro_undefine(struct preprocessor *pp)
{
    struct pp_token where;
    struct pp_name *name = macro_name(pp, &where, true);
    if (name == NULL)
        return;
    if (name->macro != NULL && name->macro->builtin != BUILTIN_NONE)
        pp_warning(pp, &where, "the predefined macro '%s' is undefined", name->text);
    name->macro = NULL;
    directive_end(pp, "undef");
}

/* ---- push_macro and pop_macro */

static const char *behind_spaces(const char *text)
{
    return text + strspn(text, " \t");
}

/* The name in `("NAME")`; NULL: another form. */
static struct pp_name *kept_name(struct preprocessor *pp, const char *text)
{
    const char *name = behind_spaces(text);
    name = *name == '(' ? behind_spaces(name + 1) : "";
    if (*name++ != '"')
        return NULL;
    const size_t length = strcspn(name, "\"");
    const char *end = name[length] == '"' ? behind_spaces(name + length + 1) : "";
    return length > 0 && *end == ')' ? scan_find_name(pp, name, length) : NULL;
}

void macro_pragma(struct preprocessor *pp, const struct pp_token *where, const char *text)
{
    static const char push[] = "push_macro";
    static const char pop[] = "pop_macro";
    text = behind_spaces(text);
    const bool pushes = strncmp(text, push, sizeof push - 1) == 0;
    if (!pushes && strncmp(text, pop, sizeof pop - 1) != 0)
        return;
    struct pp_name *name = kept_name(pp, text + (pushes ? sizeof push : sizeof pop) - 1);
    if (name == NULL) {
        pp_warning(pp, where, "a pragma is written %s(\"NAME\")", pushes ? push : pop);
    } else if (pushes) {
        struct pp_kept *kept = ARENA_NEW(&pp->arena, struct pp_kept);
        *kept = (struct pp_kept){name->kept, name->macro};
        name->kept = kept;
    } else if (name->kept != NULL) {
        name->macro = name->kept->macro;
        name->kept = name->kept->next;
    }
}

/* ---- those that are always there */

/* Carries out directives that are in no file of the user. */
static void read_own(struct preprocessor *pp, const char *name, const char *text)
{
    struct pp_token token;
    struct pp_file *file = file_of_text(pp, name, text, (uint32_t)strlen(text));
    file->is_own = true;
    file_open(pp, file, 0, NULL);
    do {
        expand_raw(pp, &token);
    } while (token.kind != PP_END);
    file_close(pp);
}

/* "-D" "NAME=TEXT" as a directive. */
static char *definition(struct preprocessor *pp, const char *argument)
{
    size_t name = strcspn(argument, "=");
    const char *text = argument[name] == '=' ? argument + name + 1 : "1";
    char *line = arena_format(&pp->arena, "#define %.*s %s", (int)name, argument, text);
    for (char *at = line; *at != '\0'; at++) {
        if (*at == '\n')
            *at = ' ';
    }
    return line;
}

void macro_predefine(struct preprocessor *pp)
{
    static const char always[] =
#define PREDEFINED(name, text) "#define " #name " " text "\n"
#include "fcc/preprocess/predefined.def"
        ;
    const struct preprocess_options *options = pp->options;
    pp->name_defined = scan_find_name(pp, "defined", 7);
    pp->name_variadic = scan_find_name(pp, "__VA_ARGS__", 11);
    pp->name_option = scan_find_name(pp, "__VA_OPT__", 10);
    pp->name_has_include = scan_find_name(pp, "__has_include", 13);
    pp->name_has_include_next = scan_find_name(pp, "__has_include_next", 18);
    pp->name_pragma = scan_find_name(pp, "_Pragma", 7);
    pp->name_once = scan_find_name(pp, "once", 4);
    for (int i = 1; i < BUILTIN_COUNT; i++) {
        struct pp_macro *macro = ARENA_NEW(&pp->arena, struct pp_macro);
        macro->name = scan_find_name(pp, builtin_names[i], strlen(builtin_names[i]));
        macro->builtin = (uint8_t)i;
        macro->name->macro = macro;
    }
    read_own(pp, "predefined", always);
    for (size_t i = 0; i + 1 < options->argument_count; i += 2) {
        if (strcmp(options->arguments[i], "-D") == 0)
            read_own(pp, "command line", definition(pp, options->arguments[i + 1]));
        else if (strcmp(options->arguments[i], "-U") == 0)
            read_own(pp, "command line", arena_format(&pp->arena, "#undef %s", options->arguments[i + 1]));
    }
}
