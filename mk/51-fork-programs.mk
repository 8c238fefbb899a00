# programs/*/*.fork: the PRAM programs in Fork, with source lines for fault reports.
FORK_PROGRAM_NAMES = prefix_sums quicksort merge_sort matrix_multiply list_ranking queens hilbert pi
FORK_PROGRAMS = $(foreach name,$(FORK_PROGRAM_NAMES),$(PROGRAMS)/$(name)/$(name).o) $(PROGRAMS)/hello/hello_fork.o
FORK_LAPLACE  = $(foreach name,async sync semisync,$(PROGRAMS)/laplace/laplace_$(name)_fork.o)
FORK_TOOLS    = $(NATIVE_BIN)/fcc $(NATIVE_BIN)/prasm $(NATIVE_BIN)/prlink $(LIB)/libfork.a $(wildcard fork-rt/include/*.h)

$(foreach name,$(FORK_PROGRAM_NAMES),$(PROGRAMS)/$(name)/$(name).o): $(PROGRAMS)/%.o: programs/%.fork programs/size_argument.h $(FORK_TOOLS)
	@mkdir -p $(@D)
	$(call say,FCC)$(NATIVE_BIN)/fcc -g -I programs -o $@ $<

$(PROGRAMS)/hello/hello_fork.o: programs/hello/hello.fork $(FORK_TOOLS)
	@mkdir -p $(@D)
	$(call say,FCC)$(NATIVE_BIN)/fcc -g -o $@ $<

# for the mesh of 66 x 66 cells; -DN= makes them for others
$(FORK_LAPLACE): $(PROGRAMS)/%_fork.o: programs/%.fork programs/laplace/mesh_io.fork programs/laplace/mesh_io.h $(FORK_TOOLS)
	@mkdir -p $(@D)
	$(call say,FCC)$(NATIVE_BIN)/fcc -g -o $@ $< programs/laplace/mesh_io.fork

TOOLS += $(FORK_PROGRAMS) $(FORK_LAPLACE)
