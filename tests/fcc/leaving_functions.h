/* The functions of leaving.fork, for MODE and NAME as it defines them: every way of leaving, from deep within, through
 * loops and switches. */
MODE int NAME(early_return)(int n)
{
    int i;
    if (n == 0)
        return 100;
    if (n < 3) {
        n += 10;
        if (n == 12)
            return n;
        n++;
    } else if (n < 6) {
        return n * 2;
    }
    for (i = 0; i < 10; i++)
        if (i == n - 4)
            return i + 1000;
    return n;
}

MODE int NAME(shared_loops)(int n)
{
    int sum = 0;
    static sh int bounds[2] = {4, 6};
    int k = 0;
    while (1) {
        k++;
        if (n == k)
            continue;
        sum += k;
        if (bounds[0] == 4 && sum > bounds[1] + n)
            break;
        if (bounds[1] == 6)
            continue;
        sum = -1;
    }
    return sum * 10 + k;
}

MODE int NAME(rounds)(int n)
{
    int i;
    int sum = 0;
    for (i = 0; i < 8; i++) {
        if (i == n)
            continue;
        if (i > n) {
            sum += 100;
            if (i == n + 2)
                continue;
            if (i == n + 4)
                break;
            sum++;
        }
        sum += i;
    }
    return sum;
}

MODE int NAME(switches)(int n)
{
    int i;
    int r = 0;
    for (i = 0; i < 6; i++) {
        switch ((n + i) % 5) {
        case 0:
            r += 1;
            break;
        case 1:
            r += 10;
        case 2:
            if (n == 3)
                break;
            r += 100;
            if (i == 4)
                return r;
            break;
        case 3:
            if (i & 1)
                continue;
            r += 1000;
        default:
            r += 5;
        }
        r *= 2;
    }
    return r;
}

MODE int NAME(shared_switch)(int n)
{
    static sh int which = 2;
    int i;
    int r = 0;
    for (i = 0; i < 4; i++) {
        switch (which) {
        case 1:
            r = -1;
        case 2:
            r++;
            if (n & 1)
                break;
            if (which == 2)
                r += 10;
        case 3:
            r += 100;
            if (which == 2)
                continue;
            r = -2;
        }
        r += 1000;
    }
    return r;
}

MODE int NAME(nested_loops)(int n)
{
    int i;
    int j;
    int k;
    int r = 0;
    for (i = 0; i < 4; i++) {
        j = 0;
        do {
            for (k = 0; k < n; k++) {
                if (k == 3)
                    break;
                if (k + j == 4)
                    return r + 10000;
                r += k;
            }
            if (j == n)
                break;
            if (i == j)
                continue;
            r += 10 * j;
        } while (++j < 5);
        if (r > 300)
            return r;
    }
    return r + 20000;
}

MODE int NAME(conditions)(int n)
{
    static int zero;
    static int table[4] = {7, 8, 9, 10};
    int *p = n & 1 ? table + n % 4 : (int *)0;
    int r = p != 0 && *p > 7 ? *p : -1;
    r += n > 2 && 100 / (n - 2) > 10;
    r += n == 2 || 100 % (n - 2) == 0 ? 1000 : 2000;
    r += (n & 2) && (zero = n) ? zero * 10000 : 0;
    r += n > 3 ? zero++ : --zero;
    return r * 4 + (n < 4 ? table[n] : 0) + zero;
}
