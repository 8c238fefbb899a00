/* number.c - the host calls on numbers of the run's format: text to images and back. machine->numbers
 * implements the formats. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "sim/host/call.h"

static bool long_text_fault(struct call *call)
{
    return call_fault(call, FAULT_host_call, "host call %s: a number of more than %u characters",
                      call->row->name, NUMBERS_MAX_TEXT - 1);
}

static bool store_image(struct call *call, uint32_t address, const uint32_t *image)
{
    for (uint32_t i = 0; i < call->machine->numbers->words; i++)
        if (!call_store(call, address + i, image[i]))
            return false;
    return true;
}

/* Whether the number may continue after the last character: "nan(" has letters, digits and _ up to a ")". */
static bool goes_on(const char *text, uint32_t length)
{
    const unsigned char last = (unsigned char)text[length - 1];
    const char *open = strchr(text, '(');
    if (last == '(')
        return length > 3 && open == text + length - 1 && strncasecmp(open - 3, "nan", 3) == 0;
    return isalnum(last) || (open != NULL ? last == '_' : strchr("+-.", last) != NULL);
}

/* White space, then a possible number: up to the string's end or a character that no number contains. Memory
 * after it may be illegal. */
static bool copy_text(struct call *call, uint32_t address, char *text)
{
    bool is_inside = false;
    uint32_t length = 0;
    for (;; address++) {
        uint32_t word;
        if (!call_spend(call, HOST_WORK, 1) || !call_load(call, address, &word))
            return false;
        unsigned char character = (unsigned char)word;
        bool is_blank = isspace(character) != 0;
        if (character == '\0' || (is_inside && is_blank))
            break;
        is_inside = is_inside || !is_blank;
        if (length == NUMBERS_MAX_TEXT - 1)
            return long_text_fault(call);
        text[length++] = (char)character;
        text[length] = '\0';
        if (is_inside && !goes_on(text, length))
            break;
    }
    text[length] = '\0';
    return true;
}

bool call_real_parse(struct call *call)
{
    union hostcall_registers *registers = call->registers;
    struct numbers *numbers = call->machine->numbers;
    char text[NUMBERS_MAX_TEXT];
    uint32_t image[NUMBERS_MAX_IMAGE];
    if (!copy_text(call, registers->r3, text))
        return false;
    size_t length = numbers->parse(numbers, image, text);
    if (length != 0 && !store_image(call, registers->r4, image))
        return false;
    registers->r3 = (uint32_t)length;
    return true;
}

/* The next word of the file; *length is 0 at the end. */
static bool read_word(struct call *call, char *text, size_t *length)
{
    *length = 0;
    for (;;) {
        unsigned char byte;
        size_t got;
        if (!call_read(call, &byte, 1, &got) || !call_spend(call, HOST_WORK, 1) ||
            (++call->host->words % CALL_LOOK == 0 && !call_goes_on(call)))
            return false;
        bool is_blank = got == 1 && isspace(byte);
        if (got == 0 || (is_blank && *length != 0))
            break;
        if (*length == NUMBERS_MAX_TEXT - 1)
            return long_text_fault(call);
        if (!is_blank)
            text[(*length)++] = (char)byte;
    }
    text[*length] = '\0';
    return true;
}

bool call_real_read(struct call *call)
{
    union hostcall_registers *registers = call->registers;
    struct numbers *numbers = call->machine->numbers;
    char text[NUMBERS_MAX_TEXT];
    uint32_t image[NUMBERS_MAX_IMAGE];
    size_t length;
    if (!read_word(call, text, &length))
        return false;
    bool is_number = length != 0 && numbers->parse(numbers, image, text) == length;
    if (is_number && !store_image(call, registers->r4, image))
        return false;
    registers->r3 = length == 0 ? UINT32_MAX : is_number;
    return true;
}

bool call_real_format(struct call *call)
{
    call->registers->r3 = call->machine->numbers->words;
    call->registers->r4 = call->machine->numbers->bits;
    call->registers->r5 = 0;
    return true;
}
