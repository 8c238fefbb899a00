# editors/: syntax of Fork for Vim and, as a TextMate grammar, for other editors, made from the compiler's tables; completions
# for shells, made from the tables of options.
EDITORS       = $(BUILD)/editors
EDITOR_TABLES = fcc/text/token.def fcc/text/library.def fcc/check/builtin.def
EDITOR_FILES  = $(shell find editors -type f)

$(EDITORS)/vscode/syntaxes/fork.tmLanguage.json: $(EDITOR_FILES) $(EDITOR_TABLES)
	$(if $(V),,@)rm -rf $(EDITORS)
	$(call say,TABLE)CC='$(CC)' editors/generate.sh $(EDITORS)

TOOLS += $(EDITORS)/vscode/syntaxes/fork.tmLanguage.json

# the extension as one file for Visual Studio Code
.PHONY: vsix
vsix: $(BUILD)/fork-language.vsix

$(BUILD)/fork-language.vsix: $(EDITORS)/vscode/syntaxes/fork.tmLanguage.json editors/vsix.sh
	$(call say,ZIP)editors/vsix.sh $(EDITORS)/vscode $@

COMPLETIONS        = $(BUILD)/completions
COMPLETION_TABLES  = $(wildcard asm/*/option.def lab/*/options.def) sim/cli/options.def fcc/driver/options.def fcc/ir/pass.def

$(COMPLETIONS)/bash/pramsim: $(wildcard editors/completions/*) $(COMPLETION_TABLES)
	$(call say,TABLE)editors/completions/generate.sh $(COMPLETIONS)

TOOLS += $(COMPLETIONS)/bash/pramsim
