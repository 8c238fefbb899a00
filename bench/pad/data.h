/* data.h - what the measured algorithms work on, and the checksum of what they leave. Included by measure.fork.
 */
sh unsigned sum;

/* a map of the words that leaves no order in them; not the library's own */
static straight unsigned scrambled(unsigned n)
{
    n ^= n >> 17;
    n *= 0xed5ad4bbu;
    n ^= n >> 11;
    n *= 0xac4c1b51u;
    n ^= n >> 15;
    n *= 0x31848babu;
    return n ^ n >> 14;
}

static sync void checksum(sh const int *words, sh int count)
{
    int i;
    sum = 0;
    farm
    {
        unsigned own = 0;
        forall (i, 0, count, #) own += scrambled((unsigned)words[i] + 977u * (unsigned)i);
        syncadd((int *)&sum, (int)own);
    }
}

static sync void random_words(sh int *to, sh int n)
{
    int i;
    farm forall (i, 0, n, #) to[i] = (int)scrambled((unsigned)i);
}

static sync void random_below(sh int *to, sh int n, sh int below, sh int seed)
{
    int i;
    farm forall (i, 0, n, #) to[i] = (int)(scrambled((unsigned)(i + 7919 * seed)) % (unsigned)below);
}

/* from -most to most */
static sync void random_around(sh int *to, sh int n, sh int most, sh int seed)
{
    int i;
    random_below(to, n, 2 * most + 1, seed);
    farm forall (i, 0, n, #) to[i] -= most;
}

static sync void random_floats(sh float *to, sh int n, sh int seed)
{
    int i;
    farm forall (i, 0, n, #) to[i] = (float)(scrambled((unsigned)(i + 7919 * seed)) >> 8) / 16777216.0f;
}

/* one list through all elements, in no order, in `next`; `order` is scratch */
static sync void random_list(sh int *next, sh int *order, sh int n)
{
    seq
    {
        int i, k, old;
        for (i = 0; i < n; i++) {
            order[i] = i;
        }
        for (i = n - 1; i > 0; i--) {
            k = (int)(scrambled((unsigned)i) % (unsigned)(i + 1));
            old = order[i];
            order[i] = order[k];
            order[k] = old;
        }
        for (i = 0; i < n; i++) {
            next[order[i]] = order[i == n - 1 ? i : i + 1];
        }
    }
}

/* `degree` edges a vertex, to anywhere */
static sync void random_graph(sh int *first, sh int *neighbour, sh int n, sh int degree)
{
    int i;
    farm forall (i, 0, n + 1, #) first[i] = i * degree;
    random_below(neighbour, n * degree, n, 3);
}

/* a matrix of bits, one or two a row */
static sync void random_bits(sh unsigned *reach, sh int n)
{
    sh int words = (n + 31) / 32;
    int i;
    farm forall (i, 0, n * words, #) reach[i] = 0;
    farm forall (i, 0, n, #) {
        unsigned to = scrambled((unsigned)i) % (unsigned)n;
        reach[(unsigned)(i * words) + to / 32] |= 1u << to % 32;
    }
}

/* five edges a vertex, of 1 to 1000 */
static sync void random_distances(sh int *distance, sh int n)
{
    int i;
    farm forall (i, 0, n * n, #)
        distance[i] = i % (n + 1) == 0 ? 0 : scrambled((unsigned)i) % (unsigned)n < 5 ? (int)(scrambled((unsigned)~i) % 1000 + 1) : PAD_NO_PATH;
}

/* the parent of vertex v is one before it */
static sync void random_tree(sh int *from, sh int *to, sh int n)
{
    int v;
    farm forall (v, 1, n, #) {
        from[v - 1] = v;
        to[v - 1] = (int)(scrambled((unsigned)v) % (unsigned)v);
    }
}

/* n leaves, and inner nodes n .. 2 n - 2 that join the trees so far by two, from a queue: the tree is flat */
static sync void random_expression(sh int *left, sh int *right, sh int *op, sh int *value, sh int n)
{
    int v;
    farm forall (v, 0, 2 * n - 1, #) {
        left[v] = v < n ? -1 : 2 * (v - n);
        right[v] = v < n ? -1 : 2 * (v - n) + 1;
        op[v] = (int)(scrambled((unsigned)v) % 2);
        value[v] = (int)scrambled((unsigned)~v);
    }
}

/* a quarter of blanks */
static sync void random_text(sh int *to, sh int n)
{
    int i;
    farm forall (i, 0, n, #) {
        unsigned r = scrambled((unsigned)i) % 12;
        to[i] = r < 3 ? ' ' : 'a' + (int)r;
    }
}

static straight int square(int x)
{
    return x * x;
}

static straight int larger(int x, int y)
{
    return x > y ? x : y;
}

/* 0 .. n - 1, the second half first */
static sync void random_rows(sh int *to, sh int n)
{
    int i;
    farm forall (i, 0, n, #) to[i] = (i + n / 2) % n;
}
