/* mpi.c - the plugin pram-mpi.so: ranks by MPI (sim/machine/ranks.h).
 *
 * Two-sided messages and collectives only. Long pieces go in parts. A rank that dies is MPI's to notice:
 * mpirun ends all others. Calls MPI and the C library; knows no machine.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

#include "sim/machine/ranks.h"

enum { PART = 1 << 22, MOST = 1 << 30 }; /* bytes */
enum { TAG_END = 1 };
enum { LOOKS = 400, PAUSE = 5000 }; /* some 50 microseconds; nanoseconds */

struct link {
    MPI_Comm taking_part;
    unsigned outside; /* rank 0: as many wait for the end */
    unsigned all;
};

static struct link *link_of(const struct ranks *ranks)
{
    return ranks->link;
}

/* Waits as threads do (sim/bsp/team): looks for a while, which is longer than messages on one host take, then
 * sleeps between looks: others may need the core to get on, a rank of this machine among them. */
static void await(int count, MPI_Request *requests)
{
    const struct timespec pause = {.tv_nsec = PAUSE};
    int are_done = 0;
    for (unsigned looks = 0; !are_done; looks++) {
        MPI_Testall(count, requests, &are_done, MPI_STATUSES_IGNORE);
        if (!are_done && looks > LOOKS)
            nanosleep(&pause, NULL);
    }
}

static void gather(struct ranks *ranks, const void *own, void *all, size_t bytes)
{
    MPI_Request request;
    MPI_Iallgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, link_of(ranks)->taking_part,
                   &request);
    await(1, &request);
    ranks->bytes += bytes * (ranks->size - 1);
    ranks->messages += ranks->size - 1;
}

/* The part of each rank's piece from `at` on. */
static void gather_part(struct ranks *ranks, const unsigned char *own, unsigned char *all,
                        const size_t *sizes, size_t at, size_t most)
{
    struct link *link = link_of(ranks);
    size_t start = 0;
    MPI_Request requests[2 * RANKS_MAX];
    int count = 0;
    for (unsigned r = 0; r < ranks->size; start += sizes[r++]) {
        const size_t left = sizes[r] > at ? sizes[r] - at : 0, bytes = left < most ? left : most;
        if (r == ranks->rank || bytes == 0)
            continue;
        MPI_Irecv(all + start + at, (int)bytes, MPI_BYTE, (int)r, 0, link->taking_part, &requests[count++]);
        ranks->bytes += bytes;
        ranks->messages++;
    }
    const size_t left = sizes[ranks->rank] > at ? sizes[ranks->rank] - at : 0;
    const size_t bytes = left < most ? left : most;
    for (unsigned r = 0; bytes != 0 && r < ranks->size; r++)
        if (r != ranks->rank)
            MPI_Isend(own + at, (int)bytes, MPI_BYTE, (int)r, 0, link->taking_part, &requests[count++]);
    await(count, requests);
}

static void gather_pieces(struct ranks *ranks, const void *own, void *all, const size_t *sizes)
{
    size_t longest = 0;
    for (unsigned r = 0; r < ranks->size; r++)
        longest = sizes[r] > longest ? sizes[r] : longest;
    for (size_t at = 0; at < longest; at += PART)
        gather_part(ranks, own, all, sizes, at, PART);
}

static void broadcast(struct ranks *ranks, void *data, size_t bytes, unsigned from)
{
    unsigned char *next = data;
    for (size_t left = bytes; left != 0;) {
        const size_t part = left < MOST ? left : MOST;
        MPI_Request request;
        MPI_Ibcast(next, (int)part, MPI_BYTE, (int)from, link_of(ranks)->taking_part, &request);
        await(1, &request);
        next += part;
        left -= part;
        if (ranks->rank != from) {
            ranks->bytes += part;
            ranks->messages++;
        }
    }
}

/* Those who take no part look now and then whether it is over: their cores are the others'. */
static void await_end(void)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (int is_over = 0; !is_over; nanosleep(&pause, NULL))
        MPI_Iprobe(0, TAG_END, MPI_COMM_WORLD, &is_over, MPI_STATUS_IGNORE);
    MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void narrow(struct ranks *ranks, unsigned count)
{
    struct link *link = link_of(ranks);
    MPI_Comm some;
    if (count >= ranks->size)
        return;
    MPI_Comm_split(link->taking_part, ranks->rank < count ? 0 : 1, (int)ranks->rank, &some);
    link->taking_part = some;
    if (ranks->rank >= count)
        await_end();
    link->outside = ranks->size - count;
    ranks->size = count;
}

static void leave(struct ranks *ranks)
{
    struct link *link = link_of(ranks);
    for (unsigned r = link->all - link->outside; ranks->rank == 0 && r < link->all; r++)
        MPI_Send(NULL, 0, MPI_BYTE, (int)r, TAG_END, MPI_COMM_WORLD);
    MPI_Finalize();
    free(link);
    ranks->link = NULL;
}

static void end_all(struct ranks *ranks, int status)
{
    (void)ranks;
    MPI_Abort(MPI_COMM_WORLD, status);
}

static bool connect(struct ranks *ranks, char *error, size_t error_size)
{
    struct link *link = calloc(1, sizeof *link);
    int rank, size, given;
    if (link == NULL || MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) {
        snprintf(error, error_size, "MPI does not start");
        free(link);
        return false;
    }
    prctl(PR_SET_TIMERSLACK, 1000ul); /* nanoseconds: pauses are as short as that */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    link->taking_part = MPI_COMM_WORLD;
    link->all = (unsigned)size;
    *ranks = (struct ranks){.rank = (unsigned)rank,
                            .size = (unsigned)size,
                            .gather = gather,
                            .gather_pieces = gather_pieces,
                            .broadcast = broadcast,
                            .narrow = narrow,
                            .leave = leave,
                            .abort = end_all,
                            .link = link};
    if (size <= RANKS_MAX && given >= MPI_THREAD_FUNNELED)
        return true;
    snprintf(error, error_size,
             size > RANKS_MAX ? "%d ranks, and %d are the most" : "this MPI knows no threads", size,
             RANKS_MAX);
    leave(ranks);
    return false;
}

extern const struct ranks_plugin ranks_connect;
const struct ranks_plugin ranks_connect = {.version = RANKS_PLUGIN_VERSION, .connect = connect};
