/* unit.c - finds formats by name, and what all formats share: conversions, reading and printing, by way of
 * MPFR. */
#include "unit.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "hub.h"

#define REAL_FORMAT(name, parameter, low, high, have, package, text)                                         \
    extern const struct real_family real_##name;
#include "format.def"

static const struct row {
    const char *name;
    const char *parameter;
    uint32_t low;
    uint32_t high;
    bool have;
    const char *package;
    const char *text;
    const struct real_family *family;
} rows[] = {
#define REAL_FORMAT(name, parameter, low, high, have, package, text)                                         \
    {#name, parameter, low, high, have, package, text, &real_##name},
#include "format.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* "double ldouble ... mpfr:P ..." */
static void list_names(char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < ROWS && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, " %s%s%s", rows[i].name,
                                 rows[i].parameter[0] != '\0' ? ":" : "", rows[i].parameter);
}

static const struct row *find_row(const char *name, size_t length)
{
    for (int i = 0; i < ROWS; i++)
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
            return &rows[i];
    return NULL;
}

/* The number behind the colon; false if it is none in the row's range. */
static bool read_parameter(const struct row *row, const char *text, uint32_t *parameter)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 6 || text[digits] != '\0')
        return false;
    *parameter = (uint32_t)strtoul(text, NULL, 10);
    return row->low <= *parameter && *parameter <= row->high;
}

bool real_format_find(struct real_format *format, const char *name, char *error, size_t error_size)
{
    memset(format, 0, sizeof *format);
    size_t length = strcspn(name, ":");
    const struct row *row = find_row(name, length);
    const char *colon = name[length] == ':' ? name + length : NULL;
    if (row == NULL) {
        char names[160];
        list_names(names, sizeof names);
        return message_refuse(error, error_size, "there is no number format '%.40s'; there are%s", name,
                              names);
    }
    bool wants = row->parameter[0] != '\0';
    if (!wants && colon != NULL)
        return message_refuse(error, error_size, "the number format %s has no parameter", row->name);
    if (wants && (colon == NULL || !read_parameter(row, colon + 1, &format->parameter)))
        return message_refuse(error, error_size, "the number format %s:%s needs a number %s from %u to %u",
                              row->name, row->parameter, row->parameter, row->low, row->high);
    if (!row->have)
        return message_refuse(
            error, error_size,
            "this pramsim was built without the number format %s; install %s and build it again", row->name,
            row->package);
    snprintf(format->name, sizeof format->name, wants ? "%s:%u" : "%s", row->name, format->parameter);
    format->family = row->family;
    if (row->family->open != NULL && !row->family->open(format, error, error_size))
        return false;
    format->family->shape(format);
    return true;
}

bool real_format_list(unsigned index, char *name, size_t name_size, const char **text)
{
    if (index >= ROWS)
        return false;
    snprintf(name, name_size, "%s%s%s", rows[index].name, rows[index].parameter[0] != '\0' ? ":" : "",
             rows[index].parameter);
    *text = rows[index].text;
    return true;
}

/* ---- conversions */

void real_from_double(const struct real_format *format, void *z, double value)
{
    struct hub hub;
    mpfr_ptr x = hub_create(&hub, DBL_MANT_DIG);
    mpfr_set_d(x, value, MPFR_RNDN);
    format->family->from_mpfr(format, z, x);
}

int32_t real_to_int(const struct real_format *format, const void *value)
{
    struct hub hub;
    mpfr_ptr x = hub_create(&hub, format->exact_bits);
    format->family->to_mpfr(format, x, value);
    if (mpfr_nan_p(x))
        return 0;
    if (mpfr_cmp_si(x, INT32_MAX) >= 0)
        return INT32_MAX;
    if (mpfr_cmp_si(x, INT32_MIN) <= 0)
        return INT32_MIN;
    return (int32_t)mpfr_get_d(x, MPFR_RNDZ); /* keeps the integer part */
}

float real_to_float(const struct real_format *format, const void *value)
{
    struct hub hub;
    mpfr_ptr x = hub_create(&hub, format->exact_bits);
    format->family->to_mpfr(format, x, value);
    return mpfr_get_flt(x, MPFR_RNDN);
}

/* ---- text */

/* Rounding toward zero and then setting the last bit of what is inexact keeps all that a second rounding to
 * fewer bits has to know ("round to odd"). */
size_t real_parse(const struct real_format *format, void *z, const char *text)
{
    struct hub hub;
    char *end;
    mpfr_ptr x = hub_create(&hub, format->exact_bits + 128);
    mp_limb_t *limbs = mpfr_custom_get_significand(x);
    if (mpfr_strtofr(x, text, &end, 0, MPFR_RNDZ) != 0 && mpfr_regular_p(x))
        limbs[0] |= (mp_limb_t)1 << ((64 - mpfr_get_prec(x) % 64) % 64);
    if (end == text)
        return 0;
    format->family->from_mpfr(format, z, x);
    return (size_t)(end - text);
}

/* "0x1.8p-10": x lies in [1, 2) and is given its own exponent behind the digits. */
static void print_hex(char *text, size_t size, mpfr_ptr x, const char *flags, int precision)
{
    long exponent = 0;
    char specification[24];
    char *end;
    if (mpfr_regular_p(x)) {
        exponent = mpfr_get_exp(x) - 1;
        mpfr_set_exp(x, 1);
    }
    snprintf(specification, sizeof specification, precision < 0 ? "%%%sRa" : "%%%s.*Ra", flags);
    if (precision < 0)
        mpfr_snprintf(text, size, specification, x);
    else
        mpfr_snprintf(text, size, specification, precision, x);
    end = strrchr(text, 'p');
    if (end != NULL) { /* neither NaN nor infinite; rounded up to 2 there is an exponent already */
        exponent += strtol(end + 1, NULL, 10);
        snprintf(end, size - (size_t)(end - text), "p%+ld", exponent);
    }
}

int real_print(const struct real_format *format, char *text, size_t size, const void *value,
               const struct numbers_style *style)
{
    struct hub hub;
    mpfr_ptr x = hub_create(&hub, format->exact_bits);
    format->family->to_mpfr(format, x, value);
    char flags[8]; /* without those for padding */
    size_t used = 0;
    for (const char *flag = style->flags; *flag != '\0' && used < sizeof flags - 1; flag++)
        if (*flag != '-' && *flag != '0')
            flags[used++] = *flag;
    flags[used] = '\0';
    char body[NUMBERS_MAX_PRINT];
    if (style->is_hex) {
        print_hex(body, sizeof body, x, flags, style->precision);
    } else {
        char specification[24];
        /* digits that tell numbers apart; sums of doubles may have wide gaps: those that lie close together
         */
        const uint32_t bits =
            format->components > 1 ? format->components * (DBL_MANT_DIG + 1) : format->exact_bits;
        snprintf(specification, sizeof specification, "%%%s.*Rg", flags);
        mpfr_snprintf(body, sizeof body, specification,
                      style->precision >= 0 ? style->precision : (int)mpfr_get_str_ndigits(10, bits), x);
    }
    /* zeros stand between sign, prefix and digits */
    size_t head = strspn(body, "+- ") + (style->is_hex ? 2 : 0);
    size_t length = strlen(body);
    size_t padding = (size_t)style->width > length ? (size_t)style->width - length : 0;
    if (strchr(style->flags, '-') != NULL)
        return snprintf(text, size, "%s%*s", body, (int)padding, "");
    if (padding == 0 || strchr(style->flags, '0') == NULL || !mpfr_number_p(x))
        return snprintf(text, size, "%*s%s", (int)padding, "", body);
    return snprintf(text, size, "%.*s%0*d%s", (int)head, body, (int)padding, 0, body + head);
}

/* ---- memory */

static void *take(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

static void *reallocate(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    void *memory = realloc(old, size);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

void real_guard_memory(void)
{
    mp_set_memory_functions(take, reallocate, NULL); /* MPFR's, too; NULL: free */
}
