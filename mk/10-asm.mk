# asm/: machine code. libpramasm is what others may link, with libpramcommon; prasm, prlink, prdis are the programs.
ASM_SHARED  = asm/isa.c asm/compute.c asm/object.c asm/object_read.c asm/object_write.c asm/object_archive.c asm/object_line.c
ASM_MAINS   = asm/prasm/prasm.c asm/prlink/prlink.c asm/prdis/prdis.c
ASM_TOOLS   = $(filter-out $(ASM_SHARED) $(ASM_MAINS),$(wildcard asm/*/*.c))

$(LIB)/libpramasm.a: $(ASM_SHARED:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

# the insides of the three programs and what their command lines share, so that tests and fuzzers can call them
$(LIB)/libpramtools.a: $(ASM_TOOLS:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

$(BIN)/prasm: $(OBJ)/asm/prasm/prasm.o
$(BIN)/prlink: $(OBJ)/asm/prlink/prlink.o
$(BIN)/prdis: $(OBJ)/asm/prdis/prdis.o
$(BIN)/prasm $(BIN)/prlink $(BIN)/prdis: $(LIB)/libpramtools.a $(LIB)/libpramasm.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS) -o $@

TOOLS += $(BIN)/prasm $(BIN)/prlink $(BIN)/prdis
TEST_ARCHIVES += $(LIB)/libpramtools.a $(LIB)/libpramasm.a

# slow tests in C are no test_*.c: a .slow.test script runs them
test-programs: $(BUILD)/tests/asm/all_words
