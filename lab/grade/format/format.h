/* format.h - reports on submissions for other programs: one file a format, one row here.
 *
 * Every format prints to a stream and knows no file. Texts of students and teachers are untrusted: each
 * format escapes them and shows no control characters.
 */
#ifndef PRAM_GRADE_FORMAT_H
#define PRAM_GRADE_FORMAT_H

#include "lab/grade/submission.h"

#include <stdio.h>

/* The contents of every format. */
struct format_report {
    const struct assignment *assignment;
    const struct submission *submissions;
    size_t count;
};

enum format { FORMAT_JSON, FORMAT_JUNIT, FORMAT_GRADESCOPE, FORMAT_CSV, FORMAT_MARKDOWN, FORMAT_COUNT };

/* The format of an option's letter (options.def); FORMAT_COUNT: none. */
enum format format_of(char letter);

/* Prints a struct format_report; has the type of callbacks of output_print and nolink_print. */
typedef void format_printer(const void *report, FILE *stream);
format_printer *format_print(enum format format);

format_printer format_json, format_junit, format_gradescope, format_csv, format_markdown;

#endif
