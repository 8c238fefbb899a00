/* listens.h - whether a run is listened to: the question that engines ask wherever a profile, a timeline or a
 * listener would be called.
 *
 * Compiled with PRAM_BLIND the answer is no, always, and known beforehand: then nothing is left of the hooks,
 * which measures what they cost without a listener (bench/observe.sh). Not for any other use: such a
 * simulator takes --profile, --trace and --check, and hears nothing.
 */
#ifndef PRAM_LISTENS_H
#define PRAM_LISTENS_H

#include <stdbool.h>
#include <stddef.h>

/* `listener`: counts, a journal or observers; NULL: there is none. */
static inline bool listens(const void *listener)
{
#ifdef PRAM_BLIND
    (void)listener;
    return false;
#else
    return listener != NULL;
#endif
}

#endif
