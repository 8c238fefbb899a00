# install: the tools, their man pages, the runtime. fcc finds library and headers from the folder that it lies in
# (fcc/driver_paths.c), so an installed tree can be moved. DESTDIR is honoured.
INSTALL_ROOT = $(DESTDIR)$(PREFIX)
INSTALL_BIN  = $(filter $(BIN)/%,$(TOOLS))
INSTALL_LIB  = $(filter %/libfork.a %/startup.o,$(TOOLS))
INSTALL_HEAD = $(wildcard fork-rt/include/*.h)
INSTALL_MAN  = $(wildcard docs/man/*.1)

# $(call install-files,MODE,FOLDER,FILES): nothing if there are none
install-files = $(if $(strip $(3)),install -d $(INSTALL_ROOT)/$(2) && install -m $(1) $(3) $(INSTALL_ROOT)/$(2))

install: tools
	$(call install-files,755,bin,$(INSTALL_BIN))
	$(call install-files,644,lib/pramsim,$(INSTALL_LIB))
	$(call install-files,644,share/pramsim/include,$(INSTALL_HEAD) $(FORK_RT)/abi.inc)
	$(call install-files,644,share/man/man1,$(INSTALL_MAN))
