/* fault.c - the reason of a stop, and its one-line message. Knows objects, no engine. */
#include "fault.h"

#include <stdarg.h>
#include <string.h>

#include "asm/object.h"
#include "common/message.h"

static const struct {
    int code;
    const char *name;
} exit_codes[] = {
#define EXIT_STATUS(code, kind, name, text) {code, #name},
#include "exit.def"
};

bool fault_is_earlier(const struct fault *fault, const struct fault *than)
{
    return than->code == FAULT_NONE || fault->cycle < than->cycle ||
           (fault->cycle == than->cycle && fault->pp < than->pp);
}

bool fault_set(struct fault *fault, int code, uint32_t pp, uint32_t pc, uint64_t cycle, const char *format,
               ...)
{
    const struct fault now = {.code = code, .pp = pp, .pc = pc, .cycle = cycle};
    if (!fault_is_earlier(&now, fault))
        return false;
    *fault = now;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return true;
}

void fault_hint(struct fault *fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->hint, sizeof fault->hint, format, arguments);
    va_end(arguments);
}

const char *fault_place(const struct object *object, uint32_t pc, char *text, size_t size)
{
    const char *file;
    uint32_t line;
    size_t used = 0;
    text[0] = '\0';
    if (object_find_line(object, pc, &file, &line))
        used = (size_t)snprintf(text, size, "%s:%u", file, line);
    const char *function = object_find_source_function(object, pc);
    if (function != NULL && used < size)
        snprintf(text + used, size - used, "%sin function %s", used > 0 ? ", " : "", function);
    return text;
}

void fault_print(const struct fault *fault, const char *word, const struct object *object, FILE *stream)
{
    const unsigned long long cycle = fault->cycle;
    const char *routine = fault->routine;
    if (fault->pp == FAULT_NO_PP) {
        message_line(stream, "pramsim: %s: %s: cycle %llu", word, fault->text, cycle);
    } else {
        char place[512];
        fault_place(object, fault->pc, place, sizeof place);
        message_line(stream, "pramsim: %s: %s: PP %u, pc %u, cycle %llu%s%s%s%s", word, fault->text,
                     fault->pp, fault->pc, cycle, place[0] != '\0' ? ", " : "", place,
                     routine != NULL ? ", calling " : "", routine != NULL ? routine : "");
    }
    if (fault->hint[0] != '\0')
        message_line(stream, "pramsim: hint: %s", fault->hint);
}

const char *exit_code_name(int code)
{
    for (size_t i = 0; i < sizeof exit_codes / sizeof exit_codes[0]; i++)
        if (exit_codes[i].code == code)
            return exit_codes[i].name;
    return NULL;
}
