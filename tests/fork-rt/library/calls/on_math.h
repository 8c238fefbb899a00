/* on_math.h - calls of math.h whose results are exact; how exact the others are is in math_functions.def. */

static void call_parts(void)
{
    float x = float_of(draw_float_bits());
    float y = float_of(draw_float_bits());
    int power = 0;
    float whole = 0;
    tell_float(x);
    tell_float(y);
    tell_float(frexpf(x, &power));
    tell_int(isfinite(x) ? power : 0);
    tell_float(modff(x, &whole));
    tell_float(whole);
    power = below(2) ? below(600) - 300 : draw_int();
    tell_float(ldexpf(x, power));
    tell_float(scalbnf(x, power));
    tell_float(logbf(x));
    tell_int(isfinite(x) && x != 0.0f ? ilogbf(x) : 0);
    tell_float(nextafterf(x, y));
    tell_float(copysignf(x, y));
    tell_float(fdimf(x, y));
}

static void call_whole(void)
{
    float x = float_of(draw_float_bits());
    tell_float(x);
    tell_float(floorf(x));
    tell_float(ceilf(x));
    tell_float(truncf(x));
    tell_float(roundf(x));
    tell_float(rintf(x));
    tell_float(nearbyintf(x));
    tell_float(fabsf(x));
    if (x > -2147483648.0f && x < 2147483648.0f) {
        tell_int((int)lroundf(x));
        tell_int((int)lrintf(x));
        tell_int((int)llroundf(x));
    }
}

/* Of numbers that are near to each other as well. */
static void call_remainders(void)
{
    unsigned bits = draw_float_bits();
    float x = float_of(bits);
    float y = float_of(below(3) ? draw_float_bits() : (bits & 0x7f800000u) - (unsigned)below(40) * 0x400000u);
    int quotient = 0;
    tell_float(x);
    tell_float(y);
    tell_float(fmodf(x, y));
    tell_float(remainderf(x, y));
    tell_float(remquof(x, y, &quotient));
    if (isfinite(x) && !isnan(y) && y != 0.0f) {
        tell_int((quotient < 0 ? -quotient : quotient) & 7);
        tell_int((quotient & 7) != 0 && quotient < 0);
    }
}

static void call_fused(void)
{
    float x = float_of(draw_float_bits());
    float y = float_of(draw_float_bits());
    float z = float_of(draw_float_bits());
    if (below(2)) { /* what nearly cancels */
        z = -(x * y) * (1.0f + (float)(below(5) - 2) * 0x1p-23f);
    }
    tell_float(x);
    tell_float(y);
    tell_float(z);
    tell_float(fmaf(x, y, z));
}

static void call_comparisons(void)
{
    float x = float_of(draw_float_bits());
    float y = below(4) ? float_of(draw_float_bits()) : below(2) ? NAN : x;
    int kind = fpclassify(x);
    tell_int(kind == FP_NAN         ? 0
             : kind == FP_INFINITE  ? 1
             : kind == FP_ZERO      ? 2
             : kind == FP_SUBNORMAL ? 3
                                    : 4);
    tell_int(isnormal(x) != 0);
    tell_int(isfinite(x) != 0);
    tell_int(isinf(x) != 0);
    tell_int(isnan(y) != 0);
    tell_int(signbit(x) != 0);
    tell_int(isgreater(x, y) != 0);
    tell_int(isgreaterequal(x, y) != 0);
    tell_int(isless(x, y) != 0);
    tell_int(islessequal(x, y) != 0);
    tell_int(islessgreater(x, y) != 0);
    tell_int(isunordered(x, y) != 0);
}
