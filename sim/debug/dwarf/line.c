/* line.c - source lines of instructions, and instructions of source lines. Calls libdw. */
#include "sim/debug/dwarf/state.h"

#include "asm/tables/dwarf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool info_refuse(struct info_error *error, const char *what)
{
    const char *reason = dwarf_errmsg(-1);
    snprintf(error->text, sizeof error->text, "%s%s%s: compile and link it again", what,
             reason != NULL ? ": " : "", reason != NULL ? reason : "");
    return false;
}

static void add_row(struct info *info, struct row row)
{
    info->rows = memory_grow(info->rows, &info->row_capacity, info->row_count + 1, sizeof *info->rows);
    row.order = (uint32_t)info->row_count;
    info->rows[info->row_count++] = row;
}

bool lines_read(struct info *info, Dwarf_Die *unit, struct info_error *error)
{
    Dwarf_Lines *lines = NULL;
    size_t count = 0;
    if (!dwarf_hasattr(unit, DW_AT_stmt_list))
        return true;
    if (dwarf_getsrclines(unit, &lines, &count) != 0)
        return info_refuse(error, "the table of source lines is damaged");
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *at = dwarf_onesrcline(lines, i);
        Dwarf_Addr pc;
        int line = 0, column = 0;
        bool ends = false;
        if (at == NULL || dwarf_lineaddr(at, &pc) != 0 || pc > UINT32_MAX)
            return info_refuse(error, "the table of source lines is damaged");
        dwarf_lineendsequence(at, &ends);
        dwarf_lineno(at, &line);
        dwarf_linecol(at, &column);
        const char *file = dwarf_linesrc(at, NULL, NULL);
        struct row row = {.pc = (uint32_t)pc};
        if (!ends && file != NULL && line > 0)
            row.line = (struct info_line){strncmp(file, "./", 2) == 0 ? file + 2 : file, (uint32_t)line,
                                          column > 0 ? (uint32_t)column : 0};
        add_row(info, row);
    }
    return true;
}

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    if (a->pc != b->pc)
        return a->pc < b->pc ? -1 : 1;
    /* where one sequence ends another one begins: the line counts */
    if ((a->line.line == 0) != (b->line.line == 0))
        return a->line.line == 0 ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void lines_sort(struct info *info)
{
    if (info->row_count > 1)
        qsort(info->rows, info->row_count, sizeof *info->rows, compare_rows);
}

bool info_line_at(const struct info *info, uint32_t pc, struct info_line *line)
{
    size_t low = 0, high = info->row_count;
    while (low < high) { /* the first row behind pc */
        const size_t middle = (low + high) / 2;
        if (info->rows[middle].pc <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || info->rows[low - 1].line.line == 0)
        return false;
    *line = info->rows[low - 1].line;
    return true;
}

static bool is_file(const char *known, const char *wanted)
{
    const size_t length = strlen(known), end = strlen(wanted);
    return length >= end && strcmp(known + length - end, wanted) == 0 &&
           (length == end || known[length - end - 1] == '/' || wanted[0] == '/');
}

static bool is_at(const struct row *row, const char *file, uint32_t line)
{
    return row->line.line == line && is_file(row->line.file, file);
}

size_t info_pcs(const struct info *info, const char *file, uint32_t line,
                bool (*visit)(void *context, uint32_t pc), void *context)
{
    size_t count = 0;
    bool was_there = false;
    for (size_t i = 0; i < info->row_count; i++) {
        const struct row *row = &info->rows[i];
        if (i + 1 < info->row_count && row[1].pc == row->pc)
            continue; /* no instruction has this one */
        const bool is_there = line != 0 && row->line.line == line && is_at(row, file, line);
        if (is_there && !was_there) {
            count++;
            if (visit != NULL && !visit(context, row->pc))
                return count;
        }
        was_there = is_there;
    }
    return count;
}

uint32_t info_next_line(const struct info *info, const char *file, uint32_t line)
{
    uint32_t best = 0;
    for (size_t i = 0; i < info->row_count; i++) {
        const struct info_line *at = &info->rows[i].line;
        if (at->line >= line && at->line != 0 && (best == 0 || at->line < best) && is_file(at->file, file))
            best = at->line;
    }
    return best;
}
