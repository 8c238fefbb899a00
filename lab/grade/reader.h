/* reader.h - a YAML text as a tree with positions, and conversions of its values with messages that give the
 * position. Calls libyaml; knows no key of assignments.
 */
#ifndef PRAM_GRADE_READER_H
#define PRAM_GRADE_READER_H

#include "common/diag.h"

#include <stdbool.h>
#include <stdint.h>
#include <yaml.h>

struct reader {
    const char *path;
    char *folder; /* of the file, with its last slash; owned */
    char *text;   /* owned */
    size_t size;
    yaml_document_t document;
    bool has_document;
    struct diag diag;
};

/* A key of a mapping and the function that takes its value. */
struct reader_key {
    const char *name;
    bool (*take)(struct reader *reader, yaml_node_t *value, void *target);
};

/* False after a message. Call reader_close in any case. */
bool reader_open(struct reader *reader, const char *path);
void reader_close(struct reader *reader);

/* Reports an error at a node; returns false. */
bool reader_complain(struct reader *reader, const yaml_node_t *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes all pairs of a mapping by the rows of `keys`, which end in a name of NULL; a key that is in no row,
 * or comes twice, is an error. These three go on after an error, so that all errors are said at once; false:
 * there was one. */
bool reader_take_mapping(struct reader *reader, yaml_node_t *node, const struct reader_key *keys,
                         void *target);

/* Calls take for each item of a list, or for the node itself if it is none. */
bool reader_take_items(struct reader *reader, yaml_node_t *node,
                       bool (*take)(struct reader *reader, yaml_node_t *value, void *target), void *target);

/* Calls take for each pair of a mapping from names to texts. */
bool reader_take_pairs(struct reader *reader, yaml_node_t *node,
                       bool (*take)(struct reader *reader, yaml_node_t *key, yaml_node_t *value,
                                    void *target),
                       void *target);

/* The text of a plain value, which the document owns; NULL, said, if it is a list or mapping, or has a 0 in
 * it. */
const char *reader_text(struct reader *reader, const yaml_node_t *node);

/* *target, in new memory; what was there is freed. */
bool reader_take_text(struct reader *reader, yaml_node_t *node, char **target);
/* A path from the folder of the assignment. */
bool reader_take_path(struct reader *reader, yaml_node_t *node, char **target);
/* The same of a file that can be read. */
bool reader_take_file(struct reader *reader, yaml_node_t *node, char **target);
bool reader_take_number(struct reader *reader, yaml_node_t *node, double least, double most, double *target);
/* K, M and G are 2^10, 2^20, 2^30. */
bool reader_take_count(struct reader *reader, yaml_node_t *node, uint64_t least, uint64_t most,
                       uint64_t *target);
/* One of the names: its index. */
bool reader_choose(struct reader *reader, const yaml_node_t *node, const char *const *names, size_t count,
                   size_t *chosen);
/* true or false, yes or no. */
bool reader_take_truth(struct reader *reader, yaml_node_t *node, bool *target);

#endif
