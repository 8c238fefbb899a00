/* marks.c - see marks.h. */
#include "marks.h"

#include <stdlib.h>

struct region_marks *marks_create(uint32_t pps, const struct region_marks *whole)
{
    struct region_marks *marks = calloc(1, sizeof *marks);
    if (marks == NULL)
        return NULL;
    marks->owns_waited_by = whole == NULL;
    marks->waited_by = whole != NULL ? whole->waited_by : calloc(pps, sizeof *marks->waited_by);
    if (marks->waited_by != NULL)
        return marks;
    marks_destroy(marks);
    return NULL;
}

void marks_destroy(struct region_marks *marks)
{
    if (marks != NULL && marks->owns_waited_by)
        free(marks->waited_by);
    free(marks);
}

void marks_add(struct region_marks *sum, const struct region_marks *part)
{
    for (int k = 0; k < MARKS_REGIONS; k++) {
        sum->regions[k].entered += part->regions[k].entered;
        sum->regions[k].left += part->regions[k].left;
        sum->regions[k].cycles += part->regions[k].cycles;
        sum->regions[k].waited += part->regions[k].waited;
    }
}
