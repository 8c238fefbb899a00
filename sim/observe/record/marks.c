/* marks.c - see marks.h. */
#include "marks.h"

#include <stdlib.h>

struct region_marks *marks_create(uint32_t pps)
{
    struct region_marks *marks = calloc(1, sizeof *marks);
    if (marks == NULL)
        return NULL;
    marks->waited_by = calloc(pps, sizeof *marks->waited_by);
    if (marks->waited_by != NULL)
        return marks;
    marks_destroy(marks);
    return NULL;
}

void marks_destroy(struct region_marks *marks)
{
    if (marks != NULL)
        free(marks->waited_by);
    free(marks);
}
