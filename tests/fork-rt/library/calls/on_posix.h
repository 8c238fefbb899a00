/* on_posix.h - calls of unistd.h. */

static void call_getopt(void)
{
    static CONSTANT char *const words[] = {"-a", "-b", "-c", "word", "-ab", "-cx",
                                           "--", "-",  "-q", "-acb", "-:"};
    char *list[8];
    int count = 1 + below(6);
    int option;
    const char *letters = below(2) ? "+abc:" : "+:abc:";
    list[0] = (char *)"name";
    for (int i = 1; i < count; i++) {
        list[i] = (char *)words[below(11)];
        tell_text(list[i]);
    }
    list[count] = NULL;
    optind = 0; /* begin again */
    opterr = 0;
    while ((option = getopt(count, list, letters)) != -1) {
        tell_int(option);
        tell_int(option == '?' || option == ':' ? optopt : 0);
        tell_text(option == 'c' ? optarg : "");
    }
    tell_int(optind);
}
