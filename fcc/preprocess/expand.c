/* expand.c - the stream of tokens with macros expanded: a stack of contexts over the innermost file.
 *
 * An expansion pushes its replacement as a context that is read next, so rescanning needs no copies. A macro
 * is open (not expanded again) while its context is on the stack; its name is then marked permanently, by
 * 6.10.3.4. Callers do not see whether a file or an argument follows.
 */
#include "fcc/preprocess/state.h"

#include <string.h>

struct pp_context *expand_push(struct preprocessor *pp, const struct pp_token *tokens, uint32_t count)
{
    pp->contexts = pp_grow(pp, pp->contexts, pp->context_count, &pp->context_capacity, sizeof *pp->contexts);
    struct pp_context *context = &pp->contexts[pp->context_count++];
    *context = (struct pp_context){.tokens = tokens, .count = count};
    return context;
}

void expand_pop(struct preprocessor *pp)
{
    struct pp_context *context = &pp->contexts[--pp->context_count];
    if (context->macro != NULL)
        context->macro->is_open = false;
    if (context->list != NULL)
        pp_list_free(pp, context->list);
    if (context->record != 0 && context->record + 1 == pp->expansion_count &&
        context->record > pp->kept_expansion)
        pp->expansion_count--; /* nothing of it was written */
}

void expand_drop(struct preprocessor *pp)
{
    while (pp->context_count > 0)
        expand_pop(pp);
}

/* One token as the next one to be read. */
static void push_token(struct preprocessor *pp, const struct pp_token *token)
{
    struct pp_list *list = pp_list_new(pp);
    pp_list_add(pp, list, token);
    expand_push(pp, list->tokens, 1)->list = list;
}

void expand_raw(struct preprocessor *pp, struct pp_token *token)
{
    for (;;) {
        struct pp_reader *reader = pp->reader;
        scan_token(pp, &reader->scanner, token);
        token->place += reader->inclusion->base;
        if (token->kind == PP_END) {
            if (pp->in_directive || pp->arguments != NOT_IN_ARGUMENTS || reader->outer == NULL)
                return;
            file_close(pp);
            continue;
        }
        if ((token->flags & PP_LINE_START) != 0 && !pp->in_directive &&
            (pp_is(token, "#") || pp_is(token, "%:"))) {
            directive_run(pp, token);
            continue;
        }
        reader->only_guarded &= pp->in_directive;
        if ((token->flags & PP_LINE_START) != 0 && !pp->in_directive && pp->arguments == NOT_IN_ARGUMENTS)
            pp->line_place = token->place;
        return;
    }
}

static uint32_t new_expansion(struct preprocessor *pp, const struct pp_macro *macro,
                              const struct pp_token *name)
{
    pp->expansions =
        pp_grow(pp, pp->expansions, pp->expansion_count, &pp->expansion_capacity, sizeof *pp->expansions);
    pp->expansions[pp->expansion_count] = (struct pp_expansion){macro, name->place, name->expansion,
                                                                place_root(pp, name->place, name->expansion)};
    return pp->expansion_count++;
}

/* Expands the macro named `name`; false if it has parameters and no call follows. */
static bool enter_macro(struct preprocessor *pp, const struct pp_token *name)
{
    struct pp_macro *macro = name->name->macro;
    uint32_t expansion = new_expansion(pp, macro, name);
    if (macro->builtin != BUILTIN_NONE) {
        struct pp_token token;
        macro_builtin(pp, macro, name, &token);
        token.expansion = expansion;
        push_token(pp, &token);
        return true;
    }
    struct pp_list *list = NULL;
    if (macro->takes_arguments) {
        list = argument_replace(pp, macro, name, expansion);
        if (list == NULL)
            return false;
    }
    macro->is_open = true;
    struct pp_context *context = expand_push(pp, list != NULL ? list->tokens : macro->body,
                                             list != NULL ? list->count : macro->body_count);
    context->macro = macro;
    context->list = list;
    context->expansion = list != NULL ? 0 : expansion;
    context->record = expansion;
    return true;
}

/* Joins a token before ## with the next one, and puts the result before the rest. */
static void paste_next(struct preprocessor *pp, struct pp_token *left)
{
    struct pp_token result = *left;
    for (;;) {
        struct pp_context *context = &pp->contexts[pp->context_count - 1];
        while (context->at < context->count && context->tokens[context->at].kind == PP_PADDING)
            context->at++;
        if (context->at == context->count)
            break;
        struct pp_token right = context->tokens[context->at];
        right.expansion = context->expansion != 0 ? context->expansion : right.expansion;
        if (!paste_tokens(pp, &result, &right)) {
            result.flags &= (uint8_t)~PP_PASTE;
            break;
        }
        context->at++;
        if ((right.flags & PP_PASTE) == 0)
            break;
    }
    result.flags = (uint8_t)((left->flags & (PP_SPACE | PP_LINE_START)) | (result.flags & PP_NO_EXPAND));
    push_token(pp, &result);
}

static void count_step(struct preprocessor *pp, const struct pp_token *token)
{
    if (++pp->steps > pp_limit(pp, PREPROCESS_STEPS_LIMIT)) {
        struct pp_token where = *token;
        pp_fatal(pp, where.kind == PP_PADDING ? NULL : &where,
                 "more than %u tokens come out of macros; do macros multiply each other?",
                 PREPROCESS_STEPS_LIMIT);
    }
}

/* The next token of the contexts; false: there is none, so the file is next. `*again`: a context ended. */
static bool next_of_contexts(struct preprocessor *pp, struct pp_token *token, bool *again)
{
    *again = false;
    if (pp->context_count == 0)
        return false;
    struct pp_context *context = &pp->contexts[pp->context_count - 1];
    if (context->at == context->count) {
        if (context->stays) {
            *token = (struct pp_token){.kind = PP_END};
            return true;
        }
        expand_pop(pp);
        *token = (struct pp_token){.kind = PP_PADDING};
        *again = pp->in_directive;
        return true;
    }
    *token = context->tokens[context->at++];
    if (context->expansion != 0)
        token->expansion = context->expansion;
    count_step(pp, token);
    if ((token->flags & PP_PASTE) != 0 && token->kind != PP_PADDING) {
        uint8_t space = (uint8_t)(PP_DECIDES | (token->flags & PP_SPACE));
        paste_next(pp, token);
        *token = (struct pp_token){.kind = PP_PADDING, .flags = space};
        *again = pp->in_directive;
    }
    return true;
}

void expand_token(struct preprocessor *pp, struct pp_token *token)
{
    for (;;) {
        bool again;
        if (!next_of_contexts(pp, token, &again))
            expand_raw(pp, token);
        if (again || (pp->in_directive && token->kind == PP_PADDING))
            continue;
        if (token->kind != PP_NAME || token->name->macro == NULL || (token->flags & PP_NO_EXPAND) != 0)
            return;
        if (token->name->macro->is_open) {
            token->flags |= PP_NO_EXPAND;
            return;
        }
        if (pp->prevent_expansion > 0)
            return;
        struct pp_token name = *token;
        if (!enter_macro(pp, &name))
            return;
        *token =
            (struct pp_token){.kind = PP_PADDING, .flags = (uint8_t)(PP_DECIDES | (name.flags & PP_SPACE))};
        if (!pp->in_directive)
            return;
    }
}
