/* stddef.h - types and macros that everything uses. Sizes count words: sizeof(char) == sizeof(int) == 1.
 */
#ifndef FORK_STDDEF_H
#define FORK_STDDEF_H

typedef unsigned size_t;
typedef int ptrdiff_t;
typedef int wchar_t;

#define NULL ((void *)0)

/* words from the beginning of a structure to its member */
#define offsetof(type, member) ((size_t) & ((type *)0)->member)

#endif
