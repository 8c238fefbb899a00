/* option.c - see option.h. May call only the C library. */
#include "common/option.h"

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

/* How well a word fits a spelling: its length, twice and one more if the word is the spelling. *value gets
 * the argument in the word, or NULL. 0: not at all. */
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

/* Takes an option, perhaps with the next word as its argument; `next` counts on. */
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
