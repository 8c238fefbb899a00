/* queue.h - a queue of words that any number of PPs use at the same time. Asynchronous.
 *
 * PPs that put or get in one cycle do not wait for each other: one mpadd gives each PP its own place. Items
 * come out in the order of their places. The queue lies in shared memory.
 */
#ifndef FORK_QUEUE_H
#define FORK_QUEUE_H

#include <stddef.h>

struct queue_place { /* all 0 to begin with */
    int turn;
    int item;
};
typedef struct fork_queue {
    int items; /* that may be taken */
    int tail;  /* places that were given to those that put */
    int head;  /* and to those that get */
    int capacity;
    struct queue_place *places;
} queue;

/* by one PP, before the others use it; the places come from shmalloc */
void queue_init(queue *q, int capacity); /* a power of two */
void queue_destroy(queue *q);

void queue_put(queue *q, int item);     /* waits while the queue is full */
int queue_get(queue *q);                /* waits while it is empty */
int queue_try_get(queue *q, int *item); /* 1: got it, 0: the queue is empty */
int queue_length(const queue *q);       /* items, at some moment during the call */

#endif
