# pad_model.sh - the PRAM model that docs/algorithms.md, section 5, states for each algorithm of pad.h: pramsim --model finds
# nothing under it. The algorithms in the last row of that table need more than any of the models: under crcw-common the
# only findings are multiprefix requests.
#   sizes      n:p, of which the first is for most algorithms
#   stricter   not empty: under the stricter models there are findings
#   few        n:p with n < p; empty: none. The algorithms that the same section names for that need common, too
# shellcheck shell=bash
# shellcheck disable=SC2154 # top comes from lib.sh, sizes and stricter from the test
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

page=$top/docs/algorithms.md
catalogue=$top/bench/pad/algorithms.def

# lines "name model"; the model of the last row is `several`
stated() {
    sed -n '/^## 5\./,$p' "$page" | awk -F'|' '/^\| `crcw|^\| `e|^\| `crew/ {
        model = $2
        gsub(/ /, "", model)
        model = model ~ /^`[a-z-]*`$/ ? substr(model, 2, length(model) - 2) : "several"
        count = split($3, name, "`")
        for (i = 2; i <= count; i += 2) print substr(name[i], 5), model
    }'
}

# What the harness itself does is left out: it draws data and adds up a checksum.
printf '* checksum\n* random_*\n' >harness
fcc -w -g -o measure.o "$top/bench/pad/measure.fork" || report 1 'bench/pad/measure.fork compiles'

# sets found to the kinds of findings, or to the status if that is neither 0 nor 27
look() { # NAME MODEL N:P
    pramsim -q -p"${3#*:}" --model="$2" --suppressions=harness --findings-json=found.json measure.o "$1" "${3%:*}" >/dev/null 2>messages
    local status=$?
    found=$(jq -r '.findings[].kind' found.json | sort -u | tr '\n' ' ')
    case $status in 0 | 27) ;; *) found="status $status" ;; esac
}

sizes_of() { # NAME
    case $1 in
    matrix_multiply | lu | transitive_closure | shortest_paths) echo 12:16 20:64 ;;
    argmax_pairs) echo 20:16 ;;
    fft) echo 128:16 64:128 ;;
    sample_sort) echo 300:5 ;;
    gravity | nearest_neighbours) echo 60:16 ;;
    *) echo "$sizes" ;;
    esac
}

# the models that are stricter than one
stricter_than() {
    case $1 in
    crew) echo erew ;;
    crcw-*) echo crew ;;
    several) echo crcw-common crcw-sum crcw-max ;;
    esac
}

is 'docs/algorithms.md states a model for every algorithm that is measured, once' \
    "$(sed -n 's/^ALGORITHM(\([a-z0-9_]*\),.*/\1/p' "$catalogue" | sort)" "$(stated | cut -d' ' -f1 | sort)"
while read -r name model; do
    under=$model expected=
    [ "$model" = several ] && under=crcw-common expected='multiprefix '
    all=
    for size in $(sizes_of "$name"); do
        look "$name" "$under" "$size"
        [ "$found" = "$expected" ] || [ -z "$found" ] || all+="$size: $found"
    done
    is "pad_$name runs under $model" '' "$all"
    for other in ${stricter:+$(stricter_than "$model")}; do
        all=
        for size in $(sizes_of "$name"); do
            look "$name" "$other" "$size"
            all+=$found
        done
        ok "pad_$name does not run under $other" test -n "$all"
    done
done < <(stated)

# With fewer elements than PPs.
mapfile -t need_common < <(sed -n '/^## 5\./,$p' "$page" | tr '\n' ' ' | grep -o 'With fewer elements than PPs [^.]*\.' |
    grep -o 'pad_[a-z_]*' | cut -c5-)
for size in $few; do
    while read -r name model; do
        [ "$model" != several ] || continue
        look "$name" "$model" "$size"
        expected=
        [[ " ${need_common[*]} " != *" $name "* ]] || expected='equal_write '
        is "pad_$name, $size, under $model" "$expected" "$found"
    done < <(stated)
done
finish
