# random.awk - prints a random program that nests Fork's constructs and communicates nothing but a sum: what every PP computes is
# what the same text computes as plain C for that PP's number, so the host's compiler knows the result.
#
#   awk -v seed=N -f random.awk        text for both; the macros of synchronous.h or plain.h make it Fork or C
# Constructs: if, else, for, while, do, switch, break, continue, return, && || ?: with calls, fork, farm, seq, join, recursion,
# private and shared conditions. $$ # $ @ stand in every place where an expression can, as differences that must be 0: zero()
# makes expressions of them, harmless() statements that change nothing as long as they are 0.
#
# where: "sync" statements of a group; "async" those of a PP alone, in farm and in functions; "both" text that is printed twice,
# for those who ride in a join and those who do not.
# numbers: whether what the group's numbers must be is known here; "rank": only that of $$, as in the size and the delay of a join,
# which its driver computes on board.

function pick(n) { # 0..n-1
    state = (state * 16807) % 2147483647
    return int(state / 2147483647 * n)
}

function line(text) {
    text = sprintf("%" (4 * indent) "s%s\n", "", text)
    if (capturing)
        captured = captured text
    else
        printf "%s", text
}

function variable() {
    return substr("abcde", pick(5) + 1, 1)
}

function operand() {
    if (numbers && !pick(6))
        return "(" plain_operand() " + " zero(1) ")"
    return plain_operand()
}

function plain_operand() {
    return pick(4) ? variable() : pick(3) ? "id" : pick(100) + 1
}

# Is 0: one of the group's numbers, less what it must be, in some place of an expression.
function zero(depth,   kind) {
    if (!numbers)
        return "0"
    kind = pick(depth > 0 ? 28 : 5)
    if (kind < 2 || (kind < 5 && numbers == "rank"))
        return "RANK"
    if (kind < 5)
        return kind == 2 ? "SIZE" : kind == 3 ? "ID" : "GROUP"
    depth--
    if (kind < 8)
        return "same(" zero(depth) ")"
    if (kind == 8)
        return "second(" plain_operand() ", " zero(depth) ")"
    if (kind == 9)
        return "(" condition(0) " ? same(" zero(depth) ") : " zero(depth) ")"
    if (kind == 10)
        return "(" (pick(2) ? condition(0) : zero(depth)) " ? " zero(depth) " : " zero(depth) ")"
    if (kind == 11)
        return "(" zero(depth) " && " condition(0) ")"
    if (kind == 12)
        return "(" condition(0) " && " zero(depth) ")"
    if (kind == 13)
        return "(" zero(depth) " || " zero(depth) ")"
    if (kind == 14)
        return "(table[3 + " zero(depth) "] - 3)"
    if (kind == 15)
        return "(*(table + 3 + " zero(depth) ") - 3)"
    if (kind == 16)
        return "(" plain_operand() ", " zero(depth) ")"
    if (kind == 17)
        return "(!" zero(depth) " - 1)"
    if (kind == 18)
        return "(~" zero(depth) " + 1)"
    if (kind == 19)
        return "(int)(float)(" zero(depth) ")"
    if (kind == 20)
        return "through(" zero(depth) ")"
    if (kind == 21)
        return "make_two(" zero(depth) ", 1).first"
    if (kind == 22)
        return "make_two(1, " zero(depth) ").second"
    if (kind == 23)
        return "sum_of(2, " zero(depth) ", " zero(depth) ")"
    if (kind == 24)
        return "ADD_NOTHING(" zero(depth) ")"
    if (kind == 25)
        return "(" zero(depth) " - " zero(depth) ")"
    if (where == "sync")
        return kind == 26 ? "inside(" zero(depth) ")" : "SHARED_SIZE"
    if (where == "async" && kind == 26)
        return "aside(" zero(depth) ")"
    return "(-" zero(depth) ")"
}

function expression(depth,   kind) {
    kind = pick(9)
    if (depth <= 0 || kind < 2)
        return operand()
    if (kind == 2)
        return "(" expression(depth - 1) " >> " pick(5) ")"
    if (kind == 3)
        return "(" condition(depth - 1) " ? " expression(depth - 1) " : " expression(depth - 1) ")"
    if (kind == 4 && calls_left > 0 && where == "sync")
        return call(depth - 1)
    if (kind == 8)
        return "(" condition(depth - 1) " + " operand() ")"
    return "(" expression(depth - 1) " " substr("+-*&|^", pick(6) + 1, 1) " " expression(depth - 1) ")"
}

function condition(depth,   kind, name) {
    kind = pick(12)
    if (depth > 0 && kind == 0)
        return "(" condition(depth - 1) " && " condition(depth - 1) ")"
    if (depth > 0 && kind == 1)
        return "(" condition(depth - 1) " || " condition(depth - 1) ")"
    if (depth > 0 && kind == 2)
        return "!" condition(depth - 1)
    if (kind == 3)
        return "(" expression(depth - 1) " < " expression(depth - 1) ")"
    if (kind == 8)
        return "odd[" expression(depth - 1) " & 7]"
    name = variable() # an index that is wild without its guard
    if (kind == 9)
        return "((" name " & ~7) == 0 && odd[" name "])"
    if (kind == 10)
        return "((" name " & ~7) != 0 || boxes[" name "].is_odd)"
    if (kind == 11)
        return "((" name " & ~7) == 0 && (" condition(0) " ? boxes[" name "] : boxes[" name " ^ 1]).is_odd)"
    return "((" expression(depth - 1) " & " pick(6) + 1 ") == " pick(3) ")"
}

# An expression that only some PPs of the group compute, who are a group then.
function in_part(depth,   outer, text) {
    outer = numbers
    numbers = pick(2)
    text = numbers ? "(KNOW, " expression(depth) ")" : expression(depth)
    numbers = outer
    return text
}

# The condition or step of a loop is computed by those who are still in it: they count anew, or it has no numbers.
function round(before, name,   outer, text) {
    outer = numbers
    numbers = numbers && pick(2)
    text = before != "" ? before " && " condition(1) : name " += 1 + " zero(1)
    if (numbers && where != "async")
        text = "(KNOW, " text ")"
    numbers = outer
    return text
}

# a function defined before, or this one with a smaller budget
function call(depth,   name) {
    calls_left--
    if (defined > 0 && pick(3))
        return "f" pick(defined) "(id, " expression(depth) ", " operand() ", fuel - 1 THESE)"
    return "f" defined + 0 "(id, " expression(depth) ", " operand() ", fuel - 1 THESE)"
}

function counter() {
    return "i" loops++
}

function begin_group() {
    if (where != "async")
        line("BEGIN_GROUP")
}

function body(depth, inside) {
    indent++
    begin_group()
    block(depth, inside)
    indent--
}

function block(depth, inside,   n) {
    for (n = pick(3) + 1; n > 0; n--)
        statement(depth, inside)
}

function know() {
    if (where != "async")
        line("KNOW;")
}

# Changes nothing, as long as all zeros are 0. One statement.
function harmless(depth,   kind, name) {
    kind = pick(depth > 0 && loops < 15 ? 16 : 3)
    if (kind == 0)
        line(variable() " += " zero(2) ";")
    else if (kind == 1 && where != "both")
        line(variable() " ^= counted(" zero(1) " COUNTED);")
    else if (kind < 3)
        line("z = " zero(2) ", " variable() " -= z;")
    else if (kind == 3)
        line("{ z = 2 + " zero(1) "; z -= " zero(1) " + 2; " variable() " += z; }")
    else if (kind == 4) {
        line("if (" zero(2) ")")
        line("    " variable() " = 77;")
    } else if (kind == 5) {
        line("if (" zero(1) " == 0) {")
        indent++
        begin_group()
        harmless(depth - 1)
        indent--
        line("} else")
        line("    " variable() " = 78;")
    } else if (kind == 6) {
        line("if (" condition(0) ") {")
        indent++
        begin_group()
        harmless(depth - 1)
        indent--
        line("} else {")
        indent++
        begin_group()
        harmless(depth - 1)
        indent--
        line("}")
    } else if (kind == 7) {
        name = counter()
        line("for (" name " = " zero(1) "; " name " != 0; " name " = " zero(1) ")")
        line("    " variable() "++;")
    } else if (kind == 8) {
        name = counter()
        line("for (" name " = 0; " name " < 1; " name "++) {")
        indent++
        begin_group()
        harmless(depth - 1)
        indent--
        line("}")
    } else if (kind == 9) {
        line("while (" zero(1) ")")
        line("    " variable() "++;")
    } else if (kind == 10) {
        line("do {")
        indent++
        begin_group()
        harmless(depth - 1)
        indent--
        line("} while (" zero(1) ");")
    } else if (kind == 11) {
        line("switch (" zero(1) ") {")
        line("case 0:")
        line("    break;")
        line("default:")
        line("    " variable() " = 79;")
        line("}")
    } else if (kind == 12) {
        line("switch (" plain_operand() " & 1) {")
        line("case 0: {")
        indent++
        begin_group()
        harmless(depth - 1)
        indent--
        line("} break;")
        line("default:")
        indent++
        line("{")
        begin_group()
        harmless(depth - 1)
        line("}")
        indent--
        line("}")
    } else if (kind == 13) {
        line("{")
        indent++
        line("int x = " zero(1) ", y[2] = {0, " zero(1) "};")
        line(variable() " += x + y[1];")
        indent--
        line("}")
    } else if (kind == 14) {
        line("table[3 + " zero(1) "] += " zero(1) ";")
    } else if (where == "async") {
        join(depth - 1, 1)
    } else {
        line("if (SHARED_ZERO == 0) {")
        indent++
        harmless(depth - 1)
        indent--
        line("}")
    }
}

# Those who ride compute as a group what those who do not compute alone; one statement. Or nobody rides.
function join(depth, careful,   outer, text, rides, stay) {
    outer = where
    where = "both"
    capturing++
    text = captured
    captured = ""
    know()
    if (careful)
        harmless(depth)
    else
        statement(depth, 0)
    rides = captured
    captured = text
    capturing--
    text = "JOIN (5000, 0, "
    stay = "0"
    if (pick(2)) {
        numbers = "rank"
        text = "JOIN (5000 + " zero(2) ", " (pick(2) ? zero(2) : "0") ", "
        numbers = 0
        stay = pick(2) ? condition(1) " + ABOARD" : "ABOARD"
        numbers = 1
    }
    where = outer
    line(text stay ") {")
    indent++
    if (stay == "0")
        line(variable() " = 76;")
    else {
        line("BEGIN_JOIN")
        put(rides)
    }
    indent--
    line("} JOIN_ELSE {")
    gsub(/BEGIN_GROUP/, "", rides)
    gsub(/KNOW;/, "", rides)
    gsub(/KNOW, /, "", rides)
    put(rides)
    line("}")
}

function put(text) {
    if (capturing)
        captured = captured text
    else
        printf "%s", text
}

# All by themselves. Often there is one $$ only, for which the ranks must be drawn.
function farm(depth,   n) {
    if (pick(3))
        line("STALE;")
    know()
    where = "async"
    if (pick(2)) {
        line("FARM {")
        indent++
        for (n = pick(2); n >= 0; n--)
            if (pick(2))
                harmless(depth)
            else if (pick(4))
                statement(depth, 0)
            else
                join(depth, 0)
        indent--
        line("}")
    } else {
        line("FARM")
        indent++
        n = pick(4)
        if (n == 0)
            line(variable() " += same(" zero(1) ");")
        else if (n == 1)
            join(0, 1)
        else
            harmless(depth)
        indent--
    }
    where = "sync"
}

function fork(depth,   k, shared) {
    k = pick(4) + 1
    shared = pick(2) ? k " + SHARED_ZERO" : k
    line("{")
    indent++
    line("int number = " expression(1) " % " k + pick(3) ", dollar = " expression(1) " & 255;")
    know()
    if (pick(2)) {
        line("FORK (" shared ", number + " zero(1) ", dollar + " zero(1) ") {")
        line("    BEGIN_FORK(number, dollar)")
    } else {
        line("FORK_RANKED (" shared ", number + " zero(1) ") {")
        line("    BEGIN_FORK_RANKED(number)")
    }
    indent++
    block(depth - 1, 0)
    indent--
    line("}")
    indent--
    line("}")
}

function switches(depth,   k) {
    line("switch (" expression(1) " & 3) {")
    indent++
    for (k = 0; k < 3; k++) {
        line("case " k ": {")
        indent++
        begin_group()
        block(depth - 2, 0)
        line("} break;")
        indent--
    }
    line("default:")
    line("    " variable() " ^= 77;")
    indent--
    line("}")
}

# Rounds of a loop with nothing in front of #, which must know at once who is left.
function rounds(   kind, name, part) {
    kind = pick(5)
    name = counter()
    part = substr("ROUND     ROUND_CALL", pick(2) * 10 + 1, 10)
    sub(/ +$/, "", part)
    part = part "(" name ")"
    line("{")
    indent++
    line("BEGIN_ROUNDS((id + " expression(1) ") & 3)")
    line(name " = 0;")
    line(kind < 2 ? "for (; " name " < n; " name "++) {" : kind == 2 ? "while (" name " < n) {" : \
        kind == 3 ? "if (n > 0) do {" : "for (;;) {")
    indent++
    if (kind == 4) {
        line("if (" name " >= n)")
        line("    break;")
    }
    part = pick(2) ? part : pick(2) ? "same(" part ")" : "second(1, " part ")"
    if (pick(2))
        line(variable() " += " part ";")
    else {
        line("if (" part ")")
        line("    " variable() " = 75;")
    }
    if (kind == 2 || kind == 4)
        line(name "++;")
    indent--
    line(kind == 3 ? "} while (++" name " < n);" : "}")
    indent--
    line("}")
}

# kinds below 14 are for all modes
function statement(depth, inside,   kind, name) {
    know()
    kind = depth > 0 ? pick(where == "sync" ? 23 : 13) : pick(3)
    if (loops > 9 && kind > 4 && kind < 9)
        kind = 3
    if (kind < 3) {
        line(variable() " = " expression(2) ";")
    } else if (kind < 5) {
        line("if (" condition(2) ") {")
        body(depth - 1, inside)
        if (pick(2)) {
            line("} else {")
            body(depth - 1, inside)
        }
        line("}")
    } else if (kind == 5 || kind == 6) {
        name = counter()
        line("for (" name " = 0 + " zero(1) "; " name " < (" plain_operand() " & 3); " round("", name) ") {")
        body(depth - 1, 1)
        line("}")
    } else if (kind == 7) {
        name = counter()
        line(name " = " expression(1) " & 3;")
        line("while (" round(name "-- > 0") ") {")
        body(depth - 1, 1)
        line("}")
    } else if (kind == 8) {
        name = counter()
        line(name " = 0;")
        line("do {")
        body(depth - 1, 1)
        line("} while (" round("++" name " < 3") ");")
    } else if (kind == 9 && inside) {
        line("if (" condition(1) ")")
        line(pick(2) ? "    break;" : "    continue;")
    } else if (kind == 10 && !inside) {
        switches(depth)
    } else if (kind < 13) {
        harmless(2)
    } else if (kind == 13) {
        line("if (" condition(2) ")")
        line("    return " in_part(1) ";")
    } else if (kind < 16) {
        fork(depth)
    } else if (kind < 19) {
        farm(1)
    } else if (kind == 19) {
        line("SEQ {")
        where = "async"
        indent++
        harmless(1)
        indent--
        line("}")
        where = "sync"
    } else if (kind < 22) {
        rounds()
    } else {
        line("TOGETHER;")
    }
}

function locals(   n, text) {
    text = "    int z"
    for (n = 0; n < 16; n++)
        text = text ", i" n
    print text ";"
}

function define() {
    loops = 0
    calls_left = 3
    where = "sync"
    numbers = 1
    printf "\nSYNC unsigned f%d(unsigned id, unsigned a, unsigned b, SH_INT fuel NUMBERS)\n{\n", defined
    printf "    unsigned c = id * %d, d = a ^ b, e = %d;\n", pick(50) + 1, pick(1000)
    locals()
    printf "    BEGIN_GROUP\n    if (fuel <= 0)\n        return a + 1;\n    TOGETHER;\n"
    indent = 1
    while (loops < 3 && statements++ < 12)
        statement(3, 0)
    statements = 0
    printf "    TOGETHER;\n    return a + 3 * b + 5 * c + 7 * d + 11 * e;\n}\n"
    defined++
}

# Asynchronous code of all PPs: 0
function world(   n) {
    loops = 0
    where = "async"
    numbers = 1
    printf "\nASYNC unsigned world(unsigned id ASIDE_PARAMETERS)\n{\n"
    print "    unsigned a = 0, b = 0, c = 0, d = 0, e = 0;"
    locals()
    indent = 1
    for (n = 0; n < 3; n++)
        harmless(2)
    printf "    return a + b + c + d + e;\n}\n"
}

BEGIN {
    state = seed * 7919 + 12345
    for (k = 0; k < 5; k++)
        pick(2)
    print "/* random.awk, seed " seed " */"
    define()
    define()
    define()
    world()
    where = "world"
    print "\n#define START_ZERO same(RANK) + SIZE + GROUP"
    print "\nMAIN(f2)"
}
