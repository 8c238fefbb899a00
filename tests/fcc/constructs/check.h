/* check.h - checks for the tests of Fork's constructs. Every check costs the same cycles whether it holds or not, so that a
 * wrong value does not disturb synchronous code.
 *
 *   expect(n, condition)   counts a check, and an error if the condition is 0; n is the check's number in the program
 *   together(n)            synchronous: all members of the leaf group, # of them, are here in the same cycle
 *   report()               asynchronous, at the end: PP 0 prints "CHECKS ERRORS LAST" (the highest number of a wrong check)
 */
sh int checks, errors, last_error;

#define expect(n, condition) expect_value((n), (condition) == 0)

straight void expect_value(int n, int is_wrong)
{
    syncadd(&checks, 1);
    syncadd(&errors, is_wrong);
    syncmax(&last_error, n * is_wrong);
}

sync void together(int n)
{
    sh int here, latest;
    unsigned now;
    here = 0;
    latest = 0;
    now = getct();
    syncadd(&here, 1);
    syncmax(&latest, (int)now);
    expect(n, here == #);
    expect(n, latest == (int)now);
}

void report(void)
{
    barrier;
    if (__PROC_NR__ == 0) {
        __sys1(1, checks);
        __sys1(2, ' ');
        __sys1(1, errors);
        __sys1(2, ' ');
        __sys1(1, last_error);
        __sys1(2, '\n');
    }
}
