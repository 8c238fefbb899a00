/* check.h - checks for the library's tests in Fork. Wrong ones are counted and printed; REPORT prints how
 * many there were.
 */
#include <fork.h>
#include <io.h>
#include <string.h>

sh int checks_made, checks_failed, last_failed_line;

/* in asynchronous code: a wrong value is printed */
static void check_integer(int expected, int actual, const char *text, int line)
{
    syncadd(&checks_made, 1);
    if (expected != actual) {
        syncadd(&checks_failed, 1);
        pprintf("line %d: %s is %d, expected %d\n", line, text, actual, expected);
    }
}

static void check_text(const char *expected, const char *actual, const char *text, int line)
{
    syncadd(&checks_made, 1);
    if (strcmp(expected, actual) != 0) {
        syncadd(&checks_failed, 1);
        pprintf("line %d: %s is \"%s\", expected \"%s\"\n", line, text, actual, expected);
    }
}

/* in any code, the same number of cycles for right and wrong: only the line is noted */
static straight void check_straight(int expected, int actual, int line)
{
    int wrong = expected != actual;
    syncadd(&checks_made, 1);
    syncadd(&checks_failed, wrong);
    syncmax(&last_failed_line, -wrong & line);
}

#define CHECK(expected, actual) check_integer((int)(expected), (int)(actual), #actual, __LINE__)
#define CHECK_BITS(expected, actual)                                                                         \
    check_integer((int)__float_bits(expected), (int)__float_bits(actual), #actual, __LINE__)
#define CHECK_TEXT(expected, actual) check_text(expected, actual, #actual, __LINE__)
#define CHECK_SYNC(expected, actual) check_straight((int)(expected), (int)(actual), __LINE__)

/* the end of main, by all PPs */
#define REPORT()                                                                                             \
    do {                                                                                                     \
        barrier;                                                                                             \
        if (__PROC_NR__ == 0) {                                                                              \
            if (checks_failed == 0 && checks_made > 0) {                                                     \
                printf("ok\n");                                                                              \
            } else {                                                                                         \
                printf("%d of %d failed, line %d\n", checks_failed, checks_made, last_failed_line);          \
            }                                                                                                \
        }                                                                                                    \
    } while (0)
