# libpramsim: compiler and simulator as one library with a C interface (libpramsim/pramsim.h), shared and static. Its
# symbols are those of libpramsim/libpramsim.map; all others are hidden.
LIBRARY_ABI     = 1
LIBRARY_SHARED  = $(LIB)/libpramsim.so.$(LIBRARY_ABI)
LIBRARY_OBJECTS = $(patsubst %.c,$(OBJ)/%.o,$(wildcard libpramsim/*.c)) $(OBJ)/sim/real/plugin/loaded.o $(DWARF_LOADED)
LIBRARY_PARTS   = $(LIB)/libfcc.a $(LIB)/libpramtools.a $(LIB)/libsim.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
LIBRARY_LIBS    = -ljansson $(REAL_LIBS_OWN) -lm

$(OBJ)/libpramsim/%.o: override CFLAGS += $(REAL_MACROS)
$(LIBRARY_SHARED): libpramsim/libpramsim.map $(LIBRARY_OBJECTS) $(LIBRARY_PARTS)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--version-script=libpramsim/libpramsim.map -Wl,-z,defs -Wl,--as-needed \
	    $(REAL_EXPORTS:%=-Wl,-u,%) $(LIBRARY_OBJECTS) -Wl,--start-group $(LIBRARY_PARTS) -Wl,--end-group $(LIBRARY_LIBS) -o $@

$(LIB)/libpramsim.so: $(LIBRARY_SHARED)
	@ln -sf $(<F) $@

# one object: names of the parts must not meet those of a program that is linked with it
$(LIB)/libpramsim.a: $(LIBRARY_OBJECTS) $(LIBRARY_PARTS)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(LD) -r -o $(LIB)/pramsim.o $(LIBRARY_OBJECTS) --start-group $(LIBRARY_PARTS) --end-group
	$(call say,AR)$(OBJCOPY) --localize-hidden $(LIB)/pramsim.o && $(AR) qcs $@ $(LIB)/pramsim.o && rm $(LIB)/pramsim.o

# for programs that are built beside this tree
$(BUILD)/include/pramsim.h: libpramsim/pramsim.h
	@mkdir -p $(@D); cp $< $@

TOOLS += $(LIB)/libpramsim.so $(LIB)/libpramsim.a $(BUILD)/include/pramsim.h

# tests of the library are linked with it, as a user's program is
$(BUILD)/tests/libpramsim/%: $(OBJ)/tests/libpramsim/%.o $(LIB)/libpramsim.so
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $< -L$(LIB) -lpramsim -Wl,-rpath,$(abspath $(LIB)) -lcmocka -o $@

test-programs: $(BUILD)/tests/libpramsim/stats
