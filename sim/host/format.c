/* format.c - see format.h. Each conversion is parsed, checked and printed before the next one is parsed: an
 * invalid format prints everything before the error. Numbers are converted by snprintf, with a specification
 * made from checked parts, except plain decimal integers: programs print them most, and snprintf takes longer
 * than the rest of a host call. */
#include <stdio.h>
#include <string.h>

#include "asm/tables/alu.h"
#include "sim/host/format_inside.h"

/* The widest number: %.1000f of FLT_MAX, 39 + 1 + 1000 characters and a sign. */
enum { NUMBER_MOST = FORMAT_MAX_WIDTH + 128 };

static void flush(struct printer *printer)
{
    const struct format_io *io = printer->io;
    if (printer->used != 0 && (io->emit == NULL || !io->emit(io->context, printer->text, printer->used)))
        printer->outcome = FORMAT_STOPPED;
    printer->used = 0;
}

static void emit(struct printer *printer, const char *bytes, size_t count)
{
    printer->printed += (uint32_t)count;
    while (count != 0 && printer->outcome == FORMAT_DONE) {
        const size_t room = printer->room - printer->used, piece = count < room ? count : room;
        memcpy(printer->text + printer->used, bytes, piece);
        printer->used += piece;
        bytes += piece;
        count -= piece;
        if (piece == room)
            flush(printer);
    }
}

/* The word at an address; 0 if there is none, which ends the printing. */
static uint32_t load(struct printer *printer, uint32_t address)
{
    uint32_t word = 0;
    if (printer->outcome == FORMAT_DONE && !printer->io->load(printer->io->context, address, &word)) {
        printer->outcome = FORMAT_STOPPED;
        word = 0;
    }
    return word;
}

static char next_character(struct printer *printer)
{
    return (char)(load(printer, printer->format++) & 0xff);
}

/* ---- reading a conversion */

/* A number or `*` at *character; then *character is the next one. */
static int parse_number(struct printer *printer, char *character)
{
    int number = 0;
    if (*character == '*') {
        number = (int32_t)load(printer, printer->arguments++);
        *character = next_character(printer);
    } else {
        for (; *character >= '0' && *character <= '9' && number <= FORMAT_MAX_WIDTH;
             *character = next_character(printer))
            number = number * 10 + (*character - '0');
    }
    if (number >= -FORMAT_MAX_WIDTH && number <= FORMAT_MAX_WIDTH)
        return number;
    snprintf(printer->complaint, printer->complaint_size, "a width or precision of the format is over %d",
             FORMAT_MAX_WIDTH);
    printer->outcome = FORMAT_WRONG;
    return 0;
}

static bool is_one_of(const char *letters, char letter)
{
    return letter != '\0' && strchr(letters, letter) != NULL;
}

struct conversion format_parse_conversion(struct printer *printer)
{
    struct conversion conversion = {.precision = -1};
    char character = next_character(printer);
    size_t flags = 0;
    unsigned longs = 0;
    for (; is_one_of("-+ #0", character); character = next_character(printer))
        if (!is_one_of(conversion.flags, character))
            conversion.flags[flags++] = character;
    conversion.width = parse_number(printer, &character);
    if (conversion.width < 0) { /* a negative * means: to the left */
        conversion.width = -conversion.width;
        if (!is_one_of(conversion.flags, '-'))
            conversion.flags[flags++] = '-';
    }
    if (character == '.') {
        character = next_character(printer);
        conversion.precision = parse_number(printer, &character);
        if (conversion.precision < 0)
            conversion.precision = -1;
    }
    for (; is_one_of("hlLztj", character); character = next_character(printer))
        longs += character == 'l' ? 1 : character == 'L' || character == 'j' ? 2 : 0;
    conversion.letter = character;
    conversion.is_long_long = longs >= 2 && is_one_of("diuxXo", character);
    if (character == 'R') {
        conversion.is_hex = next_character(printer) == 'H';
        printer->format -= !conversion.is_hex;
    }
    return conversion;
}

/* ---- printing it */

/* The spaces before a text of that length, or behind it, up to the conversion's width. */
static void pad(struct printer *printer, const struct conversion *conversion, uint32_t length, bool is_behind)
{
    if (is_one_of(conversion->flags, '-') == is_behind)
        for (; length < (uint32_t)conversion->width; length++)
            emit(printer, " ", 1);
}

static void print_text(struct printer *printer, const struct conversion *conversion, const char *text,
                       size_t length)
{
    pad(printer, conversion, (uint32_t)length, false);
    emit(printer, text, length);
    pad(printer, conversion, (uint32_t)length, true);
}

static void print_string(struct printer *printer, const struct conversion *conversion, uint32_t address)
{
    const uint32_t limit = conversion->precision >= 0 ? (uint32_t)conversion->precision : UINT32_MAX;
    uint32_t length = 0;
    while (length < limit && load(printer, address + length) != 0)
        length++;
    pad(printer, conversion, length, false);
    for (uint32_t i = 0; i < length && printer->outcome == FORMAT_DONE; i++) {
        const char character = (char)(load(printer, address + i) & 0xff);
        emit(printer, &character, 1);
    }
    pad(printer, conversion, length, true);
}

/* %R and %RH: the number whose image lies at `address`. */
static void print_real(struct printer *printer, const struct conversion *conversion, uint32_t address)
{
    struct numbers *numbers = printer->io->numbers;
    uint32_t image[NUMBERS_MAX_IMAGE];
    char text[NUMBERS_MAX_PRINT];
    const struct numbers_style style = {.flags = conversion->flags,
                                        .width = conversion->width,
                                        .precision = conversion->precision,
                                        .is_hex = conversion->is_hex};
    for (uint32_t i = 0; i < numbers->words; i++)
        image[i] = load(printer, address + i);
    if (printer->outcome == FORMAT_DONE)
        emit(printer, text, numbers->print(numbers, text, image, &style));
}

/* By one of diuxXo. */
static void print_integer(struct printer *printer, const struct conversion *conversion, uint32_t word)
{
    const bool is_signed = is_one_of("di", conversion->letter);
    const bool is_plain = (is_signed || conversion->letter == 'u') && !conversion->is_long_long &&
                          conversion->precision < 0 &&
                          (conversion->flags[0] == '\0' || strcmp(conversion->flags, "-") == 0);
    char text[NUMBER_MOST], specification[24];
    if (is_plain) {
        const bool is_negative = is_signed && word >> 31;
        text[0] = '-';
        char *const end = format_decimal(text + is_negative, is_negative ? 0u - word : word);
        print_text(printer, conversion, text, (size_t)(end - text));
        return;
    }
    uint64_t number = is_signed ? (uint64_t)(int64_t)(int32_t)word : word;
    if (conversion->is_long_long) {
        number = load(printer, word);
        number |= (uint64_t)load(printer, word + 1) << 32;
    }
    snprintf(specification, sizeof specification, "%%%s*.*ll%c", conversion->flags, conversion->letter);
    emit(printer, text,
         (size_t)snprintf(text, sizeof text, specification, conversion->width, conversion->precision,
                          (long long)number));
}

static void print_float(struct printer *printer, const struct conversion *conversion, uint32_t word)
{
    char text[NUMBER_MOST], specification[24];
    snprintf(specification, sizeof specification, "%%%s*.*%c", conversion->flags, conversion->letter);
    emit(printer, text,
         (size_t)snprintf(text, sizeof text, specification, conversion->width, conversion->precision,
                          (double)alu_float(word)));
}

static void complain(struct printer *printer, char letter)
{
    const bool is_visible = letter > ' ' && letter < 0x7f;
    char shown[8];
    snprintf(shown, sizeof shown, is_visible ? "%c" : "\\x%02x", (unsigned char)letter);
    snprintf(printer->complaint, printer->complaint_size, "unknown conversion %%%s in the format", shown);
    printer->outcome = FORMAT_WRONG;
}

void format_print_conversion(struct printer *printer, const struct conversion *conversion)
{
    const char letter = conversion->letter;
    if (letter == '%') {
        emit(printer, "%", 1);
        return;
    }
    if (!is_one_of("diuxXocspfFeEgGaAR", letter) || (letter == 'R' && printer->io->numbers == NULL)) {
        complain(printer, letter);
        return;
    }
    const uint32_t word = load(printer, printer->arguments++);
    char text[16];
    if (printer->outcome != FORMAT_DONE)
        return;
    switch (letter) {
    case 's':
        print_string(printer, conversion, word);
        break;
    case 'R':
        print_real(printer, conversion, word);
        break;
    case 'c':
        text[0] = (char)(word & 0xff);
        print_text(printer, conversion, text, 1);
        break;
    case 'p':
        print_text(printer, conversion, text, (size_t)snprintf(text, sizeof text, "0x%08x", word));
        break;
    default:
        if (is_one_of("diuxXo", letter))
            print_integer(printer, conversion, word);
        else
            print_float(printer, conversion, word);
    }
}

enum format_outcome format_print(const struct format_io *io, uint32_t format, uint32_t arguments,
                                 uint32_t *printed, char *complaint, size_t complaint_size)
{
    char text[256];
    struct printer printer = {.io = io,
                              .format = format,
                              .arguments = arguments,
                              .complaint = complaint,
                              .complaint_size = complaint_size,
                              .text = text,
                              .room = sizeof text};
    char character;
    while ((character = next_character(&printer)) != '\0') {
        if (character != '%') {
            emit(&printer, &character, 1);
            continue;
        }
        const struct conversion conversion = format_parse_conversion(&printer);
        if (printer.outcome == FORMAT_DONE)
            format_print_conversion(&printer, &conversion);
    }
    *printed = printer.printed;
    flush(&printer);
    return printer.outcome;
}

char *format_decimal(char *text, uint32_t number)
{
    char digits[10];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (count > 0)
        *text++ = digits[--count];
    return text;
}
