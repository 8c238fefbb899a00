# fcc/: the Fork compiler. Everything but fcc.c is a library, so that tests and fuzzers can call its parts.
FCC_SOURCES = $(filter-out fcc/driver/fcc.c,$(wildcard fcc/*.c fcc/*/*.c fcc/*/*/*.c))

$(LIB)/libfcc.a: $(FCC_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

$(BIN)/fcc: $(OBJ)/fcc/driver/fcc.o $(LIB)/libfcc.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

TOOLS += $(BIN)/fcc
TEST_ARCHIVES += $(LIB)/libfcc.a

# tests/fcc/ir_text.c reads intermediate code for the test programs that use it
$(LIB)/libfcctest.a: $(OBJ)/tests/fcc/ir_text.o
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

TEST_ARCHIVES += $(LIB)/libfcctest.a

# the oracle of real_expressions.test
test-programs: $(BUILD)/tests/fcc/real/expressions
