/* choice.c - what the options of --trace choose: lists of PPs and of regions. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

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
