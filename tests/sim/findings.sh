# shellcheck shell=bash disable=SC2154 # top comes from lib.sh
# findings.sh - for tests of --findings-json that look at many files: jq takes longer to start than such a run takes. To be
# sourced after lib.sh.

# read_findings FILE: the arrays from, kind, cell, count, first, second have an element for each finding; first and second are
# the lines of its places, null where there is none, as a cell that has no name
read_findings() {
    local line value k=-1 place=0
    from=() kind=() cell=() count=() first=() second=()
    while IFS= read -r line; do
        value=${line#*: }
        value=${value%,}
        value=${value#\"}
        value=${value%\"}
        case $line in
        '    {') # a finding
            k=$((k + 1)) place=0
            from[k]=null kind[k]=null cell[k]=null count[k]=null first[k]=null second[k]=null
            ;;
        '      "from": '*) from[k]=$value ;;
        '      "kind": '*) kind[k]=$value ;;
        '      "cell": '*) cell[k]=$value ;;
        '      "count": '*) count[k]=$value ;;
        '        {') place=$((place + 1)) ;; # a place
        '          "line": '*) [ $place = 1 ] && first[k]=$value || second[k]=$value ;;
        esac
    done <"$1"
}

# read_model_findings FILE: sets `found` to a line "kind cell line-line count" for each finding of the model, sorted; of a cell
# the first word
read_model_findings() {
    local k lines=() from kind cell count first second
    read_findings "$1"
    for k in "${!from[@]}"; do
        [ "${from[k]}" != model ] || lines+=("${kind[k]} ${cell[k]%% *} ${first[k]}-${second[k]} ${count[k]}")
    done
    found=${lines[*]-}
    # shellcheck disable=SC2034 # for the caller
    [ ${#lines[@]} -lt 2 ] || found=$(printf '%s\n' "${lines[@]}" | sort)
}
