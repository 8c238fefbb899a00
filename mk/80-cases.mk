# What test programs share: tests/isa/cases.c reads the hand-written instruction cases, tests/sim/engines.c runs random
# programs on both engines, tests/sim/async_*.c make asynchronous ones, tests/sim/mishaps.c writes random files of --faults for them,
# tests/sim/odd_hints.c has PPs in barriers do what no runtime does, tests/sim/stops.c lets an engine run in slices, tests/sim/alike.c runs a program in ways that must count the same.
$(LIB)/libpramcases.a: $(OBJ)/tests/isa/cases.o $(OBJ)/tests/sim/engines.o $(OBJ)/tests/sim/async_programs.o $(OBJ)/tests/sim/async_meet.o \
                         $(OBJ)/tests/sim/mishaps.o $(OBJ)/tests/sim/odd_hints.o $(OBJ)/tests/sim/stops.o $(OBJ)/tests/sim/answers.o $(OBJ)/tests/sim/alike.o
	@mkdir -p $(@D); rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)

TEST_ARCHIVES += $(LIB)/libpramcases.a
