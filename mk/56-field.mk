# programs of the field: a PRAM program in Fork, its oracle NAME_host in C and its experiment in each folder of FIELD_NAMES.
# `make experiments` calls NAME/experiment.sh FOLDER quick|full for each of them.
FIELD_NAMES = sandpile stripes hash_table readers_writers relaxation async_iteration bisection checked_product value_iteration energy_cost circles wave gossip linkage stereo ant_colony
# without an oracle of their own: their results are known
FIELD_ALONE = readers_writers
FIELD_SHARED = programs/arguments.h programs/mix.h $(wildcard programs/*/*.h)
FIELD       = $(foreach name,$(FIELD_NAMES),$(PROGRAMS)/$(name)/$(name))
FIELD_FORK  = $(FIELD:%=%.o)
FIELD_HOST  = $(foreach name,$(filter-out $(FIELD_ALONE),$(FIELD_NAMES)),$(PROGRAMS)/$(name)/$(name)_host)

$(FIELD_FORK): $(PROGRAMS)/%.o: programs/%.fork $(FIELD_SHARED) $(FORK_TOOLS)
	@mkdir -p $(@D)
	$(call say,FCC)$(NATIVE_BIN)/fcc -g $(FIELD_FLAGS) -I programs -o $@ $<

$(FIELD_HOST): $(PROGRAMS)/%: $(OBJ)/programs/%.o $(OBJ)/programs/oracle.o $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ -lm -o $@

$(PROGRAMS)/bisection/bisection_host: $(OBJ)/programs/bisection/gps.o

# doubles
$(PROGRAMS)/relaxation/relaxation.o: FIELD_FLAGS = -mreal=53

# up to 128 bits
$(PROGRAMS)/bisection/bisection.o: FIELD_FLAGS = -mreal=128

TOOLS += $(FIELD_FORK) $(FIELD_HOST)

# in parallel, as many as there are processors unless make got -j; the longest first
FIELD_LONGEST = $(addprefix experiment-,relaxation async_iteration value_iteration bisection)
FIELD_EXPERIMENTS = $(FIELD_NAMES:%=experiment-%)
experiments: field-experiments
.PHONY: field-experiments $(FIELD_EXPERIMENTS)
field-experiments: all
	+@$(MAKE) --no-print-directory --output-sync=target $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$$(nproc)) \
	    $(FIELD_LONGEST) $(filter-out $(FIELD_LONGEST),$(FIELD_EXPERIMENTS))
$(FIELD_EXPERIMENTS): experiment-%:
	@./programs/$*/experiment.sh $(EXPERIMENTS)/$* $(if $(FULL),full,quick)
