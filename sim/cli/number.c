/* number.c - see number.h. */
#include "number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"

/* log2 of the factor of the letter at the end of a number: K, M, G are 2^10, 2^20, 2^30, in either case. 0:
 * none. */
static unsigned suffix_shift(char letter)
{
    static const char suffixes[] = "KkMmGg";
    const char *found = letter != '\0' ? strchr(suffixes, letter) : NULL;
    return found != NULL ? 10 * (unsigned)((found - suffixes) / 2 + 1) : 0;
}

/* Whether the text is a number, decimal or 0x..., with or without a suffix. *number gets it. */
static bool read_number(const char *text, uint64_t *number)
{
    char *end = NULL;
    bool is_digit = text[0] >= '0' && text[0] <= '9'; /* strtoull would also accept a sign and blanks */
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    errno = 0;
    uint64_t got = strtoull(text, &end, is_hex ? 16 : 10);
    unsigned shift = suffix_shift(*end);
    if (shift != 0)
        end++;
    *number = got << shift;
    return is_digit && *end == '\0' && errno == 0 && *number >> shift == got;
}

bool number_parse(const char *text, uint64_t low, uint64_t high, uint64_t *number, char *error,
                  size_t error_size)
{
    if (read_number(text, number) && *number >= low && *number <= high)
        return true;
    return message_refuse(error, error_size, "expected a number from %" PRIu64 " to %" PRIu64, low, high);
}

bool number_parse_time(const char *text, double *seconds, char *error, size_t error_size)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};
    const size_t digits = strspn(text, "0123456789.");
    char *end = NULL;
    const double number = digits != 0 ? strtod(text, &end) : 0;
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        *seconds = number * units[k].seconds;
        if (digits != 0 && end == text + digits && strcmp(end, units[k].name) == 0 && *seconds >= 0.001 &&
            *seconds <= 1e9)
            return true;
    }
    return message_refuse(error, error_size,
                          "expected a time from 0.001 to 1000000000 seconds, such as 600, 0.5, 10m, 1h");
}
