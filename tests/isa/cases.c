/* cases.c - reads the hand-written expectations; see cases.h. */
#include "cases.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *path;
    FILE *file;
    char text[512];
    int line;
    char *rest; /* of the line, for next_word */
};

static void refuse(const struct reader *reader, const char *what, const char *word)
{
    fprintf(stderr, "%s:%d: %s '%s'\n", reader->path, reader->line, what, word ? word : "end of line");
    exit(EXIT_FAILURE);
}

static void reader_open(struct reader *reader, const char *path)
{
    *reader = (struct reader){.path = path, .file = fopen(path, "r")};
    if (reader->file == NULL)
        refuse(reader, strerror(errno), path);
}

static char *next_word(struct reader *reader)
{
    return strtok_r(NULL, " \t\n", &reader->rest);
}

/* The first word of the next line that is not empty or a comment; NULL at the end. */
static char *next_line(struct reader *reader)
{
    while (fgets(reader->text, sizeof reader->text, reader->file) != NULL) {
        reader->line++;
        reader->text[strcspn(reader->text, "#")] = '\0';
        char *word = strtok_r(reader->text, " \t\n", &reader->rest);
        if (word != NULL)
            return word;
    }
    fclose(reader->file);
    return NULL;
}

/* Flags, as "N-C-". */
static bool parse_flags(const char *word, uint32_t *flags)
{
    static const char letters[] = "NZCV";
    static const uint32_t bits[] = {CASE_N, CASE_Z, CASE_C, CASE_V};
    if (word == NULL || strlen(word) != 4)
        return false;
    *flags = 0;
    for (int i = 0; i < 4; i++) {
        if (word[i] == letters[i])
            *flags |= bits[i];
        else if (word[i] != '-')
            return false;
    }
    return true;
}

/* A number with a point, inf or nan is a float; others are integers or, with 0x, bits. */
static uint32_t parse_value(const struct reader *reader, const char *word)
{
    if (word == NULL)
        refuse(reader, "a value is missing before", word);
    char *end;
    uint32_t bits;
    if (strpbrk(word, ".") != NULL || strstr(word, "inf") != NULL || strstr(word, "nan") != NULL) {
        float value = strtof(word, &end);
        memcpy(&bits, &value, sizeof bits);
    } else {
        bits = (uint32_t)strtoll(word, &end, 0);
    }
    if (*end != '\0')
        refuse(reader, "no number:", word);
    return bits;
}

static const struct isa_row *parse_mnemonic(const struct reader *reader, const char *word)
{
    const struct isa_row *row = word ? isa_find(word) : NULL;
    if (row == NULL)
        refuse(reader, "no instruction:", word);
    return row;
}

static struct instruction_case parse_instruction(struct reader *reader, char *word)
{
    struct instruction_case item = {.line = reader->line, .row = parse_mnemonic(reader, word)};
    for (word = next_word(reader); word != NULL && strcmp(word, "->") != 0; word = next_word(reader)) {
        if (strncmp(word, "C=", 2) == 0) {
            item.has_carry = true;
            item.carry = parse_value(reader, word + 2);
            if (item.carry > 1)
                refuse(reader, "the carry is 0 or 1:", word);
        } else if (item.operands < 2) {
            item.operand[item.operands++] = parse_value(reader, word);
        } else {
            refuse(reader, "more than two operands:", word);
        }
    }
    for (word = next_word(reader); word != NULL; word = next_word(reader)) {
        if (parse_flags(word, &item.flags)) {
            item.has_flags = true;
        } else {
            item.has_result = true;
            item.result = parse_value(reader, word);
        }
    }
    if (item.operands == 0 || (!item.has_result && !item.has_flags))
        refuse(reader, "operands or result are missing before", NULL);
    return item;
}

struct instruction_cases cases_read_instructions(const char *path)
{
    struct reader reader;
    struct instruction_cases cases = {.count = 0};
    size_t room = 0;
    reader_open(&reader, path);
    for (char *word = next_line(&reader); word != NULL; word = next_line(&reader)) {
        if (cases.count == room) {
            room = room ? 2 * room : 256;
            cases.item = realloc(cases.item, room * sizeof cases.item[0]);
            if (cases.item == NULL)
                refuse(&reader, "no memory at", word);
        }
        cases.item[cases.count++] = parse_instruction(&reader, word);
    }
    return cases;
}

static struct branch_case parse_branch(struct reader *reader, const char *word)
{
    struct branch_case item = {.line = reader->line};
    if (!parse_flags(word, &item.flags))
        refuse(reader, "no flags:", word);
    item.setter = parse_mnemonic(reader, next_word(reader));
    for (int i = 0; i < 2; i++)
        item.operand[i] = parse_value(reader, next_word(reader));
    word = next_word(reader);
    if (word == NULL || strcmp(word, ":") != 0)
        refuse(reader, "':' is missing before", word);
    for (word = next_word(reader); word != NULL; word = next_word(reader)) {
        const struct isa_row *row = parse_mnemonic(reader, word);
        if (!cases_is_conditional(row))
            refuse(reader, "no branch on flags:", word);
        item.taken[row->opcode - OP_bra] = true;
    }
    return item;
}

struct branch_cases cases_read_branches(const char *path)
{
    struct reader reader;
    struct branch_cases cases = {.item = calloc(64, sizeof cases.item[0])};
    reader_open(&reader, path);
    for (char *word = next_line(&reader); word != NULL; word = next_line(&reader)) {
        if (cases.item == NULL || cases.count == 64)
            refuse(&reader, "no room for", word);
        cases.item[cases.count++] = parse_branch(&reader, word);
    }
    return cases;
}

bool cases_is_conditional(const struct isa_row *row)
{
    return row->kind == ISA_KIND_BRANCH && row->opcode != OP_bra && row->opcode != OP_bmc &&
           row->opcode != OP_bms;
}

const struct isa_row *cases_twin(const struct isa_row *row)
{
    return row->kind == ISA_KIND_ALU ? isa_row(row->opcode + 1u) : NULL;
}

const char *cases_flags_text(uint32_t flags, char *text)
{
    text[0] = flags & CASE_N ? 'N' : '-';
    text[1] = flags & CASE_Z ? 'Z' : '-';
    text[2] = flags & CASE_C ? 'C' : '-';
    text[3] = flags & CASE_V ? 'V' : '-';
    text[4] = '\0';
    return text;
}
