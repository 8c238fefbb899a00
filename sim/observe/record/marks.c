/* marks.c - see marks.h. */
#include "marks.h"

#include <stdlib.h>

#include "common/memory.h"

struct region_marks *marks_create(uint32_t pps)
{
    struct region_marks *marks = memory_take(1, sizeof *marks);
    marks->waited_by = memory_take(pps, sizeof *marks->waited_by);
    return marks;
}

void marks_destroy(struct region_marks *marks)
{
    if (marks != NULL)
        free(marks->waited_by);
    free(marks);
}
