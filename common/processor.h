/* processor.h - supported host processors: words of 64 bits, the low byte first. Compiling for any other one
 * fails here. Knows macros of the compiler only.
 */
#ifndef PRAM_COMMON_PROCESSOR_H
#define PRAM_COMMON_PROCESSOR_H

#if __SIZEOF_POINTER__ != 8 || __SIZEOF_LONG__ != 8
#error "pramsim needs a 64-bit processor and system: x86-64 or aarch64 (docs/install.md)"
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pramsim needs a little-endian processor: x86-64 or aarch64 (docs/install.md)"
#endif

#endif
