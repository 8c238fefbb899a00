# pramsim with an engine that runs in slices, for tests/matrix/slices.test: its own options_parse stands in front of the
# library's.
$(BUILD)/tests/sim/slices: $(OBJ)/tests/sim/slices.o $(OBJ)/sim/main.o $(LIB)/libpramsim.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -Wl,--wrap=options_parse $^ $(LDLIBS) -o $@

test-programs: $(BUILD)/tests/sim/slices
