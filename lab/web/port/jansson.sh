#!/bin/sh
# jansson.sh FOLDER - puts the sources of jansson into FOLDER, configured for WebAssembly.
#
# They come from Debian's source package through apt-get, which checks its signature. JANSSON_TARBALL=FILE takes them
# from a file instead; its hash must be the one below.
set -eu
version=2.14
sum=c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "${JANSSON_TARBALL-}" ]; then
    # a list of source packages of our own: the host's may name only binary ones, and is not changed
    mkdir -p "$work/lists" "$work/cache"
    echo "deb-src http://deb.debian.org/debian bookworm main" >"$work/sources.list"
    own="-q -o Dir::Etc::sourcelist=$work/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$work/lists -o Dir::Cache=$work/cache"
    # shellcheck disable=SC2086
    if ! (cd "$work" && apt-get $own update && apt-get $own source --download-only jansson=$version-2) >"$work/log" 2>&1; then
        cat "$work/log" >&2
        echo "jansson.sh: cannot fetch the source package of jansson; JANSSON_TARBALL=jansson_$version.orig.tar.gz names a copy" >&2
        exit 1
    fi
    JANSSON_TARBALL=$work/jansson_$version.orig.tar.gz
fi
if ! echo "$sum  $JANSSON_TARBALL" | sha256sum -c --quiet -; then
    echo "jansson.sh: $JANSSON_TARBALL is not jansson $version" >&2
    exit 1
fi
mkdir -p "$folder"
tar -xzf "$JANSSON_TARBALL" -C "$folder" --strip-components=2 "jansson-$version/src"
: >"$folder/jansson_private_config.h"
sed -e 's/@json_inline@/inline/' -e 's/@json_have_long_long@/1/' -e 's/@json_have_[a-z_]*@/0/' \
    "$folder/jansson_config.h.in" >"$folder/jansson_config.h"
