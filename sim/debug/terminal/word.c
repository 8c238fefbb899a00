/* word.c - see inside.h: the words of a command, and messages about wrong ones. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "inside.h"

void say(const struct terminal *terminal, const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        memory_is_short();
    va_end(arguments);
    const size_t length = strlen(text);
    const bool is_line = length > 0 && format[strlen(format) - 1] == '\n';
    message_text(terminal->out, text, length - is_line);
    if (is_line)
        fputc('\n', terminal->out);
    free(text);
}

bool command_fail(struct terminal *terminal, const char *format, ...)
{
    va_list arguments;
    terminal->has_failed = true;
    color_begin(terminal, COLOR_FAILURE);
    va_start(arguments, format);
    message_vline(terminal->out, format, arguments);
    va_end(arguments);
    color_end(terminal);
    return false;
}

bool command_parse(struct terminal *terminal, const char *text, struct expression *expression)
{
    char error[EXPRESSION_ERROR];
    return session_parse(terminal->session, text, expression, error) || command_fail(terminal, "%s", error);
}

bool command_evaluate(struct terminal *terminal, const struct expression *expression, bool as_address,
                      uint32_t *word)
{
    uint8_t fault;
    session_evaluate(terminal->session, expression, &terminal->session->pp, 1, as_address, word, &fault);
    return fault == EXPRESSION_GOOD || command_fail(terminal, "%s", debug_explain(fault));
}

char *command_word(char **rest)
{
    while (isspace((unsigned char)**rest))
        (*rest)++;
    char *word = *rest;
    while (**rest != '\0' && !isspace((unsigned char)**rest))
        (*rest)++;
    if (**rest != '\0')
        *(*rest)++ = '\0';
    while (isspace((unsigned char)**rest))
        (*rest)++;
    return word;
}

bool command_number(struct terminal *terminal, uint64_t otherwise, uint64_t *number)
{
    char *end;
    const char *word = command_word(&terminal->rest);
    *number = otherwise;
    if (word[0] == '\0')
        return true;
    errno = 0;
    *number = strtoull(word, &end, 0);
    if (isdigit((unsigned char)word[0]) && *end == '\0' && errno == 0 && *terminal->rest == '\0')
        return true;
    return command_fail(terminal, "'%s' is no number", *terminal->rest != '\0' ? terminal->rest : word);
}

bool command_pp_number(struct terminal *terminal, uint32_t otherwise, uint32_t *pp)
{
    uint64_t number;
    const uint32_t pps = terminal->session->machine->config.pps;
    if (!command_number(terminal, otherwise, &number))
        return false;
    *pp = (uint32_t)number;
    if (number >= pps)
        command_fail(terminal, "there are PPs 0 to %u", pps - 1);
    return number < pps;
}

void command_trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
}
