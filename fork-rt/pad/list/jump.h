/* jump.h - a round of pointer jumping. Synchronous. Not for programs. */

/* For the elements of a list, count of them; one whose distance is known is its own successor. An element that is
 * read has both values before or both after its own turn, and they fit together either way. */
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
