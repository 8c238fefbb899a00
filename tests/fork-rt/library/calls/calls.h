/* calls.h - the library's calls at random: each prints a line of what came of it. calls.c and calls.fork
 * include it, each after what differs there: CONSTANT, bits_of, float_of, seconds, seconds_of, host_strtol,
 * host_strtoul.
 */
#include "draw.h"
#include "on_string.h"
#include "on_stream.h"
#include "on_format.h"
#include "on_math.h"
#include "on_number.h"
#include "on_posix.h"
#include "on_time.h"
#include "on_wide.h"

enum {
    CALL_SHARES = 0
#define CALL(name, share) +(share)
#include "calls.def"
};

/* The numbers of a call depend on the seed and on which call it is, not on what came of those before. */
static void call_at_random(unsigned seed, unsigned number)
{
    draw_state = (seed ^ number) * 2654435761u + number;
    int left = below(CALL_SHARES);
#define CALL(name, share)                                                                                    \
    if (left >= 0 && (left -= (share)) < 0) {                                                                \
        tell(#name);                                                                                         \
        call_##name();                                                                                       \
    }
#include "calls.def"
    printf("\n");
}
