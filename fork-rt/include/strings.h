/* strings.h - the functions of string.h that POSIX declares here, and ffs, with its relatives of GNU C. */
#ifndef FORK_STRINGS_H
#define FORK_STRINGS_H

#include <string.h>

straight int ffs(int bits) __library__; /* the number of the lowest 1, from 1 on; 0: there is none */
straight int ffsl(long bits) __library__;
straight int ffsll(long long bits) __library__;

/* older names of memset with 0, memmove, memcmp, strchr and strrchr */
void bzero(void *to, size_t words) __library__;
void bcopy(const void *from, void *to, size_t words) __library__;
int bcmp(const void *a, const void *b, size_t words) __library__;
char *index(const char *s, int c) __library__;
char *rindex(const char *s, int c) __library__;

#endif
