/* tgmath.h - the functions of math.h for arguments of every type: there is one floating type, so math.h does
 * it. */
#ifndef FORK_TGMATH_H
#define FORK_TGMATH_H

#include <math.h>

#endif
