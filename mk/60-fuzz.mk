# Fuzzing of prasm, prlink, prdis, the object loader, fcc and its preprocessor, pramview, debug information, the debugger. `make fuzz` runs libFuzzer for FUZZ_SECONDS on each; what it
# finds lies in build/fuzz/TARGET-*. libFuzzer's corpus and ASan's quarantine lie in the same memory, hence the larger
# limit; tests/fuzz/mutate.slow.test, which needs no clang and belongs to `make test-slow`, keeps to the 256 MiB.
FUZZ_SECONDS = 60
FUZZ_TARGETS = prasm prlink prdis fcc preprocess trace dwarf commands dap
# of the debugger only its own files are built for fuzzing; those below come from the library
FUZZ_DEBUGGER = tests/fuzz/libfuzzer.c tests/fuzz/target_debugger.c $(wildcard sim/debug/*.c sim/debug/dap/*.c sim/debug/source/*.c sim/debug/terminal/*.c sim/debug/dwarf/*.c)
FUZZ_CLANG   = clang
FUZZ_SOURCES = tests/fuzz/libfuzzer.c tests/fuzz/targets.c tests/fuzz/target_fcc.c tests/fuzz/target_trace.c tests/fuzz/target_dwarf.c lab/view/trace.c lab/view/wire.c $(wildcard sim/debug/dwarf/*.c) $(COMMON_SOURCES) $(ASM_SHARED) $(ASM_TOOLS) \
               $(FCC_SOURCES)
FUZZ_FLAGS   = -std=c17 -D_GNU_SOURCE -g -O1 -I. -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined

$(BUILD)/tests/fuzz/mutate: $(OBJ)/tests/fuzz/mutate.o $(OBJ)/tests/fuzz/targets.o $(OBJ)/tests/fuzz/target_fcc.o $(OBJ)/tests/fuzz/target_trace.o $(OBJ)/tests/fuzz/target_dwarf.o \
        $(LIB)/libpramdwarf.a $(LIB)/libfcc.a $(LIB)/libpramtools.a $(LIB)/libpramasm.a $(LIB)/libpramlab.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

$(BUILD)/tests/fuzz/mutate_debugger: $(OBJ)/tests/fuzz/mutate.o $(OBJ)/tests/fuzz/target_debugger.o $(LIB)/libsim.a $(LIB)/libpramdwarf.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

# objects are compiled once for all targets; only libfuzzer.c knows the target
FUZZ_OBJECTS = $(patsubst %.c,$(BUILD)/fuzz/objects/%.o,$(filter-out tests/fuzz/libfuzzer.c,$(1)))

$(BUILD)/fuzz/objects/%.o: %.c
	@mkdir -p $(@D)
	$(call say,FUZZ)$(FUZZ_CLANG) $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

-include $(patsubst %.o,%.d,$(call FUZZ_OBJECTS,$(FUZZ_SOURCES) $(FUZZ_DEBUGGER)))

$(BUILD)/fuzz/fuzz-commands $(BUILD)/fuzz/fuzz-dap: $(BUILD)/fuzz/fuzz-%: tests/fuzz/libfuzzer.c $(call FUZZ_OBJECTS,$(FUZZ_DEBUGGER)) $(LIB)/libpramreal.a $(LIB)/libsim.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(FUZZ_CLANG) $(FUZZ_FLAGS) -DFUZZ_TARGET='"$*"' $(filter %.c %.o,$^) $(LIB)/libsim.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a $(REAL_LIBS) $(SECCOMP_LIBS) $(LDLIBS) -ljansson -lzstd -lelf -ldw -lgomp -ldl -lm -o $@

$(BUILD)/fuzz/fuzz-%: tests/fuzz/libfuzzer.c $(call FUZZ_OBJECTS,$(FUZZ_SOURCES))
	@mkdir -p $(@D)
	$(call say,LINK)$(FUZZ_CLANG) $(FUZZ_FLAGS) -DFUZZ_TARGET='"$*"' $^ -ljansson -lelf -ldw -lm -o $@

test-programs: $(BUILD)/tests/fuzz/mutate $(BUILD)/tests/fuzz/mutate_debugger

.PHONY: fuzz-tools
fuzz-tools: tools $(FUZZ_TARGETS:%=$(BUILD)/fuzz/fuzz-%)

fuzz:
	@$(DEPS) build fuzz
	@$(MAKE) --no-print-directory fuzz-tools
	@tests/fuzz/seeds.sh $(BIN) $(BUILD)/fuzz/seeds
	@cd $(BUILD)/fuzz && for target in $(FUZZ_TARGETS); do \
	    mkdir -p corpus-$$target; \
	    ASAN_OPTIONS=quarantine_size_mb=8 ./fuzz-$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=512 -malloc_limit_mb=256 -max_len=16384 \
	        -artifact_prefix=$$target- -print_final_stats=1 corpus-$$target seeds/$$target || exit 1; \
	done
