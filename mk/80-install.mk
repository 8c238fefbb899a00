# install, uninstall: the tools, their man pages, the runtime. fcc finds library and headers from the folder that it lies
# in (fcc/driver/paths.c), so an installed tree can be moved. DESTDIR is honoured.
INSTALL_ROOT = $(DESTDIR)$(PREFIX)
INSTALL_BIN  = $(filter $(BIN)/%,$(TOOLS))
INSTALL_LIB  = $(filter %/libfork.a,$(TOOLS))
INSTALL_HEAD = $(wildcard fork-rt/include/*.h) $(FORK_RT)/abi.inc
INSTALL_MAN  = $(wildcard docs/man/*.1)

# $(call install-files,MODE,FOLDER,FILES)
install-files = install -d $(INSTALL_ROOT)/$(2) && install -m $(1) $(3) $(INSTALL_ROOT)/$(2)
# $(call uninstall-files,FOLDER,FILES)
uninstall-files = rm -f $(addprefix $(INSTALL_ROOT)/$(1)/,$(notdir $(2)))

install: all
	@$(call install-files,755,bin,$(INSTALL_BIN))
	@$(call install-files,644,lib/pramsim,$(INSTALL_LIB))
	@$(call install-files,644,share/pramsim/include,$(INSTALL_HEAD))
	@$(call install-files,644,share/man/man1,$(INSTALL_MAN))
	@echo "installed in $(INSTALL_ROOT): $(notdir $(INSTALL_BIN)), their man pages, library and headers"

.PHONY: uninstall
uninstall:
	@$(call uninstall-files,bin,$(INSTALL_BIN))
	@$(call uninstall-files,share/man/man1,$(INSTALL_MAN))
	rm -rf $(INSTALL_ROOT)/lib/pramsim $(INSTALL_ROOT)/share/pramsim
