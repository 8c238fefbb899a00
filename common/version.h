/* version.h - the version of pramsim: all programs print it, man pages and what programs write for other
 * programs name it.
 */
#ifndef PRAM_VERSION_H
#define PRAM_VERSION_H

#define PRAM_VERSION "1.1"

#endif
