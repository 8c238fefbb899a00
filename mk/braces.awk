# braces.awk - braces of C that clang-format has formatted: the body of an if, for or while has none if it is one simple
# statement, except where another branch of the same if needs them; every other body has them.
#
#     awk -f mk/braces.awk FILES           prints the lines with braces that are too many or missing
#     awk -v mend=1 -f mk/braces.awk FILE  prints the file without those that are too many

function indent(line) {
    match(line, /^ */)
    return RLENGTH
}

# Without the comment at its end.
function code(line) {
    sub(/ *\/\*.*\*\/$/, "", line)
    return line
}

# The last line of the simple statement that begins after line `at`; 0: there is none.
function simple_end(at,    text) {
    while (++at <= count) {
        text = code(lines[at])
        if (text ~ /^ *((if|for|while|switch) \(|(do|else|case|default)([ :]|$))/ || text ~ /[{}]$/ ||
            text ~ /^ *(\/\*|#|[a-z_]+:$)/ || text ~ /^$/)
            return 0
        if (text ~ /;$/)
            return at
    }
    return 0
}

# Looks at the if, for or while that begins at line `first`: its branches, one after the other.
function check(first,    column, at, open, end, all, n, i, last, has, missing) {
    column = indent(lines[first])
    all = 1
    n = has = missing = 0
    for (at = first;; at = end) {
        open = at # the last line of the head
        while (indent(lines[open + 1]) > column && code(lines[open]) !~ /\{$/ && !complete(at, open))
            open++
        n++
        heads[n] = open
        if (code(lines[open]) ~ /\{$/) {
            has = 1
            end = simple_end(open)
            if (!end || lines[end + 1] !~ /^ *}/ || indent(lines[end + 1]) != column) {
                all = 0
                for (end = open + 1; end <= count && !(indent(lines[end]) == column && lines[end] ~ /^ *}/);)
                    end++
            } else
                end++
            ends[n] = end
        } else {
            end = simple_end(open)
            missing = missing || !end ? open : missing
            if (!end)
                return # a body that is a statement with a body of its own
            missing = open
            end++
            ends[n] = 0
        }
        last = lines[end] ~ /^ *(} )?else/ && indent(lines[end]) == column ? 0 : 1
        if (last)
            break
    }
    if (!all && missing)
        print_fault(missing, "another branch has braces: this one needs them, too")
    if (!all || !has)
        return
    for (i = 1; i <= n; i++) {
        if (!ends[i])
            continue
        print_fault(heads[i], "braces around one simple statement")
        opened[heads[i]] = 1
        closed[ends[i]] = 1
    }
}

# Whether the parentheses of the head from line `from` to line `to` are closed.
function complete(from, to,    text, i, depth, c, quote) {
    text = ""
    for (i = from; i <= to; i++)
        text = text code(lines[i])
    gsub(/'\\?.'/, "", text)
    gsub(/"([^"\\]|\\.)*"/, "", text)
    depth = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += c == "(" ? 1 : c == ")" ? -1 : 0
    }
    return depth == 0
}

function print_fault(line, text) {
    if (!mend)
        print name ":" line ": " text
    faults++
}

function finish_file(    i, text) {
    for (i = 1; i <= count; i++) {
        if (lines[i] ~ /^ *(if|for|while) \(/)
            check(i)
    }
    for (i = 1; mend && i <= count; i++) {
        text = lines[i]
        if (opened[i])
            text = substr(text, 1, length(code(text)) - 2) substr(text, length(code(text)) + 1)
        if (closed[i])
            sub(/} */, "", text)
        if (!closed[i] || text !~ /^ *$/)
            print text
    }
    delete lines
    delete opened
    delete closed
}

FNR == 1 && NR > 1 {
    finish_file()
}

{
    name = FILENAME
    count = FNR
    lines[FNR] = $0
}

END {
    finish_file()
    exit !mend && faults > 0
}
