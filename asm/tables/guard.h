/* guard.h - the names of guards: words after variables that belong to no variable.
 *
 * fcc puts a label of this prefix and a number after each variable of several words; pramsim --check takes an
 * access to such a word for one beyond the variable. To all others it is a word like any.
 */
#ifndef PRAM_GUARD_H
#define PRAM_GUARD_H

#define GUARD_PREFIX ".guard."

#endif
