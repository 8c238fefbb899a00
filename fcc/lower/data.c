/* data.c - symbols, objects that exist for the whole run, string literals. */
#include <ctype.h>
#include <string.h>

#include "fcc/lower/state.h"

/* A string that has a place in the data already. */
struct string_symbol {
    struct string_symbol *next;
    const struct string_literal *string;
    uint32_t symbol;
};

/* Names that the assembler takes for registers: they get a '.' behind, which no name of Fork has. */
static bool names_register(const char *name)
{
    static const char *const roles[] = {
#define ABI_REGISTER(number, role, who, text) #role,
#include "asm/tables/abi.def"
    };
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        if (strcasecmp(name, roles[i]) == 0) {
            return true;
        }
    }
    size_t digits = strspn(name + 1, "0123456789");
    return tolower((unsigned char)name[0]) == 'r' && digits > 0 && name[1 + digits] == '\0';
}

uint32_t lower_symbol(struct lower *l, struct symbol *symbol)
{
    if (symbol->same_as != NULL) {
        symbol = symbol->same_as;
    }
    if (symbol->ir_symbol == 0) {
        const char *name = symbol->assembly_name;
        if (names_register(name)) {
            name = arena_format(l->ir->arena, "%s.", name);
        }
        uint32_t index = ir_add_symbol(l->ir, name, IR_SECTION_EXTERN);
        struct ir_symbol *made = &l->ir->symbols[index];
        made->function = symbol->kind == SYMBOL_FUNCTION;
        made->global = symbol->storage != STORAGE_STATIC;
        symbol->ir_symbol = index + 1;
    }
    l->ir->symbols[symbol->ir_symbol - 1].used = true;
    return symbol->ir_symbol - 1;
}

/* Routines and data of the runtime are few: a list by name would not be faster. */
uint32_t lower_external(struct lower *l, const char *name, bool function)
{
    struct name *known = lex_name(l->unit->arena, &l->unit->names, name, strlen(name));
    struct symbol *symbol = scope_global(known);
    if (symbol == NULL) {
        enum symbol_kind kind = function ? SYMBOL_FUNCTION : SYMBOL_OBJECT;
        symbol = scope_add_global(l->unit, known, kind, &type_basic[TYPE_INT], 0);
        symbol->assembly_name = name;
    }
    return lower_symbol(l, symbol);
}

/* ---- strings */

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
    for (const struct string_symbol *known = l->string_symbols; known != NULL; known = known->next) {
        if (known->string == string) {
            return known->symbol;
        }
    }
    struct string_symbol *new = ARENA_NEW(l->unit->arena, struct string_symbol);
    uint32_t index =
        ir_add_symbol(l->ir, arena_format(l->ir->arena, ".string.%u", ++l->strings), IR_SECTION_DATA);
    struct ir_data *data = ir_add_data(l->ir, index);
    l->ir->symbols[index].words = string->count;
    l->ir->symbols[index].used = true;
    data->words = ARENA_ARRAY(l->ir->arena, struct ir_data_word, string->count);
    data->comment = string_comment(l, string);
    for (uint32_t i = 0; i < string->count; i++) {
        data->words[i].value = string->words[i];
    }
    *new = (struct string_symbol){l->string_symbols, string, index};
    l->string_symbols = new;
    return index;
}

/* ---- objects */

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
