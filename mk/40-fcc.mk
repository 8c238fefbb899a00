# fcc/: the Fork compiler. Everything but fcc.c is a library, so that tests and fuzzers can call its parts.
FCC_SOURCES = $(filter-out fcc/driver/fcc.c fcc/server/%,$(wildcard fcc/*.c fcc/*/*.c fcc/*/*/*.c))

$(LIB)/libfcc.a: $(FCC_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

$(BIN)/fcc: $(OBJ)/fcc/driver/fcc.o $(LIB)/libfcc.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

TOOLS += $(BIN)/fcc

# fork-lsp, the language server: a program of its own, so that fcc needs no jansson; `fcc --lsp` starts it
FCC_SERVER = $(wildcard fcc/server/*.c)
$(LIB)/fork-lsp: $(FCC_SERVER:%.c=$(OBJ)/%.o) $(LIB)/libfcc.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -ljansson -o $@

TOOLS += $(LIB)/fork-lsp
TEST_ARCHIVES += $(LIB)/libfcc.a

# tests/fcc/ir_text.c reads intermediate code for the test programs that use it
$(LIB)/libfcctest.a: $(OBJ)/tests/fcc/ir_text.o
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

TEST_ARCHIVES += $(LIB)/libfcctest.a

# the oracle of real_expressions.test
test-programs: $(BUILD)/tests/fcc/real/expressions
