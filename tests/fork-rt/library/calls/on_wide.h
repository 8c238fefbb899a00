/* on_wide.h - calls of wchar.h, wctype.h, uchar.h, and of the bytes of UTF-8. */

enum { WIDE_ROOM = 24 };

/* Bytes that nearly are UTF-8. None of them begins a number over 0x10ffff, which glibc takes. */
static int draw_bytes(char *to)
{
    static CONSTANT unsigned edges[] = {0,      1,      0x7f,   0x80,    0x7ff,    0x800,    0xd7ff, 0xd800,
                                        0xdfff, 0xe000, 0xffff, 0x10000, 0x10ffff, 0x10fffe, 0x20ac, 0xe9};
    int at = 0;
    while (at < WIDE_ROOM - 6) {
        unsigned c = below(3) == 0 ? edges[below(16)] : (draw_word() >> (11 + below(20))) % 0x110000u;
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        if (below(12) == 0) {
            more = below(4);
        }
        to[at++] =
            (char)(more == 0 ? c & 0x7f : (0xff00u >> (more + 1) & 0xff) | (c >> 6 * more & (0x3fu >> more)));
        for (; more > 0; more--) {
            to[at++] = (char)(c < 0x100000 && below(30) == 0 ? below(256)
                                                             : (int)(0x80 | (c >> 6 * (more - 1) & 0x3f)));
        }
        if (below(4) == 0) {
            break;
        }
    }
    to[at] = '\0';
    return at;
}

static void call_decode(void)
{
    char bytes[WIDE_ROOM] = "";
    int length = draw_bytes(bytes);
    mbstate_t state;
    memset(&state, 0, sizeof state);
    int piece = 1 + below(4);
    tell_characters(bytes, length);
    tell_int(piece);
    for (int at = 0; at < length;) {
        wchar_t c = -7;
        int most = length - at < piece ? length - at : piece;
        int taken = (int)mbrtowc(&c, bytes + at, (size_t)most, &state);
        if (taken != -2) { /* glibc notices later that what has come begins no character */
            tell_int(taken);
            tell_int((int)c);
        }
        if (taken == -1) {
            break;
        }
        at += taken == -2 ? most : taken == 0 ? 1 : taken;
    }
}

static void call_encode(void)
{
    char bytes[8] = "";
    unsigned c = (draw_word() >> (8 + below(24))) % 0x110000u; /* glibc writes larger numbers, too */
    int length = (int)wcrtomb(bytes, (wchar_t)c, NULL);
    tell_int((int)c);
    tell_int(length);
    tell_characters(bytes, length > 0 ? length : 0);
    tell_int((int)btowc((int)(c & 0x1ff) - 1));
    tell_int(wctob((wint_t)(c & 0x1ff)));
}

static void call_multibyte(void)
{
    char bytes[WIDE_ROOM] = "";
    char back[2 * WIDE_ROOM] = "";
    wchar_t wide[WIDE_ROOM];
    draw_bytes(bytes);
    size_t room = (size_t)below(WIDE_ROOM);
    tell_int((int)mbstowcs(NULL, bytes, 0));
    int count = (int)mbstowcs(wide, bytes, room);
    tell_int(count);
    for (int i = 0; i < count; i++) {
        tell_int((int)wide[i]);
    }
    tell_int(mblen(bytes, 4));
    if (count >= 0 && count < (int)room) {
        memset(back, '#', sizeof back);
        tell_int((int)wcstombs(NULL, wide, 0));
        tell_int((int)wcstombs(back, wide, room));
        tell_characters(back, (int)room);
    }
}

static void draw_wide(wchar_t *to)
{
    char text[WIDE_ROOM] = "";
    draw_text(text, 12, "abAB");
    for (int i = 0; i == 0 || text[i - 1] != '\0'; i++) {
        to[i] = (wchar_t)(text[i] == 'B' ? 0x20ac : text[i]);
    }
}

static void tell_wide(const wchar_t *s, int count)
{
    for (int i = 0; i < count; i++) {
        tell_int((int)s[i]);
    }
}

static void call_wide(void)
{
    wchar_t a[3 * WIDE_ROOM];
    wchar_t b[WIDE_ROOM];
    wchar_t to[3 * WIDE_ROOM];
    size_t most = (size_t)below(12);
    draw_wide(a);
    draw_wide(b);
    wmemset(to, '#', 3 * WIDE_ROOM);
    tell_int((int)wcslen(a));
    tell_sign(wcscmp(a, b));
    tell_sign(wcsncmp(a, b, most));
    tell_sign(wmemcmp(a, b, 1));
    tell_int((int)wcsspn(a, b));
    tell_int((int)wcscspn(a, b));
    tell_int(wcschr(a, 0x20ac) == NULL ? -1 : (int)(wcschr(a, 0x20ac) - a));
    tell_int(wcsrchr(a, 'a') == NULL ? -1 : (int)(wcsrchr(a, 'a') - a));
    wcsncat(wcscpy(to, a), b, most);
    wcsncpy(to + 30, b, most);
    tell_wide(to, 3 * WIDE_ROOM);
}

static void call_wide_kinds(void)
{
    static CONSTANT char *const names[] = {"alnum", "alpha", "digit", "punct", "space", "none"};
    wint_t c = (wint_t)below(128);
    const char *name = names[below(6)];
    tell_int((int)c);
    tell_int(iswctype(c, wctype(name)) != 0);
    tell_int((int)towctrans(c, wctrans(below(2) ? "tolower" : "toupper")));
    tell_int((iswgraph(c) != 0) | (iswcntrl(c) != 0) << 1 | (iswxdigit(c) != 0) << 2 |
             (iswblank(c) != 0) << 3);
}

static void call_utf16(void)
{
    char bytes[WIDE_ROOM] = "";
    char back[8] = "";
    int length = draw_bytes(bytes);
    mbstate_t state, other;
    memset(&state, 0, sizeof state);
    memset(&other, 0, sizeof other);
    for (int at = 0; at < length;) {
        char16_t half = 7;
        int taken = (int)mbrtoc16(&half, bytes + at, (size_t)(length - at), &state);
        tell_int(taken);
        if (taken == -1 || taken == -2) {
            break;
        }
        tell_int((int)half);
        int count = (int)c16rtomb(back, half, &other);
        tell_int(count);
        tell_characters(back, count > 0 ? count : 0);
        at += taken == -3 ? 0 : taken == 0 ? 1 : taken;
    }
}
