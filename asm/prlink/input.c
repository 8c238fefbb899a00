/* input.c - reads objects and archives for the link.
 *
 * May call object.h and file.h. */
#include "asm/prlink/prlink.h"

#include "common/file.h"

#include <stdlib.h>
#include <string.h>

void linker_init(struct linker *linker, struct diag *diag)
{
    *linker = (struct linker){.diag = diag};
    linker->global_names.name = symbols_name;
    linker->global_names.owner = linker;
}

void linker_free(struct linker *linker)
{
    for (size_t i = 0; i < linker->input_count; i++) {
        object_free(&linker->inputs[i]->object);
        free(linker->inputs[i]->first_reloc);
    }
    free(linker->inputs);
    free(linker->taken);
    symbols_forget(linker);
    islands_free(linker);
    arena_release(&linker->arena);
}

static bool add_object(struct linker *linker, const char *name, const void *bytes, size_t size, bool archived)
{
    struct object_error error;
    struct link_input *input = arena_alloc(&linker->arena, sizeof *input);
    input->name = name;
    input->archived = archived;
    if (!object_read_without_lines(bytes, size, &input->object, &error)) {
        diag_report(linker->diag, DIAG_ERROR, NULL, "%s: %s", name, error.text);
        return false;
    }
    if (input->object.linked) {
        object_free(&input->object);
        diag_report(linker->diag, DIAG_ERROR, NULL, "%s: a linked program, not an object", name);
        return false;
    }
    linker->inputs = memory_grow(linker->inputs, &linker->input_capacity, linker->input_count + 1,
                                 sizeof(struct link_input *));
    input->number = (uint32_t)linker->input_count;
    linker->inputs[linker->input_count++] = input;
    return true;
}

struct archive {
    struct linker *linker;
    const char *name;
    bool good;
};

static bool add_member(void *context, const char *member, const void *bytes, size_t size)
{
    struct archive *archive = context;
    size_t length = strlen(archive->name) + strlen(member) + sizeof "()";
    char *name = arena_alloc(&archive->linker->arena, length);
    snprintf(name, length, "%s(%s)", archive->name, member);
    archive->good &= add_object(archive->linker, name, bytes, size, true);
    return true;
}

bool linker_add_bytes(struct linker *linker, const char *name, const void *bytes, size_t size)
{
    struct object_error error;
    const char *kept = arena_text(&linker->arena, name, strlen(name));
    if (!object_is_archive(bytes, size))
        return add_object(linker, kept, bytes, size, false);
    struct archive archive = {.linker = linker, .name = kept, .good = true};
    if (!object_archive_visit(bytes, size, add_member, &archive, &error)) {
        diag_report(linker->diag, DIAG_ERROR, NULL, "%s: %s", kept, error.text);
        return false;
    }
    return archive.good;
}

bool linker_add_file(struct linker *linker, const char *path, const char *name)
{
    size_t size;
    struct file_error error;
    char *bytes = file_read(path, FILE_MAX_BYTES, false, &size, &error);
    if (bytes == NULL) {
        diag_report(linker->diag, DIAG_ERROR, NULL, "%s: cannot read: %s", path, error.text);
        linker->is_unreadable = true;
        return false;
    }
    bool good = linker_add_bytes(linker, name != NULL ? name : path, bytes, size);
    free(bytes);
    return good;
}
