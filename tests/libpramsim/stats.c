/* stats.c - for same.test: stats PROGRAM [OPTION[=VALUE] ...] runs a program through libpramsim and prints
 * what it prints, and behind that its counters as --stats-json has them.
 */
#include "libpramsim/pramsim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    pramsim_program *program = pramsim_load_file(argv[1]);
    pramsim_run *run = pramsim_is_good(program) ? pramsim_run_new(program) : NULL;
    if (run == NULL) {
        fputs(pramsim_messages(program), stderr);
        return EXIT_FAILURE;
    }
    for (int i = 2; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value != NULL)
            *value++ = '\0';
        if (pramsim_set(run, argv[i], value) != 0)
            break;
    }
    if (pramsim_error(run)[0] != '\0' || pramsim_run_go(run) != 0) {
        fprintf(stderr, "%s\n", pramsim_error(run));
        return EXIT_FAILURE;
    }
    size_t size;
    const char *output = pramsim_output(run, &size);
    fwrite(output, 1, size, stdout);
    fputs(pramsim_report(run), stderr);
    fputs(pramsim_stats(run), stdout);
    const int status = pramsim_status(run);
    pramsim_run_free(run);
    pramsim_free(program);
    return status;
}
