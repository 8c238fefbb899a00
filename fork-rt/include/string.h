/* string.h - strings and blocks of words. A character is a word; a string ends with the word 0.
 *
 * Sizes count words. All functions are asynchronous: their time depends on the data. Synchronous code calls
 * them inside farm or seq. strtok keeps a position per PP.
 */
#ifndef FORK_STRING_H
#define FORK_STRING_H

#include <stddef.h>

/* blocks */
void *memcpy(void *to, const void *from, size_t words);  /* must not overlap */
void *memmove(void *to, const void *from, size_t words); /* may overlap */
void *memset(void *to, int word, size_t words);
int memcmp(const void *a, const void *b, size_t words); /* by unsigned words: < 0, 0, > 0 */
void *memchr(const void *block, int word, size_t words);
void *memrchr(const void *block, int word, size_t words) __library__; /* the last one */
void *memmem(const void *block, size_t words, const void *part, size_t part_words) __library__;
void *memccpy(void *to, const void *from, int last,
              size_t words) __library__;                             /* up to last; behind it, or NULL */
void *mempcpy(void *to, const void *from, size_t words) __library__; /* behind what was copied */

/* strings */
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t most) __library__;
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t words); /* fills up with 0 */
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t most);
char *stpcpy(char *to, const char *from) __library__;                /* where to ends */
char *stpncpy(char *to, const char *from, size_t words) __library__; /* where the text ends, or to + words */
size_t strxfrm(char *to, const char *from, size_t words);            /* at most words; the length of from */
char *strdup(const char *s) __library__;                             /* by malloc */
char *strndup(const char *s, size_t most) __library__;
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
int strcasecmp(const char *a, const char *b) __library__; /* upper and lower case are equal */
int strncasecmp(const char *a, const char *b, size_t most) __library__;
int strcoll(const char *a, const char *b); /* as strcmp */
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strchrnul(const char *s, int c) __library__; /* the end of s instead of NULL */
char *strstr(const char *s, const char *part);
char *strcasestr(const char *s, const char *part) __library__; /* upper and lower case are equal */
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strpbrk(const char *s, const char *set);
char *strtok(char *s, const char *separators);
char *strtok_r(char *s, const char *separators, char **rest) __library__;
char *strsep(char **rest, const char *separators)
    __library__;           /* the next field, which may be empty; *rest NULL: no more */
char *strerror(int error); /* what errno says (errno.h) */
char *strsignal(int number) __library__; /* the name of a signal (signal.h) */

#endif
