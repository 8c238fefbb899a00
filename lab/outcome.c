/* outcome.c - see outcome.h. Calls jansson. */
#include "lab/outcome.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static bool take_count(const json_t *object, const char *key, uint64_t *count)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *count = (uint64_t)json_integer_value(value);
    return true;
}

bool outcome_read(struct outcome *outcome, const char *path)
{
    json_t *root = json_load_file(path, 0, NULL);
    const json_t *end = json_object_get(root, "end"), *status = json_object_get(root, "status");
    const json_t *seconds = json_object_get(json_object_get(root, "wall_seconds"), "run");
    *outcome =
        (struct outcome){.status = (int)json_integer_value(status), .seconds = json_number_value(seconds)};
    const bool good = json_is_string(end) && json_is_integer(status) && json_is_number(seconds) &&
                      take_count(root, "cycles", &outcome->cycles) &&
                      take_count(root, "work", &outcome->work) &&
                      take_count(root, "instructions", &outcome->instructions) &&
                      take_count(root, "write_conflicts", &outcome->write_conflicts);
    if (good)
        snprintf(outcome->end, sizeof outcome->end, "%s", json_string_value(end));
    json_decref(root);
    return good;
}

bool outcome_is_good(const struct outcome *outcome)
{
    return outcome->status == 0 && (strcmp(outcome->end, "halted") == 0 || strcmp(outcome->end, "exit") == 0);
}
