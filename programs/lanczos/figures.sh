#!/bin/bash
# figures.sh DIR - averages the runs of DIR/runs.csv over start vectors into DIR/fig1.csv .. fig5.csv and draws them, as SVG
# and PNG; fig3.csv is drawn twice, as 3 and 4. Called by experiment when all runs are there; figures without runs are left
# out. Lists what it has drawn.
set -eu
cd "$1"

# the runs without comments, the bits of each format's significand in front; arprec:N is counted as 48 N
awk -F, '
    /^#/ || /^n,/ { next }
    {
        split($3, part, ":")
        bits = part[2]
        if (part[1] == "double") bits = 53
        if (part[1] == "ldouble") bits = 64
        if (part[1] == "float128") bits = 113
        if (part[1] == "dd") bits = 106
        if (part[1] == "qd") bits = 212
        if (part[1] == "staggered") bits *= 53
        if (part[1] == "arprec") bits *= 48
        print bits "," part[1] "," $0
    }' runs.csv | sort -t, -k1,1n -k3,3n >runs.tmp
trap 'rm -f runs.tmp' EXIT
[ -s runs.tmp ] || { echo "$1/runs.csv: no runs" >&2; exit 1; }

# Columns: 1 bits 2 family 3 n 4 alpha 5 format 6 variant 7 dots 8 seed 9 iterations 10 correct 11 cycles 12 seconds
# average NAME HEADER KEY CONDITION: lines `KEY,vectors,mean,least,most,` and the rest, which HEADER names too:
# seconds and millions of cycles for each correct eigenvalue and for each iteration
average() {
    awk -F, -v OFS=, "
        $4 {
            key = $3
            if (!(key in runs)) { order[++keys] = key; least[key] = most[key] = \$10 }
            runs[key]++; correct[key] += \$10; seconds[key] += \$12; cycles[key] += \$11; iterations[key] += \$9
            if (\$10 < least[key]) least[key] = \$10
            if (\$10 > most[key]) most[key] = \$10
        }
        END {
            print \"$2,vectors,correct,least,most,seconds_per_eigenvalue,megacycles_per_eigenvalue,seconds_per_iteration,megacycles_per_iteration\"
            for (i = 1; i <= keys; i++) {
                k = order[i]
                found = correct[k] > 0 ? correct[k] : 1
                printf \"%s,%d,%.2f,%d,%d,%.6f,%.6f,%.6f,%.6f\n\", k, runs[k], correct[k] / runs[k], least[k], most[k],
                    seconds[k] / found, cycles[k] / found / 1e6, seconds[k] / iterations[k], cycles[k] / iterations[k] / 1e6
            }
        }" runs.tmp >"$1.csv.part"
    mv "$1.csv.part" "$1.csv"
    [ "$(wc -l <"$1.csv")" -gt 1 ] || rm "$1.csv"
}
average fig1 alpha,variant,bits '$4 OFS $6 OFS $1' '$2 == "mpfr" && $3 == 100 && $7 == "rounded"'
average fig2 variant,format,n '$6 OFS $5 OFS $3' '($5 == "double" || $5 == "mpfr:128" || $5 == "mpfr:256" || $5 == "mpfr:512") && $4 == 0.5 && $7 == "rounded"'
average fig3 alpha,variant,family,format,bits '$4 OFS $6 OFS $2 OFS $5 OFS $1' '$3 == 100 && $4 != "1.0" && $7 == "rounded"'
average fig5 variant,dots '$6 OFS $7' '$3 == 100 && $4 == 0.5 && $5 == "double"'

# draw NAME WIDTH HEIGHT, commands on standard input: `set output` and the terminal are made here
draw() {
    local commands drawn=yes
    commands=$(cat)
    for kind in svg png; do
        [ $kind = svg ] && terminal="svg size $2,$3 dynamic background 'white' font 'sans,12'" || terminal="pngcairo size $2,$3 font 'sans,10'"
        gnuplot 2>gnuplot.tmp <<END || drawn=no
set terminal $terminal
set output "$1.$kind.part"
set datafile separator ","
set key bottom right
set grid
$commands
END
        [ $drawn = yes ] || break
        mv "$1.$kind.part" "$1.$kind"
    done
    [ $drawn = yes ] && echo "$1.svg $1.png" || echo "$1: too few runs for a drawing: $(grep -m 1 '[a-z]' gnuplot.tmp)"
    rm -f gnuplot.tmp "$1.svg.part" "$1.png.part"
}

if [ -e fig1.csv ]; then
    draw fig1 1000 420 <<END
set multiplot layout 1,2
set xlabel "precision [bits]"
set ylabel "correct eigenvalues"
set yrange [0:105]
do for [variant in "unmodified modified"] {
    set title variant eq "modified" ? "modified Lanczos algorithm" : "Lanczos algorithm"
    plot for [alpha in "0.25 0.5 1.0"] sprintf("< awk -F, '\$1 == %s && \$2 == \"%s\"' fig1.csv", alpha, variant) \
        using 3:5:6:7 with yerrorlines pointtype 7 pointsize 0.5 title sprintf("alpha = %s", alpha)
}
END
fi
if [ -e fig2.csv ]; then
    draw fig2 1000 420 <<END
set multiplot layout 1,2
set xlabel "dimension"
set key top left
formats = "double mpfr:128 mpfr:256 mpfr:512"
data(variant, format) = sprintf("< awk -F, '\$1 == \"%s\" && \$2 == \"%s\"' fig2.csv | sort -t, -k3,3n", variant, format)
set title "correct eigenvalues, alpha = 0.5"
plot for [i=1:words(formats)] data("unmodified", word(formats, i)) using 3:5 with linespoints linecolor i pointsize 0.6 title word(formats, i), \
     for [i=1:words(formats)] data("modified", word(formats, i)) using 3:5 with linespoints linecolor i pointsize 0.6 dashtype 2 title word(formats, i)." modified"
set title "processor time for each correct eigenvalue [s]"
set logscale y
plot for [i=1:words(formats)] data("unmodified", word(formats, i)) using 3:8 with linespoints linecolor i pointsize 0.6 title word(formats, i), \
     for [i=1:words(formats)] data("modified", word(formats, i)) using 3:8 with linespoints linecolor i pointsize 0.6 dashtype 2 title word(formats, i)." modified"
END
fi
if [ -e fig3.csv ]; then
    families=$(awk -F, 'NR > 1 { print $3 }' fig3.csv | sort -u | tr '\n' ' ')
    for figure in "fig3:6:correct eigenvalues" "fig4:9:processor time for each correct eigenvalue [s]"; do
        IFS=: read -r name column title <<<"$figure"
        draw $name 1100 850 <<END
set multiplot layout 2,2
set xlabel "precision [bits]"
set key top right outside
$([ $name = fig4 ] && echo "set logscale y")
families = "$families"
do for [variant in "unmodified modified"] {
    do for [alpha in "0.5 0.25"] {
        set title sprintf("$title: %s, alpha = %s", variant, alpha)
        plot for [f in families] sprintf("< awk -F, '\$1 == %s && \$2 == \"%s\" && \$3 == \"%s\"' fig3.csv", alpha, variant, f) \
            using 5:(column($column + 1)) with linespoints pointsize 0.7 title f
    }
}
END
    done
fi
if [ -e fig5.csv ]; then
    draw fig5 1000 420 <<END
set multiplot layout 1,2
set style data histograms
set style fill solid 0.6
set key top left
set yrange [0:100]
data(variant) = sprintf("< awk -F, '\$1 == \"%s\"' fig5.csv", variant)
set title "correct eigenvalues of 100, doubles, alpha = 0.5"
set ylabel "correct eigenvalues"
plot data("unmodified") using 4:xtic(2) title "unmodified", data("modified") using 4 title "modified"
set title "processor time for an iteration [s]"
set ylabel "s"
set yrange [0:*<0.01]
plot data("unmodified") using 9:xtic(2) title "unmodified", data("modified") using 9 title "modified"
END
fi
