/* queue.h - pieces of a snapshot between the run, which makes them, and the thread that packs them: they wait
 * in memory, so that the run can go on before all of them are written.
 *
 * One maker, one taker. Knows threads and memory of the host, nothing of what is in the pieces.
 */
#ifndef PRAM_CHECKPOINT_QUEUE_H
#define PRAM_CHECKPOINT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct queue;

/* Pieces of at most `piece` bytes; about `room` bytes of memory at most, and a quarter of what the host has
 * free, but as many as it needs. NULL: memory is short. */
struct queue *queue_create(size_t piece, size_t room);

/* Room for a piece, for the maker. `size`: of the bytes that lie in what it got last, which go on now; 0:
 * none do. Waits until there is room. NULL: the taker has left. */
unsigned char *queue_put(struct queue *queue, size_t size);

/* No more pieces come. */
void queue_end(struct queue *queue);

/* The next piece, for the taker, valid until it takes another one. Waits until there is one. NULL: no more
 * come. */
const unsigned char *queue_take(struct queue *queue, size_t *size);

/* Closes the queue, from either side: a waiting thread goes on and gets NULL. */
void queue_leave(struct queue *queue);
bool queue_is_left(struct queue *queue);

/* When no thread uses it any more. */
void queue_destroy(struct queue *queue);

#endif
