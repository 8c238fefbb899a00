/* framing.c - see inside.h: frames of the selected PP, their variables, and types. */
#include <stdlib.h>
#include <string.h>

#include "common/plural.h"
#include "inside.h"
#include "sim/debug/variable.h"

/* ---- frames */

/* Prints the variables of a scope, each on a line, or all on one. Returns their number. */
static size_t print_nodes(struct terminal *terminal, uint32_t pp, size_t frame, enum debug_scope scope,
                          bool is_line)
{
    size_t count;
    struct debug_node *nodes = session_variables(terminal->session, pp, frame, scope, &count);
    for (size_t k = 0; k < count; k++) {
        char text[NODE_TEXT];
        say(terminal, is_line ? "%s%s=%s" : "%s%s = %s\n", is_line && k > 0 ? ", " : "", nodes[k].name,
            node_value(terminal->session, &nodes[k], text));
    }
    free(nodes);
    return count;
}

static void print_frame(struct terminal *terminal, uint32_t pp, size_t number,
                        const struct debug_frame *frame)
{
    const struct session *session = terminal->session;
    char place[PLACE_TEXT];
    uint32_t first;
    const char *name = symbols_function(session->symbols, frame->pc, &first);
    color_begin(terminal, COLOR_NUMBER);
    say(terminal, "#%-2zu ", number);
    color_end(terminal);
    if (frame->function == NULL || frame->place.line == 0) {
        say(terminal, "%s\n", place_name(terminal, frame->pc, place));
        return;
    }
    say(terminal, "%s (", frame->function);
    /* otherwise the function has been inlined, and its arguments are unknown */
    if (frame->is_told || (name != NULL && strcmp(name, frame->function) == 0))
        print_nodes(terminal, pp, number, SCOPE_ARGUMENTS, true);
    say(terminal, ") at %s:%u\n", frame->place.file, frame->place.line);
}

void command_backtrace(struct terminal *terminal)
{
    struct session *session = terminal->session;
    struct debug_frame frames[FRAMES_MOST];
    uint32_t pp;
    if (!command_pp_number(terminal, session->pp, &pp))
        return;
    const size_t count = session_frames(session, pp, frames, FRAMES_MOST);
    for (size_t k = 0; k < count; k++)
        print_frame(terminal, pp, k, &frames[k]);
}

/* Selects a frame and prints it. */
static void select_frame(struct terminal *terminal, uint64_t number)
{
    struct session *session = terminal->session;
    struct debug_frame frames[FRAMES_MOST];
    const size_t count = session_frames(session, session->pp, frames, FRAMES_MOST);
    if (number >= count) {
        command_fail(terminal, "PP %u is in %zu function%s (backtrace lists them)", session->pp, count,
                     plural(count));
        return;
    }
    session->frame = (size_t)number;
    print_frame(terminal, session->pp, session->frame, &frames[number]);
    if (frames[number].place.line != 0)
        place_show(terminal, frames[number].place.file, frames[number].place.line, 1);
}

void command_frame(struct terminal *terminal)
{
    uint64_t number;
    if (command_number(terminal, terminal->session->frame, &number))
        select_frame(terminal, number);
}

/* up, or down: `way` is false */
void command_up(struct terminal *terminal)
{
    uint64_t count;
    const uint64_t at = terminal->session->frame;
    const bool is_up = terminal->command->way;
    if (!command_number(terminal, 1, &count))
        return;
    if (!is_up && at == 0)
        command_fail(terminal, "this is the innermost function");
    else if (is_up)
        select_frame(terminal, at + (count < FRAMES_MOST ? count : (uint64_t)FRAMES_MOST));
    else
        select_frame(terminal, at > count ? at - count : 0);
}

static void print_scope(struct terminal *terminal, enum debug_scope scope, const char *nothing)
{
    const struct session *session = terminal->session;
    if (print_nodes(terminal, session->pp, session->frame, scope, false) == 0)
        say(terminal, "%s\n", nothing);
}

void topic_locals(struct terminal *terminal)
{
    print_scope(terminal, SCOPE_LOCALS, "No local variables are known here.");
}

void topic_args(struct terminal *terminal)
{
    print_scope(terminal, SCOPE_ARGUMENTS, "No arguments are known here.");
}

void topic_frame(struct terminal *terminal)
{
    const struct session *session = terminal->session;
    struct debug_frame frames[FRAMES_MOST];
    const size_t count = session_frames(session, session->pp, frames, FRAMES_MOST);
    const size_t number = session->frame < count ? session->frame : 0;
    const struct debug_frame *frame = &frames[number];
    const char *name = frame->function != NULL ? frame->function : "this code";
    print_frame(terminal, session->pp, number, frame);
    if (frame->mode == NULL)
        say(terminal, "the mode of %s is not known\n", name);
    else
        say(terminal, "%s is %s %s function\n", name, frame->mode[0] == 'a' ? "an" : "a", frame->mode);
    if (number + 1 < count && frames[number + 1].place.line != 0)
        say(terminal, "called by %s () at %s:%u\n", frames[number + 1].function,
            frames[number + 1].place.file, frames[number + 1].place.line);
    const struct team *team = teams_of_pp(&session->teams, session->pp);
    say(terminal, "pc %u, sp 0x%08x, fp 0x%08x of PP %u", frame->pc, frame->sp, frame->fp, session->pp);
    if (team != NULL)
        say(terminal, " in team %u of group 0x%08x", team->number, team->group);
    say(terminal, "\n");
}

/* ---- results of functions */

void framing_result(struct terminal *terminal, const struct info_type *type)
{
    struct debug_node node = {.pp = terminal->session->pp, .type = type};
    struct debug_node result;
    char text[NODE_TEXT], error[SESSION_ERROR];
    if (type == NULL || info_bare(type)->words != 1 || info_bare(type)->kind == INFO_STRUCT ||
        info_bare(type)->kind == INFO_UNION || info_bare(type)->kind == INFO_REAL ||
        !session_node(terminal->session, node.pp, 0, "$a0", &result, error))
        return;
    node.number = result.number;
    say(terminal, "returned: %s\n", node_value(terminal->session, &node, text));
}

/* ---- types */

/* The type that the line names, or that of its expression; NULL after a message. */
static const struct info_type *find_type(struct terminal *terminal)
{
    const char *rest = terminal->rest;
    const struct session *session = terminal->session;
    struct debug_node node;
    char error[SESSION_ERROR];
    if (rest[0] == '\0') {
        command_fail(terminal, "which expression or type?");
        return NULL;
    }
    if (session_node(session, session->pp, session->frame, rest, &node, error))
        return node.type;
    const struct info_type *type = symbols_type(session->symbols, rest);
    if (type == NULL)
        command_fail(terminal, "%s", error);
    return type;
}

void command_whatis(struct terminal *terminal)
{
    const struct info_type *type = find_type(terminal);
    char text[NODE_TEXT];
    if (type != NULL)
        say(terminal, "%s\n", node_type_text(type, text));
}

static void print_members(struct terminal *terminal, const struct info_type *bare)
{
    char text[NODE_TEXT], declared[NODE_TEXT + 200];
    for (size_t k = 0; k < bare->member_count; k++) {
        const struct info_member *member = &bare->members[k];
        const char *name = member->name != NULL ? member->name : "";
        node_type_text(member->type, text);
        char *dimensions = info_bare(member->type)->kind == INFO_ARRAY ? strstr(text, " [") : NULL;
        if (dimensions != NULL)
            *dimensions++ = '\0';
        const size_t length = strlen(text);
        snprintf(declared, sizeof declared, "%s%s%s%s", text,
                 length != 0 && text[length - 1] == '*' ? "" : " ", name,
                 dimensions != NULL ? dimensions : "");
        if (member->bits != 0)
            say(terminal, "%4u  %s : %u;\n", member->offset, declared, member->bits);
        else
            say(terminal, "%4u  %s;\n", member->offset, declared);
    }
}

void command_ptype(struct terminal *terminal)
{
    const struct info_type *type = find_type(terminal);
    char text[NODE_TEXT];
    if (type == NULL)
        return;
    const struct info_type *bare = info_bare(type);
    say(terminal, "%s%s\n", node_type_text(bare, text),
        bare->member_count + bare->enumerator_count != 0 ? " {" : "");
    print_members(terminal, bare);
    for (size_t k = 0; k < bare->enumerator_count; k++)
        say(terminal, "      %s = %d,\n", bare->enumerators[k].name, bare->enumerators[k].value);
    if (bare->member_count + bare->enumerator_count != 0)
        say(terminal, "}        %u word%s\n", bare->words, plural(bare->words));
}
