/* stdint.h - the integer types by width: there is one width, 32 bits.
 *
 * int8_t, int16_t and int64_t cannot exist, as C has them; the compiler's message says what to use instead.
 */
#ifndef FORK_STDINT_H
#define FORK_STDINT_H

typedef int int32_t;
typedef unsigned uint32_t;
typedef int int_least8_t;
typedef int int_least16_t;
typedef int int_least32_t;
typedef unsigned uint_least8_t;
typedef unsigned uint_least16_t;
typedef unsigned uint_least32_t;
typedef int int_fast8_t;
typedef int int_fast16_t;
typedef int int_fast32_t;
typedef unsigned uint_fast8_t;
typedef unsigned uint_fast16_t;
typedef unsigned uint_fast32_t;
typedef int intptr_t;
typedef unsigned uintptr_t;
typedef int intmax_t;
typedef unsigned uintmax_t;

#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT_LEAST8_MIN INT32_MIN
#define INT_LEAST16_MIN INT32_MIN
#define INT_LEAST32_MIN INT32_MIN
#define INT_LEAST8_MAX INT32_MAX
#define INT_LEAST16_MAX INT32_MAX
#define INT_LEAST32_MAX INT32_MAX
#define UINT_LEAST8_MAX UINT32_MAX
#define UINT_LEAST16_MAX UINT32_MAX
#define UINT_LEAST32_MAX UINT32_MAX
#define INT_FAST8_MIN INT32_MIN
#define INT_FAST16_MIN INT32_MIN
#define INT_FAST32_MIN INT32_MIN
#define INT_FAST8_MAX INT32_MAX
#define INT_FAST16_MAX INT32_MAX
#define INT_FAST32_MAX INT32_MAX
#define UINT_FAST8_MAX UINT32_MAX
#define UINT_FAST16_MAX UINT32_MAX
#define UINT_FAST32_MAX UINT32_MAX
#define INTPTR_MIN INT32_MIN
#define INTPTR_MAX INT32_MAX
#define UINTPTR_MAX UINT32_MAX
#define INTMAX_MIN INT32_MIN
#define INTMAX_MAX INT32_MAX
#define UINTMAX_MAX UINT32_MAX
#define PTRDIFF_MIN INT32_MIN
#define PTRDIFF_MAX INT32_MAX
#define SIZE_MAX UINT32_MAX
#define SIG_ATOMIC_MIN INT32_MIN
#define SIG_ATOMIC_MAX INT32_MAX
#define WCHAR_MIN INT32_MIN
#define WCHAR_MAX INT32_MAX
#define WINT_MIN INT32_MIN
#define WINT_MAX INT32_MAX

/* constants of the types: unchanged, with a u if the type is unsigned */
#define INT8_C(n) n
#define INT16_C(n) n
#define INT32_C(n) n
#define UINT8_C(n) n##u
#define UINT16_C(n) n##u
#define UINT32_C(n) n##u
#define INTMAX_C(n) n
#define UINTMAX_C(n) n##u

#endif
