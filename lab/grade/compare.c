/* compare.c - see compare.h. */
#include "lab/grade/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char character)
{
    return character == ' ' || character == '\t' || character == '\r';
}

/* Removes the next line from a text; false: none is left. */
static bool take_line(struct text_part *rest, struct text_part *line)
{
    if (rest->size == 0)
        return false;
    const char *stop = memchr(rest->text, '\n', rest->size);
    line->text = rest->text;
    line->size = stop != NULL ? (size_t)(stop - rest->text) : rest->size;
    const size_t taken = line->size + (stop != NULL);
    rest->text += taken;
    rest->size -= taken;
    return true;
}

static struct text_part trim_end(struct text_part line)
{
    while (line.size > 0 && is_blank(line.text[line.size - 1]))
        line.size--;
    return line;
}

/* Removes the next word from a line; empty: none is left. */
static struct text_part take_word(struct text_part *line)
{
    while (line->size > 0 && is_blank(*line->text)) {
        line->text++;
        line->size--;
    }
    struct text_part word = {line->text, 0};
    while (line->size > 0 && !is_blank(*line->text)) {
        line->text++;
        line->size--;
        word.size++;
    }
    return word;
}

static bool is_equal(struct text_part one, struct text_part other)
{
    return one.size == other.size && memcmp(one.text, other.text, one.size) == 0;
}

/* Whether the whole word is a number for strtod. */
static bool read_number(struct text_part word, double *number)
{
    enum { NUMBER_MOST = 400 }; /* longest output of printf("%f") for a double */
    char text[NUMBER_MOST], *end;
    if (word.size == 0 || word.size >= sizeof text || memchr(word.text, '\0', word.size) != NULL)
        return false;
    memcpy(text, word.text, word.size);
    text[word.size] = '\0';
    *number = strtod(text, &end);
    return *end == '\0';
}

static bool is_within(const struct comparison *comparison, double expected, double got)
{
    const double absolute = isnan(comparison->absolute) ? COMPARE_ABSOLUTE : comparison->absolute,
                 relative = isnan(comparison->relative) ? COMPARE_RELATIVE : comparison->relative;
    if (isnan(expected) || isnan(got))
        return isnan(expected) && isnan(got);
    if (isinf(expected) || isinf(got))
        return expected == got;
    return fabs(expected - got) <= fmax(absolute, relative * fabs(expected));
}

static bool are_equal_words(const struct comparison *comparison, struct text_part expected,
                            struct text_part got)
{
    double one, other;
    if (is_equal(expected, got))
        return true;
    return comparison->kind == COMPARE_FLOATS && read_number(expected, &one) && read_number(got, &other) &&
           is_within(comparison, one, other);
}

static bool are_equal_lines(const struct comparison *comparison, struct text_part expected,
                            struct text_part got)
{
    if (comparison->kind == COMPARE_EXACT)
        return is_equal(expected, got);
    if (comparison->kind == COMPARE_LINES)
        return is_equal(trim_end(expected), trim_end(got));
    for (;;) {
        const struct text_part left = take_word(&expected), right = take_word(&got);
        if (!are_equal_words(comparison, left, right))
            return false;
        if (left.size == 0)
            return true;
    }
}

/* Empty lines at the end count only for an exact comparison. */
static struct text_part trim_lines(const struct comparison *comparison, struct text_part text)
{
    while (comparison->kind != COMPARE_EXACT && text.size > 0 &&
           (is_blank(text.text[text.size - 1]) || text.text[text.size - 1] == '\n'))
        text.size--;
    return text;
}

bool compare_texts(const struct comparison *comparison, struct text_part expected, struct text_part got,
                   struct difference *difference)
{
    if (comparison->kind == COMPARE_EXACT && is_equal(expected, got))
        return true;
    expected = trim_lines(comparison, expected);
    got = trim_lines(comparison, got);
    *difference = (struct difference){0};
    for (;;) {
        difference->line++;
        difference->expected = difference->got = (struct text_part){"", 0};
        difference->expected_ends = !take_line(&expected, &difference->expected);
        difference->got_ends = !take_line(&got, &difference->got);
        if (difference->expected_ends && difference->got_ends)
            return comparison->kind !=
                   COMPARE_EXACT; /* exact: a newline at the end is missing or superfluous */
        if (difference->expected_ends || difference->got_ends ||
            !are_equal_lines(comparison, difference->expected, difference->got))
            return false;
    }
}
