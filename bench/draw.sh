# draw.sh - pictures of benchmarks in one style: 800 pixels wide, values at the ends of bars, units on the axes. Sourced by
# lib.sh; needs gnuplot.
#
#   draw_bars NAME TITLE AXIS [log] [one] [goal] <TABLE   $results/NAME.png: bars from left to right
#   draw_lines NAME TITLE X Y [log] <TABLE          $results/NAME.png: a line a column over the first one, which grows by factors;
#                                                   a heading begins another panel
#
# A table has tabs between its columns. Its first line names the series, after a tab in front; a line without values is a
# heading. The series `reference` is grey. With `one` a line marks 1; with
# `goal` bars that reach it have another colour, too. An empty value is left out.
# shellcheck shell=bash disable=SC2154 # results, scratch come from lib.sh

# colours_of SERIES ...: colours that colour-blind people tell apart, too
colours_of() {
    local series left=(0072b2 e69f00 009e73 cc79a7 56b4e9 d55e00)
    [[ $# -le 2 || ! "$*" =~ ^(p\ =|[0-9]+\ threads) ]] || left=(9ecae1 6baed6 3182bd 2171b5 08519c 08306b) # they are ordered
    for series; do
        [ "$series" = reference ] && echo 999999 || { echo "${left[0]}" && left=("${left[@]:1}"); }
    done
}

# draw_style NAME HEIGHT TITLE SERIES ...: what all pictures begin with
draw_style() {
    cat <<END
set encoding utf8
set terminal pngcairo enhanced size 800,$2 font "DejaVu Sans,10" background "#ffffff"
set output "$results/$1.png"
set border 0
set tics scale 0 textcolor rgb "#333333"
set grid linecolor rgb "#dddddd" linetype 1 linewidth 1
set label 1 "{/:Bold $3}" at screen 0.015, screen $(awk -v h="$2" 'BEGIN { print 1 - 18 / h }') left textcolor rgb "#111111"
set key reverse Left samplen 1.2 textcolor rgb "#333333" $([ $# -gt 4 ] &&
        awk -v h="$2" 'BEGIN { print "horizontal center at screen 0.5, screen " 1 - 42 / h }' || echo off)
set tmargin at screen $(awk -v h="$2" -v n=$(($# - 3)) 'BEGIN { print 1 - (n > 1 ? 62 : 40) / h }')
array colour[$(($# - 3))] = [$(colours_of "${@:4}" | sed 's/.*/"#&"/' | paste -sd,)]
END
}

# draw_text: standard input without what gnuplot takes for markup; names are words
draw_text() {
    sed 's/_/ /g; s/[\\{}^@&~]/\\\\&/g; s/"/\\"/g'
}

draw_bars() {
    local name=$1 title axis log='' goal='' one='' word series height names
    title=$(draw_text <<<"$2") axis=$(draw_text <<<"$3")
    for word in "${@:4}"; do
        case $word in log) log=1 ;; one) one=1 ;; goal) goal=1 one=1 ;; esac
    done
    draw_text >"$scratch/table"
    mapfile -t names < <(head -1 "$scratch/table" | tr '\t' '\n' | tail -n +2)
    series=${#names[@]}
    : >"$scratch/headings"
    # y of each row, and for each series: y, value, its text
    awk -F'\t' -v series="$series" -v folder="$scratch" '
        function short(v) { return v >= 100 ? sprintf("%.0f", v) : v >= 10 ? sprintf("%.1f", v) : v >= 0.1 ? sprintf("%.2f", v) : sprintf("%.3f", v) }
        NR == 1 { for (s = 1; s <= series; s++) print "-100\t1\t" >(folder "/bars." s); next }
        {
            count = 0
            for (s = 1; s <= series; s++) count += $(s + 1) != ""
            if (count == 0) {
                y += NR > 2 ? 0.6 : 0
                print "set label \"{/:Bold " $1 "}\" at screen 0.015, first " y + 0.4 " left textcolor rgb \"#111111\"" >(folder "/headings")
                y += 1.35
                next
            }
            tics = tics (tics == "" ? "" : ", ") "\"" $1 "\" " y + count / 2
            for (s = 1; s <= series; s++) if ($(s + 1) != "") {
                print y + 0.5 "\t" $(s + 1) "\t" short($(s + 1)) >(folder "/bars." s)
                if (least == "" || $(s + 1) < least) least = $(s + 1)
                if ($(s + 1) > most) most = $(s + 1)
                y++
            }
            y += series > 1 ? (count > 1 ? 0.8 : 0.4) : 0.45
        }
        END { print tics >(folder "/tics"); print y, least, most >(folder "/range") }' "$scratch/table"
    read -r height least most <"$scratch/range"
    {
        draw_style "$name" "$(awk -v y="$height" -v s="$series" 'BEGIN { printf "%d", 95 + (s > 1 ? 22 : 0) + y * (s > 1 ? 12 : 15) }')" "$title" "${names[@]}"
        echo "set xlabel \"$axis\" textcolor rgb \"#333333\""
        echo "set ytics ($(<"$scratch/tics"))"
        cat "$scratch/headings"
        echo "set yrange [$height:-0.3]"
        echo "set grid noytics xtics"
        [ -z "$log" ] || echo "set logscale x"
        awk -v log10="$log" -v least="$least" -v most="$most" 'BEGIN {
            if (log10) { low = 10 ^ int(log(least) / log(10) - (least < 1 ? 1 : 0)); if (low > least / 1.5) low /= 10 
                printf "low = %g\nset xrange [low:%g]\nset xtics format \"%%g\"\n", low, most * 3 }
            else printf "low = 0\nset xrange [0:%g]\n", most * 1.15 }'
        [ -z "$one" ] || echo "set arrow from 1, graph 0 to 1, graph 1 nohead back linecolor rgb \"#333333\" dashtype 2"
        if [ -n "$goal" ]; then
            echo "shade(v) = v >= 1 ? 0x009e73 : 0xe69f00"
        else
            echo "shade(v) = 0x0072b2"
        fi
        echo 'set style fill solid 1 noborder'
        printf 'plot '
        head -1 "$scratch/table" | tr '\t' '\n' | tail -n +2 | awk -v folder="$scratch" -v series="$series" '{
            file = folder "/bars." NR
            colour = series > 1 ? "linecolor rgb colour[" NR "]" : "linecolor rgb variable"
            columns = series > 1 ? "" : ":(shade($2))"
            printf "\"%s\" using (low):1:(low):2:($1 - 0.43):($1 + 0.43)%s with boxxyerror %s title \"%s\", ", file, columns, colour, $0
            printf "\"%s\" using 2:1:3 with labels left offset 0.4,0 font \"DejaVu Sans,8\" textcolor rgb \"#333333\" notitle%s", file, (NR < series ? ", " : "\n") }'
    } >"$scratch/picture"
    gnuplot "$scratch/picture"
}

draw_lines() {
    local name=$1 title x y names s panel=0 panels=1 rows=1 height=420
    title=$(draw_text <<<"$2") x=$(draw_text <<<"$3") y=$(draw_text <<<"$4")
    draw_text >"$scratch/table"
    mapfile -t names < <(head -1 "$scratch/table" | tr '\t' '\n' | tail -n +2)
    # a file a panel, with the names of all panels in `panels`
    awk -F'\t' -v folder="$scratch" '
        NR == 1 { printf "" >(folder "/panels"); next }
        NF == 1 { file = folder "/panel." panels++; print >(folder "/panels"); next }
        { if (file == "") { file = folder "/panel.0"; panels = 1; print "" >(folder "/panels") }
          for (k = 1; k <= NF; k++) printf "%s%s", $k == "" ? "NaN" : $k, (k < NF ? "\t" : "\n") >file }' "$scratch/table"
    panels=$(wc -l <"$scratch/panels")
    if [ "$panels" -gt 1 ]; then
        rows=$(((panels + 1) / 2))
        height=$((40 + rows * 290))
    fi
    {
        draw_style "$name" $height "$title" "${names[@]}"
        if [ "$panels" -gt 1 ]; then # a key of the first panel would be as narrow as that
            echo 'set key off'
            for ((s = 0; s < ${#names[@]}; s++)); do
                awk -v h=$height -v s=$s -v n=${#names[@]} -v name="${names[s]}" 'BEGIN {
                    x = 0.5 + (s - n / 2) * 0.2; y = 1 - 42 / h
                    printf "set arrow from screen %g,%g to screen %g,%g nohead linewidth 3 linecolor rgb colour[%d]\n", x, y, x + 0.025, y, s + 1
                    printf "set label \"%s\" at screen %g,%g left textcolor rgb \"#333333\"\n", name, x + 0.035, y }'
            done
        fi
        echo "set multiplot"
        echo "set xlabel \"$x\" textcolor rgb \"#333333\" offset 0,0.4"
        echo "set logscale x 2"
        echo "set xtics ($(awk -F'\t' 'NR > 1 && NF > 1 { print $1 }' "$scratch/table" | sort -gu | paste -sd,)) format \"%.0f\""
        awk -F'\t' 'NR > 1 && NF > 1 { if (least == "" || $1 < least) least = $1; if ($1 > most) most = $1 }
            END { printf "set xrange [%g:%g]\n", least * 0.8, most * 1.25 }' "$scratch/table"
        [ "${5-}" = log ] && echo "set logscale y; set format y \"%g\"; set yrange [$(awk -F'\t' 'NR > 1 { for (k = 2; k <= NF; k++) if ($k != "") {
            if (least == "" || $k < least) least = $k; if ($k > most) most = $k } } END { print least / 1.5 ":" most * 1.5 }' "$scratch/table")]" || echo 'set yrange [0:*]'
        echo 'set datafile separator "\t"'
        while IFS= read -r heading; do
            if [ "$panels" -gt 1 ]; then
                awk -v h=$height -v k=$panel -v rows=$rows 'BEGIN {
                    row = int(k / 2); top = 1 - (86 + row * 290) / h
                    printf "set tmargin at screen %g\nset bmargin at screen %g\nset lmargin at screen %g\nset rmargin at screen %g\n", top, top - 196 / h, k % 2 ? 0.585 : 0.085, k % 2 ? 0.975 : 0.475 }'
                echo "set title \"$heading\" offset 0,-0.5 textcolor rgb \"#111111\""
                [ $panel = 0 ] || echo 'unset label; unset arrow'
            else
                echo 'set rmargin 6'
            fi
            [ $((panel % 2)) = 0 ] && echo "set ylabel \"$y\" textcolor rgb \"#333333\"" || echo 'unset ylabel'
            for ((s = 1; s <= ${#names[@]}; s++)); do
                echo "\"$scratch/panel.$panel\" using 1:$((s + 1)) with linespoints linewidth 2 pointtype 7 pointsize 0.8 linecolor rgb colour[$s] title \"${names[s - 1]}\""
            done | paste -sd, | sed 's/^/plot /'
            panel=$((panel + 1))
        done <"$scratch/panels"
    } >"$scratch/picture"
    gnuplot "$scratch/picture"
}
