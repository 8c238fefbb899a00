/* value.c - see inside.h: sets of PPs and values as text. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "inside.h"
#include "sim/debug/variable.h"

enum { RANGES = 12, ELEMENTS = 200, ROWS = 32, FEW_VALUES = 4 };

/* ---- sets */

/* The number of evenly spaced PPs from `first` on, and their distance *step. */
static uint32_t run_of(const uint32_t *pps, uint32_t first, uint32_t count, uint32_t *step)
{
    uint32_t end = first + 1;
    *step = end < count ? pps[end] - pps[first] : 1;
    while (end < count && pps[end] - pps[end - 1] == *step)
        end++;
    if (end - first == 2 && *step != 1) /* two PPs are no sequence */
        end = first + 1;
    return end - first;
}

const char *value_set(const uint32_t *pps, uint32_t count, char text[SET_SIZE])
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t k = 0; k < count;) {
        uint32_t step;
        const uint32_t run = run_of(pps, k, count, &step);
        if (used > SET_SIZE - 64) {
            snprintf(text + used, SET_SIZE - used, ", .. (%u in all)", count);
            break;
        }
        const char *comma = k > 0 ? ", " : "";
        if (run == 1)
            used += (size_t)snprintf(text + used, SET_SIZE - used, "%s%u", comma, pps[k]);
        else if (step == 1)
            used +=
                (size_t)snprintf(text + used, SET_SIZE - used, "%s%u..%u", comma, pps[k], pps[k + run - 1]);
        else
            used += (size_t)snprintf(text + used, SET_SIZE - used, "%s%u..%u step %u", comma, pps[k],
                                     pps[k + run - 1], step);
        k += run;
    }
    return text;
}

void value_change(FILE *stream, const struct session *session, const struct info_type *type, uint32_t index,
                  uint32_t before, uint32_t now)
{
    char text[NODE_TEXT];
    struct debug_node node = {.place = NODE_VALUE, .pp = session->pp};
    type = type_path(type, index, NULL, text, sizeof text);
    node.type = type != NULL ? type : symbols_word(VALUE_INT);
    message_text(stream, text, strlen(text));
    node.number = before;
    fputc(' ', stream);
    node_value(session, &node, text);
    message_text(stream, text, strlen(text));
    node.number = now;
    fputs(" -> ", stream);
    node_value(session, &node, text);
    message_text(stream, text, strlen(text));
}

/* ---- words */

void value_word(FILE *stream, uint32_t word, enum value_kind kind, char format)
{
    char text[WORD_TEXT];
    fputs(word_text(word, kind, format, text), stream);
}

/* ---- values of PPs */

/* The number of PPs from `first` on whose values are evenly spaced, and that have the same fault; *step is
 * the distance. */
static uint32_t values_run(const uint32_t *values, const uint8_t *faults, uint32_t first, uint32_t count,
                           bool takes_steps, uint32_t *step)
{
    uint32_t end = first + 1;
    *step = end < count && faults[end] == faults[first] ? values[end] - values[first] : 0;
    if (!takes_steps && *step != 0)
        return 1;
    while (end < count && faults[end] == faults[first] && values[end] - values[end - 1] == *step)
        end++;
    if (end - first == 2 && *step != 0)
        end = first + 1;
    return end - first;
}

static void print_run(FILE *stream, const uint32_t *values, const uint8_t *faults, uint32_t run,
                      uint32_t step, enum value_kind kind, char format)
{
    if (faults[0] != EXPRESSION_GOOD) {
        fputs(debug_explain(faults[0]), stream);
        return;
    }
    value_word(stream, values[0], kind, format);
    if (run == 1 || step == 0)
        return;
    fputs("..", stream);
    value_word(stream, values[run - 1], kind, format);
    fprintf(stream, " step %d", (int32_t)step);
}

/* If there are few different values, prints each with its PPs. Otherwise returns false, without output. */
static bool print_by_value(FILE *stream, const uint32_t *pps, const uint32_t *values, const uint8_t *faults,
                           uint32_t count, enum value_kind kind, char format)
{
    uint32_t firsts[FEW_VALUES], found = 0;
    char set[SET_SIZE];
    for (uint32_t k = 0; k < count; k++) {
        uint32_t f = 0;
        while (f < found && (values[firsts[f]] != values[k] || faults[firsts[f]] != faults[k]))
            f++;
        if (f == found && found == FEW_VALUES)
            return false;
        if (f == found)
            firsts[found++] = k;
    }
    uint32_t *members = memory_take(count, sizeof *members);
    for (uint32_t f = 0; f < found; f++) {
        uint32_t kept = 0;
        for (uint32_t k = 0; k < count; k++)
            if (values[k] == values[firsts[f]] && faults[k] == faults[firsts[f]])
                members[kept++] = pps[k];
        fputs(f > 0 ? "; " : "", stream);
        print_run(stream, values + firsts[f], faults + firsts[f], 1, 0, kind, format);
        fprintf(stream, " (PP%s %s)", kept == 1 ? "" : "s", value_set(members, kept, set));
    }
    free(members);
    fputc('\n', stream);
    return true;
}

void value_ranges(FILE *stream, const uint32_t *pps, const uint32_t *values, const uint8_t *faults,
                  uint32_t count, enum value_kind kind, char format)
{
    const bool takes_steps = kind != VALUE_FLOAT && format != 'f' && format != 'c';
    char set[SET_SIZE];
    unsigned ranges = 0;
    uint32_t first_step;
    if (values_run(values, faults, 0, count, takes_steps, &first_step) < count &&
        print_by_value(stream, pps, values, faults, count, kind, format))
        return;
    for (uint32_t k = 0; k < count && ranges < RANGES; ranges++) {
        uint32_t step;
        const uint32_t run = values_run(values, faults, k, count, takes_steps, &step);
        fprintf(stream, "%s", k > 0 ? "; " : "");
        print_run(stream, values + k, faults + k, run, step, kind, format);
        fprintf(stream, " (PP%s %s)", run == 1 ? "" : "s", value_set(pps + k, run, set));
        k += run;
        if (ranges + 1 == RANGES && k < count)
            fprintf(stream, "; .. %u PPs more", count - k);
    }
    fputc('\n', stream);
}

/* ---- arrays */

/* The number of equal elements from `first` on. */
static uint32_t same_run(const uint32_t *words, uint32_t first, uint32_t count)
{
    uint32_t end = first + 1;
    while (end < count && words[end] == words[first])
        end++;
    return end - first;
}

static void print_row(FILE *stream, const uint32_t *words, uint32_t count, enum value_kind kind, char format)
{
    fputc('{', stream);
    for (uint32_t k = 0, shown = 0; k < count; shown++) {
        const uint32_t run = same_run(words, k, count);
        if (shown == ELEMENTS) {
            fprintf(stream, ", .. %u more", count - k);
            break;
        }
        fputs(k > 0 ? ", " : "", stream);
        value_word(stream, words[k], kind, format);
        if (run > 9)
            fprintf(stream, " <%u times>", run);
        k += run > 9 ? run : 1;
    }
    fputc('}', stream);
}

/* Reads the words of an array as the selected PP sees them. False: an address has no memory. */
static bool read_words(const struct session *session, uint32_t address, uint32_t *words, uint32_t count)
{
    uint32_t k = 0;
    while (k < count && memory_read(&session->machine->memory, session->pp, address + k, &words[k]))
        k++;
    return k == count;
}

void value_array(struct terminal *terminal, const struct info_type *type, uint32_t address, char format)
{
    const struct symbols_shape shape = symbols_shape(type);
    const uint32_t count = info_bare(type)->words;
    if (count > POINT_WORDS_MOST) {
        command_fail(terminal, "%u words are too many; NAME[INDEX] is a part", count);
        return;
    }
    uint32_t *words = memory_take((size_t)count + 1, sizeof *words);
    if (!read_words(terminal->session, address, words, count)) {
        command_fail(terminal, "there is no memory at 0x%08x", address);
    } else if (shape.dimensions < 2 && shape.element_words == 1) {
        fputc(' ', terminal->out);
        print_row(terminal->out, words, count, shape.kind, format);
        fputc('\n', terminal->out);
    } else { /* the innermost dimension, or a structure, is one row */
        const uint32_t width =
            shape.element_words > 1 ? shape.element_words : shape.extents[shape.dimensions - 1];
        const uint32_t rows = width != 0 ? count / width : 0;
        fputc('\n', terminal->out);
        for (uint32_t row = 0; row < rows && row < ROWS; row++) {
            fprintf(terminal->out, "%8u  ", row);
            print_row(terminal->out, words + (size_t)row * width, width, shape.kind, format);
            fputc('\n', terminal->out);
        }
        if (rows > ROWS)
            fprintf(terminal->out, "          .. %u rows more\n", rows - ROWS);
    }
    free(words);
}
