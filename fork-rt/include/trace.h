/* trace.h - marks of program regions for pramsim's --profile and --trace: `trace_enter(3); ...
 * trace_leave(3);`
 *
 * A mark costs one cycle and changes nothing. Regions are numbered by constants from 0 to 2047 and may nest.
 */
#ifndef FORK_TRACE_H
#define FORK_TRACE_H

#define trace_enter(region) __shint(9 + 256 * (region))
#define trace_leave(region) __shint(10 + 256 * (region))

#endif
