/* by_hand.h - four of the tasks as a programmer would write them for one purpose: no values beside the keys,
 * no other operators, a power of two of elements, no more. bench/algorithms.sh -b compares pad.h with them.
 * Included by measure.fork.
 */
enum { HAND_DIGITS = 256 };

sh int hand_count[HAND_DIGITS];

/* radix sort, 8 bits at a time: mpadd serves PPs by number, and the array is gone through from the left */
static sync void hand_radix_sort(sh unsigned *keys, sh unsigned *other, sh int *place, sh int n)
{
    sh unsigned *swap;
    sh int size = #;
    sh int shift, base, total;
    int me = $$;
    int i;
    for (shift = 0; shift < 32; shift += 8) {
        for (base = 0; base < HAND_DIGITS; base += size) {
            hand_count[__min(base + me, HAND_DIGITS - 1)] = 0;
        }
        for (i = me; i < n; i += size) {
            place[i] = mpadd(&hand_count[keys[i] >> shift & (HAND_DIGITS - 1)], 1);
        }
        total = 0;
        for (i = me; i < HAND_DIGITS; i += size) {
            hand_count[i] = mpadd(&total, hand_count[i]);
        }
        farm for (i = me; i < n; i += size)
        {
            unsigned key = keys[i];
            other[hand_count[key >> shift & (HAND_DIGITS - 1)] + place[i]] = key;
        }
        swap = keys;
        keys = other;
        other = swap;
    }
}

/* Fourier transform, in lockstep: a butterfly a PP in each round. A PP without one does the last one, too. */
static sync void hand_fft(sh float *re, sh float *im, sh float *root_re, sh float *root_im, sh int n)
{
    sh int size = #;
    sh int base, half, k;
    sh int bits = highest_bit(n);
    sh float step = 2.0f * M_PI / (float)n;
    sh float nowhere;
    int me = $$;
    for (base = 0; base < n / 2; base += size) {
        int i = __min(base + me, n / 2 - 1);
        float angle = step * (float)i;
        root_re[i] = cos(angle);
        root_im[i] = sin(-angle);
    }
    for (base = 0; base < n; base += size) {
        int i = __min(base + me, n - 1);
        int reversed = 0;
        for (k = 0; k < bits; k++) {
            reversed |= (i >> k & 1) << (bits - 1 - k);
        }
        int changes = i < reversed;
        float low_re = re[i], low_im = im[i], high_re = re[reversed], high_im = im[reversed];
        *(changes ? &re[i] : &nowhere) = high_re;
        *(changes ? &im[i] : &nowhere) = high_im;
        *(changes ? &re[reversed] : &nowhere) = low_re;
        *(changes ? &im[reversed] : &nowhere) = low_im;
    }
    for (half = 1; half < n; half *= 2) {
        sh int stride = n / 2 / half;
        for (base = 0; base < n / 2; base += size) {
            int t = __min(base + me, n / 2 - 1);
            int j = t & (half - 1);
            int upper = 2 * t - j;
            int lower = upper + half;
            float w_re = root_re[j * stride];
            float w_im = root_im[j * stride];
            float x_re = re[lower];
            float x_im = im[lower];
            float u_re = re[upper];
            float u_im = im[upper];
            float v_re = x_re * w_re - x_im * w_im;
            float v_im = x_re * w_im + x_im * w_re;
            re[upper] = u_re + v_re;
            im[upper] = u_im + v_im;
            re[lower] = u_re - v_re;
            im[lower] = u_im - v_im;
        }
    }
}

/* Components by union-find: a vertex keeps the complement of its parent, a smaller vertex, so that mpmax
 * links to the smallest. On graphs without order trees stay flat; on others they need not. */
static void hand_unite(int *above, int a, int b)
{
    int above_a = above[a];
    int above_b = above[b];
    while (above_a != above_b) {
        if (above_a < above_b) {
            int before = mpmax(&above[a], above_b);
            if (before == ~a) {
                return;
            }
            a = ~before;
            above_a = above[a];
        } else {
            int before = mpmax(&above[b], above_a);
            if (before == ~b) {
                return;
            }
            b = ~before;
            above_b = above[b];
        }
    }
}

static sync void hand_components(sh int vertices, sh const int *from, sh const int *to, sh int edges,
                                 sh int *label)
{
    sh int size = #;
    int me = $$;
    int i;
    farm for (i = me; i < vertices; i += size) label[i] = ~i;
    farm for (i = me; i < edges; i += size) hand_unite(label, from[i], to[i]);
    farm for (i = me; i < vertices; i += size)
    {
        int root = ~label[i];
        while (~label[root] != root) {
            root = ~label[root];
        }
        d[i] = root;
    }
    farm for (i = me; i < vertices; i += size) label[i] = d[i];
}

/* ---- convex hull: chains of blocks in the order of x, four joined by one PP in each round */

static inline float hand_turn(float sign, int p, int q, int r)
{
    return sign * ((x[q] - x[p]) * (y[r] - y[p]) - (x[r] - x[p]) * (y[q] - y[p]));
}

/* The corners among some points in the order of x, in their place; returns how many. */
static int hand_chain(float sign, int *points, int count)
{
    int corners = 0;
    int i;
    for (i = 0; i < count; i++) {
        int point = points[i];
        if (corners > 0 && x[points[corners - 1]] == x[point]) {
            if (sign * (y[point] - y[points[corners - 1]]) >= 0.0f) {
                continue;
            }
            corners--;
        }
        while (corners > 1 && hand_turn(sign, points[corners - 2], points[corners - 1], point) <= 0.0f) {
            corners--;
        }
        points[corners++] = point;
    }
    return corners;
}

/* The chains of blocks first, first + width, .. become one. */
static void hand_join(float sign, int *points, int *count, int block, int blocks, int first, int width)
{
    int *begin = points + first * block;
    int *end = begin + count[first];
    int k, i;
    for (k = first + width; k < first + 4 * width && k < blocks; k += width) {
        for (i = 0; i < count[k]; i++) {
            *end++ = points[k * block + i];
        }
    }
    count[first] = hand_chain(sign, begin, end - begin);
}

sh int hand_lower[MOST], hand_upper[MOST], hand_lower_count[MOST], hand_upper_count[MOST];

static sync sh int hand_convex_hull(sh int n, sh int *hull)
{
    sh int size = #;
    sh int block = imax((n + size - 1) / size, 16);
    sh int blocks = (n + block - 1) / block;
    sh int width, found;
    int me = $$;
    int i;
    farm for (i = me; i < n; i += size)
    {
        a[i] = pad_float_key(x[i]) ^ 0x80000000;
        hand_lower[i] = i;
    }
    pad_radix_sort((unsigned *)a, hand_lower, n);
    farm for (i = me; i < n; i += size) hand_upper[i] = hand_lower[i];
    farm if (me < blocks)
    {
        int count = imin(block, n - me * block);
        hand_lower_count[me] = hand_chain(1.0f, hand_lower + me * block, count);
        hand_upper_count[me] = hand_chain(-1.0f, hand_upper + me * block, count);
    }
    for (width = 1; width < blocks; width *= 4) {
        farm if (me * 4 * width < blocks)
        {
            hand_join(1.0f, hand_lower, hand_lower_count, block, blocks, me * 4 * width, width);
            hand_join(-1.0f, hand_upper, hand_upper_count, block, blocks, me * 4 * width, width);
        }
    }
    seq
    {
        int lower = hand_lower_count[0];
        int upper = hand_upper_count[0];
        for (i = 0; i < lower; i++) {
            hull[i] = hand_lower[i];
        }
        for (i = upper - 2; i > 0; i--) {
            hull[lower++] = hand_upper[i];
        }
        found = lower;
    }
    return found;
}
