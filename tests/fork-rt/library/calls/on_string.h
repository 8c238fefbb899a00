/* on_string.h - calls of string.h and ctype.h. Texts have few letters, so that they have parts in common. */

enum { TEXT_ROOM = 48 };

static void draw_pair(char *a, char *b)
{
    draw_text(a, 12, "abAB");
    draw_text(b, 4, "abAB");
    if (below(3) == 0) {
        strcpy(b, a);
    }
}

static void call_mem(void)
{
    char a[TEXT_ROOM] = "";
    char b[TEXT_ROOM] = "";
    for (int i = 0; i < TEXT_ROOM; i++) {
        a[i] = (char)('a' + below(3));
        b[i] = below(4) ? a[i] : (char)('a' + below(3));
    }
    int count = below(TEXT_ROOM / 2);
    int from = below(TEXT_ROOM / 2);
    int to = below(TEXT_ROOM / 2);
    size_t words = (size_t)count;
    tell_sign(memcmp(a + from, b + from, words));
    tell_place(memchr(a + from, 'a' + below(4), words), a);
    memmove(a + to, a + from, words);
    memcpy(b, a, words);
    memset(b + to, 'x', words);
    tell_characters(a, TEXT_ROOM);
    tell_characters(b, TEXT_ROOM);
}

static void call_compare(void)
{
    char a[TEXT_ROOM] = "";
    char b[TEXT_ROOM] = "";
    draw_pair(a, b);
    size_t most = (size_t)below(14);
    tell_text(a);
    tell_text(b);
    tell_sign(strcmp(a, b));
    tell_sign(strncmp(a, b, most));
    tell_sign(strcasecmp(a, b));
    tell_sign(strncasecmp(a, b, most));
    tell_sign(strcoll(a, b));
    tell_int((int)strnlen(a, most));
}

static void call_search(void)
{
    char a[TEXT_ROOM] = "";
    char b[TEXT_ROOM] = "";
    draw_pair(a, b);
    int c = below(8) == 0 ? 0 : "abABx"[below(5)];
    tell_text(a);
    tell_text(b);
    tell_place(strchr(a, c), a);
    tell_place(strrchr(a, c), a);
    tell_place(strstr(a, b), a);
    tell_place(strcasestr(a, b), a);
    tell_place(strpbrk(a, b), a);
    tell_int((int)strspn(a, b));
    tell_int((int)strcspn(a, b));
    tell_place(strchrnul(a, c), a);
    tell_place(memrchr(a, c, strlen(a)), a);
}

static void call_copy(void)
{
    char a[TEXT_ROOM] = "";
    char b[TEXT_ROOM] = "";
    char to[3 * TEXT_ROOM] = "";
    draw_pair(a, b);
    size_t most = (size_t)below(14);
    memset(to, '#', sizeof to);
    tell_place(strcpy(to, a), to);
    tell_place(strcat(to, b), to);
    tell_place(strncat(to, a, most), to);
    tell_text(to);
    tell_place(strncpy(to, b, most), to);
    tell_place(stpcpy(to + 20, a), to);
    tell_place(stpncpy(to + 40, b, most), to);
    tell_int((int)strxfrm(to + 60, a, most));
    tell_characters(to, 60);
    tell_place(memccpy(to, a, 'b', strlen(a)), to);
    tell_characters(to, 60);
}

static void call_tokens(void)
{
    char a[TEXT_ROOM] = "";
    char copy[TEXT_ROOM] = "";
    char *rest = a;
    draw_text(a, 30, "ab,; ");
    strcpy(copy, a);
    for (char *word = strtok(a, " ,"); word != NULL; word = strtok(NULL, " ;")) {
        tell_text(word);
    }
    rest = copy;
    for (char *word = strsep(&rest, ",;"); word != NULL; word = strsep(&rest, ",;")) {
        tell_text(word);
    }
}

static void call_ctype(void)
{
    int c = below(129) - 1;
    tell_int(c);
    int kinds[] = {isalnum(c), isalpha(c), isblank(c), iscntrl(c), isdigit(c), isgraph(c),
                   islower(c), isprint(c), ispunct(c), isspace(c), isupper(c), isxdigit(c)};
    for (int i = 0; i < 12; i++) {
        tell_int(kinds[i] != 0);
    }
    tell_int(isascii(c) != 0);
    tell_int(tolower(c));
    tell_int(toupper(c));
    int bits = draw_int();
    tell_int(bits);
    tell_int(ffs(bits));
    long long wide = (long long)((unsigned long long)bits << (bits & 31));
    tell_int(ffsll(wide));
}
