/* fcc.c - main of the Fork compiler: options, then the driver. */
#include "common/message.h"
#include "common/output.h"
#include "common/start.h"
#include "common/stop.h"
#include "common/system/system.h"
#include "fcc/driver/driver.h"
#include "fcc/driver/options.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    struct fcc_options options;
    struct file_error error;
    const char *verify = getenv("FCC_VERIFY");
    if (!start_program("fcc"))
        return FCC_EXIT_files;
    stop_ignore_file_limit(); /* the children inherit it */
    enum fcc_exit status = FCC_EXIT_ok;
    switch (fcc_options_parse(&options, argc, argv, stdout, stderr)) {
    case OPTIONS_RUN:
        options.passes.verify |= verify && *verify;
        if (!options.serves)
            system_keep_memory(); /* the compiler tries passes again, in memory of the same size */
        status = options.serves ? driver_serve(&options, argv) : driver_run(&options);
        break;
    case OPTIONS_WRONG:
        status = FCC_EXIT_usage;
        break;
    case OPTIONS_DONE:
        if (!output_standard_is_written(&error)) {
            message_line(stderr, "fcc: cannot write standard output: %s", error.text);
            status = FCC_EXIT_files;
        }
        break;
    }
    fcc_options_free(&options);
    return (int)status;
}
