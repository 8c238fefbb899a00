# tests of debug information: programs that ask the reader (sim/debug/dwarf), called by tests/debug/*.test
test-programs: $(addprefix $(BUILD)/tests/debug/,places levels describe make_places)
