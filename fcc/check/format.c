/* format.c - formats of the printf functions: each conversion must match its argument. Only literal formats
 * are checked. An integer of another width than its conversion is printed as it is, after a warning: as on
 * machines whose `long` has 64 bits. */
#include <string.h>

#include "fcc/check/check.h"

/* The functions of io.h with a format, and the number of that argument, from 0. */
static const struct {
    const char *name;
    unsigned format;
} functions[] = {{"printf", 0}, {"pprintf", 0}, {"fprintf", 1}, {"sprintf", 1}, {"snprintf", 2}};

/* The string literal of an argument; NULL: none. */
static struct expression *literal_of(struct expression *e)
{
    while (e->kind == EXPRESSION_CONVERT)
        e = e->left;
    return e->kind == EXPRESSION_ADDRESS && e->left->kind == EXPRESSION_STRING ? e->left : NULL;
}

static const struct string_literal *literal(struct expression *e)
{
    const struct expression *found = literal_of(e);
    return found != NULL ? found->string : NULL;
}

static bool is_among(uint32_t c, const char *letters)
{
    return c != 0 && c < 128 && strchr(letters, (int)c) != NULL;
}

struct matching {
    struct unit *unit;
    const char *function;
    source_pos pos;
    struct expression **argument; /* the link to the next one, which is NULL: no more */
    unsigned number;              /* its number, from 1 */
    bool is_long_long;            /* the conversion has ll, j or L */
    const struct string_literal *format;
    uint32_t at;                     /* place of the conversion's letter */
    struct string_literal *extended; /* the format with ll where a long long needs it; NULL: as it is */
};

/* The kind of value of a conversion. A value of another kind would be printed as a meaningless number or
 * string. */
static const struct {
    const char *letters;
    const char *wanted;
} conversions[] = {
    {"R", "a real"},   {"eEfFgGaA", "a float"}, {"dioxXuc*", "an integer"},
    {"s", "a string"}, {"p", "a pointer"},
};

static bool fits(const struct type *type, char kind)
{
    switch (kind) {
    case 'R':
        return type_is_real(type);
    case 'e':
        return type_is_float(type) && !type_is_real(type);
    case 's':
        return !type_is_arithmetic(type) && !type_is_record(type);
    default: /* addresses are words as well */
        return !type_is_float(type) && !type_is_record(type);
    }
}

/* If it is missing, pramsim ends the run at this call. */
static bool is_conversion(struct matching *m, uint32_t letter)
{
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
        if (is_among(letter, conversions[i].letters))
            return true;
    }
    if (letter > ' ' && letter < 127)
        source_warning(&m->unit->source, m->pos, WARNING_format,
                       "the format of '%s' has a %%%c, which is not a conversion: %%%% prints a %%",
                       m->function, (char)letter);
    else
        source_warning(&m->unit->source, m->pos, WARNING_format,
                       "the format of '%s' has a %% that does not begin a conversion: %%%% prints a %%",
                       m->function);
    return false;
}

/* Puts ll before the letter of the conversion. */
static void extend(struct matching *m)
{
    struct string_literal *made = m->extended;
    if (made == NULL) { /* room for one addition at each letter */
        made = m->extended = ARENA_NEW(m->unit->arena, struct string_literal);
        made->words = ARENA_ARRAY(m->unit->arena, uint32_t, 3 * (size_t)m->format->count);
        made->count = m->format->count;
        memcpy(made->words, m->format->words, made->count * sizeof *made->words);
    }
    uint32_t *letter = &made->words[m->at + made->count - m->format->count];
    memmove(letter + 2, letter, (m->format->count - m->at) * sizeof *letter);
    letter[0] = letter[1] = 'l';
    made->count += 2;
}

/* An integer as wide as its conversion prints it. */
static void match_width(struct matching *m, uint32_t letter)
{
    struct expression *e = *m->argument, *next = e->next;
    const bool is_wide = m->is_long_long && is_among(letter, "dioxXu");
    if (!type_is_integer(e->type) || is_wide == type_is_long_long(e->type))
        return;
    source_warning(&m->unit->source, e->pos, WARNING_format,
                   "argument %u of '%s' is printed by %%%s%c: expected %s, but this is of type '%s'",
                   m->number, m->function, is_wide ? "ll" : "", (char)letter,
                   is_wide ? "a long long" : "a word", type_text(m->unit->arena, e->type));
    if (!is_wide && is_among(letter, "dioxXu")) {
        extend(m);
        return;
    }
    e = check_convert(m->unit, e, &type_basic[is_wide ? TYPE_LONG_LONG : TYPE_INT]);
    e->next = next;
    *m->argument = e;
}

static void match(struct matching *m, uint32_t letter)
{
    const struct expression *e = *m->argument;
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
        if (!is_among(letter, conversions[i].letters))
            continue;
        if (e == NULL)
            source_warning(&m->unit->source, m->pos, WARNING_format,
                           "the format of '%s' has a %%%c, but there is no argument for it", m->function,
                           (char)letter);
        else if (type_is_error(e->type) || fits(e->type, conversions[i].letters[0]))
            match_width(m, letter);
        else if (type_is_real(e->type))
            source_warning(&m->unit->source, e->pos, WARNING_format,
                           "argument %u of '%s' is a real: print it with %%R, not %%%c", m->number,
                           m->function, (char)letter);
        else
            source_warning(&m->unit->source, e->pos, WARNING_format,
                           "argument %u of '%s' is printed by %%%c: expected %s, but this is of type '%s'",
                           m->number, m->function, (char)letter, conversions[i].wanted,
                           type_text(m->unit->arena, e->type));
        break;
    }
    if (e != NULL) {
        m->argument = &(*m->argument)->next;
        m->number++;
    }
}

/* False: the format is invalid from some conversion on. */
static bool match_format(struct matching *m)
{
    const struct string_literal *format = m->format;
    for (uint32_t i = 0; i + 1 < format->count; i++) {
        if (format->words[i] != '%')
            continue;
        i++;
        unsigned longs = 0;
        m->is_long_long = false;
        while (is_among(format->words[i], "-+ #0123456789.*hlLztj")) {
            longs += format->words[i] == 'l' ? 1 : is_among(format->words[i], "jL") ? 2 : 0;
            if (format->words[i] == '*')
                match(m, '*');
            i++;
        }
        m->is_long_long = longs >= 2;
        m->at = i;
        if (format->words[i] == '%')
            continue;
        if (!is_conversion(m, format->words[i]))
            return false;
        match(m, format->words[i]);
    }
    return true;
}

/* The letter of the conversion after a %, without its modifiers; *at gets its place, for %[...] that of the
 * ]. */
static uint32_t read_conversion(const struct string_literal *format, uint32_t *at, bool *is_stored,
                                bool *is_wide)
{
    unsigned longs = 0;
    *is_stored = format->words[*at] != '*';
    for (; is_among(format->words[*at], "*0123456789hlLztj"); ++*at)
        longs += format->words[*at] == 'l' ? 1 : is_among(format->words[*at], "jL") ? 2 : 0;
    *is_wide = longs >= 2;
    const uint32_t letter = format->words[*at];
    if (letter == '[') {
        *at += format->words[*at + 1] == '^' ? 2 : 1;
        do
            ++*at;
        while (*at + 1 < format->count && format->words[*at] != ']');
    }
    return letter;
}

/* An integer of another width than its conversion stores: words behind it would be lost. */
static void match_targets(struct unit *unit, const struct string_literal *format, const struct expression *e,
                          unsigned number, const char *name)
{
    for (uint32_t i = 0; i + 2 < format->count && e != NULL; i++) {
        bool is_stored, is_wide;
        if (format->words[i] != '%')
            continue;
        i++;
        const uint32_t letter = read_conversion(format, &i, &is_stored, &is_wide);
        if (letter == '%' || !is_stored)
            continue;
        const struct type *base = e->type->kind == TYPE_POINTER ? e->type->base : NULL;
        if (is_among(letter, "dioxXu") && base != NULL && type_is_integer(base) &&
            is_wide != type_is_long_long(base))
            source_warning(
                &unit->source, e->pos, WARNING_format,
                "argument %u of '%s' is read by %%%s%c: expected a pointer to %s, but this is of type '%s'",
                number, name, is_wide ? "ll" : "", (char)letter, is_wide ? "long long" : "a word",
                type_text(unit->arena, e->type));
        e = e->next;
        number++;
    }
}

/* scanf functions store through pointers: a number as an argument would be an arbitrary address. */
static void check_pointers(struct unit *unit, struct expression *call, const char *name)
{
    static const struct {
        const char *name;
        unsigned first; /* of the arguments that are stored to, from 0 */
    } readers[] = {{"scanf", 1}, {"fscanf", 2}, {"sscanf", 2}};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        unsigned number = 0;
        struct expression *e = strcmp(readers[i].name, name) == 0 ? call->arguments : NULL;
        for (; e != NULL; e = e->next) {
            if (number + 1 == readers[i].first && literal(e) != NULL)
                match_targets(unit, literal(e), e->next, number + 2, name);
            if (number++ >= readers[i].first && type_is_arithmetic(e->type))
                source_warning(&unit->source, e->pos, WARNING_format,
                               "argument %u of '%s' must be the address where a value is stored, such as "
                               "'&x', but this is of type '%s'",
                               number, name, type_text(unit->arena, e->type));
        }
    }
}

static void replace_format(struct unit *unit, struct expression *string,
                           const struct string_literal *extended)
{
    if (extended == NULL)
        return;
    string->string = extended;
    string->type = type_array(unit->arena, string->type->base, extended->count, false);
}

void check_format(struct unit *unit, struct expression *call, const char *name)
{
    check_pointers(unit, call, name);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) != 0)
            continue;
        struct expression *argument = call->arguments;
        for (unsigned k = 0; k < functions[i].format && argument != NULL; k++)
            argument = argument->next;
        const struct string_literal *format = argument != NULL ? literal(argument) : NULL;
        if (format != NULL) {
            struct matching m = {.unit = unit,
                                 .function = name,
                                 .pos = call->pos,
                                 .argument = &argument->next,
                                 .number = functions[i].format + 2,
                                 .format = format};
            if (match_format(&m) && *m.argument != NULL)
                source_warning(&unit->source, (*m.argument)->pos, WARNING_format,
                               "argument %u of '%s' is not printed: the format has no conversion for it",
                               m.number, name);
            replace_format(unit, literal_of(argument), m.extended);
        }
    }
}
