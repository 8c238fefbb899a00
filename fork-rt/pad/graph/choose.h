/* choose.h - for algorithms that choose vertices or edges at random in rounds. Not for programs. */
/* A number for each element, another one each round, no two alike (Wellons' lowbias32 is one-to-one). */
static unsigned draw(int element, int round)
{
    unsigned x = (unsigned)element ^ (unsigned)round * 0x9e3779b9u;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* The remaining elements: list has count of them, kept marks them, scratch becomes the list. */
static sync sh int keep(sh int **list, sh int **scratch, sh const int *kept, sh int count)
{
    sh int left = pad_compact(*list, kept, count, *scratch);
    sh int *swap = *list;
    *list = *scratch;
    *scratch = swap;
    return left;
}
