/* trace.h - marks of program regions for pramsim's --profile and --trace: `trace_enter(3); ...
 * trace_leave(3);`, and outside of functions `trace_name(3, "merge");`
 *
 * A mark costs one cycle. Regions are numbered by constants from 0 to 2047 and may nest. A name appears in
 * profiles and timelines; it takes a few words of shared memory.
 */
#ifndef FORK_TRACE_H
#define FORK_TRACE_H

#define trace_enter(region) __shint(9 + 256 * (region))
#define trace_leave(region) __shint(10 + 256 * (region))

/* The simulator finds the words by the prefix of their symbol (sim/observe/record/region_names.h). */
#define trace_name(region, name) __trace_name_numbered(region, name, __COUNTER__)
#define __trace_name_numbered(region, name, count) __trace_name(region, name, count)
#define __trace_name(region, name, count)                                                                    \
    _Static_assert((region) >= 0 && (region) < 2048, "regions are numbered from 0 to 2047");                 \
    sh static const struct {                                                                                 \
        int number;                                                                                          \
        char text[sizeof name];                                                                              \
    } __region_name_##count = {region, name}

#endif
