/* bridge.c - see bridge.h. Calls libpramsim only; mk/46-web.mk lists the functions for the linker. */
#include "lab/web/engine/bridge.h"

const char *web_message_text(const pramsim_program *program, size_t number, enum web_text which)
{
    struct pramsim_message message;
    if (!pramsim_message_at(program, number, &message))
        return NULL;
    const char *const texts[] = {
        [WEB_TEXT_KIND] = message.kind, [WEB_TEXT_FILE] = message.file, [WEB_TEXT_TEXT] = message.text};
    return texts[which];
}

int web_message_line(const pramsim_program *program, size_t number, int wants_column)
{
    struct pramsim_message message;
    if (!pramsim_message_at(program, number, &message))
        return 0;
    return wants_column ? message.column : message.line;
}

static void show(void *context, int is_error, const char *bytes, size_t size)
{
    (void)context;
    web_show(is_error, bytes, size);
}

void web_set_show(pramsim_run *run)
{
    pramsim_set_show(run, show, NULL);
}

static int note_progress(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    (void)context;
    return web_progress((double)cycle, (double)instructions, running);
}

void web_set_progress(pramsim_run *run)
{
    pramsim_set_progress(run, note_progress, NULL);
}

const void *web_image(const pramsim_program *program)
{
    size_t size;
    return pramsim_image(program, &size);
}

size_t web_image_size(const pramsim_program *program)
{
    size_t size;
    pramsim_image(program, &size);
    return size;
}

const char *web_array(pramsim_run *run, size_t number, uint32_t most)
{
    struct pramsim_variable variable;
    if (!pramsim_variable_at(run, number, 0, &variable))
        return NULL;
    return variable.is_private || variable.words < 2 || variable.words > most ? "" : variable.name;
}
