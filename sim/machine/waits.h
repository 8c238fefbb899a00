/* waits.h - which instructions wait for other PPs: those around the hint yield. A load there puts a PP after
 * what it has found, so it is no race; and a profile counts what waiting costs. Knows programs; no machine.
 */
#ifndef PRAM_WAITS_H
#define PRAM_WAITS_H

#include <stdint.h>

struct program;

/* Bits. */
enum {
    WAITS_LOOP = 1, /* of an innermost loop around the hint, if that is short: it does little but to wait */
    WAITS_LOOK = 2  /* a load there looks whether the PP has waited for long enough: near the hint, before it
                       or  after it, and before the innermost loop around it; if no shared word is loaded soon
                       after  it, in the innermost loop around it that loads one */
};

/* Sets them in `marks`, by pc, which are all 0. */
void waits_find(const struct program *program, uint8_t *marks);

#endif
