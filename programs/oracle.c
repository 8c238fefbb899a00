/* oracle.c - command lines and files of words for the oracles of the programs. */
#include "programs/oracle.h"

#include "common/message.h"
#include "common/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void give_up(const struct oracle *oracle, int status, const char *what, const char *why)
{
    message_line(stderr, "%s: %s: %s", oracle->program, what, why);
    exit(status);
}

int oracle_number(const struct oracle *oracle, int i, const char *what, int otherwise, int least, int most)
{
    char *end;
    long number;
    char range[64];

    if (i >= oracle->count)
        return otherwise;
    errno = 0;
    number = strtol(oracle->words[i], &end, 10);
    if (errno != 0 || end == oracle->words[i] || *end != '\0' || number < least || number > most) {
        snprintf(range, sizeof range, "expected a number from %d to %d", least, most);
        give_up(oracle, 2, what, range);
    }
    return (int)number;
}

double oracle_double(const struct oracle *oracle, int i, const char *what, double otherwise)
{
    char *end;
    double number;

    if (i >= oracle->count)
        return otherwise;
    number = strtod(oracle->words[i], &end);
    if (end == oracle->words[i] || *end != '\0')
        give_up(oracle, 2, what, "expected a number");
    return number;
}

int oracle_word(const struct oracle *oracle, int i, const char *what, const char *words)
{
    char text[64];
    int k = 0;

    if (i >= oracle->count)
        return 0;
    for (const char *at = words; *at != '\0'; k++) {
        const char *end = strchr(at, ' ');

        if (strlen(oracle->words[i]) == (size_t)(end - at) &&
            strncmp(at, oracle->words[i], (size_t)(end - at)) == 0)
            return k;
        at = end + 1;
    }
    snprintf(text, sizeof text, "expected one of: %s", words);
    give_up(oracle, 2, what, text);
}

void *oracle_memory(const struct oracle *oracle, size_t count, size_t size)
{
    void *memory = calloc(count == 0 ? 1 : count, size);

    if (memory == NULL)
        give_up(oracle, 1, "memory", "there is not enough");
    return memory;
}

struct writing {
    const struct oracle_part *parts;
    size_t count;
};

static void print_parts(const void *context, FILE *file)
{
    const struct writing *writing = context;

    for (size_t p = 0; p < writing->count; p++)
        for (size_t i = 0; i < writing->parts[p].count; i++) {
            uint32_t word;

            memcpy(&word, (const char *)writing->parts[p].words + i * sizeof word, sizeof word);
            for (int byte = 0; byte < 4; byte++)
                putc((int)(word >> (8 * byte) & 255), file);
        }
}

void oracle_write(const struct oracle *oracle, const char *path, const struct oracle_part *parts,
                  size_t count)
{
    const struct writing writing = {.parts = parts, .count = count};
    struct file_error error;

    if (!output_print(path, print_parts, &writing, &error))
        give_up(oracle, 1, path, error.text);
}

uint32_t *oracle_read(const struct oracle *oracle, const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    size_t room = 1024;
    uint32_t *words;
    unsigned char bytes[4];

    if (file == NULL)
        give_up(oracle, 1, path, strerror(errno));
    words = oracle_memory(oracle, room, sizeof *words);
    for (*count = 0; fread(bytes, 1, 4, file) == 4; ++*count) {
        if (*count == room) {
            uint32_t *more = realloc(words, 2 * room * sizeof *words);

            if (more == NULL)
                give_up(oracle, 1, path, "there is not enough memory");
            words = more;
            room *= 2;
        }
        words[*count] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                        (uint32_t)bytes[3] << 24;
    }
    fclose(file);
    return words;
}
