# lab/: programs for lectures and labs, which run the others.
LAB_MAINS   = lab/scale/scale.c lab/grade/grade.c lab/view/view.c
# lab/web is for WebAssembly (mk/46-web.mk)
LAB_SOURCES = $(filter-out $(LAB_MAINS) lab/web/%,$(wildcard lab/*.c lab/*/*.c lab/*/*/*.c))

$(LIB)/libpramlab.a: $(LAB_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) qcs $@ $(filter %.o,$^)

$(BIN)/pramscale: $(OBJ)/lab/scale/scale.o
$(BIN)/pramgrade: $(OBJ)/lab/grade/grade.o
$(BIN)/pramview: $(OBJ)/lab/view/view.o $(LIB)/libpramasm.a
$(BIN)/pramscale $(BIN)/pramgrade $(BIN)/pramview: $(LIB)/libpramlab.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group -ljansson -lyaml -lm -o $@

# the assembler takes the texts of the pages in (lab/view/asset.c, lab/scale/style.c)
$(OBJ)/lab/view/asset.o: $(wildcard lab/view/page/*)
$(OBJ)/lab/scale/style.o: $(wildcard lab/scale/page/*)

TOOLS += $(BIN)/pramscale $(BIN)/pramgrade $(BIN)/pramview
TEST_ARCHIVES += $(LIB)/libpramlab.a
$(BUILD)/tests/lab/%: override LDLIBS += -lyaml
