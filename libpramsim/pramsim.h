/* pramsim.h - libpramsim: compile Fork, run programs on a simulated PRAM, and read what came of them.
 *
 * The whole public interface; docs/library-c.md explains each function. All work is done in the calling
 * thread and the threads of its run: no other process is started, and nothing is printed. Different threads
 * may compile and run different programs at once. One object is for one thread at a time; only pramsim_stop
 * may be called from any thread. Strings and arrays that a function returns belong to the object that was
 * asked, and live until that object is freed or, for results, until its next run.
 */
#ifndef PRAMSIM_H
#define PRAMSIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PRAMSIM_API __attribute__((visibility("default")))

/* The version of the library: "1.1". */
PRAMSIM_API const char *pramsim_version(void);

/* ---- programs */

/* A program, or the messages that say why there is none. */
typedef struct pramsim_program pramsim_program;

/* Compiles, assembles and links one source. `name` stands in messages, and includes are searched beside it;
 * a name that ends with .c is a source in C. `options` are options of fcc, ended by NULL, or NULL: -O0, -D,
 * -I, -Wall, -Werror, --runtime=DIR and others that shape code or messages. Never NULL: see pramsim_is_good.
 */
PRAMSIM_API pramsim_program *pramsim_compile(const char *name, const char *source,
                                             const char *const *options);

/* Takes a linked program, the bytes of a file that fcc has written. `name` is argument 0 of its runs. */
PRAMSIM_API pramsim_program *pramsim_load(const char *name, const void *bytes, size_t size);

/* The same from a file. */
PRAMSIM_API pramsim_program *pramsim_load_file(const char *path);

/* 1: the program can run, perhaps with warnings. 0: its messages say what is wrong. */
PRAMSIM_API int pramsim_is_good(const pramsim_program *program);

/* One message about a program. */
struct pramsim_message {
    const char *kind;        /* "error", "warning", "note": a note belongs to the message before it */
    const char *file;        /* NULL: it is about no place */
    const char *text;        /* of a warning, with its name at the end: "... [-Wrace]" */
    const char *source_line; /* NULL: not known */
    int line, column;        /* from 1; 0: not known */
};

/* Writes the message of that number, from 0. Returns 0 if there are no more. */
PRAMSIM_API int pramsim_message_at(const pramsim_program *program, size_t number,
                                   struct pramsim_message *message);

/* All messages as fcc prints them, with source lines; "" if there are none. */
PRAMSIM_API const char *pramsim_messages(const pramsim_program *program);

/* The bytes of the linked program, to write to a file or to load again; NULL if there is none. */
PRAMSIM_API const void *pramsim_image(const pramsim_program *program, size_t *size);

/* Frees a program; its runs must be freed before. NULL is allowed. */
PRAMSIM_API void pramsim_free(pramsim_program *program);

/* ---- preparing a run */

/* A run of a program: its settings before, its results after. */
typedef struct pramsim_run pramsim_run;

/* A run with the settings that the command pramsim has without options. Never NULL for a good program. */
PRAMSIM_API pramsim_run *pramsim_run_new(const pramsim_program *program);

/* Sets what the option of pramsim with that name sets: ("pps", "64"), ("max-cycles", "1M"),
 * ("max-seconds", "0.5"), ("memory", "4M"), ("engine", "reference"), ("threads", "2"), ("check", NULL).
 * Returns 0, or -1 with pramsim_error. */
PRAMSIM_API int pramsim_set(pramsim_run *run, const char *option, const char *value);

/* The arguments of the program after its name, ended by NULL. */
PRAMSIM_API void pramsim_set_arguments(pramsim_run *run, const char *const *arguments);

/* The bytes that the program reads from standard input. They are copied. */
PRAMSIM_API void pramsim_set_input(pramsim_run *run, const void *bytes, size_t size);

/* Called with output of the program as it comes; `is_error`: it is standard error. */
typedef void pramsim_show(void *context, int is_error, const char *bytes, size_t size);
PRAMSIM_API void pramsim_set_show(pramsim_run *run, pramsim_show *show, void *context);

/* Called before each cycle. A result other than 0 stops the run. */
typedef struct pramsim_cycle pramsim_cycle;
typedef int pramsim_observer(void *context, const pramsim_cycle *cycle);
PRAMSIM_API void pramsim_set_observer(pramsim_run *run, pramsim_observer *observer, void *context);

/* In an observer: the number of the cycle; how many PPs execute an instruction in it; the PP of that number,
 * from 0, and its instruction; a register of a PP that does, as it is before the cycle. */
PRAMSIM_API uint64_t pramsim_cycle_number(const pramsim_cycle *cycle);
PRAMSIM_API size_t pramsim_cycle_steps(const pramsim_cycle *cycle);
PRAMSIM_API void pramsim_cycle_step(const pramsim_cycle *cycle, size_t number, uint32_t *pp, uint32_t *pc);
PRAMSIM_API uint32_t pramsim_cycle_register(const pramsim_cycle *cycle, uint32_t pp, unsigned number);

/* Called in the thread of the run a few times a second, with the cycle that it has reached, the instructions
 * of all PPs, and how many PPs run. A result other than 0 stops the run. */
typedef int pramsim_progress(void *context, uint64_t cycle, uint64_t instructions, uint32_t running);
PRAMSIM_API void pramsim_set_progress(pramsim_run *run, pramsim_progress *progress, void *context);

/* ---- running */

/* Runs the program to its end, from the beginning also if it has run before. Returns 0 if it ran, however it
 * ended, or -1 with pramsim_error if no machine could be made. */
PRAMSIM_API int pramsim_run_go(pramsim_run *run);

/* Makes the run stop soon, or its next one not begin; from any thread. */
PRAMSIM_API void pramsim_stop(pramsim_run *run);

/* What the last call that failed says, in one line; "" if none has. */
PRAMSIM_API const char *pramsim_error(const pramsim_run *run);

/* Frees a run and its results. NULL is allowed. */
PRAMSIM_API void pramsim_run_free(pramsim_run *run);

/* ---- results of the last run */

/* How it ended: "halted", "exit", or the name of a fault of docs/messages.md, as "deadlock". */
PRAMSIM_API const char *pramsim_end(const pramsim_run *run);

/* The exit status that the command pramsim would have had. */
PRAMSIM_API int pramsim_status(const pramsim_run *run);

/* What the program printed on standard output and on standard error; ended by a 0 that *size does not count.
 */
PRAMSIM_API const char *pramsim_output(const pramsim_run *run, size_t *size);
PRAMSIM_API const char *pramsim_error_output(const pramsim_run *run, size_t *size);

/* The fault and the findings as pramsim prints them; "" if there are none. */
PRAMSIM_API const char *pramsim_report(const pramsim_run *run);

/* Writes a counter by its name in docs/statistics.md: "cycles", "work". Returns 0 if the run has none. */
PRAMSIM_API int pramsim_counter(const pramsim_run *run, const char *name, uint64_t *value);

/* The documents of --stats-json and --findings-json. */
PRAMSIM_API const char *pramsim_stats(pramsim_run *run);
PRAMSIM_API const char *pramsim_findings(pramsim_run *run);

/* The timeline of a run with the setting ("trace", NAME), as --trace writes it; the library writes no file.
 * NULL: there is none. The bytes end with a 0 that *size does not count. */
PRAMSIM_API const void *pramsim_timeline(pramsim_run *run, size_t *size);

/* The costs of the program's lines in a run with the setting ("profile", NULL), as --profile=FILE writes
 * them. NULL: there are none. */
PRAMSIM_API const char *pramsim_profile(pramsim_run *run);

/* A variable of the program. */
struct pramsim_variable {
    const char *name;
    uint32_t address;    /* of its first word; of a private one, in the area of the PP that was asked for */
    uint32_t words;      /* in all */
    int is_private;      /* every PP has its own */
    unsigned dimensions; /* 0: it is no array; at most 4 are told */
    uint32_t extents[4]; /* elements of each dimension, the outermost first */
    uint32_t element_words;
    const char
        *type; /* of an element: "int", "unsigned", "float", "char", "bool", "enum", "pointer", "struct",
                  "union", "real"; NULL: not known, the program has no debug information (-g0) */
};

/* Writes the variable of that name, of PP `pp` if it is private. Returns 0 if there is none. */
PRAMSIM_API int pramsim_variable(pramsim_run *run, const char *name, uint32_t pp,
                                 struct pramsim_variable *variable);

/* The same for the variable of that number, from 0, in the order of addresses: the program's own ones. */
PRAMSIM_API int pramsim_variable_at(pramsim_run *run, size_t number, uint32_t pp,
                                    struct pramsim_variable *variable);

/* Copies words of memory from a global address on. Returns how many words there are, at most `count`. */
PRAMSIM_API size_t pramsim_read(const pramsim_run *run, uint32_t address, uint32_t *words, size_t count);

/* The source line and the function of an instruction. Returns 0 if the line is not known. */
PRAMSIM_API int pramsim_line(const pramsim_run *run, uint32_t pc, const char **file, uint32_t *line,
                             const char **function);

#ifdef __cplusplus
}
#endif

#endif
