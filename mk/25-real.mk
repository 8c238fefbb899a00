# sim/real/: the precision unit and the libraries that its formats come from. MPFR and GMP must be there; a format whose
# library is missing, or named in REAL_WITHOUT ("QD ARB QUADMATH"), is left out: asking for it is then an error that
# names the package.
REAL_WITHOUT =
REAL_HEADER_QD       = qd/c_qd.h
REAL_HEADER_ARB      = arf.h
REAL_HEADER_QUADMATH = quadmath.h
REAL_LIBS_QD         = -lqd
REAL_LIBS_ARB        = -lflint-arb -lflint
REAL_LIBS_QUADMATH   = -lquadmath

real-found = $(shell printf '\#include <%s>\n' $(REAL_HEADER_$(1)) | $(CC) -E - >/dev/null 2>&1 && echo $(1))
REAL_FOUND  := $(foreach library,$(filter-out $(REAL_WITHOUT),QD ARB QUADMATH),$(call real-found,$(library)))
REAL_MACROS := $(foreach library,QD ARB QUADMATH,-DREAL_HAVE_$(library)=$(if $(filter $(library),$(REAL_FOUND)),1,0))
REAL_LIBS   := $(foreach library,$(REAL_FOUND),$(REAL_LIBS_$(library))) -lmpfr -lgmp

$(OBJ)/sim/real/%.o $(OBJ)/tests/sim/real/%.o $(OBJ)/bench/real%.o: CFLAGS += $(REAL_MACROS)
$(OBJ)/sim/real/doubles.o: CFLAGS += -fno-tree-vectorize -fno-tree-slp-vectorize
$(BIN)/pramsim: LDLIBS += $(REAL_LIBS)
$(BUILD)/tests/%: LDLIBS += $(REAL_LIBS)
$(BUILD)/bench/%: LDLIBS += $(REAL_LIBS)

# called by million_dots.test
test-programs: $(BUILD)/tests/sim/real/million_dots

# build/bench/real.*: the benchmark, called by bench/real.sh
$(BUILD)/bench/real: $(OBJ)/bench/real.o $(LIB)/libpramsim.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@
