/* mpfr.h - stands in for MPFR's header where there is no MPFR: the types that sim/real/unit.h names. No
 * number format is built there (lab/web/port/real.c). */
#ifndef PRAM_PORT_MPFR_H
#define PRAM_PORT_MPFR_H

struct port_mpfr;
typedef struct port_mpfr *mpfr_ptr;
typedef const struct port_mpfr *mpfr_srcptr;

#endif
