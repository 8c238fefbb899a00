# bench/: every bench/*.sh but lib.sh is a benchmark; goals.sh sums up what the others have measured. Results go to
# $(BUILD)/bench as CSV and plots. bench/results/ holds samples of them, from real runs on the machine that the first
# lines of each CSV describe; `make bench-samples` renews them and the plots in docs/pictures, and bench/page.sh puts their
# tables into the documents.
BENCHES = $(filter-out bench/lib.sh bench/goals.sh bench/page.sh,$(sort $(wildcard bench/*.sh)))

.PHONY: bench-samples

bench: all
	@$(DEPS) bench
	@for bench in $(BENCHES) bench/goals.sh; do echo "== $$bench"; ./$$bench all || exit 1; done

bench-samples: bench
	./bench/goals.sh -s

# The multiprefix engine alone, called by bench/multiprefix.sh.
$(BUILD)/bench/multiprefix: $(OBJ)/bench/multiprefix.o $(LIB)/libpramsim.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

# What a meeting of threads takes; called by hand.
$(BUILD)/bench/meeting: $(OBJ)/bench/meeting.o $(LIB)/libpramsim.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

# Objects of any size, for bench/memory.sh and tests/asm/memory.test.
$(BUILD)/bench/large_object: $(OBJ)/bench/large_object.o $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

test-programs: $(BUILD)/bench/large_object

# The core of the debugger, called by bench/debug.sh.
$(BUILD)/bench/debug: $(OBJ)/bench/debug.o $(LIB)/libpramsim.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -ljansson -lzstd -o $@
