/* option.h - command lines by tables: the one parser of all programs.
 *
 * A program's options are rows of its .def file, from which parser and help text are made and with which
 * manual and man page are compared. The program defines what a row does.
 *
 *     --name VALUE   --name=VALUE   -x VALUE   -xVALUE   -std=VALUE   --   (names from here on)
 *
 * A word that equals a spelling of the table is that option. Otherwise the longest spelling that begins the
 * word and takes an argument is used (-Werror before -W, -mreal= before -m). Long names cannot be abbreviated
 * and letters not combined, so that scripts keep their meaning when the table grows.
 */
#ifndef PRAM_OPTION_H
#define PRAM_OPTION_H

#include <stdbool.h>
#include <stdio.h>
#include <stddef.h>

struct option_row {
    const char
        *spelling; /* "--max-cycles", "-O2", "-mreal="; _ in a long one stands for -; "": the letter alone */
    char letter;   /* a short spelling -x besides; 0: none */
    const char *argument; /* "FILE"; "": it takes none */
    const char *text;     /* documentation */
    bool is_joined;       /* the argument is the rest of the word, never the next one; it may be empty */
};

enum { OPTION_SPELLING = 40 }; /* bytes that hold any spelling */

/* The spelling as a user writes it, "--max-cycles" or "-o". */
const char *option_spell(const struct option_row *row, char text[OPTION_SPELLING]);

/* A word of the command line, and its meaning by the table. */
struct option_word {
    const char *word;             /* as written */
    const struct option_row *row; /* NULL: a name, or no option of the table */
    const char *value;            /* the argument, or the name; NULL: none */
};

/* Errors in a word. */
enum option_fault {
    OPTION_UNKNOWN, /* no row */
    OPTION_MISSING, /* no argument */
    OPTION_SURPLUS  /* an argument for an option that takes none: --stats=yes */
};

struct option_parser {
    const struct option_row *rows;
    size_t row_count;
    bool
        stops_at_name; /* the first name ends the options: it and all later words belong to another program */
    /* Called for each option and, with row NULL, for each name. False: stop here. */
    bool (*take)(void *context, const struct option_word *word);
    /* Writes the error, by option_explain. */
    void (*refuse)(void *context, enum option_fault fault, const struct option_word *word);
};

struct option_end {
    bool good;    /* no word was refused, and `take` never returned false */
    bool is_said; /* `--` ended the options */
    int next;     /* index of the first word that was not read */
};

/* Goes through the words after the first. */
struct option_end option_parse(const struct option_parser *parser, int count, char **words, void *context);

/* Writes the message about a wrong word: "there is no option '--stat'; did you mean '--stats'?", "--pps:
 * expected a value", "--stats=yes: takes no value". */
enum { OPTION_MESSAGE = 512 };
void option_explain(char message[OPTION_MESSAGE], const struct option_row *rows, size_t count,
                    enum option_fault fault, const struct option_word *word);

/* Prints that a command line is wrong: "PROGRAM: MESSAGE", and where to find help. The caller then ends with
 * OPTION_STATUS. */
#define OPTION_STATUS 2
void option_complain(FILE *stream, const char *program, const char *message);

/* The option of one word that begins with -, with its argument if that is in the same word. Row NULL: no
 * option. */
struct option_word option_find(const struct option_row *rows, size_t count, const char *word);

#endif
