# Libraries of the system: where they lie, and which of those that pramsim can do without are there. What must be there is
# checked before anything is built (mk/deps.sh).

# $(call header-found,HEADER,LIBRARY): HEADER if the compiler finds it, otherwise nothing. (\043 is #, which make
# versions treat differently.) A cross compiler finds the headers of this host, too: there the library must be found as
# well.
header-found = $(shell printf '\043include <%s>\nint main(void) { return 0; }\n' $(1) | $(CC) $(LIBRARY_CFLAGS) \
    $(if $(ARCH),-x c - $(2) -o $(BUILD)/probe,-E -) >/dev/null 2>&1 && echo $(1))
ifdef ARCH
$(shell mkdir -p $(BUILD))
endif

# Folders other than the compiler's own, as pkg-config knows them; without it CPATH and LIBRARY_PATH must do. Folders in
# /usr are left out: the names that sources use are found without them.
LIBRARY_NAMES  = libelf libdw gmp mpfr libpng cmocka qd flint libseccomp jansson yaml-0.1 libzstd
LIBRARY_KNOWN := $(shell for name in $(LIBRARY_NAMES); do $(PKG_CONFIG) --exists $$name 2>/dev/null && echo $$name; done)
ifneq ($(LIBRARY_KNOWN),)
LIBRARY_CFLAGS := $(filter-out -I/usr/include/% -I/usr/lib/%,$(shell $(PKG_CONFIG) --cflags-only-I $(LIBRARY_KNOWN)))
LIBRARY_PATHS  := $(filter-out -L/usr/lib/%,$(shell $(PKG_CONFIG) --libs-only-L $(LIBRARY_KNOWN)))
endif
override CFLAGS  += $(LIBRARY_CFLAGS)
override LDFLAGS += $(LIBRARY_PATHS)

# libseccomp: HAVE_SECCOMP is 1 for the simulator if it is there
HAVE_SECCOMP := $(if $(SECCOMP_WITHOUT),0,$(if $(call header-found,seccomp.h,-lseccomp),1,0))
SECCOMP_LIBS := $(if $(filter 1,$(HAVE_SECCOMP)),-lseccomp)
$(OBJ)/sim/%.o: override CFLAGS += -DHAVE_SECCOMP=$(HAVE_SECCOMP)
