# sim/: the simulator. Everything but main.c is a library, so that tests can call its parts. Number
# formats in plugins (mk/25-real.mk) are no part of it, nor is the reader of debug information.
REAL_PLUGGED = sim/real/arf.c sim/real/doubles.c
SIM_FOLDERS = adaptive check checkpoint cli cycle cycle/kernel cycle/lone \
    cycle/threads debug debug/dap debug/run debug/source debug/terminal host inject isa jit machine \
    machine/follow observe/findings observe/model observe/profile observe/record observe/trace \
    observe/waiting real reference segment segment/end segment/phase segment/rank segment/time solo \
    solo/notice team tile tile/check tile/code tile/rows
SIM_SOURCES = $(filter-out sim/cli/main.c $(REAL_PLUGGED),$(wildcard $(SIM_FOLDERS:%=sim/%/*.c)))

$(LIB)/libsim.a: $(SIM_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

$(BIN)/pramsim: $(OBJ)/sim/cli/main.o $(LIB)/libsim.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS) -o $@

$(BIN)/pramsim: override LDLIBS += -ljansson -lzstd
$(BUILD)/tests/%: override LDLIBS += -ljansson -lzstd $(LIB)/libpramdwarf.a -ldw -lelf

# pram-dwarf.so, the plugin that reads debug information through libdw; tests are linked with the reader itself
DWARF_SOURCES = $(wildcard sim/debug/dwarf/*.c)
DWARF_LOADED  = $(OBJ)/sim/debug/dwarf/plugin/loaded.o $(OBJ)/sim/debug/dwarf/bare.o
$(LIB)/pram-dwarf.so: $(DWARF_SOURCES:%.c=$(OBJ)/%.o) $(OBJ)/common/arena.o
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -shared $^ -ldw -lelf -o $@
$(LIB)/libpramdwarf.a: $(DWARF_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)
$(BIN)/pramsim: $(DWARF_LOADED) $(LIB)/pram-dwarf.so
TOOLS += $(LIB)/pram-dwarf.so
TEST_ARCHIVES += $(LIB)/libpramdwarf.a

# loops over PPs
$(OBJ)/sim/debug/source/evaluate.o $(OBJ)/sim/debug/watcher.o: override CFLAGS += -O3
# loops over rows of addresses
TOOLS += $(BIN)/pramsim

# pram-line.so, the plugin by which the debugger reads lines with editing: built if readline is there (READLINE_WITHOUT=1:
# as if it were not)
HAVE_READLINE := $(if $(READLINE_WITHOUT),0,$(if $(call header-found,readline/readline.h,-lreadline),1,0))
ifeq ($(HAVE_READLINE),1)
$(LIB)/pram-line.so: $(OBJ)/plugin/sim/debug/terminal/plugin/readline.o
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -shared $^ -lreadline -o $@
$(BIN)/pramsim: $(LIB)/pram-line.so
TOOLS += $(LIB)/pram-line.so
endif
TEST_ARCHIVES += $(LIB)/libsim.a
