/* option.c - see option.h. May call message.h and near.h. */
#include "common/option.h"

#include "common/message.h"
#include "common/near.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

const char *option_spell(const struct option_row *row, char text[OPTION_SPELLING])
{
    if (row->spelling[0] == '\0')
        snprintf(text, OPTION_SPELLING, "-%c", row->letter);
    else
        snprintf(text, OPTION_SPELLING, "%s", row->spelling);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    return text;
}

/* How well a word matches a spelling: twice its length, and one more if the word equals the spelling. *value
 * gets the argument in the word, or NULL. 0: no match. */
static size_t fit(const struct option_row *row, const char *spelling, const char *word, const char **value)
{
    const size_t length = strlen(spelling);
    const char *rest = word + length;
    *value = NULL;
    if (length == 0 || strncmp(word, spelling, length) != 0)
        return 0;
    if (*rest == '\0') {
        *value = row->is_joined && row->argument[0] != '\0' ? rest : NULL;
        return 2 * length + 1;
    }
    const bool is_long = spelling[1] == '-' && spelling[length - 1] != '=';
    const bool is_letter = length == 2 && spelling[1] == row->letter;
    if (is_long ? *rest != '=' : row->argument[0] == '\0' && !is_letter)
        return 0;
    *value = is_long ? rest + 1 : rest;
    return 2 * length;
}

struct option_word option_find(const struct option_row *rows, size_t count, const char *word)
{
    struct option_word found = {.word = word};
    size_t best = 0;
    for (size_t i = 0; i < count; i++) {
        const char letter[] = {'-', rows[i].letter, '\0'};
        char text[OPTION_SPELLING];
        const char *const spellings[] = {rows[i].letter != 0 ? letter : "",
                                         rows[i].spelling[0] != '\0' ? option_spell(&rows[i], text) : ""};
        for (size_t k = 0; k < sizeof spellings / sizeof spellings[0]; k++) {
            const char *value;
            const size_t fits = fit(&rows[i], spellings[k], word, &value);
            if (fits > best) {
                best = fits;
                found.row = &rows[i];
                found.value = value;
            }
        }
    }
    return found;
}

/* The spelling that a word of `length` characters begins, in `best`; if it begins several, the one that all
 * others begin with. False: none. */
static bool find_begun(const struct option_row *rows, size_t count, const char *word, size_t length,
                       char best[OPTION_SPELLING])
{
    enum { LEAST = 4 };
    bool is_clear = length >= LEAST;
    best[0] = '\0';
    for (size_t i = 0; i < count && is_clear; i++) {
        char text[OPTION_SPELLING];
        if (rows[i].spelling[0] == '\0' || strncmp(option_spell(&rows[i], text), word, length) != 0)
            continue;
        if (best[0] == '\0' || strncmp(text, best, strlen(text)) == 0)
            memcpy(best, text, sizeof text);
        else
            is_clear = strncmp(text, best, strlen(best)) == 0;
    }
    return is_clear && best[0] != '\0';
}

/* The spelling most similar to a word, without leading dashes. */
static bool find_near(const struct option_row *rows, size_t count, const char *word, size_t length,
                      char best[OPTION_SPELLING])
{
    const size_t dashes = strspn(word, "-"), own = length > dashes ? length - dashes : 0;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        char text[OPTION_SPELLING];
        struct near near;
        near_start(&near, word + dashes, own);
        near_offer(&near, option_spell(&rows[i], text) + strspn(text, "-"));
        if (near.best != NULL && near.least < least) {
            least = near.least;
            memcpy(best, text, sizeof text);
        }
    }
    return least != SIZE_MAX;
}

void option_explain(char message[OPTION_MESSAGE], const struct option_row *rows, size_t count,
                    enum option_fault fault, const struct option_word *word)
{
    const size_t length = strcspn(word->word, "=");
    char name[OPTION_SPELLING];
    switch (fault) {
    case OPTION_UNKNOWN:
        if (find_begun(rows, count, word->word, length, name) ||
            find_near(rows, count, word->word, length, name))
            snprintf(message, OPTION_MESSAGE, "there is no option '%.300s'; did you mean '%s'?", word->word,
                     name);
        else
            snprintf(message, OPTION_MESSAGE, "there is no option '%.300s'", word->word);
        break;
    case OPTION_MISSING:
        snprintf(message, OPTION_MESSAGE, "%s: expected a value", option_spell(word->row, name));
        break;
    case OPTION_SURPLUS:
        snprintf(message, OPTION_MESSAGE, "%.300s: takes no value", word->word);
        break;
    }
}

void option_complain(FILE *stream, const char *program, const char *message)
{
    message_line(stream, "%s: %s", program, message);
    message_line(stream, "%s: hint: %s --help lists the options", program, program);
}

/* Reads an option, perhaps with the next word as its argument; then `next` is incremented. */
static bool take_option(const struct option_parser *parser, int count, char **words, int *next, void *context)
{
    struct option_word word = option_find(parser->rows, parser->row_count, words[(*next)++]);
    if (word.row == NULL) {
        parser->refuse(context, OPTION_UNKNOWN, &word);
        return false;
    }
    const bool takes_value = word.row->argument[0] != '\0';
    if (takes_value && word.value == NULL && *next < count)
        word.value = words[(*next)++];
    if (takes_value != (word.value != NULL)) {
        parser->refuse(context, takes_value ? OPTION_MISSING : OPTION_SURPLUS, &word);
        return false;
    }
    return parser->take(context, &word);
}

struct option_end option_parse(const struct option_parser *parser, int count, char **words, void *context)
{
    struct option_end end = {.good = true, .next = 1};
    while (end.good && end.next < count) {
        const char *word = words[end.next];
        const bool is_name = end.is_said || word[0] != '-' || word[1] == '\0';
        if (is_name && parser->stops_at_name)
            break;
        if (is_name) {
            end.next++;
            end.good = parser->take(context, &(struct option_word){.word = word, .value = word});
        } else if (strcmp(word, "--") == 0) {
            end.next++;
            end.is_said = true;
        } else {
            end.good = take_option(parser, count, words, &end.next, context);
        }
    }
    return end;
}
