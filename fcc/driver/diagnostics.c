/* diagnostics.c - see diagnostics.h. Calls message, memory, SARIF and JSON of common/; knows no pass. */
#include "fcc/driver/diagnostics.h"

#include "common/report/json_write.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/report/sarif.h"
#include "common/version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECORD = '\x01' }; /* begins a record; no line of a message contains that character */

static bool write_json(const struct diag_list *list, FILE *out);
static bool write_sarif(const struct diag_list *list, FILE *out);

static const struct {
    const char *name;
    bool (*write)(const struct diag_list *list, FILE *out);
} formats[] = {
#define DIAGNOSTICS(name, function) {#name, function},
#include "fcc/driver/diagnostics.def"
};

enum diagnostics_format diagnostics_find(const char *name)
{
    enum diagnostics_format format = 0;
    while (format < DIAGNOSTICS_COUNT && strcmp(formats[format].name, name) != 0)
        format++;
    return format;
}

/* ---- collecting */

bool diagnostics_begin(struct diagnostics *diagnostics, enum diagnostics_format format)
{
    *diagnostics = (struct diagnostics){.format = format, .real = -1};
    if (formats[format].write == NULL)
        return true;
    diagnostics->collected = tmpfile();
    if (diagnostics->collected != NULL)
        diagnostics->real = dup(STDERR_FILENO);
    fflush(stderr);
    if (diagnostics->real < 0 || dup2(fileno(diagnostics->collected), STDERR_FILENO) < 0) {
        message_line(stderr, "fcc: cannot collect messages for --diagnostics-format=%s: %s",
                     formats[format].name, strerror(errno));
        return false;
    }
    return true;
}

void diagnostics_record(void *context, enum diag_severity severity, const struct diag_place *place,
                        const char *text)
{
    (void)context;
    const struct diag_place none = {0};
    const struct diag_place *at = place != NULL ? place : &none;
    const char *file = at->file != NULL ? at->file : "", *line = at->line_text != NULL ? at->line_text : "";
    const size_t length = strcspn(line, "\n");
    fprintf(stderr, "%c%d %d %d %zu %zu %zu\n%s%.*s%s", RECORD, (int)severity, at->line, at->column,
            strlen(file), length, strlen(text), file, (int)length, line, text);
}

static void restore(const struct diagnostics *diagnostics)
{
    fflush(stderr);
    dup2(diagnostics->real, STDERR_FILENO);
    rewind(diagnostics->collected);
}

void diagnostics_abandon(const struct diagnostics *diagnostics)
{
    char block[1 << 10];
    if (diagnostics->real < 0)
        return;
    restore(diagnostics);
    for (size_t length; (length = fread(block, 1, sizeof block, diagnostics->collected)) > 0;)
        fwrite(block, 1, length, stderr);
}

/* ---- reading what was collected */

static struct diag_message *add_message(struct diag_list *list)
{
    list->messages = memory_grow(list->messages, &list->capacity, list->count + 1, sizeof *list->messages);
    list->messages[list->count] = (struct diag_message){0};
    return &list->messages[list->count++];
}

static char *copy(const char *text, size_t length)
{
    return memcpy(memory_take(length + 1, 1), text, length);
}

static char *read_part(FILE *in, size_t length)
{
    char *part = memory_take(length + 1, 1);
    part[fread(part, 1, length, in)] = '\0';
    return part;
}

static void read_record(struct diag_list *list, const char *head, FILE *in)
{
    size_t sizes[3];
    int severity, line, column;
    if (sscanf(head, "%d %d %d %zu %zu %zu", &severity, &line, &column, &sizes[0], &sizes[1], &sizes[2]) != 6)
        return;
    struct diag_message *message = add_message(list);
    message->severity = (enum diag_severity)severity;
    message->line = line;
    message->column = column;
    message->file = read_part(in, sizes[0]);
    message->line_text = read_part(in, sizes[1]);
    message->text = read_part(in, sizes[2]);
}

/* Removes ":NUMBER" from the end of a text; 0: there is none. */
static int take_number(char *text)
{
    char *colon = strrchr(text, ':'), *end = NULL;
    const long number = colon != NULL && colon[1] >= '1' && colon[1] <= '9' ? strtol(colon + 1, &end, 10) : 0;
    if (number <= 0 || number > INT32_MAX || *end != '\0')
        return 0;
    *colon = '\0';
    return (int)number;
}

/* A line of prasm, prlink or the driver: "FILE:LINE:COLUMN: error: TEXT", each number optional, or "fcc:
 * TEXT". A source line and its caret, which begin with blanks, are skipped. */
static void read_line(struct diag_list *list, const char *line)
{
    const char *at = NULL, *text = line;
    enum diag_severity severity = DIAG_ERROR;
    if (line[0] == ' ' || line[0] == '\0')
        return;
    for (enum diag_severity s = DIAG_NOTE; s <= DIAG_ERROR; s++) {
        char mark[16];
        snprintf(mark, sizeof mark, ": %s: ", diag_severity_name(s));
        const char *found = strstr(line, mark);
        if (found == NULL || (at != NULL && found > at))
            continue;
        at = found;
        text = found + strlen(mark);
        severity = s;
    }
    if (at == NULL && (strncmp(line, "fcc: ", 5) != 0 || strncmp(line, "fcc: hint: ", 11) == 0))
        severity = DIAG_NOTE; /* -v prints commands */
    struct diag_message *message = add_message(list);
    message->severity = severity;
    message->text = copy(text, strlen(text));
    if (at == NULL)
        return;
    message->file = copy(line, (size_t)(at - line));
    const int last = take_number(message->file), first = take_number(message->file);
    message->line = first > 0 ? first : last;
    message->column = first > 0 ? last : 0;
    if (message->line == 0) { /* the name of a program is no file */
        free(message->file);
        message->file = NULL;
        free(message->text);
        message->text = copy(line, strlen(line));
    }
}

static void read_all(struct diag_list *list, FILE *in)
{
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, in)) > 0;) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (line[0] == RECORD)
            read_record(list, line + 1, in);
        else
            read_line(list, line);
    }
    free(line);
}

bool diagnostics_end(struct diagnostics *diagnostics)
{
    struct diag_list list = {0};
    if (diagnostics->real < 0)
        return true;
    restore(diagnostics);
    read_all(&list, diagnostics->collected);
    const bool good = formats[diagnostics->format].write(&list, stderr);
    diag_list_free(&list);
    fclose(diagnostics->collected);
    close(diagnostics->real);
    return good && fflush(stderr) == 0;
}

/* ---- documents */

/* The kind of a warning, at the end of its text: "race" of "... [-Wrace]"; for other messages the severity.
 * Removes it from the text. */
static const char *split_kind(const struct diag_message *message, char **text)
{
    *text = copy(message->text, strlen(message->text));
    const size_t length = strlen(*text);
    char *mark = NULL;
    for (char *found = *text; (found = strstr(found, " [-W")) != NULL; found++)
        mark = found;
    if (message->severity != DIAG_WARNING || mark == NULL || (*text)[length - 1] != ']')
        return diag_severity_name(message->severity);
    (*text)[length - 1] = '\0';
    *mark = '\0';
    return mark + strlen(" [-W");
}

static void write_field(FILE *out, const char *name, const char *text)
{
    fprintf(out, ", \"%s\": ", name);
    json_write_text(out, text);
}

/* The members of a message; the caller closes the object. */
static void write_message(FILE *out, const struct diag_message *message)
{
    char *text;
    const char *kind = split_kind(message, &text);
    fprintf(out, "{\"severity\": \"%s\"", diag_severity_name(message->severity));
    if (kind != diag_severity_name(message->severity))
        write_field(out, "kind", kind);
    write_field(out, "message", text);
    if (message->file != NULL && message->file[0] != '\0')
        write_field(out, "file", message->file);
    if (message->line > 0)
        fprintf(out, ", \"line\": %d", message->line);
    if (message->column > 0)
        fprintf(out, ", \"column\": %d", message->column);
    free(text);
}

/* Notes are members of the message that they belong to. */
static bool write_json(const struct diag_list *list, FILE *out)
{
    fputs("{\"program\": \"fcc\", \"version\": ", out);
    json_write_text(out, PRAM_VERSION);
    fputs(", \"messages\": [", out);
    for (size_t i = 0; i < list->count;) {
        fputs(i > 0 ? ",\n  " : "\n  ", out);
        write_message(out, &list->messages[i]);
        fputs(", \"notes\": [", out);
        const size_t first = ++i;
        for (; i < list->count && list->messages[i].severity == DIAG_NOTE; i++) {
            fputs(i > first ? ",\n    " : "\n    ", out);
            write_message(out, &list->messages[i]);
            fputc('}', out);
        }
        fputs("]}", out);
    }
    fputs("\n]}\n", out);
    return ferror(out) == 0;
}

/* A column in characters: SARIF counts those, messages count bytes. */
static uint32_t column_of(const struct diag_message *message)
{
    const char *text = message->line_text;
    uint32_t column = message->column > 0;
    for (int i = 1; i < message->column; i++) {
        const char byte = text != NULL && *text != '\0' ? *text++ : ' ';
        column += ((unsigned char)byte & 0xc0) != 0x80;
    }
    return column;
}

static bool write_sarif(const struct diag_list *list, FILE *out)
{
    static const enum sarif_level levels[] = {
        [DIAG_NOTE] = SARIF_NOTE, [DIAG_WARNING] = SARIF_WARNING, [DIAG_ERROR] = SARIF_ERROR};
    struct sarif sarif;
    bool has_place = false;
    sarif_begin(&sarif, "fcc");
    for (size_t i = 0; i < list->count; i++) {
        const struct diag_message *message = &list->messages[i];
        const bool is_placed = message->file != NULL && message->file[0] != '\0';
        const bool is_note = message->severity == DIAG_NOTE && has_place && is_placed;
        char *text;
        const char *kind = split_kind(message, &text);
        if (!is_note) {
            sarif_result(&sarif, levels[message->severity], kind, text);
            has_place = is_placed;
        }
        if (is_placed)
            sarif_place(&sarif, &(struct sarif_place){.file = message->file,
                                                      .line = message->line > 0 ? (uint32_t)message->line : 1,
                                                      .column = column_of(message),
                                                      .text = is_note ? text : NULL});
        free(text);
    }
    const bool good = sarif_print(&sarif, out);
    sarif_free(&sarif);
    return good;
}
