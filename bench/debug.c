/* debug.c - measures the core of the debugger (sim/debug), called by bench/observe.sh:
 *
 *   debug back PROGRAM PPS SECONDS             runs, then goes back: two cycles, an instruction, a line
 *
 *   debug condition PROGRAM PPS PLACE CYCLES   runs with and without a condition that is never true
 *
 *   debug watch PROGRAM PPS NAME CYCLES        runs with a watchpoint, and with an empty observer
 *
 * Prints lines "WHAT,SECONDS,NUMBER", in seconds of processor time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/segment/bsp.h"
#include "sim/cycle/cycle.h"
#include "sim/debug/session.h"

enum { THREADS = 2 };

/* Of the processor that the process has used: others may be at work. */
static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct bench {
    struct machine machine;
    struct session *session;
    double deadline;    /* 0: none */
    char *arguments[1]; /* of the program */
};

static void show(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    (void)context, (void)stream, (void)bytes, (void)count;
}

static bool is_late(void *context)
{
    const struct bench *bench = context;
    return bench->deadline != 0 && seconds() > bench->deadline;
}

static _Noreturn void give_up(const char *what, const char *error)
{
    fprintf(stderr, "debug: %s: %s\n", what, error);
    exit(1);
}

static void begin(struct bench *bench, const char *program, const char *pps)
{
    char error[SESSION_ERROR];
    int code;
    const struct machine_config config = {.pps = (uint32_t)strtoul(pps, NULL, 10),
                                          .level = LEVEL_EXACT,
                                          .threads = THREADS,
                                          .native = NATIVE_AUTO,
                                          .arguments = bench->arguments,
                                          .argument_count = 1};
    *bench = (struct bench){.arguments = {(char *)program}};
    if (!machine_create(&bench->machine, &config, program, &code, error, sizeof error))
        give_up(program, error);
    bench->session = session_create(&bench->machine,
                                    &(struct session_config){.fast = &bsp_engine,
                                                             .watched = &cycle_engine,
                                                             .memory = 256u << 20,
                                                             .input = -1,
                                                             .show = show,
                                                             .is_interrupted = is_late,
                                                             .context = bench},
                                    error);
    if (bench->session == NULL)
        give_up(program, error);
}

static void end(struct bench *bench)
{
    session_destroy(bench->session);
    machine_destroy(&bench->machine);
}

static void print(const char *what, double start, uint64_t number)
{
    printf("%s,%.6f,%llu\n", what, seconds() - start, (unsigned long long)number);
}

static void measure_back(struct bench *bench, const char *limit)
{
    struct session *session = bench->session;
    struct debug_event event;
    char error[SESSION_ERROR];
    bench->deadline = seconds() + strtod(limit, NULL);
    double start = seconds();
    session_continue(session, 0);
    bench->deadline = 0;
    print("run", start, session->cycle);
    start = seconds();
    session_go(session, session->cycle - 1);
    print("back", start, session->cycle);
    start = seconds();
    session_go(session, session->cycle - 1);
    print("back again", start, session->cycle);
    start = seconds();
    session_step_back(session, STEP_INSTRUCTION, &event, error);
    print("reverse-stepi", start, session->cycle);
    start = seconds();
    session_step_back(session, STEP_INTO, &event, error);
    print("reverse-step", start, session->cycle);
}

/* A breakpoint with a condition that is false for all PPs: how often it is evaluated follows from its hits
 * without one. */
static void measure_condition(struct bench *bench, const char *place, const char *cycles)
{
    struct session *session = bench->session;
    struct expression condition;
    char error[EXPRESSION_ERROR];
    uint32_t pc[POINT_PCS], line = (uint32_t)strtoul(place, NULL, 10);
    const uint64_t until = strtoull(cycles, NULL, 10);
    if (symbols_stops(session->symbols, NULL, &line, pc, POINT_PCS) == 0)
        give_up(place, "no such line");
    session_go(session, 1000);
    double start = seconds();
    points_add_break(&session->points, "nothing", &(uint32_t){0}, 1)->ignored = 1;
    session_continue(session, until);
    const double plain = seconds() - start;
    print("observed", start, session->cycle - 1000);
    points_remove(&session->points, 1);
    struct point *point = points_add_break(&session->points, place, pc, 1);
    if (!session_parse(session, "$ == 3 && a[$] == 12345", &condition, error))
        give_up("condition", error);
    point_set_condition(point, "c", &condition);
    session_go(session, 1000);
    start = seconds();
    session_continue(session, until);
    const double conditional = seconds() - start;
    print("conditional", start, session->cycle - 1000);
    /* hits: counted by passing them by */
    point_set_condition(point, NULL, NULL);
    point->ignored = UINT64_MAX / 2;
    session_go(session, 1000);
    session_continue(session, until);
    const uint64_t evaluations = session->points.list[0].hits * session->machine->config.pps;
    printf("evaluations,%.6f,%llu\n", conditional, (unsigned long long)evaluations);
    printf("evaluations beside the run,%.6f,%llu\n", conditional - plain, (unsigned long long)evaluations);
}

static bool see_nothing(void *context, const struct observer_cycle *cycle)
{
    (void)context, (void)cycle;
    return true;
}

static void measure_watch(struct bench *bench, const char *program, const char *pps, const char *name,
                          const char *cycles)
{
    struct session *session = bench->session;
    struct debug_variable variable;
    const uint64_t until = strtoull(cycles, NULL, 10);
    if (!symbols_variable(session->symbols, 0, 0, name, &variable))
        give_up(name, "no such variable");
    points_add_watch(&session->points, name, POINT_CHANGES, variable.address, info_bare(variable.type)->words,
                     0);
    double start = seconds();
    session_continue(session, until);
    print("watched", start, session->cycle);
    struct bench other;
    begin(&other, program, pps);
    struct observer observer = {.before_cycle = see_nothing};
    other.machine.observers = NULL;
    observer_add(&other.machine.observers, &observer);
    void *state = cycle_engine.create(&other.machine);
    start = seconds();
    cycle_engine.run(state, until);
    print("observing engine", start, other.machine.stats.cycles);
    cycle_engine.destroy(state);
    end(&other);
}

int main(int argc, char **argv)
{
    struct bench bench;
    if (argc < 5)
        give_up("usage", "debug back|condition|watch PROGRAM PPS ...");
    begin(&bench, argv[2], argv[3]);
    if (strcmp(argv[1], "back") == 0)
        measure_back(&bench, argv[4]);
    else if (argc == 6 && strcmp(argv[1], "condition") == 0)
        measure_condition(&bench, argv[4], argv[5]);
    else if (argc == 6 && strcmp(argv[1], "watch") == 0)
        measure_watch(&bench, argv[2], argv[3], argv[4], argv[5]);
    else
        give_up("usage", "debug back|condition|watch PROGRAM PPS ...");
    end(&bench);
    return 0;
}
