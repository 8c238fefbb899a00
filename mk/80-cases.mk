# What test programs share:
#   tests/isa/cases.c          reads the hand-written instruction cases
#   tests/sim/engines.c        runs random programs on all engines
#   tests/sim/async_*.c        make asynchronous programs
#   tests/sim/chains.c         makes chains of delayed jumps for random programs
#   tests/sim/flags.c          sets flags in all ways, and looks at them
#   tests/sim/collisions.c     has PPs come to one cell in one cycle
#   tests/sim/odd_hints.c      has PPs in barriers do what no runtime does
#   tests/sim/mishaps.c        writes random files of --faults
#   tests/sim/stops.c          lets an engine run in slices
#   tests/sim/cycle_alike.c    runs a program on the cycle engine and compares it with the reference
#   tests/sim/alike.c          runs a program in ways that must count the same
CASES = tests/isa/cases \
        tests/sim/engines \
        tests/sim/async_programs \
        tests/sim/async_meet \
        tests/sim/chains \
        tests/sim/flags \
        tests/sim/collisions \
        tests/sim/odd_hints \
        tests/sim/mishaps \
        tests/sim/stops \
        tests/sim/answers \
        tests/sim/alike \
        tests/sim/cycle_alike

$(LIB)/libpramcases.a: $(CASES:%=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) rcs $@ $(filter %.o,$^)

TEST_ARCHIVES += $(LIB)/libpramcases.a
