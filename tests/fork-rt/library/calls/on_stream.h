/* on_stream.h - streams on a file of the current folder: a file is made, opened in some mode, and a row of
 * operations is done with it. Between writing and reading C wants a call of fseek.
 */

enum { STREAM_TEXT = 60, STREAM_STEPS = 14 };

static void make_file(void)
{
    char text[STREAM_TEXT] = "";
    draw_text(text, STREAM_TEXT - 1, "ab12 \n");
    FILE *file = fopen("calls.txt", "w");
    fputs(text, file);
    tell_int(fclose(file));
    tell_text(text);
}

static void tell_file(void)
{
    int c;
    FILE *file = fopen("calls.txt", "r");
    while ((c = fgetc(file)) != EOF) {
        char text[1] = {(char)c};
        tell_characters(text, 1);
    }
    tell_int(feof(file) != 0);
    fclose(file);
}

static void read_some(FILE *file)
{
    char text[STREAM_TEXT] = "";
    int number = -7;
    int c = 0;
    size_t words = (size_t)(1 + below(3));
    size_t count = (size_t)below(8);
    switch (below(6)) {
    case 0:
        c = fgetc(file);
        tell_int(c);
        if (c != EOF && below(2)) {
            tell_int(ungetc('u', file));
        }
        break;
    case 1:
        tell_text(fgets(text, 1 + below(20), file) != NULL ? text : "none");
        break;
    case 2:
        c = (int)fread(text, words, count, file);
        tell_int(c);
        break;
    case 3:
        tell_int(fscanf(file, "%9d", &number));
        tell_int(number);
        break;
    default:
        tell_int(getc(file));
    }
    tell_int(feof(file) != 0);
    tell_int(ferror(file) != 0);
}

static void write_some(FILE *file)
{
    char text[STREAM_TEXT] = "";
    draw_text(text, 9, "xyz\n");
    switch (below(5)) {
    case 0:
        tell_int(fputc("xyz"[below(3)], file));
        break;
    case 1:
        tell_int(fputs(text, file) >= 0);
        break;
    case 2:
        tell_int(fprintf(file, "<%d %s>", below(1000), text));
        break;
    case 3:
        tell_int((int)fwrite(text, 1, strlen(text), file));
        break;
    default:
        tell_int(putc('p', file));
    }
}

/* To a place within the file. */
static void go_somewhere(FILE *file)
{
    int here = (int)ftell(file);
    tell_int(here);
    tell_int(fseek(file, 0, SEEK_END));
    int length = (int)ftell(file);
    tell_int(length);
    int to = below(length + 1);
    switch (below(4)) {
    case 0:
        rewind(file);
        break;
    case 1:
        tell_int(fseek(file, to, SEEK_SET));
        break;
    case 2:
        tell_int(fseek(file, to - length, SEEK_CUR));
        break;
    default:
        tell_int(fseek(file, -to, SEEK_END));
    }
    tell_int((int)ftell(file));
    tell_int(fseek(file, -1 - length, SEEK_CUR));
}

static void call_stream(void)
{
    static CONSTANT char *const modes[] = {"r", "w", "a", "r+", "w+", "a+"};
    int kind = below(6);
    int has_written = 0;
    make_file();
    tell_text(modes[kind]);
    FILE *file = fopen("calls.txt", modes[kind]);
    for (int left = below(STREAM_STEPS); left > 0; left--) {
        int is_read = kind == 0 || (kind >= 3 && below(2));
        if (kind == 0 || kind >= 3) {
            if (has_written != !is_read || below(3) == 0) {
                go_somewhere(file);
            }
            has_written = !is_read;
        }
        if (is_read) {
            read_some(file);
        } else {
            write_some(file);
        }
    }
    tell_int(fflush(file));
    tell_int(fclose(file));
    tell_file();
    file = fopen("calls.txt/none", "r");
    tell_int(file == NULL);
    file = fopen("calls.txt", "q");
    tell_int(file == NULL);
}
