/* arprec.c - ARPREC's numbers: N blocks of 48 bits held in doubles; every operation truncates.
 *
 * A number is the array of doubles that ARPREC has: a[0] blocks there is room for, a[1] sign (0 or 1), a[2]
 * blocks in use, a[3] exponent, a[4] .. a[n + 3] the blocks, integers below 2^48, the first and the last in
 * use not 0:
 *
 *     (-1)^a[1] * 2^(48 a[3]) * sum over k of a[k + 4] * 2^(-48 k)
 *
 * Unlike ARPREC's, a result here is always the exact one cut off behind N blocks, a[2] = -1 is infinity and
 * -2 NaN, and exponents are held to MPFR's range. Addition and multiplication are done on the blocks;
 * division and square root by GMP on the blocks packed together.
 */
#include <math.h>

#include "hub.h"

#include <string.h>

enum { ROOM, SIGN, COUNT, EXPONENT, BLOCKS };
#define COUNT_INFINITE (-1.0)
#define COUNT_NAN (-2.0)
#define BLOCK_BITS 48
#define BLOCK_MASK (((uint64_t)1 << BLOCK_BITS) - 1)
#define MAX_BLOCKS 342
#define MAX_EXPONENT (HEAD_MAX_EXPONENT / BLOCK_BITS)
#define COUNT_SHIFT 8 /* of the number of blocks in an image's first word */

__extension__ typedef unsigned __int128 wide;

static void shape(struct real_format *format)
{
    uint32_t blocks = format->parameter;
    format->bits = BLOCK_BITS * (blocks - 1) + 1; /* the first block may be 1 */
    format->exact_bits = BLOCK_BITS * blocks;
    format->value_bytes = (uint32_t)((BLOCKS + blocks) * sizeof(double) + 15) & ~15u;
    format->image_words = HEAD_WORDS + 2 * blocks;
}

static void create(const struct real_format *format, void *z)
{
    memset(z, 0, format->value_bytes);
    ((double *)z)[ROOM] = format->parameter;
}

/* ---- special values: told by doubles with the same meaning */

static double stand_in(const double *x)
{
    double magnitude = x[COUNT] > 0 ? 1 : x[COUNT] == 0 ? 0 : x[COUNT] == COUNT_INFINITE ? INFINITY : NAN;
    return x[SIGN] != 0 ? -magnitude : magnitude;
}

/* `value` is an infinity, NaN, or else taken for 0. */
static void set_special(double *z, double value)
{
    z[SIGN] = value < 0;
    z[COUNT] = isnan(value) ? COUNT_NAN : isinf(value) ? COUNT_INFINITE : 0;
    z[EXPONENT] = 0;
}

static inline bool is_finite(const double *x)
{
    return x[COUNT] >= 0;
}

/* z = the blocks of `count` from block[0] on, the first of them weighing 2^(48 exponent); zeros in front are
 * skipped and what does not fit is cut off. */
static void set_blocks(double *z, bool negative, const uint64_t *block, long count, long exponent)
{
    while (count > 0 && block[0] == 0) {
        block++;
        count--;
        exponent--;
    }
    if (count > (long)z[ROOM])
        count = (long)z[ROOM];
    while (count > 0 && block[count - 1] == 0)
        count--;
    if (count == 0 || exponent < -MAX_EXPONENT) {
        set_special(z, 0);
    } else if (exponent > MAX_EXPONENT) {
        set_special(z, negative ? -INFINITY : INFINITY);
    } else {
        z[SIGN] = negative;
        z[COUNT] = (double)count;
        z[EXPONENT] = (double)exponent;
        for (long k = 0; k < count; k++)
            z[BLOCKS + k] = (double)block[k]; // NOLINT: the callers fill in `count` blocks
    }
}

/* The blocks as integers; returns how many. */
static inline long get_blocks(uint64_t *block, const double *x)
{
    long count = (long)x[COUNT];
    for (long k = 0; k < count; k++)
        block[k] = (uint64_t)x[BLOCKS + k];
    return count;
}

/* -1, 0, 1 for the magnitudes of finite numbers. */
static int compare_magnitude(const double *x, const double *y)
{
    if (x[COUNT] == 0 || y[COUNT] == 0)
        return (x[COUNT] != 0) - (y[COUNT] != 0);
    if (x[EXPONENT] != y[EXPONENT])
        return x[EXPONENT] < y[EXPONENT] ? -1 : 1;
    for (long k = 0; k < (long)x[COUNT] && k < (long)y[COUNT]; k++)
        if (x[BLOCKS + k] != y[BLOCKS + k])
            return x[BLOCKS + k] < y[BLOCKS + k] ? -1 : 1;
    return (x[COUNT] > y[COUNT]) - (x[COUNT] < y[COUNT]);
}

static void copy(const struct real_format *format, void *z, const void *x)
{
    memmove(z, x, (BLOCKS + format->parameter) * sizeof(double));
}

static void neg(const struct real_format *format, void *pz, const void *x)
{
    double *z = pz;
    copy(format, z, x);
    z[SIGN] = z[COUNT] != 0 && z[SIGN] == 0;
}

static void apply_abs(const struct real_format *format, void *pz, const void *x)
{
    double *z = pz;
    copy(format, z, x);
    z[SIGN] = 0;
}

/* ---- addition */

/* |x| + |y| or |x| - |y|, where |x| >= |y|, both finite, x not 0. */
static void combine(double *z, bool negative, const double *x, const double *y, bool subtract)
{
    /* block[0] is for a carry; one block behind the last guards against the loss of the first */
    int64_t block[MAX_BLOCKS + 2] = {0};
    long room = (long)z[ROOM] + 2;
    long shift = y[COUNT] != 0 ? (long)(x[EXPONENT] - y[EXPONENT]) : 0;
    bool lost = false; /* something of y lies behind the blocks */
    for (long k = 0; k < (long)x[COUNT]; k++)
        block[k + 1] = (int64_t)x[BLOCKS + k];
    for (long k = 0; k < (long)y[COUNT]; k++) {
        long place = k + 1 + shift;
        if (place >= room)
            lost = true;
        else if (subtract)
            block[place] -= (int64_t)y[BLOCKS + k];
        else
            block[place] += (int64_t)y[BLOCKS + k];
    }
    int64_t carry = subtract && lost ? -1 : 0;
    uint64_t settled[MAX_BLOCKS + 2];
    for (long place = room - 1; place >= 0; place--) {
        int64_t value = block[place] + carry;
        settled[place] = (uint64_t)value & BLOCK_MASK;
        carry = value >> BLOCK_BITS;
    }
    set_blocks(z, negative, settled, room, (long)x[EXPONENT] + 1);
}

static void add_signed(const struct real_format *format, double *z, const double *x, const double *y,
                       bool flip)
{
    if (!is_finite(x) || !is_finite(y)) {
        set_special(z, stand_in(x) + (flip ? -stand_in(y) : stand_in(y)));
        return;
    }
    bool x_negative = x[SIGN] != 0;
    bool y_negative = (y[SIGN] != 0) != flip;
    int order = compare_magnitude(x, y);
    bool subtract = x_negative != y_negative;
    if (x[COUNT] == 0 && y[COUNT] == 0)
        set_special(z, 0);
    else if (order >= 0)
        combine(z, x_negative, x, y, subtract);
    else
        combine(z, y_negative, y, x, subtract);
    (void)format;
}

static void add(const struct real_format *format, void *z, const void *x, const void *y)
{
    add_signed(format, z, x, y, false);
}

static void sub(const struct real_format *format, void *z, const void *x, const void *y)
{
    add_signed(format, z, x, y, true);
}

/* ---- multiplication */

static void mul(const struct real_format *format, void *pz, const void *px, const void *py)
{
    (void)format;
    const double *x = px;
    const double *y = py;
    if (!is_finite(x) || !is_finite(y)) {
        set_special(pz, stand_in(x) * stand_in(y));
        return;
    }
    uint64_t a[MAX_BLOCKS];
    uint64_t b[MAX_BLOCKS];
    uint64_t product[2 * MAX_BLOCKS]; /* product[0] is for the carry */
    long m = get_blocks(a, x);
    long n = get_blocks(b, y);
    bool negative = (x[SIGN] != 0) != (y[SIGN] != 0);
    long exponent = (long)x[EXPONENT] + (long)y[EXPONENT] + 1;
    wide carry = 0;
    /* column by column from the right: at most 342 products of 96 bits each */
    for (long column = m + n - 2; column >= 0; column--) {
        long low = column >= n ? column - n + 1 : 0;
        long high = column < m ? column : m - 1;
        for (long i = low; i <= high; i++)
            carry += (wide)a[i] * b[column - i];
        product[column + 1] = (uint64_t)carry & BLOCK_MASK;
        carry >>= BLOCK_BITS;
    }
    product[0] = (uint64_t)carry;
    set_blocks(pz, negative, product, m == 0 || n == 0 ? 0 : m + n, exponent);
}

/* The product is cut off, then the sum. */
static void apply_fma(const struct real_format *format, void *z, const void *x, const void *y, const void *w)
{
    double product[BLOCKS + MAX_BLOCKS];
    create(format, product);
    mul(format, product, x, y);
    add(format, z, product, w);
}

/* ---- division and square root, packed */

#define PACKED_LIMBS (3 * MAX_BLOCKS * BLOCK_BITS / 64 + 2)

/* The integer sum of block[k] * 2^(48 (total - 1 - k)), k < count <= total. Returns the number of limbs. */
static mp_size_t pack(mp_limb_t *limbs, const uint64_t *block, long count, long total)
{
    mp_size_t size = (mp_size_t)((total * BLOCK_BITS + 63) / 64);
    memset(limbs, 0, (size_t)(size + 1) * sizeof *limbs);
    for (long k = 0; k < count; k++) {
        long bit = (total - 1 - k) * BLOCK_BITS;
        limbs[bit / 64] |= block[k] << (bit % 64);
        if (bit % 64 > 64 - BLOCK_BITS)
            limbs[bit / 64 + 1] |= block[k] >> (64 - bit % 64);
    }
    while (size > 0 && limbs[size - 1] == 0)
        size--;
    return size;
}

/* The other way: `total` blocks of the integer. */
static void unpack(uint64_t *block, long total, const mp_limb_t *limbs, mp_size_t size)
{
    for (long k = 0; k < total; k++) {
        long bit = (total - 1 - k) * BLOCK_BITS;
        long limb = bit / 64;
        uint64_t value = limb < size ? limbs[limb] >> (bit % 64) : 0;
        if (bit % 64 > 64 - BLOCK_BITS && limb + 1 < size)
            value |= limbs[limb + 1] << (64 - bit % 64);
        block[k] = value & BLOCK_MASK;
    }
}

static void apply_div(const struct real_format *format, void *pz, const void *px, const void *py)
{
    const double *x = px;
    const double *y = py;
    if (!is_finite(x) || !is_finite(y) || x[COUNT] == 0 || y[COUNT] == 0) {
        set_special(pz, stand_in(x) / stand_in(y));
        return;
    }
    uint64_t block[MAX_BLOCKS + 1];
    mp_limb_t numerator[PACKED_LIMBS];
    mp_limb_t denominator[PACKED_LIMBS];
    mp_limb_t quotient[PACKED_LIMBS];
    mp_limb_t remainder[PACKED_LIMBS];
    long room = format->parameter;
    bool negative = (x[SIGN] != 0) != (y[SIGN] != 0);
    long exponent = (long)x[EXPONENT] - (long)y[EXPONENT];
    long n = get_blocks(block, y);
    mp_size_t denominator_size = pack(denominator, block, n, n);
    long m = get_blocks(block, x);
    /* room + n blocks by n blocks: room or room + 1 blocks */
    mp_size_t numerator_size = pack(numerator, block, m < room + n ? m : room + n, room + n);
    mp_size_t size = numerator_size - denominator_size + 1;
    mpn_tdiv_qr(quotient, remainder, 0, numerator, numerator_size, denominator, denominator_size);
    unpack(block, room + 1, quotient, size);
    set_blocks(pz, negative, block, room + 1, exponent);
}

static void apply_sqrt(const struct real_format *format, void *pz, const void *px)
{
    const double *x = px;
    if (!is_finite(x) || x[COUNT] == 0 || x[SIGN] != 0) {
        set_special(pz, sqrt(stand_in(x)));
        return;
    }
    uint64_t block[MAX_BLOCKS];
    mp_limb_t square[PACKED_LIMBS];
    mp_limb_t root[PACKED_LIMBS];
    long room = format->parameter;
    long exponent = (long)x[EXPONENT];
    bool odd = exponent % 2 != 0;
    /* an integer of 2 room - 1 or 2 room blocks whose last one has an even exponent: its root has room blocks
     */
    long total = odd ? 2 * room : 2 * room - 1;
    long m = get_blocks(block, x);
    mp_size_t square_size = pack(square, block, m, total);
    mpn_sqrtrem(root, NULL, square, square_size);
    unpack(block, room, root, (square_size + 1) / 2);
    set_blocks(pz, false, block, room, (exponent - odd) / 2);
}

static enum real_order compare(const struct real_format *format, const void *px, const void *py)
{
    (void)format;
    const double *x = px;
    const double *y = py;
    double order = 0;
    double a = stand_in(x);
    double b = stand_in(y);
    if (isnan(a) || isnan(b))
        return REAL_UNORDERED;
    if (a != b)
        order = a < b ? -1 : 1;
    else if (is_finite(x))
        order = a < 0 ? -compare_magnitude(x, y) : compare_magnitude(x, y);
    return order < 0 ? REAL_LESS : order > 0 ? REAL_GREATER : REAL_EQUAL;
}

/* ---- images, and MPFR */

static void store(const struct real_format *format, uint32_t *image, const void *px)
{
    const double *x = px;
    memset(image, 0, format->image_words * sizeof *image);
    uint32_t sign = x[SIGN] != 0 ? HEAD_SIGN : 0;
    if (!is_finite(x)) {
        image[0] = x[COUNT] == COUNT_NAN ? HEAD_NAN : HEAD_INFINITE | sign;
    } else if (x[COUNT] != 0) {
        image[0] = HEAD_FINITE | (uint32_t)x[COUNT] << COUNT_SHIFT | sign;
        image[1] = (uint32_t)(int32_t)x[EXPONENT];
        memcpy(image + HEAD_WORDS, x + BLOCKS, (size_t)x[COUNT] * sizeof *x);
    }
}

static void load(const struct real_format *format, void *pz, const uint32_t *image)
{
    double *z = pz;
    uint64_t block[MAX_BLOCKS];
    uint32_t kind = image[0] & 0xff;
    uint32_t count = (image[0] & ~HEAD_SIGN) >> COUNT_SHIFT;
    bool negative = (image[0] & HEAD_SIGN) != 0;
    bool good = kind == HEAD_FINITE && count <= format->parameter;
    for (uint32_t k = 0; good && k < count; k++) {
        double value;
        memcpy(&value, image + HEAD_WORDS + 2 * k, sizeof value);
        good = value >= 0 && value <= (double)BLOCK_MASK;
        block[k] = good ? (uint64_t)value : 0;
    }
    if (good)
        set_blocks(z, negative, block, count, (int32_t)image[1]);
    else
        set_special(z, kind == HEAD_ZERO ? 0 : kind != HEAD_INFINITE ? NAN : negative ? -INFINITY : INFINITY);
}

static void to_mpfr(const struct real_format *format, mpfr_ptr z, const void *px)
{
    (void)format;
    const double *x = px;
    long count = (long)x[COUNT];
    if (count <= 0) {
        mpfr_set_d(z, stand_in(x), MPFR_RNDN);
        return;
    }
    mpfr_set_zero(z, 1);
    for (long k = 0; k < count; k++) {
        mpfr_mul_2ui(z, z, BLOCK_BITS, MPFR_RNDN);
        mpfr_add_d(z, z, x[BLOCKS + k], MPFR_RNDN);
    }
    mpfr_mul_2si(z, z, BLOCK_BITS * ((long)x[EXPONENT] - (count - 1)), MPFR_RNDN);
    if (x[SIGN] != 0)
        mpfr_neg(z, z, MPFR_RNDN);
}

/* Rounds to nearest, to all bits that the blocks have: what is printed reads back. */
static void from_mpfr(const struct real_format *format, void *pz, mpfr_srcptr value)
{
    if (!mpfr_regular_p(value)) {
        set_special(pz, mpfr_get_d(value, MPFR_RNDN));
        return;
    }
    long leading =
        ((mpfr_get_exp(value) - 1) % BLOCK_BITS + BLOCK_BITS) % BLOCK_BITS + 1; /* bits of the first block */
    struct hub hub;
    mpfr_ptr x = hub_create(&hub, (format->parameter - 1) * BLOCK_BITS + (uint32_t)leading);
    mpfr_set(x, value, MPFR_RNDN);
    /* the value is limbs * 2^scale; block k has the bits from 48 (exponent - k) on */
    const mp_limb_t *limbs = hub.limbs;
    long size = (long)((mpfr_get_prec(x) + 63) / 64);
    long scale = mpfr_get_exp(x) - 64 * size;
    long top = mpfr_get_exp(x) - 1;
    long exponent = top >= 0 ? top / BLOCK_BITS : -((BLOCK_BITS - 1 - top) / BLOCK_BITS);
    uint64_t block[MAX_BLOCKS];
    for (long k = 0; k < (long)format->parameter; k++) {
        long bit = BLOCK_BITS * (exponent - k) - scale; /* of the limbs; may lie below or above them */
        uint64_t bits = 0;
        for (long i = 0; i < BLOCK_BITS; i++)
            if (bit + i >= 0 && bit + i < 64 * size && (limbs[(bit + i) / 64] >> ((bit + i) % 64) & 1) != 0)
                bits |= (uint64_t)1 << i;
        block[k] = bits;
    }
    set_blocks(pz, mpfr_signbit(x) != 0, block, (long)format->parameter, exponent);
}

const struct real_family real_arprec = {.shape = shape,
                                        .create = create,
                                        .copy = copy,
                                        .neg = neg,
                                        .abs = apply_abs,
                                        .sqrt = apply_sqrt,
                                        .add = add,
                                        .sub = sub,
                                        .mul = mul,
                                        .div = apply_div,
                                        .fma = apply_fma,
                                        .compare = compare,
                                        .store = store,
                                        .load = load,
                                        .to_mpfr = to_mpfr,
                                        .from_mpfr = from_mpfr};
