/* strings.h - the functions of string.h that POSIX declares here. */
#ifndef FORK_STRINGS_H
#define FORK_STRINGS_H

#include <string.h>

#endif
