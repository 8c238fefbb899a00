/* strings.h - the functions of string.h that POSIX declares here, and ffs. */
#ifndef FORK_STRINGS_H
#define FORK_STRINGS_H

#include <string.h>

straight int ffs(int bits) __library__; /* the number of the lowest 1, from 1 on; 0: there is none */

#endif
