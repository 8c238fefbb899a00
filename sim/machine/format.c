/* format.c - see format.h. A conversion is parsed and checked here, then one number is given to snprintf with
 * a specification made of checked parts, into a buffer that holds the widest result. */
#include "format.h"

#include <stdio.h>
#include <string.h>

#include "alu.h"

/* widest: %.1000f of FLT_MAX, 39 + 1 + 1000 characters and a sign */
#define NUMBER_BUFFER (FORMAT_MAX_WIDTH + 128)

struct printer {
    const struct format_io *io;
    uint32_t format;    /* address of the next format character */
    uint32_t arguments; /* address of the next argument word */
    uint32_t printed;
    char *complaint;
    size_t complaint_size;
};

struct conversion {
    char flags[8];
    int width;     /* 0: none */
    int precision; /* -1: none */
    bool is_hex;   /* R with an H behind it */
    char letter;
};

static enum format_outcome emit(struct printer *printer, const char *bytes, size_t count)
{
    printer->printed += (uint32_t)count;
    return printer->io->emit(printer->io->context, bytes, count) ? FORMAT_DONE : FORMAT_STOPPED;
}

static enum format_outcome next_character(struct printer *printer, char *character)
{
    uint32_t word;
    if (!printer->io->load(printer->io->context, printer->format, &word))
        return FORMAT_STOPPED;
    printer->format++;
    *character = (char)(word & 0xff);
    return FORMAT_DONE;
}

static enum format_outcome next_argument(struct printer *printer, uint32_t *word)
{
    return printer->io->load(printer->io->context, printer->arguments++, word) ? FORMAT_DONE : FORMAT_STOPPED;
}

static enum format_outcome complain(struct printer *printer, const char *text, char letter)
{
    bool is_visible = letter > ' ' && letter < 0x7f;
    char shown[8];
    snprintf(shown, sizeof shown, is_visible ? "%c" : "\\x%02x", (unsigned char)letter);
    snprintf(printer->complaint, printer->complaint_size, text, shown);
    return FORMAT_WRONG;
}

/* A number or `*` at *character; the character behind it is left there. */
static enum format_outcome parse_number(struct printer *printer, char *character, int *number)
{
    enum format_outcome outcome = FORMAT_DONE;
    *number = 0;
    if (*character == '*') {
        uint32_t word = 0;
        outcome = next_argument(printer, &word);
        *number = (int32_t)word;
        if (outcome == FORMAT_DONE)
            outcome = next_character(printer, character);
    } else {
        while (outcome == FORMAT_DONE && *character >= '0' && *character <= '9' &&
               *number <= FORMAT_MAX_WIDTH) {
            *number = *number * 10 + (*character - '0');
            outcome = next_character(printer, character);
        }
    }
    if (*number > FORMAT_MAX_WIDTH || *number < -FORMAT_MAX_WIDTH) {
        *number = 0;
        snprintf(printer->complaint, printer->complaint_size, "a width or precision of the format is over %d",
                 FORMAT_MAX_WIDTH);
        return FORMAT_WRONG;
    }
    return outcome;
}

/* What stands behind a %. */
static enum format_outcome parse_conversion(struct printer *printer, struct conversion *conversion)
{
    char character = '\0';
    size_t flags = 0;
    memset(conversion, 0, sizeof *conversion);
    conversion->precision = -1;
    enum format_outcome outcome = next_character(printer, &character);
    while (outcome == FORMAT_DONE && character != '\0' && strchr("-+ #0", character) != NULL) {
        if (strchr(conversion->flags, character) == NULL)
            conversion->flags[flags++] = character;
        outcome = next_character(printer, &character);
    }
    if (outcome == FORMAT_DONE)
        outcome = parse_number(printer, &character, &conversion->width);
    if (conversion->width < 0) { /* a negative * means: to the left */
        conversion->width = -conversion->width;
        if (strchr(conversion->flags, '-') == NULL)
            conversion->flags[flags++] = '-';
    }
    if (outcome == FORMAT_DONE && character == '.') {
        outcome = next_character(printer, &character);
        if (outcome == FORMAT_DONE)
            outcome = parse_number(printer, &character, &conversion->precision);
        if (conversion->precision < 0)
            conversion->precision = -1;
    }
    while (outcome == FORMAT_DONE && character != '\0' && strchr("hlztj", character) != NULL)
        outcome = next_character(printer, &character);
    conversion->letter = character;
    if (outcome != FORMAT_DONE || character != 'R')
        return outcome;
    outcome = next_character(printer, &character);
    conversion->is_hex = character == 'H';
    if (!conversion->is_hex)
        printer->format--;
    return outcome;
}

static enum format_outcome pad(struct printer *printer, size_t count)
{
    enum format_outcome outcome = FORMAT_DONE;
    while (count-- > 0 && outcome == FORMAT_DONE)
        outcome = emit(printer, " ", 1);
    return outcome;
}

static enum format_outcome print_string(struct printer *printer, const struct conversion *conversion,
                                        uint32_t address)
{
    uint32_t limit = conversion->precision >= 0 ? (uint32_t)conversion->precision : UINT32_MAX;
    uint32_t length = 0;
    uint32_t word = 1;
    while (length < limit) {
        if (!printer->io->load(printer->io->context, address + length, &word))
            return FORMAT_STOPPED;
        if (word == 0)
            break;
        length++;
    }
    size_t padding = (uint32_t)conversion->width > length ? (uint32_t)conversion->width - length : 0;
    bool to_left = strchr(conversion->flags, '-') != NULL;
    enum format_outcome outcome = to_left ? FORMAT_DONE : pad(printer, padding);
    for (uint32_t i = 0; i < length && outcome == FORMAT_DONE; i++) {
        if (!printer->io->load(printer->io->context, address + i, &word))
            return FORMAT_STOPPED;
        char character = (char)(word & 0xff);
        outcome = emit(printer, &character, 1);
    }
    if (outcome == FORMAT_DONE && to_left)
        outcome = pad(printer, padding);
    return outcome;
}

/* Decimal digits of a number, with sign; returns where they begin in the buffer that ends at `end`. */
static char *write_decimal(char *end, uint32_t magnitude, bool is_negative)
{
    do {
        *--end = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude != 0);
    if (is_negative)
        *--end = '-';
    return end;
}

/* Most programs print their results by a bare %d, %u, or %g of a whole number of at most six digits: those do
 * not need the library's machinery, which takes longer than all the rest of a host call. Returns where the
 * text begins in the buffer that ends at `end`, NULL if the conversion is none of these. */
static char *write_simply(char *end, const struct conversion *conversion, uint32_t word)
{
    if (conversion->flags[0] != '\0' || conversion->width > 0 || conversion->precision >= 0)
        return NULL;
    switch (conversion->letter) {
    case 'd':
    case 'i':
        return write_decimal(end, word >> 31 ? 0u - word : word, word >> 31);
    case 'u':
        return write_decimal(end, word, false);
    case 'g': {
        const float value = alu_float(word);
        if (!(value > -1e6f && value < 1e6f) || value != (float)(int32_t)value || word == 0x80000000u)
            return NULL;
        const uint32_t whole = (uint32_t)(int32_t)value;
        return write_decimal(end, word >> 31 ? 0u - whole : whole, word >> 31);
    }
    default:
        return NULL;
    }
}

static enum format_outcome print_number(struct printer *printer, const struct conversion *conversion,
                                        uint32_t word)
{
    char digits[12];
    const char *const simple = write_simply(digits + sizeof digits, conversion, word);
    if (simple)
        return emit(printer, simple, (size_t)(digits + sizeof digits - simple));
    char specification[32];
    char text[NUMBER_BUFFER];
    char letter = conversion->letter;
    if (conversion->precision >= 0)
        snprintf(specification, sizeof specification, "%%%s%d.%d%c", conversion->flags, conversion->width,
                 conversion->precision, letter);
    else if (conversion->width > 0)
        snprintf(specification, sizeof specification, "%%%s%d%c", conversion->flags, conversion->width,
                 letter);
    else
        snprintf(specification, sizeof specification, "%%%s%c", conversion->flags, letter);
    int length;
    if (strchr("di", letter) != NULL)
        length = snprintf(text, sizeof text, specification, (int32_t)word);
    else if (strchr("uxXo", letter) != NULL)
        length = snprintf(text, sizeof text, specification, word);
    else
        length = snprintf(text, sizeof text, specification, (double)alu_float(word));
    return emit(printer, text, (size_t)length);
}

/* %R and %RH: the number whose image lies at `address`. */
static enum format_outcome print_real(struct printer *printer, const struct conversion *conversion,
                                      uint32_t address)
{
    struct numbers *numbers = printer->io->numbers;
    uint32_t image[NUMBERS_MAX_IMAGE];
    char text[NUMBERS_MAX_PRINT];
    const struct numbers_style style = {.flags = conversion->flags,
                                        .width = conversion->width,
                                        .precision = conversion->precision,
                                        .is_hex = conversion->is_hex};
    for (uint32_t i = 0; i < numbers->words; i++)
        if (!printer->io->load(printer->io->context, address + i, &image[i]))
            return FORMAT_STOPPED;
    return emit(printer, text, numbers->print(numbers, text, image, &style));
}

static enum format_outcome print_conversion(struct printer *printer, struct conversion *conversion)
{
    if (conversion->letter == '%')
        return emit(printer, "%", 1);
    if (conversion->letter == '\0' || strchr("diuxXocspfFeEgGR", conversion->letter) == NULL ||
        (conversion->letter == 'R' && printer->io->numbers == NULL))
        return complain(printer, "unknown conversion %%%s in the format", conversion->letter);
    uint32_t word = 0;
    enum format_outcome outcome = next_argument(printer, &word);
    if (outcome != FORMAT_DONE)
        return outcome;
    char text[16];
    size_t width = (size_t)conversion->width;
    switch (conversion->letter) {
    case 's':
        return print_string(printer, conversion, word);
    case 'R':
        return print_real(printer, conversion, word);
    case 'c':
    case 'p':
        if (conversion->letter == 'c') {
            text[0] = (char)(word & 0xff);
            text[1] = '\0';
        } else {
            snprintf(text, sizeof text, "0x%08x", word);
        }
        size_t length = conversion->letter == 'c' ? 1 : strlen(text);
        bool to_left = strchr(conversion->flags, '-') != NULL;
        size_t padding = width > length ? width - length : 0;
        outcome = to_left ? FORMAT_DONE : pad(printer, padding);
        if (outcome == FORMAT_DONE)
            outcome = emit(printer, text, length);
        if (outcome == FORMAT_DONE && to_left)
            outcome = pad(printer, padding);
        return outcome;
    default:
        return print_number(printer, conversion, word);
    }
}

enum format_outcome format_print(const struct format_io *io, uint32_t format, uint32_t arguments,
                                 uint32_t *printed, char *complaint, size_t complaint_size)
{
    struct printer printer = {.io = io,
                              .format = format,
                              .arguments = arguments,
                              .complaint = complaint,
                              .complaint_size = complaint_size};
    enum format_outcome outcome;
    char character = '\0';
    while ((outcome = next_character(&printer, &character)) == FORMAT_DONE && character != '\0') {
        if (character != '%') {
            outcome = emit(&printer, &character, 1);
        } else {
            struct conversion conversion;
            outcome = parse_conversion(&printer, &conversion);
            if (outcome == FORMAT_DONE)
                outcome = print_conversion(&printer, &conversion);
        }
        if (outcome != FORMAT_DONE)
            break;
    }
    *printed = printer.printed;
    return outcome;
}
