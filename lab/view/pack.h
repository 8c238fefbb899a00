/* pack.h - numbers as bytes for the page: seven bits a byte, the lowest first, as in protobuf; differences
 * where numbers ascend. The bytes go into the page as base64. Knows no trace. */
#ifndef PRAM_VIEW_PACK_H
#define PRAM_VIEW_PACK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct pack {
    unsigned char *bytes; /* owned */
    size_t size, room;
};

void pack_number(struct pack *pack, uint64_t number);
void pack_signed(struct pack *pack, int64_t number); /* 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
void pack_print(const struct pack *pack, FILE *stream);
void pack_release(struct pack *pack);

#endif
