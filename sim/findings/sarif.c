/* sarif.c - see sarif.h. Calls json.h. */
#include "sim/findings/sarif.h"

#include "common/memory.h"
#include "common/version.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void sarif_begin(struct sarif *sarif, const char *program)
{
    *sarif = (struct sarif){.program = program, .rules = json_object(), .results = json_array()};
}

void sarif_free(struct sarif *sarif)
{
    json_decref(sarif->rules);
    json_decref(sarif->results);
    *sarif = (struct sarif){0};
}

/* {"text": text}: what SARIF calls a message. */
static json_t *make_message(const char *text)
{
    json_t *message = json_object();
    json_object_set_new(message, "text", json_text(text));
    return message;
}

static json_int_t find_rule(struct sarif *sarif, const char *rule)
{
    json_t *index = json_object_get(sarif->rules, rule);
    if (index == NULL) {
        index = json_integer((json_int_t)json_object_size(sarif->rules));
        json_object_set_new(sarif->rules, rule, index);
    }
    return json_integer_value(index);
}

void sarif_result(struct sarif *sarif, enum sarif_level level, const char *rule, const char *message)
{
    static const char *const levels[] = {
        [SARIF_NOTE] = "note", [SARIF_WARNING] = "warning", [SARIF_ERROR] = "error"};
    sarif->last = json_object();
    json_object_set_new(sarif->last, "ruleId", json_text(rule));
    json_object_set_new(sarif->last, "ruleIndex", json_integer(find_rule(sarif, rule)));
    json_object_set_new(sarif->last, "level", json_text(levels[level]));
    json_object_set_new(sarif->last, "message", make_message(message));
    json_object_set_new(sarif->last, "locations", json_array());
    json_array_append_new(sarif->results, sarif->last);
}

/* The reference to a file as a URI: absolute paths get the scheme, and every byte that RFC 3986 does not
 * allow in a path is written as %XX. */
static json_t *make_uri(const char *file)
{
    static const char allowed[] = "-._~/!$&'()*+,;=@";
    char *uri = memory_take(3 * strlen(file) + sizeof "file://", 1), *end = uri;
    if (file[0] == '/')
        end += sprintf(end, "file://");
    for (const char *at = file; *at != '\0'; at++)
        end += isalnum((unsigned char)*at) || strchr(allowed, *at) != NULL
                   ? sprintf(end, "%c", *at)
                   : sprintf(end, "%%%02X", (unsigned char)*at);
    json_t *text = json_text(uri);
    free(uri);
    return text;
}

static json_t *make_location(const struct sarif_place *place)
{
    json_t *location = json_object(), *physical = json_object(), *artifact = json_object(),
           *region = json_object();
    json_object_set_new(artifact, "uri", make_uri(place->file));
    json_object_set_new(region, "startLine", json_integer(place->line));
    if (place->column > 0)
        json_object_set_new(region, "startColumn", json_integer(place->column));
    json_object_set_new(physical, "artifactLocation", artifact);
    json_object_set_new(physical, "region", region);
    json_object_set_new(location, "physicalLocation", physical);
    if (place->text != NULL)
        json_object_set_new(location, "message", make_message(place->text));
    return location;
}

void sarif_place(struct sarif *sarif, const struct sarif_place *place)
{
    json_t *list = json_object_get(sarif->last, "locations");
    if (json_array_size(list) > 0) {
        list = json_object_get(sarif->last, "relatedLocations");
        if (list == NULL) {
            list = json_array();
            json_object_set_new(sarif->last, "relatedLocations", list);
        }
    }
    json_array_append_new(list, make_location(place));
}

static json_t *make_tool(const struct sarif *sarif)
{
    json_t *tool = json_object(), *driver = json_object(), *rules = json_array();
    const char *rule;
    json_t *index;
    json_object_foreach(sarif->rules, rule, index)
    {
        json_t *object = json_object();
        json_object_set_new(object, "id", json_text(rule));
        json_array_append_new(rules, object);
    }
    json_object_set_new(driver, "name", json_text(sarif->program));
    json_object_set_new(driver, "version", json_text(PRAM_VERSION));
    json_object_set_new(driver, "rules", rules);
    json_object_set_new(tool, "driver", driver);
    return tool;
}

bool sarif_print(const struct sarif *sarif, FILE *stream)
{
    json_t *document = json_object(), *runs = json_array(), *run = json_object();
    json_object_set_new(run, "tool", make_tool(sarif));
    json_object_set_new(run, "columnKind", json_text("unicodeCodePoints"));
    json_object_set(run, "results", sarif->results);
    json_array_append_new(runs, run);
    json_object_set_new(document, "$schema",
                        json_text("https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/"
                                  "sarif-schema-2.1.0.json"));
    json_object_set_new(document, "version", json_text("2.1.0"));
    json_object_set_new(document, "runs", runs);
    const bool is_written = json_print(document, stream);
    json_decref(document);
    return is_written;
}
