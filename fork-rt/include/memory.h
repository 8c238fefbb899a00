/* memory.h - string.h, by the name that older programs use for its blocks. */
#include <string.h>
