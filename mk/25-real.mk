# sim/real/: the precision unit and the libraries that its formats come from. MPFR and GMP must be there; a format whose
# library is missing, or named in REAL_WITHOUT ("QD ARB OPENCL"), is left out: asking for it is then an error
# that names the package. OPENCL is no format, but the devices of --accumulator=opencl.
REAL_WITHOUT =
REAL_HEADER_QD       = qd/c_qd.h
# FLINT 3 holds Arb, and keeps its headers in a folder
REAL_HEADER_ARB     := $(if $(call header-found,flint/arf.h,-lflint),flint/arf.h,arf.h)
REAL_HEADER_OPENCL   = CL/cl.h
REAL_LIBS_QD         = -lqd
REAL_LIBS_ARB        = $(if $(filter flint/%,$(REAL_HEADER_ARB)),-lflint,-lflint-arb -lflint)
REAL_LIBS_OPENCL     = -lOpenCL

REAL_FOUND  := $(strip $(foreach library,$(filter-out $(REAL_WITHOUT),QD ARB OPENCL),$(if $(call header-found,$(REAL_HEADER_$(library)),$(REAL_LIBS_$(library))),$(library))))
REAL_MACROS := $(foreach library,QD ARB OPENCL,-DREAL_HAVE_$(library)=$(if $(filter $(library),$(REAL_FOUND)),1,0))

# The formats of libraries that take long to load are in plugins, which pramsim loads when a run asks for one; programs
# without plugins, tests among them, are linked with the formats themselves.
REAL_PLUGINS      := $(if $(filter QD,$(REAL_FOUND)),$(LIB)/real-qd.so) $(if $(filter ARB,$(REAL_FOUND)),$(LIB)/real-arf.so) $(if $(filter OPENCL,$(REAL_FOUND)),$(LIB)/real-opencl.so)
REAL_LIBS_OWN     := -lmpfr -lgmp
REAL_LIBS_FOUND   := $(foreach library,$(REAL_FOUND),$(REAL_LIBS_$(library))) $(REAL_LIBS_OWN)
REAL_LIBS          = $(LIB)/libpramreal.a $(LIB)/libsim.a $(LIB)/libpramcommon.a $(REAL_LIBS_FOUND)
# what plugins call of pramsim, the reader of debug information among them
REAL_EXPORTS       = hub_apply1 hub_apply2 hub_create hub_from_doubles hub_load hub_mul_add hub_store hub_to_doubles memory_grow memory_is_short memory_take

REAL_OPENCL       := sim/real/opencl/driver.c

$(LIB)/real-qd.so:  $(OBJ)/plugin/sim/real/doubles.o
$(LIB)/real-arf.so: $(OBJ)/plugin/sim/real/arf.o
$(LIB)/real-qd.so:  override LDLIBS = $(REAL_LIBS_QD) -lmpfr
$(LIB)/real-arf.so: override LDLIBS = $(REAL_LIBS_ARB) -lmpfr
$(LIB)/real-opencl.so: $(REAL_OPENCL:%.c=$(OBJ)/plugin/%.o)
$(LIB)/real-opencl.so: override LDLIBS = $(REAL_LIBS_OPENCL)
$(REAL_PLUGINS):
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -shared $^ $(LDLIBS) -o $@

$(OBJ)/plugin/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CFLAGS) -fPIC -c $< -o $@

$(LIB)/libpramreal.a: $(REAL_PLUGGED:%.c=$(OBJ)/%.o) $(if $(filter OPENCL,$(REAL_FOUND)),$(REAL_OPENCL:%.c=$(OBJ)/%.o))
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) rcs $@ $^

$(OBJ)/sim/real/%.o $(OBJ)/plugin/sim/real/%.o $(OBJ)/tests/sim/real/%.o $(OBJ)/bench/real%.o: override CFLAGS += $(REAL_MACROS)
$(OBJ)/sim/real/doubles.o $(OBJ)/plugin/sim/real/doubles.o: override CFLAGS += -fno-tree-vectorize -fno-tree-slp-vectorize
$(BIN)/pramsim: $(OBJ)/sim/real/plugin/loaded.o $(REAL_PLUGINS)
$(BIN)/pramsim: override LDFLAGS += $(REAL_EXPORTS:%=-Wl,--export-dynamic-symbol=%)
$(BIN)/pramsim: override LDLIBS += $(REAL_LIBS_OWN) $(SECCOMP_LIBS)
$(BUILD)/tests/%: override LDLIBS += $(REAL_LIBS) $(SECCOMP_LIBS)
$(BUILD)/bench/%: override LDLIBS += $(REAL_LIBS) $(SECCOMP_LIBS)
$(addprefix $(BUILD)/bench/,barrier_latency large_object debug): | $(LIB)/libpramreal.a $(LIB)/libsim.a $(LIB)/libpramcommon.a
TOOLS += $(REAL_PLUGINS)
TEST_ARCHIVES += $(LIB)/libpramreal.a

# called by million_dots.test
test-programs: $(BUILD)/tests/sim/real/million_dots

# build/bench/real.*: the benchmark, called by bench/number_formats.sh
$(BUILD)/bench/real: $(OBJ)/bench/real.o $(LIB)/libsim.a $(LIB)/libpramreal.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

# build/bench/opencl: called by bench/number_formats.sh
$(BUILD)/bench/opencl: $(OBJ)/bench/opencl.o $(LIB)/libsim.a $(LIB)/libpramreal.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@
