/* guard.h - names of labels for pramsim --check: guards, which are words between variables; variables of
 * frames; the variables that accesses are meant for; locks.
 *
 * fcc puts a label of GUARD_PREFIX and a number after each variable of several words. A variable in a frame
 * lies between two guards; the name of a label describes its place:
 *
 *     .frame.U.K.OFFSET.WORDS.NAME      at the first instruction of a function: it has a variable NAME of
 *                                       WORDS words at fp + OFFSET
 *     .frame_word.U.K.OFFSET.WORDS.NAME  the same for a variable of a word, without guards; by fcc -g only
 *     .shared.U.K.OFFSET.WORDS.NAME     at a call of __fork_shared_frame: the same at that offset from the
 *                                       base that the call returns
 *     .shared_word.U.K.OFFSET.WORDS.NAME   the same for a variable or parameter without guards; by fcc -g
 *                                       only
 *
 * U is the number of the function in its file, K that of the variable in it. NAME.FUNCTION is a variable of a
 * function that has been copied there. pramsim --check reports an access to a guard as out of bounds of the
 * variable. Otherwise a guard is an ordinary word.
 *
 * With -g, a label at a load, store or multiprefix also names the variable that the access is meant for, if
 * the access may miss it, for example by a computed index:
 *
 *     .meant.U.K.WORDS.NAME     at the instruction: it accesses a word of NAME, which has WORDS words; 0:
 *                               unknown in this file
 *     .masked.U.K.WORDS.NAME    the same; but PPs that do not take part access a harmless word: in their
 *                               stacks, or their own dummy word of the runtime
 *     .own.U.K.OFFSET.WORDS.NAME     it accesses a word of a variable in the frame, with the fields of .frame
 *     .ours.U.K.OFFSET.WORDS.NAME    the same in the group's frame, with the fields of .shared
 *
 * and at the first instruction that makes the address of a word of a variable, in the register that it
 * writes:
 *
 *     .aim.U.K.WORDS.NAME       of NAME, with the fields of .meant
 *     .aim_own.U.K.OFFSET.WORDS.NAME     of a variable in the frame, with the fields of .frame
 *     .aim_shared.U.K.OFFSET.WORDS.NAME  of one in the group's frame, with the fields of .shared, by adding
 *                                        to the base
 *
 * and, anywhere in the text, for words of variables that are initialised with such addresses:
 *
 *     .aim_word.K.OFFSET.WORDS.NAME      word OFFSET of NAME
 *
 * and at an instruction that sets a register to 0 because the variable that begins there has no value yet:
 *
 *     .unwritten.U.K.LINE.NAME  of the private local NAME, which is declared in line LINE
 *
 * and at a load of a word of which a bit-field is about to be stored, so that the other fields stay:
 *
 *     .rest.U.K                 whether these have values is not known of each
 *
 * and at an instruction that computes an address, or accesses memory by one, to which subscripts of arrays in
 * arrays, or of members, lead:
 *
 *     .sum.U.K.FIRST.SECOND.PLUS       what it adds to the code of the subscripts that lead to its result
 *     .row.U.K.FIRST.SECOND.PLUS.LEVELS       the same of an access; and the arrays
 *
 * The code of subscripts that lead past i words in the outermost array, j in one of its elements, and so on,
 * is i + (j << b) + .. where b is guard_level_bits of the words of the outer array. FIRST tells what rs adds
 * to the code, SECOND what S does: `f` is the code that the register has, `tTIMES` its value times that,
 * `tTIMESoPER` its value / PER * TIMES, and `u` is not known. Of an instruction that steps its rs, SECOND is
 * for rs afterwards, which has its code before. TIMES and PLUS are hexadecimal, modulo 2^64. LEVELS has
 * ELEMENT.WORDS.xNAME for each array, the outermost one first, with points between: words of an element,
 * words of the array (0: it may be longer), and which array it is: `v` the variable NAME, `m` the member
 * NAME, `r` a row of NAME.
 *
 * and, anywhere in the text, where a variable has locks of the library (lock.def) among its elements and
 * members:
 *
 *     .lock.K.PARTS.e.NAME      PARTS is iCOUNT.STRIDE for an array, mOFFSET.LENGTH.MEMBER for a member whose
 *                               name has LENGTH characters, with points between the parts. COUNT, STRIDE and
 *                               OFFSET are words
 *
 * K is the number of the access, or address, in the function, or file. NAME is a local symbol of the file, or
 * a global one.
 */
#ifndef PRAM_GUARD_H
#define PRAM_GUARD_H

#include <stdint.h>

#define GUARD_PREFIX ".guard."
#define GUARD_FRAME_PREFIX ".frame."
#define FRAME_WORD_PREFIX ".frame_word."
#define GUARD_SHARED_PREFIX ".shared."
#define SHARED_WORD_PREFIX ".shared_word."
#define MEANT_PREFIX ".meant."
#define MEANT_MASKED_PREFIX ".masked."
#define MEANT_FRAME_PREFIX ".own."
#define MEANT_SHARED_PREFIX ".ours."
#define AIM_PREFIX ".aim."
#define AIM_STACK_PREFIX ".aim_own."
#define AIM_SHARED_PREFIX ".aim_shared."
#define AIM_WORD_PREFIX ".aim_word."
#define UNWRITTEN_PREFIX ".unwritten."
#define FIELD_REST_PREFIX ".rest."
#define INDEX_SUM_PREFIX ".sum."
#define INDEX_ROW_PREFIX ".row."
#define LOCK_PREFIX ".lock."

enum { GUARD_LEVELS = 4, GUARD_CODE_BITS = 63 }; /* of a code, at most */

/* The bits of a code for the distance that a subscript leads, in words. words: the length of the array.
 * Distances far out of bounds fit, too. */
static inline uint32_t guard_level_bits(uint32_t words)
{
    uint32_t bits = 14;
    while (words >> (bits - 3) != 0)
        bits++;
    return bits;
}

#endif
