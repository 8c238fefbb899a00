/* files_held.c - complete files that wait for the next checkpoint before they appear (files.h).
 *
 * A run resumed from its last checkpoint repeats its actions since then. Files completed since are written
 * again with the same contents, unless the program had read or appended to them before: it would find the new
 * file in place of the old one. These files wait, and the next checkpoint contains them. Files that wait when
 * the run ends appear without a checkpoint: then the files in their places are saved in the last checkpoint
 * (files_saved.c), and a run resumed from it restores them. Knows the operating system only. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "common/memory.h"
#include "sim/host/files_inside.h"

/* A bit for a place. If two places share one, a file waits unnecessarily, which is harmless. */
static unsigned bit_of(const struct file *place)
{
    struct stat status = {.st_ino = 0};
    uint64_t hash =
        fstat(place->directory, &status) == 0 ? (uint64_t)status.st_ino ^ (uint64_t)status.st_dev << 40 : 0;
    for (const char *base = place->base; *base != '\0'; base++)
        hash = (hash ^ (unsigned char)*base) * 0x100000001b3u;
    return (unsigned)(hash ^ hash >> 32 ^ hash >> 48) % SEEN_BITS;
}

void held_see(struct files *files, const struct file *place)
{
    const unsigned bit = bit_of(place);
    if (!files->holds)
        return;
    files->seen[bit / 64] |= (uint64_t)1 << bit % 64;
    files->seen_lately[bit / 64] |= (uint64_t)1 << bit % 64;
}

bool held_is_seen(const struct files *files, const struct file *place)
{
    const unsigned bit = bit_of(place);
    return files->holds && (files->seen[bit / 64] >> bit % 64 & 1) != 0;
}

static struct file *find(const struct files *files, const struct file *place)
{
    struct stat here, there;
    for (size_t k = 0; k < files->held_count; k++) {
        struct file *held = &files->held[k];
        if (strcmp(held->base, place->base) == 0 && fstat(held->directory, &there) == 0 &&
            fstat(place->directory, &here) == 0 && files_is_same(&here, &there))
            return held;
    }
    return NULL;
}

const char *held_name(const struct files *files, const struct file *place)
{
    const struct file *held = find(files, place);
    return held == NULL ? place->base : held->is_absent ? "" : held->output.temporary;
}

static void forget(struct file *held)
{
    output_drop(&held->output);
    files_leave(held);
}

bool held_has_to_wait(const struct files *files, const struct file *place)
{
    return find(files, place) != NULL || (files->held_count < HELD_MOST && held_is_seen(files, place));
}

void held_add(struct files *files, const struct file *file)
{
    struct file *held = find(files, file);
    if (held != NULL)
        forget(held);
    else
        held = MEMORY_ADD(files->held, files->held_count, files->held_room);
    *held = *file;
    held->stream = NULL;
}

void held_drop(struct files *files)
{
    while (files->held_count > 0)
        forget(&files->held[--files->held_count]);
    free(files->held);
}

void held_lose(struct files *files, const char *name)
{
    if (files->lost[0] != '\0')
        return;
    snprintf(files->lost, sizeof files->lost, "%s", name);
    snprintf(files->lost_reason.text, sizeof files->lost_reason.text, "%s", files->reason);
}

/* False with the reason in files->error. */
static bool appear(struct files *files, struct file *held)
{
    if (!held->is_absent)
        return output_appear(&held->output, &files->error);
    if (unlinkat(held->directory, held->base, 0) == 0 || errno == ENOENT)
        return true;
    snprintf(files->error.text, sizeof files->error.text, "%s", strerror(errno));
    return false;
}

bool held_appear(struct files *files, bool noted)
{
    bool good = true;
    size_t left = 0;
    files->lost[0] = '\0';
    for (size_t k = 0; k < files->held_count; k++) {
        struct file *held = &files->held[k];
        if (noted && !held->is_noted) {
            files->held[left++] = *held;
            continue;
        }
        files->reason = files->error.text;
        if (!appear(files, held)) {
            good = false;
            held_lose(files, held->name);
        }
        forget(held);
    }
    files->held_count = left;
    return good;
}

/* ---- for the host */

void files_note_checkpoint(struct files *files)
{
    if (!files->holds)
        memset(files->seen, 0, sizeof files->seen);
    memset(files->seen_lately, 0, sizeof files->seen_lately);
    files->holds = true;
    for (size_t k = 0; k < files->held_count; k++)
        files->held[k].is_noted = true;
    for (int slot = 0; slot < FILES_MAX_OPEN; slot++)
        if (files->open[slot].stream != NULL && !files->open[slot].written &&
            files->open[slot].directory >= 0)
            held_see(files, &files->open[slot]);
}

bool files_hold(struct files *files)
{
    const bool good = held_appear(files, true);
    memcpy(files->seen, files->seen_lately, sizeof files->seen);
    return good;
}

bool files_are_many(const struct files *files)
{
    return files->held_count > HELD_MOST / 2;
}
