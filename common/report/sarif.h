/* sarif.h - results in SARIF 2.1.0 (OASIS), the format in which code hosts show findings beside the source.
 *
 * One run of one program. A result has a rule, a level, a message and places in files: its own place first,
 * then related places. Calls json_write.h and memory.h; knows no program.
 */
#ifndef PRAM_SARIF_H
#define PRAM_SARIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum sarif_level { SARIF_NOTE, SARIF_WARNING, SARIF_ERROR };

struct sarif {
    const char *program; /* "pramsim" */
    char **rules;        /* owned, and each of them */
    size_t rule_count, rule_capacity;
    FILE *results; /* writes `text` */
    char *text;
    size_t length;
    size_t count;  /* results */
    size_t places; /* of the last one */
};

struct sarif_place {
    const char *file; /* as the user wrote it */
    uint32_t line;    /* from 1 */
    uint32_t column;  /* in characters, from 1; 0: the whole line */
    const char *text; /* text for this place; NULL: none */
};

/* Begins an empty report; sarif_free releases it. */
void sarif_begin(struct sarif *sarif, const char *program);
void sarif_free(struct sarif *sarif);

/* Adds a result that has no place yet. `rule` names its kind: "race", "lost-update". */
void sarif_result(struct sarif *sarif, enum sarif_level level, const char *rule, const char *message);

/* Adds a place to the last result. */
void sarif_place(struct sarif *sarif, const struct sarif_place *place);

/* Writes the document, once. False if writing to the stream fails. */
bool sarif_print(struct sarif *sarif, FILE *stream);

#endif
