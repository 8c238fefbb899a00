/* sarif.c - see sarif.h. */
#include "common/report/sarif.h"

#include "common/report/json_write.h"
#include "common/memory.h"
#include "common/version.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void sarif_begin(struct sarif *sarif, const char *program)
{
    *sarif = (struct sarif){.program = program};
    sarif->results = open_memstream(&sarif->text, &sarif->length);
    if (sarif->results == NULL)
        memory_is_short();
}

void sarif_free(struct sarif *sarif)
{
    fclose(sarif->results);
    free(sarif->text);
    for (size_t i = 0; i < sarif->rule_count; i++)
        free(sarif->rules[i]);
    free(sarif->rules);
    *sarif = (struct sarif){0};
}

/* {"text": text}: a message in SARIF. */
static void write_message(FILE *stream, const char *text)
{
    fputs("\"message\": {\"text\": ", stream);
    json_write_text(stream, text);
    fputc('}', stream);
}

/* The index of a rule, which is added if it is new. */
static size_t find_rule(struct sarif *sarif, const char *rule)
{
    for (size_t i = 0; i < sarif->rule_count; i++) {
        if (strcmp(sarif->rules[i], rule) == 0)
            return i;
    }
    const size_t size = strlen(rule) + 1;
    sarif->rules =
        memory_grow(sarif->rules, &sarif->rule_capacity, sarif->rule_count + 1, sizeof *sarif->rules);
    sarif->rules[sarif->rule_count] = memcpy(memory_take(size, 1), rule, size);
    return sarif->rule_count++;
}

/* Closes the lists of the last result. */
static void end_result(struct sarif *sarif)
{
    if (sarif->count > 0)
        fputs("]}", sarif->results);
}

void sarif_result(struct sarif *sarif, enum sarif_level level, const char *rule, const char *message)
{
    static const char *const levels[] = {
        [SARIF_NOTE] = "note", [SARIF_WARNING] = "warning", [SARIF_ERROR] = "error"};
    end_result(sarif);
    fprintf(sarif->results, "%s\n        {\"ruleId\": ", sarif->count > 0 ? "," : "");
    json_write_text(sarif->results, rule);
    fprintf(sarif->results, ", \"ruleIndex\": %zu, \"level\": \"%s\", ", find_rule(sarif, rule),
            levels[level]);
    write_message(sarif->results, message);
    fputs(", \"locations\": [", sarif->results);
    sarif->count++;
    sarif->places = 0;
}

/* The reference to a file as a URI: absolute paths get the scheme, and every byte that RFC 3986 does not
 * allow in a path is written as %XX. */
static void write_uri(FILE *stream, const char *file)
{
    static const char allowed[] = "-._~/!$&'()*+,;=@";
    fputs(file[0] == '/' ? "\"file://" : "\"", stream);
    for (const char *at = file; *at != '\0'; at++) {
        const bool is_allowed = isalnum((unsigned char)*at) || strchr(allowed, *at) != NULL;
        fprintf(stream, is_allowed ? "%c" : "%%%02X", (unsigned char)*at);
    }
    fputc('"', stream);
}

void sarif_place(struct sarif *sarif, const struct sarif_place *place)
{
    FILE *stream = sarif->results;
    if (sarif->places == 1)
        fputs("], \"relatedLocations\": [", stream);
    fprintf(stream, "%s\n            {\"physicalLocation\": {\"artifactLocation\": {\"uri\": ",
            sarif->places > 1 ? "," : "");
    write_uri(stream, place->file);
    fprintf(stream, "}, \"region\": {\"startLine\": %" PRIu32, place->line);
    if (place->column > 0)
        fprintf(stream, ", \"startColumn\": %" PRIu32, place->column);
    fputs("}}", stream);
    if (place->text != NULL) {
        fputs(", ", stream);
        write_message(stream, place->text);
    }
    fputc('}', stream);
    sarif->places++;
}

bool sarif_print(struct sarif *sarif, FILE *stream)
{
    end_result(sarif);
    fflush(sarif->results);
    fputs("{\n  \"$schema\": \"https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/"
          "sarif-schema-2.1.0.json\",\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {\n"
          "      \"tool\": {\"driver\": {\"name\": ",
          stream);
    json_write_text(stream, sarif->program);
    fputs(", \"version\": ", stream);
    json_write_text(stream, PRAM_VERSION);
    fputs(", \"rules\": [", stream);
    for (size_t i = 0; i < sarif->rule_count; i++) {
        fputs(i > 0 ? ", {\"id\": " : "{\"id\": ", stream);
        json_write_text(stream, sarif->rules[i]);
        fputc('}', stream);
    }
    fputs("]}},\n      \"columnKind\": \"unicodeCodePoints\",\n      \"results\": [", stream);
    fwrite(sarif->text, 1, sarif->length, stream);
    fputs("]\n    }\n  ]\n}\n", stream);
    return ferror(stream) == 0;
}
