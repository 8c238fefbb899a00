/* program.c - programs of libpramsim: compiled or loaded, with their messages. Calls build and object; knows
 * no machine. */
#include "libpramsim/inside.h"

#include "asm/object.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/version.h"
#include "libpramsim/build.h"

#include <stdlib.h>
#include <string.h>

const char *pramsim_version(void)
{
    return PRAM_VERSION;
}

static struct pramsim_program *new_program(const char *name)
{
    struct pramsim_program *program = memory_take(1, sizeof *program);
    program->name = copy_bytes(name, strlen(name));
    return program;
}

static void print_messages(void *context, FILE *stream)
{
    const struct pramsim_program *program = context;
    diag_list_print(&program->list, "fcc", stream);
}

static void refuse(struct pramsim_program *program, const char *text)
{
    struct diag diag;
    diag_init_list(&diag, "pramsim", &program->list);
    diag_report(&diag, DIAG_ERROR, &(struct diag_place){.file = program->name}, "%s", text);
}

pramsim_program *pramsim_compile(const char *name, const char *source, const char *const *options)
{
    struct pramsim_program *program = new_program(name);
    struct build_source build = {
        .name = program->name, .text = source, .length = strlen(source), .options = options};
    while (options != NULL && options[build.option_count] != NULL)
        build.option_count++;
    program->image = build_program(&build, &program->list, &program->size);
    program->messages = print_to_text(print_messages, program);
    return program;
}

/* Whether the bytes are a linked program; an empty text is the reason that was said already. */
static bool check_program(struct pramsim_program *program, const void *bytes, size_t size)
{
    struct object object;
    struct object_error error;
    if (!object_read_memory(bytes, size, &object, &error)) {
        refuse(program, error.text);
        return false;
    }
    const bool is_linked = object.linked;
    object_free(&object);
    if (!is_linked)
        refuse(program, "this is an object, no program; link it (fcc, or prlink)");
    return is_linked;
}

pramsim_program *pramsim_load(const char *name, const void *bytes, size_t size)
{
    struct pramsim_program *program = new_program(name);
    if (check_program(program, bytes, size)) {
        program->image = copy_bytes(bytes, size);
        program->size = size;
    }
    program->messages = print_to_text(print_messages, program);
    return program;
}

pramsim_program *pramsim_load_file(const char *path)
{
    struct file_error error = {""};
    size_t size;
    char *bytes = file_read(path, FILE_MAX_BYTES, false, &size, &error);
    if (bytes != NULL) {
        struct pramsim_program *program = pramsim_load(path, bytes, size);
        free(bytes);
        return program;
    }
    struct pramsim_program *program = new_program(path);
    refuse(program, error.text);
    program->messages = print_to_text(print_messages, program);
    return program;
}

int pramsim_is_good(const pramsim_program *program)
{
    return program->image != NULL;
}

int pramsim_message_at(const pramsim_program *program, size_t number, struct pramsim_message *message)
{
    if (number >= program->list.count)
        return 0;
    const struct diag_message *kept = &program->list.messages[number];
    *message = (struct pramsim_message){.kind = diag_severity_name(kept->severity),
                                        .file = kept->file,
                                        .text = kept->text,
                                        .source_line = kept->line_text,
                                        .line = kept->line,
                                        .column = kept->column};
    return 1;
}

const char *pramsim_messages(const pramsim_program *program)
{
    return program->messages;
}

const void *pramsim_image(const pramsim_program *program, size_t *size)
{
    *size = program->size;
    return program->image;
}

void pramsim_free(pramsim_program *program)
{
    if (program == NULL)
        return;
    diag_list_free(&program->list);
    free(program->messages);
    free(program->image);
    free(program->name);
    free(program);
}
