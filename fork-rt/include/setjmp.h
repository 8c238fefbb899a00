/* setjmp.h - jumps out of functions, in asynchronous code.
 *
 * A jump stays within its group: one that would leave the group in which setjmp was called stops the run, for
 * the other PPs of the group would wait for this one. In synchronous code the compiler refuses both: the PPs
 * of a group return from a function together.
 */
#ifndef FORK_SETJMP_H
#define FORK_SETJMP_H

typedef int jmp_buf[16]; /* s0-s9, sfp, sp, fp, gp, ssp, ra */

int setjmp(jmp_buf place); /* asynchronous, since the PPs of a group return together; 0 */
_Noreturn void longjmp(jmp_buf place, int value); /* the same; setjmp returns value then, 1 for 0 */

#endif
