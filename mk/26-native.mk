# sim/native/: the plugin for native code, which pramsim loads when a run is long. It loads LLVM's library itself, so
# nothing of LLVM is needed to build it. Programs without plugins, tests among them, are linked with it.
NATIVE_SOURCES = $(filter-out sim/native/loaded.c sim/native/linked.c,$(wildcard sim/native/*.c))

$(LIB)/pramsim-native.so: $(NATIVE_SOURCES:%.c=$(OBJ)/plugin/%.o)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -shared $^ -o $@

$(LIB)/libpramnative.a: $(NATIVE_SOURCES:%.c=$(OBJ)/%.o) $(OBJ)/sim/native/linked.o
	@mkdir -p $(@D); rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)

$(BIN)/pramsim: $(OBJ)/sim/native/loaded.o $(LIB)/pramsim-native.so
$(BUILD)/tests/%: LDLIBS += $(LIB)/libpramnative.a
$(BUILD)/bench/%: LDLIBS += $(LIB)/libpramnative.a
TOOLS += $(LIB)/pramsim-native.so
TEST_ARCHIVES += $(LIB)/libpramnative.a
