/* queue.c - see queue.h.
 *
 * The piece that was freed last is filled next: as long as the consumer keeps up, a few pieces stay in the
 * caches, and no more memory is touched. */
#include "sim/checkpoint/queue.h"

#include "common/system/system.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LEAST = 4, NONE = -1 };

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t news; /* for a waiting thread: the other side has put, taken, ended or left */
    unsigned char *bytes;
    size_t piece, size; /* bytes of a piece, of all */
    int count;          /* of pieces */
    int making, taking; /* the producer's piece, the consumer's piece; or NONE */
    int *idle;          /* a stack of unused pieces */
    int idle_count;
    int *waiting; /* ring of pieces for the consumer: waiting_count from first_waiting on */
    int first_waiting, waiting_count;
    size_t *sizes; /* of what is in each piece */
    bool has_ended, has_left;
};

static int count_pieces(size_t piece, size_t room)
{
    const long pages = sysconf(_SC_AVPHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    const size_t most = pages > 0 && page_bytes > 0 ? (size_t)pages / 4 * (size_t)page_bytes : 0;
    const size_t count = (room < most ? room : most) / piece;
    return count > LEAST ? (int)count : LEAST;
}

static bool make_room(struct queue *queue)
{
    const size_t count = (size_t)queue->count;
    queue->idle = calloc(count, sizeof *queue->idle);
    queue->waiting = calloc(count, sizeof *queue->waiting);
    queue->sizes = calloc(count, sizeof *queue->sizes);
    queue->bytes = system_reserve(queue->size);
    return queue->idle != NULL && queue->waiting != NULL && queue->sizes != NULL && queue->bytes != NULL;
}

struct queue *queue_create(size_t piece, size_t room)
{
    struct queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    *queue =
        (struct queue){.piece = piece, .count = count_pieces(piece, room), .making = NONE, .taking = NONE};
    queue->size = (size_t)queue->count * piece;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->news, NULL);
    if (!make_room(queue)) {
        queue_destroy(queue);
        return NULL;
    }
    system_advise_large(queue->bytes, queue->size);
    while (queue->idle_count < queue->count) {
        queue->idle[queue->idle_count] = queue->count - 1 - queue->idle_count;
        queue->idle_count++;
    }
    return queue;
}

unsigned char *queue_put(struct queue *queue, size_t size)
{
    pthread_mutex_lock(&queue->mutex);
    if (size != 0 && queue->making != NONE) {
        queue->sizes[queue->making] = size;
        queue->waiting[(queue->first_waiting + queue->waiting_count++) % queue->count] = queue->making;
        queue->making = NONE;
        pthread_cond_signal(&queue->news);
    }
    while (queue->making == NONE && queue->idle_count == 0 && !queue->has_left)
        pthread_cond_wait(&queue->news, &queue->mutex);
    if (queue->making == NONE && queue->idle_count != 0)
        queue->making = queue->idle[--queue->idle_count];
    unsigned char *bytes = queue->has_left ? NULL : queue->bytes + (size_t)queue->making * queue->piece;
    pthread_mutex_unlock(&queue->mutex);
    return bytes;
}

void queue_end(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->has_ended = true;
    pthread_cond_signal(&queue->news);
    pthread_mutex_unlock(&queue->mutex);
}

const unsigned char *queue_take(struct queue *queue, size_t *size)
{
    pthread_mutex_lock(&queue->mutex);
    if (queue->taking != NONE) {
        queue->idle[queue->idle_count++] = queue->taking;
        queue->taking = NONE;
        pthread_cond_signal(&queue->news);
    }
    while (queue->waiting_count == 0 && !queue->has_ended && !queue->has_left)
        pthread_cond_wait(&queue->news, &queue->mutex);
    if (queue->waiting_count != 0 && !queue->has_left) {
        queue->taking = queue->waiting[queue->first_waiting];
        queue->first_waiting = (queue->first_waiting + 1) % queue->count;
        queue->waiting_count--;
    }
    const unsigned char *bytes =
        queue->taking != NONE ? queue->bytes + (size_t)queue->taking * queue->piece : NULL;
    *size = queue->taking != NONE ? queue->sizes[queue->taking] : 0;
    pthread_mutex_unlock(&queue->mutex);
    return bytes;
}

void queue_leave(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->has_left = true;
    pthread_cond_broadcast(&queue->news);
    pthread_mutex_unlock(&queue->mutex);
}

bool queue_is_left(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    const bool is_left = queue->has_left;
    pthread_mutex_unlock(&queue->mutex);
    return is_left;
}

void queue_destroy(struct queue *queue)
{
    if (queue->bytes != NULL)
        munmap(queue->bytes, queue->size);
    free(queue->idle);
    free(queue->waiting);
    free(queue->sizes);
    pthread_mutex_destroy(&queue->mutex);
    pthread_cond_destroy(&queue->news);
    free(queue);
}
