# pramsim: the one entry. `make demo` and `make test` do everything, dependencies included.
#
#   make all | demo | test | test-long | test-slow | bench | experiments | lint | fuzz | install PREFIX= | uninstall PREFIX= | dist | deb |
#        deps | clean
#   V=1          shows the commands
#   TESTS=RE     `make test` runs only test files whose paths match the extended expression, e.g. TESTS=tests/fcc
#   -jN          so many jobs at a time; as many as there are processors unless said
#   SAN=1        AddressSanitizer and UBSan        (own build folder)
#   TSAN=1       ThreadSanitizer                   (own build folder)
#   HOSTILE=1    tiny limits and random yields in the parallel engine (own build folder)
#   WERROR=1     warnings are errors, as in CI
#   SYSTEM=posix without what only Linux has: common/system/posix.c for common/system/linux.c (own build folder)
#   ARCH=aarch64 for that processor, with Debian's cross compiler and libraries (own build folder, after the build for this host,
#                whose fcc compiles the programs)

CC       = gcc
AR       = ar
OBJCOPY  = objcopy
PREFIX   = /usr/local
BUILD    = build
WARN     = -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
# Without a declaration a call is a guess. gcc 14 refuses it, as every build does here.
WARN    += -Werror=implicit-function-declaration
OPT      = -O2
# A user's CFLAGS and LDFLAGS come before what the programs need. -g1 has functions and lines, and compiles in four fifths of
# the time of -g; CFLAGS=-g has variables, too. The machine's floating point is exact IEEE binary32: no
# contraction, no excess precision. char is signed on every processor, as it is on x86-64.
override CFLAGS := -g1 $(OPT) $(WARN) $(CFLAGS) -std=c17 -D_GNU_SOURCE -fno-fast-math -ffp-contract=off -fno-math-errno \
    -fno-trapping-math -fsigned-char -fopenmp -I. -MMD -MP
override LDFLAGS := $(LDFLAGS) -fopenmp
override LDLIBS  := $(LDLIBS) -lm

ifdef WERROR
override CFLAGS += -Werror
endif
ifdef SAN
BUILD   = build/san
override CFLAGS  += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
override LDFLAGS += -fsanitize=address,undefined
endif
ifdef TSAN
BUILD   = build/tsan
override CFLAGS  += -fsanitize=thread
override LDFLAGS += -fsanitize=thread
endif
ifdef HOSTILE
BUILD   = build/hostile
override CFLAGS  += -DPRAM_HOSTILE=1
endif

# What only Linux has is left out as if its libraries were not there.
SYSTEM = linux
ifeq ($(filter $(SYSTEM),linux posix),)
$(error SYSTEM is linux or posix, not $(SYSTEM))
endif
ifeq ($(SYSTEM),posix)
BUILD   = build/posix
override CFLAGS += -DSYSTEM_POSIX=1
SECCOMP_WITHOUT = 1
MPI_WITHOUT     = 1
endif

ifdef ARCH
CC        = $(ARCH)-linux-gnu-gcc
AR        = $(ARCH)-linux-gnu-ar
LD        = $(ARCH)-linux-gnu-ld
OBJCOPY   = $(ARCH)-linux-gnu-objcopy
BUILD     = build/$(ARCH)
NATIVE    = build
# libraries of this host are of no use
PKG_CONFIG_FOLDERS = PKG_CONFIG_LIBDIR=/usr/lib/$(ARCH)-linux-gnu/pkgconfig:/usr/share/pkgconfig
else
NATIVE    = $(BUILD)
endif

PKG_CONFIG = $(PKG_CONFIG_FOLDERS) pkg-config

# programs that the build itself runs
NATIVE_BIN = $(NATIVE)/bin

BIN = $(BUILD)/bin
LIB = $(BUILD)/lib
OBJ = $(BUILD)/obj
export BUILD

# what is needed of the system for each goal (mk/packages.table)
DEPS = $(PKG_CONFIG_FOLDERS) CC='$(CC)' ARCH='$(ARCH)' ./mk/deps.sh

.DEFAULT_GOAL = all
.PHONY: all demo test test-long test-slow lint format deps clean tools test-programs FORCE bench experiments fuzz install uninstall dist deb web test-web

ifndef INSIDE
# ---- the outer make: what the system lacks is installed before the inner one asks the system anything
PARALLEL = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
INNER = +@$(MAKE) --no-print-directory INSIDE=1 $(PARALLEL)
.NOTPARALLEL:

all: deps
	$(if $(ARCH),+@$(MAKE) --no-print-directory ARCH= BUILD=$(NATIVE) all)
	$(INNER) tools

deps:
	@$(DEPS) build $(if $(ARCH),cross)

demo: all
	@$(DEPS) demo
	@./mk/demo.sh

test: all
	@$(DEPS) test
	$(INNER) test-programs
	@./tests/run.sh fast '$(or $(TESTS),.)'

test-long: all
	@$(DEPS) test
	$(INNER) test-programs
	@./tests/run.sh long '$(or $(TESTS),.)'

test-slow: all
	@$(DEPS) test
	$(INNER) test-programs
	@./tests/run.sh slow '$(or $(TESTS),.)'

lint:
	@./mk/lint.sh

deb:
	@$(DEPS) build package
	$(INNER) $@

web: all
	@$(DEPS) web
	$(INNER) $@

# if something is missing, the tests say what, and are skipped
test-web: all
	@$(DEPS) web web-test || true
	$(INNER) $@

format:
	@./mk/lint.sh format

clean:
	rm -rf build

Makefile: ;

# phony goals are in no pattern
tools test-programs bench experiments fuzz install uninstall dist: FORCE
	$(INNER) $@

%: FORCE
	$(INNER) $@

FORCE:

else
.SECONDARY:
.DELETE_ON_ERROR:

# say KIND: in front of a command: shows a line in its place, nothing with -s, and the command with V=1
say = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,printf '%-6s %s\n' $(1) $(patsubst $(BUILD)/%,%,$@);))

# ---- what is built from what: one file a part, in mk/, included in alphabetical order
include $(sort $(wildcard mk/*.mk))

# an archive is made again when a source has come or gone, else it would keep what is no longer there
SOURCES_LIST = $(BUILD)/sources.list
# Every make has a temporary of its own: tests call make at the same time.
$(shell mkdir -p $(BUILD); new=$(SOURCES_LIST).$$$$; find asm common fcc lab libpramsim sim programs tests -name '*.c' | sort >$$new; \
    cmp -s $$new $(SOURCES_LIST) && rm $$new || mv $$new $(SOURCES_LIST))
$(TEST_ARCHIVES): $(SOURCES_LIST)

all: tools

tools: $(TOOLS)
	@:

# position-independent, for libpramsim.so; with hidden symbols the code is as fast as that of a program
$(OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CFLAGS) -fPIC -fvisibility=hidden -c $< -o $@

test-programs: $(TEST_PROGRAMS)

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
endif
