/* describe.c - contents of a checkpoint, for people (checkpoint.h): a line for each item. Names are
 * untrusted, and are escaped. */
#include <inttypes.h>
#include <string.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/report/shell.h"
#include "sim/checkpoint/inside.h"

static void print_text(FILE *stream, const char *text)
{
    message_text(stream, text, strlen(text));
}

/* The command line of the run, with this file as its checkpoint. */
static void print_command(FILE *stream, const char *path, const struct checkpoint_words *head,
                          const struct snapshot_about *about)
{
    static const char resume[] = "--resume";
    const size_t length = sizeof resume - 1;
    fprintf(stream, "%-20s pramsim", "goes on with");
    for (uint32_t k = 0; k < head->option_count; k++) {
        if (strncmp(head->options[k], "--resume=", length + 1) == 0)
            continue;
        if (strcmp(head->options[k], resume) == 0)
            k++;
        else
            shell_word(stream, head->options[k]);
    }
    fputs(" --resume", stream);
    shell_word(stream, path);
    shell_word(stream, head->program[0] != '\0' ? head->program : "PROGRAM");
    for (uint32_t k = 0; k < about->argument_count; k++)
        shell_word(stream, about->arguments[k]);
    fputc('\n', stream);
}

static void print_machine(FILE *stream, const struct snapshot_about *about)
{
#define SNAPSHOT_NUMBER(name, option, value) fprintf(stream, "%-20s %" PRIu64 "\n", #name, about->name);
#define SNAPSHOT_TEXT(name, option, value)                                                                   \
    fprintf(stream, "%-20s ", #name);                                                                        \
    print_text(stream, about->name);                                                                         \
    fputc('\n', stream);
#include "sim/machine/snapshot.def"
}

static void print_files(FILE *stream, const struct snapshot_about *about)
{
    for (uint32_t k = 0; k < about->file_count; k++) {
        const struct snapshot_file *file = &about->files[k];
        const char *state = file->is_absent     ? "deleted"
                            : file->handle == 0 ? "complete"
                            : file->written     ? "written"
                                                : "read";
        fprintf(stream, "%-20s '", "file");
        print_text(stream, file->name);
        fprintf(stream, "', %s, %" PRIu64 " byte%s%s\n", state, file->position, plural(file->position),
                file->handle == 0 ? "" : " so far");
    }
}

static void print_all(FILE *stream, const char *path, const struct checkpoint *checkpoint,
                      const struct snapshot_about *about)
{
    const struct checkpoint_words *head = &checkpoint->head;
    fprintf(stream, "%-20s %" PRIu64 " bytes, unpacked %" PRIu64 "; version %u, of pramsim ", "checkpoint",
            checkpoint->size, checkpoint->unpacked, CHECKPOINT_VERSION);
    print_text(stream, head->version);
    fprintf(stream, "\n%-20s", "program");
    shell_word(stream, head->program);
    fprintf(stream, ", hash %016" PRIx64 "\n", about->program);
    print_machine(stream, about);
    fprintf(stream, "%-20s %" PRIu64 "\n", "cycle", about->state.cycle);
    fprintf(stream, "%-20s %" PRIu64 "\n", "instructions", about->state.stats.instructions);
    fprintf(stream, "%-20s %.1f\n", "seconds", about->state.stats.seconds[STATS_TIME_run]);
    fprintf(stream, "%-20s %" PRIu32 ", of them in barriers %" PRIu32 "\n", "running PPs", about->running,
            about->in_barriers);
    fprintf(stream, "%-20s %" PRIu64 " byte%s\n", "standard output", about->printed, plural(about->printed));
    fprintf(stream, "%-20s %" PRIu64 " byte%s\n", "standard input", about->read, plural(about->read));
    print_files(stream, about);
    if (about->puts_back)
        fprintf(stream, "%-20s what files were before the run ended\n", "puts back");
    print_command(stream, path, head, about);
}

bool checkpoint_describe(const char *path, FILE *stream, struct file_error *error)
{
    struct checkpoint *checkpoint = checkpoint_open(path, error);
    struct snapshot_about about;
    if (checkpoint == NULL)
        return false;
    struct snapshot_reader *reader = checkpoint_snapshot(checkpoint);
    const bool good = snapshot_describe(reader, &about) ||
                      message_refuse(error->text, sizeof error->text, "%s", reader->error);
    if (good)
        print_all(stream, path, checkpoint, &about);
    checkpoint_close(checkpoint);
    return good;
}
