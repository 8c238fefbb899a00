/* dwarf.h - the part of DWARF 5 that fcc and prasm write; docs/internals/abi.md describes its use for this
 * machine.
 *
 * Addresses and sizes count words of 32 bits, which DWARF calls bytes.
 */
#ifndef PRAM_DWARF_H
#define PRAM_DWARF_H

enum {
    DWARF_VERSION = 5,
    DWARF_ADDRESS_BYTES = 4, /* of an address in the file */
    DWARF_FIRST_REAL = 32    /* X0 to X15 are registers 32 to 47 */
};

#define DWARF_PRODUCER_PRASM "pramsim prasm (words of 32 bits)"
#define DWARF_PRODUCER_FCC "pramsim fcc (words of 32 bits)"

/* Tags, attributes and operations, with their numbers. */
enum {
#define DWARF(name, number) name = (number),
#include "asm/tables/dwarf.def"
};

#endif
