/* on_number.h - calls of stdlib.h and inttypes.h: numbers in texts, sorting, arithmetic. */

enum { SORT_MOST = 60 };

static void call_strtol(void)
{
    char text[TEXT_ROOM] = "";
    char *end = NULL;
    int base = below(4) == 0 ? 0 : below(3) == 0 ? 16 : below(3) == 0 ? 2 + below(35) : 10;
    draw_text(text, 14, below(2) ? "0123456789" : " +-0x19afAFzZ");
    tell_text(text);
    tell_int(base);
    tell_int(host_strtol(text, &end, base));
    tell_place(end, text);
    tell_int((int)host_strtoul(text, &end, base));
    tell_place(end, text);
    tell_int(host_strtol(text, NULL, base));
}

static void call_strtof(void)
{
    char text[TEXT_ROOM] = "";
    char *end = NULL;
    draw_text(text, 16, below(2) ? "0123456789.e-" : " +-.0x19afAFpPeEinfINFnanNAN");
    tell_text(text);
    tell_float(strtof(text, &end));
    tell_place(end, text);
}

static int compare_words(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;
    return (left > right) - (left < right);
}

struct pair {
    int key;
    int other;
};

static int compare_pairs(const void *a, const void *b)
{
    return compare_words(&((const struct pair *)a)->key, &((const struct pair *)b)->key);
}

static void call_sort(void)
{
    int words[SORT_MOST];
    struct pair pairs[SORT_MOST];
    int count = below(SORT_MOST);
    int range = 1 + below(100);
    int sum = 0;
    memset(words, 0, sizeof words);
    memset(pairs, 0, sizeof pairs);
    for (int i = 0; i < count; i++) {
        words[i] = below(range);
        pairs[i].key = words[i];
        pairs[i].other = words[i] * 3;
    }
    qsort(words, (size_t)count, sizeof *words, compare_words);
    qsort(pairs, (size_t)count, sizeof *pairs, compare_pairs);
    for (int i = 0; i < count; i++) {
        tell_int(words[i]);
        sum += pairs[i].key != words[i] || pairs[i].other != 3 * words[i];
    }
    tell_int(sum);
    int key = below(range);
    int *found = bsearch(&key, words, (size_t)count, sizeof *words, compare_words);
    tell_int(found == NULL ? -1 : *found);
}

static void call_arithmetic(void)
{
    int a = draw_int();
    int b = draw_int();
    tell_int(a);
    tell_int(b);
    if (a != (int)0x80000000u) {
        tell_int(abs(a));
    }
    if (b != 0 && (b != -1 || a != (int)0x80000000u)) {
        div_t result = div(a, b);
        tell_int(result.quot);
        tell_int(result.rem);
    }
}
