# said.awk - findings of --check about random.awk's program, from what pramsim prints: `LINE OBJECT WORD` each; blocks are
# known by their sizes.
function flush_one() { if (object != "") print line, object, word }
/^pramsim: warning/ {
    flush_one()
    object = "?"
    match($0, /\.fork:[0-9]+/)
    line = substr($0, RSTART + 6, RLENGTH - 6)
    if (match($0, /word -?[0-9]+ of a block of [0-9]+ /) || match($0, /the word before a block of [0-9]+ /)) {
        count = split(substr($0, RSTART, RLENGTH), part, " ")
        word = part[2] == "word" ? -1 : part[2]
        words = part[count]
        object = words < 17 ? "block" words - 14 : "common" words - 17
    } else if (match($0, /(before|beyond) [a-z0-9]+, which has [0-9]+ words/)) {
        split(substr($0, RSTART, RLENGTH), part, /[ ,]+/)
        object = part[2]
        word = part[5] # unless the hint says another one, or the cell's name
        if (match($0, "loads from " object "\\[-?[0-9]+\\]"))
            word = substr($0, RSTART + 12 + length(object), RLENGTH - 13 - length(object))
    }
}
/^pramsim: hint: the word would be/ {
    match($0, /\[-?[0-9]+\]/)
    word = substr($0, RSTART + 1, RLENGTH - 2)
}
END { flush_one() }
