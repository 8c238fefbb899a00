# programs/pbbs: tools for data of the Problem Based Benchmark Suite, and a Fork program that works on them.
PBBS_TOOLS = $(PROGRAMS)/pbbs/pbbs_convert $(PROGRAMS)/pbbs/pbbs_generate

$(PBBS_TOOLS): $(PROGRAMS)/%: $(OBJ)/programs/%.o $(OBJ)/programs/pbbs/pbbs_file.o $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ -lm -o $@

$(PROGRAMS)/pbbs/pbbs_run.o: programs/pbbs/pbbs_run.fork $(FORK_TOOLS)
	@mkdir -p $(@D)
	$(call say,FCC)$(NATIVE_BIN)/fcc -g -Werror -o $@ $<

TOOLS += $(PBBS_TOOLS) $(PROGRAMS)/pbbs/pbbs_run.o
