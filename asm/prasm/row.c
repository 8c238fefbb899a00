/* row.c - the rows of .debug_line, as instructions come. May call names.h. */
#include "asm/prasm/prasm.h"

#include <string.h>

uint32_t line_file(struct assembler *assembler, const char *name)
{
    /* `name` has to live as long as the object: it is one of the object's files, or shown */
    const struct name_entry *entry = names_find(&assembler->debug_files, name, strlen(name));
    return (uint32_t)(entry - assembler->debug_files.entries) + 1;
}

void line_note(struct assembler *assembler, const char *file, uint32_t line, uint32_t column)
{
    const struct line_row row = {.address = assembler->object->size[SECTION_TEXT],
                                 .file = file != NULL ? line_file(assembler, file) : 1,
                                 .line = line,
                                 .column = column};
    struct line_row *last = assembler->row_count > 0 ? &assembler->rows[assembler->row_count - 1] : NULL;
    if (last != NULL && last->line == line && last->column == column && (last->file == row.file || line == 0))
        return;
    if (last != NULL && last->address == row.address) {
        *last = row;
        return;
    }
    assembler->rows = memory_grow(assembler->rows, &assembler->row_capacity, assembler->row_count + 1,
                                  sizeof *assembler->rows);
    assembler->rows[assembler->row_count++] = row;
}
