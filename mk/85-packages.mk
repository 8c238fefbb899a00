# dist: the tree of the last commit as a tar, the same bytes whenever and wherever it is made. deb: Debian's packages, built in
# a copy of the tree's own files (debian/ says of what they consist). The browser lab needs a network to be built: pramsim-doc has
# it if `make web` was there before.
VERSION = $(shell sed -n 's/.*PRAM_VERSION "\(.*\)".*/\1/p' common/version.h)
DIST    = $(BUILD)/dist/pramsim-$(VERSION).tar.gz
DEB     = $(BUILD)/deb
DEB_LAB = build/web

.PHONY: dist deb
dist:
	@git rev-parse -q --verify HEAD >/dev/null || { echo "make dist: the tree must be a git clone: the tar holds its last commit"; exit 1; }
	@mkdir -p $(dir $(DIST))
	@git archive --format=tar --prefix=pramsim-$(VERSION)/ HEAD | gzip -9n >$(DIST).new && mv $(DIST).new $(DIST)
	@[ -z "$$(git status --porcelain)" ] || echo "make dist: note: changes that are not committed are left out"
	@echo "$(DIST)"

deb:
	@rm -rf $(DEB) && mkdir -p $(DEB)/pramsim-$(VERSION)
	@if git rev-parse -q --verify HEAD >/dev/null; then git ls-files -z; else find . -type f ! -path './build/*' -print0; fi | \
	    tar -c --null -T - | tar -x -C $(DEB)/pramsim-$(VERSION)
	@if [ -e $(DEB_LAB)/index.html ]; then mkdir -p $(DEB)/pramsim-$(VERSION)/build && cp -r $(DEB_LAB) $(DEB)/pramsim-$(VERSION)/build/web; \
	    else echo "make deb: note: pramsim-doc is made without the browser lab, which 'make web' makes"; fi
	@cd $(DEB)/pramsim-$(VERSION) && env -u BUILD -u MAKEFLAGS -u MAKELEVEL -u INSIDE DEB_BUILD_OPTIONS="noautodbgsym parallel=$$(nproc) $$DEB_BUILD_OPTIONS" \
	    dpkg-buildpackage -b -us -uc $(if $(V),,>../build.log 2>&1) || { tail -20 ../build.log; exit 1; }
	@rm -rf $(DEB)/pramsim-$(VERSION)
	@ls $(DEB)/*.deb
