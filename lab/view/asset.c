/* asset.c - see asset.h. The assembler takes the files in; mk/45-lab.mk says that this depends on them. */
#include "lab/view/asset.h"

#define TAKE_IN(symbol, file)                                                                                \
    __asm__(".section .rodata\n" #symbol "_begin: .incbin \"" file "\"\n" #symbol                            \
            "_end: .byte 0\n.previous");                                                                     \
    extern const char symbol##_begin[], symbol##_end[];

TAKE_IN(asset_text_page, "lab/view/page/page.html")
TAKE_IN(asset_text_style, "lab/view/page/page.css")
#define ASSET(name) TAKE_IN(asset_text_##name, "lab/view/page/" #name ".js")
#include "asset.def"

const struct asset asset_page = {"page.html", asset_text_page_begin, asset_text_page_end};
const struct asset asset_style = {"page.css", asset_text_style_begin, asset_text_style_end};
const struct asset asset_scripts[] = {
#define ASSET(name) {#name ".js", asset_text_##name##_begin, asset_text_##name##_end},
#include "asset.def"
};
const size_t asset_script_count = sizeof asset_scripts / sizeof *asset_scripts;
