/* row.c - the rows of .debug_line, as instructions come. May call memory.h. */
#include "asm/prasm/prasm.h"

static bool is_same(const struct line_row *a, const struct line_row *b)
{
    return a->line == b->line && a->column == b->column &&
           (a->line == 0 || (a->file == b->file && a->function == b->function));
}

void line_note(struct assembler *assembler, const struct line_row *row)
{
    const uint32_t address = assembler->object->size[SECTION_TEXT];
    struct line_row *last = assembler->row_count > 0 ? &assembler->rows[assembler->row_count - 1] : NULL;
    if (last != NULL && !row->prologue_end && is_same(last, row))
        return;
    if (last == NULL || last->address != address) {
        assembler->rows = memory_grow(assembler->rows, &assembler->row_capacity, assembler->row_count + 1,
                                      sizeof *assembler->rows);
        last = &assembler->rows[assembler->row_count++];
    }
    *last = *row;
    last->address = address;
}
