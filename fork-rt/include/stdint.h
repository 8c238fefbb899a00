/* stdint.h - the integer types by width: there is one width, 32 bits.
 */
#ifndef FORK_STDINT_H
#define FORK_STDINT_H

typedef int int32_t;
typedef unsigned uint32_t;
typedef int intptr_t;
typedef unsigned uintptr_t;
typedef int intmax_t;
typedef unsigned uintmax_t;

#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define SIZE_MAX 4294967295u

#endif
