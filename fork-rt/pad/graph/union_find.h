/* union_find.h - one forest for all PPs, changed by mpmax only. Asynchronous. Not for programs.
 *
 * A vertex points to a parent with a larger name, a root to itself. Names are vertices scrambled, so that
 * trees stay flat for all orders of vertices and edges.
 */
struct union_find {
    int *parent; /* by name; only ever grows */
    unsigned mask;
    int shift;
};

/* A different name below the next power of two for each vertex. */
static int name_of(int vertex, unsigned mask, int shift)
{
    unsigned x = (unsigned)vertex * 2654435761u & mask;
    return (int)(x ^ x >> shift);
}

/* The root above x; on the way each second vertex gets its grandparent for a parent. */
static int find_root(int *parent, int x)
{
    int above;
    while ((above = parent[x]) != x) {
        int higher = parent[above];
        if (higher == above) {
            return above;
        }
        syncmax(&parent[x], higher);
        x = higher;
    }
    return x;
}
