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
        struct document_file *document = &documents->of[k];
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

/* Completes the document, or drops it. Returns 0, or the exit status after a message. */
static int write_document(struct documents *documents, int number, const struct machine *machine,
                          documents_print *print, const struct contents *contents)
{
    struct document_file *of = &documents->of[number];
    struct file_error reason;
    const bool is_on_output = is_standard(of->path);
    if (is_on_output && machine->host->output.is_within_line)
        fputc('\n', of->file.stream);
    const bool is_printed = print(contents, of->file.stream);
    if (output_close(&of->file, &reason) && is_printed)
        return 0;
    if (!is_on_output || machine->end != END_FAULT || machine->fault.code != FAULT_closed_pipe)
        message_line(stderr, "pramsim: %s: %s", is_on_output ? "standard output" : of->path, reason.text);
    return rows[number].code;
}

int documents_write(struct documents *documents, const struct machine *machine,
                    documents_print *const print[DOCUMENTS], const struct contents *contents)
{
    int status = 0;
    for (int k = 0; k < DOCUMENTS; k++) {
        const int failed = documents->of[k].file.stream != NULL
                               ? write_document(documents, k, machine, print[k], contents)
                               : 0;
        status = failed != 0 ? failed : status;
    }
    return status;
}

bool documents_are_at(const struct documents *documents, const struct options *options, const char *path)
{
    return is_read(options, path) || find_same(documents, path, DOCUMENTS) != DOCUMENTS;
}
