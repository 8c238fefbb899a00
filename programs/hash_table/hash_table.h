/* hash_table.h - a hash table of words that any number of PPs use at the same time. Asynchronous, without
 * locks: equal keys overwrite, and each operation takes effect at one moment between its call and its return.
 *
 * Every place has a counter. A new key adds 1 to it with mpadd: an old value of 0 means that the place itself
 * is free; otherwise the key goes to the overflow, where another mpadd gives the next free entry. Overflow
 * entries of a place are a list; its head only ever grows, so that mpmax takes an entry in and returns the
 * one before it.
 *
 * Each entry has a state that only mpmax changes: odd means present, even deleted. Deleting changes an odd
 * state to the next even one, inserting the key again to the next odd one. When the overflow is used up,
 * table_insert returns 0: then one PP calls table_clean while no other uses the table (a lock of
 * readers_writers.h can say so: operations are the readers, cleaning is the writer). */
#ifndef PROGRAMS_HASH_TABLE_H
#define PROGRAMS_HASH_TABLE_H

#include <fork.h>
#include <stdlib.h>
#include "mix.h"

enum { TABLE_NO_KEY = -1, TABLE_PENDING = -1, TABLE_GONE = 0, TABLE_THERE = 1 };

/* Entries 0 .. places - 1 are the places, those from there on the overflow. Keys are any words but
 * TABLE_NO_KEY. */
typedef struct {
    int places, entries;
    int free;           /* the next overflow entry */
    int collisions;     /* new keys that did not find their place free */
    int *counter;       /* by place: keys inserted there */
    volatile int *head; /* by place: its newest overflow entry; 0: none */
    volatile int *next; /* by overflow entry: the one before it; TABLE_PENDING: not set yet */
    volatile int *key, *value, *state;
} table;

/* By one PP: memory, from shmalloc, for places >= 1 and overflow >= 0 entries. */
static void table_init(table *t, int places, int overflow)
{
    t->places = places;
    t->entries = places + 1 + overflow; /* entry `places` is never used: 0 can mean none */
    t->counter = shmalloc(places);
    t->head = shmalloc(places);
    t->next = shmalloc(t->entries);
    t->key = shmalloc(t->entries);
    t->value = shmalloc(t->entries);
    t->state = shmalloc(t->entries);
}

/* By each of `sharers` PPs, numbered from 0, or by one alone; then the table is empty. */
static void table_clear(table *t, int share, int sharers)
{
    int i;
    t->free = t->places + 1;
    t->collisions = 0;
    for (i = share; i < t->places; i += sharers)
        t->counter[i] = t->head[i] = 0;
    for (i = share; i < t->entries; i += sharers) {
        t->key[i] = TABLE_NO_KEY;
        t->next[i] = TABLE_PENDING;
        t->state[i] = TABLE_GONE;
    }
}

static int table_place(const table *t, int key)
{
    return mix(key) % (unsigned)t->places;
}

/* The entry of a key, present or deleted; -1: there is none. If PPs made several entries for a new key at the
 * same time, the newest counts, which every PP finds first. */
static int table_find(const table *t, int key)
{
    int place = table_place(t, key), entry = t->head[place], next;
    while (entry != 0) {
        if (t->key[entry] == key)
            return entry;
        while ((next = t->next[entry]) == TABLE_PENDING)
            hint_yield();
        entry = next;
    }
    return t->key[place] == key ? place : -1;
}

/* Makes an entry that no other PP knows yet. */
static void table_fill(table *t, int entry, int key, int value)
{
    t->value[entry] = value;
    t->state[entry] = TABLE_THERE;
    t->key[entry] = key;
}

/* Takes a new entry into the list of a place; if one with a higher number has come before it, another try
 * with a higher number of its own. 0: the overflow is used up. */
static int table_link(table *t, int place, int key, int value)
{
    int entry, before;
    for (;;) {
        entry = mpadd(&t->free, 1);
        if (entry >= t->entries)
            return 0;
        table_fill(t, entry, key, value);
        before = mpmax((int *)&t->head[place], entry);
        if (before < entry)
            break;
        t->key[entry] = TABLE_NO_KEY;
    }
    t->next[entry] = before;
    return 1;
}

/* Gives the key this value. 1: done; 0: the overflow is used up, and the key is not there. */
static int table_insert(table *t, int key, int value)
{
    int place, state, entry = table_find(t, key);
    if (entry < 0) {
        place = table_place(t, key);
        if (mpadd(&t->counter[place], 1) != 0) {
            syncadd(&t->collisions, 1);
            return table_link(t, place, key, value);
        }
        table_fill(t, place, key, value);
    } else {
        t->value[entry] = value;
        state = t->state[entry];
        if (state % 2 == TABLE_GONE)
            mpmax((int *)&t->state[entry], state + 1);
    }
    return 1;
}

/* 1, and *value, if the key is there. */
static int table_get(const table *t, int key, int *value)
{
    int entry = table_find(t, key);
    if (entry < 0 || t->state[entry] % 2 == TABLE_GONE)
        return 0;
    *value = t->value[entry];
    return 1;
}

/* 1 if the key was there; of several PPs that delete one key at the same time, one gets 1. */
static int table_delete(table *t, int key)
{
    int state, entry = table_find(t, key);
    if (entry < 0)
        return 0;
    state = t->state[entry];
    return state % 2 == TABLE_THERE && mpmax((int *)&t->state[entry], state + 1) == state;
}

/* By one PP alone: removes deleted entries from the lists. */
static void table_clean(table *t)
{
    int i, kept = 0, end = imin(t->free, t->entries), *pair = shmalloc(2 * end);
    for (i = 0; i < end; i++) {
        if (t->key[i] != TABLE_NO_KEY && table_find(t, t->key[i]) == i && t->state[i] % 2 == TABLE_THERE) {
            pair[2 * kept] = t->key[i];
            pair[2 * kept++ + 1] = t->value[i];
        }
    }
    table_clear(t, 0, 1);
    for (i = 0; i < kept; i++)
        table_insert(t, pair[2 * i], pair[2 * i + 1]);
    shfree(pair);
}

#endif
