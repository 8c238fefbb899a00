/* host_numbers.h - numbers of the run's format as host calls want them: text to images and back.
 *
 * Fills in the table of sim/machine/numbers.h. Stands on unit.h; knows no memory, no machine, no engine.
 */
#ifndef PRAM_REAL_HOST_NUMBERS_H
#define PRAM_REAL_HOST_NUMBERS_H

#include "sim/machine/numbers.h"

/* Makes the table for the format that was chosen. NULL if there is no such format (real_choice_check says so
 * in words) or memory is short. */
struct numbers *host_numbers_create(const struct real_choice *choice);
void host_numbers_destroy(struct numbers *numbers);

#endif
