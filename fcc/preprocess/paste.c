/* paste.c - the operators # and ##, and the inverse of #.
 *
 * May call the scanner. New spellings lie in the arena.
 */
#include "fcc/preprocess/state.h"

#include <string.h>

bool paste_tokens(struct preprocessor *pp, struct pp_token *left, const struct pp_token *right)
{
    uint32_t length = left->length + right->length;
    char *text = arena_alloc(&pp->arena, (size_t)length + 1);
    memcpy(text, left->text, left->length);
    memcpy(text + left->length, right->text, right->length);
    struct pp_scanner scanner = {.text = text, .size = length};
    struct pp_token result = {.kind = PP_END};
    bool is_comment = left->length == 1 && text[0] == '/' && (text[1] == '/' || text[1] == '*');
    bool is_literal = left->kind == PP_OTHER || right->kind == PP_OTHER;
    if (!is_comment && !is_literal) {
        bool wants_header = pp->wants_header;
        pp->wants_header = false;
        scan_token(pp, &scanner, &result);
        pp->wants_header = wants_header;
    }
    if (result.kind == PP_END || result.kind == PP_OTHER || result.length != length) {
        pp_error(pp, left, "'%.60s' ## '%.60s' is not a token",
                 arena_text(&pp->arena, left->text, left->length),
                 arena_text(&pp->arena, right->text, right->length));
        return false;
    }
    result.place = left->place;
    result.expansion = left->expansion;
    result.flags = 0;
    *left = result;
    return true;
}

/* A growing text in the arena. */
struct text {
    char *bytes;
    uint32_t length;
    uint32_t capacity;
};

static void add_bytes(struct preprocessor *pp, struct text *text, const char *bytes, uint32_t length)
{
    if (length > text->capacity - text->length) {
        uint32_t capacity = (text->length + length) * 2 + 32;
        char *larger = arena_alloc(&pp->arena, capacity);
        if (text->length > 0)
            memcpy(larger, text->bytes, text->length);
        text->bytes = larger;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

/* The spelling of a token in a string: quotes and backslashes of literals get one more backslash. */
static void add_spelling(struct preprocessor *pp, struct text *text, const struct pp_token *token)
{
    bool is_literal = token->kind == PP_STRING || token->kind == PP_CHARACTER ||
                      (token->kind == PP_OTHER && (*token->text == '"' || *token->text == '\''));
    if (!is_literal) {
        add_bytes(pp, text, token->text, token->length);
        return;
    }
    for (uint32_t i = 0; i < token->length; i++) {
        if (token->text[i] == '"' || token->text[i] == '\\')
            add_bytes(pp, text, "\\", 1);
        add_bytes(pp, text, &token->text[i], 1);
    }
}

void paste_string(struct preprocessor *pp, const struct pp_token *tokens, uint32_t count,
                  struct pp_token *out)
{
    struct text text = {0};
    bool has_padding = false;
    uint8_t padding = 0;
    add_bytes(pp, &text, "\"", 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct pp_token *token = &tokens[i];
        if (token->kind == PP_PADDING) {
            if (!has_padding || ((padding & PP_SPACE) == 0 && (token->flags & PP_DECIDES) == 0))
                padding = token->flags;
            has_padding = (padding & PP_DECIDES) != 0;
            continue;
        }
        uint8_t source = has_padding ? padding : token->flags;
        if (text.length > 1 && (source & PP_SPACE) != 0)
            add_bytes(pp, &text, " ", 1);
        has_padding = false;
        add_spelling(pp, &text, token);
    }
    uint32_t backslashes = 0; /* a single one at the end must not escape the quote */
    while (backslashes + 1 < text.length && text.bytes[text.length - 1 - backslashes] == '\\')
        backslashes++;
    if (backslashes % 2 != 0)
        text.length--;
    add_bytes(pp, &text, "\"", 1);
    *out = (struct pp_token){.kind = PP_STRING, .text = text.bytes, .length = text.length};
}

char *paste_unquote(struct preprocessor *pp, const struct pp_token *string)
{
    char *text = arena_alloc(&pp->arena, (size_t)string->length + 1);
    size_t count = 0;
    const char *quote = memchr(string->text, '"', string->length); /* the L of L"once" is left out */
    for (uint32_t i = (uint32_t)(quote - string->text) + 1; i + 1 < string->length; i++) {
        if (string->text[i] == '\\' && i + 2 < string->length &&
            (string->text[i + 1] == '"' || string->text[i + 1] == '\\'))
            i++;
        text[count++] = string->text[i];
    }
    return text;
}
