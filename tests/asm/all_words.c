/* all_words.c - encode(decode(w)) == w for all 2^32 words; every other word is refused.
 *
 * Which words are legal is counted a second time from the forms, by hand. Run by all_words.slow.test.
 */
#include "asm/isa.h"

#include <inttypes.h>
#include <stdio.h>

/* Legal words of one opcode, by form: 32 registers are 2^5, S is 2^13 constants or 32 registers. */
static uint64_t words_of_form(unsigned form)
{
    static const uint64_t counts[] = {
        [ISA_RSD] = 1024ull * (8192 + 32),
        [ISA_RTD] = 32768,
        [ISA_RT] = 1024,
        [ISA_RD] = 1024,
        [ISA_S] = 8192 + 32,
        [ISA_D] = 32,
        [ISA_KD] = 32ull << 19,
        [ISA_L] = 1ull << 19,
        [ISA_LD] = 32ull << 19,
        [ISA_K13] = 8192,
        [ISA_K19] = 1ull << 19,
        [ISA_RSX] = 512ull * (8192 + 32), /* 16 X registers are 2^4 */
        [ISA_XX] = 256,
        [ISA_XXX] = 4096,
        [ISA_XT] = 256,
        [ISA_RX] = 512,
        [ISA_XR] = 512,
        [ISA_XS] = 16,
        [ISA_XD] = 16,
        [ISA_RS] = 32ull * (8192 + 32),
        [ISA_NONE] = 1,
    };
    return counts[form];
}

int main(void)
{
    uint64_t legal = 0;
    uint64_t wrong = 0;
#pragma omp parallel for reduction(+ : legal, wrong) schedule(static)
    for (uint64_t word = 0; word < (uint64_t)1 << 32; word++) {
        struct isa_instruction instruction;
        if (!isa_decode((uint32_t)word, &instruction))
            continue;
        legal++;
        wrong += isa_encode(&instruction) != (uint32_t)word;
    }
    uint64_t expected = 0;
    size_t row_count;
    const struct isa_row *rows = isa_rows(&row_count);
    for (size_t i = 0; i < row_count; i++)
        expected += words_of_form(rows[i].form);
    printf("%s 1 - every legal word survives decoding and encoding (%" PRIu64 " do not)\n",
           wrong == 0 ? "ok" : "not ok", wrong);
    printf("%s 2 - %" PRIu64 " words are legal, the forms allow %" PRIu64 "\n1..2\n",
           legal == expected ? "ok" : "not ok", legal, expected);
    return wrong == 0 && legal == expected ? 0 : 1;
}
