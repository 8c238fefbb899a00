# sim/: the simulator. Everything but main.c is a library, so that tests can call its parts. Number
# formats in plugins (mk/25-real.mk) are no part of it, nor is the reader of debug information.
REAL_PLUGGED = sim/real/arf.c sim/real/doubles.c
SIM_SOURCES = $(filter-out sim/main.c $(REAL_PLUGGED),$(wildcard sim/*.c sim/findings/*.c sim/isa/*.c sim/machine/*.c sim/machine/*/*.c sim/check/*.c sim/check/*/*.c sim/model/*.c sim/profile/*.c sim/trace/*.c sim/inject/*.c sim/waiting/*.c sim/checkpoint/*.c sim/debug/*.c sim/debug/source/*.c sim/debug/dap/*.c sim/debug/run/*.c sim/debug/terminal/*.c sim/reference/*.c sim/team/*.c sim/cycle/*.c sim/cycle/*/*.c sim/bsp/*.c sim/bsp/*/*.c sim/bsp/*/*/*.c sim/real/*.c))

$(LIB)/libsim.a: $(SIM_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

$(BIN)/pramsim: $(OBJ)/sim/main.o $(LIB)/libsim.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
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
