/* base64.c - see inside.h. Knows bytes only. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "inside.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *base64_write(const unsigned char *bytes, size_t count)
{
    char *text = memory_take(count / 3 * 4 + 5, 1), *at = text;
    for (size_t k = 0; k < count; k += 3) {
        const size_t left = count - k;
        const unsigned word = (unsigned)bytes[k] << 16 | (left > 1 ? (unsigned)bytes[k + 1] << 8 : 0u) |
                              (left > 2 ? bytes[k + 2] : 0u);
        *at++ = letters[word >> 18];
        *at++ = letters[word >> 12 & 63];
        *at++ = left > 1 ? letters[word >> 6 & 63] : '=';
        *at++ = left > 2 ? letters[word & 63] : '=';
    }
    *at = '\0';
    return text;
}

unsigned char *base64_read(const char *text, size_t *count)
{
    size_t length = strlen(text);
    unsigned char *bytes = memory_take(length / 4 * 3 + 4, 1);
    unsigned word = 0, bits = 0;
    *count = 0;
    while (length > 0 && text[length - 1] == '=')
        length--;
    for (size_t k = 0; k < length; k++) {
        const char *place = strchr(letters, text[k]);
        if (place == NULL) {
            free(bytes);
            return NULL;
        }
        word = word << 6 | (unsigned)(place - letters);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[(*count)++] = (unsigned char)(word >> bits);
        }
    }
    return bytes;
}
