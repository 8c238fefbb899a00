/* value.c - see inside.h: sets of PPs and values as text. */
#include <stdlib.h>

#include "common/memory.h"
#include "common/plural.h"
#include "inside.h"
#include "sim/debug/variable.h"

enum { RANGES = 12, ELEMENTS = 200, ROWS = 32, FEW_VALUES = 4 };

/* ---- sets */

/* The number of evenly spaced numbers from `first` on, and their distance *step. Two numbers are only evenly
 * spaced if their distance is `usual`. */
static uint32_t run_of(const uint32_t *numbers, uint32_t first, uint32_t count, uint32_t usual,
                       uint32_t *step)
{
    uint32_t end = first + 1;
    *step = end < count ? numbers[end] - numbers[first] : usual;
    while (end < count && numbers[end] - numbers[end - 1] == *step)
        end++;
    return end - first == 2 && *step != usual ? 1 : end - first;
}

const char *value_set(const uint32_t *pps, uint32_t count, char text[SET_SIZE])
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t k = 0; k < count;) {
        uint32_t step;
        const uint32_t run = run_of(pps, k, count, 1, &step);
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

const char *value_pps(const uint32_t *pps, uint32_t count, char text[PPS_SIZE])
{
    char set[SET_SIZE];
    snprintf(text, PPS_SIZE, "PP%s %s", plural(count), value_set(pps, count, set));
    return text;
}

const char *value_members(const struct session *session, const struct team *team, char text[PPS_SIZE])
{
    uint32_t count;
    uint32_t *members = session_members(session, team->number, &count);
    value_pps(members, count, text);
    free(members);
    return text;
}

void value_change(const struct terminal *terminal, const char *name, const struct info_type *type,
                  uint32_t index, uint32_t before, uint32_t now)
{
    const struct session *session = terminal->session;
    char path[NODE_TEXT], texts[2][NODE_TEXT];
    type = type_path(type, index, NULL, path, sizeof path);
    struct debug_node node = {
        .pp = session->pp, .type = type != NULL ? type : symbols_word(VALUE_INT), .number = before};
    node_value(session, &node, texts[0]);
    node.number = now;
    say(terminal, "%s%s %s -> %s", name, path, texts[0], node_value(session, &node, texts[1]));
}

/* ---- values of PPs */

/* A word in a format; 0: that of its type. The result may be in `text`. */
static const char *text_of(uint32_t word, const struct info_type *type, char format, char text[WORD_TEXT])
{
    const char *name = format == 0 ? node_enumerator(type, word) : NULL;
    return name != NULL ? name : word_text(word, symbols_kind(type), format, text);
}

static bool is_same(const struct value_list *list, uint32_t one, uint32_t other)
{
    return list->values[one] == list->values[other] && list->faults[one] == list->faults[other];
}

static bool are_names(const struct value_list *list)
{
    return list->format == 0 && info_bare(list->type)->kind == INFO_ENUM;
}

/* The number of PPs from `first` on whose values are evenly spaced, and that have the same fault; *step is
 * the distance. */
static uint32_t values_run(const struct value_list *list, uint32_t first, uint32_t *step)
{
    const bool takes_steps = symbols_kind(list->type) != VALUE_FLOAT && list->format != 'f' &&
                             list->format != 'c' && !are_names(list);
    uint32_t end = first + 1;
    while (end < list->count && list->faults[end] == list->faults[first])
        end++;
    const uint32_t run = run_of(list->values, first, end, 0, step);
    return takes_steps || *step == 0 ? run : 1;
}

/* Prints a value, or the first and last one of a run. */
static void print_run(const struct terminal *terminal, const struct value_list *list, uint32_t first,
                      uint32_t run, uint32_t step)
{
    const bool is_good = list->faults[first] == EXPRESSION_GOOD;
    const uint32_t *values = &list->values[first];
    char text[WORD_TEXT];
    say(terminal, "%s",
        is_good ? text_of(values[0], list->type, list->format, text) : debug_explain(list->faults[first]));
    if (is_good && run != 1 && step != 0)
        say(terminal, "..%s step %d", text_of(values[run - 1], list->type, list->format, text),
            (int32_t)step);
}

/* Finds the first PP with each value, in the order of PPs; with names, in that of their values. Returns the
 * number of values; more than `most`: there are more. */
static uint32_t find_values(const struct value_list *list, uint32_t *firsts, uint32_t most)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < list->count; k++) {
        uint32_t f = 0;
        while (f < found && !is_same(list, firsts[f], k))
            f++;
        if (f < found)
            continue;
        if (found++ == most)
            break;
        while (f > 0 && are_names(list) && (int32_t)list->values[firsts[f - 1]] > (int32_t)list->values[k]) {
            firsts[f] = firsts[f - 1];
            f--;
        }
        firsts[f] = k;
    }
    return found;
}

/* If there are few different values, or names, prints each with its PPs. Otherwise returns false, without
 * output. */
static bool print_by_value(const struct terminal *terminal, const struct value_list *list)
{
    const uint32_t most = are_names(list) ? list->count : FEW_VALUES;
    uint32_t *firsts = memory_take(most, sizeof *firsts),
             *members = memory_take(list->count, sizeof *members);
    const uint32_t found = find_values(list, firsts, most);
    char pps[PPS_SIZE];
    for (uint32_t f = 0; f < found && found <= most; f++) {
        uint32_t kept = 0;
        for (uint32_t k = 0; k < list->count; k++)
            if (is_same(list, firsts[f], k))
                members[kept++] = list->pps[k];
        say(terminal, "%s", f > 0 ? "; " : "");
        print_run(terminal, list, firsts[f], 1, 0);
        say(terminal, " (%s)", value_pps(members, kept, pps));
    }
    free(firsts);
    free(members);
    return found <= most;
}

void value_print(const struct terminal *terminal, const struct value_list *list)
{
    char pps[PPS_SIZE];
    uint32_t step;
    if (list->count == 1)
        print_run(terminal, list, 0, 1, 0);
    else if (values_run(list, 0, &step) == list->count || !print_by_value(terminal, list))
        for (uint32_t k = 0, ranges = 0; k < list->count; ranges++) {
            if (ranges == RANGES) {
                say(terminal, "; .. %u PPs more", list->count - k);
                break;
            }
            const uint32_t run = values_run(list, k, &step);
            say(terminal, "%s", k > 0 ? "; " : "");
            print_run(terminal, list, k, run, step);
            say(terminal, " (%s)", value_pps(list->pps + k, run, pps));
            k += run;
        }
    say(terminal, "\n");
}

/* ---- arrays */

/* Prints words as a line. */
static void print_row(const struct terminal *terminal, const uint32_t *words, uint32_t count,
                      enum value_kind kind, char format)
{
    say(terminal, "{");
    for (uint32_t k = 0, shown = 0; k < count; shown++) {
        uint32_t step;
        char text[WORD_TEXT];
        const uint32_t run = run_of(words, k, count, 0, &step);
        const bool is_long = step == 0 && run > 9;
        if (shown == ELEMENTS) {
            say(terminal, ", .. %u more", count - k);
            break;
        }
        say(terminal, "%s%s", k > 0 ? ", " : "", text_of(words[k], symbols_word(kind), format, text));
        if (is_long)
            say(terminal, " <%u times>", run);
        k += is_long ? run : 1;
    }
    say(terminal, "}\n");
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
        say(terminal, " ");
        print_row(terminal, words, count, shape.kind, format);
    } else { /* the innermost dimension, or a structure, is one row */
        const uint32_t width =
            shape.element_words > 1 ? shape.element_words : shape.extents[shape.dimensions - 1];
        const uint32_t rows = width != 0 ? count / width : 0;
        say(terminal, "\n");
        for (uint32_t row = 0; row < rows && row < ROWS; row++) {
            say(terminal, "%8u  ", row);
            print_row(terminal, words + (size_t)row * width, width, shape.kind, format);
        }
        if (rows > ROWS)
            say(terminal, "          .. %u rows more\n", rows - ROWS);
    }
    free(words);
}
