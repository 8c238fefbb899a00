/* inspect.c - see inside.h: values, which can be set, displays, memory. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "inside.h"
#include "sim/debug/variable.h"
#include "sim/machine/cell_name.h"

enum { WORDS_IN_LINE = 8, LINE_OF_PARTS = 64, TEXT_MOST = 1 << 14 };

/* ---- print */

/* Takes /FORMAT off the line. False after a message: it is no format. */
static bool take_format(struct terminal *terminal, char **text, char *format)
{
    *format = 0;
    if (**text != '/')
        return true;
    const char *word = command_word(text);
    *format = word[1];
    if (strlen(word) == 2 && strchr("duxfc", *format) != NULL)
        return true;
    return command_fail(terminal, "'%s': formats are /d /u /x /f /c", word);
}

/* Takes "by group" off the end of a line. */
static bool take_by_group(char *text)
{
    char *at = strstr(text, " by group");
    const bool is_there = at != NULL && at[strlen(" by group")] == '\0';
    if (is_there)
        *at = '\0';
    return is_there;
}

/* Prints the values of PPs. */
static void print_values(struct terminal *terminal, const struct expression *expression, const uint32_t *pps,
                         uint32_t count, char format)
{
    const struct value_list list = {.pps = pps,
                                    .values = memory_take((size_t)count + 1, sizeof *list.values),
                                    .faults = memory_take((size_t)count + 1, sizeof *list.faults),
                                    .count = count,
                                    .type = expression->type,
                                    .format = format};
    session_evaluate(terminal->session, expression, pps, count, false, list.values, list.faults);
    terminal->has_failed |= count == 1 && list.faults[0] != EXPRESSION_GOOD;
    say(terminal, " ");
    value_print(terminal, &list);
    free(list.values);
    free(list.faults);
}

static void print_groups(struct terminal *terminal, const struct expression *expression, char format)
{
    struct debug_group group;
    for (size_t next = 0; session_next_group(terminal->session, &next, &group);) {
        say(terminal, "  group 0x%08x:", group.frame);
        print_values(terminal, expression, group.pps, group.count, format);
        free(group.pps);
    }
}

static void print_array(struct terminal *terminal, const struct expression *expression, char format)
{
    uint32_t address;
    if (command_evaluate(terminal, expression, true, &address))
        value_array(terminal, expression->type, address, format);
}

/* Whether rows of words show the whole value: it is an array of numbers. */
static bool is_plain(const struct info_type *type)
{
    const struct info_type *element = info_bare(type);
    while (element->kind == INFO_ARRAY)
        element = info_bare(element->target);
    return info_bare(type)->kind == INFO_ARRAY && info_is_word(element) &&
           (element->kind == INFO_SIGNED || element->kind == INFO_UNSIGNED || element->kind == INFO_FLOAT);
}

/* Prints a value by its type: a structure, string, enumerator or pointer. An array of structures has one
 * element a line. */
static void print_typed(struct terminal *terminal, const char *expression)
{
    const struct session *session = terminal->session;
    struct debug_node node, part;
    char error[SESSION_ERROR];
    if (!session_node(session, session->pp, session->frame, expression, &node, error)) {
        command_fail(terminal, "%s", error);
        return;
    }
    char *text = memory_take(TEXT_MOST, 1);
    const struct info_type *bare = info_bare(node.type);
    const enum info_kind of = bare->kind == INFO_ARRAY ? info_bare(bare->target)->kind : INFO_VOID;
    const bool is_table = node.is_memory && (of == INFO_STRUCT || of == INFO_UNION);
    const uint32_t count = is_table ? node_count(session, &node) : 0;
    say(terminal, is_table ? "\n" : " ");
    for (uint32_t k = 0; k < count && k < LINE_OF_PARTS && node_child(session, &node, k, &part); k++) {
        node_text(session, &part, text, TEXT_MOST);
        say(terminal, "%8u  %s\n", k, text);
    }
    if (count > LINE_OF_PARTS)
        say(terminal, "          .. %u elements more\n", count - LINE_OF_PARTS);
    if (!is_table) {
        node_text(session, &node, text, TEXT_MOST);
        say(terminal, "%s\n", text);
    }
    free(text);
}

/* Whether the value must be printed by its type. */
static bool needs_type(const struct expression *expression)
{
    const enum info_kind kind = info_bare(expression->type)->kind;
    if (expression_is_large(expression))
        return !is_plain(expression->type);
    return kind == INFO_ENUM || kind == INFO_POINTER || kind == INFO_CHAR;
}

/* The format of addresses and characters; 0: the format of the kind. */
static char format_of(const struct expression *expression)
{
    const enum info_kind kind = info_bare(expression->type)->kind;
    const bool is_address = kind == INFO_POINTER || (expression->target != NULL && !expression->is_place);
    return is_address ? 'x' : kind == INFO_CHAR ? 'c' : 0;
}

/* Prints an expression; `text` may have /FORMAT and "by group". */
static void inspect_print(struct terminal *terminal, char *text)
{
    struct session *session = terminal->session;
    struct expression expression;
    char format;
    if (!take_format(terminal, &text, &format))
        return;
    const bool by_group = take_by_group(text);
    if (!command_parse(terminal, text, &expression))
        return;
    say(terminal, "%s =", text);
    const bool is_one = !expression.is_private || session->team == TEAM_NONE || session->frame != 0 ||
                        teams_numbered(&session->teams, session->team)->count == 1 ||
                        expression_is_large(&expression);
    const bool is_typed = is_one && format == 0 && needs_type(&expression);
    if (format == 0)
        format = format_of(&expression);
    if (is_typed) {
        print_typed(terminal, text);
    } else if (expression_is_large(&expression)) {
        print_array(terminal, &expression, format);
    } else if (by_group) {
        say(terminal, "\n");
        print_groups(terminal, &expression, format);
    } else if (!is_one) {
        uint32_t count;
        uint32_t *members = session_members(session, session->team, &count);
        print_values(terminal, &expression, members, count, format);
        free(members);
    } else {
        print_values(terminal, &expression, &session->pp, 1, format);
    }
}

void command_print(struct terminal *terminal)
{
    if (terminal->rest[0] == '\0')
        command_fail(terminal, "print: which expression?");
    else
        inspect_print(terminal, terminal->rest);
}

/* ---- set */

/* The `=` of an assignment, not of another operator; or NULL. */
static char *find_assignment(char *text)
{
    for (char *at = strchr(text, '='); at != NULL; at = strchr(at + 1, '=')) {
        const bool is_comparison = at[1] == '=' || (at > text && strchr("=<>!", at[-1]) != NULL);
        if (!is_comparison)
            return at;
    }
    return NULL;
}

void command_set(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct session *session = terminal->session;
    struct debug_node node;
    char error[SESSION_ERROR], value[NODE_TEXT];
    if (strncmp(rest, "var", 3) == 0 && isspace((unsigned char)rest[3])) {
        for (rest += 3; isspace((unsigned char)*rest);)
            rest++;
    }
    char *equals = find_assignment(rest);
    if (equals == NULL) {
        command_fail(terminal, "set: to which value? (set a[3] = 7)");
        return;
    }
    *equals = '\0';
    command_trim(rest);
    if (!session_assign(session, session->pp, session->frame, rest, equals + 1 + strspn(equals + 1, " \t"),
                        &node, error)) {
        command_fail(terminal, "%s", error);
        return;
    }
    say(terminal, "%s = %s\n", rest, node_value(session, &node, value));
}

/* ---- display */

static void print_display(struct terminal *terminal, const struct display *display)
{
    char text[LINE_SIZE];
    snprintf(text, sizeof text, "%s", display->text);
    say(terminal, "%u: ", display->number);
    inspect_print(terminal, text);
}

void inspect_displays(struct terminal *terminal)
{
    for (size_t k = 0; k < terminal->display_count; k++)
        print_display(terminal, &terminal->displays[k]);
}

void command_display(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct display *display = &terminal->displays[terminal->display_count];
    if (rest[0] == '\0') {
        inspect_displays(terminal);
    } else if (terminal->display_count == DISPLAYS) {
        command_fail(terminal, "%d expressions are displayed; undisplay makes room", DISPLAYS);
    } else {
        *display = (struct display){++terminal->last_display, memory_text(rest, strlen(rest))};
        terminal->display_count++;
        print_display(terminal, display);
    }
}

void command_undisplay(struct terminal *terminal)
{
    uint64_t number;
    size_t kept = 0;
    if (!command_number(terminal, 0, &number))
        return;
    for (size_t k = 0; k < terminal->display_count; k++)
        if (number == 0 || terminal->displays[k].number == number)
            free(terminal->displays[k].text);
        else
            terminal->displays[kept++] = terminal->displays[k];
    if (kept == terminal->display_count && number != 0)
        command_fail(terminal, "there is no display %llu (info display lists them)",
                     (unsigned long long)number);
    terminal->display_count = kept;
}

/* ---- memory */

static void print_memory(struct terminal *terminal)
{
    const struct session *session = terminal->session;
    char name[CELL_NAME_SIZE];
    for (unsigned k = 0; k < terminal->x_words; k++, terminal->x_address++) {
        const uint32_t index = memory_index(&session->machine->memory, session->pp, terminal->x_address);
        if (k > 0 && (index == MEMORY_ILLEGAL || k % WORDS_IN_LINE == 0))
            say(terminal, "\n");
        if (index == MEMORY_ILLEGAL) {
            command_fail(terminal, "there is no memory at 0x%08x", terminal->x_address);
            return;
        }
        const uint32_t address = memory_address(&session->machine->memory, index);
        if (k % WORDS_IN_LINE == 0) {
            cell_name(session->machine, address, name);
            say(terminal, "%s:", name);
        }
        say(terminal, " %d", (int32_t)session->machine->memory.cells[index]);
    }
    say(terminal, "\n");
}

void command_x(struct terminal *terminal)
{
    char *rest = terminal->rest;
    struct expression expression;
    terminal->x_words = terminal->x_words != 0 ? terminal->x_words : 8;
    if (rest[0] == '/') {
        const unsigned long words = strtoul(command_word(&rest) + 1, NULL, 10);
        terminal->x_words = words == 0 ? 1 : words < 4096 ? (unsigned)words : 4096;
    }
    if (rest[0] == '\0' || (command_parse(terminal, rest, &expression) &&
                            command_evaluate(terminal, &expression, false, &terminal->x_address)))
        print_memory(terminal);
}
