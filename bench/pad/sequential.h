/* sequential.h - what one processor does about the same tasks: algorithms in C as a text book has them, for
 * the speedup of the parallel ones. Included by measure.fork.
 */
/* merge sort from the bottom, runs of 8 by insertion */
static void c_insertion_sort(int *a, int n)
{
    int i, k, element;
    for (i = 1; i < n; i++) {
        element = a[i];
        for (k = i; k > 0 && a[k - 1] > element; k--) {
            a[k] = a[k - 1];
        }
        a[k] = element;
    }
}

static void c_merge(const int *p, const int *p_end, const int *q, const int *q_end, int *to)
{
    while (p < p_end && q < q_end) {
        if (*q < *p) {
            *to++ = *q++;
        } else {
            *to++ = *p++;
        }
    }
    while (p < p_end) {
        *to++ = *p++;
    }
    while (q < q_end) {
        *to++ = *q++;
    }
}

static void c_merge_sort(int *p, int *scratch, int n)
{
    int i, width;
    int *from = p;
    int *to = scratch;
    int *swap;
    for (i = 0; i < n; i += 8) {
        c_insertion_sort(p + i, imin(8, n - i));
    }
    for (width = 8; width < n; width *= 2) {
        for (i = 0; i < n; i += 2 * width) {
            int middle = imin(i + width, n);
            c_merge(from + i, from + middle, from + middle, from + imin(middle + width, n), to + i);
        }
        swap = from;
        from = to;
        to = swap;
    }
    for (i = 0; from != p && i < n; i++) {
        p[i] = from[i];
    }
}

static void c_prefix(int *p, int n)
{
    int i;
    int most = p[0];
    for (i = 0; i < n; i++) {
        most = pad_max(most, p[i]); /* called, as a parallel prefix has to */
        p[i] = most;
    }
}

static int c_compact(const int *p, const int *keep, int n, int *to)
{
    int i;
    int count = 0;
    for (i = 0; i < n; i++) {
        if (keep[i]) {
            to[count++] = p[i];
        }
    }
    return count;
}

/* the first element is the one that no other leads to; a walk to count, a walk to number */
static void c_list_rank(const int *next, int *rank, int n)
{
    int i, first, place;
    for (i = 0; i < n; i++) {
        rank[i] = -1;
    }
    for (i = 0; i < n; i++) {
        if (next[i] != i) {
            rank[next[i]] = 0;
        }
    }
    for (first = 0; first < n; first++) {
        if (rank[first] == -1) {
            place = 0;
            for (i = first; next[i] != i; i = next[i]) {
                place++;
            }
            for (i = first; next[i] != i; i = next[i]) {
                rank[i] = place--;
            }
            rank[i] = 0;
        }
    }
}

/* union-find, the smaller root on top, paths halved */
static int c_find(int *parent, int v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

static void c_components(int vertices, const int *from, const int *to, int edges, int *label)
{
    int v, e;
    for (v = 0; v < vertices; v++) {
        label[v] = v;
    }
    for (e = 0; e < edges; e++) {
        int p = c_find(label, from[e]);
        int q = c_find(label, to[e]);
        if (p < q) {
            label[q] = p;
        } else {
            label[p] = q;
        }
    }
    for (v = 0; v < vertices; v++) {
        label[v] = c_find(label, v);
    }
}
