# lab/web/: the browser lab. `make web` makes the folder build/web, a static page; `make test-web` tests it. Both need
# emscripten, node, npm and, for tests, Chromium: no other goal needs them.
#
# libpramsim is compiled to WebAssembly from the same sources as for the host, except for those of WEB_LEFT_OUT, which
# need processes, threads or libraries that WebAssembly does not have; lab/web/port/ stands in for them.
# Debian's acorn lies where nodes that are not Debian's do not look for it
WEB_EMCC     = NODE_PATH=/usr/share/nodejs emcc
WEB_OPT      = -O2
WEB_OBJ      = $(OBJ)/web
WEB_MADE     = $(BUILD)/web-made
WEB_SITE     = $(BUILD)/web
WEB_LEFT_OUT = sim/cli/main.c sim/cli/drive.c sim/cli/keeper.c sim/cli/resume.c sim/cli/ranks.c sim/cli/safe.c sim/cli/safe_landlock.c sim/cli/documents.c sim/cli/source.c \
    sim/debug/run/run.c sim/debug/run/adapter.c sim/debug/run/catch.c $(wildcard sim/debug/terminal/*.c sim/debug/dap/*.c sim/checkpoint/*.c sim/ranks/*.c sim/real/*.c) \
    fcc/driver/process.c fcc/driver/driver.c fcc/driver/listing.c fcc/driver/fcc.c fcc/driver/formatting.c $(wildcard fcc/format/*.c) common/start.c common/plugin.c
WEB_SOURCES  = $(filter-out $(WEB_LEFT_OUT),$(DWARF_SOURCES) $(COMMON_SOURCES:common/system/%.c=common/system/posix.c) $(ASM_SHARED) $(ASM_TOOLS) $(FCC_SOURCES) $(SIM_SOURCES) \
    $(wildcard libpramsim/*.c)) $(wildcard lab/web/port/*.c lab/web/engine/*.c) \
    $(WEB_VIEW:%=lab/view/%.c) $(WEB_SCALE:%=lab/%.c)
# pramview's pages of timelines
WEB_VIEW     = trace wire source program data pack
# what pramscale makes of a sweep
WEB_SCALE    = formula markup outcome text scale/axis scale/chart scale/curve scale/fit scale/legend scale/plan scale/table
WEB_OBJECTS  = $(WEB_SOURCES:%.c=$(WEB_OBJ)/%.o)
# emcc is a script that takes a second to start; the compiler that it calls does not
WEB_CLANG    = clang
WEB_TARGET   = $(eval WEB_TARGET := $(shell $(WEB_EMCC) --cflags 2>/dev/null))$(WEB_TARGET)
WEB_CFLAGS   = $(WEB_OPT) -std=c17 -D_GNU_SOURCE -ffp-contract=off -fno-math-errno -fno-trapping-math -Wno-everything -Werror=implicit-function-declaration -include port.h -Ilab/web/port/include -I. \
    -I$(JANSSON) -I$(ELFUTILS)/include $(REAL_MACROS_NONE) -DHAVE_SECCOMP=0 -MMD -MP
REAL_MACROS_NONE = -DREAL_HAVE_QD=0 -DREAL_HAVE_ARB=0 -DREAL_HAVE_OPENCL=0

# jansson and elfutils, from Debian's source packages (lab/web/port/source.sh): the folders of their sources
JANSSON         = $(WEB_MADE)/jansson
JANSSON_NAMES   = dump error hashtable hashtable_seed load memory pack_unpack strbuffer strconv utf value version
JANSSON_OBJECTS = $(JANSSON_NAMES:%=$(WEB_OBJ)/jansson/%.o)

$(JANSSON)/jansson_config.h: lab/web/port/source.sh
	$(call say,FETCH)./$< jansson $(@D)

$(WEB_OBJ)/jansson/%.o: $(JANSSON)/jansson_config.h
	@mkdir -p $(@D)
	$(call say,EMCC)$(WEB_CLANG) $(WEB_TARGET) $(WEB_OPT) -w -I$(JANSSON) -DHAVE_STDINT_H=1 -c $(JANSSON)/$*.c -o $@

# what the reader of debug information (sim/debug/dwarf) calls of elfutils; lab/web/port/elf.c stands in for the rest
ELFUTILS       = $(WEB_MADE)/elfutils
ELFUTILS_NAMES = $(addprefix libdw/dwarf_,abbrev_hash attr attr_integrate begin begin_elf child decl_file diecu diename dieoffset end error filesrc \
    formaddr formblock formflag formref formref_die formsdata formstring formudata get_units getabbrev getalt getlocation getsrcfiles getsrclines hasattr \
    haschildren haspc highpc lowpc nextcu offdie ranges siblingof sig8_hash tag) libdw/libdw_alloc libdw/libdw_find_split_unit libdw/libdw_findcu libdw/libdw_form \
    $(addprefix libelf/,elf32_getehdr elf32_getshdr elf64_getshdr elf_begin elf_cntl elf_compress_gnu elf_end elf_error elf_getdata elf_getscn \
    elf_getshdrnum elf_getshdrstrndx elf_kind elf_memory elf_nextscn elf_readall elf_strptr elf_version gelf_getehdr gelf_getshdr gelf_xlate gelf_fsize)
ELFUTILS_OBJECTS = $(ELFUTILS_NAMES:%=$(WEB_OBJ)/elfutils/%.o)

$(ELFUTILS)/config.h: lab/web/port/source.sh
	$(call say,FETCH)./$< elfutils $(@D)

$(WEB_OBJ)/elfutils/%.o: $(ELFUTILS)/config.h
	@mkdir -p $(@D)
	$(call say,EMCC)$(WEB_CLANG) $(WEB_TARGET) $(WEB_OPT) -std=gnu11 -w -D_GNU_SOURCE -DHAVE_CONFIG_H $(addprefix -I$(ELFUTILS)/,. lib libelf libdw libebl libdwelf libdwfl) \
	    -c $(ELFUTILS)/$*.c -o $@

$(WEB_OBJ)/%.o: %.c | $(JANSSON)/jansson_config.h $(ELFUTILS)/config.h
	@mkdir -p $(@D)
	$(call say,EMCC)$(WEB_CLANG) $(WEB_TARGET) $(WEB_CFLAGS) -c $< -o $@

# ---- the module: compiler, linker and simulator, with the library and the headers of programs
WEB_CALLED = malloc free pramsim_version pramsim_compile pramsim_load pramsim_is_good pramsim_messages pramsim_free pramsim_run_new pramsim_set \
    pramsim_set_arguments pramsim_set_input pramsim_run_go pramsim_error pramsim_end pramsim_status pramsim_report pramsim_stats \
    pramsim_findings web_message_text web_message_line web_set_show web_set_progress web_image_size web_image web_timeline web_array web_curve pramsim_profile web_step_new web_step_ask
comma := ,
empty :=
WEB_EXPORTS = $(subst $(empty) ,$(comma),$(strip $(WEB_CALLED:%=_%)))
WEB_LINK    = $(WEB_OPT) -sMODULARIZE=1 -sEXPORT_NAME=pramsimModule -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2147418112 \
    -sTOTAL_STACK=16MB -sINITIAL_MEMORY=64MB -sSUPPORT_LONGJMP=emscripten -sFORCE_FILESYSTEM=1 -sINVOKE_RUN=0 -sEXIT_RUNTIME=0 -sDYNAMIC_EXECUTION=0 \
    -sEXPORTED_RUNTIME_METHODS=UTF8ToString$(comma)FS -sEXPORTED_FUNCTIONS=$(WEB_EXPORTS) --js-library lab/web/engine/show.js --no-entry

$(WEB_MADE)/pramsim.js: $(WEB_OBJECTS) $(JANSSON_OBJECTS) $(ELFUTILS_OBJECTS) lab/web/engine/show.js mk/46-web.mk
	@mkdir -p $(@D)
	@printf '%s\n' $(filter %.o,$^) >$(WEB_MADE)/objects.list
	$(call say,LINK)$(WEB_EMCC) $(WEB_LINK) @$(WEB_MADE)/objects.list -o $@

# ---- the page: plain modules, bundled with CodeMirror, whose files npm checks against the hashes of package-lock.json
WEB_NODE    = $(WEB_MADE)/node
WEB_ESBUILD = NODE_PATH=$(WEB_NODE)/node_modules:$(WEB_MADE) esbuild --log-level=warning --bundle --format=iife --target=es2020 --minify
WEB_SCRIPTS = $(wildcard lab/web/page/*.js lab/web/engine/*.js)
WEB_FILES   = index.html style.css chart.css page.js worker.js timeline.html timeline.css timeline-data.js timeline-view.js pramsim.js pramsim.wasm libfork.a headers.json examples.json tour.json labs.json

$(WEB_NODE)/installed: lab/web/package.json lab/web/package-lock.json
	@mkdir -p $(@D); cp $^ $(@D)
	$(call say,NPM)cd $(@D) && npm ci --ignore-scripts --no-audit --no-fund --silent && touch installed

$(WEB_MADE)/words.json: lab/web/make/words.sh fcc/text/token.def fcc/check/builtin.def $(wildcard fork-rt/include/*.h)
	@mkdir -p $(@D); ./$< >$@

$(WEB_SITE)/page.js $(WEB_SITE)/worker.js: $(WEB_SCRIPTS) $(WEB_NODE)/installed $(WEB_MADE)/words.json
	@mkdir -p $(@D)
	$(call say,BUNDLE)$(WEB_ESBUILD) lab/web/page/$(patsubst page.js,main.js,$(@F)) --outfile=$@

# pramview's page, in a frame
$(WEB_SITE)/timeline.html: lab/web/make/frame.js lab/view/page/page.html
	@mkdir -p $(@D); node $< html >$@

$(WEB_SITE)/timeline-view.js: lab/web/make/frame.js lab/view/asset.def $(wildcard lab/view/page/*.js)
	@mkdir -p $(@D); node $< script >$@

$(WEB_SITE)/timeline.css: lab/view/page/page.css
	@mkdir -p $(@D); cp $< $@

$(WEB_SITE)/chart.css: lab/scale/page/chart.css
	@mkdir -p $(@D); cp $< $@

# the service worker: all other files, and a hash of them
$(WEB_SITE)/service.js: lab/web/page/service.js $(addprefix $(WEB_SITE)/,$(WEB_FILES))
	@{ printf 'const VERSION = "%s", FILES = [%s];\n' "$$(cd $(@D) && cat $(WEB_FILES) $(abspath $<) | sha256sum | cut -c1-16)" \
	    "$$(printf '"%s",' $(WEB_FILES))"; cat $<; } >$@

$(WEB_SITE)/%: lab/web/page/%
	@mkdir -p $(@D); cp $< $@

$(WEB_SITE)/pramsim.wasm: $(WEB_SITE)/pramsim.js
$(WEB_SITE)/pramsim.js: $(WEB_MADE)/pramsim.js
	@mkdir -p $(@D); cp $(WEB_MADE)/pramsim.js $(WEB_MADE)/pramsim.wasm $(@D)

$(WEB_SITE)/libfork.a: $(LIB)/libfork.a
	@mkdir -p $(@D); cp $< $@

$(WEB_SITE)/headers.json: lab/web/make/pack.js $(shell find fork-rt/include -type f)
	@mkdir -p $(@D); node $< headers fork-rt/include >$@

$(WEB_SITE)/examples.json: lab/web/make/pack.js lab/web/make/markdown.js docs/cookbook.md programs/quicksort/quicksort.fork programs/size_argument.h $(wildcard lab/web/examples/* lab/web/examples/labs/* programs/labs/*/lab.h) programs/hello/hello.fork
	@mkdir -p $(@D); node $< examples lab/web/examples/examples.json >$@

$(WEB_SITE)/tour.json: lab/web/make/learn.js lab/web/make/markdown.js docs/manual.md
	@mkdir -p $(@D); node $< tour docs/manual.md >$@

# the public cases of the lab sheets, with what the model solutions print
$(WEB_MADE)/cases: $(OBJ)/lab/web/make/cases.o $(LIB)/libpramlab.a $(LIB)/libpramcommon.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) $^ -ljansson -lyaml -lm -o $@

$(WEB_SITE)/labs.json: lab/web/make/learn.js lab/web/make/markdown.js lab/web/engine/judge.js $(WEB_MADE)/cases docs/teaching.md $(wildcard programs/labs/*/*) $(BIN)/fcc $(BIN)/pramsim
	@mkdir -p $(@D)
	$(call say,LABS)node $< labs $(BUILD) $(WEB_MADE)/cases docs/teaching.md $(wildcard programs/labs/[0-9]*) >$@ || { rm -f $@; false; }

.PHONY: web test-web
web: $(WEB_FILES:%=$(WEB_SITE)/%) $(WEB_SITE)/service.js
	@:

WEB_MISSING := $(if $(filter test-web,$(MAKECMDGOALS)),$(shell ./mk/deps.sh --missing web))
test-web: $(if $(WEB_MISSING),,web) $(BIN)/fcc $(BIN)/pramsim
	@./tests/run.sh web '$(or $(TESTS),.)'
