#!/bin/bash
# generate.sh FOLDER - makes the editor files of Fork in FOLDER/vim and FOLDER/vscode: copies, and of each *.in the file
# without .in, its words put in from the compiler's own tables (fcc/text/token.def, library.def, fcc/check/builtin.def).
# So they know what the compiler knows. Called by make (mk/35-editors.mk); CC is the C compiler, for its preprocessor.
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
fcc=$here/../fcc

# what a keyword is; those that are named nowhere here are control statements of C
construct='barrier|farm|fork|join|seq|start'
mode='async|pr|sh|straight|sync'
processor='__PROC_NR__|__STARTED_PROCS__'
type='_Bool|char|double|enum|float|int|long|short|signed|struct|union|unsigned|void'
storage='auto|const|extern|inline|register|restrict|static|typedef|volatile|_Noreturn|_Alignas|_Atomic|_Thread_local'
# what a library name is; capitals are constants, all others functions
library_type='[a-z0-9_]+_t|atomic_(int|uint|char|schar|uchar|short|ushort|long|ulong|llong|ullong|bool|flag)|memory_order|jmp_buf|FILE|va_list|bool|queue|(simple|fair|rw|rwd)_lock|pad_(pool|heap|cell|dictionary)'
constant='[A-Z][A-Z0-9_]*|true|false'

keywords=$(sed -n 's/^KEYWORD([A-Z_]*, "\(.*\)").*/\1/p' "$fcc/text/token.def")
builtins=$(sed -n 's/^BUILTIN(\([A-Za-z0-9_]*\),.*/\1/p' "$fcc/check/builtin.def")
library=$(printf '%s\n' '#define LIBRARY_HEADER(header, names) ROW names' '#define FOREIGN_NAME(name, advice)' '#include "library.def"' |
    "${CC:-gcc}" -E -P -I "$fcc/text" - | sed -n 's/^ *ROW//p' | tr -d '"' | tr -s ' ' '\n' | grep . | LC_ALL=C sort -u)

# words LIST PATTERN: those of the list that the pattern matches as a whole
words() {
    grep -xE -- "$2" <<<"$1" || true
}
declare -A set=(
    [CONSTRUCT]=$(words "$keywords" "$construct")
    [MODE]=$(words "$keywords" "$mode")
    [PROCESSOR]=$(words "$keywords" "$processor")
    [TYPE]=$(words "$keywords" "$type")$'\nreal' # no keyword: a program may use the name for something else
    [STORAGE]=$(words "$keywords" "$storage")
    [CONTROL]=$(grep -vxE -- "$construct|$mode|$processor|$type|$storage" <<<"$keywords")
    [BUILTIN]=$builtins
    [LIBRARY_TYPE]=$(words "$library" "$library_type")
    [CONSTANT]=$(words "$library" "$constant")
    [FUNCTION]=$(grep -vxE -- "$library_type|$constant" <<<"$library")
)

# fill SEPARATOR FILE: the file with the words of each set in the place of its name
fill() {
    local name text
    text=$(cat "$2")
    for name in "${!set[@]}"; do
        text=${text//"@$name@"/"${set[$name]//$'\n'/"$1"}"}
    done
    printf '%s\n' "$text"
}

mkdir -p "$folder"
cp -R "$here/vim" "$here/vscode" "$folder"
rm "$folder/vim/syntax/fork.vim.in" "$folder/vscode/syntaxes/fork.tmLanguage.json.in"
fill ' ' "$here/vim/syntax/fork.vim.in" >"$folder/vim/syntax/fork.vim"
fill '|' "$here/vscode/syntaxes/fork.tmLanguage.json.in" >"$folder/vscode/syntaxes/fork.tmLanguage.json"
