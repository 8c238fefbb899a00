/* count.c - how many instructions each line of a document becomes: the whole compiler, once for a text. */
#include "fcc/driver/driver.h"
#include "fcc/server/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* Reads `.loc "FILE" LINE COLUMN`; 0: the line is another one, or of another file. */
static uint32_t read_location(const char *line, const char *path)
{
    static const char begin[] = "    .loc \"";
    const size_t length = strlen(path);
    if (strncmp(line, begin, sizeof begin - 1) != 0)
        return 0;
    line += sizeof begin - 1;
    if (strncmp(line, path, length) != 0 || line[length] != '"')
        return 0;
    const unsigned long number = strtoul(line + length + 1, NULL, 10);
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* Whether a line of assembly text is an instruction: neither label, directive nor comment. */
static bool is_instruction(const char *line)
{
    return strncmp(line, "    ", 4) == 0 && line[4] != '.' && line[4] != ' ' && line[4] != '\0';
}

static void count_lines(struct document *document, FILE *assembly)
{
    char *line = NULL;
    size_t size = 0;
    uint32_t current = 0;
    while (getline(&line, &size, assembly) > 0) {
        if (strncmp(line, "    .section", 12) == 0)
            break; /* debug information */
        if (strncmp(line, "    .loc ", 9) == 0)
            current = read_location(line, document->path);
        else if (current > 0 && is_instruction(line) && current < document->line_count)
            document->instructions[current]++;
    }
    free(line);
}

/* A file name may need escapes in assembly text; then no line is found, and no number is shown. */
void document_count(const struct documents *documents, struct document *document)
{
    if (document->has_counts)
        return;
    struct diag_list list = {0};
    struct diag diag;
    char *text = NULL;
    size_t size = 0;
    diag_init_list(&diag, "fcc", &list);
    document->has_counts = true;
    document->line_count = 2;
    for (const char *at = document->text; (at = strchr(at, '\n')) != NULL; at++)
        document->line_count++;
    free(document->instructions);
    document->instructions = memory_take(document->line_count, sizeof *document->instructions);
    struct compilation compilation = {
        .name = document->path, .text = document->text, .length = document->length, .diag = &diag};
    document_shape(documents, document, &compilation);
    FILE *assembly = open_memstream(&text, &size);
    if (assembly == NULL)
        memory_is_short();
    const struct back_options back = {.passes = documents->options->passes, .lines = true};
    const bool good = compilation_preprocess(&compilation) && compilation_front(&compilation) &&
                      compilation_back(&compilation, &back, assembly);
    fclose(assembly);
    compilation_free(&compilation);
    diag_list_free(&list);
    FILE *in = good && size > 0 ? fmemopen(text, size, "r") : NULL;
    if (in != NULL) {
        count_lines(document, in);
        fclose(in);
    }
    free(text);
}
