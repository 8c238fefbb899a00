/* stdnoreturn.h - C11's name for functions that never return.
 */
#ifndef FORK_STDNORETURN_H
#define FORK_STDNORETURN_H

#define noreturn _Noreturn

#endif
