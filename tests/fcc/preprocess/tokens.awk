# one token a line; line markers, empty lines and #pragma/#ident left out
/^#/ { next }
{
    s = $0
    while (s != "") {
        if (match(s, /^[ \t\f\v\r]+/)) { s = substr(s, RLENGTH + 1); continue }
        if (match(s, /^\.?[0-9]([eEpP][-+]|[0-9A-Za-z_.])*/) || match(s, /^[A-Za-z_][A-Za-z_0-9]*/) ||
            match(s, /^"(\\.|[^"\\])*"/) || match(s, /^'(\\.|[^'\\])*'/) ||
            match(s, /^(%:%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[*\/%+&^|-]=|##|<:|:>|<%|%>|%:)/) ||
            match(s, /^./)) {
            print substr(s, 1, RLENGTH); s = substr(s, RLENGTH + 1)
        }
    }
}
