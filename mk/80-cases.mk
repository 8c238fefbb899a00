# tests/isa/cases.c reads the hand-written instruction cases for the test programs that use them.
$(LIB)/libpramcases.a: $(OBJ)/tests/isa/cases.o
	@mkdir -p $(@D); rm -f $@
	$(AR) rcs $@ $^

TEST_ARCHIVES += $(LIB)/libpramcases.a
