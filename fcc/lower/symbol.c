/* symbol.c - symbols of the intermediate representation: symbols of the source, names of the runtime, and
 * string literals, which are words in shared memory, each stored once. */
#include <ctype.h>
#include <string.h>

#include "fcc/lower/state.h"
#include "fcc/text/unicode.h"

/* Names that the assembler takes for registers get a final '.', which no name of Fork has. */
static bool names_register(const char *name)
{
    static const char *const roles[] = {
#define ABI_REGISTER(number, role, who, text) #role,
#include "asm/tables/abi.def"
    };
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        if (strcasecmp(name, roles[i]) == 0)
            return true;
    }
    size_t digits = strspn(name + 1, "0123456789");
    return tolower((unsigned char)name[0]) == 'r' && digits > 0 && name[1 + digits] == '\0';
}

/* Whether the assembler takes a letter of a name as it is. */
static bool is_plain_letter(char c)
{
    return (unsigned char)c < 0x80 && c != '$';
}

/* A name with letters that the assembler does not take: é becomes .u00e9, if `mark` is '.', which no other
 * name has. */
static const char *plain_name(const struct lower *l, const char *name, char mark)
{
    const char *plain = "";
    uint32_t code;
    while (*name != '\0') {
        uint32_t length = 0;
        while (name[length] != '\0' && is_plain_letter(name[length]))
            length++;
        plain = arena_format(l->ir->arena, "%s%.*s", plain, (int)length, name);
        name += length;
        if (*name != '\0') { /* names consist of whole characters */
            name += unicode_decode(name, &code);
            plain = arena_format(l->ir->arena, "%s%cu%04x", plain, mark, code);
        }
    }
    return plain;
}

static bool is_plain(const char *name)
{
    while (*name != '\0' && is_plain_letter(*name))
        name++;
    return *name == '\0';
}

const char *lower_plain_name(const struct lower *l, const char *name)
{
    return is_plain(name) ? name : plain_name(l, name, '_'); /* labels have dots between their parts */
}

/* Its name in the assembly text. */
static const char *assembler_name(struct lower *l, const char *name)
{
    if (names_register(name))
        return arena_format(l->ir->arena, "%s.", name);
    return is_plain(name) ? name : plain_name(l, name, '.');
}

uint32_t lower_symbol(struct lower *l, struct symbol *symbol)
{
    if (symbol->same_as != NULL)
        symbol = symbol->same_as;
    if (symbol->ir_symbol == 0) {
        bool known = symbol->assembly_name == symbol->name->text && symbol->name->external != 0;
        uint32_t index =
            known ? symbol->name->external - 1
                  : ir_add_symbol(l->ir, assembler_name(l, symbol->assembly_name), IR_SECTION_EXTERN);
        struct ir_symbol *made = &l->ir->symbols[index];
        made->function = symbol->kind == SYMBOL_FUNCTION;
        made->global = symbol->storage != STORAGE_STATIC;
        symbol->ir_symbol = index + 1;
    }
    return symbol->ir_symbol - 1;
}

uint32_t lower_external(struct lower *l, const char *name, bool function)
{
    struct name *known = lex_name(l->unit->arena, &l->unit->names, name, strlen(name));
    struct symbol *symbol = scope_global(known);
    if (symbol != NULL)
        return lower_symbol(l, symbol);
    if (known->external == 0) { /* the source may declare it later: lower_symbol then returns the same */
        uint32_t index = ir_add_symbol(l->ir, assembler_name(l, known->text), IR_SECTION_EXTERN);
        l->ir->symbols[index].function = function;
        l->ir->symbols[index].global = true;
        known->external = index + 1;
    }
    return known->external - 1;
}

/* ---- string literals */

/* A string that is already in the data. */
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
        if (known->string == string)
            return known->symbol;
    }
    struct string_symbol *new = ARENA_NEW(l->unit->arena, struct string_symbol);
    uint32_t index =
        ir_add_symbol(l->ir, arena_format(l->ir->arena, ".string.%u", ++l->strings), IR_SECTION_DATA);
    struct ir_data *data = ir_add_data(l->ir, index);
    l->ir->symbols[index].words = string->count;
    l->ir->symbols[index].literal = true;
    data->words = ARENA_ARRAY(l->ir->arena, struct ir_data_word, string->count);
    data->comment = string_comment(l, string);
    for (uint32_t i = 0; i < string->count; i++)
        data->words[i].value = string->words[i];
    *new = (struct string_symbol){*bucket, string, index};
    *bucket = new;
    return index;
}
