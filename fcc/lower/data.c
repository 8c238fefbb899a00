/* data.c - objects that exist for the whole run, with their initial values. */
#include <string.h>

#include "fcc/lower/state.h"

enum {
    MOST_DATA_WORDS = 1 << 23,           /* of an object, with initial values other than 0 */
    MOST_FILE_WORDS = 1 << 24,           /* of all objects with nonzero initial values: the limit of prasm */
    MOST_ZERO_WORDS = INT32_MAX - 0x1000 /* of .bss after page 0, and of .private_bss */
};

/* Words of a file's objects so far. */
struct sizes {
    uint64_t zero[2]; /* words of zero objects: private, shared */
    uint64_t filled;  /* words of nonzero objects */
};

static void fill_words(struct lower *l, const struct symbol *symbol, struct ir_data_word *words)
{
    for (const struct initialiser *item = symbol->initialiser; item != NULL; item = item->next) {
        struct ir_data_word *word = &words[item->offset];
        if (item->digits != NULL)
            continue;
        word->value = (word->value & ~item->bit_mask) | item->value;
        if (item->bit_mask == UINT32_MAX) {
            word->value = item->value;
            word->symbol = 0;
            word->is_float = item->is_float;
        }
        if (item->symbol != NULL)
            word->symbol = lower_symbol(l, item->symbol) + 1;
        else if (item->string != NULL)
            word->symbol = lower_string(l, item->string) + 1;
    }
}

/* Whether the initial value is all zero: then the file need not contain it. */
static bool is_zero(const struct symbol *symbol)
{
    for (const struct initialiser *item = symbol->initialiser; item != NULL; item = item->next) {
        if (item->value != 0 || item->symbol != NULL || item->string != NULL)
            return false;
    }
    return true;
}

/* Whether memory for the initial values of one more object is missing. */
static bool is_memory_short(const struct arena *arena, uint64_t words)
{
    return arena->limit != 0 && words * sizeof(struct ir_data_word) > arena->limit - arena->used;
}

static uint32_t words_of(const struct symbol *symbol)
{
    return type_words(symbol->type) + symbol->more_words;
}

/* What does not fit is said of the object's line; the assembler could only name its own text. */
static void check_sizes(struct lower *l, const struct symbol *symbol, bool zero, struct sizes *sizes)
{
    uint32_t words = words_of(symbol);
    if (!zero)
        sizes->filled += words;
    if (!zero &&
        (words > MOST_DATA_WORDS || sizes->filled > MOST_FILE_WORDS || is_memory_short(l->ir->arena, words)))
        source_fatal(
            &l->unit->source, symbol->pos,
            words > MOST_DATA_WORDS
                ? "initial value of %u words is too large; fill '%s' at run time"
                : "initial value of %u words is too large with those before it; fill '%s' at run time",
            words, symbol->name->text);
    if (zero && (sizes->zero[symbol->shared] += words) > MOST_ZERO_WORDS)
        source_fatal(&l->unit->source, symbol->pos,
                     "with the %u words of '%s' the objects of this file do not fit the machine's memory",
                     words, symbol->name->text);
}

/* ---- locks in variables */

static bool is_lock(const struct type *type)
{
    static const char *const names[] = {
#define LOCK_KIND(number, NAME, name, words, record) name,
#include "asm/tables/lock.def"
    };
    for (size_t i = 0; type->kind == TYPE_STRUCT && type->tag->name && i < sizeof names / sizeof *names;
         i++) {
        if (strcmp(type->tag->name->text, names[i]) == 0)
            return true;
    }
    return false;
}

/* Adds the paths to the locks of an object whose own path is `parts`; offset: of an anonymous record, in the
 * members of the enclosing record. */
static void find_locks(struct lower *l, uint32_t index, const struct type *type, const char *parts,
                       uint32_t offset)
{
    struct arena *arena = l->ir->arena;
    if (is_lock(type)) {
        struct ir_lock_path *path = ARENA_ARRAY(arena, struct ir_lock_path, 1);
        *path = (struct ir_lock_path){.next = l->ir->symbols[index].locks, .parts = parts};
        l->ir->symbols[index].locks = path;
    } else if (type->kind == TYPE_ARRAY) {
        parts = arena_format(arena, "%si%u.%u.", parts, type->length, type_words(type->base));
        find_locks(l, index, type->base, parts, 0);
    } else if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) {
        for (const struct member *member = type->tag->members; member != NULL; member = member->next) {
            if (member->name == NULL) {
                find_locks(l, index, member->type, parts, offset + member->offset);
                continue;
            }
            const char *name = lower_plain_name(l, member->name->text);
            find_locks(
                l, index, member->type,
                arena_format(arena, "%sm%u.%zu.%s.", parts, offset + member->offset, strlen(name), name), 0);
        }
    }
}

/* ---- objects */

static void lower_object(struct lower *l, struct symbol *symbol, struct sizes *sizes)
{
    uint32_t words = words_of(symbol);
    bool zero = is_zero(symbol);
    check_sizes(l, symbol, zero, sizes);
    uint32_t index = lower_symbol(l, symbol);
    struct ir_symbol *made = &l->ir->symbols[index];
    describe_object(l->describer, symbol, index);
    made->words = words;
    if (zero)
        made->section = symbol->shared ? IR_SECTION_BSS : IR_SECTION_PRIVATE_BSS;
    else
        made->section = symbol->shared ? IR_SECTION_DATA : IR_SECTION_PRIVATE;
    for (const struct initialiser *item = symbol->initialiser; item != NULL; item = item->next) {
        if (item->digits != NULL)
            lower_real_initialiser(l, symbol, item->offset, item->digits);
    }
    find_locks(l, index, symbol->type, "", 0);
    struct ir_data *data = ir_add_data(l->ir, index);
    if (!zero) {
        data->words = ARENA_ARRAY(l->ir->arena, struct ir_data_word, words);
        fill_words(l, symbol, data->words);
    }
}

void lower_data(struct lower *l)
{
    struct sizes sizes = {0};
    for (struct symbol *symbol = l->unit->symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        bool object = symbol->kind == SYMBOL_OBJECT && symbol->defined && !type_is_error(symbol->type);
        bool unused_static = symbol->storage == STORAGE_STATIC && !symbol->used && symbol->depth > 0;
        if (object && !unused_static)
            lower_object(l, symbol, &sizes);
    }
}
