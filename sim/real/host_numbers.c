/* host_numbers.c - see host_numbers.h. */
#include "host_numbers.h"

#include <stdlib.h>

#include "common/memory.h"
#include "unit.h"

struct host_numbers {
    struct numbers numbers;
    struct real_format format;
    void *value; /* owned; a number, used for a moment by each function */
};

static struct host_numbers *host_numbers_of(struct numbers *numbers)
{
    return (struct host_numbers *)numbers; /* its first member */
}

static size_t parse(struct numbers *numbers, uint32_t *image, const char *text)
{
    struct host_numbers *host = host_numbers_of(numbers);
    size_t length = real_parse(&host->format, host->value, text);
    if (length != 0)
        host->format.family->store(&host->format, image, host->value);
    return length;
}

static size_t print(struct numbers *numbers, char *text, const uint32_t *image,
                    const struct numbers_style *style)
{
    struct host_numbers *host = host_numbers_of(numbers);
    const struct real_format *format = &host->format;
    format->family->load(format, host->value, image);
    return (size_t)real_print(format, text, NUMBERS_MAX_PRINT, host->value, style);
}

struct numbers *host_numbers_create(const struct real_choice *choice)
{
    char error[200];
    struct host_numbers *host = memory_take(1, sizeof *host);
    struct real_format *format = &host->format;
    if (real_format_find(format, choice->format != NULL ? choice->format : "double", error, sizeof error))
        host->value = aligned_alloc(16, format->value_bytes);
    if (host->value == NULL) {
        free(host);
        return NULL;
    }
    real_create(format, host->value);
    host->numbers =
        (struct numbers){.words = format->image_words, .bits = format->bits, .parse = parse, .print = print};
    return &host->numbers;
}

void host_numbers_destroy(struct numbers *numbers)
{
    if (numbers == NULL)
        return;
    struct host_numbers *host = host_numbers_of(numbers);
    real_destroy(&host->format, host->value);
    free(host->value);
    free(host);
}
