/* program.c - see program.h. */
#include "lab/view/program.h"

#include "asm/object.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/nolink.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECT_MOST = 256 << 20 };

static bool is_source(const char *name)
{
    static const char *const endings[] = {"fork", "c", "h", "s", "S", "inc", "def"};
    const char *dot = strrchr(name, '.');
    for (size_t k = 0; dot != NULL && k < sizeof endings / sizeof *endings; k++)
        if (strcmp(dot + 1, endings[k]) == 0)
            return true;
    return false;
}

/* The folder of a path that begins with '/'; new memory. */
static char *folder_of(const char *path)
{
    const size_t length = (size_t)(strrchr(path, '/') - path);
    char *folder = memory_take(length + 2, 1);
    memcpy(folder, path, length != 0 ? length : 1);
    return folder;
}

static void take_files(struct view_program *program, const struct object *object)
{
    program->files = memory_take(object->file_count + 1, sizeof *program->files);
    for (size_t k = 0; k < object->file_count; k++) {
        const char *name = object->files[k].name;
        const size_t length = strlen(name);
        program->files[program->count] = memory_take(length + 1, 1);
        memcpy(program->files[program->count++], name, length);
    }
}

/* False: no object lies there. */
static bool read_object(struct view_program *program, const char *path)
{
    struct file_error refused = {""};
    struct object_error error;
    struct object object;
    char *bytes = NULL, *real = file_real_name(path);
    size_t size = 0;
    bool is_object = false;
    if (real != NULL && nolink_read(&(struct nolink_path){.folder = AT_FDCWD, .name = real}, OBJECT_MOST,
                                    &bytes, &size, &refused) == NOLINK_DONE)
        is_object = object_read_memory(bytes, size, &object, &error);
    if (is_object) {
        program->folder = folder_of(real);
        program->parent = folder_of(program->folder);
        take_files(program, &object);
        object_free(&object);
    }
    free(bytes);
    free(real);
    return is_object;
}

void program_find(struct view_program *program, const char *name, const char *trace_folder)
{
    static const char *const ways[] = {"", "/",
                                       "/../"}; /* from the working folder, and from that of the trace */
    *program = (struct view_program){.count = 0};
    const size_t count = name == NULL ? 0 : name[0] == '/' ? 1 : sizeof ways / sizeof *ways;
    bool is_found = false;
    for (size_t k = 0; k < count && !is_found; k++) {
        char *path;
        if (asprintf(&path, "%s%s%s", k != 0 ? trace_folder : "", ways[k], name) < 0)
            memory_is_short();
        is_found = read_object(program, path);
        free(path);
    }
}

void program_free(struct view_program *program)
{
    for (size_t k = 0; k < program->count; k++)
        free(program->files[k]);
    free(program->files);
    free(program->folder);
    free(program->parent);
}

bool program_names(const struct view_program *program, const char *name)
{
    for (size_t k = 0; k < program->count; k++)
        if (strcmp(program->files[k], name) == 0)
            return is_source(name);
    return false;
}
