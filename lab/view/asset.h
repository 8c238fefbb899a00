/* asset.h - the texts of the page (lab/view/page/), which the build puts into the program as they are. */
#ifndef PRAM_VIEW_ASSET_H
#define PRAM_VIEW_ASSET_H

#include <stddef.h>

struct asset {
    const char *name, *begin, *end;
};

/* page.html, page.css, then the scripts in the order in which they run. */
extern const struct asset asset_page, asset_style, asset_scripts[];
extern const size_t asset_script_count;

#endif
