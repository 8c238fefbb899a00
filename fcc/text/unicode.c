/* unicode.c - UTF-8 and the letters of names; see unicode.h. */
#include "fcc/text/unicode.h"

#include <stddef.h>

struct range {
    uint32_t first;
    uint32_t last;
};

/* C11, D.1: characters that names may have. */
static const struct range in_names[] = {
    {0x00a8, 0x00a8},   {0x00aa, 0x00aa},   {0x00ad, 0x00ad},   {0x00af, 0x00af},   {0x00b2, 0x00b5},
    {0x00b7, 0x00ba},   {0x00bc, 0x00be},   {0x00c0, 0x00d6},   {0x00d8, 0x00f6},   {0x00f8, 0x00ff},
    {0x0100, 0x167f},   {0x1681, 0x180d},   {0x180f, 0x1fff},   {0x200b, 0x200d},   {0x202a, 0x202e},
    {0x203f, 0x2040},   {0x2054, 0x2054},   {0x2060, 0x206f},   {0x2070, 0x218f},   {0x2460, 0x24ff},
    {0x2776, 0x2793},   {0x2c00, 0x2dff},   {0x2e80, 0x2fff},   {0x3004, 0x3007},   {0x3021, 0x302f},
    {0x3031, 0xd7ff},   {0xf900, 0xfd3d},   {0xfd40, 0xfdcf},   {0xfdf0, 0xfe44},   {0xfe47, 0xfffd},
    {0x10000, 0x1fffd}, {0x20000, 0x2fffd}, {0x30000, 0x3fffd}, {0x40000, 0x4fffd}, {0x50000, 0x5fffd},
    {0x60000, 0x6fffd}, {0x70000, 0x7fffd}, {0x80000, 0x8fffd}, {0x90000, 0x9fffd}, {0xa0000, 0xafffd},
    {0xb0000, 0xbfffd}, {0xc0000, 0xcfffd}, {0xd0000, 0xdfffd}, {0xe0000, 0xefffd},
};

/* C11, D.2: of these, those that no name begins with. */
static const struct range not_first[] = {
    {0x0300, 0x036f}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};

enum { SURROGATE_FIRST = 0xd800, SURROGATE_LAST = 0xdfff, FIRST_UNIVERSAL = 0xa0 };

static bool is_among(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    }
    return false;
}

bool unicode_in_name(uint32_t code, bool first)
{
    return is_among(code, in_names, sizeof in_names / sizeof *in_names) &&
           !(first && is_among(code, not_first, sizeof not_first / sizeof *not_first));
}

bool unicode_is_universal(uint32_t code)
{
    bool is_surrogate = code >= SURROGATE_FIRST && code <= SURROGATE_LAST;
    bool is_allowed_ascii = code == '$' || code == '@' || code == '`';
    return (code >= FIRST_UNIVERSAL || is_allowed_ascii) && !is_surrogate && code <= UNICODE_LAST;
}

uint32_t unicode_encode(uint32_t code, char bytes[UNICODE_MOST_BYTES])
{
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0,
                                          0xf0}; /* of the first byte, by how many there are */
    uint32_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (uint32_t i = count; i-- > 1;) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)(marks[count] | code);
    return count;
}

uint32_t unicode_decode(const char *text, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* a shorter form would do below */
    unsigned char first = (unsigned char)text[0];
    uint32_t count = first < 0x80 ? 1 : (first & 0xe0) == 0xc0 ? 2 : (first & 0xf0) == 0xe0 ? 3 : 4;
    if (first >= 0xf8 || (first & 0xc0) == 0x80)
        return 0;
    *code = count == 1 ? first : first & (0x7fu >> count);
    for (uint32_t i = 1; i < count; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    bool is_surrogate = *code >= SURROGATE_FIRST && *code <= SURROGATE_LAST;
    return *code < least[count] || *code > UNICODE_LAST || is_surrogate ? 0 : count;
}
