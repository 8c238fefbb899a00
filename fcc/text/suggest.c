/* suggest.c - see suggest.h. Looks at all names, for messages only. */
#include "fcc/text/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "common/near.h"
#include "fcc/text/library.h"

static const char *const keywords[] = {
#define KEYWORD(name, spelling) spelling,
#include "fcc/text/token.def"
};

static void offer(void *context, const char *text)
{
    if (strncmp(text, "__", 2) != 0)
        near_offer(context, text);
}

/* A short name that has one other letter, as foo and for, is no misspelling. */
static bool is_chance(const char *name, const char *keyword)
{
    unsigned others = 0;
    if (strlen(name) != 3 || strlen(keyword) != 3)
        return false;
    for (unsigned k = 0; k < 3; k++)
        others += tolower((unsigned char)name[k]) != keyword[k];
    return others == 1;
}

static void offer_keywords(struct near *near)
{
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
        if (!is_chance(near->word, keywords[k]))
            offer(near, keywords[k]);
    }
}

static void offer_visible(const struct unit *unit, bool types, struct near *near)
{
    for (size_t i = 0; i < unit->names.count; i++) {
        const struct name *other = unit->names.entries[i].item;
        if (other->symbol != NULL && (other->symbol->kind == SYMBOL_TYPEDEF) == types &&
            !other->symbol->reported)
            offer(near, other->text);
    }
    source_macros(&unit->source, offer, near);
}

const char *suggest_hint(const struct unit *unit, const struct name *name, enum suggest_place place,
                         char hint[SUGGEST_SIZE])
{
    char text[LIBRARY_NAME_SIZE];
    struct near near;
    if (library_hint(name->text, unit->source.is_plain_c, hint))
        return hint;
    near_start(&near, name->text, name->length);
    offer_visible(unit, place == SUGGEST_TYPE, &near);
    if (place == SUGGEST_STATEMENT || place == SUGGEST_TYPE)
        offer_keywords(&near);
    if (near.best != NULL) {
        snprintf(hint, SUGGEST_SIZE, "; did you mean '%s'?", near.best);
    } else if (place == SUGGEST_CALL || place == SUGGEST_STATEMENT) {
        const char *header = library_near(name->text, unit->source.is_plain_c, text);
        if (header != NULL)
            snprintf(hint, SUGGEST_SIZE, "; did you mean '%s' of <%s>?", text, header);
    }
    return hint;
}

bool suggest_keyword(const struct name *name, enum token_kind keyword)
{
    struct near near;
    near_start(&near, name->text, name->length);
    near_offer(&near, keywords[keyword - TOKEN_ALIGNAS]);
    return near.best != NULL;
}

bool suggest_ends_statement(enum token_kind kind)
{
    return kind == TOKEN_SEMICOLON || kind == TOKEN_LEFT_BRACE || kind == TOKEN_RIGHT_BRACE ||
           kind == TOKEN_RIGHT_PAREN || kind == TOKEN_COLON || kind == TOKEN_ELSE || kind == TOKEN_DO ||
           kind == TOKEN_START || kind == TOKEN_FARM || kind == TOKEN_SEQ;
}

enum suggest_place suggest_place(const struct unit *unit)
{
    const enum token_kind next = lex_token(&unit->tokens, unit->at)->kind;
    const bool is_first =
        unit->at >= 2 && suggest_ends_statement(lex_token(&unit->tokens, unit->at - 2)->kind);
    const bool goes_on = next == TOKEN_LEFT_PAREN || next == TOKEN_LEFT_BRACE || next == TOKEN_SEMICOLON ||
                         next == TOKEN_COLON || next == TOKEN_IDENTIFIER || next == TOKEN_INTEGER ||
                         next >= TOKEN_ALIGNAS;
    if (is_first && goes_on)
        return SUGGEST_STATEMENT;
    return next == TOKEN_LEFT_PAREN ? SUGGEST_CALL : SUGGEST_VALUE;
}
