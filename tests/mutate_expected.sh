#!/bin/bash
# mutate_expected.sh FILE.test ... - looks for checks that cannot fail, in two ways:
#
# 1. The test is run as it stands, and each `is` whose expected and actual value are both empty, both a usage error, or both a
#    member that the statistics do not have, is printed, unless the empty value is written in the script: two runs that fail
#    alike are equal.
# 2. Arguments of the script's own checking functions, assignments to `expected`, and lines of tables (done <<END) are
# changed, one value at a time. With each change the test must fail. A change that the test survives is printed: the
# value is not used, or is on both sides of a comparison. (A value that goes straight to `is`, `like` or
#    `runs` is not changed: these compare it with something else.)
#
# MOST=N: at most N changes for each file, evenly spread. The number of processors is JOBS.
# Prints a line for each suspect, and for each file how many changes were made; ends with 1 if there are suspects.
set -u
shopt -s nullglob
cd "$(dirname "$0")/.." || exit 1
export BUILD=${BUILD:-build} LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work" tests/*/.mutant.* tests/*/*/.mutant.* tests/.mutant.*' EXIT

# changes FILE: `LINE COLUMN` of each place where a ~ goes in
changes() {
    awk '
        # checks: the functions of the file, and of those that it may source, that make checks, directly or by others
        pass == 1 {
            text[++lines] = $0
            if (match($0, /^[a-z_]+\(\) \{/)) { name = $0; sub(/\(.*/, "", name); begins[name] = lines }
            if ($0 == "}" && name != "") { ends[name] = lines; name = "" }
            next
        }
        FNR == 1 {
            do {
                more = 0
                for (f in begins) if (!(f in checks))
                    for (k = begins[f] + 1; k < ends[f]; k++)
                        if (makes_checks(text[k])) { checks[f] = 1; more = 1; break }
            } while (more)
            for (f in checks) for (k = begins[f]; k <= ends[f]; k++) inside[k] = 1
        }
        heredoc != "" {
            line = $0
            sub(/^\t+/, "", line)
            if (line == heredoc) heredoc = ""
            else if (table && $0 !~ /^ *$/) print FNR, length($0) + 1
            next
        }
        {
            if (match($0, /<<-?[\047"]?[A-Za-z0-9]+[\047"]?/)) {
                heredoc = substr($0, RSTART, RLENGTH)
                gsub(/[<\047"-]/, "", heredoc)
                table = $0 ~ /^ *done <</
            }
        }
        inside[FNR] { next }
        open != "" { open = quote_after($0, open); next } # within a text of several lines
        continued { arguments($0, 2); continued = /\\$/; next }
        /^ *expected=./ && quote_after($0, "") == "" { print FNR, length($0) + ($0 ~ /[\047"]$/ ? 0 : 1); next }
        {
            line = $0
            sub(/^ */, "", line)
            word = line
            sub(/ .*/, "", word)
            if (!(word in checks)) next
            open = quote_after($0, "")
            if (open != "") print FNR, length($0) + 1
            else arguments($0, 0)
            continued = /\\$/ && open == ""
        }
        function makes_checks(line,   word) {
            sub(/^ *(\[.*\] (\|\||&&) |! [^|]* \|\| )?/, "", line)
            word = line
            sub(/ .*/, "", word)
            return word ~ /^(is|like|ok|runs|report)$/ || word in checks
        }
        # quote_after LINE QUOTE: the quote that is open behind the line, if QUOTE was before it
        function quote_after(line, quote,   k, c) {
            for (k = 1; k <= length(line); k++) {
                c = substr(line, k, 1)
                if (c == "\\" && quote != "\047") k++
                else if (quote != "") { if (c == quote) quote = "" }
                else if (c == "\047" || c == "\"") quote = c
            }
            return quote
        }
        # arguments LINE COUNT: behind each argument but the first two words of a command, before its closing quote; COUNT words
        # were on lines before; what is computed is left alone
        function arguments(line, count,   k, c, quote, begin, depth) {
            sub(/ *\\$/, "", line)
            begin = 0
            for (k = match(line, /[^ ]/); k <= length(line) + 1; k++) {
                c = k <= length(line) ? substr(line, k, 1) : " "
                if (quote != "") { if (c == quote) quote = ""; continue }
                if (c == "\047" || c == "\"") { quote = c; if (!begin) begin = k; continue }
                if (c == "(") depth++
                if (c == ")") depth--
                if (depth > 0) { if (!begin) begin = k; continue }
                if (c ~ /[<>|&;#]/ && (!begin || c !~ /#/)) return
                if (c != " ") { if (!begin) begin = k; continue }
                if (begin) {
                    count++
                    if (count > 2 && substr(line, begin, k - begin) !~ /[$`{*?]/)
                        print FNR, (substr(line, k - 1, 1) ~ /[\047"]/ ? k - 1 : k)
                    begin = 0
                }
            }
        }
    ' pass=1 "$1" "$(dirname "$1")"/*.sh pass=2 "$1" 2>/dev/null
}

# mutant FILE LINE COLUMN: runs the test with a ~ there; prints a line if it passes
mutant() {
    local file=$1 line=$2 column=$3 copy
    copy=$(dirname "$file")/.mutant.$$
    awk -v line="$line" -v column="$column" 'NR == line { $0 = substr($0, 1, column - 1) "~" substr($0, column) } { print }' "$file" >"$copy"
    chmod +x "$copy"
    if CHECKS_STOP=1 timeout 600 "$copy" </dev/null >"$copy.log" 2>&1 && ! grep -q '^not ok' "$copy.log" &&
        grep -q '^ok' "$copy.log"; then
        echo "$file:$line:$column: the test passes with this change: $(sed -n "${line}p" "$copy")"
    fi
    rm -f "$copy" "$copy.log"
}
export -f mutant

for file; do
    CHECKS_LOG=$work/log "$file" </dev/null >"$work/out" 2>&1 || { echo "$file: fails as it stands" && continue; }
    [ ! -e "$work/log" ] || sort -u "$work/log" | while IFS=: read -r kind source lines; do
        # an empty value that is written in the script is meant
        for line in $lines; do
            if [ "$line" != 0 ] && [ "$kind" = empty ]; then
                sed -n "${line}p" "$source" | grep -qE "''|\"\"" && continue 2
            fi
        done
        echo "$source:$lines: $kind on both sides: $(sed -n "${lines%% *}p" "$source" | sed 's/^ *//')"
    done | tee -a "$work/suspects"
    rm -f "$work/log"
    changes "$file" >"$work/changes"
    awk -v most="${MOST:-1000000}" '{ line[NR] = $0 } END { step = NR > most ? NR / most : 1; for (k = 1; int(k) <= NR; k += step) print line[int(k)] }' \
        "$work/changes" >"$work/chosen"
    xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'mutant "$1" $2' _ "$file" {} <"$work/chosen" 2>/dev/null | tee "$work/survivors"
    cat "$work/survivors" >>"$work/suspects"
    echo "$file: $(wc -l <"$work/chosen") of $(wc -l <"$work/changes") changes, $(wc -l <"$work/survivors") survived"
done
[ ! -s "$work/suspects" ]
