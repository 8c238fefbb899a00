# fork-rt/: the runtime and the library, one archive. Constants of the assembly part come from the tables that fcc and the
# simulator read. fcc names only the archive to the linker, which takes _start and what else is needed from it.
FORK_RT     = $(BUILD)/fork-rt
RT_SOURCES  = $(wildcard fork-rt/*.s fork-rt/c/*.s)
RT_LIBRARY  = $(wildcard fork-rt/*.fork fork-rt/c/*.fork fork-rt/pad/*/*.fork)
RT_HEADERS  = $(wildcard fork-rt/include/*.h fork-rt/include/sys/*.h fork-rt/*.h fork-rt/c/*.h fork-rt/pad/*.h fork-rt/pad/*/*.h)
RT_TABLES   = asm/tables/group.def asm/tables/shint.def asm/tables/hostcall.def
# functions whose names C does not reserve: the library calls them __lib_NAME, and __posix_NAME (`__library__` in its headers).
# Under the plain name each has an archive member of its own, for programs that declare it themselves.
RT_NAMES_LIB = argument argument_count asprintf bcmp bcopy bzero clock_getres clock_gettime close dprintf drand48 \
    ffs ffsl ffsll getline getopt_long getpid gets gets_s gettimeofday gmtime_r index isascii isatty ln localtime_r \
    lrand48 memccpy memmem mempcpy memrchr mrand48 pprintf putenv qsort_r random rindex setenv sleep srand48 \
    srandom stpcpy stpncpy strcasecmp strcasestr strchrnul strdup strncasecmp strndup strnlen strsep strsignal \
    strtok_r try_malloc unlink unsetenv usleep vasprintf vdprintf wcsdup wcsnlen
RT_NAMES_POSIX = open read write
RT_NAMES    = $(RT_NAMES_LIB:%=$(FORK_RT)/names/lib_%.o) $(RT_NAMES_POSIX:%=$(FORK_RT)/names/posix_%.o)
RT_OBJECTS  = $(RT_SOURCES:fork-rt/%.s=$(FORK_RT)/%.o) $(RT_LIBRARY:fork-rt/%.fork=$(FORK_RT)/%.o) $(RT_NAMES)

# GROUP_FIELD(0, SYNC, ...) becomes `.set GROUP_SYNC, 0`
$(FORK_RT)/abi.inc: $(RT_TABLES) mk/30-fork-rt.mk
	@mkdir -p $(@D)
	$(call say,TABLE)awk -F'[(,]' '/^(GROUP_FIELD|PP_FIELD|BUS_FIELD|SHINT|HOSTCALL)\(/ { \
	    kind = $$1; sub(/_FIELD/, "", kind); sub(/HOSTCALL/, "SYS", kind); gsub(/ /, "", $$3); \
	    print "    .set " kind "_" $$3 ", " $$2 }' $(RT_TABLES) > $@

$(FORK_RT)/%.o: fork-rt/%.s $(FORK_RT)/abi.inc $(NATIVE_BIN)/prasm
	@mkdir -p $(@D)
	$(call say,PRASM)$(NATIVE_BIN)/prasm -g -I $(FORK_RT) -o $@ $<

$(FORK_RT)/%.o: fork-rt/%.fork $(RT_HEADERS) asm/tables/lock.def $(NATIVE_BIN)/fcc $(NATIVE_BIN)/prasm
	@mkdir -p $(@D)
	$(call say,FCC)$(NATIVE_BIN)/fcc -c -I fork-rt/include -Werror -o $@ $<

# lib_close.s: close goes on in __lib_close
$(RT_NAMES:.o=.s): mk/30-fork-rt.mk
	@mkdir -p $(@D)
	$(call say,TABLE)name=$(basename $(@F)); plain=$${name#*_}; \
	    printf '    .extern __%s\n    .text\n    .global %s\n    .func\n%s:\n    bra __%s\n' $$name $$plain $$plain $$name > $@

$(RT_NAMES): %.o: %.s $(NATIVE_BIN)/prasm
	$(call say,PRASM)$(NATIVE_BIN)/prasm -o $@ $<

$(LIB)/libfork.a: $(RT_OBJECTS)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR)$(AR) rcs $@ $(filter %.o,$^)

TOOLS += $(LIB)/libfork.a

# the host library's results for math.h, and for numbers in strings
test-programs: $(BUILD)/tests/fork-rt/library/math_table $(BUILD)/tests/fork-rt/library/number_table $(BUILD)/tests/fork-rt/library/calls
