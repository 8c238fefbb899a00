/* limits.h - the integer types: long long has two words, every other one is a word of 32 bits.
 */
#ifndef FORK_LIMITS_H
#define FORK_LIMITS_H

#define CHAR_BIT 32
#define SCHAR_MIN (-2147483647 - 1)
#define SCHAR_MAX 2147483647
#define UCHAR_MAX 4294967295u
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN SCHAR_MIN
#define SHRT_MAX SCHAR_MAX
#define USHRT_MAX UCHAR_MAX
#define INT_MIN SCHAR_MIN
#define INT_MAX SCHAR_MAX
#define UINT_MAX UCHAR_MAX
#define LONG_MIN SCHAR_MIN
#define LONG_MAX SCHAR_MAX
#define ULONG_MAX UCHAR_MAX
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615uLL

#endif
