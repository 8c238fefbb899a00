/* variables.c - see inside.h: variables and their elements, as trees that the client opens level by level. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "common/json.h"
#include "common/memory.h"
#include "inside.h"

enum { CHILDREN_MOST = 1 << 17 }; /* of a response: a client asks for more by `start` */

const struct container *variables_find(const struct dap *dap, const json_t *arguments, const char *name)
{
    const int64_t reference = dap_integer(arguments, name, 0);
    return reference > 0 && (uint64_t)reference <= dap->container_count ? &dap->containers[reference - 1]
                                                                        : NULL;
}

json_t *variables_reference(struct dap *dap, const struct container *container)
{
    *MEMORY_ADD(dap->containers, dap->container_count, dap->container_room) = *container;
    return json_integer((json_int_t)dap->container_count);
}

void variables_name(const struct container *container, const char *name, char text[DAP_NAME])
{
    if (container->kind == CONTAINER_REGISTERS)
        snprintf(text, DAP_NAME, "$%.200s", name);
    else if (container->kind == CONTAINER_SCOPE)
        snprintf(text, DAP_NAME, "%.250s", name);
    else if (name[0] == '*')
        snprintf(text, DAP_NAME, "*(%.200s)", container->text);
    else
        snprintf(text, DAP_NAME, name[0] == '[' ? "%.150s%.80s" : "%.150s.%.80s", container->text, name);
}

/* ---- values */

json_t *variables_describe(struct dap *dap, const char *name, const char *value_name,
                           const struct debug_node *node, size_t level, const char *text, bool is_hex)
{
    const struct session *session = dap->session;
    const uint32_t count = node_count(session, node);
    struct debug_node first;
    char value[NODE_TEXT], type[NODE_TEXT];
    uint32_t word;
    uint64_t number;
    node_value(session, node, value);
    if (is_hex && info_is_long_long(node->type) && node_read_long_long(session, node, &number))
        snprintf(value, sizeof value, "0x%" PRIx64, number);
    else if (is_hex && count == 0 && node_read(session, node, &word))
        snprintf(value, sizeof value, "0x%x", word);
    json_t *place = !node->is_memory                       ? NULL
                    : (node->number & MEMORY_PRIVATE) != 0 ? dap_format("0x%08x@%u", node->number, node->pp)
                                                           : dap_format("0x%08x", node->number);
    struct container children = {.kind = CONTAINER_NODE, .pp = node->pp, .level = level, .node = *node};
    snprintf(children.text, sizeof children.text, "%s", text);
    const bool has_parts = count != 0 && node_child(session, node, 0, &first);
    return dap_pack("{so* so so so so* so so*}", "name", name != NULL ? json_text(name) : NULL, value_name,
                    json_text(value), "type", json_text(node_type_text(node->type, type)), "evaluateName",
                    json_text(text), "memoryReference", place, "variablesReference",
                    count != 0 ? variables_reference(dap, &children) : json_integer(0),
                    has_parts && first.name[0] == '[' ? "indexedVariables" : "namedVariables",
                    has_parts ? json_integer(count) : NULL);
}

/* ---- members */

struct listing {
    struct dap *dap;
    struct container container; /* a copy: the table may move */
    json_t *list;
    bool is_hex;
    uint64_t first, end; /* the members from `first` to `end` */
};

static void list_node(struct listing *listing, const struct debug_node *node)
{
    char text[DAP_NAME];
    variables_name(&listing->container, node->name, text);
    json_array_append_new(listing->list, variables_describe(listing->dap, node->name, "value", node,
                                                            listing->container.level, text, listing->is_hex));
}

static void list_registers(struct listing *listing)
{
    struct pp_view view;
    session_view(listing->dap->session, listing->container.pp, &view);
    for (unsigned r = 0; r < 32; r++) {
        char value[48], name[DAP_NAME];
        snprintf(value, sizeof value, listing->is_hex ? "0x%x" : "%d", r == 1 ? view.pc : view.r[r]);
        snprintf(name, sizeof name, "$%s", isa_register_roles[r]);
        json_array_append_new(listing->list, dap_pack("{ss ss ss si}", "name", isa_register_roles[r], "value",
                                                      value, "evaluateName", name, "variablesReference", 0));
    }
}

static void list_children(struct listing *listing)
{
    struct debug_node child;
    for (uint64_t k = listing->first;
         k < listing->end && k <= UINT32_MAX &&
         node_child(listing->dap->session, &listing->container.node, (uint32_t)k, &child);
         k++)
        list_node(listing, &child);
}

static void list_scope(struct listing *listing)
{
    const struct container *container = &listing->container;
    size_t count;
    struct debug_node *nodes =
        session_variables(listing->dap->session, container->pp, container->level, container->scope, &count);
    for (uint64_t k = listing->first; k < count && k < listing->end; k++)
        list_node(listing, &nodes[k]);
    free(nodes);
}

json_t *request_variables(struct dap *dap, const json_t *arguments)
{
    const struct container *container = variables_find(dap, arguments, "variablesReference");
    const int64_t start = dap_integer(arguments, "start", 0), count = dap_integer(arguments, "count", 0);
    if (container == NULL)
        return dap_refuse(dap, "variables: the run has moved since this reference was made");
    struct listing listing = {.dap = dap,
                              .container = *container,
                              .list = json_array(),
                              .is_hex = dap_flag(json_object_get(arguments, "format"), "hex"),
                              .first = start > 0 ? (uint64_t)start : 0};
    listing.end = listing.first + (count > 0 && count < CHILDREN_MOST ? (uint64_t)count : CHILDREN_MOST);
    if (container->kind == CONTAINER_REGISTERS)
        list_registers(&listing);
    else if (container->kind == CONTAINER_NODE)
        list_children(&listing);
    else
        list_scope(&listing);
    return dap_pack("{so}", "variables", listing.list);
}

json_t *request_set_variable(struct dap *dap, const json_t *arguments)
{
    struct session *session = dap->session;
    const struct container *container = variables_find(dap, arguments, "variablesReference");
    const char *name = dap_string(arguments, "name"), *value = dap_string(arguments, "value");
    struct debug_node node;
    char text[DAP_NAME];
    if (container == NULL || name == NULL || value == NULL)
        return dap_refuse(dap, "setVariable: of which variable, to which value?");
    const uint32_t pp = container->pp;
    const size_t level = container->level;
    variables_name(container, name, text);
    if (container->kind == CONTAINER_REGISTERS)
        return dap_refuse(dap, "%.200s is a register: only memory can be stored to", text);
    if (!session_assign(session, pp, level, text, value, &node, dap->error))
        return NULL;
    return variables_describe(dap, NULL, "value", &node, level, text,
                              dap_flag(json_object_get(arguments, "format"), "hex"));
}
