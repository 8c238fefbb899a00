/* format.c - see format.h. Each conversion is parsed, checked and printed before the next one is parsed: an
 * invalid format prints everything before the error. */
#include <stdio.h>
#include <string.h>

#include "sim/host/format_inside.h"

static enum format_outcome flush(struct printer *printer)
{
    const struct format_io *io = printer->io;
    const size_t count = printer->used;
    printer->used = 0;
    return count == 0 || (io->emit != NULL && io->emit(io->context, printer->text, count)) ? FORMAT_DONE
                                                                                           : FORMAT_STOPPED;
}

static enum format_outcome emit(struct printer *printer, const char *bytes, size_t count)
{
    printer->printed += (uint32_t)count;
    while (count != 0) {
        const size_t room = printer->room - printer->used, piece = count < room ? count : room;
        memcpy(printer->text + printer->used, bytes, piece);
        printer->used += piece;
        bytes += piece;
        count -= piece;
        if (piece == room && flush(printer) != FORMAT_DONE)
            return FORMAT_STOPPED;
    }
    return FORMAT_DONE;
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

/* A number or `*` at *character; then *character is the next one. */
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

/* Length modifiers from *character on; then *character is the next one. */
static enum format_outcome parse_length(struct printer *printer, char *character,
                                        struct conversion *conversion)
{
    enum format_outcome outcome = FORMAT_DONE;
    unsigned longs = 0;
    while (outcome == FORMAT_DONE && *character != '\0' && strchr("hlLztj", *character) != NULL) {
        longs += *character == 'l' ? 1 : *character == 'L' || *character == 'j' ? 2 : 0;
        outcome = next_character(printer, character);
    }
    conversion->is_long_long = longs >= 2 && *character != '\0' && strchr("diuxXo", *character) != NULL;
    return outcome;
}

enum format_outcome format_parse_conversion(struct printer *printer, struct conversion *conversion)
{
    char character = '\0';
    size_t flags = 0;
    memset(conversion, 0, sizeof *conversion);
    conversion->precision = -1;
    enum format_outcome outcome = next_character(printer, &character);
    while (outcome == FORMAT_DONE && character != '\0' && strchr("-+ #0", character) != NULL) {
        if (strchr(conversion->flags, character) == NULL)
            conversion->flags[flags++] = character;
        conversion->to_left |= character == '-';
        conversion->zeros |= character == '0';
        outcome = next_character(printer, &character);
    }
    if (outcome == FORMAT_DONE)
        outcome = parse_number(printer, &character, &conversion->width);
    if (conversion->width < 0) { /* a negative * means: to the left */
        conversion->width = -conversion->width;
        if (!conversion->to_left)
            conversion->flags[flags++] = '-';
        conversion->to_left = true;
    }
    if (outcome == FORMAT_DONE && character == '.') {
        outcome = next_character(printer, &character);
        if (outcome == FORMAT_DONE)
            outcome = parse_number(printer, &character, &conversion->precision);
        if (conversion->precision < 0)
            conversion->precision = -1;
    }
    outcome = outcome == FORMAT_DONE ? parse_length(printer, &character, conversion) : outcome;
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
    enum format_outcome outcome = conversion->to_left ? FORMAT_DONE : pad(printer, padding);
    for (uint32_t i = 0; i < length && outcome == FORMAT_DONE; i++) {
        if (!printer->io->load(printer->io->context, address + i, &word))
            return FORMAT_STOPPED;
        char character = (char)(word & 0xff);
        outcome = emit(printer, &character, 1);
    }
    if (outcome == FORMAT_DONE && conversion->to_left)
        outcome = pad(printer, padding);
    return outcome;
}

static enum format_outcome print_number(struct printer *printer, const struct conversion *conversion,
                                        uint32_t word)
{
    char text[FORMAT_NUMBER_MOST];
    uint32_t low, high;
    if (conversion->is_long_long) {
        if (!printer->io->load(printer->io->context, word, &low) ||
            !printer->io->load(printer->io->context, word + 1, &high))
            return FORMAT_STOPPED;
        return emit(printer, text, format_long_long(text, conversion, (uint64_t)high << 32 | low));
    }
    return emit(printer, text, format_number(text, conversion, word));
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

enum format_outcome format_print_conversion(struct printer *printer, const struct conversion *conversion)
{
    if (conversion->letter == '%')
        return emit(printer, "%", 1);
    if (conversion->letter == '\0' || strchr("diuxXocspfFeEgGaAR", conversion->letter) == NULL ||
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
        size_t padding = width > length ? width - length : 0;
        outcome = conversion->to_left ? FORMAT_DONE : pad(printer, padding);
        if (outcome == FORMAT_DONE)
            outcome = emit(printer, text, length);
        if (outcome == FORMAT_DONE && conversion->to_left)
            outcome = pad(printer, padding);
        return outcome;
    default:
        return print_number(printer, conversion, word);
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
    enum format_outcome outcome;
    char character = '\0';
    while ((outcome = next_character(&printer, &character)) == FORMAT_DONE && character != '\0') {
        if (character != '%') {
            outcome = emit(&printer, &character, 1);
        } else {
            struct conversion conversion;
            outcome = format_parse_conversion(&printer, &conversion);
            if (outcome == FORMAT_DONE)
                outcome = format_print_conversion(&printer, &conversion);
        }
        if (outcome != FORMAT_DONE)
            break;
    }
    *printed = printer.printed;
    return flush(&printer) == FORMAT_DONE ? outcome : FORMAT_STOPPED;
}
