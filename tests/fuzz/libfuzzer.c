/* libfuzzer.c - what libFuzzer calls; FUZZ_TARGET names the target that it is built for.
 */
#include "targets.h"

#ifndef FUZZ_TARGET /* mk/60-fuzz.mk says which */
#define FUZZ_TARGET "prasm"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static FILE *nowhere; /* libFuzzer has no place for state */
    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    fuzz_target_find(FUZZ_TARGET)->run(bytes, size, nowhere);
    return 0;
}
