# random.awk - a random Fork program of the library's asynchronous means: locks of each kind, queues, shared memory that is taken
# and given back, join, barriers, output, and now and then races and a division by zero. awk -v seed=N -f random.awk; what it
# prints first says in a comment which of join, races and faults it uses. Each PP puts into a queue before it gets, and gives
# back what it takes, so no PP waits for ever, unless another one fails.

function below(n) {
    return int(rand() * n)
}

function put(text) {
    body = body sprintf("%*s", 4 * depth + 8, "") text "\n"
}

function lock_something(    kind) {
    kind = below(8)
    if (kind == 0) {
        put("simple_lockup(&simple); counted = counted * 3 + $ + mix % 7; simple_unlock(&simple);")
    } else if (kind == 1) {
        put("fair_lockup(&fair); in_line = in_line * 5 + $; mix ^= in_line; fair_unlock(&fair);")
    } else if (kind == 2) {
        put("rw_lockup(&rw, RW_WRITE); written = written * 7 + $; rw_unlock(&rw, RW_WRITE);")
    } else if (kind == 3) {
        put("rw_lockup(&rw, RW_READ); mix += written; rw_unlock(&rw, RW_READ);")
    } else if (kind == 4) {
        put("if (simple_try_lock(&simple)) { counted = counted * 5 + $; simple_unlock(&simple); } else { mix ^= 85; }")
    } else if (kind == 5) {
        put("if (rwd_lockup(&rwd, RW_READ)) { mix += dropped; rwd_unlock(&rwd, RW_READ); }")
    } else if (kind == 6) {
        put("if (rwd_lockup(&rwd, RW_WRITE)) { dropped = dropped * 9 + $; rwd_unlock(&rwd, RW_WRITE); } else { mix += 3; }")
    } else {
        put("if ($ % 5 == " below(20) " && rwd_lockup(&rwd, RW_DELETE)) { dropped += mix; rwd_unlock(&rwd, RW_DELETE); }")
    }
}

function use_queue(    kind) {
    kind = below(3)
    put("queue_put(&line, mix);")
    if (kind == 0)
        put("wait_a_while(mix >> 9);")
    if (kind == 2)
        put("mix += queue_length(&line);")
    put("mix = mix * 9 + queue_get(&line);")
}

function use_memory() {
    put("{ int *block = shmalloc(1 + (mix & 15)); block[0] = $; mix = mix * 11 + block[0] + (int)block % 4096;")
    if (below(2))
        put("wait_a_while(mix >> 5);")
    put("shfree(block); }")
}

function board() {
    put("{ int waited = 0; join (100; ++waited < " (2 + below(9)) "; 1) { riders = riders * 3 + #; } else { mix += 1; } }")
    uses["join"] = 1
}

function race() {
    put("cells[mix & 7] = cells[mix >> 3 & 7] + $;")
    uses["races"] = 1
}

function fail() {
    put("if ((mix & 255) < 9) mix /= mix - mix;")
    uses["faults"] = 1
}

function branch(    n) {
    put("if (mix >> " below(9) " & 1) {")
    depth++
    for (n = 1 + below(3); n > 0; n--)
        statement()
    depth--
    put("} else {")
    depth++
    for (n = below(3); n > 0; n--)
        statement()
    depth--
    put("}")
}

function statement(    kind) {
    put("mix = mix * 1103515245 + 12345;")
    kind = below(100)
    if (kind < 15)
        put("wait_a_while(mix >> " below(20) ");")
    else if (kind < 40)
        lock_something()
    else if (kind < 55)
        use_queue()
    else if (kind < 67)
        use_memory()
    else if (kind < 74)
        put("printf(\"%d:%d \", $, mix & 255);")
    else if (kind < 80 && may_race)
        race()
    else if (kind < 84 && may_race)
        board()
    else if (kind < 86 && may_fail)
        fail()
    else if (kind < 94 && depth < 2)
        branch()
    else if (depth == 0)
        put("barrier;")
}

BEGIN {
    srand(seed)
    may_race = below(2)
    may_fail = below(5) == 0
    for (blocks = 4 + below(12); blocks > 0; blocks--)
        statement()
    means = "means:"
    for (one in uses)
        means = means " " one
    print "/* " means " */"
    print "#include <fork.h>\n#include <locks.h>\n#include <queue.h>\n#include <stdio.h>\n#include <stdlib.h>"
    print "sh simple_lock simple;\nsh fair_lock fair;\nsh rw_lock rw;\nsh rwd_lock rwd;\nsh queue line;"
    print "sh int counted, in_line, written, dropped, riders, sum, cells[8];"
    print "void wait_a_while(int rounds)\n{\n    for (rounds &= 31; rounds > 0; rounds--)\n        ;\n}"
    print "int main(void)\n{\n    if (__PROC_NR__ == 0)\n        queue_init(&line, 512);"
    print "    start {\n        farm {\n            int mix = $ * " (2 * below(5000) + 1) ";"
    printf "%s", body
    print "            mpadd(&sum, mix);\n        }\n    }"
    print "    if (__PROC_NR__ == 0)\n        printf(\"sum %x, %x %x %x %x\\n\", sum, counted, in_line, written, dropped);"
    print "    return 0;\n}"
}
