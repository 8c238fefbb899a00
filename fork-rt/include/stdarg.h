/* stdarg.h - functions with variable arguments: a block of words, one for each argument, in ascending order;
 * of a structure its address (docs/internals/abi.md, section 2).
 */
#ifndef FORK_STDARG_H
#define FORK_STDARG_H

typedef int *va_list;

#define va_start(list, last) ((list) = __variable_args__)
#define va_arg(list, type) __variable_args__(list, type)
#define va_copy(to, from) ((to) = (from))
#define va_end(list) ((void)(list))

#endif
