/* real.c - stands in for sim/real/ where GMP and MPFR are not there: no number format exists, and a run that
 * wants one is refused with a line that says so. Knows no machine.
 */
#include "sim/real/bank.h"
#include "sim/real/host_numbers.h"

#include <stdio.h>
#include <stdlib.h>

bool real_choice_check(const struct real_choice *choice, uint32_t words, char *error, size_t error_size)
{
    if (words == 0 && choice->format == NULL) /* the program uses none */
        return true;
    snprintf(error, error_size,
             "this build of pramsim has no precision unit (the type real); float works, and an installed "
             "pramsim has both");
    return false;
}

bool real_choice_open(const struct real_choice *choice, char *error, size_t error_size)
{
    return real_choice_check(choice, 0, error, error_size);
}

const struct opencl_driver *real_choice_driver(const struct real_choice *choice)
{
    (void)choice;
    return NULL;
}

struct numbers *host_numbers_create(const struct real_choice *choice)
{
    (void)choice;
    return calloc(1, sizeof(struct numbers)); /* no program that would use it gets so far */
}

void host_numbers_destroy(struct numbers *numbers)
{
    free(numbers);
}

bool real_bank_create(struct real_bank *bank, const struct real_choice *choice, uint32_t pps, bool has_sums)
{
    (void)choice;
    (void)pps;
    (void)has_sums;
    *bank = (struct real_bank){0};
    return false;
}

void real_bank_destroy(struct real_bank *bank)
{
    (void)bank;
}

/* ---- what only a program with a precision unit reaches: real_choice_check has refused it */

uint32_t real_execute(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
                      uint32_t a)
{
    (void)bank;
    (void)pp;
    (void)instruction;
    (void)a;
    abort();
}

void real_execute_run(const struct real_bank *bank, uint32_t first, uint32_t count,
                      const struct instruction *instruction)
{
    (void)bank;
    (void)first;
    (void)count;
    (void)instruction;
    abort();
}

void real_gather(const struct real_bank *bank, uint32_t pp, uint32_t first, uint32_t count, uint8_t opcode)
{
    (void)bank;
    (void)pp;
    (void)first;
    (void)count;
    (void)opcode;
    abort();
}

uint32_t real_bank_words(const struct real_bank *bank)
{
    (void)bank;
    return 0;
}

void real_bank_save(const struct real_bank *bank, uint32_t pp, uint32_t *words)
{
    (void)bank;
    (void)pp;
    (void)words;
    abort();
}

void real_bank_load(const struct real_bank *bank, uint32_t pp, const uint32_t *words)
{
    (void)bank;
    (void)pp;
    (void)words;
    abort();
}

uint32_t real_image_words(const struct real_bank *bank, const struct instruction *instruction)
{
    (void)bank;
    (void)instruction;
    abort();
}

void real_store(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
                uint32_t *image)
{
    (void)bank;
    (void)pp;
    (void)instruction;
    (void)image;
    abort();
}

void real_load(const struct real_bank *bank, uint32_t pp, const struct instruction *instruction,
               const uint32_t *image)
{
    (void)bank;
    (void)pp;
    (void)instruction;
    (void)image;
    abort();
}

void real_price(const struct real_bank *bank, struct counts *counts)
{
    (void)bank;
    (void)counts;
}
