# expressions.sh - compares random computations with reals with MPFR. Sourced by real_expressions.test and its slow
# brother:   random_expressions FIRST COUNT
# shellcheck shell=bash disable=SC2154

random_expressions() {
    local seed bits format level failed
    for ((seed = $1; seed < $1 + $2; seed++)); do
        for bits in 53 128 509; do
            for format in mpfr arf; do
                "$build/tests/fcc/real/expressions" "$seed" $bits $format program.fork >expected.$format
            done
            failed=
            for level in -O0 -O1; do
                fcc $level -o program.o program.fork 2>messages || failed="fcc $level: $(head -5 messages)"
                for format in mpfr arf; do
                    for engine in --engine=reference --engine=bsp; do
                        pramsim $engine --real=$format:$bits -q program.o >got 2>&1
                        cmp -s expected.$format got || failed="$level $engine $format: $(diff expected.$format got | head -5)"
                    done
                done
            done
            report $((${#failed} > 0)) "computation $seed with $bits bits" "$failed"
        done
    done
}
