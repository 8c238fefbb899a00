/* lab.h - what lab 5 is tried with: PPs that move money between accounts, each at its own pace. */
#include <fork.h>
#include <io.h>
#include <stdlib.h>

enum { ACCOUNTS = 8 };

sh int balance[ACCOUNTS];
sh int refused; /* transfers that were */

/* To be written: moves `amount` from one account to another one and returns 1, or returns 0 and moves nothing if the first
 * has less. All PPs call it, when they like; no account is ever seen with less than 0, and nothing is lost. */
int transfer(int source, int target, int amount);

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 10, i;
    start {
        pr int account;
        forall (account, 0, ACCOUNTS, #)
            balance[account] = 100;
        farm {
            for (i = 0; i < rounds; i++) {
                int source = ($ * 5 + i * 3) % ACCOUNTS, target = (source + 1 + ($ + i) % (ACCOUNTS - 1)) % ACCOUNTS;
                if (!transfer(source, target, 1 + ($ * 7 + i * 11) % 40))
                    mpadd(&refused, 1);
            }
        }
        seq {
            int sum = 0;
            for (i = 0; i < ACCOUNTS; i++) {
                sum += balance[i];
                if (balance[i] < 0)
                    printf("account %d has %d\n", i, balance[i]);
            }
            printf("sum %d, %s\n", sum, refused < rounds * # ? "some moved" : "nothing moved");
        }
    }
    return 0;
}
