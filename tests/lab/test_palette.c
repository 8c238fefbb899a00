/* test_palette.c - the colours of pramview's pages: seen on light and on dark paper, and apart from each
 * other, also by people with protanopia or deuteranopia.
 *
 * Contrast is that of WCAG 2 (1.4.11: 3 for graphics, 1.4.3: 4.5 for text). What colour-blind people see is
 * simulated by the matrices of Machado, Oliveira and Fernandes (2009) at full severity, in linear RGB.
 * Distances are Euclidean in Oklab, where a difference that can just be seen is about 0.02. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lab/view/asset.h"

enum { EYES = 3, PARTS = 3 };
static const double GRAPHICS = 3, TEXT = 4.5, APART = 0.08, APART_FROM_GREY = 0.05, GREYS_APART = 0.04;

static const char *const themes[] = {":root {", ":root[data-theme=\"dark\"] {"};
static const char *const papers[] = {"paper", "raised"};
/* what classes.js draws in full, and the mark of a search; its patterns are of these, too */
static const char *const classes[] = {"compute",     "barrier", "lock",  "hold",  "load",  "store",
                                      "multiprefix", "hit",     "line0", "line1", "line2", "line3"};
static const char *const greys[] = {"span", "others", "peak", "ended"};
static const char *const texts[] = {"ink", "faint", "comment", "string", "number", "keyword"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

struct colour {
    double part[PARTS];
};

static const double eyes[EYES][PARTS][PARTS] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
static const char *const eye_names[EYES] = {"all cones", "protanopia", "deuteranopia"};

static struct colour times(const double matrix[PARTS][PARTS], struct colour colour)
{
    struct colour result;
    for (int row = 0; row < PARTS; row++) {
        result.part[row] = 0;
        for (int k = 0; k < PARTS; k++)
            result.part[row] += matrix[row][k] * colour.part[k];
    }
    return result;
}

/* The linear RGB of a variable of page.css in a theme. */
static struct colour colour_of(const char *theme, const char *name)
{
    char pattern[64];
    struct colour colour;
    const char *block = strstr(asset_style.begin, theme);
    assert_non_null(block);
    snprintf(pattern, sizeof pattern, "--%s: #", name);
    const char *at = strstr(block, pattern);
    if (at == NULL || at > strchr(block, '}')) {
        fail_msg("%s has no --%s", theme, name);
        abort();
    }
    const unsigned long word = strtoul(at + strlen(pattern), NULL, 16);
    for (int k = 0; k < PARTS; k++) {
        const double part = (double)(word >> (16 - 8 * k) & 255) / 255;
        colour.part[k] = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
    }
    return colour;
}

static double contrast(struct colour one, struct colour other)
{
    static const double luminance[PARTS] = {0.2126, 0.7152, 0.0722};
    double a = 0.05, b = 0.05;
    for (int k = 0; k < PARTS; k++) {
        a += luminance[k] * one.part[k];
        b += luminance[k] * other.part[k];
    }
    return a > b ? a / b : b / a;
}

static struct colour oklab(struct colour colour)
{
    static const double to_cones[PARTS][PARTS] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                                  {0.2119034982, 0.6806995451, 0.1073969566},
                                                  {0.0883024619, 0.2817188376, 0.6299787005}};
    static const double to_lab[PARTS][PARTS] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                                {1.9779984951, -2.4285922050, 0.4505937099},
                                                {0.0259040371, 0.7827717662, -0.8086757660}};
    struct colour cones;
    for (int k = 0; k < PARTS; k++)
        colour.part[k] = colour.part[k] > 0 ? colour.part[k] : 0;
    cones = times(to_cones, colour);
    for (int k = 0; k < PARTS; k++)
        cones.part[k] = cbrt(cones.part[k]);
    return times(to_lab, cones);
}

static double distance(int eye, struct colour one, struct colour other)
{
    const struct colour a = oklab(times(eyes[eye], one)), b = oklab(times(eyes[eye], other));
    return sqrt(pow(a.part[0] - b.part[0], 2) + pow(a.part[1] - b.part[1], 2) +
                pow(a.part[2] - b.part[2], 2));
}

static void expect_contrast(const char *const *names, size_t count, double least)
{
    for (size_t theme = 0; theme < COUNT(themes); theme++)
        for (size_t paper = 0; paper < COUNT(papers); paper++)
            for (size_t k = 0; k < count; k++) {
                const double found =
                    contrast(colour_of(themes[theme], names[k]), colour_of(themes[theme], papers[paper]));
                if (found < least)
                    fail_msg("%s --%s on --%s: contrast %.2f, expected %.1f", themes[theme], names[k],
                             papers[paper], found, least);
            }
}

static void expect_apart(const char *theme, const char *one, const char *other, double least)
{
    for (int eye = 0; eye < EYES; eye++) {
        const double found = distance(eye, colour_of(theme, one), colour_of(theme, other));
        if (found < least)
            fail_msg("%s --%s and --%s, %s: distance %.3f, expected %.2f", theme, one, other, eye_names[eye],
                     found, least);
    }
}

static void all_classes_are_seen_on_both_papers(void **state)
{
    (void)state;
    expect_contrast(classes, COUNT(classes), GRAPHICS);
}

static void texts_can_be_read_on_both_papers(void **state)
{
    (void)state;
    expect_contrast(texts, COUNT(texts), TEXT);
}

static void names_of_groups_can_be_read_on_their_bars(void **state)
{
    (void)state;
    for (size_t theme = 0; theme < COUNT(themes); theme++)
        assert_true(contrast(colour_of(themes[theme], "on-span"), colour_of(themes[theme], "span")) >= TEXT);
}

static void classes_are_told_apart_by_colour_blind_people_too(void **state)
{
    (void)state;
    for (size_t theme = 0; theme < COUNT(themes); theme++)
        for (size_t k = 0; k < COUNT(classes); k++)
            for (size_t n = 0; n < k; n++)
                expect_apart(themes[theme], classes[k], classes[n], APART);
}

static void classes_are_no_greys(void **state)
{
    (void)state;
    for (size_t theme = 0; theme < COUNT(themes); theme++)
        for (size_t k = 0; k < COUNT(classes); k++)
            for (size_t n = 0; n < COUNT(greys); n++)
                expect_apart(themes[theme], classes[k], greys[n], APART_FROM_GREY);
}

static void greys_are_told_apart(void **state)
{
    (void)state;
    for (size_t theme = 0; theme < COUNT(themes); theme++)
        for (size_t k = 0; k < COUNT(greys); k++)
            for (size_t n = 0; n < k; n++)
                expect_apart(themes[theme], greys[k], greys[n], GREYS_APART);
}

/* That the yardstick measures: colours of which it is known. */
static void red_and_green_are_near_for_the_colour_blind_only(void **state)
{
    (void)state;
    static const struct colour red = {{0.45, 0.03, 0.03}}, green = {{0.09, 0.15, 0.02}};
    static const struct colour white = {{1, 1, 1}}, black = {{0, 0, 0}};
    assert_true(distance(0, red, green) > 0.2);
    assert_true(distance(2, red, green) < 0.5 * distance(0, red, green));
    assert_true(fabs(contrast(white, black) - 21) < 0.01);
    assert_true(fabs(distance(0, white, black) - 1) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_classes_are_seen_on_both_papers),
        cmocka_unit_test(texts_can_be_read_on_both_papers),
        cmocka_unit_test(names_of_groups_can_be_read_on_their_bars),
        cmocka_unit_test(classes_are_told_apart_by_colour_blind_people_too),
        cmocka_unit_test(classes_are_no_greys),
        cmocka_unit_test(greys_are_told_apart),
        cmocka_unit_test(red_and_green_are_near_for_the_colour_blind_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
