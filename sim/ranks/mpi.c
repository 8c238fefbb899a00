/* mpi.c - the plugin pram-mpi.so: ranks by MPI (sim/machine/ranks.h).
 *
 * Collectives only. A rank that dies is MPI's to notice: mpirun ends all others. Threads of one process share
 * memory, processes send each other copies of it: so those of one host become one rank, which has the cores
 * of all. Calls MPI and the C library; knows no machine.
 */
#include <mpi.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

#include "sim/machine/ranks.h"

enum { MOST = 1 << 30 };            /* bytes */
enum { LOOKS = 400, PAUSE = 5000 }; /* some 50 microseconds; nanoseconds */

enum { IDLE_LEAST = 1000000, IDLE_MOST = 20000000 }; /* nanoseconds */

struct link {
    MPI_Comm taking_part;
};

static struct link *link_of(const struct ranks *ranks)
{
    return ranks->link;
}

/* Waits as threads do (sim/team): looks for a while, which is longer than messages on one host take, then
 * sleeps between looks: others may need the core to get on, a rank of this machine among them. */
static void await(MPI_Request *request)
{
    const struct timespec pause = {.tv_nsec = PAUSE};
    int is_done = 0;
    for (unsigned looks = 0; !is_done; looks++) {
        MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
        if (!is_done && looks > LOOKS)
            nanosleep(&pause, NULL);
    }
}

static void gather(struct ranks *ranks, const void *own, void *all, size_t bytes)
{
    MPI_Request request;
    MPI_Iallgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, link_of(ranks)->taking_part,
                   &request);
    await(&request);
    ranks->bytes += bytes * (ranks->size - 1);
    ranks->messages += ranks->size - 1;
}

/* MPI counts in `int`: pieces are counted in words of 8 bytes. */
static void gather_pieces(struct ranks *ranks, const void *own, void *all, const size_t *sizes, bool for_all)
{
    const bool receives = for_all || ranks->rank == 0;
    int counts[RANKS_MAX], starts[RANKS_MAX], start = 0;
    MPI_Request request;
    for (unsigned r = 0; r < ranks->size; r++) {
        counts[r] = (int)(sizes[r] / sizeof(uint64_t));
        starts[r] = start;
        start += counts[r];
        if (receives && r != ranks->rank && counts[r] != 0) {
            ranks->bytes += sizes[r];
            ranks->messages++;
        }
    }
    if (for_all)
        MPI_Iallgatherv(own, counts[ranks->rank], MPI_UINT64_T, all, counts, starts, MPI_UINT64_T,
                        link_of(ranks)->taking_part, &request);
    else
        MPI_Igatherv(own, counts[ranks->rank], MPI_UINT64_T, all, counts, starts, MPI_UINT64_T, 0,
                     link_of(ranks)->taking_part, &request);
    await(&request);
}

static void broadcast(struct ranks *ranks, void *data, size_t bytes, unsigned from)
{
    unsigned char *next = data;
    for (size_t left = bytes; left != 0;) {
        const size_t part = left < MOST ? left : MOST;
        MPI_Request request;
        MPI_Ibcast(next, (int)part, MPI_BYTE, (int)from, link_of(ranks)->taking_part, &request);
        await(&request);
        next += part;
        left -= part;
        if (ranks->rank != from) {
            ranks->bytes += part;
            ranks->messages++;
        }
    }
}

static void narrow(struct ranks *ranks, unsigned count)
{
    struct link *link = link_of(ranks);
    MPI_Comm some;
    if (count >= ranks->size)
        return;
    MPI_Comm_split(link->taking_part, ranks->rank < count ? 0 : 1, (int)ranks->rank, &some);
    link->taking_part = some;
    ranks->joined = ranks->rank < count ? ranks->joined : 0;
    ranks->size = count;
}

/* All meet at the end. Those that take no part look for it now and then, the more seldom the longer it takes:
 * their cores are the others'. */
static void leave(struct ranks *ranks)
{
    MPI_Request request;
    struct timespec pause = {.tv_nsec = IDLE_LEAST};
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int is_over = 0; ranks->joined == 0 && !is_over;) {
        MPI_Test(&request, &is_over, MPI_STATUS_IGNORE);
        if (!is_over)
            nanosleep(&pause, NULL);
        pause.tv_nsec += pause.tv_nsec < IDLE_MOST ? pause.tv_nsec / 8 : 0;
    }
    if (ranks->joined != 0)
        await(&request);
    MPI_Finalize();
    free(link_of(ranks));
    ranks->link = NULL;
}

static void end_all(struct ranks *ranks, int status)
{
    (void)ranks;
    MPI_Abort(MPI_COMM_WORLD, status);
}

/* ---- processes of one host */

/* This process may run on the cores of all of them: mpirun has given each its own. */
static void take_cores(MPI_Comm together)
{
    cpu_set_t own, all;
    if (sched_getaffinity(0, sizeof own, &own) != 0)
        CPU_ZERO(&own);
    MPI_Allreduce(&own, &all, sizeof own, MPI_BYTE, MPI_BOR, together);
    sched_setaffinity(0, sizeof all, &all); /* where it fails, the threads share what there is */
}

/* Every `join` processes of a host become the first one of them. */
static void join_processes(struct ranks *ranks, unsigned join)
{
    MPI_Comm host, together;
    int place, joined, size;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, (int)ranks->rank, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &place);
    MPI_Comm_split(host, join != 0 ? place / (int)join : 0, place, &together);
    MPI_Comm_rank(together, &place);
    MPI_Comm_size(together, &joined);
    take_cores(together);
    MPI_Allreduce(MPI_IN_PLACE, &joined, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, place != 0, (int)ranks->rank, &link_of(ranks)->taking_part);
    ranks->joined = place == 0 ? (unsigned)joined : 0;
    MPI_Comm_rank(link_of(ranks)->taking_part, &place);
    MPI_Comm_size(link_of(ranks)->taking_part, &size);
    ranks->rank = (unsigned)place;
    ranks->size = (unsigned)size;
}

static bool connect(struct ranks *ranks, unsigned join, char *error, size_t error_size)
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
    *ranks = (struct ranks){.rank = (unsigned)rank,
                            .size = (unsigned)size,
                            .processes = (unsigned)size,
                            .joined = 1,
                            .gather = gather,
                            .gather_pieces = gather_pieces,
                            .broadcast = broadcast,
                            .narrow = narrow,
                            .leave = leave,
                            .abort = end_all,
                            .link = link};
    if (join != 1)
        join_processes(ranks, join);
    if (ranks->size <= RANKS_MAX && given >= MPI_THREAD_FUNNELED)
        return true;
    snprintf(error, error_size,
             ranks->size > RANKS_MAX ? "%u ranks, and %d are the most" : "this MPI knows no threads",
             ranks->size, RANKS_MAX);
    leave(ranks);
    return false;
}

extern const struct ranks_plugin ranks_connect;
const struct ranks_plugin ranks_connect = {.version = RANKS_PLUGIN_VERSION, .connect = connect};
