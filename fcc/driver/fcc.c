/* fcc.c - main of the Fork compiler: options, then the driver. Knows everything, nobody knows it. */
#include "fcc/driver/driver.h"
#include "fcc/driver/options.h"

int main(int argc, char **argv)
{
    struct fcc_options options;
    enum fcc_exit status = FCC_EXIT_ok;
    switch (options_parse(&options, argc, argv, stdout, stderr)) {
    case OPTIONS_RUN:
        status = driver_run(&options);
        break;
    case OPTIONS_WRONG:
        status = FCC_EXIT_usage;
        break;
    case OPTIONS_DONE:
        break;
    }
    options_free(&options);
    return (int)status;
}
