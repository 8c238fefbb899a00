/* choice.c - lists of PPs and of regions in the options of --trace. */
#include "inside.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"

bool trace_has(const struct trace_list *list, uint32_t number)
{
    for (uint32_t k = 0; k < list->count; k++)
        if (number >= list->first[k] && number <= list->last[k])
            return true;
    return false;
}

bool trace_read_list(struct trace_list *list, const char *text, uint32_t most)
{
    *list = (struct trace_list){.count = 0};
    if (strcmp(text, "all") == 0) {
        *list = (struct trace_list){.last = {most}, .count = 1};
        return true;
    }
    for (;;) {
        char *end;
        if (*text < '0' || *text > '9' || list->count == TRACE_RANGES)
            return false;
        const unsigned long long first = strtoull(text, &end, 10);
        unsigned long long last = first;
        if (*end == '-' && end[1] >= '0' && end[1] <= '9')
            last = strtoull(end + 1, &end, 10);
        if (last > most || first > last || (*end != ',' && *end != '\0'))
            return false;
        list->first[list->count] = (uint32_t)first;
        list->last[list->count++] = (uint32_t)last;
        if (*end == '\0')
            return true;
        text = end + 1;
    }
}

/* ---- regions */

/* "4-6", or "4". */
static bool add_numbers(struct trace_choice *choice, const char *part)
{
    struct trace_list list;
    if (!trace_read_list(&list, part, MARKS_REGIONS - 1))
        return false;
    for (uint32_t region = list.first[0]; region <= list.last[0]; region++)
        choice->shows_region[region] = true;
    return true;
}

/* The regions that match the part: "merge", "sort*". Returns their number. */
static uint32_t add_named(struct trace_choice *choice, const struct region_names *names, const char *part)
{
    uint32_t found = 0;
    for (uint32_t region = 0; region < MARKS_REGIONS; region++) {
        const char *name = region_name(names, region);
        if (name == NULL || fnmatch(part, name, 0) != 0)
            continue;
        choice->shows_region[region] = true;
        found++;
    }
    return found;
}

/* Adds the regions of a list; those with names if `names` are known. False: `part` is wrong. */
static bool add_regions(struct trace_choice *choice, const struct region_names *names,
                        char part[REGION_NAME_SIZE])
{
    for (const char *list = choice->regions;;) {
        const size_t length = strcspn(list, ",");
        snprintf(part, REGION_NAME_SIZE, "%.*s", (int)(length < REGION_NAME_SIZE ? length : 0), list);
        const bool is_number = (*part >= '0' && *part <= '9') || strcmp(part, "all") == 0;
        if (is_number ? !add_numbers(choice, part)
                      : part[0] == '\0' || (names != NULL && add_named(choice, names, part) == 0))
            return false;
        if (list[length] == '\0')
            return true;
        list += length + 1;
    }
}

bool trace_read_regions(struct trace_choice *choice, const char *text)
{
    char part[REGION_NAME_SIZE];
    memset(choice->shows_region, 0, sizeof choice->shows_region);
    choice->only_some_regions = true;
    choice->regions = text;
    return add_regions(choice, NULL, part);
}

bool trace_find_regions(struct trace_choice *choice, const struct machine *machine, char *error,
                        size_t error_size)
{
    char part[REGION_NAME_SIZE];
    return choice->regions == NULL || add_regions(choice, machine->region_names, part) ||
           message_refuse(error, error_size,
                          "--trace-regions: %s: the program has no region of that name (trace_name of "
                          "trace.h gives names)",
                          part);
}
