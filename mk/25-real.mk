# sim/real/: the precision unit and the libraries that its formats come from. MPFR and GMP must be there; a format whose
# library is missing, or named in REAL_WITHOUT ("QD ARB QUADMATH"), is left out: asking for it is then an error that
# names the package.
REAL_WITHOUT =
REAL_HEADER_QD       = qd/c_qd.h
# FLINT 3 holds Arb, and keeps its headers in a folder
REAL_HEADER_ARB     := $(if $(call header-found,flint/arf.h),flint/arf.h,arf.h)
REAL_HEADER_QUADMATH = quadmath.h
REAL_LIBS_QD         = -lqd
REAL_LIBS_ARB        = $(if $(filter flint/%,$(REAL_HEADER_ARB)),-lflint,-lflint-arb -lflint)
REAL_LIBS_QUADMATH   = -lquadmath

REAL_FOUND  := $(strip $(foreach library,$(filter-out $(REAL_WITHOUT),QD ARB QUADMATH),$(if $(call header-found,$(REAL_HEADER_$(library))),$(library))))
REAL_MACROS := $(foreach library,QD ARB QUADMATH,-DREAL_HAVE_$(library)=$(if $(filter $(library),$(REAL_FOUND)),1,0))
REAL_LIBS   := $(foreach library,$(REAL_FOUND),$(REAL_LIBS_$(library))) -lmpfr -lgmp

$(OBJ)/sim/real/%.o $(OBJ)/tests/sim/real/%.o $(OBJ)/bench/real%.o: CFLAGS += $(REAL_MACROS)
$(OBJ)/sim/real/doubles.o: CFLAGS += -fno-tree-vectorize -fno-tree-slp-vectorize
$(BIN)/pramsim: LDLIBS += $(REAL_LIBS) $(SECCOMP_LIBS)
$(BUILD)/tests/%: LDLIBS += $(REAL_LIBS) $(SECCOMP_LIBS)
$(BUILD)/bench/%: LDLIBS += $(REAL_LIBS) $(SECCOMP_LIBS)

# called by million_dots.test
test-programs: $(BUILD)/tests/sim/real/million_dots

# build/bench/real.*: the benchmark, called by bench/real.sh
$(BUILD)/bench/real: $(OBJ)/bench/real.o $(LIB)/libpramsim.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@
