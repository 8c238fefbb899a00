/* version.h - the version of pramsim, which all programs, man pages and output files name.
 */
#ifndef PRAM_VERSION_H
#define PRAM_VERSION_H

#define PRAM_VERSION "1.1"

#endif
