/* value.c - see inside.h: sets of PPs and values as text. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "common/plural.h"
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

void value_change(FILE *stream, const struct session *session, const struct info_type *type, uint32_t index,
                  uint32_t before, uint32_t now)
{
    char text[NODE_TEXT];
    struct debug_node node = {.pp = session->pp};
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

/* ---- values of PPs */

/* Prints a word in a format; 0: that of its type. */
static void put_word(FILE *stream, uint32_t word, const struct info_type *type, char format)
{
    const char *name = format == 0 ? node_enumerator(type, word) : NULL;
    char text[WORD_TEXT];
    if (name != NULL)
        message_text(stream, name, strlen(name));
    else
        fputs(word_text(word, symbols_kind(type), format, text), stream);
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
    const uint32_t *values = list->values;
    const bool takes_steps = symbols_kind(list->type) != VALUE_FLOAT && list->format != 'f' &&
                             list->format != 'c' && !are_names(list);
    uint32_t end = first + 1;
    *step = end < list->count && list->faults[end] == list->faults[first] ? values[end] - values[first] : 0;
    if (!takes_steps && *step != 0)
        return 1;
    while (end < list->count && list->faults[end] == list->faults[first] &&
           values[end] - values[end - 1] == *step)
        end++;
    if (end - first == 2 && *step != 0)
        end = first + 1;
    return end - first;
}

/* Prints a value, or the first and last one of a run. */
static void print_run(FILE *stream, const struct value_list *list, uint32_t first, uint32_t run,
                      uint32_t step)
{
    if (list->faults[first] != EXPRESSION_GOOD) {
        fputs(debug_explain(list->faults[first]), stream);
        return;
    }
    put_word(stream, list->values[first], list->type, list->format);
    if (run == 1 || step == 0)
        return;
    fputs("..", stream);
    put_word(stream, list->values[first + run - 1], list->type, list->format);
    fprintf(stream, " step %d", (int32_t)step);
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
static bool print_by_value(FILE *stream, const struct value_list *list)
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
        fputs(f > 0 ? "; " : "", stream);
        print_run(stream, list, firsts[f], 1, 0);
        fprintf(stream, " (%s)", value_pps(members, kept, pps));
    }
    free(firsts);
    free(members);
    return found <= most;
}

void value_print(FILE *stream, const struct value_list *list)
{
    char pps[PPS_SIZE];
    uint32_t step;
    if (list->count == 1)
        print_run(stream, list, 0, 1, 0);
    else if (values_run(list, 0, &step) == list->count || !print_by_value(stream, list))
        for (uint32_t k = 0, ranges = 0; k < list->count; ranges++) {
            if (ranges == RANGES) {
                fprintf(stream, "; .. %u PPs more", list->count - k);
                break;
            }
            const uint32_t run = values_run(list, k, &step);
            fputs(k > 0 ? "; " : "", stream);
            print_run(stream, list, k, run, step);
            fprintf(stream, " (%s)", value_pps(list->pps + k, run, pps));
            k += run;
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
        put_word(stream, words[k], symbols_word(kind), format);
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
