#!/bin/bash
# image.sh FOLDER FROM ... - makes FOLDER what an image for containers consists of: the files of the Debian packages or of the
# folders FROM, without documents and files for editors and shells, and the libraries of this host that they need. There is
# no shell in it, and nothing else. The Dockerfile calls it; so does tests/packages/image.long.test.
set -eu
[ $# -ge 2 ] || { echo "usage: image.sh FOLDER FROM ...: packages (.deb) or folders" >&2 && exit 2; }
image=$1
shift
mkdir -p "$image"
[ -z "$(ls -A "$image")" ] || { echo "image.sh: $image is not empty; name a new folder" >&2 && exit 1; }
mkdir -p "$image"/usr/lib "$image"/usr/lib64 "$image"/usr/bin "$image"/etc "$image"/work
install -d -m 1777 "$image/tmp"
ln -s usr/lib "$image/lib"
ln -s usr/lib64 "$image/lib64"
ln -s usr/bin "$image/bin"

for from; do
    case $from in
    *.deb) dpkg-deb -x "$from" "$image" ;;
    *) cp -a "$from/." "$image" ;;
    esac
done
rm -rf "$image"/usr/share/{doc,man,vim,nvim,bash-completion,zsh,fish,lintian} "$image"/usr/share/pramsim/vscode

# Libraries stay where the loader looks for them. A host's /lib may be a link to /usr/lib or a folder.
copy_library() { # PATH
    local target=$1
    [[ $target == /usr/* ]] || target=/usr$target
    [ -e "$image$target" ] || install -D -m 755 "$(realpath "$1")" "$image$target"
}
find "$image" -type f \( -path '*/bin/*' -o -name '*.so' -o -name '*.so.*' -o -name fork-lsp \) | while read -r file; do
    ldd "$file" 2>/dev/null || true
done | grep -oE '/[^ ]+' | grep -vF "$image/" | sort -u | while read -r library; do
    copy_library "$library"
done

printf 'root:x:0:0:root:/:\nnobody:x:65534:65534:nobody:/work:\n' >"$image/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' >"$image/etc/group"
