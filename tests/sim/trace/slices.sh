# slices.sh - for the tests of --trace, after lib.sh: the contents of a timeline, as protoc decodes it.
# shellcheck shell=bash disable=SC2154 # top comes from lib.sh

# slices FILE: protoc's output, a line per event: "time kind [value] name | names of its track, then of those above"
# slices FILE all: and notes, source lines and arrows after a second |
slices() {
    protoc --decode=perfetto.protos.Trace -I "$top/tests/sim/trace" perfetto.proto <"$1" | awk '
        /^packet/ { time = kind = track = name = value = uuid = parent = notes = flow = "" }
        /debug_annotations/ { in_note = 1 }
        in_note && / int_value:/ { number = $2 }
        in_note && / name:/ { gsub(/"/, ""); sub(/^ *name: /, ""); notes = notes " {" $0 " " number "}" }
        in_note { if (/^ *}/) in_note = 0; next }
        / flow_ids:/ { flow = flow " to" $2 }
        /terminating_flow_ids:/ { flow = flow " from" $2 }
        /source_location_iid:/ { notes = notes " @" line_of[$2] }
        / iid:/ { iid = $2 }
        /line_number:/ { line_of[iid] = $2 }
        /timestamp:/ { time = $2 }
        / type:/ { kind = tolower(substr($2, 6)) }
        /track_uuid:/ { track = $2 }
        / uuid:/ { uuid = $2 }
        /parent_uuid:/ { parent = $2 }
        /counter_value:/ { value = $2 " " }
        / name:/ { sub(/^ *name: "/, ""); sub(/"$/, ""); name = $0 }
        /^}/ && uuid != "" { known[uuid] = name; above[uuid] = parent; next }
        /^}/ && kind == "" { next } # an interned place, or the first packet
        /^}/ { line = time " " kind " " value name " |"
            for (at = track; at != "" && above[at] != ""; at = above[at]) line = line " " known[at]
            print line (all == "all" ? " |" notes flow : "") }' all="${2-}" -
}

# unbalanced FILE: tracks with slices that do not end, or end too often, or go back in time
unbalanced() {
    slices "$1" | awk '{ track = $0; sub(/.*\|/, "", track) }
        $1 + 0 < last[track] { print "back in time:", $0 } { last[track] = $1 }
        $2 == "slice_begin" { open[track]++ } $2 == "slice_end" { if (--open[track] < 0) print "ends too often:", $0 }
        END { for (track in open) if (open[track] != 0) print "open:", track }'
}

# sums FILE: of each counter of --trace-counters its name and its sum over the run; the last span of cycles may be cut
sums() {
    slices "$1" | awk '/ counter .* \| (requests|conflicts) / {
            name = $0; sub(/.*\| /, "", name)
            span = name ~ / in / ? name : 1; sub(/.* in /, "", span); sub(/ cycles.*/, "", span)
            if (name in value) sum[name] += value[name] * int(($1 - since[name] + span - 1) / span)
            else order[++count] = name
            value[name] = $3; since[name] = $1
        }
        END { for (k = 1; k <= count; k++) { name = order[k]; sub(/.*: /, "", name)
                  print name, sum[order[k]] + 0 (value[order[k]] ? " and more" : "") } }'
}
