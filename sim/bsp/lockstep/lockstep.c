/* lockstep.c - see lockstep.h: where blocks may begin, and who translates them. Calls the plugin, cache,
 * and POSIX threads.
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
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "asm/isa.h"
#include "sim/bsp/lockstep/cache.h"
#include "sim/bsp/lockstep/inside.h"
#include "sim/bsp/native/chance.h"

/* A place is hot when so many PPs have come there, within so many seconds: then some hundredths of the time
 * pass in its block. LLVM takes 20 ms to load, and some ms for a block: that is lost where PPs mostly run one
 * by one, and tiles do little. */
#ifdef PRAM_HOSTILE
enum { HOT = 100, HOT_AT_ONCE = 1 };
#define HOT_WITHIN 1e9
#else
enum { HOT = 64 << 10, HOT_AT_ONCE = 1 };
#define HOT_WITHIN 0.002
#endif

/* Blocks of a run at most, each some 7 KB with what LLVM keeps of it: with its library, of which 50 MB are
 * touched while it is linked, and code of single PPs (sim/bsp/lane), native code is to take 64 MiB. And
 * places at which none was found. */
enum { BLOCKS_MOST = 500, ENTRIES_MOST = CACHE_BLOCKS_MOST };

/* Before the run has lasted so long, in seconds, nothing is loaded: to load LLVM, or to wait at the end of
 * the run until it is loaded, takes some 20 ms. What earlier runs have left is looked for sooner, but not by
 * programs that end at once, for that takes up to 50 us; on more PPs than so many it is looked for at the
 * beginning, since the first segment may take several milliseconds there, and to make the machine takes some,
 * too. The clock is asked after each segment, later after so many. */
#ifdef PRAM_HOSTILE
#define PATIENCE 0
#define PATIENCE_FOR_CACHE 0
#else
#define PATIENCE 0.1
#define PATIENCE_FOR_CACHE 0.001
#endif
enum { PATIENT_PPS = 1024 };
enum { SEGMENTS_BETWEEN = 16, SEGMENTS_AT_ONCE = 128 };

enum stage { STAGE_BEGINS, STAGE_HAS_READ, STAGE_TRANSLATES };

/* On one core the thread works for this part of the time at most. */
#define SHARE_OF_ONE_CORE 10

struct lockstep {
    struct place_owner owner; /* first: places know it */
    struct native_subject subject;
    struct operation *code; /* of the program: a copy */
    struct place *places;   /* by pc; NULL: there are no entries yet */
    enum stage stage;
    unsigned segments; /* so far */
    const struct machine_config *config;
    struct cache cache;
    bool has_cache;
    struct native_code memory; /* of all code */
    const struct native_plugin *plugin;
    struct native_translator *translator;
    double began;
    bool at_once;                                 /* who asks does it, and waits */
    _Atomic bool is_early;                        /* it is too soon to ask */
    _Atomic bool over;                            /* no more blocks */
    struct lockstep_entry *entries[ENTRIES_MOST]; /* in the order in which they were made, */
    uint32_t entry_count, kept_count;             /* .. the first ones by an earlier run */
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

/* Loads the plugin, which is small. */
static bool open_plugin(struct lockstep *lockstep)
{
    char error[160];
    if (lockstep->plugin == NULL && !memory_is_bounded())
        lockstep->plugin = native_find_plugin(error, sizeof error);
    return lockstep->plugin != NULL;
}

/* Loads LLVM. */
static bool open_translator(struct lockstep *lockstep)
{
    char error[160];
    if (lockstep->translator == NULL)
        lockstep->translator = lockstep->plugin->create(&lockstep->subject, error, sizeof error);
    return lockstep->translator != NULL;
}

/* An answer: an entry, whose block has no code if there is none at the place; NULL: LLVM could not, this
 * time. Without memory or LLVM all is over. */
struct answer {
    struct lockstep_entry *entry;
    bool over;
    double seconds;
};

/* ---- hostile builds: LLVM fails now and then, blocks come late, and are short */

static bool fails_for_nothing(void)
{
#ifdef PRAM_HOSTILE
    return chance_number() % 5 == 0;
#else
    return false;
#endif
}

/* For how long a block that has been made is held back, in seconds; 0: it is not. */
static double delay_of_block(void)
{
    enum { MOST = 4000 }; /* microseconds */
    const uint64_t random = chance_number();
    return random % 2 == 1 ? (double)(random / 2 % MOST) * 1e-6 : 0;
}

/* Of how many instructions a block is at most: the same for a program in each run, for what is kept has it in
 * its key. */
static uint32_t longest_block(const struct machine *machine)
{
    if (machine->config.native_most != 0)
        return machine->config.native_most;
#ifdef PRAM_HOSTILE
    enum { SHORTEST = 3, LENGTHS = 6 };
    return SHORTEST + machine->program.count % LENGTHS;
#else
    return BLOCK_MOST;
#endif
}

/* What is known then: it is of no use to ask again while all registers have these forms. */
static struct native_block no_block(const struct block_request *request)
{
    struct native_block block = {.pc = request->pc, .reads = ~1u};
    for (unsigned r = 1; r < 32; r++) {
        block.numbers |= (uint32_t)(request->forms[r] != BLOCK_ROW) << r;
        block.uniform |= (uint32_t)(request->forms[r] == BLOCK_UNIFORM) << r;
        block.runs |= (uint32_t)(request->forms[r] == BLOCK_RUN) << r;
    }
    return block;
}

/* Its code, or that there is none, which is known as surely. */
static bool make_block(struct lockstep *lockstep, const struct block_request *request,
                       struct native_block *block)
{
    if (lockstep->plugin->translate_block(lockstep->translator, request, block))
        return native_code_place_block(&lockstep->memory, block);
    const bool none_was_found = block->count < 2;
    *block = no_block(request);
    return none_was_found;
}

static struct answer translate(struct lockstep *lockstep, const struct block_request *request)
{
    const double began = thread_seconds();
    struct answer answer = {.entry = calloc(1, sizeof *answer.entry)};
    bool good = false;
    answer.over = answer.entry == NULL || !open_plugin(lockstep);
    if (!answer.over && !fails_for_nothing()) {
        const struct native_plugin *plugin = lockstep->plugin;
        if (plugin->has_block != NULL && !plugin->has_block(&lockstep->subject, request)) {
            answer.entry->block = no_block(request);
            good = true;
        } else {
            answer.over = !open_translator(lockstep);
            good = !answer.over && make_block(lockstep, request, &answer.entry->block);
        }
    }
    if (!good) {
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
    const uint32_t count = entry != NULL ? entry->block.count : 0;
    const uint32_t next = pc + (count != 0 ? count : i->traits & DECODE_DELAYED ? 2 : 1);
    if (next < lockstep->subject.count)
        place_offer(&lockstep->owner, &lockstep->places[next], next);
}

/* No block begins with such an instruction, whatever forms registers have. */
static bool begins_none(const struct operation *operation)
{
    return operation->handler == HANDLE_FOLD || operation->handler == HANDLE_STORE ||
           operation->handler == HANDLE_HINT || operation->handler == HANDLE_HOST;
}

/* An entry, at a place that may have one more. */
static void offer_entry(struct lockstep *lockstep, struct place *place, struct lockstep_entry *entry)
{
    lockstep->entries[lockstep->entry_count++] = entry;
    place_offer_block(place, entry);
    if (entry->block.code == NULL && begins_none(&lockstep->code[place->pc]))
        place_withdraw(place);
    atomic_fetch_add_explicit(&place->made, 1, memory_order_release);
}

static void count_block(struct lockstep *lockstep, const struct native_block *block)
{
    if (block->code == NULL)
        return;
    lockstep->stats[STATS_NATIVE_blocks]++;
    lockstep->stats[STATS_NATIVE_block_instructions] += block->count;
    lockstep->stats[STATS_NATIVE_bytes] += block->bytes;
}

/* There are as many as there may be. */
static bool is_full(const struct lockstep *lockstep)
{
    return lockstep->entry_count == ENTRIES_MOST || lockstep->stats[STATS_NATIVE_blocks] == BLOCKS_MOST;
}

/* Offers what has been made. Under the mutex. */
static void take(struct lockstep *lockstep, struct place *place, const struct answer *answer)
{
    struct lockstep_entry *entry = answer->entry;
    lockstep->stats[STATS_NATIVE_microseconds] += (uint64_t)(answer->seconds * 1e6);
    offer_next(lockstep, entry, place->pc);
    if (entry != NULL) {
        count_block(lockstep, &entry->block);
        offer_entry(lockstep, place, entry);
    } else {
        atomic_fetch_add_explicit(&place->made, 1, memory_order_release);
    }
    if (answer->over || is_full(lockstep))
        atomic_store_explicit(&lockstep->over, true, memory_order_relaxed);
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
        const double delay = delay_of_block();
        pthread_mutex_lock(&lockstep->mutex);
        if (delay > 0)
            rest(lockstep, delay);
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

static bool is_soon_again(struct place *place)
{
    const double now = stats_clock();
    const double before = atomic_exchange_explicit(&place->asked, now, memory_order_relaxed);
    return now - before <= HOT_WITHIN;
}

static void ask(struct place_owner *owner, struct place *place, const struct block_request *request)
{
    struct lockstep *lockstep = (struct lockstep *)owner;
    if (atomic_load_explicit(&lockstep->over, memory_order_relaxed))
        return;
    if (atomic_load_explicit(&lockstep->is_early, memory_order_relaxed)) {
        atomic_store_explicit(&place->met, 0, memory_order_relaxed);
        return;
    }
    if (!lockstep->at_once && !is_soon_again(place)) {
        atomic_store_explicit(&place->met, 0, memory_order_relaxed);
        return;
    }
    bool taken = true;
    pthread_mutex_lock(&lockstep->mutex);
    if (atomic_load_explicit(&lockstep->over, memory_order_relaxed)) {
        taken = false; /* since it was looked up above */
    } else if (!lockstep->at_once) {
        taken = post(lockstep, place, request);
    } else {
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
    for (uint32_t k = 0; k < lockstep->entry_count; k++)
        offer_next(lockstep, lockstep->entries[k], lockstep->entries[k]->block.pc);
}

/* Makes room for places. False if memory is short: then there are none. */
static bool open_places(struct lockstep *lockstep)
{
    const size_t count = (size_t)lockstep->subject.count + 1;
    if (lockstep->places != NULL)
        return true;
    struct operation *code = aligned_alloc(_Alignof(struct operation), count * sizeof *code);
    struct place *places = code != NULL ? calloc(count, sizeof *places) : NULL;
    if (places == NULL) {
        free(code);
        return false;
    }
    memcpy(code, lockstep->subject.code, count * sizeof *code);
    lockstep->subject.code = lockstep->code = code;
    lockstep->places = places;
    return true;
}

/* From now on what is hot is translated. */
static void begin_translating(struct lockstep *lockstep)
{
    lockstep->stage = STAGE_TRANSLATES;
    if (!open_places(lockstep))
        return;
    pthread_mutex_lock(&lockstep->mutex);
    offer_places(lockstep);
    pthread_mutex_unlock(&lockstep->mutex);
    atomic_store_explicit(&lockstep->is_early, false, memory_order_relaxed);
}

/* ---- what earlier runs have left */

/* Offers a block that was kept, if its place may have one more. False if memory is short. */
static bool offer_kept(struct lockstep *lockstep, const struct native_block *block)
{
    if (block->pc >= lockstep->subject.count || lockstep->entry_count == ENTRIES_MOST)
        return true;
    struct place *place = &lockstep->places[block->pc];
    if (atomic_load_explicit(&place->made, memory_order_relaxed) == PLACE_BLOCKS)
        return true;
    struct lockstep_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return false;
    entry->block = *block;
    place_offer(&lockstep->owner, place, block->pc);
    offer_entry(lockstep, place, entry);
    lockstep->stats[STATS_NATIVE_cached] += block->code != NULL;
    return true;
}

/* Root keeps nothing of others' programs. */
static bool is_foreign(const struct machine_config *config)
{
    struct stat status;
    return geteuid() == 0 && config->argument_count != 0 && stat(config->arguments[0], &status) == 0 &&
           status.st_uid != 0;
}

static void read_cache(struct lockstep *lockstep)
{
    uint32_t count;
    lockstep->stage = STAGE_HAS_READ;
    if (lockstep->config->native_cache == NULL || is_foreign(lockstep->config))
        return;
    lockstep->has_cache = cache_open(&lockstep->cache, lockstep->config->native_cache, &lockstep->subject,
                                     lockstep->owner.most);
    struct native_block *blocks =
        lockstep->has_cache ? cache_read(&lockstep->cache, &lockstep->memory, &count) : NULL;
    if (blocks != NULL && open_places(lockstep))
        for (uint32_t k = 0; k < count && offer_kept(lockstep, &blocks[k]); k++)
            continue;
    lockstep->kept_count = lockstep->entry_count;
    if (is_full(lockstep))
        atomic_store_explicit(&lockstep->over, true, memory_order_relaxed);
    free(blocks);
}

/* If there is more than what was there. */
static void write_cache(struct lockstep *lockstep)
{
    const struct native_block *blocks[ENTRIES_MOST];
    if (!lockstep->has_cache || lockstep->entry_count == lockstep->kept_count ||
        !cache_fits(lockstep->plugin))
        return;
    for (uint32_t k = 0; k < lockstep->entry_count; k++)
        blocks[k] = &lockstep->entries[k]->block;
    if (cache_write(&lockstep->cache, blocks, lockstep->entry_count))
        for (uint32_t k = 0; k < lockstep->entry_count; k++)
            lockstep->stats[STATS_NATIVE_kept] += blocks[k]->code != NULL;
    lockstep->kept_count = lockstep->entry_count;
}

/* ---- creation and the end */

void lockstep_conclude(struct lockstep *lockstep)
{
    if (lockstep == NULL)
        return;
    atomic_store_explicit(&lockstep->over, true, memory_order_relaxed);
    if (lockstep->has_thread) {
        pthread_mutex_lock(&lockstep->mutex);
        lockstep->ends = true;
        pthread_cond_signal(&lockstep->changed);
        pthread_mutex_unlock(&lockstep->mutex);
        pthread_join(lockstep->thread, NULL);
        lockstep->has_thread = false;
    }
    write_cache(lockstep);
}

void lockstep_destroy(struct lockstep *lockstep)
{
    if (lockstep == NULL)
        return;
    lockstep_conclude(lockstep);
    for (uint32_t k = 0; k < lockstep->entry_count; k++)
        free(lockstep->entries[k]);
    if (lockstep->translator != NULL)
        lockstep->plugin->destroy(lockstep->translator);
    cache_close(&lockstep->cache);
    native_code_destroy(&lockstep->memory);
    pthread_mutex_destroy(&lockstep->mutex);
    pthread_cond_destroy(&lockstep->changed);
    free(lockstep->places);
    free(lockstep->code);
    free(lockstep);
}

static struct native_subject subject_of(const struct machine *machine, const struct operation *code)
{
    static const char *const processors[] = {NULL,
#define KIND(name, rows, processor) processor,
                                             HOST_VECTORS(KIND)
#undef KIND
    };
    const struct memory *memory = &machine->memory;
    return (struct native_subject){.processor = processors[machine->config.vectors],
                                   .code = code,
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
    lockstep->config = &machine->config;
    lockstep->subject = subject_of(machine, code);
    lockstep->owner = (struct place_owner){.runners = runners, .ask = ask};
    lockstep->at_once = machine->config.native == NATIVE_ON;
    lockstep->is_early = true;
    lockstep->owner.hot = lockstep->at_once ? HOT_AT_ONCE : HOT;
    lockstep->owner.most = longest_block(machine);
    lockstep->began = stats_clock();
    if (lockstep->at_once || lockstep->subject.pps > PATIENT_PPS)
        read_cache(lockstep);
    if (lockstep->at_once)
        begin_translating(lockstep);
    return lockstep;
}

void lockstep_attend(struct lockstep *lockstep)
{
    if (lockstep == NULL || lockstep->stage == STAGE_TRANSLATES)
        return;
    lockstep->segments++;
    if (lockstep->segments > SEGMENTS_AT_ONCE && lockstep->segments % SEGMENTS_BETWEEN != 0)
        return;
    const double seconds = stats_clock() - lockstep->began;
    if (lockstep->stage == STAGE_BEGINS && seconds >= PATIENCE_FOR_CACHE)
        read_cache(lockstep);
    if (seconds >= PATIENCE)
        begin_translating(lockstep);
}

void lockstep_count(struct lockstep *lockstep, struct machine *machine)
{
    if (lockstep == NULL)
        return;
    pthread_mutex_lock(&lockstep->mutex);
    for (unsigned k = 0; k < STATS_NATIVES; k++)
        machine->stats.native[k] += lockstep->stats[k];
    machine->native_trouble = lockstep->cache.trouble;
    pthread_mutex_unlock(&lockstep->mutex);
}
