/* data.c - objects that exist for the whole run, with their initial values. */
#include <string.h>

#include "fcc/lower/state.h"

enum { MOST_DATA_WORDS = 1 << 23 };

static void fill_words(struct lower *l, const struct symbol *symbol, struct ir_data_word *words)
{
    for (const struct initialiser *item = symbol->initialiser; item != NULL; item = item->next) {
        struct ir_data_word *word = &words[item->offset];
        if (item->digits != NULL) {
            continue;
        }
        word->value = (word->value & ~item->bit_mask) | item->value;
        if (item->bit_mask == UINT32_MAX) {
            word->value = item->value;
            word->symbol = 0;
            word->is_float = item->is_float;
        }
        if (item->symbol != NULL) {
            word->symbol = lower_symbol(l, item->symbol) + 1;
        } else if (item->string != NULL) {
            word->symbol = lower_string(l, item->string) + 1;
        }
    }
}

/* Whether the initial value is all zero: then it needs no place in the file. */
static bool is_zero(const struct symbol *symbol)
{
    for (const struct initialiser *item = symbol->initialiser; item != NULL; item = item->next) {
        if (item->value != 0 || item->symbol != NULL || item->string != NULL) {
            return false;
        }
    }
    return true;
}

static void lower_object(struct lower *l, struct symbol *symbol)
{
    uint32_t words = type_words(symbol->type);
    bool zero = is_zero(symbol);
    if (!zero && words > MOST_DATA_WORDS) {
        source_fatal(&l->unit->source, symbol->pos,
                     "initial value of %u words is too large; fill '%s' at run time", words,
                     symbol->name->text);
    }
    uint32_t index = lower_symbol(l, symbol);
    struct ir_symbol *made = &l->ir->symbols[index];
    made->words = words;
    if (zero) {
        made->section = symbol->shared ? IR_SECTION_BSS : IR_SECTION_PRIVATE_BSS;
    } else {
        made->section = symbol->shared ? IR_SECTION_DATA : IR_SECTION_PRIVATE;
    }
    for (const struct initialiser *item = symbol->initialiser; item != NULL; item = item->next) {
        if (item->digits != NULL) {
            lower_real_initialiser(l, symbol, item->offset, item->digits);
        }
    }
    struct ir_data *data = ir_add_data(l->ir, index);
    if (!zero) {
        data->words = ARENA_ARRAY(l->ir->arena, struct ir_data_word, words);
        fill_words(l, symbol, data->words);
    }
}

void lower_data(struct lower *l)
{
    for (struct symbol *symbol = l->unit->symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        bool object = symbol->kind == SYMBOL_OBJECT && symbol->defined && !type_is_error(symbol->type);
        bool unused_static = symbol->storage == STORAGE_STATIC && !symbol->used && symbol->depth > 0;
        if (object && !unused_static) {
            lower_object(l, symbol);
        }
    }
}
