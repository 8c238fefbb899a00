/* queue.h - pieces of a snapshot between the run, which makes them, and the thread that compresses them: they
 * wait in memory, so that the run can continue before all are written.
 *
 * One producer, one consumer. Knows threads and memory of the host; does not interpret the pieces.
 */
#ifndef PRAM_CHECKPOINT_QUEUE_H
#define PRAM_CHECKPOINT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct queue;

/* Pieces of at most `piece` bytes; at most about `room` bytes of memory and a quarter of the host's free
 * memory, but as many as a piece needs. NULL: memory is short. */
struct queue *queue_create(size_t piece, size_t room);

/* Room for a piece, for the producer. `size`: bytes in the previous room, which are passed on; 0: none. Waits
 * until there is room. NULL: the consumer has left. */
unsigned char *queue_put(struct queue *queue, size_t size);

/* The end of the pieces. */
void queue_end(struct queue *queue);

/* The next piece, for the consumer, valid until the next call. Waits for one. NULL: the end. */
const unsigned char *queue_take(struct queue *queue, size_t *size);

/* Closes the queue, from either side: a waiting thread continues with NULL. */
void queue_leave(struct queue *queue);
bool queue_is_left(struct queue *queue);

/* After both threads have stopped using it. */
void queue_destroy(struct queue *queue);

#endif
