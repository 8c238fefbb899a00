# programs/lanczos/: the precision study's matrix generator, host oracle and eigenvalue counter.
LANCZOS      = $(PROGRAMS)/lanczos
LANCZOS_HOST = $(LANCZOS)/matgen $(LANCZOS)/eigcount $(LANCZOS)/lanczos_host

$(OBJ)/programs/lanczos/%.o: CFLAGS += $(REAL_MACROS)

# what the host programs share, so that tests can call it
$(LIB)/liblanczos.a: $(patsubst %,$(OBJ)/programs/lanczos/%.o,command number_file tridiagonal)
	@mkdir -p $(@D); rm -f $@
	$(AR) rcs $@ $^

$(LANCZOS_HOST): $(LANCZOS)/%: $(OBJ)/programs/lanczos/%.o $(LIB)/liblanczos.a $(LIB)/libpramsim.a $(LIB)/libpramasm.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) $^ $(LDLIBS) $(REAL_LIBS) -o $@

TOOLS += $(LANCZOS_HOST)
TEST_ARCHIVES += $(LIB)/liblanczos.a
