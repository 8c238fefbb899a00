/* literal.c - string literals: words in shared memory, each once. */
#include <ctype.h>

#include "fcc/lower/state.h"

/* A string that has a place in the data already. */
struct string_symbol {
    struct string_symbol *next;
    const struct string_literal *string;
    uint32_t symbol;
};

static const char *string_comment(struct lower *l, const struct string_literal *string)
{
    enum { MOST = 40 };
    char text[MOST + 1];
    uint32_t length = 0;
    for (uint32_t i = 0; i + 1 < string->count && length < MOST; i++) {
        uint32_t c = string->words[i];
        text[length++] = c < 128 && isprint((int)c) ? (char)c : '.';
    }
    return arena_text(l->ir->arena, text, length);
}

uint32_t lower_string(struct lower *l, const struct string_literal *string)
{
    uint64_t hash = (uint64_t)(uintptr_t)string * 0x9e3779b97f4a7c15u;
    struct string_symbol **bucket = &l->string_symbols[(hash >> 32) % LOWER_STRING_BUCKETS];
    for (const struct string_symbol *known = *bucket; known != NULL; known = known->next) {
        if (known->string == string) {
            return known->symbol;
        }
    }
    struct string_symbol *new = ARENA_NEW(l->unit->arena, struct string_symbol);
    uint32_t index =
        ir_add_symbol(l->ir, arena_format(l->ir->arena, ".string.%u", ++l->strings), IR_SECTION_DATA);
    struct ir_data *data = ir_add_data(l->ir, index);
    l->ir->symbols[index].words = string->count;
    l->ir->symbols[index].literal = true;
    data->words = ARENA_ARRAY(l->ir->arena, struct ir_data_word, string->count);
    data->comment = string_comment(l, string);
    for (uint32_t i = 0; i < string->count; i++) {
        data->words[i].value = string->words[i];
    }
    *new = (struct string_symbol){*bucket, string, index};
    *bucket = new;
    return index;
}
