#!/bin/sh
# source.sh NAME FOLDER - puts the sources of a library, jansson or elfutils, into FOLDER, configured for WebAssembly.
#
# They come from Debian's source package through apt-get, which checks its signature. JANSSON_TARBALL=FILE or
# ELFUTILS_TARBALL=FILE takes them from a file instead; its hash must be the one below.
set -eu
name=$1 folder=$2
case $name in
jansson)
    version=2.14 package=2.14-2 ending=gz given=${JANSSON_TARBALL-} parts="jansson-2.14/src" depth=2
    sum=c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
    ;;
elfutils)
    version=0.188 package=0.188-2.1 ending=bz2 given=${ELFUTILS_TARBALL-} depth=1
    parts="elfutils-0.188/lib elfutils-0.188/libelf elfutils-0.188/libdw elfutils-0.188/libebl elfutils-0.188/libdwelf elfutils-0.188/libdwfl elfutils-0.188/version.h"
    sum=fb8b0e8d0802005b9a309c60c1d8de32dd2951b56f0c3a3cb56d21ce01595dff
    ;;
*)
    echo "source.sh: '$name' is neither jansson nor elfutils" >&2
    exit 2
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "$given" ]; then
    # a list of source packages of our own: the host's may name only binary ones, and is not changed
    mkdir -p "$work/lists" "$work/cache"
    echo "deb-src http://deb.debian.org/debian bookworm main" >"$work/sources.list"
    own="-q -o Dir::Etc::sourcelist=$work/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$work/lists -o Dir::Cache=$work/cache"
    given=$work/${name}_$version.orig.tar.$ending
    # shellcheck disable=SC2086
    if ! (cd "$work" && apt-get $own update && apt-get $own source --download-only "$name=$package") >"$work/log" 2>&1; then
        cat "$work/log" >&2
        variable=$(echo "$name" | tr '[:lower:]' '[:upper:]')_TARBALL
        echo "source.sh: cannot fetch the source package of $name; $variable=${given##*/} names a copy" >&2
        exit 1
    fi
fi
if ! echo "$sum  $given" | sha256sum -c --quiet -; then
    echo "source.sh: $given is not $name $version" >&2
    exit 1
fi
mkdir -p "$folder"
# shellcheck disable=SC2086
tar -xf "$given" -C "$folder" --strip-components=$depth $parts
case $name in
jansson)
    : >"$folder/jansson_private_config.h"
    sed -e 's/@json_inline@/inline/' -e 's/@json_have_long_long@/1/' -e 's/@json_have_[a-z_]*@/0/' \
        "$folder/jansson_config.h.in" >"$folder/jansson_config.h"
    ;;
elfutils)
    mkdir -p "$folder/include/elfutils"
    cp "$folder"/libdw/libdw.h "$folder/include/elfutils"
    cp "$folder"/libelf/libelf.h "$folder"/libelf/gelf.h "$folder"/libelf/elf.h "$folder"/libdw/dwarf.h "$folder/include"
    {
        printf '#define HAVE_DECL_%s 1\n' MEMRCHR RAWMEMCHR MEMPCPY REALLOCARRAY
        printf '#define HAVE_ERR_H 1\n#define PACKAGE_NAME "elfutils"\n#define PACKAGE_VERSION "%s"\n#include <eu-config.h>\n' $version
    } >"$folder/config.h"
    ;;
esac
