/* native.c - see native.h. Calls the plugin, and POSIX threads.
 *
 * The run and the thread in the background pass one request at a time to and fro: `state` says whose turn it
 * is. What the thread has made becomes visible only when the run takes it.
 */
#include "sim/bsp/native/native.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A pc is hot when it has been met so often. */
enum { HOT = 2, REGION_MOST = 200, REGIONS_MOST = 1000 };

/* Before the run has lasted so long, in seconds, nothing is loaded. */
#define PATIENCE 0.02

/* All regions together are of so many instructions at most. */
#define INSTRUCTIONS_MOST 60000u

/* When a run has lasted so long, in seconds, and nothing new has become hot for so many looks, code that was
 * made in a hurry is made again, well. */
#define LONG_RUN 0.5
enum { CALM_LOOKS = 100 };

/* On one core the thread works for this part of the time at most. */
#define SHARE_OF_ONE_CORE 10

enum turn {
    TURN_RUN,    /* the run may make a request */
    TURN_THREAD, /* the thread has one to do */
    TURN_BACK,   /* .. and has done it */
    TURN_END     /* there will be no more */
};

struct native_work {
    struct native_subject subject;
    struct operation *code; /* a copy: the run changes its own */
    const struct native_plugin *plugin;
    struct native_translator *translator;
    double began;
    bool at_once;               /* all is done by the run itself, from the beginning */
    uint32_t most;              /* instructions of a region */
    uint8_t hot;                /* when a pc has been met so often it is hot */
    bool waits;                 /* until PATIENCE is over */
    bool over;                  /* no more code */
    bool is_missing;            /* there is no plugin or no LLVM; set with an answer */
    uint8_t *met[NATIVE_FORMS]; /* by pc; `hot`: it has been asked for */
    uint64_t stats[STATS_NATIVES];
    struct native_stop *stops[2 * REGIONS_MOST]; /* of the regions */
    unsigned stops_count;
    struct native_request done[REGIONS_MOST]; /* in a hurry; `improved` of them well, too */
    unsigned done_count, improved;
    unsigned calm; /* looks since something new was hot */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t mutex; /* of `state`, and what follows */
    pthread_cond_t changed;
    _Atomic enum turn turn;
    struct native_request request;
    struct native_region region; /* the answer; code NULL: there is none */
    double seconds;              /* that it took */
};

/* ---- the work itself */

static double thread_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Loads plugin and LLVM. */
static bool open_translator(struct native_work *work, char *error, size_t error_size)
{
    work->plugin = native_find_plugin(error, error_size);
    if (work->plugin == NULL)
        return false;
    work->translator = work->plugin->create(&work->subject, error, error_size);
    return work->translator != NULL;
}

static void translate(struct native_work *work)
{
    const double began = thread_seconds();
    char error[160];
    work->region = (struct native_region){.code = NULL};
    if (work->translator == NULL && !open_translator(work, error, sizeof error)) {
        work->is_missing = true;
        return;
    }
    (void)work->plugin->translate(work->translator, &work->request, &work->region);
    work->seconds = thread_seconds() - began;
}

/* ---- the thread */

/* Work of this thread is the first to wait for a core. */
static void be_modest(void)
{
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), 10);
}

static bool has_one_core(void)
{
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) == 1;
}

static void pause_for(double seconds)
{
    const struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    (void)nanosleep(&time, NULL);
}

static void *work_in_background(void *context)
{
    struct native_work *work = context;
    be_modest();
    const bool alone = has_one_core();
    pthread_mutex_lock(&work->mutex);
    for (;;) {
        while (work->turn == TURN_RUN || work->turn == TURN_BACK)
            pthread_cond_wait(&work->changed, &work->mutex);
        if (work->turn == TURN_END)
            break;
        pthread_mutex_unlock(&work->mutex);
        translate(work);
        if (alone)
            pause_for(work->seconds * (SHARE_OF_ONE_CORE - 1));
        pthread_mutex_lock(&work->mutex);
        if (work->turn == TURN_END)
            break;
        work->turn = TURN_BACK;
    }
    pthread_mutex_unlock(&work->mutex);
    return NULL;
}

static void pass_turn(struct native_work *work, enum turn turn)
{
    pthread_mutex_lock(&work->mutex);
    work->turn = turn;
    pthread_cond_signal(&work->changed);
    pthread_mutex_unlock(&work->mutex);
}

/* Signals are for the thread that runs. */
static bool start_thread(struct native_work *work)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    work->has_thread = pthread_create(&work->thread, NULL, work_in_background, work) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return work->has_thread;
}

/* ---- taking what is ready */

static bool take_region(struct native *native)
{
    struct native_work *work = native->work;
    struct native_region *region = &work->region;
    const bool good = region->code != NULL;
    for (uint32_t k = 0; k < region->entry_count; k++) {
        const struct native_place *place = &region->entries[k];
        struct native_entry *entry = &native->entries[work->request.form][place->pc];
        if (entry->code == NULL || work->request.well)
            *entry = (struct native_entry){region->code, region->stops, place->place};
        native->heads[place->pc] = true;
    }
    if (!work->request.well) {
        work->stats[STATS_NATIVE_regions] += good;
        work->stats[STATS_NATIVE_instructions] += region->instructions;
    }
    work->stats[STATS_NATIVE_bytes] += region->bytes;
    work->stats[STATS_NATIVE_microseconds] += (uint64_t)(work->seconds * 1e6);
    if (good)
        work->stops[work->stops_count++] = region->stops;
    if (good && !work->request.well)
        work->done[work->done_count++] = work->request;
    free(region->entries);
    *region = (struct native_region){.code = NULL};
    if (work->is_missing || work->stats[STATS_NATIVE_regions] >= REGIONS_MOST ||
        work->stats[STATS_NATIVE_instructions] >= INSTRUCTIONS_MOST)
        work->over = true;
    return good;
}

/* Asks for a region. True if it is there already. */
static bool ask_for(struct native *native, struct native_request request)
{
    struct native_work *work = native->work;
    work->request = request;
    if (work->at_once) {
        translate(work);
        return take_region(native);
    }
    if (work->has_thread || start_thread(work))
        pass_turn(work, TURN_THREAD);
    else
        work->over = true;
    return false;
}

/* Nothing new is hot: perhaps there is time to make the next region well. */
static void improve(struct native *native)
{
    struct native_work *work = native->work;
    if (work->at_once || work->calm++ < CALM_LOOKS || work->improved == work->done_count ||
        stats_clock() - work->began < LONG_RUN)
        return;
    struct native_request request = work->done[work->improved++];
    request.well = true;
    (void)ask_for(native, request);
}

bool native_look(struct native *native, uint32_t pc, enum native_form form)
{
    struct native_work *work = native->work;
    bool news = false;
    native->watch = work->at_once ? 0 : NATIVE_WATCH_CYCLES;
    if (!work->at_once && atomic_load_explicit(&work->turn, memory_order_acquire) == TURN_BACK) {
        news = take_region(native);
        pass_turn(work, TURN_RUN);
    }
    if (work->over) {
        native->watch = INT64_MAX;
        return news;
    }
    if (work->waits && stats_clock() - work->began < PATIENCE)
        return news;
    work->waits = false;
    const bool may_ask = work->at_once || atomic_load_explicit(&work->turn, memory_order_relaxed) == TURN_RUN;
    uint8_t *met = pc < work->subject.count ? &work->met[form][pc] : NULL;
    if (met == NULL || native->entries[form][pc].code != NULL || *met == work->hot) {
        if (may_ask)
            improve(native);
        return news;
    }
    work->calm = 0;
    if (*met < work->hot - 1) {
        ++*met;
        return news;
    }
    if (!may_ask)
        return news;
    *met = work->hot;
    return ask_for(native, (struct native_request){.pc = pc, .form = form, .most = work->most}) || news;
}

/* ---- creation and the end */

static struct native_subject subject_of(const struct machine *machine, const struct operation *code)
{
    const struct memory *memory = &machine->memory;
    return (struct native_subject){.code = code,
                                   .count = machine->program.count,
                                   .pps = memory->pps,
                                   .guard = memory->guard,
                                   .shared_span = memory->shared_span,
                                   .lane_shift = memory->lane_shift};
}

static void release(struct native *native)
{
    struct native_work *work = native->work;
    for (unsigned form = 0; form < NATIVE_FORMS; form++) {
        free(native->entries[form]);
        if (work != NULL)
            free(work->met[form]);
    }
    if (work != NULL)
        free(work->code);
    free(native->heads);
    free(native->work);
    free(native);
}

static bool make_room(struct native *native, const struct operation *code, size_t count)
{
    struct native_work *work = native->work = calloc(1, sizeof *work);
    bool good = work != NULL;
    for (unsigned form = 0; good && form < NATIVE_FORMS; form++) {
        native->entries[form] = calloc(count, sizeof *native->entries[form]);
        work->met[form] = calloc(count, sizeof *work->met[form]);
        good = native->entries[form] != NULL && work->met[form] != NULL;
    }
    if (!good)
        return false;
    native->heads = calloc(count, sizeof *native->heads);
    work->code = aligned_alloc(_Alignof(struct operation), count * sizeof *code);
    if (work->code != NULL)
        memcpy(work->code, code, count * sizeof *code);
    return native->heads != NULL && work->code != NULL;
}

bool native_is_available(char *error, size_t error_size)
{
    const struct native_plugin *plugin = native_find_plugin(error, error_size);
    return plugin != NULL && plugin->check(error, error_size);
}

struct native *native_create(const struct machine *machine, const struct operation *code)
{
    if (machine->config.native == NATIVE_OFF)
        return NULL;
    struct native *native = calloc(1, sizeof *native);
    if (native == NULL || !make_room(native, code, (size_t)machine->program.count + 1)) {
        if (native != NULL)
            release(native);
        return NULL;
    }
    struct native_work *work = native->work;
    work->subject = subject_of(machine, work->code);
    work->at_once = machine->config.native == NATIVE_ON;
    work->waits = !work->at_once;
    work->most = machine->config.native_most != 0 ? machine->config.native_most : REGION_MOST;
    work->hot = machine->config.native_most != 0 ? 1 : HOT;
    work->began = stats_clock();
    work->turn = TURN_RUN;
    pthread_mutex_init(&work->mutex, NULL);
    pthread_cond_init(&work->changed, NULL);
    return native;
}

void native_count(const struct native *native, struct machine *machine)
{
    if (native != NULL)
        memcpy(machine->stats.native, native->work->stats, sizeof machine->stats.native);
}

void native_destroy(struct native *native)
{
    if (native == NULL)
        return;
    struct native_work *work = native->work;
    if (work->has_thread) {
        pass_turn(work, TURN_END);
        pthread_join(work->thread, NULL);
        free(work->region.entries);
        free(work->region.stops);
    }
    for (unsigned k = 0; k < work->stops_count; k++)
        free(work->stops[k]);
    if (work->translator != NULL)
        work->plugin->destroy(work->translator);
    pthread_mutex_destroy(&work->mutex);
    pthread_cond_destroy(&work->changed);
    release(native);
}
