# tests/hostile/fail_nth.c: a library to be preloaded, for tests/hostile/nth.sh
$(BUILD)/tests/hostile/fail_nth.so: tests/hostile/fail_nth.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) -std=c17 -D_GNU_SOURCE -g -O2 $(WARN) $(if $(WERROR),-Werror) -shared -fPIC $< -o $@ -ldl

test-programs: $(BUILD)/tests/hostile/fail_nth.so
