/* inside.h - for the files of sim/debug/terminal: the state of the face, and the functions that they
 * share.
 *
 *   terminal.c   reads commands
 *   command.c    the tables of commands, which it executes; help, info, commands in files
 *   word.c       the words of a command
 *   line.c       input lines; readline.c: with editing, a plugin
 *   moving.c     commands that move the run
 *   stopping.c   breakpoints, watchpoints, past stores
 *   catching.c   catchpoints
 *   inspect.c    values and memory; value.c: their text
 *   framing.c    frames, their variables, types
 *   place.c      source text, places, instructions
 *   teaming.c    teams, PPs, groups, locks
 *   report.c     the output after each stop; color.c: its colours
 */
#ifndef PRAM_DEBUG_TERMINAL_INSIDE_H
#define PRAM_DEBUG_TERMINAL_INSIDE_H

#include "command.h"
#include "terminal.h"

enum { SOURCE_DEPTH = 8, LINE_SIZE = 4096, DISPLAYS = 32, PLACE_TEXT = 256 };

struct display {
    unsigned number;
    char *text; /* owned */
};

struct terminal {
    struct terminal_config config;
    struct session *session;
    FILE *out;
    bool has_failed;       /* a command has failed */
    bool is_done;          /* after quit */
    unsigned depth;        /* nesting of command files */
    const char *list_file; /* the file that list continues; NULL: that of the selected PP */
    uint32_t list_line;    /* the next line of list; 0: around the selected PP */
    struct display displays[DISPLAYS];
    size_t display_count;
    unsigned last_display;
    unsigned x_words; /* number of words for x */
    uint32_t x_address;
    const struct command *command; /* that is executed */
    char *rest;                    /* of its line, behind the name */
    int input;                     /* descriptor of the command `input`; -1: none */
};

/* ---- command.c */

/* Executes a line. Returns the row of its command; NULL: there is none. */
const struct command *command_execute(struct terminal *terminal, char *line);
/* Executes the commands in a file. */
void command_file(struct terminal *terminal, const char *path);

#define PROMPT "(pram) "
/* Prints a command after the prompt, for readers of the output. */
void command_echo(struct terminal *terminal, const char *line);

/* ---- word.c */

/* Prints formatted text; control characters become escapes, except a newline at the end of the format. */
void say(const struct terminal *terminal, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reports that a command has failed. Returns false. */
bool command_fail(struct terminal *terminal, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes the next word off a text; "" at the end. */
char *command_word(char **rest);
/* Parses an expression in the selected frame. False after a message. */
bool command_parse(struct terminal *terminal, const char *text, struct expression *expression);
/* The value of an expression for the selected PP, or its address. False after a message. */
bool command_evaluate(struct terminal *terminal, const struct expression *expression, bool as_address,
                      uint32_t *word);
/* Cuts blanks off the end of a text. */
void command_trim(char *text);
/* Reads a number at the end of the line; `otherwise` if the line is empty. False after a message. */
bool command_number(struct terminal *terminal, uint64_t otherwise, uint64_t *number);
/* The same for the number of a PP. */
bool command_pp_number(struct terminal *terminal, uint32_t otherwise, uint32_t *pp);

/* ---- color.c */

enum color { COLOR_STOP, COLOR_NUMBER, COLOR_CHANGE, COLOR_FAILURE };

/* Starts a colour for the following output, up to color_end, if the output has colours. */
void color_begin(const struct terminal *terminal, enum color color);
void color_end(const struct terminal *terminal);

/* ---- place.c */

/* A PLACE: its instructions, one in each function, and its text. */
struct place {
    uint32_t pcs[POINT_PCS];
    size_t count;
    char label[PLACE_TEXT];
};

/* Parses a PLACE; an empty one is where the selected PP stands. False after a message. */
bool place_parse(struct terminal *terminal, const char *text, struct place *place);
/* The text of a pc: "main () at s.fork:18", or "main+7" without lines. Returns `text`. */
const char *place_name(const struct terminal *terminal, uint32_t pc, char text[PLACE_TEXT]);
/* The short text of a pc: "s.fork:18", "pc 17". Returns `text`. */
const char *place_line(const struct terminal *terminal, uint32_t pc, char text[PLACE_TEXT]);
/* Prints up to `count` source lines with their numbers. Returns how many the file has there; -1: it cannot be
 * read. */
int place_show(struct terminal *terminal, const char *file, uint32_t line, int count);

/* ---- value.c */

/* Prints "a[3].x 1 -> 2": the part of a variable at an offset in words, and its change. */
void value_change(const struct terminal *terminal, const char *name, const struct info_type *type,
                  uint32_t index, uint32_t before, uint32_t now);
/* The values of an expression for PPs, in a format: d, u, x, f, c; 0: that of the type. */
struct value_list {
    const uint32_t *pps;
    uint32_t *values;
    uint8_t *faults; /* enum expression_fault */
    uint32_t count;
    const struct info_type *type;
    char format;
};
/* Prints the values of PPs, in ranges, and a newline. */
void value_print(const struct terminal *terminal, const struct value_list *list);
/* Prints an array at an address, as the selected PP sees it. */
void value_array(struct terminal *terminal, const struct info_type *type, uint32_t address, char format);

/* ---- report.c */

/* Prints the reason of a stop, its place, and changed variables. */
void report_stop(struct terminal *terminal, struct debug_event event);
/* Prints and frees lines of the session. */
void report_lines(struct terminal *terminal, char *text);
/* Whether PPs of a team wait: ", in a barrier", ", some in a barrier", or "". */
const char *report_waits(const struct team *team);
/* Prints a team: its number, its PPs and its place. */
void report_team(struct terminal *terminal, const struct team *team);

/* ---- moving.c */

/* Goes to a cycle and reports. False after a message: the cycle is before the session's beginning. */
bool moving_go(struct terminal *terminal, uint64_t cycle);

/* ---- stopping.c */

/* Ways of the command that changes points, and of the one that lists past stores: their number. */
enum { CHANGE_ENABLE, CHANGE_DISABLE, CHANGE_DELETE };
enum { LAST_WRITE = 1, HISTORY = 10 };

/* The kind of a point: "breakpoint", "read watchpoint". */
const char *stopping_kind(const struct point *point);

/* ---- catching.c */

/* Prints the findings of the present cycle. */
void catching_report(struct terminal *terminal);
/* After a change of the input: checks the run again for all catchpoints. */
void catching_renew(struct terminal *terminal);

/* ---- inspect.c */

void inspect_displays(struct terminal *terminal);

/* ---- framing.c */

/* Topics of info. */
void topic_locals(struct terminal *terminal);
void topic_args(struct terminal *terminal);
void topic_frame(struct terminal *terminal);
/* Prints the result of the function from which the selected PP has returned, if it is one word. */
void framing_result(struct terminal *terminal, const struct info_type *type);

/* ---- line.c */

/* The next line of a stream, without the newline, or NULL at the end. The caller frees it. */
char *line_of(FILE *stream);
/* Reads lines of the user with editing; NULL: there is no such plugin. */
const struct line_plugin *line_editor(void);

#define COMMAND(name, aliases, group, function, way, repeats, usage, help)                                   \
    void command_##function(struct terminal *terminal);
#include "command.def"

#endif
