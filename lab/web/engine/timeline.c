/* timeline.c - see bridge.h: the timeline of a run as the page shows it. Calls libpramsim, and what pramview
 * makes of a timeline. */
#include "lab/web/engine/bridge.h"

#include "lab/view/data.h"

#include <stdlib.h>

enum { MOST_CHANGES = 200000 }; /* of what PPs do: more are put together */

char *web_timeline(pramsim_run *run)
{
    size_t size;
    const void *bytes = pramsim_timeline(run, &size);
    struct trace trace;
    const char *why;
    if (bytes == NULL || !trace_read(&trace, bytes, size, &why))
        return NULL;
    struct sources sources;
    const struct source_folders none = {.items = NULL};
    char *text = NULL;
    FILE *stream = open_memstream(&text, &size);
    sources_find(&sources, &trace, "", &none);
    const struct page page = {.trace = &trace, .sources = &sources, .most = MOST_CHANGES};
    if (stream != NULL) {
        view_print_data(&page, "", "\n", stream);
        fclose(stream);
    }
    sources_free(&sources);
    trace_free(&trace);
    return text;
}
