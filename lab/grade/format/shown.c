/* shown.c - see shown.h. */
#include "lab/grade/format/shown.h"

#include "common/message.h"
#include "lab/text.h"

#include <string.h>

static void print_shown(FILE *stream, const void *context)
{
    message_text(stream, context, strlen(context));
}

char *shown_text(const char *text)
{
    return text_print(print_shown, text != NULL ? text : "");
}
