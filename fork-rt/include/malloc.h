/* malloc.h - stdlib.h, by the name that older programs use for its memory. */
#include <stdlib.h>
