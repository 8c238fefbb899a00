/* documents.c - see documents.h. */
#include "documents.h"

#include <stdio.h>
#include <string.h>

#include "common/message.h"

static const struct {
    const char *option;
    int code;
} rows[DOCUMENTS] = {
#define DOCUMENT(name, path, option, code) {option, code},
#include "document.def"
};

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Whether writing to the path would overwrite a file that the run reads. */
static bool is_read(const struct options *options, const char *path)
{
    const char *const read[] = {options->program, "/dev/stdin", options->suppressions,
                                options->config.faults};
    for (size_t k = 0; k < sizeof read / sizeof read[0]; k++)
        if (read[k] != NULL && !is_standard(path) && output_replaces(path, read[k]))
            return true;
    return false;
}

/* The first of `count` documents that would be one file with the path; `count`: none. */
static int find_same(const struct documents *documents, const char *path, int count)
{
    for (int k = 0; k < count; k++) {
        const char *other = documents->of[k].path;
        if (other != NULL && is_standard(path) == is_standard(other) &&
            (is_standard(path) || output_is_same(path, other)))
            return k;
    }
    return count;
}

int documents_open(struct documents *documents, const struct options *options)
{
    struct file_error reason;
    *documents = (struct documents){0};
#define DOCUMENT(name, path_member, option, code) documents->of[DOCUMENT_##name].path = options->path_member;
#include "document.def"
    for (int k = 0; k < DOCUMENTS; k++) {
        struct document *document = &documents->of[k];
        if (document->path == NULL)
            continue;
        const int other = find_same(documents, document->path, k);
        if (is_read(options, document->path))
            return message_fail(EXIT_CODE_usage, "pramsim: %s would overwrite what is read: %s",
                                rows[k].option, document->path);
        if (other != k)
            return message_fail(EXIT_CODE_usage, "pramsim: %s and %s would be one file: %s", rows[k].option,
                                rows[other].option, document->path);
        if (!output_open(&document->file, is_standard(document->path) ? NULL : document->path, &reason))
            return message_fail(rows[k].code, "pramsim: %s: %s", document->path, reason.text);
    }
    return 0;
}

void documents_drop(struct documents *documents)
{
    for (int k = 0; k < DOCUMENTS; k++)
        output_drop(&documents->of[k].file);
}

bool documents_are_at(const struct documents *documents, const struct options *options, const char *path)
{
    return is_read(options, path) || find_same(documents, path, DOCUMENTS) != DOCUMENTS;
}
