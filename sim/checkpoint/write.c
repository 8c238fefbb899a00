/* write.c - a run's snapshot into a file (checkpoint.h): packed on its way, piece by piece, so that it never
 * lies in memory whole.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "common/output.h"
#include "sim/checkpoint/inside.h"

/* libzstd's fastest usual level: the run stands still meanwhile. */
#define PACKING 1

/* ---- the place */

bool checkpoint_place(struct checkpoint_place *place, const char *path, struct file_error *error)
{
    struct output_file probe;
    *place = (struct checkpoint_place){.path = path, .folder = -1};
    if (!output_open(&probe, path, error))
        return false;
    const bool is_plain = probe.directory >= 0;
    if (is_plain) {
        place->folder = fcntl(probe.directory, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        place->name = strdup(probe.name);
    }
    output_drop(&probe);
    if (place->folder >= 0 && place->name != NULL)
        return true;
    snprintf(error->text, sizeof error->text, "%s", is_plain ? strerror(errno) : "not a plain file");
    checkpoint_place_forget(place);
    return false;
}

void checkpoint_place_forget(struct checkpoint_place *place)
{
    if (place->folder >= 0)
        close(place->folder);
    free(place->name);
    *place = (struct checkpoint_place){.folder = -1};
}

/* ---- the file */

/* A file that is being written. */
struct packer {
    FILE *stream;
    ZSTD_CCtx *context;
    void *room; /* for packed bytes */
    size_t room_size;
    struct sum sum;
};

static bool write_plain(struct packer *packer, const void *bytes, size_t count)
{
    sum_add(&packer->sum, bytes, count);
    return fwrite(bytes, 1, count, packer->stream) == count;
}

/* Packs so many bytes, and ends the packed snapshot with `end`. */
static bool pack(struct packer *packer, const void *bytes, size_t count, ZSTD_EndDirective end)
{
    ZSTD_inBuffer in = {bytes, count, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {packer->room, packer->room_size, 0};
        left = ZSTD_compressStream2(packer->context, &out, &in, end);
        if (ZSTD_isError(left))
            return false;
        if (out.pos != 0 && !write_plain(packer, packer->room, out.pos))
            return false;
    } while (end == ZSTD_e_end ? left != 0 : in.pos != in.size);
    return true;
}

/* For struct snapshot. */
static bool take_piece(void *context, const void *bytes, size_t count)
{
    return pack(context, bytes, count, ZSTD_e_continue);
}

static void put_head(struct snapshot *head, const struct checkpoint_words *words)
{
    size_t size = strlen(words->program);
    for (size_t k = 0; k < words->option_count; k++)
        size += strlen(words->options[k]) + sizeof(uint32_t);
    const bool fits = size < CHECKPOINT_HEAD_MOST / 2;
    snapshot_put_text(head, words->version);
    snapshot_put_text(head, fits ? words->program : "");
    snapshot_put_word(head, fits ? (uint32_t)words->option_count : 0);
    for (size_t k = 0; fits && k < words->option_count; k++)
        snapshot_put_text(head, words->options[k]);
}

static bool write_head(struct packer *packer, const struct checkpoint_words *words)
{
    struct snapshot head = {.size = 0}, all = {.size = 0};
    put_head(&head, words);
    snapshot_put(&all, CHECKPOINT_MAGIC, CHECKPOINT_MAGIC_SIZE);
    snapshot_put_word(&all, CHECKPOINT_VERSION);
    snapshot_put_word(&all, (uint32_t)head.size);
    snapshot_put(&all, head.bytes, head.size);
    const bool good = !head.failed && !all.failed && write_plain(packer, all.bytes, all.size);
    snapshot_forget(&head);
    snapshot_forget(&all);
    return good;
}

static bool make_packer(struct packer *packer, FILE *stream)
{
    *packer =
        (struct packer){.stream = stream, .context = ZSTD_createCCtx(), .room_size = ZSTD_CStreamOutSize()};
    packer->room = malloc(packer->room_size);
    return packer->room != NULL && packer->context != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, PACKING));
}

static void forget_packer(struct packer *packer)
{
    ZSTD_freeCCtx(packer->context);
    free(packer->room);
}

/* Everything but opening and closing the file. */
static bool print(struct packer *packer, const struct checkpoint_words *words, struct machine *machine,
                  const struct engine *engine, const void *state, struct file_error *error)
{
    struct snapshot snapshot = {.sink = take_piece, .context = packer};
    const bool good = write_head(packer, words) &&
                      snapshot_take(&snapshot, machine, engine, state, error->text, sizeof error->text) &&
                      pack(packer, NULL, 0, ZSTD_e_end);
    const uint64_t sum = sum_of(&packer->sum);
    snapshot_forget(&snapshot);
    return good && fwrite(&sum, sizeof sum, 1, packer->stream) == 1;
}

bool checkpoint_write(const struct checkpoint_place *place, const struct checkpoint_words *words,
                      struct machine *machine, const struct engine *engine, const void *state,
                      uint64_t *bytes, struct file_error *error)
{
    struct output_file file;
    struct packer packer;
    if (!output_open_in(&file, place->folder, place->name, error))
        return false;
    snprintf(error->text, sizeof error->text, "the host has not enough memory");
    bool good = make_packer(&packer, file.stream) && print(&packer, words, machine, engine, state, error);
    const bool was_written = ferror(file.stream) == 0;
    *bytes = packer.sum.count + CHECKPOINT_SUM_SIZE;
    forget_packer(&packer);
    if ((good || !was_written) && output_force(&file, error)) /* where writing has failed, it says why */
        return output_close(&file, error);
    output_drop(&file);
    return false;
}
