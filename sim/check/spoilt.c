/* spoilt.c - words that hold a wrong value after an event of --faults: a bit has changed, a store was lost,
 * an addition was made twice. A PP that reads one is noted (mishap.h). */
#include <stdio.h>

#include "mishap.h"
#include "sim/check/pages.h"
#include "words.h"

struct word {
    bool is_spoilt; /* or was */
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
    struct pages words;
    struct before *before; /* by PP */
};

struct spoilt *spoilt_create(struct check *check)
{
    struct spoilt *spoilt = ARENA_NEW(&check->arena, struct spoilt);
    spoilt->words = pages_make(&check->arena, check->machine->memory.host_words);
    spoilt->before = ARENA_ARRAY(&check->arena, struct before, check->machine->config.pps);
    return spoilt;
}

void spoilt_add(struct check *check, uint32_t index, const struct mishap_place *place)
{
    struct word *word = pages_at(&check->spoilt->words, index, sizeof *word);
    *word = (struct word){.is_spoilt = true, .place = *place};
}

/* ---- finding spoilt words */

static void note(struct check *check, const struct observer_step *step, enum deed deed, uint32_t index,
                 const struct mishap_place *place)
{
    static const char *const found[INJECT_KINDS] = {
        [INJECT_omit] = "an old word, for the store of a new one got lost",
        [INJECT_double] = "too much, for an addition was made twice",
        [INJECT_amnesia] = "a word that was forgotten",
        [INJECT_flip] = "a word of which a bit has changed"};
    char cell[CELL_NAME_SIZE], text[PLACE_SIZE];
    struct warning *warning = blame_note(check, "spoilt_word", blame_pc(check, step));
    if (warning == NULL)
        return;
    warning->address = memory_address(&check->machine->memory, index);
    warning->has_no_cell = false;
    blame_warn(check, step, warning, "--faults: a PP that %s %s finds %s",
               deed == DEED_LOAD ? "loads from" : "does a multiprefix on",
               cell_name(check->machine, warning->address, cell), found[place->kind]);
    fault_hint(&warning->what, "that was in cycle %llu, when PP %u was at %s",
               (unsigned long long)place->cycle, place->pp, blame_place(check, place->pc, text));
}

void spoilt_access(struct check *check, const struct observer_step *step, enum deed deed, uint32_t index)
{
    struct word *word = pages_find(&check->spoilt->words, index, sizeof *word);
    if (word == NULL || !word->is_spoilt)
        return;
    if (word->stored != 0 && word->stored <= check->cycle)
        return; /* right again */
    if (deed == DEED_STORE)
        word->stored = check->cycle + 1;
    else
        note(check, step, deed, index, &word->place);
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
        words_set(check->words, index, (enum word_state)before->state, before->block);
    race_forget(check, memory_address(&check->machine->memory, index));
}
