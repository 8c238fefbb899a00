# pramsim: the one entry. `make demo` and `make test` do everything, dependencies included.
#
#   make all | demo | test | test-slow | bench | experiments | lint | fuzz | install PREFIX= | uninstall PREFIX= | deps | clean
#   SAN=1      AddressSanitizer and UBSan        (own build folder)
#   TSAN=1     ThreadSanitizer                   (own build folder)
#   PARTS=1    times what threads would do each (bench/cores.sh; own build folder)
#   HOSTILE=1  tiny limits and random yields in the parallel engine (own build folder)
#   WERROR=1   warnings are errors, as in CI

CC       = gcc
AR       = ar
PREFIX   = /usr/local
BUILD    = build
WARN     = -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
OPT      = -O2
# the machine's floating point is exact IEEE binary32: no contraction, no excess precision
CFLAGS   = -std=c17 -D_GNU_SOURCE -g $(OPT) $(WARN) -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp -I. -MMD -MP
LDFLAGS  = -fopenmp
LDLIBS   = -lelf -lm

ifdef WERROR
CFLAGS += -Werror
endif
ifdef SAN
BUILD   = build/san
CFLAGS  += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
endif
ifdef TSAN
BUILD   = build/tsan
CFLAGS  += -fsanitize=thread
LDFLAGS += -fsanitize=thread
endif
ifdef PARTS
BUILD   = build/parts
CFLAGS  += -DPRAM_PARTS=1
endif
ifdef HOSTILE
BUILD   = build/hostile
CFLAGS  += -DPRAM_HOSTILE=1
endif

BIN = $(BUILD)/bin
LIB = $(BUILD)/lib
OBJ = $(BUILD)/obj
export BUILD

.PHONY: all demo test test-slow bench experiments lint format fuzz install deps clean tools
.DEFAULT_GOAL = all
.SECONDARY:
.DELETE_ON_ERROR:

# ---- what is built from what: one file a part, in mk/, included in alphabetical order
include $(sort $(wildcard mk/*.mk))

# an archive is made again when a source has come or gone, else it would keep what is no longer there
SOURCES_LIST = $(BUILD)/sources.list
$(shell mkdir -p $(BUILD); find asm common fcc lab sim programs tests -name '*.c' | sort >$(SOURCES_LIST).new; \
    cmp -s $(SOURCES_LIST).new $(SOURCES_LIST) && rm $(SOURCES_LIST).new || mv $(SOURCES_LIST).new $(SOURCES_LIST))
$(TEST_ARCHIVES): $(SOURCES_LIST)

all: deps
	@$(MAKE) --no-print-directory tools

tools: $(TOOLS)
	@:

$(OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

# what is needed of the system for each goal (mk/packages.table)
DEPS = CC='$(CC)' ./mk/deps.sh

deps:
	@$(DEPS) build

demo: all
	@$(DEPS) demo
	@./mk/demo.sh

test: all
	@$(DEPS) test
	@$(MAKE) --no-print-directory test-programs
	@./tests/run.sh fast

test-slow: all
	@$(DEPS) test
	@$(MAKE) --no-print-directory test-programs
	@./tests/run.sh slow

.PHONY: test-programs
test-programs: $(TEST_PROGRAMS)

lint:
	@./mk/lint.sh

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
