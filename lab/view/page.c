/* page.c - see page.h. */
#include "lab/view/page.h"

#include "lab/view/asset.h"

#include <string.h>

static void print_asset(const struct asset *asset, FILE *stream)
{
    fwrite(asset->begin, 1, (size_t)(asset->end - asset->begin), stream);
}

static void print_part(const char *part, const struct page *page, FILE *stream)
{
    if (strncmp(part, "style", 5) == 0)
        print_asset(&asset_style, stream);
    else if (strncmp(part, "script", 6) == 0)
        for (size_t k = 0; k < asset_script_count; k++)
            print_asset(&asset_scripts[k], stream);
    if (strncmp(part, "data", 4) != 0)
        return;
    view_print_data(page, "<script type=\"application/json\" id=\"data\">",
                    "</script>\n<script type=\"text/plain\" id=\"bytes\">", stream);
    fputs("</script>", stream);
}

void view_print(const void *context, FILE *stream)
{
    static const char mark[] = "@@"; /* @@style@@, @@script@@ and @@data@@ stand where they are to go */
    const char *at = asset_page.begin;
    for (const char *next = strstr(at, mark); next != NULL; next = strstr(at, mark)) {
        fwrite(at, 1, (size_t)(next - at), stream);
        print_part(next + 2, context, stream);
        at = strstr(next + 2, mark) + 2;
    }
    fwrite(at, 1, (size_t)(asset_page.end - at), stream);
}
