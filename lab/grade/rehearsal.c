/* rehearsal.c - see rehearsal.h. */
#include "lab/grade/rehearsal.h"

#include "common/message.h"
#include "common/plural.h"

#include <string.h>

static bool is_passed(const struct submission *solutions, size_t count, size_t trial)
{
    for (size_t k = 0; k < count; k++) {
        const struct trial *asked = &solutions[k].assignment->trials[trial];
        bool passes = true;
        for (size_t i = 0; i < solutions[k].count; i++)
            passes &=
                solutions[k].attempts[i].trial != asked || solutions[k].attempts[i].verdict == VERDICT_right;
        if (passes)
            return true;
    }
    return false;
}

static void say(FILE *stream, const struct trial *trial, const char *what)
{
    fputs("dry run: case '", stream);
    message_text(stream, trial->name, strlen(trial->name));
    fprintf(stream, "': %s\n", what);
}

bool rehearsal_report(FILE *stream, const struct assignment *assignment, const struct submission *solutions,
                      size_t count)
{
    size_t failed = 0;
    for (size_t k = 0; k < assignment->count; k++) {
        const struct trial *trial = &assignment->trials[k];
        if (!is_passed(solutions, count, k)) {
            failed++;
            say(stream, trial, count > 1 ? "no solution passes" : "the solution does not pass");
        }
        if (trial->expected == NULL && trial->checker == NULL && trial->expected_files.count == 0)
            say(stream, trial,
                "any output passes: the case has none of expect, expect_file, expect_files, checker");
    }
    if (failed == 0)
        fprintf(stream, "dry run: every test can pass (%zu case%s)\n", assignment->count,
                plural(assignment->count));
    else
        fprintf(stream, "dry run: %zu of %zu cases are passed by none of the tried solutions\n", failed,
                assignment->count);
    return failed == 0;
}
