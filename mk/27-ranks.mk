# sim/ranks/: the plugin pram-mpi.so, which pramsim loads under mpirun. It is built if Open MPI is there (MPI_WITHOUT=1:
# as if it were not); pramsim itself neither links nor needs it.
MPI_WITHOUT ?=
MPI_CFLAGS := $(if $(MPI_WITHOUT),,$(shell $(PKG_CONFIG) --cflags ompi-c 2>/dev/null))
MPI_LIBS   := $(if $(MPI_WITHOUT),,$(shell $(PKG_CONFIG) --libs ompi-c 2>/dev/null))
MPI_PLUGIN := $(if $(MPI_LIBS),$(LIB)/pram-mpi.so)

# the headers of MPI are not ours to warn of
$(OBJ)/plugin/sim/ranks/%.o: override CFLAGS += $(patsubst -I%,-isystem %,$(filter -I%,$(MPI_CFLAGS))) $(filter-out -I%,$(MPI_CFLAGS))
$(LIB)/pram-mpi.so: $(OBJ)/plugin/sim/ranks/mpi.o
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -shared $^ $(MPI_LIBS) -o $@

$(BIN)/pramsim: | $(MPI_PLUGIN)
TOOLS += $(MPI_PLUGIN)
