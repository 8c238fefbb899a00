# random.awk - prints a random program that nests Fork's constructs and communicates nothing but a sum: what every PP computes is
# what the same text computes as plain C for that PP's number, so the host's compiler knows the result.
#
#   awk -v seed=N -f random.awk        text for both; the macros of synchronous.h or plain.h make it Fork or C
# Constructs: if, else, for, while, do, switch, break, continue, return, && || ?: with calls, fork, farm, seq, recursion.

function pick(n) { # 0..n-1
    state = (state * 16807) % 2147483647
    return int(state / 2147483647 * n)
}

function line(text) {
    printf "%" (4 * indent) "s%s\n", "", text
}

function variable() {
    return substr("abcde", pick(5) + 1, 1)
}

function operand() {
    return pick(4) ? variable() : pick(3) ? "id" : pick(100) + 1
}

function expression(depth,   kind) {
    kind = pick(8)
    if (depth <= 0 || kind < 2)
        return operand()
    if (kind == 2)
        return "(" expression(depth - 1) " >> " pick(5) ")"
    if (kind == 3)
        return "(" condition(depth - 1) " ? " expression(depth - 1) " : " expression(depth - 1) ")"
    if (kind == 4 && calls_left > 0)
        return call(depth - 1)
    return "(" expression(depth - 1) " " substr("+-*&|^", pick(6) + 1, 1) " " expression(depth - 1) ")"
}

function condition(depth,   kind) {
    kind = pick(8)
    if (depth > 0 && kind == 0)
        return "(" condition(depth - 1) " && " condition(depth - 1) ")"
    if (depth > 0 && kind == 1)
        return "(" condition(depth - 1) " || " condition(depth - 1) ")"
    if (depth > 0 && kind == 2)
        return "!" condition(depth - 1)
    if (kind == 3)
        return "(" expression(depth - 1) " < " expression(depth - 1) ")"
    return "((" expression(depth - 1) " & " pick(6) + 1 ") == " pick(3) ")"
}

# a function defined before, or this one with a smaller budget
function call(depth,   name) {
    calls_left--
    if (defined > 0 && pick(3))
        return "f" pick(defined) "(id, " expression(depth) ", " operand() ", fuel - 1)"
    return "f" defined + 0 "(id, " expression(depth) ", " operand() ", fuel - 1)"
}

function block(depth, in_loop,   n) {
    for (n = pick(3) + 1; n > 0; n--)
        statement(depth, in_loop)
}

function statement(depth, in_loop,   kind, k, name) {
    kind = depth > 0 ? pick(17) : pick(3)
    if (loops > 9 && ((kind > 4 && kind < 9) || kind == 12))
        kind = 3
    if (kind < 3) {
        line(variable() " = " expression(2) ";")
    } else if (kind < 5) {
        line("if (" condition(2) ") {")
        indent++
        block(depth - 1, in_loop)
        indent--
        if (pick(2)) {
            line("} else {")
            indent++
            block(depth - 1, in_loop)
            indent--
        }
        line("}")
    } else if (kind == 5 || kind == 6) {
        name = "i" loops++
        line("for (" name " = 0; " name " < (" expression(1) " & 3); " name "++) {")
        indent++
        block(depth - 1, 1)
        indent--
        line("}")
    } else if (kind == 7) {
        name = "i" loops++
        line(name " = " expression(1) " & 3;")
        line("while (" name "-- > 0 && " condition(1) ") {")
        indent++
        block(depth - 1, 1)
        indent--
        line("}")
    } else if (kind == 8) {
        name = "i" loops++
        line(name " = 0;")
        line("do {")
        indent++
        block(depth - 1, 1)
        indent--
        line("} while (++" name " < 3 && " condition(1) ");")
    } else if (kind == 9 && in_loop) {
        line("if (" condition(1) ")")
        line(pick(2) ? "    break;" : "    continue;")
    } else if (kind == 10) {
        line("if (" condition(2) ")")
        line("    return " expression(1) ";")
    } else if (kind == 11) {
        k = pick(4) + 1
        line("FORK (" k ", " expression(1) " % " k + pick(3) ") {")
        indent++
        block(depth - 1, 0)
        indent--
        line("}")
    } else if (kind == 12) {
        name = "i" loops++
        line("FARM for (" name " = 0; " name " < (" expression(0) " & 15); " name "++)")
        line("    " variable() " += " name " * 3 + 1;")
    } else if (kind == 13 && !in_loop) {
        line("switch (" expression(1) " & 3) {")
        indent++
        for (k = 0; k < 3; k++) {
            line("case " k ":")
            indent++
            block(depth - 2, 0)
            line("break;")
            indent--
        }
        line("default:")
        line("    " variable() " ^= 77;")
        indent--
        line("}")
    } else {
        line("TOGETHER;")
    }
}

# Locals of a body are known when it is written: it goes into an array first.
function define(   n, text) {
    loops = 0
    calls_left = 3
    printf "\nSYNC unsigned f%d(unsigned id, unsigned a, unsigned b, SH_INT fuel)\n{\n", defined
    printf "    unsigned c = id * %d, d = a ^ b, e = %d;\n    int i0, i1, i2, i3, i4, i5, i6, i7, i8, i9;\n", pick(50) + 1, pick(1000)
    printf "    if (fuel <= 0)\n        return a + 1;\n    TOGETHER;\n"
    indent = 1
    while (loops < 3 && statements++ < 12)
        statement(3, 0)
    statements = 0
    printf "    TOGETHER;\n    return a + 3 * b + 5 * c + 7 * d + 11 * e;\n}\n"
    defined++
}

BEGIN {
    state = seed * 7919 + 12345
    for (k = 0; k < 5; k++)
        pick(2)
    print "/* random.awk, seed " seed " */"
    define()
    define()
    define()
    print "\nMAIN(f2)"
}
