# programs/: PRAM programs (assembled and linked here) and the host programs that feed and check them.
PROGRAMS = $(BUILD)/programs

# assembly, with source lines for fault reports; abi.inc has the names of host calls
$(OBJ)/programs/%.o: programs/%.s $(FORK_RT)/abi.inc $(NATIVE_BIN)/prasm
	@mkdir -p $(@D)
	$(call say,PRASM)$(NATIVE_BIN)/prasm -g -I $(FORK_RT) -o $@ $<

$(PROGRAMS)/hello/hello.o: $(OBJ)/programs/hello/hello.o $(NATIVE_BIN)/prlink
	@mkdir -p $(@D)
	$(call say,PRLINK)$(NATIVE_BIN)/prlink -o $@ $<

LAPLACE_PRAM = $(PROGRAMS)/laplace/laplace_async.o $(PROGRAMS)/laplace/laplace_sync.o
LAPLACE_HOST = $(PROGRAMS)/laplace/laplace_generate $(PROGRAMS)/laplace/laplace_host \
               $(PROGRAMS)/laplace/laplace_compare $(PROGRAMS)/laplace/laplace_picture

$(OBJ)/programs/laplace/mesh.o $(LAPLACE_PRAM:$(PROGRAMS)/%=$(OBJ)/programs/%): programs/laplace/mesh.inc

$(LAPLACE_PRAM): $(PROGRAMS)/%.o: $(OBJ)/programs/%.o $(OBJ)/programs/laplace/mesh.o $(LIB)/libfork.a $(NATIVE_BIN)/prlink
	@mkdir -p $(@D)
	$(call say,PRLINK)$(NATIVE_BIN)/prlink -o $@ $(filter-out $(NATIVE_BIN)/prlink,$^)

$(LAPLACE_HOST): $(PROGRAMS)/%: $(OBJ)/programs/%.o $(OBJ)/programs/laplace/mesh_file.o $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ $(if $(filter %_picture,$@),-lpng) -lm -o $@

TOOLS += $(PROGRAMS)/hello/hello.o $(LAPLACE_PRAM) $(LAPLACE_HOST)
