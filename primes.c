#include <stdio.h>
#include <string.h>

static int primes(int n)
{
    char composite[n + 1];
    int found = 0;
    memset(composite, 0, sizeof composite);
    for (int i = 2; i <= n; i++) {
        if (composite[i])
            continue;
        found++;
        for (int k = 2 * i; k <= n; k += i)
            composite[k] = 1;
    }
    return found;
}

int main(void)
{
    int start = 100;
    printf("%d primes up to %d\n", primes(start), start);
    return 0;
}
