/* inside.h - for the files of sim/debug/terminal: the state of the face, and what they do for each other.
 *
 *   terminal.c   reading commands and carrying them out
 *   command.c    the tables: which command a word means, help, info
 *   sourcing.c   commands in files; source, input, quit
 *   word.c       the words of a command
 *   line.c       lines from the user; readline.c: with editing, a plugin
 *   moving.c     commands that move the run
 *   stopping.c   breakpoints, watchpoints, stores in the past
 *   looking.c    values and memory; value.c: how they are written
 *   framing.c    functions that a PP is in, their variables, types
 *   place.c      source text, places, instructions
 *   teaming.c    teams, PPs, groups, locks
 *   storing.c    stores to variables
 *   report.c     what is printed after each stop; color.c: its colours
 */
#ifndef PRAM_DEBUG_TERMINAL_INSIDE_H
#define PRAM_DEBUG_TERMINAL_INSIDE_H

#include "command.h"
#include "terminal.h"

enum { SOURCE_DEPTH = 8, LINE_SIZE = 4096, DISPLAYS = 32, SET_SIZE = 160, PLACE_TEXT = 256 };

/* A file of the program's source, in lines. */
struct source_file {
    char *name;   /* owned */
    char *text;   /* owned; NULL: it cannot be read */
    char **lines; /* owned; each ended by 0 */
    uint32_t count;
};

struct display {
    unsigned number;
    char *text; /* owned */
};

struct terminal {
    struct terminal_config config;
    struct session *session;
    FILE *out;
    bool has_failed;           /* a command was wrong */
    bool is_done;              /* quit */
    unsigned depth;            /* of files that are being carried out */
    struct source_file *files; /* owned */
    size_t file_count, file_room;
    const char *list_file; /* where list goes on; NULL: where the selected PP is */
    uint32_t list_line;    /* 0: around that place */
    struct display displays[DISPLAYS];
    size_t display_count;
    unsigned last_display;
    unsigned x_words; /* .. and x */
    uint32_t x_address;
    void (*execute)(struct terminal *terminal, char *line); /* carries out a command */
    int input;                                              /* descriptor of the file of `input`; -1: none */
};

/* ---- command.c */

/* The command that a word means. NULL: none, or several; that has been said. */
const struct command *command_find(struct terminal *terminal, const char *word);
/* ---- word.c */

/* Says that a command cannot be carried out. */
void command_fail(struct terminal *terminal, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next word of the rest of a line, which goes on behind it; "" at the end. */
char *command_word(char **rest);
/* A number at the end of the line; `otherwise` if there is none. False: it is none, which has been said. */
bool command_number(struct terminal *terminal, char *rest, uint64_t otherwise, uint64_t *number);

/* ---- sourcing.c */

#define PROMPT "(pram) "

/* A command that others may read, too: printed behind the prompt. */
void sourcing_echo(struct terminal *terminal, const char *line);
/* Carries out the commands in a file. */
void sourcing_file(struct terminal *terminal, const char *path);

/* ---- color.c */

enum color { COLOR_STOP, COLOR_NUMBER, COLOR_CHANGE, COLOR_FAILURE };

/* What is printed from here on has that colour, where there are any, until color_end. */
void color_begin(const struct terminal *terminal, enum color color);
void color_end(const struct terminal *terminal);

/* ---- place.c */

/* PLACE of a command: pcs that it stands for. False: it is none, which has been said. `label` gets how to
 * call it. */
bool place_parse(struct terminal *terminal, const char *text, uint32_t *pcs, size_t *count,
                 char label[PLACE_TEXT]);
/* "main () at s.fork:18"; "main+7" without lines; returns `text`. */
const char *place_name(const struct terminal *terminal, uint32_t pc, char text[PLACE_TEXT]);
/* "s.fork:18", "pc 17". */
const char *place_line(const struct terminal *terminal, uint32_t pc, char text[PLACE_TEXT]);
/* Prints a line of source, with its number; false: its text is not there. */
bool place_show(struct terminal *terminal, const char *file, uint32_t line);
void place_free(struct terminal *terminal);

/* ---- value.c */

/* "0..7", "1, 3, 5..9", "0..510 step 2", cut where it is too long; returns `text`. */
const char *value_set(const uint32_t *pps, uint32_t count, char text[SET_SIZE]);
/* "[3].x 1 -> 2" for a word of a variable, given by its offset in words from the first one, with the values
 * that it has had. */
void value_change(FILE *stream, const struct session *session, const struct debug_variable *variable,
                  uint32_t index, const uint32_t words[], size_t count);
/* A word in a format: d u x f c, 0 for that of its kind. */
void value_word(FILE *stream, uint32_t word, enum value_kind kind, char format);
/* Values of PPs, in ranges. */
void value_ranges(FILE *stream, const uint32_t *pps, const uint32_t *values, const uint8_t *faults,
                  uint32_t count, enum value_kind kind, char format);
/* An array that lies at an address, as the selected PP sees it. */
void value_array(struct terminal *terminal, const struct debug_variable *place, uint32_t address,
                 char format);

/* ---- report.c */

/* What has stopped the run, where, and what has changed. */
void report_stop(struct terminal *terminal, const struct debug_event *event);
/* "PP 3", "PPs 0..7" of the selected team, and where it stands. */
void report_team(struct terminal *terminal, const struct team *team);

/* ---- moving.c */

/* Goes to a cycle and reports. False: it lies before the session's beginning, which has been said. */
bool moving_go(struct terminal *terminal, uint64_t cycle);

/* ---- looking.c */

void looking_displays(struct terminal *terminal);
/* Prints an expression; `text` with /FORMAT and "by group". */
void looking_print(struct terminal *terminal, char *text);

/* ---- framing.c */

void framing_locals(struct terminal *terminal);
void framing_arguments(struct terminal *terminal);
void framing_frame(struct terminal *terminal);
/* Prints what the function that the selected PP has just come back from has returned, if it is a word. */
void framing_result(struct terminal *terminal, const struct info_type *type);

/* ---- line.c */

/* The next line of a stream, without its end; free it. NULL: there are no more. */
char *line_of(FILE *stream);
/* Whether lines of a terminal can be edited. */
bool line_has_editing(void);
/* A line from the user, without its end; free it. NULL: there are no more. next_name: see line.h. */
char *line_read(const char *prompt, bool is_terminal, const char *(*next_name)(size_t *number));

#define COMMAND(name, aliases, group, function, repeats, usage, help)                                        \
    void command_##function(struct terminal *terminal, char *rest);
#include "command.def"

#endif
