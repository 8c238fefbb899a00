/* on_format.h - calls of printf's and scanf's relatives. */

enum { FORMAT_ROOM = 60, PRINT_ROOM = 700 };

/* A conversion of one of these letters, with flags, width and precision; *stars numbers for its `*`. */
static int draw_conversion(char *format, const char *letters, int *numbers)
{
    int at = 0;
    int stars = 0;
    format[at++] = '%';
    for (int flags = below(3); flags > 0; flags--) {
        format[at++] = "-+ #0"[below(5)];
    }
    for (int part = 0; part < 2; part++) {
        if (below(2)) {
            continue;
        }
        if (part == 1) {
            format[at++] = '.';
        }
        if (below(4) == 0) {
            format[at++] = '*';
            numbers[stars++] = below(60) - 20;
        } else if (part == 0) {
            format[at++] = (char)('1' + below(9));
            if (below(3) == 0) {
                format[at++] = (char)('0' + below(10));
            }
        } else if (below(4)) {
            at += sprintf(format + at, "%d", below(50));
        }
    }
    format[at++] = letters[below((int)strlen(letters))];
    format[at] = '\0';
    return stars;
}

#define PRINT(value)                                                                                         \
    (stars == 0   ? snprintf(text, room, format, value)                                                      \
     : stars == 1 ? snprintf(text, room, format, numbers[0], value)                                          \
                  : snprintf(text, room, format, numbers[0], numbers[1], value))

static void call_print(void)
{
    char format[FORMAT_ROOM] = "";
    char word[20] = "";
    char text[PRINT_ROOM] = "";
    int numbers[2] = {0, 0};
    int stars, length, bits = draw_int();
    float number = float_of(draw_float_bits());
    size_t room = below(4) ? PRINT_ROOM : (size_t)below(20);
    memset(text, '#', sizeof text);
    switch (below(4)) {
    case 0:
        stars = draw_conversion(format, "diuxXo", numbers);
        length = PRINT(bits);
        break;
    case 1:
        stars = draw_conversion(format, "s", numbers);
        draw_text(word, 19, "abc %\n");
        length = PRINT(word);
        break;
    case 2:
        stars = draw_conversion(format, "c", numbers);
        length = PRINT('a' + below(26));
        break;
    default:
        stars = draw_conversion(format, "fFeEgGaA", numbers);
        length = PRINT(number);
    }
    tell_text(format);
    tell_int(length);
    tell_characters(text, (size_t)length + 2 < room ? length + 2 : (int)room < 2 ? 2 : (int)room);
}

/* Formats with several conversions and what stands between them. */
static void call_print_several(void)
{
    char text[PRINT_ROOM] = "";
    char word[20] = "";
    draw_text(word, 19, "xyz");
    int a = draw_int();
    float x = float_of(draw_float_bits());
    int length = sprintf(text, "<%d|%5.2f|%-8s|%c|%%|%x>", a, x, word, 'q', (unsigned)a);
    tell_int(length);
    tell_text(text);
    length = snprintf(text, (size_t)below(30), "%s %08.3e %+i", word, x, a);
    tell_int(length);
}

/* Text that nearly matches the format, so that every place comes where it may end. */
static void call_scan(void)
{
    static CONSTANT char *const formats[] = {
        "%9d %9d", "%9i,%7i", "%7x %9o", "%9u%n", "%3d%2d", "%s %s", "%3s%n", "%[abc]%[^1]",
        "%c%c",    "%*d %d",  "a%db%d",  "%f %f", "%4f%3f", "%*s%d", "%%%d",  "%[]0-9] %2[a-c]"};
    enum { NOTHING = -77 };
    char text[TEXT_ROOM] = "";
    int kind = below(16);
    union {
        int number;
        float real;
        char text[TEXT_ROOM];
    } first, second;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    first.number = second.number = NOTHING;
    draw_text(text, 14, kind == 11 || kind == 12 ? "123.-+ " : "0123459abc-+, ]%");
    int count = sscanf(text, formats[kind], &first, &second);
    tell_text(formats[kind]);
    tell_text(text);
    /* glibc returns EOF at the end of input after a conversion that assigned nothing; C wants 0 (7.21.6.2) */
    tell_int(strchr(formats[kind], '*') != NULL && count < 0 ? 0 : count);
    int is_text = kind == 5 || kind == 6 || kind == 7 || kind == 15;
    if (is_text && count > 0) {
        tell_text(first.text);
    } else if (kind == 8) {
        tell_int(count > 0 ? first.text[0] : 0);
    } else if (!is_text) {
        tell_int(first.number);
    }
    if (!is_text && kind != 8) {
        tell_int(second.number);
    }
}
