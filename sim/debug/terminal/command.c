/* command.c - see inside.h: the tables of commands and topics, help, and commands in files. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "asm/isa.h"
#include "common/plural.h"
#include "common/near.h"
#include "common/stop.h"
#include "inside.h"
#include "sim/debug/variable.h"

const struct command commands[] = {
#define COMMAND(name, aliases, group, function, way, repeats, usage, help)                                   \
    {name, aliases, #group, command_##function, way, repeats, usage, help},
#include "command.def"
};
const size_t command_count = sizeof commands / sizeof *commands;

static bool is_alias(const struct command *command, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = command->aliases; *at != '\0';) {
        const size_t size = strcspn(at, " ");
        if (size == length && strncmp(at, word, size) == 0)
            return true;
        at += size + (at[size] == ' ');
    }
    return false;
}

enum { NAME_SIZE = 64 };

/* Copies the name at the start of a line: /FORMAT may follow it directly. Returns its length in the line. */
static size_t take_name(const char *line, char name[NAME_SIZE])
{
    const size_t length = strcspn(line, " \t/");
    snprintf(name, NAME_SIZE, "%.*s", (int)(length < NAME_SIZE ? length : NAME_SIZE), line);
    return length;
}

bool command_is_known(const char *line)
{
    char word[NAME_SIZE];
    take_name(line, word);
    for (size_t k = 0; k < command_count && word[0] != '\0'; k++)
        if (strncmp(commands[k].name, word, strlen(word)) == 0 || is_alias(&commands[k], word))
            return true;
    return false;
}

/* The command with a name, alias or unique prefix. NULL after a message. */
static const struct command *find_command(struct terminal *terminal, const char *word)
{
    const size_t length = strlen(word);
    const struct command *found = NULL, *other = NULL;
    for (size_t k = 0; k < command_count; k++) {
        if (strcmp(commands[k].name, word) == 0 || is_alias(&commands[k], word))
            return &commands[k];
        if (strncmp(commands[k].name, word, length) != 0)
            continue;
        other = found;
        found = found == NULL ? &commands[k] : found;
        if (other != NULL) {
            command_fail(terminal, "'%s' may be %s or %s", word, other->name, commands[k].name);
            return NULL;
        }
    }
    if (found != NULL)
        return found;
    struct near near;
    near_start(&near, word, length);
    for (size_t k = 0; k < command_count; k++)
        near_offer(&near, commands[k].name);
    if (near.best != NULL)
        command_fail(terminal, "there is no command '%s'; did you mean %s?", word, near.best);
    else
        command_fail(terminal, "there is no command '%s'; help lists all of them", word);
    return NULL;
}

/* ---- execution */

const struct command *command_execute(struct terminal *terminal, char *line)
{
    char *rest = line;
    while (isspace((unsigned char)*rest))
        rest++;
    if (*rest == '\0' || *rest == '#')
        return NULL;
    char name[NAME_SIZE];
    rest += take_name(rest, name);
    while (isspace((unsigned char)*rest))
        rest++;
    const struct command *command = find_command(terminal, name);
    terminal->command = command;
    terminal->rest = rest;
    if (command != NULL)
        command->run(terminal);
    fflush(terminal->out);
    return command;
}

void command_echo(struct terminal *terminal, const char *line)
{
    say(terminal, PROMPT "%s\n", line);
    fflush(terminal->out);
}

void command_file(struct terminal *terminal, const char *path)
{
    char *line;
    FILE *file = terminal->depth < SOURCE_DEPTH ? fopen(path, "re") : NULL;
    if (file == NULL) {
        command_fail(terminal, "%s: %s", path,
                     terminal->depth < SOURCE_DEPTH ? strerror(errno) : "files that carry out each other");
        return;
    }
    terminal->depth++;
    while (!terminal->is_done && stop_level() == 0 && (line = line_of(file)) != NULL) {
        if (line[0] != '\0') {
            command_echo(terminal, line);
            command_execute(terminal, line);
        }
        free(line);
    }
    terminal->depth--;
    fclose(file);
}

void command_source(struct terminal *terminal)
{
    const char *path = command_word(&terminal->rest);
    if (path[0] == '\0')
        command_fail(terminal, "source: which file?");
    else
        command_file(terminal, path);
}

void command_quit(struct terminal *terminal)
{
    terminal->is_done = true;
}

void command_input(struct terminal *terminal)
{
    struct session *session = terminal->session;
    const char *path = command_word(&terminal->rest);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        command_fail(terminal, "%s: %s", path, strerror(errno));
        return;
    }
    if (terminal->input >= 0)
        close(terminal->input);
    terminal->input = file;
    if (!session_set_input(session, file))
        command_fail(terminal, "%s has fewer bytes than were read before the session began", path);
    say(terminal, "The program reads %s.\n", path);
    catching_renew(terminal);
    report_stop(terminal, session->stop);
}

/* ---- topics */

static void topic_breakpoints(struct terminal *terminal)
{
    static const char *const rules[] = {
        [POINT_EACH] = "", [POINT_FROM] = ">=", [POINT_ONLY] = "==", [POINT_MULTIPLES] = "%"};
    const struct points *points = &terminal->session->points;
    if (points->count == 0)
        say(terminal, "There are no breakpoints.\n");
    for (size_t k = 0; k < points->count; k++) {
        const struct point *point = &points->list[k];
        say(terminal, "%-3u %s %s%s%s%s%s%s, hit %llu time%s\n", point->number, stopping_kind(point),
            point->text, point->needs_all ? ", all PPs of a group" : "",
            point->condition_text != NULL ? " if " : "",
            point->condition_text != NULL ? point->condition_text : "", point->is_temporary ? ", once" : "",
            point->is_enabled ? "" : ", disabled", (unsigned long long)point->hits, plural(point->hits));
        if (point->log != NULL)
            say(terminal, "    %s\n", log_source(point->log));
        if (point->rule != POINT_EACH)
            say(terminal, "    of its hits only those %s %llu count\n", rules[point->rule],
                (unsigned long long)point->rule_number);
        if (point->ignored != 0)
            say(terminal, "    the next %llu are passed by\n", (unsigned long long)point->ignored);
    }
}

static void topic_registers(struct terminal *terminal)
{
    struct pp_view view;
    const char *word = command_word(&terminal->rest);
    const char *name = word + (word[0] == '$');
    const int wanted = isa_register_number(name, strlen(name));
    if (word[0] != '\0' && wanted < 0) {
        command_fail(terminal, "there is no register '%s'", word);
        return;
    }
    session_view(terminal->session, terminal->session->pp, &view);
    for (unsigned r = 0; r < 32; r++) {
        const uint32_t word_of = r == 1 ? view.pc : view.r[r];
        if (wanted >= 0 && wanted != (int)r)
            continue;
        say(terminal, "r%-2u %-4s 0x%08x %d", r, isa_register_roles[r], word_of, (int32_t)word_of);
        if (r != 0 && r == view.late_target)
            say(terminal, "; after this instruction 0x%08x %d", view.late_value, (int32_t)view.late_value);
        say(terminal, "\n");
    }
    if (wanted < 0)
        say(terminal, "status   N %u Z %u C %u V %u\n", view.status >> 3 & 1, view.status >> 2 & 1,
            view.status >> 1 & 1, view.status & 1);
}

static void topic_variables(struct terminal *terminal)
{
    const struct debug_variable *variable;
    for (size_t next = 0; (variable = symbols_next_variable(terminal->session->symbols, &next)) != NULL;) {
        const struct symbols_shape shape = symbols_shape(variable->type);
        say(terminal, "0x%08x %-7s %s", variable->address, variable->is_private ? "private" : "shared",
            variable->name);
        for (unsigned k = 0; k < shape.dimensions; k++)
            say(terminal, "[%u]", shape.extents[k]);
        if (shape.dimensions != 0 && shape.element_words > 1)
            say(terminal, " of %u words each", shape.element_words);
        say(terminal, "\n");
    }
}

static void topic_functions(struct terminal *terminal)
{
    const struct symbols *symbols = terminal->session->symbols;
    const char *name;
    for (size_t next = 0; (name = symbols_next_function(symbols, &next)) != NULL;) {
        uint32_t pc;
        const bool has_code = symbols_entries(symbols, name, &pc, 1) != 0;
        const char *mode = has_code ? session_mode(terminal->session, pc) : NULL;
        say(terminal, "%s%s%s\n", mode != NULL ? mode : "", mode != NULL ? " " : "", name);
    }
}

static void topic_line(struct terminal *terminal)
{
    char text[PLACE_TEXT];
    const struct session *session = terminal->session;
    const uint32_t pc = session_users_pc(session, session->pp);
    uint32_t first = pc, last = pc;
    while (first > 0 && session->keys[pc] != 0 && session->keys[first - 1] == session->keys[pc])
        first--;
    while (last + 1 < session->machine->program.count && session->keys[pc] != 0 &&
           session->keys[last + 1] == session->keys[pc])
        last++;
    say(terminal, "PP %u stands at pc %u, %s: instructions %u to %u\n", session->pp,
        session_pc(session, session->pp), place_name(terminal, pc, text), first, last);
}

static void topic_display(struct terminal *terminal)
{
    for (size_t k = 0; k < terminal->display_count; k++)
        say(terminal, "%u  %s\n", terminal->displays[k].number, terminal->displays[k].text);
    if (terminal->display_count == 0)
        say(terminal, "Nothing is displayed.\n");
}

static void topic_program(struct terminal *terminal)
{
    const struct session *session = terminal->session;
    say(terminal, "%s: %u PPs, cycle %llu: %s\n", terminal->config.name, session->machine->config.pps,
        (unsigned long long)session->cycle, stop_rows[session->stop.kind].text);
}

static void topic_snapshots(struct terminal *terminal)
{
    const struct timeline *timeline = &terminal->session->timeline;
    say(terminal, "%zu snapshot%s, %.1f of %.0f MB; cycles", timeline->count, plural(timeline->count),
        (double)timeline->bytes / 1e6, (double)timeline->bytes_most / 1e6);
    for (size_t k = 0; k < timeline->count; k++)
        if (k < 4 || k + 12 >= timeline->count)
            say(terminal, " %llu", (unsigned long long)timeline->moments[k].cycle);
        else if (k == 4)
            say(terminal, " ..");
    say(terminal, "\n");
}

static const struct topic {
    const char *name;
    void (*print)(struct terminal *terminal);
    const char *text;
} topics[] = {
#define TOPIC(name, function, text) {name, function, text},
#include "topic.def"
};
enum { TOPICS = sizeof topics / sizeof *topics };

void command_info(struct terminal *terminal)
{
    const char *word = command_word(&terminal->rest);
    const struct topic *found = NULL;
    for (size_t k = 0; k < TOPICS && word[0] != '\0'; k++)
        if (strncmp(topics[k].name, word, strlen(word)) == 0 && found == NULL)
            found = &topics[k];
    if (found == NULL)
        command_fail(terminal, "info %s: there is no such topic; help info lists them", word);
    else
        found->print(terminal);
}

/* ---- help */

static void help_all(const struct terminal *terminal)
{
    static const char *const groups[][2] = {{"moving", "Moving the run"}, {"back", "Going back"},
                                            {"stopping", "Stopping it"},  {"looking", "Looking"},
                                            {"teams", "Teams and PPs"},   {"session", "The session"}};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        say(terminal, "%s\n", groups[g][1]);
        for (size_t k = 0; k < command_count; k++)
            if (strcmp(commands[k].group, groups[g][0]) == 0)
                say(terminal, "  %-17s %-4s %s\n", commands[k].name, commands[k].aliases, commands[k].help);
    }
    say(terminal, "An empty line does commands that move, list or x again. help COMMAND says more.\n");
}

void command_help(struct terminal *terminal)
{
    const char *word = command_word(&terminal->rest);
    if (word[0] == '\0') {
        help_all(terminal);
        return;
    }
    const struct command *command = find_command(terminal, word);
    if (command == NULL)
        return;
    say(terminal, "%s%s%s%s%s\n", command->name, command->usage[0] != '\0' ? " " : "", command->usage,
        command->aliases[0] != '\0' ? "        also: " : "", command->aliases);
    say(terminal, "    %s.\n", command->help);
    for (size_t k = 0; k < TOPICS && command->run == command_info; k++)
        say(terminal, "    info %-12s %s\n", topics[k].name, topics[k].text);
}
