# compiler_tables.sh - prints the tables of docs/internals/compiler.md from the tables of the compiler; for compiler.test.
# shellcheck shell=bash disable=SC2154 # top comes from lib.sh

# pass_rows: lines "NAME|STAGE|TEXT" of fcc/ir/pass.def
pass_rows() {
    sed -n 's/^PASS(\([a-z_]*\), \([A-Z]*\), "\(.*\)")$/\1|\2|\3/p' "$top/fcc/ir/pass.def"
}

# back_rows: the same of the back end in fcc/ir/pipeline.def: "NAME|PASS|WHEN|STAGE|TEXT"
back_rows() {
    sed -n 's/^BACK_STEP(\([a-z_]*\), \([a-z_]*\), \([A-Z_]*\), \([A-Z]*\), "\(.*\)")$/\1|\2|\3|\4|\5/p' \
        "$top/fcc/ir/pipeline.def"
}

# users NAME: as users write it
users='function users(name) { gsub(/_/, "-", name); return name }'

front_passes() {
    pass_rows | awk -F'|' "$users"' $2 == "LOWER" { print "| `" users($1) "` | `-fno-" users($1) "` | " $3 " |" }'
}

optimiser_passes() {
    sed -n 's/^OPT_STEP(\([a-z_]*\),.*/\1/p' "$top/fcc/ir/pipeline.def" |
        awk -F'|' "$users"' FILENAME != "-" { stage[$1] = $2; text[$1] = $3; next }
            { print "| " FNR " | `" users($1) "` | " (stage[$1] == "FIXED" ? "always" : "`-fno-" users($1) "`") " | " text[$1] " |" }' \
            <(pass_rows) -
}

back_steps() {
    back_rows | awk -F'|' "$users"'
        { left = $3 == "ALWAYS" ? "always" : $3 == "WINDOW" ? "with a window" : "without a window" }
        $2 != "none" { left = "`-fno-" users($2) "`" }
        { print "| " FNR " | `" users($1) "` | " left " | " tolower($4) " | " $5 " |" }'
}

aliases() {
    sed -n 's/^PASS_ALIAS(\([a-z_]*\), \([a-z_]*\))$/\1|\2/p' "$top/fcc/ir/pass.def" |
        awk -F'|' "$users"' { print "| `" users($1) "` | `" users($2) "` |" }'
}

ir_invariants() {
    sed -n 's/^IR_INVARIANT(\([a-z_]*\), "\(.*\)")$/| `\1` | \2 |/p' "$top/fcc/ir/invariant.def"
}

machine_invariants() {
    sed -n 's/^MACHINE_INVARIANT(\([a-z_]*\), \([A-Z]*\), \([A-Z]*\), "\(.*\)")$/\1|\2|\3|\4/p' \
        "$top/fcc/back/verify/invariant.def" |
        awk -F'|' '{ stages = tolower($2) ($3 == $2 ? "" : " to " tolower($3)); print "| `" $1 "` | " stages " | " $4 " |" }'
}

debug_level() {
    sed -n 's/^PASS_DEBUG_OMITS(\([a-z_]*\), "\(.*\)")$/\1|\2/p' "$top/fcc/ir/debug_level.def" |
        awk -F'|' "$users"' { print "| `" users($1) "` | " $2 " |" }'
}
