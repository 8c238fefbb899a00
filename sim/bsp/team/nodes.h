/* nodes.h - the memory nodes of the host: memory is brought to where a thread works.
 *
 * In a host with several processors each has memory of its own, and reaches that of the others more slowly.
 * Linux gives a page to the processor whose thread first touches it; what another thread has touched before
 * is moved here. Where the user has said where memory is to lie (numactl), nothing is done. By two system
 * calls and not by libnuma, which would bring nothing but the same calls. May call the C library only; knows
 * nothing of teams.
 */
#ifndef PRAM_NODES_H
#define PRAM_NODES_H

#include <stdbool.h>
#include <stddef.h>

enum { NODES_MOST = 1024 };

struct nodes {
    unsigned count; /* those that this process may use; at least 1 */
    unsigned long set[NODES_MOST / (8 * sizeof(unsigned long))]; /* a bit for each */
};

/* To be called before a run is confined (--safe). Cannot fail: where nothing is known there is one node. */
void nodes_find(struct nodes *nodes);

/* Whether it matters where memory lies. Hostile builds say yes, so that all calls are made. */
bool nodes_differ(const struct nodes *nodes);

/* The node of the core on which this thread runs now. */
unsigned nodes_here(void);

/* Moves the pages of these bytes to a node, and has pages that nobody has touched yet lie there, too, while
 * it has room. Pages are moved whole. What stands in them stays, and may be used meanwhile. Nothing happens
 * where the system does not allow it. */
void nodes_bring(unsigned node, void *memory, size_t bytes);

/* The pages of these bytes lie on all nodes in turns. As nodes_bring. */
void nodes_spread(const struct nodes *nodes, void *memory, size_t bytes);

#endif
