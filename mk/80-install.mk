# install, uninstall: the tools, libpramsim with its header and its package for Python, their man pages, the runtime,
# documents with the programs as examples, editor files. fcc and libpramsim find library and headers from the folder that
# they lie in (fcc/driver/paths.c), so an installed tree can be moved; only the man pages and pramsim.pc name PREFIX.
# DESTDIR is honoured.
INSTALL_ROOT = $(DESTDIR)$(PREFIX)
INSTALL_BIN  = $(filter $(BIN)/%,$(TOOLS))
INSTALL_LIB  = $(filter %/libfork.a %.so,$(filter-out %/libpramsim.so,$(TOOLS)))
INSTALL_PY   = lib/python3/dist-packages/pramsim
INSTALL_HEAD = $(wildcard fork-rt/include/*.h) $(FORK_RT)/abi.inc
INSTALL_SYS  = $(wildcard fork-rt/include/sys/*.h)
INSTALL_MAN  = $(wildcard docs/man/*.1)
# README.md, docs/, programs/ and the files that they refer to keep their relative places, so that links work
INSTALL_DOCS = share/doc/pramsim
INSTALL_TEXT = README.md mk/packages.table $(shell find docs programs bench/results -type f ! -path 'docs/man/*' ! -name '.*')
# folders that Vim and Neovim search
INSTALL_VIM  = syntax/fork.vim ftdetect/fork.vim ftplugin/fork.vim indent/fork.vim lua/fork.lua lua/pramsim_dap.lua
INSTALL_VIM_FOLDERS = share/vim/vimfiles share/nvim/site

# folder of completions in the build | folder that the shell searches
INSTALL_COMPLETIONS = bash:share/bash-completion/completions zsh:share/zsh/site-functions fish:share/fish/vendor_completions.d

# $(call install-files,MODE,FOLDER,FILES)
install-files = install -d $(INSTALL_ROOT)/$(2) && install -m $(1) $(3) $(INSTALL_ROOT)/$(2)
# $(call install-tree,FOLDER,FILES): each in its own folder beneath, scripts executable
install-tree = for file in $(2); do mode=644; [ ! -x $$file ] || mode=755; \
    install -D -m $$mode $$file $(INSTALL_ROOT)/$(1)/$$file || exit 1; done
# $(call uninstall-files,FOLDER,FILES)
uninstall-files = rm -f $(addprefix $(INSTALL_ROOT)/$(1)/,$(notdir $(2)))

install: all
	@$(call install-files,755,bin,$(INSTALL_BIN))
	@$(call install-files,644,lib/pramsim,$(INSTALL_LIB))
	@$(call install-files,755,lib/pramsim,$(LIB)/fork-lsp)
	@$(call install-files,644,lib,$(LIBRARY_SHARED) $(LIB)/libpramsim.a)
	@ln -sf $(notdir $(LIBRARY_SHARED)) $(INSTALL_ROOT)/lib/libpramsim.so
	@$(call install-files,644,include,libpramsim/pramsim.h)
	@install -d $(INSTALL_ROOT)/lib/pkgconfig && sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBRARY_LIBS) -fopenmp|' \
	    libpramsim/pramsim.pc.in >$(INSTALL_ROOT)/lib/pkgconfig/pramsim.pc
	@$(call install-files,644,$(INSTALL_PY),$(wildcard python/pramsim/*.py))
	@$(call install-files,644,share/pramsim/include,$(INSTALL_HEAD))
	@$(call install-files,644,share/pramsim/include/sys,$(INSTALL_SYS))
	@$(call install-tree,$(INSTALL_DOCS),$(INSTALL_TEXT))
	@[ ! -e $(WEB_SITE)/index.html ] || { install -d $(INSTALL_ROOT)/$(INSTALL_DOCS)/lab && \
	    install -m 644 $(WEB_SITE)/* $(INSTALL_ROOT)/$(INSTALL_DOCS)/lab; } # the browser lab, if `make web` has made it
	@$(call install-files,644,share/man/man1,$(INSTALL_MAN))
	@sed -i 's|docs/\([a-z/-]*\.md\)|$(PREFIX)/$(INSTALL_DOCS)/&|g' $(addprefix $(INSTALL_ROOT)/share/man/man1/,$(notdir $(INSTALL_MAN)))
	@for folder in $(INSTALL_VIM_FOLDERS); do for file in $(INSTALL_VIM); do \
	    install -D -m 644 $(EDITORS)/vim/$$file $(INSTALL_ROOT)/$$folder/$$file || exit 1; done; done
	@for pair in $(INSTALL_COMPLETIONS); do install -d $(INSTALL_ROOT)/$${pair#*:} && \
	    install -m 644 $(COMPLETIONS)/$${pair%%:*}/* $(INSTALL_ROOT)/$${pair#*:} || exit 1; done
	@install -d $(INSTALL_ROOT)/share/pramsim && cp -R $(EDITORS)/vscode $(INSTALL_ROOT)/share/pramsim
	@$(call install-files,644,share/emacs/site-lisp,editors/emacs/pramsim-dap.el)
	@echo "installed in $(INSTALL_ROOT): $(notdir $(INSTALL_BIN)), their man pages, library and headers"
	@echo "documents and programs: $(INSTALL_ROOT)/$(INSTALL_DOCS); for editors: see editors.md there in docs"

.PHONY: uninstall
uninstall:
	@$(call uninstall-files,bin,$(INSTALL_BIN))
	@$(call uninstall-files,share/man/man1,$(INSTALL_MAN))
	@$(call uninstall-files,lib,$(LIBRARY_SHARED) libpramsim.so libpramsim.a)
	@$(call uninstall-files,include,pramsim.h)
	@$(call uninstall-files,lib/pkgconfig,pramsim.pc)
	@$(call uninstall-files,share/emacs/site-lisp,pramsim-dap.el)
	@for folder in $(INSTALL_VIM_FOLDERS); do for file in $(INSTALL_VIM); do rm -f $(INSTALL_ROOT)/$$folder/$$file; done; done
	@for pair in $(INSTALL_COMPLETIONS); do for file in $(COMPLETIONS)/$${pair%%:*}/*; do \
	    rm -f $(INSTALL_ROOT)/$${pair#*:}/$${file##*/}; done; done
	rm -rf $(INSTALL_ROOT)/lib/pramsim $(INSTALL_ROOT)/$(INSTALL_PY) $(INSTALL_ROOT)/share/pramsim $(INSTALL_ROOT)/$(INSTALL_DOCS)
