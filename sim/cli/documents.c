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

static int fail(int code, const char *subject, const char *text)
{
    message_line(stderr, "pramsim: %s: %s", subject, text);
    return code;
}

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Whether the run reads the file, or it is another document. */
static bool is_taken(const struct documents *documents, const struct options *options, enum document number,
                     char *text, size_t size)
{
    const char *path = documents->of[number].path;
    if (!is_standard(path) &&
        (output_replaces(path, options->program) || output_replaces(path, "/dev/stdin") ||
         (options->suppressions != NULL && output_replaces(path, options->suppressions)))) {
        snprintf(text, size, "%s would overwrite what is read", rows[number].option);
        return true;
    }
    for (int other = 0; other < (int)number; other++) {
        const char *others = documents->of[other].path;
        if (others == NULL ||
            !(is_standard(path) ? is_standard(others) : !is_standard(others) && output_is_same(path, others)))
            continue;
        snprintf(text, size, "%s and %s would be one file", rows[number].option, rows[other].option);
        return true;
    }
    return false;
}

int documents_open(struct documents *documents, const struct options *options)
{
    struct file_error reason;
    char text[80];
    *documents = (struct documents){0};
#define DOCUMENT(name, path_member, option, code) documents->of[DOCUMENT_##name].path = options->path_member;
#include "document.def"
    for (int k = 0; k < DOCUMENTS; k++) {
        struct document_file *document = &documents->of[k];
        if (document->path == NULL)
            continue;
        if (is_taken(documents, options, (enum document)k, text, sizeof text))
            return fail(EXIT_CODE_usage, text, document->path);
        if (!output_open(&document->file, is_standard(document->path) ? NULL : document->path, &reason))
            return fail(rows[k].code, document->path, reason.text);
    }
    return 0;
}

void documents_drop(struct documents *documents)
{
    for (int k = 0; k < DOCUMENTS; k++)
        output_drop(&documents->of[k].file);
}

FILE *documents_begin(struct documents *documents, enum document document, const struct machine *machine)
{
    struct document_file *of = &documents->of[document];
    if (of->file.stream != NULL && is_standard(of->path) &&
        host_stream(machine, HOST_STREAM_OUTPUT)->is_within_line)
        fputc('\n', of->file.stream);
    return of->file.stream;
}

int documents_end(struct documents *documents, enum document document, const struct machine *machine,
                  bool is_printed)
{
    struct document_file *of = &documents->of[document];
    struct file_error reason;
    if (output_close(&of->file, &reason) && is_printed)
        return 0;
    if (!is_standard(of->path) || machine->end != END_FAULT || machine->fault.code != FAULT_closed_pipe)
        fail(0, is_standard(of->path) ? "standard output" : of->path, reason.text);
    return rows[document].code;
}

bool documents_are_at(const struct options *options, const char *path)
{
    const char *const read[] = {options->program, "/dev/stdin", options->suppressions,
                                options->config.faults};
    const char *const written[] = {
#define DOCUMENT(name, path, option, code) options->path,
#include "document.def"
    };
    for (size_t k = 0; k < sizeof read / sizeof read[0]; k++)
        if (read[k] != NULL && output_replaces(path, read[k]))
            return true;
    for (size_t k = 0; k < sizeof written / sizeof written[0]; k++)
        if (written[k] != NULL && !is_standard(written[k]) && output_is_same(path, written[k]))
            return true;
    return false;
}
