/* on_time.h - calls of time.h. */

static void draw_calendar(struct tm *parts)
{
    int wild = below(4) == 0;
    memset(parts, 0, sizeof *parts);
    parts->tm_sec = wild ? draw_int() : below(62);
    parts->tm_min = wild ? draw_int() : below(60);
    parts->tm_hour = wild ? draw_int() : below(24);
    parts->tm_mday = wild ? draw_int() : 1 + below(31);
    parts->tm_mon = wild ? draw_int() : below(12);
    parts->tm_year = wild ? draw_int() : below(150);
    parts->tm_wday = below(7);
    parts->tm_yday = below(366);
}

static void tell_calendar(const struct tm *parts)
{
    printf(" %d-%d-%d %d:%d:%d %d %d %d", parts->tm_year, parts->tm_mon, parts->tm_mday, parts->tm_hour,
           parts->tm_min, parts->tm_sec, parts->tm_wday, parts->tm_yday, parts->tm_isdst);
}

static void call_gmtime(void)
{
    struct tm parts;
    seconds now = below(2) ? draw_int() : (int)draw_word();
    gmtime_r(&now, &parts);
    tell_calendar(&parts);
    tell_text(asctime(&parts));
}

static void call_mktime(void)
{
    struct tm parts;
    draw_calendar(&parts);
    int result = seconds_of(&parts);
    tell_int(result);
    if (result != -1) {
        tell_calendar(&parts);
    }
}

static void call_strftime(void)
{
    static CONSTANT char letters[] = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYz%";
    char format[40] = "";
    char text[200] = "";
    struct tm parts;
    seconds now = (int)draw_word();
    int at = 0;
    gmtime_r(&now, &parts);
    for (int left = 1 + below(4); left > 0; left--) {
        int modifier = "EO%"[below(3)];
        const char *modified = modifier == 'E' ? "cCxXyY" : "deHImMSuUVwWy";
        format[at++] = '%';
        if (below(4) == 0 && modifier != '%') {
            format[at++] = (char)modifier;
            format[at++] = modified[below((int)strlen(modified))];
        } else {
            format[at++] = letters[below(36)];
        }
        if (below(2)) {
            format[at++] = ' ';
        }
    }
    format[at] = '\0';
    int room = below(5) == 0 ? below(20) : 200;
    int length = (int)strftime(text, (size_t)room, format, &parts);
    tell_text(format);
    tell_int(length);
    if (length != 0) {
        tell_text(text);
    }
}
