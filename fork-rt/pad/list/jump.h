/* jump.h - a round of pointer jumping. Synchronous. Not for programs. */

/* For the `count` elements of a list; an element with a known distance is its own successor. Another PP reads
 * both values of an element before its turn or both after it, and either pair is consistent. */
static sync void jump(sh int *rank, sh int *next, sh const int *element, sh int count)
{
    int *link = next;
    int *distance = rank;
    const int *at = element + $$;
    const int *end = element + count;
    int step = #;
    for (; at < end; at += step) {
        int i = *at;
        int other = link[i];
        int beyond = link[other];
        int more = distance[other];
        distance[i] += other == i ? 0 : more;
        link[i] = beyond == other ? i : beyond;
    }
}
