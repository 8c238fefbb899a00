/* hash.h - one hash of texts for all tables of names. */
#ifndef PRAM_HASH_H
#define PRAM_HASH_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a of 64 bits, folded to 32. */
static inline uint32_t hash_text(const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return (uint32_t)(hash ^ hash >> 32);
}

#endif
