# common/: what all programs share: memory, names, options, files, messages. It knows none of them.
# Of common/system/ it has the one file that SYSTEM names: linux or posix.
COMMON_SOURCES = $(wildcard common/*.c common/report/*.c) common/system/$(SYSTEM).c

$(LIB)/libpramcommon.a: $(COMMON_SOURCES:%.c=$(OBJ)/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) rcs $@ $(filter %.o,$^)

TEST_ARCHIVES += $(LIB)/libpramcommon.a
