/* read.c - the file of --faults: one event or chain a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"
#include "sim/inject/inside.h"
#include "sim/machine/cell_name.h"

const char *const inject_names[INJECT_KINDS] = {
#define INJECT(name, arguments, documentation) #name,
#include "sim/inject/inject.def"
};

/* Where a text is being read. */
struct reader {
    struct inject *inject;
    const char *path;
    const char *line; /* its beginning */
    const char *at;   /* the next character; the line's end is '\n' or '\0' */
    uint32_t number;  /* of the line */
    char *error;
    size_t error_size;
};

/* A word of a line. */
struct word {
    const char *text;
    size_t length;
};

static bool wrong(const struct reader *reader, const char *place, const char *text)
{
    snprintf(reader->error, reader->error_size, "%s:%u:%td: %s", reader->path, reader->number,
             place - reader->line + 1, text);
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_end(char c)
{
    return c == '\n' || c == '\0' || c == '#';
}

static bool has_more(struct reader *reader)
{
    while (is_blank(*reader->at))
        reader->at++;
    return !is_end(*reader->at);
}

/* The next word; its length is 0 at the end of the line. */
static struct word next_word(struct reader *reader)
{
    (void)has_more(reader); /* skips blanks */
    struct word word = {reader->at, 0};
    while (!is_blank(*reader->at) && !is_end(*reader->at))
        reader->at++;
    word.length = (size_t)(reader->at - word.text);
    return word;
}

static bool is_word(struct word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

/* Numbers, decimal or 0x.., up to the word's end. */
static bool number_of(struct word word, uint64_t most, uint64_t *number)
{
    char *end;
    const bool is_hex = word.text[0] == '0' && (word.text[1] == 'x' || word.text[1] == 'X');
    if (word.text[0] < '0' || word.text[0] > '9')
        return false;
    *number = strtoull(word.text, &end, is_hex ? 16 : 10);
    return end == word.text + word.length && *number <= most && word.length < 20;
}

static bool read_number(struct reader *reader, uint64_t least, uint64_t most, const char *expected,
                        uint64_t *number)
{
    const struct word word = next_word(reader);
    return (number_of(word, most, number) && *number >= least) || wrong(reader, word.text, expected);
}

static bool fraction_of(struct word word, double most, double *value)
{
    char *end;
    if (word.length == 0 || strspn(word.text, "0123456789.eE+-") < word.length)
        return false;
    *value = strtod(word.text, &end);
    return end == word.text + word.length && *value >= 0 && *value <= most;
}

static bool read_probability(struct reader *reader, const char *expected, double *value)
{
    const struct word word = next_word(reader);
    return fraction_of(word, 1, value) || wrong(reader, word.text, expected);
}

/* N, or A-B. */
static bool range_of(struct word word, uint64_t most, uint64_t *first, uint64_t *last)
{
    const char *dash = memchr(word.text, '-', word.length);
    struct word left = word, right = word;
    if (dash != NULL) {
        left.length = (size_t)(dash - word.text);
        right = (struct word){dash + 1, word.length - left.length - 1};
    }
    return number_of(left, most, first) && number_of(right, most, last) && *first <= *last;
}

/* 5, 3-9, all, 10% */
static bool read_pps(struct reader *reader, struct inject_line *line)
{
    const uint32_t pps = reader->inject->machine->config.pps;
    const struct word word = next_word(reader);
    uint64_t first = 0;
    uint64_t last = pps - 1;
    double percent = 100;
    if (word.length > 1 && word.text[word.length - 1] == '%') {
        if (!fraction_of((struct word){word.text, word.length - 1}, 100, &percent))
            return wrong(reader, word.text, "expected a share of the PPs, such as 12.5%");
    } else if (!is_word(word, "all") && !range_of(word, UINT32_MAX, &first, &last)) {
        return wrong(reader, word.text,
                     "expected PPs: a number, two such as 3-9, a share such as 10%, or all");
    }
    if (last >= pps) {
        char text[80];
        snprintf(text, sizeof text, "the machine has PPs 0 to %u only", pps - 1);
        return wrong(reader, word.text, text);
    }
    line->first = (uint32_t)first;
    line->last = (uint32_t)last;
    line->share = percent / 100;
    return true;
}

/* ---- places */

static const char not_memory[] = "that is not an address of the machine's memory";

/* Whether the words from an address on are memory: a program may have variables below its null guard. */
static bool is_memory(const struct inject *inject, uint32_t address, uint32_t words)
{
    const struct memory *memory = &inject->machine->memory;
    return memory_index(memory, 0, address) != MEMORY_ILLEGAL &&
           memory_index(memory, 0, address + words - 1) != MEMORY_ILLEGAL;
}

/* NAME or NAME[INDEX]. */
static bool variable_of(struct reader *reader, struct word word, uint32_t *address, uint32_t *words)
{
    const struct object *object = &reader->inject->machine->object;
    const char *bracket = memchr(word.text, '[', word.length);
    struct word name = word;
    uint64_t index = 0;
    size_t others; /* of this name, in other files: the first one is meant */
    if (bracket != NULL) {
        const struct word inner = {bracket + 1, word.length - (size_t)(bracket - word.text) - 2};
        name.length = (size_t)(bracket - word.text);
        if (word.text[word.length - 1] != ']' || !number_of(inner, UINT32_MAX, &index))
            return wrong(reader, bracket, "expected an index, such as name[12]");
    }
    const struct object_symbol *symbol = cell_find(object, name.text, name.length, &others);
    if (symbol == NULL || symbol->section == SECTION_TEXT || symbol->section >= SECTION_ABSOLUTE)
        return wrong(reader, word.text, "the program has no variable of that name");
    *words = cell_words(object, symbol);
    if (index >= *words)
        return wrong(reader, bracket != NULL ? bracket : word.text, "the variable has fewer words");
    *address = symbol->value + (uint32_t)index;
    *words = bracket != NULL ? 1 : *words;
    return is_memory(reader->inject, *address, *words) || wrong(reader, word.text, not_memory);
}

/* R3 .. R31, an address, or a variable. */
static bool read_place(struct reader *reader, struct inject_line *line)
{
    const struct word word = next_word(reader);
    uint64_t number;
    uint32_t words;
    if (word.length == 0)
        return wrong(reader, word.text, "expected a place: a register R3 .. R31, a variable, or an address");
    if ((word.text[0] == 'R' || word.text[0] == 'r') &&
        number_of((struct word){word.text + 1, word.length - 1}, 31, &number) && number >= 3) {
        line->event.target = (uint8_t)number;
        return true;
    }
    if (word.text[0] >= '0' && word.text[0] <= '9') {
        if (!number_of(word, UINT32_MAX, &number) || !is_memory(reader->inject, (uint32_t)number, 1))
            return wrong(reader, word.text, not_memory);
        line->event.address = (uint32_t)number;
        return true;
    }
    return variable_of(reader, word, &line->event.address, &words);
}

/* ---- lines */

static bool read_chain(struct reader *reader, struct inject_line *line)
{
    line->is_chain = true;
    line->to = INJECT_NEVER - 1;
    return read_pps(reader, line) &&
           read_probability(reader, "expected the probability of breaking, 0 to 1", &line->breaks) &&
           read_probability(reader, "expected the probability of being mended, 0 to 1", &line->mends) &&
           read_number(reader, 1, UINT32_MAX, "expected the cycles of a step, at least 1", &line->step) &&
           (!has_more(reader) || read_number(reader, 0, INJECT_NEVER / 4,
                                             "expected the cycle in which the chain begins", &line->from)) &&
           (!has_more(reader) || read_number(reader, line->from, INJECT_NEVER / 4,
                                             "expected the cycle in which the chain ends", &line->to));
}

static bool read_event(struct reader *reader, struct inject_line *line)
{
    struct word word;
    if (!read_pps(reader, line))
        return false;
    word = next_word(reader);
    if (!range_of(word, INJECT_NEVER / 4, &line->from, &line->to))
        return wrong(reader, word.text, "expected a cycle, or two such as 100-200");
    switch (line->event.kind) {
    case INJECT_pause:
        return read_number(reader, 0, UINT32_MAX, "expected the number of cycles of the pause",
                           &line->event.cycles);
    case INJECT_amnesia:
        return !has_more(reader) ||
               variable_of(reader, next_word(reader), &line->event.address, &line->event.count);
    case INJECT_flip:
        return read_place(reader, line) &&
               read_number(reader, 0, 31, "expected a bit, 0 to 31", &line->event.bit);
    default:
        return true;
    }
}

static bool read_line(struct reader *reader)
{
    struct inject *inject = reader->inject;
    struct inject_line line = {.number = reader->number};
    const struct word first = next_word(reader);
    unsigned kind = 0;
    if (first.length == 0)
        return true;
    if (is_word(first, "seed"))
        return read_number(reader, 0, UINT32_MAX, "expected a number from 0 to 4294967295", &inject->seed);
    while (kind < INJECT_KINDS && !is_word(first, inject_names[kind]))
        kind++;
    line.event.kind = (enum inject_kind)kind;
    if (kind == INJECT_KINDS && !is_word(first, "chain"))
        return wrong(reader, first.text, "expected halt, pause, amnesia, omit, double, flip, chain or seed");
    if (!(kind == INJECT_KINDS ? read_chain(reader, &line) : read_event(reader, &line)))
        return false;
    *ARENA_ADD(&inject->machine->arena, inject->lines, inject->line_count, inject->line_room) = line;
    return true;
}

bool inject_read(struct inject *inject, const char *path, const char *text, size_t size, char *error,
                 size_t error_size)
{
    struct reader reader = {inject, path, text, text, 1, error, error_size};
    if (memchr(text, '\0', size) != NULL)
        return message_refuse(error, error_size, "%s: is not a text file", path);
    while (*reader.at != '\0') {
        if (!read_line(&reader))
            return false;
        const struct word rest = next_word(&reader);
        if (rest.length != 0)
            return wrong(&reader, rest.text, "expected the end of the line");
        while (*reader.at != '\n' && *reader.at != '\0')
            reader.at++;
        if (*reader.at == '\n')
            reader.at++;
        reader.line = reader.at;
        reader.number++;
    }
    return true;
}
