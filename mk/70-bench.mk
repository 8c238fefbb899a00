# bench/: every bench/*.sh but lib.sh, draw.sh and page.sh is a benchmark; goals.sh, the last one, also reads what others have
# measured. Results go to $(BUILD)/bench as CSV, tables and pictures. bench/results/ holds samples of them, from real runs on the
# machine that the first lines of each CSV describe; `make bench-samples` renews them and the pictures that documents show, and puts
# their tables into the documents (bench/page.sh keep).
BENCHES = $(filter-out $(addprefix bench/,lib.sh draw.sh page.sh goals.sh),$(sort $(wildcard bench/*.sh))) bench/goals.sh

.PHONY: bench-samples

bench: all
	@$(DEPS) bench
	@for bench in $(BENCHES); do echo "== $$bench"; ./$$bench all || exit 1; done

bench-samples: bench
	./bench/page.sh keep

# What a team barrier takes; called by hand.
$(BUILD)/bench/barrier_latency: $(OBJ)/bench/barrier_latency.o $(LIB)/libsim.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

# Objects of any size, for bench/memory.sh and tests/asm/memory.long.test.
$(BUILD)/bench/large_object: $(OBJ)/bench/large_object.o $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

test-programs: $(BUILD)/bench/large_object

# The core of the debugger, called by bench/observe.sh.
$(BUILD)/bench/debug: $(OBJ)/bench/debug.o $(LIB)/libsim.a $(LIB)/libpramdwarf.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -ljansson -lzstd -ldw -lelf -o $@
