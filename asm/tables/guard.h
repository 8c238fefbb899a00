/* guard.h - the names of guards, words beside variables that belong to no variable, and of the places that
 * tell where they are.
 *
 * fcc puts a label of GUARD_PREFIX and a number after each variable of several words. Those in frames lie
 * between two guards each; for each of them a label tells where it is, in its name:
 *
 *     .frame.U.K.OFFSET.WORDS.NAME      at the first instruction of a function: it has a variable NAME of so
 *                                       many words at fp + OFFSET
 *     .shared.U.K.OFFSET.WORDS.NAME     at a call of __fork_shared_frame: .. at that offset from the base
 * that the call returns
 *
 * U is the number of the function in its file, K that of the variable in it. NAME.FUNCTION is a variable of a
 * function that has been copied there. pramsim --check takes an access to a guard for one beyond the
 * variable. To all others it is a word like any.
 */
#ifndef PRAM_GUARD_H
#define PRAM_GUARD_H

#define GUARD_PREFIX ".guard."
#define GUARD_FRAME_PREFIX ".frame."
#define GUARD_SHARED_PREFIX ".shared."

#endif
