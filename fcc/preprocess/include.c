/* include.c - #include, #include_next, -include, __has_include and __has_include_next: reads the name, finds
 * the file, opens it.
 *
 * May call file.c and expand.c.
 */
#include "common/near.h"
#include "common/quote.h"
#include "fcc/preprocess/state.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* The name of a header, as a string of its own. */
struct header {
    const char *name; /* NULL: none (said) */
    bool quoted;
    struct pp_token where;
};

/* The tokens between < and > from a macro, as one name. */
static const char *join_header(struct preprocessor *pp, const struct pp_token *open)
{
    const char *name = "";
    struct pp_token token;
    for (;;) {
        expand_token(pp, &token);
        if (token.kind == PP_END) {
            pp_error(pp, open, "the name of the file has no '>'");
            return NULL;
        }
        if (pp_is(&token, ">"))
            return name;
        bool space = (token.flags & PP_SPACE) != 0 && *name != '\0';
        if (strlen(name) + token.length > 4096) {
            pp_error(pp, open, "the name of the file is too long");
            return NULL;
        }
        name = arena_format(&pp->arena, "%s%s%.*s", name, space ? " " : "", (int)token.length, token.text);
    }
}

/* A name of the command line, quoted for #include, and back: one line without other quotes. */
static const char *quote_given(struct preprocessor *pp, const char *name)
{
    char *text = arena_alloc(&pp->arena, 4 * strlen(name) + 1);
    char *end = text;
    for (; *name != '\0'; name++) {
        if (strchr("\"\\\r\n", *name) != NULL)
            end += sprintf(end, "\\%03o", (unsigned)*name);
        else
            *end++ = *name;
    }
    return text;
}

static const char *unquote_given(struct preprocessor *pp, const char *text)
{
    const size_t size = strlen(text);
    char *name = arena_alloc(&pp->arena, size + 1);
    size_t count = 0;
    for (size_t at = 0; at < size; count++)
        at += quote_read(text + at, size - at, &name[count]);
    return name;
}

static struct header read_header(struct preprocessor *pp, const char *directive)
{
    struct header header = {0};
    struct pp_token token;
    pp->wants_header = true;
    expand_token(pp, &token);
    pp->wants_header = false;
    header.where = token;
    if ((token.kind == PP_STRING && *token.text == '"') || token.kind == PP_HEADER) {
        header.quoted = token.kind == PP_STRING;
        header.name = arena_text(&pp->arena, token.text + 1, token.length - 2);
        header.name = pp->reader->inclusion->file->is_own ? unquote_given(pp, header.name) : header.name;
    } else if (pp_is(&token, "<")) {
        header.name = join_header(pp, &token);
    } else {
        pp_error(pp, token.kind == PP_END ? NULL : &token, "%s needs \"file\" or <file>", directive);
    }
    return header;
}

/* The file of that name; `next`: only in the folders after that of the including file, unless that is the
 * source. */
static struct pp_file *find_header(struct preprocessor *pp, const struct header *header, bool next,
                                   const char **why)
{
    const struct pp_reader *reader = pp->reader;
    const bool is_main = reader->outer == NULL;
    const uint32_t first = next && !is_main ? reader->inclusion->file->folder + 1 : 0;
    return file_find(pp, header->name, header->quoted && !next, first, why);
}

/* Opens a file unless its guard says that it was read already. */
static void open_once(struct preprocessor *pp, struct pp_file *file, const struct pp_token *name,
                      const struct pp_token *directive)
{
    bool seen = file->once && file->was_opened;
    if (seen || (file->guard != NULL && file->guard->macro != NULL))
        return;
    file->was_opened = true;
    file_open(pp, file, place_root(pp, name->place, name->expansion), directive);
}

/* The replacement for a missing header, for the message; empty: unknown. */
static const char *instead_of(const char *name)
{
    static const struct {
        const char *name;
        const char *instead;
    } absents[] = {
        {"threads.h", "; every PP is a thread: fork.h and locks.h (docs/c.md)"},
        {"pthread.h", "; every PP is a thread: fork.h and locks.h (docs/c.md)"},
        {"omp.h", "; every PP is a thread: fork.h and locks.h (docs/c.md)"},
        {"complex.h", "; write a struct of two floats (docs/c.md)"},
        {"sys/stat.h", "; stdio.h and fcntl.h declare the functions for files (docs/c.md)"},
        {"dirent.h", "; stdio.h and fcntl.h declare the functions for files (docs/c.md)"},
    };
    for (size_t i = 0; i < sizeof absents / sizeof *absents; i++) {
        if (strcmp(absents[i].name, name) == 0)
            return absents[i].instead;
    }
    return "";
}

enum { NEAR_HEADER_SIZE = 64 };

/* The length of a header's name without .h; 0: it is none. */
static size_t stem_length(const char *name)
{
    const size_t length = strlen(name);
    return length > 2 && length < NEAR_HEADER_SIZE && strcmp(name + length - 2, ".h") == 0 ? length - 2 : 0;
}

/* Offers the headers of a folder, without .h; the best one is kept in `best`. */
static void offer_headers(struct near *near, const char *folder, char best[NEAR_HEADER_SIZE])
{
    char stem[NEAR_HEADER_SIZE];
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return;
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        snprintf(stem, sizeof stem, "%.*s", (int)stem_length(entry->d_name), entry->d_name);
        near_offer(near, stem);
        if (near->best == stem)
            near->best = memcpy(best, stem, sizeof stem);
    }
    closedir(entries);
}

/* "; did you mean 'io.h'?" of the folders that headers come from; with --safe no folder is listed. */
static const char *near_header(const struct preprocessor *pp, const struct header *header,
                               char text[2 * NEAR_HEADER_SIZE])
{
    char best[NEAR_HEADER_SIZE];
    struct near near;
    const size_t length = stem_length(header->name);
    text[0] = '\0';
    if (pp->options->safe || strchr(header->name, '/') != NULL)
        return text;
    near_start(&near, header->name, length);
    for (uint32_t i = 0; i < pp->folder_count; i++)
        offer_headers(&near, pp->folders[i], best);
    if (near.best != NULL && near.least != 0)
        snprintf(text, 2 * (size_t)NEAR_HEADER_SIZE, "; did you mean '%s.h'?", near.best);
    return text;
}

void include_file(struct preprocessor *pp, const struct pp_token *directive, bool next)
{
    const char *why;
    struct header header = read_header(pp, "#include");
    if (header.name == NULL)
        return;
    directive_end(pp, "include");
    expand_drop(pp);
    scan_rest(&pp->reader->scanner);
    struct pp_file *file = find_header(pp, &header, next, &why);
    if (file != NULL) {
        open_once(pp, file, &header.where, directive);
    } else {
        char near[2 * NEAR_HEADER_SIZE];
        const char *instead = instead_of(header.name);
        pp_fatal(pp, &header.where, "cannot include '%.200s': %s%s", header.name, why,
                 *instead != '\0' ? instead : near_header(pp, &header, near));
    }
}

void include_given(struct preprocessor *pp)
{
    const struct preprocess_options *options = pp->options;
    const char *text = "";
    for (size_t i = 0; i + 1 < options->argument_count; i += 2) {
        const char *name = options->arguments[i + 1];
        if (strcmp(options->arguments[i], "-include") != 0)
            continue;
        text = arena_format(&pp->arena, "%s#include \"%s\"\n", text, quote_given(pp, name));
    }
    if (*text != '\0') { /* a file in the working folder of fcc */
        struct pp_file *file = file_of_text(pp, "command line", text, (uint32_t)strlen(text));
        file->is_own = true;
        file_open(pp, file, 0, NULL);
    }
}

bool include_exists(struct preprocessor *pp, const struct pp_token *where, bool next)
{
    struct pp_token token;
    const char *why;
    expand_token(pp, &token);
    if (!pp_is(&token, "(")) {
        pp_error(pp, where, "expected '(' after '%s'", where->name->text);
        return false;
    }
    struct header header = read_header(pp, where->name->text);
    if (header.name == NULL)
        return false;
    expand_token(pp, &token);
    if (!pp_is(&token, ")")) {
        pp_error(pp, where, "expected ')' after the name of the file");
        return false;
    }
    return find_header(pp, &header, next, &why) != NULL;
}
