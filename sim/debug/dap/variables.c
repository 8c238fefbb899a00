/* variables.c - see inside.h: variables and their elements, as trees that the client opens level by level. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "inside.h"

enum { SUMMARY_WORDS = 8 };

void variables_forget(struct dap *dap)
{
    for (size_t k = 0; k < dap->container_count; k++)
        free(dap->containers[k].text);
    dap->container_count = dap->frame_count = 0;
}

const struct container *variables_find(const struct dap *dap, int64_t reference)
{
    return reference > 0 && (uint64_t)reference <= dap->container_count ? &dap->containers[reference - 1]
                                                                        : NULL;
}

json_t *variables_reference(struct dap *dap, enum container_kind kind, uint32_t pp,
                            const struct debug_variable *variable, const char *text)
{
    dap->containers =
        memory_grow(dap->containers, &dap->container_room, dap->container_count + 1, sizeof *dap->containers);
    struct container *container = &dap->containers[dap->container_count++];
    *container = (struct container){.kind = kind, .pp = pp, .text = strdup(text)};
    if (container->text == NULL)
        memory_is_short();
    if (variable != NULL)
        container->variable = *variable;
    return json_integer((json_int_t)dap->container_count);
}

void variables_name(const struct container *container, const char *name, char text[DAP_NAME])
{
    const bool is_number = isdigit((unsigned char)name[0]) != 0;
    if (container->kind == CONTAINER_REGISTERS)
        snprintf(text, DAP_NAME, "$%.200s", name);
    else if (container->kind == CONTAINER_ELEMENTS)
        snprintf(text, DAP_NAME, is_number ? "%.120s[%.100s]" : "%.120s%.100s", container->text, name);
    else
        snprintf(text, DAP_NAME, "%.250s", name);
}

/* ---- values */

static void write_word(char text[48], uint32_t word, enum value_kind kind, bool is_hex)
{
    float real;
    memcpy(&real, &word, sizeof real);
    if (is_hex)
        snprintf(text, 48, "0x%x", word);
    else if (kind == VALUE_FLOAT)
        snprintf(text, 48, "%.9g", (double)real);
    else if (kind == VALUE_UNSIGNED)
        snprintf(text, 48, "%u", word);
    else
        snprintf(text, 48, "%d", (int32_t)word);
}

static bool read_word(const struct dap *dap, uint32_t pp, uint32_t address, uint32_t *word)
{
    const struct memory *memory = &dap->session->machine->memory;
    const uint32_t index = memory_index(memory, pp, address);
    *word = index != MEMORY_ILLEGAL ? memory->cells[index] : 0;
    return index != MEMORY_ILLEGAL;
}

static json_t *type_of(const struct debug_variable *variable)
{
    static const char *const kinds[] = {
        [VALUE_INT] = "int", [VALUE_UNSIGNED] = "unsigned", [VALUE_FLOAT] = "float"};
    char text[DAP_NAME];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", kinds[variable->kind]);
    for (unsigned k = 0; k < variable->dimensions; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "[%u]", variable->extents[k]);
    return json_text(text);
}

/* "{1, 2, 3, ..}" for the first words of an array. */
static json_t *summary(const struct dap *dap, uint32_t pp, const struct debug_variable *variable, bool is_hex)
{
    char text[SUMMARY_WORDS * 48 + 16] = "{", word_text[48];
    size_t used = 1;
    uint64_t words = variable->element_words;
    uint32_t k = 0, word;
    for (unsigned d = 0; d < variable->dimensions; d++)
        words *= variable->extents[d];
    for (; k < SUMMARY_WORDS && k < words && read_word(dap, pp, variable->address + k, &word); k++) {
        write_word(word_text, word, variable->kind, is_hex);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k > 0 ? ", " : "", word_text);
    }
    snprintf(text + used, sizeof text - used, k < words ? ", ..}" : "}");
    return json_text(text);
}

void variables_describe(struct dap *dap, json_t *object, const char *value_name, uint32_t pp,
                        const struct debug_variable *variable, const char *text, bool is_hex)
{
    const bool is_private = (variable->address & MEMORY_PRIVATE) != 0;
    json_object_set_new(object, "type", type_of(variable));
    json_object_set_new(object, "memoryReference",
                        is_private ? json_sprintf("0x%08x@%u", variable->address, pp)
                                   : json_sprintf("0x%08x", variable->address));
    json_object_set_new(object, "evaluateName", json_text(text));
    if (variable->dimensions != 0) {
        json_object_set_new(object, value_name, summary(dap, pp, variable, is_hex));
        json_object_set_new(object, "variablesReference",
                            variables_reference(dap, CONTAINER_ELEMENTS, pp, variable, text));
        json_object_set_new(object, "indexedVariables", json_integer(variable->extents[0]));
        return;
    }
    char value[48];
    uint32_t word;
    if (read_word(dap, pp, variable->address, &word))
        write_word(value, word, variable->kind, is_hex);
    else
        snprintf(value, sizeof value, "<no memory>");
    json_object_set_new(object, value_name, json_text(value));
    json_object_set_new(object, "variablesReference", json_integer(0));
}

/* ---- members */

struct listing {
    struct dap *dap;
    const struct container *container;
    json_t *list;
    uint32_t pp;
    bool is_private, is_hex;
    uint64_t skipped, most;
};

static bool list_variable(void *context, const struct debug_variable *variable)
{
    struct listing *listing = context;
    if (variable->is_private != listing->is_private)
        return true;
    if (listing->skipped > 0) {
        listing->skipped--;
        return true;
    }
    json_t *object = dap_pack("{so}", "name", json_text(variable->name));
    variables_describe(listing->dap, object, "value", listing->pp, variable, variable->name, listing->is_hex);
    json_array_append_new(listing->list, object);
    return json_array_size(listing->list) < listing->most;
}

static void list_registers(struct listing *listing)
{
    static const char *const roles[] = {
#define ABI_REGISTER(number, name, who, text) [number] = #name,
#include "asm/tables/abi.def"
    };
    struct pp_view view;
    session_view(listing->dap->session, listing->pp, &view);
    for (unsigned r = 0; r < 32; r++) {
        char value[48], name[DAP_NAME];
        write_word(value, r == 1 ? view.pc : view.r[r], VALUE_INT, listing->is_hex);
        snprintf(name, sizeof name, "$%s", roles[r]);
        json_array_append_new(listing->list, dap_pack("{ss ss ss si}", "name", roles[r], "value", value,
                                                      "evaluateName", name, "variablesReference", 0));
    }
}

/* An element of an array. */
static struct debug_variable element(const struct debug_variable *array, uint32_t number)
{
    struct debug_variable part = *array;
    uint32_t words = array->element_words;
    for (unsigned k = 1; k < array->dimensions; k++)
        words *= array->extents[k];
    part.dimensions--;
    memmove(part.extents, part.extents + 1, sizeof part.extents - sizeof *part.extents);
    if (part.dimensions == 0 && array->element_words > 1) { /* the words of a structure */
        part.dimensions = 1;
        part.extents[0] = array->element_words;
        part.element_words = 1;
    }
    part.address += number * words;
    part.words = words;
    return part;
}

static void list_elements(struct listing *listing, uint64_t start)
{
    const struct debug_variable array = listing->container->variable;
    char base[DAP_NAME], text[DAP_NAME], name[16];
    snprintf(base, sizeof base, "%.200s", listing->container->text); /* the table of containers may move */
    const uint64_t end = start + listing->most < array.extents[0] ? start + listing->most : array.extents[0];
    for (uint64_t k = start; k < end; k++) {
        const struct debug_variable part = element(&array, (uint32_t)k);
        snprintf(name, sizeof name, "%u", (unsigned)k);
        snprintf(text, sizeof text, "%.200s[%u]", base, (unsigned)k);
        json_t *object = dap_pack("{ss}", "name", name);
        variables_describe(listing->dap, object, "value", listing->pp, &part, text, listing->is_hex);
        json_array_append_new(listing->list, object);
    }
}

json_t *request_variables(struct dap *dap, const json_t *arguments, char error[DAP_ERROR])
{
    const struct container *container = variables_find(dap, dap_integer(arguments, "variablesReference", 0));
    const int64_t start = dap_integer(arguments, "start", 0), count = dap_integer(arguments, "count", 0);
    const struct symbols *symbols = dap->session->symbols;
    if (container == NULL) {
        snprintf(error, DAP_ERROR, "variables: the run has moved since this reference was made");
        return NULL;
    }
    struct listing listing = {.dap = dap,
                              .container = container,
                              .list = json_array(),
                              .pp = container->pp,
                              .is_private = container->kind == CONTAINER_PRIVATE,
                              .is_hex = dap_flag(json_object_get(arguments, "format"), "hex"),
                              .skipped = start > 0 ? (uint64_t)start : 0,
                              .most = count > 0 ? (uint64_t)count : UINT32_MAX};
    if (container->kind == CONTAINER_REGISTERS)
        list_registers(&listing);
    else if (container->kind == CONTAINER_ELEMENTS)
        list_elements(&listing, listing.skipped);
    else
        symbols->source->variables(symbols, 0, list_variable, &listing);
    return dap_pack("{so}", "variables", listing.list);
}

json_t *request_set_variable(struct dap *dap, const json_t *arguments, char error[DAP_ERROR])
{
    struct session *session = dap->session;
    const struct container *container = variables_find(dap, dap_integer(arguments, "variablesReference", 0));
    const char *name = dap_string(arguments, "name"), *value = dap_string(arguments, "value");
    char text[DAP_NAME];
    uint32_t address = 0, word = 0;
    uint8_t fault = EXPRESSION_GOOD, other = EXPRESSION_GOOD;
    if (container == NULL || name == NULL || value == NULL) {
        snprintf(error, DAP_ERROR, "setVariable: of which variable, to which value?");
        return NULL;
    }
    const uint32_t pp = container->pp;
    struct expression *place = memory_take(2, sizeof *place), *to = place + 1;
    variables_name(container, name, text);
    bool good = session_parse(session, text, place, error) && session_parse(session, value, to, error);
    if (good && (!place->is_place || place->place.dimensions != 0)) {
        snprintf(error, DAP_ERROR, "%.200s does not lie in one word of memory", text);
        good = false;
    }
    if (good) {
        session_evaluate(session, place, &pp, 1, true, &address, &fault);
        session_evaluate(session, to, &pp, 1, false, &word, &other);
        float real;
        if (place->kind == VALUE_FLOAT && to->kind != VALUE_FLOAT) {
            real = to->kind == VALUE_UNSIGNED ? (float)word : (float)(int32_t)word;
            memcpy(&word, &real, sizeof word);
        } else if (place->kind != VALUE_FLOAT && to->kind == VALUE_FLOAT) {
            memcpy(&real, &word, sizeof real);
            word = real > -2147483648.0f && real < 2147483648.0f ? (uint32_t)(int32_t)real : 0;
        }
        good = fault == EXPRESSION_GOOD && other == EXPRESSION_GOOD;
        if (!good)
            snprintf(error, DAP_ERROR, "%s", debug_explain(fault != EXPRESSION_GOOD ? fault : other));
    }
    good = good && session_write(session, pp, address, &word, 1, error);
    const enum value_kind kind = place->kind;
    free(place);
    if (!good)
        return NULL;
    char shown[48];
    write_word(shown, word, kind, dap_flag(json_object_get(arguments, "format"), "hex"));
    return dap_pack("{ss si}", "value", shown, "variablesReference", 0);
}
