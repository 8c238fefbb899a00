/* queue.c - see queue.h. */
#include "sim/checkpoint/queue.h"

#include "common/system/system.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LEAST = 4 };

/* A ring of pieces. */
struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t news; /* for a waiting thread: the other side has put, taken, ended or left */
    unsigned char *bytes;
    size_t piece;      /* bytes of a piece */
    size_t count;      /* of pieces */
    size_t put, taken; /* pieces so far; while is_taking, the consumer has the piece `taken` */
    size_t *sizes;     /* of what is in each piece */
    bool is_taking;    /* the consumer has a piece */
    bool has_ended, has_left;
};

static size_t count_pieces(size_t piece, size_t room)
{
    const long pages = sysconf(_SC_AVPHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    const size_t most = pages > 0 && page_bytes > 0 ? (size_t)pages / 4 * (size_t)page_bytes : 0;
    const size_t count = (room < most ? room : most) / piece;
    return count > LEAST ? count : LEAST;
}

struct queue *queue_create(size_t piece, size_t room)
{
    struct queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    *queue = (struct queue){.piece = piece, .count = count_pieces(piece, room)};
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->news, NULL);
    queue->sizes = calloc(queue->count, sizeof *queue->sizes);
    queue->bytes = system_reserve(queue->count * piece);
    if (queue->sizes == NULL || queue->bytes == NULL) {
        queue_destroy(queue);
        return NULL;
    }
    system_advise_large(queue->bytes, queue->count * piece);
    return queue;
}

unsigned char *queue_put(struct queue *queue, size_t size)
{
    pthread_mutex_lock(&queue->mutex);
    if (size != 0) {
        queue->sizes[queue->put++ % queue->count] = size;
        pthread_cond_signal(&queue->news);
    }
    while (queue->put - queue->taken == queue->count && !queue->has_left)
        pthread_cond_wait(&queue->news, &queue->mutex);
    unsigned char *bytes = queue->has_left ? NULL : queue->bytes + queue->put % queue->count * queue->piece;
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
    queue->taken += queue->is_taking;
    pthread_cond_signal(&queue->news);
    while (queue->put == queue->taken && !queue->has_ended && !queue->has_left)
        pthread_cond_wait(&queue->news, &queue->mutex);
    queue->is_taking = queue->put != queue->taken && !queue->has_left;
    const size_t at = queue->taken % queue->count;
    const unsigned char *bytes = queue->is_taking ? queue->bytes + at * queue->piece : NULL;
    *size = queue->is_taking ? queue->sizes[at] : 0;
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
        munmap(queue->bytes, queue->count * queue->piece);
    free(queue->sizes);
    pthread_mutex_destroy(&queue->mutex);
    pthread_cond_destroy(&queue->news);
    free(queue);
}
