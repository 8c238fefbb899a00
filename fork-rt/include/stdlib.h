/* stdlib.h - memory, sorting, random numbers, numbers in strings, the end of the run.
 *
 * Three kinds of memory: private (malloc), shared and global (shmalloc), shared and the group's own
 * (shalloc). Sizes count words. An allocation for which there is no memory left stops the run with the
 * caller's source line; the functions try_malloc and try_shmalloc return NULL instead.
 */
#ifndef FORK_STDLIB_H
#define FORK_STDLIB_H

#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

/* private memory of the calling PP; malloc and free take a fixed number of cycles */
straight void *malloc(size_t words);
straight void *try_malloc(size_t words) __library__;
straight void free(void *block);
void *calloc(size_t count, size_t words); /* filled with 0 */
void *realloc(void *block, size_t words);
void *aligned_alloc(size_t alignment, size_t words); /* NULL unless alignment is 1: every word is aligned */

/* shared memory for all PPs, at any time; asynchronous */
void *shmalloc(size_t words);
void *try_shmalloc(size_t words);
void shfree(void *block);
void *shcalloc(size_t count, size_t words);
void *shrealloc(void *block, size_t words);

/* shared memory of the leaf group: all PPs of the group call it together and get one block. It lives as
 * long as the group, or until shallfree, which frees the block and all blocks that the group allocated
 * after it. */
sync sh void *shalloc(size_t words);
sync void shallfree(void *block);

/* compare returns < 0, 0, > 0; size is the words of an element */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *a, const void *b));
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *a, const void *b, void *context),
             void *context) __library__;
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *key, const void *element));

/* random numbers: each PP has its own sequence, from --seed (or srand) and its number */
#define RAND_MAX 2147483647
straight int rand(void); /* 0 .. RAND_MAX */
straight void srand(unsigned seed);
straight long random(void) __library__; /* rand */
straight void srandom(unsigned seed) __library__;

/* POSIX: a sequence of 48-bit numbers, by default from 0x1234abcd330e on; each PP has its own */
void srand48(long seed) __library__;
float drand48(void) __library__; /* 0 .. 1 */
long lrand48(void) __library__;  /* 0 .. 2147483647 */
long mrand48(void) __library__;

typedef struct {
    int quot;
    int rem;
} div_t;
typedef struct {
    long quot;
    long rem;
} ldiv_t;
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;
straight div_t div(int numerator, int denominator);
straight ldiv_t ldiv(long numerator, long denominator);
straight lldiv_t lldiv(long long numerator, long long denominator);
straight int abs(int n);
straight int labs(int n);
straight long long llabs(long long n);

/* numbers in strings; *end, unless end is NULL, is set after the number */
int atoi(const char *s);
int atol(const char *s);
long long atoll(const char *s);
float atof(const char *s);
int strtol(const char *s, char **end, int base);
unsigned strtoul(const char *s, char **end, int base);
long long strtoll(const char *s, char **end, int base);
unsigned long long strtoull(const char *s, char **end, int base);
float strtof(const char *s, char **end); /* correctly rounded */
float strtod(const char *s, char **end);
float strtold(const char *s, char **end);

/* the command line after the program's name on pramsim's; argument 0 is the program */
straight int argument_count(void) __library__;
straight int argument(int number, char *buffer,
                      int words) __library__; /* length of the argument, -1: there is none */

straight void exit(int status);  /* ends the whole run, after this PP's functions of atexit */
straight void _Exit(int status); /* ends it at once */
straight void abort(void);       /* stops it with an error that names the caller's line */

/* functions that this PP calls when it returns from main or calls exit (quick_exit), the last one first;
 * return 0 on success */
int atexit(void (*function)(void));
int at_quick_exit(void (*function)(void));
void quick_exit(int status);

/* the environment is empty at first, and each PP has its own; there are no other programs */
char *getenv(const char *name);          /* NULL: no such variable */
int putenv(char *variable) __library__;  /* "name=value", which is not copied; without =: removes it */
int setenv(const char *name, const char *value, int replace) __library__; /* 0; -1 and errno: no such name */
int unsetenv(const char *name) __library__;
int system(const char *command); /* 0; -1 for a command */

/* characters as in UTF-8 and back (wchar.h has more): -1, or (size_t)-1: these are no characters */
#define MB_CUR_MAX 4
int mblen(const char *s, size_t most);
int mbtowc(wchar_t *to, const char *s, size_t most);
int wctomb(char *to, wchar_t c);
size_t mbstowcs(wchar_t *to, const char *s, size_t words);
size_t wcstombs(char *to, const wchar_t *s, size_t words);

#endif
