/* stdalign.h - C11's names for alignment: every object of Fork begins at a word, and sizes count words.
 */
#ifndef FORK_STDALIGN_H
#define FORK_STDALIGN_H

#define alignas _Alignas
#define alignof _Alignof

#define __alignas_is_defined 1
#define __alignof_is_defined 1

#endif
