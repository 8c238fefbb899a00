/* listing.c - lines of source files, for the comments of -S: each file is read once and kept.
 *
 * A file that cannot be read has no lines. Knows nothing of the compiler.
 */
#include "fcc/driver/listing.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST_FILE = 1 << 25, LONGEST_LINE = 200 };

struct file {
    struct file *next;
    char *name;
    char *text;     /* NULL: it could not be read */
    const char *at; /* start of line `line`: lines are usually requested in ascending order */
    uint32_t line;
};

struct listing {
    struct file *files;
    char shown[LONGEST_LINE + 1];
};

struct listing *listing_new(void)
{
    return calloc(1, sizeof(struct listing));
}

void listing_free(struct listing *listing)
{
    while (listing && listing->files) {
        struct file *file = listing->files;
        listing->files = file->next;
        free(file->name);
        free(file->text);
        free(file);
    }
    free(listing);
}

/* The whole text of a regular file, NULL if there is none. */
static char *read_text(const char *name)
{
    struct stat status;
    if (stat(name, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > LARGEST_FILE)
        return NULL;
    FILE *in = fopen(name, "r");
    char *text = in ? calloc((size_t)status.st_size + 1, 1) : NULL;
    if (text)
        text[fread(text, 1, (size_t)status.st_size, in)] = '\0';
    if (in)
        fclose(in);
    return text;
}

static struct file *find_file(struct listing *listing, const char *name)
{
    for (struct file *file = listing->files; file; file = file->next) {
        if (strcmp(file->name, name) == 0)
            return file;
    }
    struct file *file = calloc(1, sizeof *file);
    if (!file || !(file->name = strdup(name))) {
        free(file);
        return NULL;
    }
    file->text = read_text(name);
    file->at = file->text;
    file->line = 1;
    file->next = listing->files;
    listing->files = file;
    return file;
}

const char *listing_line(void *context, const char *name, uint32_t line)
{
    struct listing *listing = context;
    struct file *file = find_file(listing, name);
    if (!file || !file->text || line == 0)
        return NULL;
    if (line < file->line) {
        file->at = file->text;
        file->line = 1;
    }
    for (; file->line < line; file->line++) {
        const char *end = strchr(file->at, '\n');
        if (!end)
            return NULL;
        file->at = end + 1;
    }
    const char *at = file->at + strspn(file->at, " \t");
    size_t length = 0;
    for (; at[length] != '\0' && at[length] != '\n' && length < LONGEST_LINE; length++)
        listing->shown[length] = iscntrl((unsigned char)at[length]) ? ' ' : at[length];
    listing->shown[length] = '\0';
    return length > 0 ? listing->shown : NULL;
}
