# tests/: C unit tests are tests/**/test_*.c (cmocka, TAP output), scripts are tests/**/*.test (see tests/lib.sh).
TEST_SOURCES  = $(shell find tests -name 'test_*.c' 2>/dev/null)
TEST_PROGRAMS = $(TEST_SOURCES:%.c=$(BUILD)/%)

$(BUILD)/tests/%: $(OBJ)/tests/%.o $(TEST_ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $< -Wl,--start-group $(TEST_ARCHIVES) -Wl,--end-group -lcmocka $(LDLIBS) -o $@
