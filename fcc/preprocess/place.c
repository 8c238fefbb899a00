/* place.c - from places to files, lines and columns, and messages about them.
 *
 * May call diag. A message is at the place where the user wrote the text, or used the macro that it came out
 * of; notes name the macros and, once for each inclusion, the including files.
 */
#include "fcc/preprocess/state.h"

#include "common/bisect.h"

#include <stdarg.h>
#include <string.h>

enum {
    LONGEST_MESSAGE = 1000,
    MOST_MACROS = 4,   /* files named in the notes of one message */
    MOST_INCLUDERS = 8 /* the same */
};

uint32_t pp_place_line(const struct pp_file *file, uint32_t offset, uint32_t *start)
{
    uint32_t block = offset / 1024;
    struct pp_line_cursor *last = file->lines.last;
    struct pp_line_cursor from = {block * 1024, file->lines.number[block], file->lines.start[block]};
    if (last->offset >= from.offset && last->offset <= offset)
        from = *last;
    uint32_t line = from.number;
    *start = from.start;
    const char *at = file->text + from.offset;
    const char *end = file->text + offset;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        line++;
        *start = (uint32_t)(++at - file->text);
    }
    *last = (struct pp_line_cursor){offset, line, *start};
    return line;
}

static const struct pp_inclusion *find_inclusion(const struct preprocessor *pp, uint32_t place)
{
    BISECT(begun, pp->inclusion_count, i, pp->inclusions[i]->base <= place)
    return pp->inclusions[begun == 0 ? 0 : begun - 1];
}

void place_find(const struct preprocessor *pp, uint32_t place, struct pp_place *out)
{
    const struct pp_inclusion *inclusion = find_inclusion(pp, place);
    uint32_t offset = place - inclusion->base;
    uint32_t start;
    uint32_t line = pp_place_line(inclusion->file, offset, &start);
    *out = (struct pp_place){inclusion, inclusion->file->name, line, line, start, offset};
    BISECT(before, inclusion->renumbering_count, i, inclusion->renumberings[i].offset <= offset)
    if (before > 0) {
        const struct pp_renumbering *renumbering = &inclusion->renumberings[before - 1];
        out->name = renumbering->name;
        out->line = (uint32_t)((int64_t)line + renumbering->shift);
    }
}

uint32_t place_root(const struct preprocessor *pp, uint32_t place, uint32_t expansion)
{
    return expansion == 0 ? place : pp->expansions[expansion].root;
}

static struct diag_place diag_place_of(const struct preprocessor *pp, uint32_t place)
{
    struct pp_place found;
    place_find(pp, place, &found);
    return (struct diag_place){.file = found.name,
                               .line = (int)found.line,
                               .column = (int)(found.offset - found.line_start) + 1,
                               .line_text = found.inclusion->file->text + found.line_start};
}

void pp_note(struct preprocessor *pp, uint32_t place, const char *format, ...)
{
    char text[LONGEST_MESSAGE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    struct diag_place where = diag_place_of(pp, place);
    diag_report(pp->diag, DIAG_NOTE, &where, "%s", text);
}

/* The macros that a token came out of, and the includes of its root's file. */
static void add_notes(struct preprocessor *pp, uint32_t place, uint32_t expansion)
{
    uint32_t root = place_root(pp, place, expansion);
    int count = 0;
    for (uint32_t e = expansion; e != 0 && count < MOST_MACROS; e = pp->expansions[e].outer) {
        const struct pp_macro *macro = pp->expansions[e].macro;
        if (macro->builtin == BUILTIN_NONE) {
            pp_note(pp, place, "in expansion of macro '%.100s'", macro->name->text);
            count++;
        }
        place = pp->expansions[e].place;
    }
    const struct pp_inclusion *inclusion = find_inclusion(pp, root);
    if (inclusion == pp->noted)
        return;
    pp->noted = inclusion;
    for (int i = 0; inclusion->from != 0 && i < MOST_INCLUDERS; i++) {
        pp_note(pp, inclusion->from, "%.200s is included from here", inclusion->file->name);
        inclusion = find_inclusion(pp, inclusion->from);
    }
}

static void __attribute__((format(printf, 4, 0)))
report(struct preprocessor *pp, enum diag_severity severity, const struct pp_token *token, const char *format,
       va_list list)
{
    char text[LONGEST_MESSAGE];
    const int length = vsnprintf(text, sizeof text, format, list);
    if (severity == DIAG_WARNING && length > 0 && (size_t)length < sizeof text)
        snprintf(text + length, sizeof text - (size_t)length, " [-Wpreprocessor]");
    pp->failed |= severity == DIAG_ERROR;
    if (!diag_shows(pp->diag, severity) || (token == NULL && pp->reader == NULL)) {
        diag_report(pp->diag, severity, NULL, "%s", text);
        return;
    }
    uint32_t place = token != NULL      ? token->place
                     : pp->in_directive ? pp->directive_place
                                        : pp->reader->inclusion->base + pp->reader->scanner.at;
    uint32_t expansion = token != NULL ? token->expansion : 0;
    struct diag_place where = diag_place_of(pp, place_root(pp, place, expansion));
    diag_report(pp->diag, severity, &where, "%s", text);
    add_notes(pp, place, expansion);
}

void pp_error(struct preprocessor *pp, const struct pp_token *where, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(pp, DIAG_ERROR, where, format, list);
    va_end(list);
}

void pp_warning(struct preprocessor *pp, const struct pp_token *where, const char *format, ...)
{
    if (!pp->options->warnings)
        return;
    va_list list;
    va_start(list, format);
    report(pp, DIAG_WARNING, where, format, list);
    va_end(list);
}

void pp_fatal(struct preprocessor *pp, const struct pp_token *where, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(pp, DIAG_ERROR, where, format, list);
    va_end(list);
    longjmp(pp->give_up, 1);
}

/* ---- places of the text that came out */

static const struct pp_map *find_map(const struct preprocessor *pp, uint32_t offset)
{
    const struct pp_writer *writer = &pp->writer;
    BISECT(begun, writer->map_count, i, writer->map[i].offset <= offset)
    return &writer->map[begun == 0 ? 0 : begun - 1];
}

/* The place of a character: within one map entry, text and file are parallel. */
static uint32_t origin_place(const struct preprocessor *pp, const struct pp_map *map, uint32_t offset)
{
    uint32_t place = map->place + (offset - map->offset);
    const struct pp_inclusion *inclusion = find_inclusion(pp, map->place);
    uint32_t end = inclusion->base + inclusion->file->size;
    return place < end ? place : end;
}

void origin_find(const struct preprocessor *pp, uint32_t offset, struct diag_place *place)
{
    if (pp->writer.map_count == 0) {
        *place = diag_place_of(pp, pp->inclusions[0]->base);
        return;
    }
    const struct pp_map *map = find_map(pp, offset);
    *place = diag_place_of(pp, map->expansion != 0 ? place_root(pp, map->place, map->expansion)
                                                   : origin_place(pp, map, offset));
}

const char *origin_line(const struct preprocessor *pp, uint32_t offset, uint32_t *line, uint32_t *column)
{
    struct diag_place place;
    origin_find(pp, offset, &place);
    *line = (uint32_t)place.line;
    if (column != NULL)
        *column = (uint32_t)place.column;
    return place.file;
}

void origin_notes(struct preprocessor *pp, uint32_t offset, struct diag *diag)
{
    if (pp->writer.map_count == 0 || !diag_shows(diag, DIAG_NOTE))
        return;
    const struct pp_map *map = find_map(pp, offset);
    add_notes(pp, map->expansion != 0 ? map->place : origin_place(pp, map, offset), map->expansion);
}

bool origin_is_expanded(const struct preprocessor *pp, uint32_t offset)
{
    return pp->writer.map_count != 0 && find_map(pp, offset)->expansion != 0;
}

void origin_macros(const struct preprocessor *pp, void (*visit)(void *context, const char *name),
                   void *context)
{
    for (size_t i = 0; i < pp->names.count; i++) {
        const struct pp_name *name = pp->names.entries[i].item;
        if (name->macro != NULL)
            visit(context, name->text);
    }
}
