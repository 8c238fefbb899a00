# common/: what all programs share: memory, names, options, files, messages. It knows none of them.
COMMON_SOURCES = $(wildcard common/*.c common/*/*.c)

$(LIB)/libpramcommon.a: $(COMMON_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) rcs $@ $(filter %.o,$^)

TEST_ARCHIVES += $(LIB)/libpramcommon.a
