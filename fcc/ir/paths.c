/* paths.c - walks back from the blocks that read a value to those that write it, one value after the other.
 *
 * Only values that some block reads before it writes them take part: the others are written where they are
 * read. A walk takes the time of the blocks that it passes.
 */
#include "fcc/ir/paths.h"

struct edge {
    struct edge *next; /* to the same block */
    uint32_t from;
};

struct read {
    struct read *next; /* of the same value */
    const void *reader;
    uint32_t block;
    bool at_end;
};

struct write {
    struct write *next; /* of the same value, another block */
    uint32_t block;
};

struct paths {
    struct arena *arena;
    uint32_t value_count;
    uint32_t block_count;
    uint32_t entry;
    uint32_t block;        /* block of the reads and writes that are added now */
    struct edge **edges;   /* by block: to it */
    struct read **reads;   /* by value: reads without an earlier write in their block, latest first */
    struct write **writes; /* by value: the blocks that write it */
};

struct paths *paths_new(struct arena *arena, uint32_t value_count, uint32_t block_count, uint32_t entry)
{
    struct paths *paths = ARENA_NEW(arena, struct paths);
    paths->arena = arena;
    paths->value_count = value_count;
    paths->block_count = block_count;
    paths->entry = entry;
    paths->edges = ARENA_ARRAY(arena, struct edge *, block_count + 1);
    paths->reads = ARENA_ARRAY(arena, struct read *, value_count + 1);
    paths->writes = ARENA_ARRAY(arena, struct write *, value_count + 1);
    return paths;
}

void paths_add_edge(struct paths *paths, uint32_t from, uint32_t to)
{
    struct edge *edge = ARENA_NEW(paths->arena, struct edge);
    edge->from = from;
    edge->next = paths->edges[to];
    paths->edges[to] = edge;
}

void paths_begin_block(struct paths *paths, uint32_t block)
{
    paths->block = block;
}

static bool is_written_here(const struct paths *paths, uint32_t value)
{
    return paths->writes[value] != NULL && paths->writes[value]->block == paths->block;
}

static void add_read(struct paths *paths, uint32_t value, uint32_t block, bool at_end, const void *reader)
{
    struct read *read = ARENA_NEW(paths->arena, struct read);
    read->next = paths->reads[value];
    read->reader = reader;
    read->block = block;
    read->at_end = at_end;
    paths->reads[value] = read;
}

void paths_read(struct paths *paths, uint32_t value, const void *reader)
{
    const struct read *last = paths->reads[value];
    bool known = last != NULL && last->block == paths->block && !last->at_end;
    if (!known && !is_written_here(paths, value))
        add_read(paths, value, paths->block, false, reader);
}

void paths_read_at_end(struct paths *paths, uint32_t value, uint32_t block, const void *reader)
{
    add_read(paths, value, block, true, reader);
}

void paths_write(struct paths *paths, uint32_t value)
{
    if (!is_written_here(paths, value)) {
        struct write *write = ARENA_NEW(paths->arena, struct write);
        write->next = paths->writes[value];
        write->block = paths->block;
        paths->writes[value] = write;
    }
}

/* What the walks of all values share. */
struct walk {
    const struct paths *paths;
    uint32_t *written; /* by block: the last walk in which it writes the value */
    uint32_t *passed;  /* by block: the last walk that came to its start */
    uint32_t *stack;
    uint32_t number; /* of this walk, from 1 */
};

/* Whether a path leads from the entry to a read without a write of the value. */
static bool reaches_entry(struct walk *walk, const struct read *read)
{
    uint32_t depth = 0;
    if (read->at_end && walk->written[read->block] == walk->number)
        return false;
    if (walk->passed[read->block] != walk->number) {
        walk->passed[read->block] = walk->number;
        walk->stack[depth++] = read->block;
    }
    while (depth > 0) {
        uint32_t block = walk->stack[--depth];
        if (block == walk->paths->entry)
            return true;
        for (const struct edge *edge = walk->paths->edges[block]; edge != NULL; edge = edge->next) {
            if (walk->written[edge->from] != walk->number && walk->passed[edge->from] != walk->number) {
                walk->passed[edge->from] = walk->number;
                walk->stack[depth++] = edge->from;
            }
        }
    }
    return false;
}

/* Begins a walk for the reads of a value. A walk that reaches the entry stops there, so another one
 * follows. */
static void begin_walk(struct walk *walk, uint32_t value)
{
    walk->number++;
    for (const struct write *write = walk->paths->writes[value]; write != NULL; write = write->next)
        walk->written[write->block] = walk->number;
}

void paths_find_all(const struct paths *paths, bool (*visit)(void *context, struct paths_gap gap),
                    void *context)
{
    struct walk walk = {.paths = paths,
                        .written = ARENA_ARRAY(paths->arena, uint32_t, paths->block_count + 1),
                        .passed = ARENA_ARRAY(paths->arena, uint32_t, paths->block_count + 1),
                        .stack = ARENA_ARRAY(paths->arena, uint32_t, paths->block_count + 1)};
    for (uint32_t value = 0; value < paths->value_count; value++) {
        if (paths->reads[value] == NULL)
            continue;
        begin_walk(&walk, value);
        for (const struct read *read = paths->reads[value]; read != NULL; read = read->next) {
            if (!reaches_entry(&walk, read))
                continue;
            if (!visit(context, (struct paths_gap){read->reader, value, read->block}))
                return;
            begin_walk(&walk, value);
        }
    }
}

static bool take_first(void *context, struct paths_gap gap)
{
    *(struct paths_gap *)context = gap;
    return false;
}

struct paths_gap paths_find(const struct paths *paths)
{
    struct paths_gap first = {NULL, 0, 0};
    paths_find_all(paths, take_first, &first);
    return first;
}
