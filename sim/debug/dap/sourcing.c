/* sourcing.c - see inside.h: source files, by path if they can be read, otherwise by number. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/file.h"
#include "common/json.h"
#include "common/memory.h"
#include "inside.h"

enum { TEXT_MOST = 1 << 24 };

/* The number of a file name, from 1. */
static size_t number_of(struct dap *dap, const char *file)
{
    size_t index;
    const json_t *name;
    for (index = 0; (name = json_array_get(dap->files, index)) != NULL; index++) {
        if (strcmp(json_string_value(name), file) == 0)
            return index + 1;
    }
    json_array_append_new(dap->files, json_text(file));
    return json_array_size(dap->files);
}

json_t *sourcing_source(struct dap *dap, const char *file)
{
    const char *slash = strrchr(file, '/');
    char path[PATH_MAX];
    json_t *name = json_text(slash != NULL ? slash + 1 : file);
    if (realpath(file, path) != NULL && access(path, R_OK) == 0)
        return dap_pack("{so so}", "name", name, "path", json_text(path));
    return dap_pack("{so sI ss}", "name", name, "sourceReference", (json_int_t)number_of(dap, file),
                    "presentationHint", "deemphasize");
}

static json_t *read_text(const char *path)
{
    struct file_error error;
    size_t size;
    char *text = file_read(path, TEXT_MOST, false, &size, &error);
    json_t *content = text != NULL ? json_text(text) : NULL;
    free(text);
    return content;
}

/* Whether the file is in the debug information: other files are not shown. */
static bool is_known(const struct dap *dap, const char *path)
{
    const struct session *session = dap->session;
    char real[PATH_MAX], other[PATH_MAX];
    const bool has_real = realpath(path, real) != NULL;
    const char *last = NULL;
    for (uint32_t pc = 0; pc < session->machine->program.count; pc++) {
        struct info_line place;
        if (!symbols_place_of(session->symbols, pc, &place) || place.file == last)
            continue;
        last = place.file;
        if (strcmp(place.file, path) == 0 ||
            (has_real && realpath(place.file, other) != NULL && strcmp(real, other) == 0))
            return true;
    }
    return false;
}

json_t *request_source(struct dap *dap, const json_t *arguments)
{
    const json_t *source = json_object_get(arguments, "source");
    const int64_t number =
        dap_integer(source, "sourceReference", dap_integer(arguments, "sourceReference", 0));
    const char *path = number > 0 ? json_string_value(json_array_get(dap->files, (size_t)number - 1))
                                  : dap_string(source, "path");
    json_t *content = path != NULL && is_known(dap, path) ? read_text(path) : NULL;
    if (content == NULL)
        return dap_refuse(dap, "the text of %.200s cannot be read", path != NULL ? path : "this source");
    return dap_pack("{so}", "content", content);
}
