/* processor.h - stands in for common/processor.h where WebAssembly is compiled for: pointers and `long` of 32
 * bits, the low byte first. tests/web/same.web.test compares what comes out with a host of 64 bits. */
#ifndef PRAM_COMMON_PROCESSOR_H
#define PRAM_COMMON_PROCESSOR_H

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pramsim needs a little-endian processor"
#endif

#endif
