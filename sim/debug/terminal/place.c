/* place.c - see inside.h: places in the program, and source text. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "common/file.h"
#include "common/message.h"
#include "inside.h"

enum { LIST_LINES = 10, AROUND = 8, FILE_MOST = 1 << 24 };

/* ---- text */

/* Prints `length` bytes of a source line. A tab goes to the next multiple of 8; other control characters are
 * escaped. */
static void print_text(FILE *stream, const char *text, size_t length)
{
    size_t column = 0;
    length -= length > 0 && text[length - 1] == '\r';
    for (size_t k = 0; k < length;) {
        const size_t plain = strcspn(text + k, "\t"), piece = plain < length - k ? plain : length - k;
        message_text(stream, text + k, piece);
        column += piece;
        k += piece;
        if (k < length) {
            fprintf(stream, "%*s", (int)(8 - column % 8), "");
            column += 8 - column % 8;
            k++;
        }
    }
    fputc('\n', stream);
}

int place_show(struct terminal *terminal, const char *file, uint32_t line, int count)
{
    struct file_error error;
    size_t size;
    char *text = file_read(file, FILE_MOST, false, &size, &error);
    int shown = text != NULL ? 0 : -1;
    const char *at = text;
    for (uint32_t number = 1; at != NULL && *at != '\0' && line != 0 && shown < count; number++) {
        const size_t length = strcspn(at, "\n");
        if (number >= line) {
            color_begin(terminal, COLOR_NUMBER);
            fprintf(terminal->out, "%u\t", number);
            color_end(terminal);
            print_text(terminal->out, at, length);
            shown++;
        }
        at += length + (at[length] == '\n');
    }
    free(text);
    return shown;
}

/* ---- names */

const char *place_line(const struct terminal *terminal, uint32_t pc, char text[PLACE_TEXT])
{
    const struct symbols *symbols = terminal->session->symbols;
    struct info_line place;
    if (symbols_place_of(symbols, pc, &place))
        snprintf(text, PLACE_TEXT, "%.200s:%u", place.file, place.line);
    else
        snprintf(text, PLACE_TEXT, "pc %u", pc);
    return text;
}

const char *place_name(const struct terminal *terminal, uint32_t pc, char text[PLACE_TEXT])
{
    const struct symbols *symbols = terminal->session->symbols;
    char line[PLACE_TEXT];
    uint32_t first;
    const char *function = symbols_function(symbols, pc, &first);
    struct info_line place;
    if (function == NULL)
        snprintf(text, PLACE_TEXT, "pc %u", pc);
    else if (symbols_place_of(symbols, pc, &place))
        snprintf(text, PLACE_TEXT, "%.100s () at %.140s",
                 object_find_source_function(&symbols->machine->object, pc), place_line(terminal, pc, line));
    else
        snprintf(text, PLACE_TEXT, "%.200s+%u, pc %u", function, pc - first, pc);
    return text;
}

/* ---- places of commands */

static uint32_t users_pc(const struct terminal *terminal)
{
    return session_users_pc(terminal->session, terminal->session->pp);
}

static bool parse_address(struct terminal *terminal, const char *text, uint32_t *pc)
{
    struct expression expression;
    uint8_t fault;
    if (!command_parse(terminal, text, &expression))
        return false;
    session_evaluate(terminal->session, &expression, &terminal->session->pp, 1, false, pc, &fault);
    if (fault == EXPRESSION_GOOD && *pc < terminal->session->machine->program.count)
        return true;
    return command_fail(terminal, "*%s: the program has instructions 0 to %u", text,
                        terminal->session->machine->program.count - 1);
}

/* False, after a message: the place has more copies than a breakpoint can have. */
static bool refuse_many(struct terminal *terminal, const char *text)
{
    return command_fail(terminal, "%s is in %d functions or more; *ADDRESS is one place", text, POINT_PCS);
}

/* Parses LINE or FILE:LINE. `colon` NULL: the file of the selected PP. */
static bool parse_line(struct terminal *terminal, const char *text, const char *colon, struct place *place)
{
    const struct symbols *symbols = terminal->session->symbols;
    struct info_line here;
    char file[PLACE_TEXT], *end;
    const char *number = colon != NULL ? colon + 1 : text;
    const unsigned long wanted = strtoul(number, &end, 10);
    uint32_t line = wanted < UINT32_MAX ? (uint32_t)wanted : UINT32_MAX;
    if (*end != '\0' || end == number)
        return command_fail(terminal, "'%s' is no line", number);
    const bool is_here = colon == NULL && symbols_place_of(symbols, users_pc(terminal), &here) &&
                         terminal->session->keys[users_pc(terminal)] != 0;
    snprintf(file, sizeof file, "%.*s", (int)(colon != NULL ? colon - text : 200),
             colon != NULL ? text
             : is_here     ? here.file
                           : "");
    place->count = symbols_stops(symbols, file[0] != '\0' ? file : NULL, &line, place->pcs, POINT_PCS);
    if (place->count == 0)
        return command_fail(terminal, "no instructions belong to line %lu%s%s, or to a line behind it",
                            wanted, file[0] != '\0' ? " of " : "", file);
    if (place->count == POINT_PCS)
        return refuse_many(terminal, text);
    place_line(terminal, place->pcs[0], place->label);
    return true;
}

bool place_parse(struct terminal *terminal, const char *text, struct place *place)
{
    const struct symbols *symbols = terminal->session->symbols;
    const char *colon = strrchr(text, ':');
    place->count = 1;
    if (text[0] == '\0') {
        place->pcs[0] = session_pc(terminal->session, terminal->session->pp);
        place_line(terminal, place->pcs[0], place->label);
        return true;
    }
    if (text[0] != '*' && (colon != NULL || isdigit((unsigned char)text[0])))
        return parse_line(terminal, text, colon, place);
    if (text[0] == '*' && !parse_address(terminal, text + 1, &place->pcs[0]))
        return false;
    if (text[0] != '*')
        place->count = symbols_entries(symbols, text, place->pcs, POINT_PCS);
    if (place->count == 0)
        return command_fail(terminal, "there is no function '%s' (info functions lists them)", text);
    if (place->count == POINT_PCS)
        return refuse_many(terminal, text);
    place_name(terminal, place->pcs[0], place->label);
    return true;
}

/* ---- listing */

static void list(struct terminal *terminal)
{
    const int shown = place_show(terminal, terminal->list_file, terminal->list_line, LIST_LINES);
    if (shown < 0)
        command_fail(terminal, "the text of %s cannot be read: %s", terminal->list_file, strerror(ENOENT));
    else if (shown == 0)
        command_fail(terminal, "%s ends before line %u", terminal->list_file, terminal->list_line);
    else
        terminal->list_line += (uint32_t)shown;
}

void command_list(struct terminal *terminal)
{
    char *rest = terminal->rest;
    const struct session *session = terminal->session;
    struct place place = {.pcs = {users_pc(terminal)}};
    struct info_line line;
    if (rest[0] == '\0' && terminal->list_file != NULL) {
        list(terminal);
        return;
    }
    if (place.pcs[0] >= session->machine->program.count || session->keys[place.pcs[0]] == 0)
        symbols_entries(session->symbols, "main", place.pcs, 1); /* not the runtime: its text is elsewhere */
    if (rest[0] != '\0' && !place_parse(terminal, rest, &place))
        return;
    if (!symbols_place_of(session->symbols, place.pcs[0], &line)) {
        command_fail(terminal, "the line is not known");
        return;
    }
    terminal->list_file = line.file;
    terminal->list_line = line.line > LIST_LINES / 2 ? line.line - LIST_LINES / 2 : 1;
    list(terminal);
}

/* ---- instructions */

static void print_instruction(struct terminal *terminal, uint32_t pc, bool is_current)
{
    const struct session *session = terminal->session;
    struct isa_instruction decoded;
    char text[160], target[PLACE_TEXT];
    uint32_t first;
    const struct instruction *instruction = &session->machine->program.code[pc];
    const bool leads = instruction->kind == ISA_KIND_BRANCH || instruction->kind == ISA_KIND_CALL;
    const bool is_place = leads && instruction->constant < session->machine->program.count;
    const char *name = is_place ? symbols_function(session->symbols, instruction->constant, &first) : NULL;
    snprintf(target, sizeof target, "%u", instruction->constant);
    if (name != NULL)
        snprintf(target, sizeof target, first == instruction->constant ? "%.100s" : "%.100s+%u", name,
                 instruction->constant - first);
    if (isa_decode(instruction->word, &decoded))
        isa_print(text, sizeof text, &decoded, is_place ? target : NULL);
    else
        snprintf(text, sizeof text, ".word 0x%08x", instruction->word);
    say(terminal, "%s %6u  %s\n", is_current ? "=>" : "  ", pc, text);
}

void command_disassemble(struct terminal *terminal)
{
    const struct session *session = terminal->session;
    const uint32_t count = session->machine->program.count;
    uint32_t last_key = 0;
    struct place place = {.count = 0};
    struct pp_view view;
    session_view(session, session->pp, &view);
    if (!place_parse(terminal, terminal->rest, &place))
        return;
    uint32_t from = place.pcs[0];
    if (from >= count) {
        command_fail(terminal, "PP %u has left the program", session->pp);
        return;
    }
    if (terminal->rest[0] == '\0')
        from -= from < AROUND ? from : AROUND;
    for (uint32_t pc = from; pc < count && pc < from + 2 * AROUND; pc++) {
        struct info_line line;
        if (session->keys[pc] != 0 && session->keys[pc] != last_key &&
            symbols_place_of(session->symbols, pc, &line))
            place_show(terminal, line.file, line.line, 1);
        last_key = session->keys[pc];
        print_instruction(terminal, pc, view.running && pc == view.pc);
    }
}
