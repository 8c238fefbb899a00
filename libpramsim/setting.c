/* setting.c - settings of a run: options, arguments, input, observers. Knows the names of options; no
 * machine. */
#include "libpramsim/inside.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

pramsim_run *pramsim_run_new(const pramsim_program *program)
{
    if (program->image == NULL)
        return NULL;
    struct pramsim_run *run = memory_take(1, sizeof *run);
    run->program = program;
    return run;
}

static const char *const names[] = {
#define RUN_OPTION(name) name,
#include "libpramsim/option.def"
};
enum { NAMES = sizeof names / sizeof *names };

static bool is_known(const char *option)
{
    for (int i = 0; i < NAMES; i++)
        if (strcmp(names[i], option) == 0)
            return true;
    return false;
}

/* Whether the words so far are valid together. */
static bool try_words(struct pramsim_run *run)
{
    struct options options;
    char *words[2 + NAMES * 2] = {"pramsim"};
    int count = 1;
    for (size_t at = 0; at < run->words.size && count < NAMES * 2; at += strlen(run->words.text + at) + 1)
        words[count++] = run->words.text + at;
    words[count++] = "program";
    return options_parse(&options, count, words, run->error, sizeof run->error);
}

/* Removes the word of an option that was set before. */
static void forget_word(struct pramsim_run *run, const char *option)
{
    struct bytes *words = &run->words;
    const size_t length = strlen(option);
    for (size_t at = 0; at < words->size;) {
        char *word = words->text + at;
        const size_t size = strlen(word) + 1;
        const bool is_it =
            strncmp(word + 2, option, length) == 0 && (word[2 + length] == '=' || word[2 + length] == '\0');
        if (is_it) {
            memmove(word, word + size, words->size - at - size + 1);
            words->size -= size;
        } else {
            at += size;
        }
    }
}

int pramsim_set(pramsim_run *run, const char *option, const char *value)
{
    if (!is_known(option)) {
        snprintf(run->error, sizeof run->error,
                 "'%.100s' is no setting of a run; docs/library-c.md lists the settings", option);
        return -1;
    }
    struct bytes before = run->words;
    run->words = (struct bytes){0};
    if (before.size > 0)
        add_bytes(&run->words, before.text, before.size);
    forget_word(run, option);
    add_bytes(&run->words, "--", 2);
    add_bytes(&run->words, option, strlen(option));
    if (value != NULL) {
        add_bytes(&run->words, "=", 1);
        add_bytes(&run->words, value, strlen(value));
    }
    add_bytes(&run->words, "", 1);
    const bool good = try_words(run);
    free(good ? before.text : run->words.text);
    if (!good)
        run->words = before;
    return good ? 0 : -1;
}

static void forget_arguments(struct pramsim_run *run)
{
    for (size_t i = 0; i < run->argument_count; i++)
        free(run->arguments[i]);
    free(run->arguments);
    run->arguments = NULL;
    run->argument_count = 0;
}

void pramsim_set_arguments(pramsim_run *run, const char *const *arguments)
{
    forget_arguments(run);
    size_t count = 0;
    while (arguments != NULL && arguments[count] != NULL)
        count++;
    run->arguments = memory_take(count + 1, sizeof *run->arguments);
    for (size_t i = 0; i < count; i++)
        run->arguments[i] = copy_bytes(arguments[i], strlen(arguments[i]));
    run->argument_count = count;
}

void pramsim_set_input(pramsim_run *run, const void *bytes, size_t size)
{
    free(run->input);
    run->input = copy_bytes(bytes, size);
    run->input_size = size;
}

void pramsim_set_show(pramsim_run *run, pramsim_show *show, void *context)
{
    run->show = show;
    run->show_context = context;
}

void pramsim_set_observer(pramsim_run *run, pramsim_observer *observer, void *context)
{
    run->observe = observer;
    run->observe_context = context;
}

void pramsim_set_progress(pramsim_run *run, pramsim_progress *progress, void *context)
{
    run->progress = progress;
    run->progress_context = context;
}

void pramsim_stop(pramsim_run *run)
{
    stop_request_ask(&run->request, STOP_CALLER);
}

const char *pramsim_error(const pramsim_run *run)
{
    return run->error;
}

void pramsim_run_free(pramsim_run *run)
{
    if (run == NULL)
        return;
    run_forget(run);
    forget_arguments(run);
    free(run->input);
    free(run->words.text);
    free(run);
}
