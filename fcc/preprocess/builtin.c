/* builtin.c - the values of the macros of builtin.def.
 *
 * May call the C library. The clock is read once for a source, from SOURCE_DATE_EPOCH if that is set, so that
 * builds are reproducible.
 */
#include "common/quote.h"
#include "fcc/preprocess/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* End of the year 9999, the last one for __DATE__. */
static const long long LAST_SECOND = 253402300799ll;

/* The value of SOURCE_DATE_EPOCH; NULL: unset or empty. */
static const char *given_epoch(void)
{
    const char *given = getenv("SOURCE_DATE_EPOCH");
    return given != NULL && *given != '\0' ? given : NULL;
}

/* Whether a text is a time within the range of __DATE__. Only digits: no blank or sign, which strtoll
 * accepts. */
static bool read_epoch(const char *text, time_t *seconds)
{
    errno = 0;
    const long long number = strtoll(text, NULL, 10);
    *seconds = (time_t)number;
    return text[strspn(text, "0123456789")] == '\0' && errno == 0 && number <= LAST_SECOND;
}

const char *preprocess_refused_epoch(void)
{
    time_t seconds;
    const char *given = given_epoch();
    return given != NULL && !read_epoch(given, &seconds) ? given : NULL;
}

/* SOURCE_DATE_EPOCH or the time. */
static const struct tm *clock_of(struct preprocessor *pp)
{
    if (pp->has_clock)
        return &pp->clock;
    const char *given = given_epoch();
    time_t now = time(NULL);
    if (given != NULL) {
        if (!read_epoch(given, &now)) {
            pp_error(pp, NULL, "SOURCE_DATE_EPOCH must be a number of seconds from 0 to %lld", LAST_SECOND);
            now = 0;
        }
        gmtime_r(&now, &pp->clock);
    } else {
        localtime_r(&now, &pp->clock);
    }
    pp->has_clock = true;
    return &pp->clock;
}

/* A string literal of a name. */
static const char *quote(struct preprocessor *pp, const char *name)
{
    char *text = arena_alloc(&pp->arena, QUOTE_MOST * strlen(name) + 3);
    char *at = text;
    *at++ = '"';
    for (; *name != '\0'; name++) {
        const char *escape = quote_escape(*name);
        if (escape != NULL)
            at = stpcpy(at, escape);
        else
            *at++ = *name;
    }
    *at++ = '"';
    return text;
}

/* Month names are C's, whatever the locale. */
static const char *date_text(struct preprocessor *pp, const char *format, const struct tm *when)
{
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    const char *month = months[(unsigned)when->tm_mon % 12];
    switch (*format) {
    case 'D':
        return arena_format(&pp->arena, "\"%s %2d %04d\"", month, when->tm_mday, when->tm_year + 1900);
    case 'T':
        return arena_format(&pp->arena, "\"%02d:%02d:%02d\"", when->tm_hour, when->tm_min, when->tm_sec);
    default:
        return arena_format(&pp->arena, "\"%s %s %2d %02d:%02d:%02d %04d\"",
                            days[(unsigned)when->tm_wday % 7], month, when->tm_mday, when->tm_hour,
                            when->tm_min, when->tm_sec, when->tm_year + 1900);
    }
}

static const char *file_time(struct preprocessor *pp)
{
    struct tm when = *clock_of(pp);
    const struct pp_file *file = pp->reader->inclusion->file;
    if (given_epoch() == NULL && file->owned != NULL)
        localtime_r(&file->changed, &when);
    return date_text(pp, "S", &when);
}

void macro_builtin(struct preprocessor *pp, const struct pp_macro *macro, const struct pp_token *name,
                   struct pp_token *out)
{
    struct pp_place place;
    const char *text = "";
    switch ((enum pp_builtin)macro->builtin) {
    case BUILTIN_FILE:
        place_find(pp, pp->reader->inclusion->base + pp->reader->scanner.at, &place);
        text = quote(pp, place.name);
        break;
    case BUILTIN_LINE:
        place_find(pp, place_root(pp, name->place, name->expansion), &place);
        text = arena_format(&pp->arena, "%u", place.line);
        break;
    case BUILTIN_COUNTER:
        text = arena_format(&pp->arena, "%u", pp->counter++);
        break;
    case BUILTIN_DATE:
        text = date_text(pp, "D", clock_of(pp));
        break;
    case BUILTIN_TIME:
        text = date_text(pp, "T", clock_of(pp));
        break;
    case BUILTIN_TIMESTAMP:
        text = file_time(pp);
        break;
    case BUILTIN_BASE_FILE:
        for (const struct pp_reader *reader = pp->reader; reader != NULL; reader = reader->outer)
            text = reader->outer == NULL ? quote(pp, reader->inclusion->file->name) : text;
        break;
    case BUILTIN_INCLUDE_LEVEL:
        text = arena_format(&pp->arena, "%u", pp->depth - 1);
        break;
    case BUILTIN_NONE:
    case BUILTIN_COUNT:
        break;
    }
    *out = (struct pp_token){.kind = *text == '"' ? PP_STRING : PP_NUMBER,
                             .text = text,
                             .length = (uint32_t)strlen(text),
                             .place = name->place,
                             .flags = name->flags & PP_SPACE};
}
