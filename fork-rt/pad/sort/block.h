/* block.h - the work of one PP for sorting: a block of its own, and its share of a merge. Asynchronous. Not
 * for programs.
 *
 * The text is included once for each order of the elements, with these macros:
 *
 *     ORDER(name)     the name of a function for this order
 *     BEFORE(x, y)    x must stand before y
 *     TAKES, PASSES   a further parameter and argument of all functions, or nothing
 */
#define INSERTION_MOST 8 /* blocks up to this size are faster by insertion sort */

/* Stable. */
static void ORDER(insertion_sort)(int *a, const int *end TAKES)
{
    int *next;
    for (next = a + 1; next < end; next++) {
        int element = *next;
        int *at = next;
        while (at != a && BEFORE(element, at[-1])) {
            *at = at[-1];
            at--;
        }
        *at = element;
    }
}

/* Merges two sorted rows into the words from `to` to `end`; the rows have enough elements. Equal elements of
 * the first row come first. */
static void ORDER(merge_block)(const int *a, const int *a_end, const int *b, const int *b_end, int *to,
                               const int *end TAKES)
{
    if (a != a_end && b != b_end) {
        int x = *a;
        int y = *b;
        while (to != end) {
            if (BEFORE(y, x)) {
                *to++ = y;
                if (++b == b_end) {
                    break;
                }
                y = *b;
            } else {
                *to++ = x;
                if (++a == a_end) {
                    break;
                }
                x = *a;
            }
        }
    }
    if (a == a_end) {
        a = b;
    }
    while (to != end) {
        *to++ = *a++;
    }
}

/* Of the first `together` elements of two merged rows: the number from the first row. */
static int ORDER(merge_split)(const int *a, int a_count, const int *b, int b_count, int together TAKES)
{
    int low = __max(0, together - b_count);
    int high = __min(together, a_count);
    b += together;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (BEFORE(b[-middle - 1], a[middle])) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Number of the `count` sorted elements before key; includes those equal to it if `after_equals`. */
static int ORDER(rank)(const int *sorted, int count, int key, int after_equals TAKES)
{
    const int *low = sorted;
    const int *high = sorted + count;
    if (after_equals) {
        while (low < high) {
            const int *middle = low + (high - low) / 2;
            if (BEFORE(key, *middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
    } else {
        while (low < high) {
            const int *middle = low + (high - low) / 2;
            if (BEFORE(*middle, key)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }
    return low - sorted;
}

/* Merge sort of a[0..n-1], stable; the result is in b if `into_b`, else in a. The other one is scratch. */
static void ORDER(merge_sort_block)(int *a, int *b, int n, int into_b TAKES)
{
    int half = n / 2;
    if (n <= INSERTION_MOST) {
        ORDER(insertion_sort)(a, a + n PASSES);
        if (into_b) {
            memcpy(b, a, n);
        }
        return;
    }
    ORDER(merge_sort_block)(a, b, half, !into_b PASSES);
    ORDER(merge_sort_block)(a + half, b + half, n - half, !into_b PASSES);
    if (into_b) {
        ORDER(merge_block)(a, a + half, a + half, a + n, b, b + n PASSES);
    } else {
        ORDER(merge_block)(b, b + half, b + half, b + n, a, a + n PASSES);
    }
}
