/* unit.h - the arithmetic of the precision unit: one table of operations a number format.
 *
 * A format is chosen once, by its name (`mpfr:128`), and then is a struct real_format: sizes and a table of
 * functions. A number is `value_bytes` bytes that the caller owns, made by real_create; it must not be moved.
 * No operation allocates memory, except FLINT's own, which arf.c describes, and MPFR's conversions of long
 * double and to mpf. Nothing here is global, so any number of threads may work on numbers of their own.
 *
 * May call MPFR, GMP, libqd, FLINT. Knows no machine
 * (but how its host calls want numbers printed) and no engine.
 */
#ifndef PRAM_REAL_UNIT_H
#define PRAM_REAL_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <mpfr.h>

#include "sim/machine/numbers.h"

#define REAL_NAME_SIZE 24 /* of a format's name, "staggered:39" */

struct real_family;

/* A format with its parameter filled in. */
struct real_format {
    const struct real_family *family;
    char name[REAL_NAME_SIZE];
    uint32_t parameter;   /* P, K or N; 0 if the family has none */
    uint32_t bits;        /* significand bits that every result has (docs/precision.md) */
    uint32_t exact_bits;  /* bits of an MPFR number that holds every value exactly */
    uint32_t value_bytes; /* of a number, a multiple of 16 */
    uint32_t image_words; /* of a number in the machine's memory */
    uint32_t components;  /* a number is an array of this number of doubles; 0: it is something else */
    uint32_t limbs;       /* of its significand where it has limbs */
};

/* Result of a comparison. */
enum real_order { REAL_LESS, REAL_EQUAL, REAL_GREATER, REAL_UNORDERED };

/* What a family of formats does. z is written, x y w are read; all may be the same number. */
struct real_family {
    /* Loads what the family lies in, and makes that the format's family; false with a line if it cannot.
     * NULL: it is here (plugin/loaded.c has the others). */
    bool (*open)(struct real_format *format, char *error, size_t error_size);
    void (*shape)(struct real_format *format);                  /* fills in the sizes from the parameter */
    void (*create)(const struct real_format *format, void *z);  /* z becomes a number, +0 */
    void (*destroy)(const struct real_format *format, void *z); /* NULL: nothing to do */
    void (*copy)(const struct real_format *format, void *z, const void *x);
    void (*neg)(const struct real_format *format, void *z, const void *x);
    void (*abs)(const struct real_format *format, void *z, const void *x);
    void (*sqrt)(const struct real_format *format, void *z, const void *x);
    void (*add)(const struct real_format *format, void *z, const void *x, const void *y);
    void (*sub)(const struct real_format *format, void *z, const void *x, const void *y);
    void (*mul)(const struct real_format *format, void *z, const void *x, const void *y);
    void (*div)(const struct real_format *format, void *z, const void *x, const void *y);
    void (*fma)(const struct real_format *format, void *z, const void *x, const void *y,
                const void *w); /* x*y + w */
    enum real_order (*compare)(const struct real_format *format, const void *x, const void *y);
    /* Whether x and y are the same to the last bit, so that the same comes of them; may say no. NULL: an
     * operation costs no more than looking. */
    bool (*same)(const struct real_format *format, const void *x, const void *y);
    /* The image that stands for a number in the machine's memory. Images come from untrusted programs: one
     * that no store could have made loads as NaN or as some number. All words 0 is +0. */
    void (*store)(const struct real_format *format, uint32_t *image, const void *x);
    void (*load)(const struct real_format *format, void *z, const uint32_t *image);
    /* To and from MPFR. `to` is exact if x has exact_bits; `from` rounds once, to nearest. */
    void (*to_mpfr)(const struct real_format *format, mpfr_ptr x, const void *value);
    void (*from_mpfr)(const struct real_format *format, void *z, mpfr_srcptr x);
};

/* Once, before any number is made: GMP and MPFR, which abort the process when they get no memory, end it as
 * the rest of pramsim does (common/memory.h). arf.c tells FLINT. */
void real_guard_memory(void);

/* Makes a format of its name. False with a line that says what is wrong, or which package is missing. */
bool real_format_find(struct real_format *format, const char *name, char *error, size_t error_size);

/* One line a format for the help of --real: writes name and text of the index-th into the buffers; false
 * behind the last one. */
bool real_format_list(unsigned index, char *name, size_t name_size, const char **text);

static inline void real_create(const struct real_format *format, void *z)
{
    format->family->create(format, z);
}

static inline void real_destroy(const struct real_format *format, void *z)
{
    if (format->family->destroy != NULL)
        format->family->destroy(format, z);
}

/* Conversions, the same for all formats. A double stands for integers and floats, too. To integers:
 * truncated, saturating, 0 for NaN. To float: rounded once to nearest even. */
void real_from_double(const struct real_format *format, void *z, double value);
int32_t real_to_int(const struct real_format *format, const void *x);
float real_to_float(const struct real_format *format, const void *x);

/* Reads a decimal or C99 hexadecimal number, "nan", "inf", from the start of `text` and rounds it once.
 * Returns how many characters were read, 0 if there is no number. */
size_t real_parse(const struct real_format *format, void *z, const char *text);

/* Prints x as `style` says: "-1.5e-03", or in hexadecimal "-0x1.8p-10". Returns the length that there is room
 * for or would be needed, as snprintf. */
int real_print(const struct real_format *format, char *text, size_t size, const void *x,
               const struct numbers_style *style);

#endif
