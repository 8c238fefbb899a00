/* format_known.c - see format.h. */
#include <string.h>

#include "common/memory.h"
#include "sim/host/format_inside.h"
#include "sim/machine/memory.h"

enum {
    KNOWN = 8,       /* number of formats, each at the slot of its address modulo this number */
    WORDS_MOST = 64, /* words of a format, with its final 0 */
    PIECES_MOST = 16,
    CHUNK = 16 /* plain text is copied in chunks, the last one with following bytes */
};

enum piece_kind {
    PIECE_END,
    PIECE_SIGNED,   /* %d or %i and nothing else */
    PIECE_UNSIGNED, /* %u */
    PIECE_OTHER
};

/* Plain text, then a conversion. */
struct piece {
    uint8_t kind;                 /* enum piece_kind */
    uint16_t plain, plain_length; /* in known_format.plain */
    struct conversion conversion;
};

struct known_format {
    uint32_t address;
    uint32_t count;    /* of words; 0: nothing is known */
    bool is_printable; /* else it is left to format_print */
    uint32_t words[WORDS_MOST];
    char plain[WORDS_MOST + CHUNK];
    struct piece pieces[PIECES_MOST];
};

/* ---- taking a format apart */

/* For format_parse_conversion: the words of a format, from address 0. */
static bool load_word(void *context, uint32_t address, uint32_t *word)
{
    const struct known_format *format = context;
    if (address >= format->count) /* an argument, for a * */
        return false;
    *word = format->words[address];
    return true;
}

static enum piece_kind kind_of(const struct conversion *conversion)
{
    if (conversion->style.flags[0] != '\0' || conversion->style.width > 0 || conversion->style.precision >= 0)
        return PIECE_OTHER;
    return conversion->letter == 'd' || conversion->letter == 'i' ? PIECE_SIGNED
           : conversion->letter == 'u'                            ? PIECE_UNSIGNED
                                                                  : PIECE_OTHER;
}

static bool split_format(struct known_format *format)
{
    struct format_io io = {.context = format, .load = load_word};
    struct printer printer = {.io = &io, .arguments = UINT32_MAX};
    uint16_t used = 0;
    for (unsigned n = 0; n < PIECES_MOST; n++) {
        struct piece *piece = &format->pieces[n];
        char character;
        *piece = (struct piece){.plain = used};
        while ((character = (char)(format->words[printer.format++] & 0xff)) != '\0' && character != '%')
            format->plain[used++] = character;
        piece->plain_length = (uint16_t)(used - piece->plain);
        if (character == '\0')
            return true;
        piece->conversion = format_parse_conversion(&printer);
        if (printer.outcome != FORMAT_DONE || piece->conversion.letter == '\0' ||
            !strchr("diuxXofFeEgGcs%", piece->conversion.letter) || piece->conversion.is_long_long)
            return false;
        piece->kind = kind_of(&piece->conversion);
    }
    return false;
}

/* Parses the format at an address; false if it is too long or not in shared memory. */
static bool look(struct known_format *format, const struct memory *memory, uint32_t address)
{
    format->address = address;
    format->is_printable = false;
    for (format->count = 0; format->count < WORDS_MOST;) {
        const uint32_t at = address + format->count;
        if (at - memory->guard >= memory->shared_span)
            break;
        const uint32_t word = memory->cells[at];
        format->words[format->count++] = word;
        if ((word & 0xff) == 0) {
            format->is_printable = split_format(format);
            return format->is_printable;
        }
    }
    format->count = 0;
    return false;
}

const struct known_format *known_formats_find(struct known_format **known, const struct memory *memory,
                                              uint32_t address)
{
    if (*known == NULL)
        *known = memory_take(KNOWN, sizeof **known);
    struct known_format *format = &(*known)[address % KNOWN];
    if (format->count != 0 && format->address == address &&
        memcmp(memory->cells + address, format->words, format->count * sizeof *format->words) == 0)
        return format->is_printable ? format : NULL;
    return look(format, memory, address) ? format : NULL;
}

/* ---- printing */

/* A PP, for format_print_conversion. */
struct reader {
    const struct memory *memory;
    uint32_t pp;
};

static bool load_argument(void *context, uint32_t address, uint32_t *word)
{
    const struct reader *reader = context;
    return memory_read(reader->memory, reader->pp, address, word);
}

/* A number in decimal digits, without anything else. */
static bool print_decimal(struct printer *printer, const struct reader *reader, bool is_signed)
{
    char *const text = printer->text + printer->used;
    uint32_t word;
    if (!memory_read(reader->memory, reader->pp, printer->arguments++, &word))
        return false;
    const bool is_negative = is_signed && word >> 31;
    *text = '-';
    char *const end = format_decimal(text + is_negative, is_negative ? 0u - word : word);
    printer->used += (size_t)(end - text);
    return true;
}

/* False: it is left to format_print. */
static bool print_one(struct printer *printer, const struct known_format *format, const struct reader *reader)
{
    enum { MOST = WORDS_MOST + CHUNK + 16 }; /* of plain text and a decimal number */
    for (const struct piece *piece = format->pieces;; piece++) {
        char *const text = printer->text + printer->used;
        if (printer->room - printer->used < MOST)
            return false;
        for (unsigned done = 0; done < piece->plain_length; done += CHUNK)
            memcpy(text + done, format->plain + piece->plain + done, CHUNK);
        printer->used += piece->plain_length;
        if (piece->kind == PIECE_END)
            return true;
        if (piece->kind == PIECE_OTHER)
            format_print_conversion(printer, &piece->conversion);
        if (printer->outcome != FORMAT_DONE ||
            (piece->kind != PIECE_OTHER && !print_decimal(printer, reader, piece->kind == PIECE_SIGNED)))
            return false;
    }
}

uint32_t known_format_print(const struct known_format *format, const struct memory *memory,
                            struct known_print *prints, uint32_t count, char *text, size_t room,
                            size_t *length)
{
    struct reader reader = {.memory = memory};
    struct format_io io = {.context = &reader, .load = load_argument};
    struct printer printer = {.io = &io, .text = text, .room = room};
    uint32_t done = 0;
    *length = 0;
    for (; done < count; done++) {
        reader.pp = prints[done].pp;
        printer.arguments = prints[done].arguments;
        if (!print_one(&printer, format, &reader))
            break;
        prints[done].printed = (uint32_t)(printer.used - *length);
        *length = printer.used;
    }
    return done;
}
