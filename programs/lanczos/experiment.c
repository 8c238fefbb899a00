/* experiment.c - runs the precision study: every point of sweep.def under pramsim, one line of runs.csv each,
 * and at the end the pictures.
 *
 *     experiment [--full] [--jobs=N] [--output=DIR] ...
 *
 * A job is a process that runs lanczos.o, counts the correct eigenvalues and writes a line to a file; only
 * this process appends lines to runs.csv. So it can be killed at any time; the next call runs what is
 * missing. Exit status: 0 all is there; 1 a run failed; 2 usage. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "programs/lanczos/command.h"
#include "common/message.h"
#include "common/output.h"
#include "programs/lanczos/runs.h"
#include "programs/lanczos/simulation.h"
#include "programs/lanczos/tridiagonal.h"

static const char program[] = "experiment";

enum { BITS = 1024, MOST_JOBS = 256, LONGEST = 4096, BAR = 40 };

struct study {
    struct toolbox toolbox;
    struct sweep_choice choice;
    char folder[LONGEST / 4];
    char work[LONGEST / 2]; /* matrices and what runs leave */
    long jobs;
    long pps; /* 0: as many as rows */
    struct points points;
    bool *done;
    size_t done_count;
    size_t done_before; /* in an earlier call */
    int runs;
    time_t begin;
};

static int usage(FILE *stream, int status)
{
    fprintf(stream,
            "usage: %s [OPTION ...]\n"
            "runs the precision study and draws its figures; goes on where it was stopped\n"
            "  --full           the paper's sweeps, an hour or so (default: a quick set, a few minutes)\n"
            "  --output=DIR     where runs.csv and the figures go (default build/experiments/quick or full)\n"
            "  --jobs=N         runs at a time (default: one a core)\n"
            "  --figures=LIST   only these, as 1,5 (3 stands for 3 and 4)\n"
            "  --formats=LIST   number formats instead of the sweeps', as mpfr:64-128/16,qd\n"
            "  --vectors=N      start vectors instead of the sweeps'\n"
            "  --pps=P          PPs of the machine (default: as many as the matrix has rows)\n"
            "  --pramsim=FILE, --program=FILE   instead of those that were built with %s\n",
            program, program);
    return status;
}

/* ---- progress, on standard error */

static void show_progress(const struct study *study, bool is_last)
{
    const size_t count = study->points.count;
    const size_t now = study->done_count - study->done_before;
    char left[60] = "";
    if (now > 0 && !is_last) {
        double seconds =
            difftime(time(NULL), study->begin) / (double)now * (double)(count - study->done_count);
        snprintf(left, sizeof left, ", about %.0f min left", seconds / 60 + 0.5);
    }
    if (isatty(STDERR_FILENO)) {
        int full = count > 0 ? (int)(BAR * study->done_count / count) : BAR;
        fprintf(stderr, "\r[%.*s%*s] %zu of %zu runs%s\033[K%s", full,
                "########################################", BAR - full, "", study->done_count, count, left,
                is_last ? "\n" : "");
    } else if (is_last || now % 25 == 0) {
        message_line(stderr, "%s: %zu of %zu runs%s", program, study->done_count, count, left);
    }
}

/* ---- jobs */

static void matrix_name(char *name, size_t size, const struct point *point)
{
    snprintf(name, size, "n%ld-alpha%s", point->n, point->alpha);
}

/* Counts the correct eigenvalues of a tridiagonal matrix; -1 with a message. */
static long count_correct(const struct study *study, const char *output, const char *matrix)
{
    char path[LONGEST];
    struct number_list tridiagonal;
    struct number_list computed;
    struct number_list truth;
    mpfr_t tolerance;
    snprintf(path, sizeof path, "%s/%s", study->work, output);
    if (!numbers_read(&tridiagonal, NUMBER_TRIDIAGONAL, path, BITS, program))
        return -1;
    unlink(path);
    snprintf(path, sizeof path, "%s/%s.eigenvalues", study->work, matrix);
    if (!numbers_read(&truth, NUMBER_EIGENVALUES, path, BITS, program))
        return -1;
    if (!tridiagonal_eigenvalues(&computed, &tridiagonal, program)) {
        message_line(stderr, "%s: %s: the QL method does not converge", program, output);
        return -1;
    }
    mpfr_init2(tolerance, BITS);
    mpfr_set_str(tolerance, "0.001", 10, MPFR_RNDN);
    eigenvalues_sort(&truth);
    return (long)eigenvalues_matched(&truth, &computed,
                                     tolerance); /* the process ends now: nothing is freed */
}

/* A point, in a process of its own: leaves its line in the job's file. */
static bool do_point(const struct study *study, const struct point *point, const char *result_path)
{
    char matrix[100];
    char matrix_file[120];
    char vector_file[140];
    char output[40];
    char line[400];
    char error[4 * LONGEST];
    matrix_name(matrix, sizeof matrix, point);
    snprintf(matrix_file, sizeof matrix_file, "%s.matrix", matrix);
    snprintf(vector_file, sizeof vector_file, "%s.%ld.vector", matrix, point->seed);
    snprintf(output, sizeof output, "%ld.tridiagonal", (long)getpid());
    const struct simulation simulation = {
        .toolbox = &study->toolbox,
        .folder = study->work,
        .matrix = matrix_file,
        .vector = vector_file,
        .output = output,
        .format = point->format,
        .accumulator = strcmp(point->dots, "rounded") == 0 ? NULL : point->dots,
        .modified = strcmp(point->variant, "modified") == 0,
        .pps = study->pps > 0 ? study->pps : point->n,
        .threads = 1,
    };
    struct simulation_result result;
    if (!simulation_run(&simulation, &result, error, sizeof error)) {
        fputc('\n', stderr);
        message_line(stderr, "%s: %s", program, error);
        return false;
    }
    struct run run = {.point = *point,
                      .iterations = result.iterations,
                      .correct = count_correct(study, output, matrix),
                      .cycles = result.cycles,
                      .seconds = result.seconds};
    struct file_error reason;
    if (run.correct < 0)
        return false;
    run_print(&run, line, sizeof line);
    return output_write(result_path, line, strlen(line), &reason);
}

/* Makes the matrix of a point and its start vectors, unless they are there. */
static bool do_matrix(const struct study *study, const struct point *point, const char *result_path)
{
    char prefix[LONGEST];
    char name[100];
    char n[20];
    char vectors[20];
    char said[1000];
    matrix_name(name, sizeof name, point);
    snprintf(prefix, sizeof prefix, "%s/%s", study->work, name);
    snprintf(n, sizeof n, "%ld", point->n);
    snprintf(vectors, sizeof vectors, "%ld", point->seed);
    char *const command[] = {(char *)study->toolbox.matgen,
                             "-x",
                             "-n",
                             n,
                             "-a",
                             (char *)point->alpha,
                             "-v",
                             vectors,
                             "-o",
                             prefix,
                             NULL};
    int status = process_run(command, result_path);
    if (status == 0)
        return true;
    process_read_output(result_path, said, sizeof said);
    fputc('\n', stderr);
    message_line(stderr, "%s: making a matrix failed (status %d): %s", program, status, said);
    return false;
}

/* What a round of jobs does with which points. */
struct work {
    struct point *point;
    size_t count;
    bool (*needed)(const struct study *study, size_t index);
    bool (*task)(const struct study *study, const struct point *point, const char *result_path);
    bool (*collect)(struct study *study, size_t index, const char *result_path);
};

static void job_path(const struct study *study, long job, char *path, size_t size)
{
    snprintf(path, size, "%s/job.%ld", study->work, job);
}

static pid_t start_job(const struct study *study, const struct work *work, size_t index, long job)
{
    char path[LONGEST];
    job_path(study, job, path, sizeof path);
    unlink(path);
    fflush(NULL);
    pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(study->runs); /* or its lock would outlive this study */
    _exit(work->task(study, &work->point[index], path) ? 0 : 1);
}

/* Runs all that is needed, study->jobs at a time. At the first failure it starts no more and waits for those
 * that run. */
static bool do_work(struct study *study, const struct work *work)
{
    pid_t child[MOST_JOBS] = {0};
    size_t index_of[MOST_JOBS];
    long running = 0;
    size_t next = 0;
    bool good = true;
    for (;;) {
        while (good && running < study->jobs && next < work->count) {
            long job = 0;
            if (!work->needed(study, next)) {
                next++;
                continue;
            }
            while (child[job] != 0)
                job++;
            index_of[job] = next++;
            child[job] = start_job(study, work, index_of[job], job);
            running++;
            if (child[job] < 0) {
                message_line(stderr, "%s: cannot start a process: %s", program, strerror(errno));
                child[job] = 0;
                running--;
                good = false;
            }
        }
        if (running == 0)
            return good;
        int status;
        pid_t ended = wait(&status);
        for (long job = 0; job < study->jobs; job++) {
            char path[LONGEST];
            if (child[job] != ended || ended <= 0)
                continue;
            job_path(study, job, path, sizeof path);
            child[job] = 0;
            running--;
            good = WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
                   work->collect(study, index_of[job], path) && good;
            unlink(path);
        }
    }
}

/* ---- the two rounds */

/* The matrix is written last: with it the others are there. */
static bool matrix_needed(const struct study *study, size_t index)
{
    const struct point *point = &study->points.point[index];
    char name[100];
    char path[LONGEST];
    matrix_name(name, sizeof name, point);
    for (size_t i = index + 1; i < study->points.count; i++) { /* the last point of a matrix makes it */
        const struct point *other = &study->points.point[i];
        if (other->n == point->n && strcmp(other->alpha, point->alpha) == 0)
            return false;
    }
    snprintf(path, sizeof path, "%s/%s.matrix", study->work, name);
    if (access(path, R_OK) != 0)
        return true;
    snprintf(path, sizeof path, "%s/%s.%ld.vector", study->work, name, point->seed);
    return access(path, R_OK) != 0;
}

static bool matrix_collect(struct study *study, size_t index, const char *result_path)
{
    (void)study;
    (void)index;
    (void)result_path;
    return true;
}

static bool point_needed(const struct study *study, size_t index)
{
    return !study->done[index];
}

static bool point_collect(struct study *study, size_t index, const char *result_path)
{
    char line[400];
    struct run run;
    process_read_output(result_path, line, sizeof line);
    if (!run_parse(&run, line) || !runs_append(study->runs, &run, program))
        return false;
    study->done[index] = true;
    study->done_count++;
    show_progress(study, false);
    return true;
}

static void mark_done(void *context, const struct run *run)
{
    struct study *study = context;
    for (size_t i = 0; i < study->points.count; i++)
        if (!study->done[i] && point_equal(&study->points.point[i], &run->point)) {
            study->done[i] = true;
            study->done_count++;
        }
}

/* Matrices are made with the largest number of vectors that any point of theirs wants. */
static struct points matrices_of(const struct points *points)
{
    struct points matrices = {.point = malloc(points->count * sizeof *points->point), .count = points->count};
    if (matrices.point == NULL)
        exit(1);
    memcpy(matrices.point, points->point, points->count * sizeof *points->point);
    for (size_t i = 0; i < matrices.count; i++)
        for (size_t k = 0; k < matrices.count; k++)
            if (points->point[k].n == points->point[i].n &&
                strcmp(points->point[k].alpha, points->point[i].alpha) == 0 &&
                points->point[k].seed > matrices.point[i].seed)
                matrices.point[i].seed = points->point[k].seed;
    return matrices;
}

static bool run_study(struct study *study)
{
    char path[LONGEST];
    struct points points = study->points;
    snprintf(path, sizeof path, "%s/runs.csv", study->folder);
    study->done = calloc(study->points.count, sizeof *study->done);
    if (study->done == NULL)
        return false;
    study->runs = runs_open(path, mark_done, study, program);
    if (study->runs < 0) {
        free(study->done);
        return false;
    }
    study->done_before = study->done_count;
    study->begin = time(NULL);
    struct points matrices = matrices_of(&points);
    const struct work make_matrices = {matrices.point, matrices.count, matrix_needed, do_matrix,
                                       matrix_collect};
    const struct work run_points = {points.point, points.count, point_needed, do_point, point_collect};
    study->points = matrices;
    bool good = do_work(study, &make_matrices);
    study->points = points;
    points_free(&matrices);
    good = good && do_work(study, &run_points);
    show_progress(study, true);
    close(study->runs);
    free(study->done);
    return good;
}

static bool draw_figures(const struct study *study)
{
    char path[LONGEST];
    char said[2000];
    char *const command[] = {(char *)study->toolbox.figures, (char *)study->folder, NULL};
    snprintf(path, sizeof path, "%s/figures.said", study->work);
    int status = process_run(command, path);
    process_read_output(path, said, sizeof said);
    unlink(path);
    if (status != 0)
        message_line(stderr, "%s: drawing the figures failed (status %d): %s", program, status, said);
    else
        printf("%s\n", said);
    return status == 0;
}

/* ---- the command line */

enum {
    OPTION_FULL,
    OPTION_OUTPUT,
    OPTION_JOBS,
    OPTION_FIGURES,
    OPTION_FORMATS,
    OPTION_VECTORS,
    OPTION_PPS,
    OPTION_PRAMSIM,
    OPTION_PROGRAM,
    OPTION_HELP
};

static const struct option options[] = {{"full", no_argument, NULL, OPTION_FULL},
                                        {"output", required_argument, NULL, OPTION_OUTPUT},
                                        {"jobs", required_argument, NULL, OPTION_JOBS},
                                        {"figures", required_argument, NULL, OPTION_FIGURES},
                                        {"formats", required_argument, NULL, OPTION_FORMATS},
                                        {"vectors", required_argument, NULL, OPTION_VECTORS},
                                        {"pps", required_argument, NULL, OPTION_PPS},
                                        {"pramsim", required_argument, NULL, OPTION_PRAMSIM},
                                        {"program", required_argument, NULL, OPTION_PROGRAM},
                                        {"help", no_argument, NULL, OPTION_HELP},
                                        {NULL, 0, NULL, 0}};

static bool copy_path(char *to, size_t size, const char *option)
{
    if (optarg[0] != '\0' && (size_t)snprintf(to, size, "%s", optarg) < size)
        return true;
    message_line(stderr, "%s: %s: the name is empty or too long", program, option);
    return false;
}

static bool parse_option(struct study *study, int option)
{
    switch (option) {
    case OPTION_FULL:
        study->choice.set = SWEEP_FULL;
        return true;
    case OPTION_OUTPUT:
        return copy_path(study->folder, sizeof study->folder, "--output");
    case OPTION_JOBS:
        return command_number(program, "--jobs", optarg, 1, MOST_JOBS, &study->jobs);
    case OPTION_FIGURES:
        study->choice.figures = optarg;
        return true;
    case OPTION_FORMATS:
        study->choice.formats = optarg;
        return true;
    case OPTION_VECTORS:
        return command_number(program, "--vectors", optarg, 1, 1000, &study->choice.vectors);
    case OPTION_PPS:
        return command_number(program, "--pps", optarg, 1, 4194304, &study->pps);
    case OPTION_PRAMSIM:
        return copy_path(study->toolbox.pramsim, sizeof study->toolbox.pramsim, "--pramsim");
    case OPTION_PROGRAM:
        return copy_path(study->toolbox.program, sizeof study->toolbox.program, "--program");
    default:
        usage(stderr, 2);
        return false;
    }
}

/* The folder and all above it. */
static bool make_folder(const char *path)
{
    char part[LONGEST];
    struct stat status;
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
    if (mkdir(part, 0777) == 0 || (stat(part, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    message_line(stderr, "%s: %s: %s", program, path, strerror(errno));
    return false;
}

static bool check_tools(const struct study *study)
{
    const char *const needed[] = {study->toolbox.pramsim, study->toolbox.program, study->toolbox.matgen,
                                  study->toolbox.figures};
    for (int i = 0; i < 4; i++)
        if (access(needed[i], R_OK) != 0) {
            message_line(stderr, "%s: %s: %s (`make` builds it)", program, needed[i], strerror(errno));
            return false;
        }
    return true;
}

int main(int argc, char **argv)
{
    struct study study = {.jobs = sysconf(_SC_NPROCESSORS_ONLN)};
    int option;
    toolbox_find(&study.toolbox);
    while ((option = command_option(program, argc, argv, "", options)) != -1) {
        if (option == OPTION_HELP)
            return usage(stdout, 0);
        if (!parse_option(&study, option))
            return 2;
    }
    if (optind != argc)
        return usage(stderr, 2);
    if (study.folder[0] == '\0')
        snprintf(study.folder, sizeof study.folder, "build/experiments/%s",
                 study.choice.set == SWEEP_FULL ? "full" : "quick");
    if (study.jobs > MOST_JOBS)
        study.jobs = MOST_JOBS;
    snprintf(study.work, sizeof study.work, "%s/work", study.folder);
    if (!sweep_points(&study.points, &study.choice, program))
        return 2;
    bool good = check_tools(&study) && make_folder(study.work) && run_study(&study) && draw_figures(&study);
    points_free(&study.points);
    return good ? 0 : 1;
}
