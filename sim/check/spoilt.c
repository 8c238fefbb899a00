/* spoilt.c - words that hold a wrong value after an event of --faults: a bit has changed, a store was lost,
 * an addition was made twice. A PP that reads one is noted (mishap.h). */
#include <stdio.h>
#include <stdlib.h>

#include "common/memory.h"
#include "mishap.h"
#include "word_table.h"
#include "words.h"

struct word {
    uint32_t index;
    struct mishap_place place;
    uint64_t stored; /* 1 + the cycle of the last store to it; from then on it is right again */
};

/* A word before a PP's store to it. */
struct before {
    uint32_t index, state, block;
    uint64_t cycle;
    bool is_set;
};

struct spoilt {
    struct word_table table;
    struct word *words; /* by number in the table; owned */
    size_t room;
    struct before *before; /* by PP */
};

struct spoilt *spoilt_create(uint32_t pps)
{
    struct spoilt *spoilt = memory_take(1, sizeof *spoilt);
    spoilt->before = memory_take(pps, sizeof *spoilt->before);
    return spoilt;
}

void spoilt_destroy(struct spoilt *spoilt)
{
    if (spoilt == NULL)
        return;
    word_table_free(&spoilt->table);
    free(spoilt->words);
    free(spoilt->before);
    free(spoilt);
}

void spoilt_add(struct check *check, uint32_t index, const struct mishap_place *place)
{
    struct spoilt *spoilt = check->spoilt;
    const uint32_t known = spoilt->table.count, number = word_table_add(&spoilt->table, index);
    if (number == WORD_TABLE_NONE)
        return;
    if (number == known)
        spoilt->words = memory_grow(spoilt->words, &spoilt->room, (size_t)known + 1, sizeof *spoilt->words);
    spoilt->words[number] = (struct word){.index = index, .place = *place};
}

/* ---- finding spoilt words */

static void note(struct check *check, const struct observer_step *step, enum deed deed,
                 const struct word *word)
{
    static const char *const found[INJECT_KINDS] = {
        [INJECT_omit] = "an old word, for the store of a new one got lost",
        [INJECT_double] = "too much, for an addition was made twice",
        [INJECT_amnesia] = "a word that was forgotten",
        [INJECT_flip] = "a word of which a bit has changed"};
    const struct mishap_place *place = &word->place;
    char cell[CELL_NAME_SIZE], text[PLACE_SIZE];
    struct warning *warning = blame_note(check, "spoilt_word", blame_pc(check, step));
    if (warning == NULL)
        return;
    warning->address = memory_address(&check->machine->memory, word->index);
    warning->has_no_cell = false;
    blame_warn(check, step, warning, "--faults: a PP that %s %s finds %s",
               deed == DEED_LOAD ? "loads from" : "does a multiprefix on",
               cell_name(check->machine, warning->address, cell), found[place->kind]);
    fault_hint(&warning->what, "that was in cycle %llu, when PP %u was at %s",
               (unsigned long long)place->cycle, place->pp, blame_place(check, place->pc, text));
}

void spoilt_access(struct check *check, const struct observer_step *step, enum deed deed, uint32_t index)
{
    const struct spoilt *spoilt = check->spoilt;
    const uint32_t number = word_table_find(&spoilt->table, index);
    if (number == WORD_TABLE_NONE)
        return;
    struct word *word = &spoilt->words[number];
    if (word->stored != 0 && word->stored <= check->cycle)
        return; /* right again */
    if (deed == DEED_STORE)
        word->stored = check->cycle + 1;
    else
        note(check, step, deed, word);
}

/* ---- stores that get lost */

void spoilt_remember(struct check *check, uint32_t pp, uint32_t index, uint32_t state, uint32_t block)
{
    struct before *before = &check->spoilt->before[pp];
    if (before->is_set && before->cycle == check->cycle)
        return; /* of the words of an image, the first is lost */
    *before = (struct before){
        .index = index, .state = state, .block = block, .cycle = check->cycle, .is_set = true};
}

void spoilt_lose(struct check *check, uint32_t pp, uint32_t index)
{
    const struct before *before = &check->spoilt->before[pp];
    if (before->is_set && before->cycle == check->cycle && before->index == index)
        words_set(check->words, index, false, (enum word_state)before->state, before->block);
    race_forget(check, memory_address(&check->machine->memory, index));
}
