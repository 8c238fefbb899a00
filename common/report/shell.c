/* shell.c - see shell.h. */
#include "shell.h"

#include <string.h>

#include "common/message.h"

void shell_word(FILE *stream, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
    fputc(' ', stream);
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        fputs(word, stream);
        return;
    }
    fputc('\'', stream);
    for (const char *part = word; *part != '\0';) {
        const size_t length = strcspn(part, "'");
        message_text(stream, part, length);
        part += length;
        if (*part == '\'') {
            fputs("'\\''", stream);
            part++;
        }
    }
    fputc('\'', stream);
}
