/* draw.h - random arguments of library calls, and the lines that say what came of a call: the same in C on
 * the host and in Fork on the machine (calls.test). A character is a byte here and a word there; an int has
 * 32 bits.
 */
#ifndef CALLS_DRAW_H
#define CALLS_DRAW_H

static unsigned draw_state;

static unsigned draw_word(void)
{
    draw_state = draw_state * 1664525u + 1013904223u;
    unsigned high = draw_state >> 16;
    draw_state = draw_state * 1664525u + 1013904223u;
    return high | (draw_state & 0xffff0000u);
}

static int below(int limit)
{
    return (int)((draw_word() >> 8) % (unsigned)limit);
}

/* An int: small, any, or at an edge. */
static int draw_int(void)
{
    switch (below(6)) {
    case 0:
        return (int)draw_word();
    case 1:
        return (int)(0x7fffffffu + (unsigned)below(2));
    case 2:
        return (int)(1u << below(32)) - below(2);
    default:
        return below(400) - 200;
    }
}

/* The bits of a float: any, special, or an ordinary number. */
static unsigned draw_float_bits(void)
{
    static CONSTANT unsigned special[] = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000,
                                          0x7f7fffff, 0x7f800000, 0xff800000, 0x3f800000, 0xbf800000,
                                          0x3f000000, 0x4b000000, 0x3f7fffff, 0x3f800001, 0x4effffff,
                                          0x4f000000, 0xcf000000, 0x3fc00000};
    switch (below(4)) {
    case 0:
        return special[below(sizeof special / sizeof *special)];
    case 1:
        return draw_word() % 0x7f800001u | draw_word() << 31;
    case 2:
        return bits_of((float)draw_int() / (float)(1 + below(1000)));
    default:
        return (draw_word() & 0x80ffffffu) | (unsigned)(100 + below(40)) << 23;
    }
}

/* Up to `most` characters of an alphabet. */
static void draw_text(char *to, int most, const char *alphabet)
{
    int letters = (int)strlen(alphabet);
    int length = below(most + 1);
    for (int i = 0; i < length; i++) {
        to[i] = alphabet[below(letters)];
    }
    to[length] = '\0';
}

/* ---- results */

static void tell(const char *name)
{
    printf("%s:", name);
}

static void tell_int(int value)
{
    printf(" %d", value);
}

static void tell_float(float value)
{
    unsigned bits = bits_of(value);
    printf((bits & 0x7fffffffu) > 0x7f800000u ? " nan" : " %08x", bits);
}

/* Where a pointer points to within a text or block; -1: NULL. */
static void tell_place(const char *at, const char *begin)
{
    printf(" %d", at == NULL ? -1 : (int)(at - begin));
}

static void tell_sign(int value)
{
    printf(" %d", value > 0 ? 1 : value < 0 ? -1 : 0);
}

/* Characters that would break a line are printed by number. */
static void tell_characters(const char *text, int count)
{
    printf(" \"");
    for (int i = 0; i < count; i++) {
        int c = text[i] & 255;
        printf(c > ' ' && c < 127 && c != '\\' ? "%c" : "\\%o.", c);
    }
    printf("\"");
}

static void tell_text(const char *text)
{
    tell_characters(text, (int)strlen(text));
}

#endif
