/* stdio.h - for those who come from C: io.h has what there is of it. Files are handles of type int (open, close), and
 * all that is printed goes to the standard output.
 */
#ifndef FORK_STDIO_H
#define FORK_STDIO_H

#include <io.h>

#endif
