/* style.c - see style.h. The assembler includes the files; mk/45-lab.mk has the dependences. */
#include "lab/scale/style.h"

#include <stdbool.h>
#include <string.h>

#define TAKE_IN(name, file)                                                                                  \
    __asm__(".section .rodata\nscale_" #name "_begin: .incbin \"lab/scale/page/" file "\"\nscale_" #name     \
            "_end: .byte 0\n.previous");                                                                     \
    extern const char scale_##name##_begin[], scale_##name##_end[];

TAKE_IN(chart, "chart.css")
TAKE_IN(page, "page.css")
TAKE_IN(script, "page.js")

static const struct {
    const char *name, *light, *dark;
} palette[] = {
#define COLOUR(name, light, dark) {#name, light, dark},
#include "lab/scale/palette.def"
};
enum { PALETTE_SIZE = sizeof palette / sizeof *palette };

static void print_block(FILE *stream, const char *selector, bool is_dark)
{
    fprintf(stream, "%s {\n  color-scheme: %s;\n", selector, is_dark ? "dark" : "light");
    for (size_t k = 0; k < PALETTE_SIZE; k++)
        fprintf(stream, "  --%s: %s;\n", palette[k].name, is_dark ? palette[k].dark : palette[k].light);
    fputs("}\n", stream);
}

static void print_between(FILE *stream, const char *begin, const char *end)
{
    fwrite(begin, 1, (size_t)(end - begin), stream);
}

void style_print_page(FILE *stream)
{
    print_block(stream, ":root", false);
    print_block(stream, ":root[data-theme=\"dark\"]", true);
    print_between(stream, scale_page_begin, scale_page_end);
    print_between(stream, scale_chart_begin, scale_chart_end);
}

/* The light colour of a name that begins at `name`; NULL: there is none. */
static const char *find_colour(const char *name, size_t length)
{
    for (size_t k = 0; k < PALETTE_SIZE; k++)
        if (strlen(palette[k].name) == length && memcmp(palette[k].name, name, length) == 0)
            return palette[k].light;
    return NULL;
}

/* Rules with variables replaced by the light colours. */
static void print_light(FILE *stream, const char *begin, const char *end)
{
    static const char variable[] = "var(--";
    for (const char *at = begin; at < end; at++) {
        const char *name = at + sizeof variable - 1;
        const size_t length = strcspn(name, ")");
        const char *colour =
            strncmp(at, variable, sizeof variable - 1) == 0 ? find_colour(name, length) : NULL;
        if (colour == NULL) {
            putc(*at, stream);
            continue;
        }
        fputs(colour, stream);
        at = name + length;
    }
}

void style_print_picture(FILE *stream)
{
    print_light(stream, scale_chart_begin, scale_chart_end);
}

void style_print_script(FILE *stream)
{
    print_between(stream, scale_script_begin, scale_script_end);
}
