# random.awk - a random Fork program with subscripts of arrays in arrays, and of members, and what --check has to find in it.
#
#   awk -v seed=N -v program=FILE -v findings=FILE -f random.awk
#
# Each statement stands in a line of its own, and `findings` has the lines in which some subscript is outside of its array.
# The generator knows the value of each subscript in each round. The program only loads, so that nothing is spoilt.
function random(n) { return int(rand() * n) }
function say(text) { print text > program; line++ }

# An array: how an element of it is written, with @1 @2 .. for the subscripts, and how many elements each has.
function array(text, a, b, c) {
    texts[++arrays] = text
    size[arrays, 1] = a
    size[arrays, 2] = b
    size[arrays, 3] = c
    ranks[arrays] = c ? 3 : b ? 2 : 1
}

# A subscript is FACTOR * variable + number; no variable: 0. Values that lie beside the array are as likely as those in it.
function number(n) { return random(8) == 0 ? (random(2) ? n : -1) : random(n) }

function term(variable, factor, plus,    text) {
    if (variable == "") return random(2) ? plus " + zero" : "n" (plus + 20)
    text = factor == 1 ? variable : factor == -1 ? "-" variable : factor " * " variable
    if (plus == 0) return text
    return plus > 0 ? text " + " plus : text " - " (-plus)
}

function element(k, d,    text) {
    text = texts[k]
    for (d = 1; d <= ranks[k]; d++) gsub("@" d, term(variables[d], factors[d], pluses[d]), text)
    return text
}

function value(d, i, j) {
    return pluses[d] + factors[d] * (variables[d] == "i" ? i : variables[d] == "j" ? j : 0)
}

function is_outside(k, i, j,    d, v) {
    for (d = 1; d <= ranks[k]; d++) {
        v = value(d, i, j)
        if (v < 0 || v >= size[k, d]) return 1
    }
    return 0
}

# Chooses the subscripts: of the variables in scope, some. The range of a variable fits one of its subscripts, or not quite.
function choose(k, vars,    d, p) {
    for (d = 1; d <= ranks[k]; d++) {
        variables[d] = substr(vars, random(length(vars) + 1) + 1, 1)
        p = random(8)
        factors[d] = variables[d] == "" ? 0 : p == 0 ? 2 : p == 1 ? -1 : 1
        pluses[d] = variables[d] == "" ? number(size[k, d]) : factors[d] < 0 ? size[k, d] - 1 : random(3) ? 0 : random(3) - 1
    }
}

function range(v, k,    d, n) {
    first[v] = random(4) == 0 ? random(3) : 0
    n = 2 + random(4)
    for (d = ranks[k]; d > 0; d--)
        if (variables[d] == v) n = factors[d] == 2 ? int((size[k, d] + 1) / 2) : size[k, d]
    last[v] = n - 1 + (random(5) == 0) - (random(4) == 0)
    if (last[v] < first[v]) last[v] = first[v]
    limit = random(2) ? last[v] " + zero" : last[v]
    if (random(4) == 0) return "for (" v " = " last[v] "; " v " >= " first[v] "; " v "--) "
    return "for (" v " = " first[v] "; " v " <= " limit "; " v "++) "
}

function load(k) {
    form = random(8)
    if (form == 0) return "mpadd(&" element(k) ", 0);"
    if (form == 1) return "sum += f(" element(k) ");"
    if (form == 2) return "{ int *p = &" element(k) "; sum += f(0); }" # no access
    return "sum += " element(k) ";"
}

function statement(k,    loops, i, j, found, text) {
    loops = random(3)
    choose(k, loops == 2 ? "ij" : loops == 1 ? "i" : "")
    first["i"] = last["i"] = first["j"] = last["j"] = 0
    text = loops > 0 ? range("i", k) : ""
    text = text (loops > 1 ? range("j", k) : "")
    text = text load(k)
    for (i = first["i"]; i <= last["i"]; i++)
        for (j = first["j"]; j <= last["j"]; j++)
            found = found || is_outside(k, i, j)
    found = found && form != 2
    if (found && ++outside > 9) # --check tells of 20 places, two in some lines
        return
    say("    " text)
    if (found) print line > findings
}

# In step, behind a condition that all PPs compute: it holds, or it does not, and then nothing is accessed.
function guarded(k,    loops, i, found, holds) {
    loops = random(2)
    choose(k, loops ? "i" : "")
    first["i"] = last["i"] = 0
    text = loops ? range("i", k) : ""
    holds = random(3) > 0
    for (i = first["i"]; i <= last["i"]; i++) found = found || is_outside(k, i, 0)
    found = found && holds
    if (found && ++outside > 9) return
    say("    " text "if ($ " (holds ? "==" : ">") " zero) s += " element(k) ";")
    if (found) print line > findings
}

BEGIN {
    srand(seed)
    printf "" > findings
    say("#include <stdlib.h>")
    say("#include <fork.h>")
    say("sh int zero, sum;")
    for (k = -1; k < 20; k++) say("sh int n" k + 20 " = " k ";")
    say("struct inner { int a[3]; int one; int b[4]; };")
    say("struct outer { int front[2]; int list[5]; struct inner in[2]; int table[2][3]; int last; };")
    say("sh int front[40];")
    say("sh int grid[5][10], cube[3][4][5];")
    say("int before[400], mine[4][6];")
    say("static sh struct outer record, records[4];")
    say("struct outer own[2];")
    say("sh int behind[40];")
    say("int after[400];")
    say("int f(int n) { return zero ? f(n - 1) : n; }")
    array("grid[@1][@2]", 5, 10)
    array("cube[@1][@2][@3]", 3, 4, 5)
    array("mine[@1][@2]", 4, 6)
    array("record.list[@1]", 5)
    array("record.in[@1].b[@2]", 2, 4)
    array("records[@1].list[@2]", 4, 5)
    array("records[@1].in[@2].a[@3]", 4, 2, 3)
    array("records[@1].table[@2][@3]", 4, 2, 3)
    array("own[@1].front[@2]", 2, 2)
    array("near[@1][@2]", 3, 7)
    array("local.in[@1].a[@2]", 2, 3)
    array("heap[1][@1]", 8)
    array("(*row)[@1]", 10)
    array("block->list[@1]", 5)
    array("block->table[@1][@2]", 2, 3)
    array("many[2].in[@1].b[@2]", 2, 4)
    in_main = arrays
    of_all = 9 # that come first
    array("rows[1][@1]", 10)
    array("deep[1][@1][@2]", 4, 5)
    array("o->in[@1].a[@2]", 2, 3)
    say("sync void step(void)")
    say("{")
    say("    int i, s = 0;")
    for (n = 0; n < 12; n++) guarded(1 + random(of_all))
    say("    farm sum += s;")
    say("}")
    say("void walk(int (*rows)[10], int deep[][4][5], struct outer *o)")
    say("{")
    say("    int i, j;")
    for (n = 0; n < 8; n++) statement(in_main + 1 + random(3))
    say("}")
    say("int main(void)")
    say("{")
    say("    int i, j, near[3][7];")
    say("    struct outer local;")
    say("    int (*heap)[8] = calloc(32, 1), (*row)[10] = grid;")
    say("    struct outer *block = calloc(1, sizeof *block), *many = shcalloc(3, sizeof *many);")
    say("    for (i = 0; i < 3; i++) for (j = 0; j < 7; j++) near[i][j] = 0;")
    say("    local = record;")
    say("    walk(grid, cube, &record);")
    say("    start step();")
    for (n = 0; n < 60; n++) statement(1 + random(in_main))
    n = number(10)
    say("    for (row = grid; row < grid + 5; row++) sum += (*row)[" n " + zero];")
    if (n < 0 || n >= 10) print line > findings
    say("    return sum & 0;")
    say("}")
}
