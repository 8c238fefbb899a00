/* argument.c - a call of a macro with parameters: its arguments, and its replacement with the arguments
 * inserted.
 *
 * May call expand.c, which calls it: arguments are expanded on their own before they are inserted. */
#include "fcc/preprocess/state.h"

#include <string.h>

struct argument {
    struct pp_list *tokens;
    struct pp_list *expanded; /* NULL: not needed so far */
    bool is_missing;          /* of `...`: it is missing, not even empty */
};

struct call {
    const struct pp_macro *macro;
    const struct pp_token *name;
    struct argument *arguments;
    uint32_t count; /* as written */
    uint32_t room;
    bool has_tokens;
};

static void free_call(struct preprocessor *pp, struct call *call)
{
    for (uint32_t i = 0; i < call->room; i++) {
        if (call->arguments[i].tokens != NULL)
            pp_list_free(pp, call->arguments[i].tokens);
        if (call->arguments[i].expanded != NULL)
            pp_list_free(pp, call->arguments[i].expanded);
    }
}

/* Whether the next token is `(`, which is then consumed. Relevant paddings before it are returned. */
static bool take_parenthesis(struct preprocessor *pp)
{
    struct pp_token token;
    struct pp_token padding = {0};
    bool has_padding = false;
    struct pp_scanner before;
    bool from_file;
    do {
        from_file = pp->context_count == 0;
        before = pp->reader->scanner;
        if (from_file) { /* a directive before the `(` does not belong to the call: test characters only */
            scan_space(&before, !pp->in_directive);
            if (before.text[before.at] != '(') {
                token = (struct pp_token){.kind = PP_END};
                break;
            }
        }
        expand_token(pp, &token);
        if (token.kind == PP_PADDING &&
            (!has_padding || (padding.flags & PP_DECIDES) == 0 ||
             ((padding.flags & PP_SPACE) == 0 && (token.flags & PP_DECIDES) == 0))) {
            padding = token;
            has_padding = true;
        }
    } while (token.kind == PP_PADDING);
    if (pp_is(&token, "("))
        return true;
    if (token.kind != PP_END || has_padding) { /* back with what was read */
        struct pp_list *list = pp_list_new(pp);
        if (has_padding)
            pp_list_add(pp, list, &padding);
        if (token.kind != PP_END)
            pp_list_add(pp, list, &token);
        expand_push(pp, list->tokens, list->count)->list = list;
    }
    return false;
}

static struct pp_list *start_argument(struct preprocessor *pp, struct call *call)
{
    struct pp_list *list = pp_list_new(pp);
    if (call->count < call->room) {
        call->arguments[call->count].tokens = list;
    } else { /* too many: counted, not kept */
        pp_list_free(pp, list);
        list = NULL;
    }
    call->count++;
    return list;
}

static void trim_padding(struct pp_list *list)
{
    while (list != NULL && list->count > 0 && list->tokens[list->count - 1].kind == PP_PADDING)
        list->count--;
}

/* Reads to the `)` of the call; false after a message if there is none. */
static bool collect(struct preprocessor *pp, struct call *call)
{
    const struct pp_macro *macro = call->macro;
    uint32_t depth = 0;
    struct pp_list *list = start_argument(pp, call);
    for (;;) {
        struct pp_token token;
        expand_token(pp, &token);
        if (token.kind == PP_END) {
            pp_error(pp, call->name, "the call of macro '%.100s' has no ')'", macro->name->text);
            return false;
        }
        if (token.kind == PP_PADDING && (list == NULL || list->count == 0))
            continue;
        if (pp_is(&token, "(")) {
            depth++;
        } else if (pp_is(&token, ")") && depth-- == 0) {
            trim_padding(list);
            return true;
        } else if (pp_is(&token, ",") && depth == 0 &&
                   !(macro->is_variadic && call->count == macro->parameter_count)) {
            trim_padding(list);
            call->has_tokens = true;
            list = start_argument(pp, call);
            continue;
        }
        token.flags &= (uint8_t)~PP_LINE_START;
        if (token.expansion > pp->kept_expansion)
            pp->kept_expansion = token.expansion;
        if (list != NULL)
            pp_list_add(pp, list, &token);
        call->has_tokens |= token.kind != PP_PADDING;
    }
}

/* Whether the number of arguments is right; reports an error if not. */
static bool count_fits(struct preprocessor *pp, struct call *call)
{
    const struct pp_macro *macro = call->macro;
    uint32_t wanted = macro->parameter_count;
    if (wanted == 0 && call->count == 1 && !call->has_tokens)
        call->count = 0;
    if (macro->is_variadic) {
        struct argument *last = &call->arguments[wanted - 1];
        if (call->count + 1 == wanted) {
            last->tokens = pp_list_new(pp);
            last->is_missing = true;
            call->count++;
        }
        last->is_missing |= wanted == 1 && call->count == 1 && last->tokens->count == 0;
    }
    if (call->count == wanted)
        return true;
    pp_error(pp, call->name, "macro '%.100s' takes %u argument%s, here are %u", macro->name->text, wanted,
             wanted == 1 ? "" : "s", call->count);
    pp_note(pp, macro->place, "macro '%.100s' is defined here", macro->name->text);
    return false;
}

/* The argument with its own macros expanded. */
static struct pp_list *expand_argument(struct preprocessor *pp, struct argument *argument,
                                       const struct pp_token *name)
{
    if (argument->expanded != NULL)
        return argument->expanded;
    if (++pp->nesting > PREPROCESS_NESTING_LIMIT)
        pp_fatal(pp, name, "macro calls in arguments of macro calls are nested more than %d deep",
                 PREPROCESS_NESTING_LIMIT);
    argument->expanded = pp_list_new(pp);
    uint32_t prevented = pp->prevent_expansion;
    enum pp_arguments before = pp->arguments;
    uint32_t base = pp->context_count;
    pp->prevent_expansion = 0;
    pp->arguments = NOT_IN_ARGUMENTS;
    expand_push(pp, argument->tokens->tokens, argument->tokens->count)->stays = true;
    for (;;) {
        struct pp_token token;
        expand_token(pp, &token);
        if (token.kind == PP_END)
            break;
        pp_list_add(pp, argument->expanded, &token);
    }
    while (pp->context_count > base)
        expand_pop(pp);
    pp->arguments = before;
    pp->prevent_expansion = prevented;
    pp->nesting--;
    return argument->expanded;
}

static void add_padding(struct preprocessor *pp, struct pp_list *out, uint8_t flags)
{
    struct pp_token padding = {.kind = PP_PADDING, .flags = flags};
    pp_list_add(pp, out, &padding);
}

/* ## between the last token of `out` and an argument: the result for an empty argument, and for the comma in
 * `, ## __VA_ARGS__` (GNU). */
static void join_before(const struct call *call, const struct argument *argument,
                        const struct pp_token *parameter, struct pp_list *out)
{
    if (out->count == 0 || (out->tokens[out->count - 1].flags & PP_PASTE) == 0)
        return;
    struct pp_token *last = &out->tokens[out->count - 1];
    bool is_rest = call->macro->is_variadic && parameter->parameter + 1u == call->macro->parameter_count;
    if (is_rest && pp_is(last, ",")) {
        if (argument->is_missing)
            out->count--;
        else
            last->flags &= (uint8_t)~PP_PASTE;
    } else if (argument->tokens->count == 0 && (parameter->flags & PP_PASTE) == 0) {
        last->flags &= (uint8_t)~PP_PASTE;
    }
}

/* Replaces a parameter, the `index`th token of the macro's text, by its argument; tokens before `first` do
 * not count as neighbours. */
static void place_argument(struct preprocessor *pp, struct call *call, uint32_t first, uint32_t index,
                           struct pp_list *out)
{
    const struct pp_token *parameter = &call->macro->body[index];
    struct argument *argument = &call->arguments[parameter->parameter];
    bool joins_left = index > first && (call->macro->body[index - 1].flags & PP_PASTE) != 0;
    bool joins_right = (parameter->flags & PP_PASTE) != 0;
    const struct pp_list *tokens =
        joins_left || joins_right ? argument->tokens : expand_argument(pp, argument, call->name);
    if (joins_left)
        join_before(call, argument, parameter, out);
    else if (index > first && !pp->in_directive)
        add_padding(pp, out, (uint8_t)(PP_DECIDES | (parameter->flags & PP_SPACE)));
    for (uint32_t i = 0; i < tokens->count; i++) {
        if (++pp->steps > pp_limit(pp, PREPROCESS_STEPS_LIMIT))
            pp_fatal(pp, call->name, "more than %u tokens come out of macros; do macros multiply each other?",
                     PREPROCESS_STEPS_LIMIT);
        pp_list_add(pp, out, &tokens->tokens[i]);
    }
    if (tokens->count > 0 && joins_right)
        out->tokens[out->count - 1].flags |= PP_PASTE;
    if (!pp->in_directive && !joins_right)
        add_padding(pp, out, 0);
}

/* Whether `...` has any token after expansion. */
static bool has_rest(struct preprocessor *pp, struct call *call)
{
    struct argument *rest = &call->arguments[call->macro->parameter_count - 1];
    const struct pp_list *tokens = expand_argument(pp, rest, call->name);
    for (uint32_t i = 0; i < tokens->count; i++) {
        if (tokens->tokens[i].kind != PP_PADDING)
            return true;
    }
    return false;
}

/* A token of the macro's text as a string. */
static void add_string(struct preprocessor *pp, const struct pp_token *token, uint32_t expansion,
                       const struct pp_list *tokens, struct pp_list *out)
{
    struct pp_token string;
    paste_string(pp, tokens->tokens, tokens->count, &string);
    string.place = token->place;
    string.expansion = expansion;
    string.flags = token->flags & (PP_SPACE | PP_PASTE);
    pp_list_add(pp, out, &string);
}

/* Carries out the ## operators of a list, as reading it would. */
static void paste_all(struct preprocessor *pp, struct pp_list *list)
{
    uint32_t kept = 0;
    bool pastes = false;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct pp_token token = list->tokens[i];
        if (pastes && token.kind == PP_PADDING)
            continue;
        if (pastes && kept > 0 && paste_tokens(pp, &list->tokens[kept - 1], &token)) {
            pastes = (token.flags & PP_PASTE) != 0;
            continue;
        }
        list->tokens[kept++] = token;
        pastes = token.kind != PP_PADDING && (token.flags & PP_PASTE) != 0;
    }
    list->count = kept;
}

static void replace_part(struct preprocessor *pp, struct call *call, uint32_t expansion, uint32_t first,
                         uint32_t end, struct pp_list *out);

/* Inserts the expansion of __VA_OPT__, the `index`th token of the macro's text. */
static void place_option(struct preprocessor *pp, struct call *call, uint32_t expansion, uint32_t index,
                         struct pp_list *out)
{
    const struct pp_token *option = &call->macro->body[index];
    struct pp_list *part = pp_list_new(pp);
    const bool joins_left = index > 0 && (call->macro->body[index - 1].flags & PP_PASTE) != 0;
    const bool joins_right = (option->flags & PP_PASTE) != 0;
    if (has_rest(pp, call))
        replace_part(pp, call, expansion, index + 1, index + 1 + option->parameter, part);
    if ((option->flags & PP_STRINGISE) != 0) {
        paste_all(pp, part);
        add_string(pp, option, expansion, part, out);
        pp_list_free(pp, part);
        return;
    }
    trim_padding(part);
    uint32_t from = 0;
    while (joins_left && from < part->count && part->tokens[from].kind == PP_PADDING)
        from++;
    const bool is_empty = from == part->count;
    if (!joins_left && !pp->in_directive)
        add_padding(pp, out, (uint8_t)(PP_DECIDES | (option->flags & PP_SPACE)));
    else if (joins_left && is_empty && !joins_right && out->count > 0)
        out->tokens[out->count - 1].flags &= (uint8_t)~PP_PASTE;
    for (; from < part->count; from++)
        pp_list_add(pp, out, &part->tokens[from]);
    if (!is_empty && joins_right)
        out->tokens[out->count - 1].flags |= PP_PASTE;
    else if (!pp->in_directive && !joins_right)
        add_padding(pp, out, 0);
    pp_list_free(pp, part);
}

/* Appends the tokens from `first` to `end` of the macro's text, with arguments inserted. */
static void replace_part(struct preprocessor *pp, struct call *call, uint32_t expansion, uint32_t first,
                         uint32_t end, struct pp_list *out)
{
    const struct pp_macro *macro = call->macro;
    for (uint32_t i = first; i < end; i++) {
        const struct pp_token *token = &macro->body[i];
        if (token->kind == PP_OPTION) {
            place_option(pp, call, expansion, i, out);
            i += token->parameter;
        } else if (token->kind != PP_PARAMETER) {
            pp_list_add(pp, out, token);
            out->tokens[out->count - 1].expansion = expansion;
        } else if ((token->flags & PP_STRINGISE) != 0) {
            add_string(pp, token, expansion, call->arguments[token->parameter].tokens, out);
        } else {
            place_argument(pp, call, first, i, out);
        }
    }
}

struct pp_list *argument_replace(struct preprocessor *pp, const struct pp_macro *macro,
                                 const struct pp_token *name, uint32_t expansion)
{
    uint32_t room = macro->parameter_count;
    struct pp_list *result = NULL;
    enum pp_arguments before = pp->arguments;
    pp->prevent_expansion++;
    pp->arguments = LOOKING_FOR_PARENTHESIS;
    if (take_parenthesis(pp)) {
        struct argument arguments[room + 1];
        memset(arguments, 0, sizeof arguments);
        struct call call = {.macro = macro, .name = name, .arguments = arguments, .room = room};
        pp->arguments = IN_ARGUMENTS;
        bool good = collect(pp, &call) && count_fits(pp, &call);
        pp->arguments = before;
        pp->prevent_expansion--;
        if (good) {
            result = pp_list_new(pp);
            replace_part(pp, &call, expansion, 0, macro->body_count, result);
        }
        free_call(pp, &call);
        return result;
    }
    pp->arguments = before;
    pp->prevent_expansion--;
    return result;
}
