/* format.c - see format.h. Each conversion is parsed, checked and printed before the next one is parsed: an
 * invalid format prints everything before the error. */
#include <stdio.h>
#include <string.h>

#include "sim/host/format_inside.h"

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
    snprintf(printer->io->complaint, sizeof printer->io->complaint,
             "a width or precision of the format is over %d", FORMAT_MAX_WIDTH);
    printer->outcome = FORMAT_WRONG;
    return 0;
}

static bool is_one_of(const char *letters, char letter)
{
    return letter != '\0' && strchr(letters, letter) != NULL;
}

struct conversion format_parse_conversion(struct printer *printer)
{
    struct conversion conversion = {.style.precision = -1};
    char character = next_character(printer);
    size_t flags = 0;
    unsigned longs = 0;
    for (; is_one_of("-+ #0", character); character = next_character(printer))
        if (!is_one_of(conversion.style.flags, character))
            conversion.style.flags[flags++] = character;
    conversion.to_left = is_one_of(conversion.style.flags, '-');
    conversion.zeros = is_one_of(conversion.style.flags, '0');
    conversion.style.width = parse_number(printer, &character);
    if (conversion.style.width < 0) { /* a negative * means: to the left */
        conversion.style.width = -conversion.style.width;
        if (!conversion.to_left)
            conversion.style.flags[flags++] = '-';
        conversion.to_left = true;
    }
    if (character == '.') {
        character = next_character(printer);
        conversion.style.precision = parse_number(printer, &character);
        if (conversion.style.precision < 0)
            conversion.style.precision = -1;
    }
    for (; is_one_of("hlLztj", character); character = next_character(printer))
        longs += character == 'l' ? 1 : character == 'L' || character == 'j' ? 2 : 0;
    conversion.letter = character;
    conversion.is_long_long = longs >= 2 && is_one_of("diuxXo", character);
    if (character == 'R') {
        conversion.style.is_hex = next_character(printer) == 'H';
        printer->format -= !conversion.style.is_hex;
    }
    return conversion;
}

/* ---- printing it */

static void fill(struct printer *printer, char character, uint32_t count)
{
    enum { PIECE = 16 };
    char text[PIECE];
    memset(text, character, PIECE);
    for (; count > PIECE; count -= PIECE)
        emit(printer, text, PIECE);
    emit(printer, text, count);
}

/* The characters that a text of that length lacks to the conversion's width. */
static uint32_t lacking(const struct conversion *conversion, uint32_t length)
{
    return length < (uint32_t)conversion->style.width ? (uint32_t)conversion->style.width - length : 0;
}

/* The spaces before a text of that length, or behind it. */
static void pad(struct printer *printer, const struct conversion *conversion, uint32_t length, bool is_behind)
{
    if (conversion->to_left == is_behind)
        fill(printer, ' ', lacking(conversion, length));
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
    const uint32_t limit =
        conversion->style.precision >= 0 ? (uint32_t)conversion->style.precision : UINT32_MAX;
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
    for (uint32_t i = 0; i < numbers->words; i++)
        image[i] = load(printer, address + i);
    if (printer->outcome == FORMAT_DONE)
        emit(printer, text, numbers->print(numbers, text, image, &conversion->style));
}

static void print_number(struct printer *printer, const struct conversion *conversion, uint32_t word)
{
    char text[FORMAT_NUMBER_MOST];
    size_t prefix = 0, length;
    if (conversion->is_long_long) {
        const uint32_t low = load(printer, word), high = load(printer, word + 1);
        length = format_by_library(text, conversion, (uint64_t)high << 32 | low);
    } else {
        length = format_number(text, conversion, word, &prefix);
    }
    if (!conversion->zeros || conversion->to_left) {
        print_text(printer, conversion, text, length);
        return;
    }
    emit(printer, text, prefix);
    fill(printer, '0', lacking(conversion, (uint32_t)length));
    emit(printer, text + prefix, length - prefix);
}

static void complain(struct printer *printer, char letter)
{
    const bool is_visible = letter > ' ' && letter < 0x7f;
    char shown[8];
    snprintf(shown, sizeof shown, is_visible ? "%c" : "\\x%02x", (unsigned char)letter);
    snprintf(printer->io->complaint, sizeof printer->io->complaint, "unknown conversion %%%s in the format",
             shown);
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
    text[0] = (char)(word & 0xff);
    if (letter == 's')
        print_string(printer, conversion, word);
    else if (letter == 'R')
        print_real(printer, conversion, word);
    else if (letter == 'c')
        print_text(printer, conversion, text, 1);
    else if (letter == 'p')
        print_text(printer, conversion, text, (size_t)snprintf(text, sizeof text, "0x%08x", word));
    else
        print_number(printer, conversion, word);
}

enum format_outcome format_print(struct format_io *io, uint32_t format, uint32_t arguments, uint32_t *printed)
{
    char text[256];
    struct printer printer = {
        .io = io, .format = format, .arguments = arguments, .text = text, .room = sizeof text};
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
