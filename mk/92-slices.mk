# pramsim with an engine that runs in slices, or goes from engine to engine, for tests/matrix: an options_parse of its
# own stands in front of the library's.
DRIVEN = $(addprefix $(BUILD)/tests/sim/,slices snapshots)
$(DRIVEN): $(BUILD)/tests/sim/%: $(OBJ)/tests/sim/%.o $(OBJ)/sim/cli/main.o $(LIB)/libsim.a $(LIB)/libpramdwarf.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -Wl,--wrap=options_parse $^ $(LDLIBS) -o $@

test-programs: $(DRIVEN)

# called by checkpoint_crafted.test
test-programs: $(BUILD)/tests/sim/checkpoint_damage
