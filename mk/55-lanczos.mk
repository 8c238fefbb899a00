# programs/lanczos/: the precision study. `make experiments` runs a quick set of it, `make experiments FULL=1` the paper's;
# both go on where they were stopped. Results lie in $(BUILD)/experiments.
LANCZOS        = $(PROGRAMS)/lanczos
LANCZOS_HOST   = $(LANCZOS)/matgen $(LANCZOS)/eigcount $(LANCZOS)/lanczos_host $(LANCZOS)/experiment \
                 $(LANCZOS)/lanczos
LANCZOS_SHARED = command number_file tridiagonal simulation sweep runs

$(OBJ)/programs/lanczos/%.o: override CFLAGS += $(REAL_MACROS)

# what the host programs share, so that tests can call it
$(LIB)/liblanczos.a: $(LANCZOS_SHARED:%=$(OBJ)/programs/lanczos/%.o)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) rcs $@ $(filter %.o,$^)

$(LANCZOS_HOST): $(LANCZOS)/%: $(OBJ)/programs/lanczos/%.o $(LIB)/liblanczos.a $(LIB)/libsim.a \
        $(LIB)/libpramasm.a $(LIB)/libpramcommon.a $(LIB)/libpramreal.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(LDLIBS) $(REAL_LIBS) $(SECCOMP_LIBS) -o $@

# room for 1024 bits, so that one program runs in every format of the study
$(LANCZOS)/lanczos.o: programs/lanczos/lanczos.fork $(FORK_TOOLS)
	@mkdir -p $(@D)
	$(call say,FCC)$(NATIVE_BIN)/fcc -g -mreal=1024 -o $@ $<

$(LANCZOS)/%.sh: programs/lanczos/%.sh
	@mkdir -p $(@D)
	$(call say,COPY)cp $< $@

TOOLS += $(LANCZOS_HOST) $(LANCZOS)/lanczos.o $(LANCZOS)/figures.sh $(LANCZOS)/auto_table.sh
TEST_ARCHIVES += $(LIB)/liblanczos.a

EXPERIMENTS = $(BUILD)/experiments/$(if $(FULL),full,quick)
experiments: all
	$(LANCZOS)/experiment $(if $(FULL),--full) --output=$(EXPERIMENTS)
	$(LANCZOS)/auto_table.sh $(EXPERIMENTS) $(if $(FULL),3,1)
