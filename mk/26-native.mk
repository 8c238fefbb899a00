# sim/native/: the plugin for native code, which pramsim loads when a run is long. It loads LLVM's library itself, so
# nothing of LLVM is needed to build it. Programs without plugins, tests among them, are linked with it.
NATIVE_SOURCES = $(filter-out sim/native/loaded.c sim/native/linked.c,$(wildcard sim/native/*.c))

# Code that is kept from run to run (sim/bsp/lockstep/cache.c) is of use as long as all that says how it is made, and what
# it is entered with, stays the same.
NATIVE_MADE_OF = $(sort $(wildcard sim/native/*.c sim/native/*.h sim/native/*.def sim/bsp/native/block.h sim/bsp/native/plugin.h \
    sim/bsp/lockstep/*.c sim/bsp/lockstep/*.h sim/bsp/code/*.c sim/bsp/code/*.h sim/machine/decode.c sim/machine/decode.h asm/isa.[ch] asm/tables/*))
NATIVE_KNOWS_IDENTITY = $(OBJ)/sim/bsp/lockstep/cache.o $(OBJ)/sim/native/plugin.o $(OBJ)/plugin/sim/native/plugin.o
$(NATIVE_KNOWS_IDENTITY): CFLAGS += -DNATIVE_IDENTITY='"$(firstword $(shell cat $(NATIVE_MADE_OF) | sha256sum))"'
$(NATIVE_KNOWS_IDENTITY): $(NATIVE_MADE_OF)

$(LIB)/pramsim-native.so: $(NATIVE_SOURCES:%.c=$(OBJ)/plugin/%.o)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -shared $^ -lelf -o $@

$(LIB)/libpramnative.a: $(NATIVE_SOURCES:%.c=$(OBJ)/%.o) $(OBJ)/sim/native/linked.o
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) rcs $@ $(filter %.o,$^)

$(BIN)/pramsim: $(OBJ)/sim/native/loaded.o $(LIB)/pramsim-native.so
$(BUILD)/tests/%: LDLIBS += $(LIB)/libpramnative.a
$(BUILD)/bench/%: LDLIBS += $(LIB)/libpramnative.a
TOOLS += $(LIB)/pramsim-native.so
TEST_ARCHIVES += $(LIB)/libpramnative.a
