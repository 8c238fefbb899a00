/* magic.h - the kinds of file systems that common/output.c asks for; WebAssembly has none of them. */
#ifndef PRAM_PORT_MAGIC_H
#define PRAM_PORT_MAGIC_H

#define PROC_SUPER_MAGIC 0x9fa0

#endif
