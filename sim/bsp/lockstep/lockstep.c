/* lockstep.c - see lockstep.h: where blocks may begin, and who translates them. Calls the plugin, and POSIX
 * threads.
 *
 * Any thread of the run may ask; one request at a time is taken, the others are asked again later. What has
 * been made is offered by whoever has made it.
 */
#include "sim/bsp/lockstep/lockstep.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "asm/isa.h"
#include "sim/bsp/lockstep/inside.h"

/* A place is hot when tiles have come there so often. */
enum { HOT = 64, HOT_AT_ONCE = 1 };

/* Blocks and instructions of a run at most. */
enum { BLOCKS_MOST = 1000 };

/* Before the run has lasted so long, in seconds, there are no entries, and nothing is loaded: to load LLVM,
 * or to wait at the end of the run until it is loaded, takes some 20 ms. The clock is asked after so many
 * segments. */
#define PATIENCE 0.1
enum { SEGMENTS_BETWEEN = 16 };

/* On one core the thread works for this part of the time at most. */
#define SHARE_OF_ONE_CORE 10

struct lockstep {
    struct place_owner owner; /* first: places know it */
    struct native_subject subject;
    const struct operation *source;
    struct operation *code; /* a copy of it */
    struct place *places;   /* by pc; NULL: there are no entries yet */
    unsigned segments;      /* since the clock was asked */
    const struct native_plugin *plugin;
    struct native_translator *translator;
    double began;
    bool at_once;      /* who asks does it, and waits */
    _Atomic bool over; /* no more blocks */
    struct lockstep_entry *entries[BLOCKS_MOST];
    uint32_t entry_count;
    uint64_t stats[STATS_NATIVES];
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t mutex; /* of all that follows, and of what is made */
    pthread_cond_t changed;
    bool has_request, ends;
    struct place *place;
    struct block_request request;
};

/* ---- the work itself */

static double thread_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Where the process may have so much memory and no more LLVM would end it when there is none left: it takes
 * 100 MiB of addresses to load. */
static bool memory_is_bounded(void)
{
    struct rlimit addresses, data;
    return getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur != RLIM_INFINITY ||
           getrlimit(RLIMIT_DATA, &data) != 0 || data.rlim_cur != RLIM_INFINITY;
}

/* Loads plugin and LLVM. */
static bool open_translator(struct lockstep *lockstep)
{
    char error[160];
    if (lockstep->translator != NULL)
        return true;
    if (memory_is_bounded())
        return false;
    lockstep->plugin = native_find_plugin(error, sizeof error);
    if (lockstep->plugin != NULL)
        lockstep->translator = lockstep->plugin->create(&lockstep->subject, error, sizeof error);
    return lockstep->translator != NULL;
}

/* An answer: an entry, NULL if there is no block at the place. Without memory or LLVM all is over. */
struct answer {
    struct lockstep_entry *entry;
    bool over;
    double seconds;
};

/* Hostile builds: LLVM fails now and then. */
static bool fails_for_nothing(const struct lockstep *lockstep)
{
#ifdef PRAM_HOSTILE
    return (lockstep->entry_count + lockstep->stats[STATS_NATIVE_bytes] / 8) % 7 == 3;
#else
    (void)lockstep;
    return false;
#endif
}

static struct answer translate(struct lockstep *lockstep, const struct block_request *request)
{
    const double began = thread_seconds();
    struct answer answer = {.entry = calloc(1, sizeof *answer.entry)};
    answer.over = answer.entry == NULL || !open_translator(lockstep);
    if (answer.over || fails_for_nothing(lockstep) ||
        !lockstep->plugin->translate_block(lockstep->translator, request, &answer.entry->block)) {
        free(answer.entry);
        answer.entry = NULL;
    }
    answer.seconds = thread_seconds() - began;
    return answer;
}

/* Where a block ends, or where the tile comes back from an instruction that is none's, one may begin. */
static void offer_next(struct lockstep *lockstep, const struct lockstep_entry *entry, uint32_t pc)
{
    const struct instruction *i = &lockstep->code[pc].i;
    uint32_t next = entry != NULL ? pc + entry->block.count : pc + (i->traits & DECODE_DELAYED ? 2 : 1);
    if (next < lockstep->subject.count)
        place_offer(&lockstep->owner, &lockstep->places[next], next);
}

/* Offers what has been made. Under the mutex. */
static void take(struct lockstep *lockstep, struct place *place, const struct answer *answer)
{
    struct lockstep_entry *entry = answer->entry;
    lockstep->stats[STATS_NATIVE_microseconds] += (uint64_t)(answer->seconds * 1e6);
    if (entry != NULL) {
        lockstep->entries[lockstep->entry_count++] = entry;
        lockstep->stats[STATS_NATIVE_blocks]++;
        lockstep->stats[STATS_NATIVE_block_instructions] += entry->block.count;
        lockstep->stats[STATS_NATIVE_bytes] += entry->block.bytes;
        place_offer_block(place, entry);
    }
    if (answer->over || lockstep->entry_count == BLOCKS_MOST)
        atomic_store_explicit(&lockstep->over, true, memory_order_relaxed);
    offer_next(lockstep, entry, place->pc);
    atomic_fetch_add_explicit(&place->made, 1, memory_order_release);
    atomic_store_explicit(&place->met, 0, memory_order_relaxed);
}

/* ---- the thread */

static bool has_one_core(void)
{
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) == 1;
}

/* Waits so long, or until the run is over. Under the mutex. */
static void rest(struct lockstep *lockstep, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    const double nanoseconds = (double)until.tv_nsec + seconds * 1e9;
    until.tv_sec += (time_t)(nanoseconds / 1e9);
    until.tv_nsec = (long)nanoseconds % 1000000000;
    while (!lockstep->ends && pthread_cond_timedwait(&lockstep->changed, &lockstep->mutex, &until) == 0)
        continue;
}

static void *work_in_background(void *context)
{
    struct lockstep *lockstep = context;
    const bool alone = has_one_core();
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), 10); /* the first to wait for a core */
    pthread_mutex_lock(&lockstep->mutex);
    while (!lockstep->ends) {
        if (!lockstep->has_request) {
            pthread_cond_wait(&lockstep->changed, &lockstep->mutex);
            continue;
        }
        struct place *const place = lockstep->place;
        const struct block_request request = lockstep->request;
        pthread_mutex_unlock(&lockstep->mutex);
        const struct answer answer = translate(lockstep, &request);
        pthread_mutex_lock(&lockstep->mutex);
        take(lockstep, place, &answer);
        if (alone)
            rest(lockstep, answer.seconds * (SHARE_OF_ONE_CORE - 1));
        lockstep->has_request = false;
    }
    pthread_mutex_unlock(&lockstep->mutex);
    return NULL;
}

/* Signals are for the thread that runs. */
static bool start_thread(struct lockstep *lockstep)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    lockstep->has_thread = pthread_create(&lockstep->thread, NULL, work_in_background, lockstep) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return lockstep->has_thread;
}

/* False: not now. */
static bool post(struct lockstep *lockstep, struct place *place, const struct block_request *request)
{
    if (lockstep->has_request)
        return false;
    if (!lockstep->has_thread && !start_thread(lockstep)) {
        atomic_store(&lockstep->over, true);
        return true;
    }
    lockstep->place = place;
    lockstep->request = *request;
    lockstep->has_request = true;
    pthread_cond_signal(&lockstep->changed);
    return true;
}

static void ask(struct place_owner *owner, struct place *place, const struct block_request *request)
{
    struct lockstep *lockstep = (struct lockstep *)owner;
    if (atomic_load_explicit(&lockstep->over, memory_order_relaxed))
        return;
    bool taken = true;
    pthread_mutex_lock(&lockstep->mutex);
    if (!lockstep->at_once) {
        taken = post(lockstep, place, request);
    } else if (!atomic_load_explicit(&lockstep->over, memory_order_relaxed)) {
        const struct answer answer = translate(lockstep, request);
        take(lockstep, place, &answer);
    }
    pthread_mutex_unlock(&lockstep->mutex);
    if (!taken)
        atomic_store_explicit(&place->met, 0, memory_order_relaxed);
}

/* ---- where blocks may begin */

/* After an instruction that leads away, and where it leads to; places that are found later are offered then
 * (offer_next). */
static void offer_places(struct lockstep *lockstep)
{
    const uint32_t count = lockstep->subject.count;
    for (uint32_t pc = 0; pc < count; pc++) {
        const struct instruction *i = &lockstep->code[pc].i;
        const bool leads_away = i->kind == ISA_KIND_BRANCH || i->kind == ISA_KIND_CALL;
        if (leads_away && i->opcode != OP_callr && i->constant < count)
            place_offer(&lockstep->owner, &lockstep->places[i->constant], i->constant);
        if ((leads_away || i->kind == ISA_KIND_JUMP) && pc + 1 < count)
            place_offer(&lockstep->owner, &lockstep->places[pc + 1], pc + 1);
    }
}

/* If memory is short there are none. */
static void open_places(struct lockstep *lockstep)
{
    const size_t count = (size_t)lockstep->subject.count + 1;
    lockstep->code = aligned_alloc(_Alignof(struct operation), count * sizeof *lockstep->code);
    lockstep->places = lockstep->code != NULL ? calloc(count, sizeof *lockstep->places) : NULL;
    if (lockstep->places == NULL) {
        free(lockstep->code);
        lockstep->code = NULL;
        return;
    }
    memcpy(lockstep->code, lockstep->source, count * sizeof *lockstep->code);
    lockstep->subject.code = lockstep->code;
    offer_places(lockstep);
}

/* ---- creation and the end */

void lockstep_destroy(struct lockstep *lockstep)
{
    if (lockstep == NULL)
        return;
    if (lockstep->has_thread) {
        pthread_mutex_lock(&lockstep->mutex);
        lockstep->ends = true;
        pthread_cond_signal(&lockstep->changed);
        pthread_mutex_unlock(&lockstep->mutex);
        pthread_join(lockstep->thread, NULL);
    }
    for (uint32_t k = 0; k < lockstep->entry_count; k++)
        free(lockstep->entries[k]);
    if (lockstep->translator != NULL)
        lockstep->plugin->destroy(lockstep->translator);
    pthread_mutex_destroy(&lockstep->mutex);
    pthread_cond_destroy(&lockstep->changed);
    free(lockstep->places);
    free(lockstep->code);
    free(lockstep);
}

static struct native_subject subject_of(const struct machine *machine)
{
    static const char *const processors[] = {NULL,
#define KIND(name, rows, processor) processor,
                                             HOST_VECTORS(KIND)
#undef KIND
    };
    const struct memory *memory = &machine->memory;
    return (struct native_subject){.processor = processors[machine->config.vectors],
                                   .count = machine->program.count,
                                   .pps = memory->pps,
                                   .guard = memory->guard,
                                   .shared_span = memory->shared_span};
}

struct lockstep *lockstep_create(const struct machine *machine, const struct operation *code,
                                 struct runners *runners)
{
    struct lockstep *lockstep = calloc(1, sizeof *lockstep);
    if (lockstep == NULL)
        return NULL;
    pthread_mutex_init(&lockstep->mutex, NULL);
    pthread_cond_init(&lockstep->changed, NULL);
    lockstep->source = code;
    lockstep->subject = subject_of(machine);
    lockstep->owner = (struct place_owner){.runners = runners, .ask = ask};
    lockstep->at_once = machine->config.native == NATIVE_ON;
    lockstep->owner.hot = lockstep->at_once ? HOT_AT_ONCE : HOT;
    lockstep->owner.most = machine->config.native_most != 0 ? machine->config.native_most : BLOCK_MOST;
    lockstep->began = stats_clock();
    if (lockstep->at_once)
        open_places(lockstep);
    return lockstep;
}

void lockstep_attend(struct lockstep *lockstep)
{
    if (lockstep == NULL || lockstep->places != NULL || ++lockstep->segments % SEGMENTS_BETWEEN != 0 ||
        stats_clock() - lockstep->began < PATIENCE)
        return;
    open_places(lockstep);
}

void lockstep_count(struct lockstep *lockstep, struct machine *machine)
{
    if (lockstep == NULL)
        return;
    pthread_mutex_lock(&lockstep->mutex);
    for (unsigned k = 0; k < STATS_NATIVES; k++)
        machine->stats.native[k] += lockstep->stats[k];
    pthread_mutex_unlock(&lockstep->mutex);
}
