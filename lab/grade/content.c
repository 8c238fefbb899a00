/* content.c - see content.h. */
#include "lab/grade/content.h"

#include <string.h>

/* First bytes of files handed in by mistake. The last row is for all other files with bytes that no text
 * has. */
static const struct {
    const char *begin;
    size_t size;
    const char *fault;
} kinds[] = {
#define BEGINS(text) text, sizeof(text) - 1
    {BEGINS("\x7f"
            "ELF"),
     "this is a compiled program; hand in its source, the file that ends in .fork"},
    {BEGINS("!<arch>\n"),
     "this is an archive of compiled files; hand in the source, the file that ends in .fork"},
    {BEGINS("PK\x03\x04"), "this is a zip archive or an office document; hand in the .fork file itself"},
    {BEGINS("\x1f\x8b"), "this is a packed file (gzip); hand in the .fork file itself"},
    {BEGINS("%PDF"), "this is a PDF document; hand in the .fork file itself"},
    {BEGINS("{\\rtf"), "this is a formatted document (RTF); save the source as plain text"},
    {BEGINS("\xff\xfe"), "this text is in UTF-16; save it as UTF-8 or ASCII"},
    {BEGINS("\xfe\xff"), "this text is in UTF-16; save it as UTF-8 or ASCII"},
#undef BEGINS
};

/* A byte that no source contains: a control character other than blanks. */
static int is_binary(unsigned char byte)
{
    return (byte < ' ' && strchr("\t\n\v\f\r", byte) == NULL) || byte == 0 || byte == 0x7f;
}

const char *content_fault(const char *bytes, size_t size)
{
    size_t blanks = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (size >= kinds[k].size && memcmp(bytes, kinds[k].begin, kinds[k].size) == 0)
            return kinds[k].fault;
    for (size_t k = 0; k < size; k++) {
        if (is_binary((unsigned char)bytes[k]))
            return "this is not text: it contains bytes that no source has; hand in the file that ends in "
                   ".fork, "
                   "as "
                   "the editor saves it";
        blanks += strchr(" \t\n\v\f\r", bytes[k]) != NULL;
    }
    if (size == 0)
        return "the file is empty: there is no program in it";
    return blanks == size ? "the file has only blanks and empty lines: there is no program in it" : NULL;
}
