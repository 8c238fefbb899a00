/* runtime.h - numbers that compiled code shares with runtime and simulator: their tables as enumerations. */
#ifndef FCC_RUNTIME_H
#define FCC_RUNTIME_H

/* words of the group frame at gp: GROUP_SIZE, ... */
enum runtime_group {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#include "asm/tables/group.def"
};

/* words of the private block __fork_pp: PP_ID, ... */
enum runtime_pp {
#define PP_FIELD(offset, name, text) PP_##name = (offset),
#include "asm/tables/group.def"
};

/* words of a join statement's record: BUS_WORDS, ... */
enum runtime_bus {
#define BUS_FIELD(offset, name, text) BUS_##name = (offset),
#include "asm/tables/group.def"
};

/* hints to the simulator: HINT_group_leave, ... */
enum runtime_hint {
#define SHINT(number, name, text) HINT_##name = (number),
#include "asm/tables/shint.def"
};

/* the runtime's routines: RUNTIME__fork_rank, ... */
enum runtime {
#define RUNTIME(name, changes, own) RUNTIME##name,
#include "fcc/ir/runtime.def"
};

#endif
