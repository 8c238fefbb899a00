/* alloca.h - nothing: plain C knows alloca, which takes words of the PP's stack until the function ends, and
 * Fork does not have it.
 */
#ifndef FORK_ALLOCA_H
#define FORK_ALLOCA_H

#endif
