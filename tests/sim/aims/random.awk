# random.awk - a random Fork program in which pointers go many ways, and what --check has to find in it.
#
#   awk -v seed=N -v program=FILE -v findings=FILE -f random.awk
#
# Objects are global, private and local variables, and blocks of both heaps, each of another size. The generator knows of
# each pointer which object it is for and which word it points to; a pointer that was computed from several may be for
# nobody any more. A line `LINE must OBJECT WORD` is a load outside, `LINE may OBJECT WORD` one by such a pointer.
function random(n) { return int(rand() * n) }
function say(text) { print text > program; line++ }

function object(name, words) { names[++objects] = name; sizes[objects] = words }

function set(k, o, word, is_vague) { of[k] = o; at[k] = word; vague[k] = is_vague }

# A pointer stays near its object.
function near(o, word) { return word >= -20 && word <= sizes[o] + 20 }

function pointer() { return random(POINTERS) }

function step() { return random(24) - 10 }

function assign(k,    j, a, b, n, way) {
    j = pointer()
    n = step()
    way = random(12)
    if (way < 3) {
        a = 1 + random(objects)
        say("    p" k " = " names[a] " + " n " + zero;")
        set(k, a, n, 0)
    } else if (way == 3 && near(of[j], at[j] + n)) {
        say("    p" k " = p" j " + " n ";")
        set(k, of[j], at[j] + n, vague[j])
    } else if (way == 4 && near(of[j], at[j] - n)) {
        say("    p" k " = p" j " - (" n " + zero);")
        set(k, of[j], at[j] - n, vague[j])
    } else if (way == 5) {
        say("    p" k " = through(p" j ", 3);")
        set(k, of[j], at[j], vague[j])
    } else if (way == 6) {
        a = random(3)
        say("    " cells[a] "[" n + 10 "] = p" j "; p" k " = " cells[a] "[" n + 10 " + zero];")
        set(k, of[j], at[j], vague[j])
    } else if (way == 7) {
        a = pointer()
        b = random(2)
        say("    p" k " = zero == " b " ? p" j " : p" a ";")
        if (b == 0) set(k, of[j], at[j], vague[j])
        else set(k, of[a], at[a], vague[a])
    } else if (way == 8 && near(of[j], at[j] + 3)) {
        say("    for (k = 0, p" k " = p" j "; k < 3 + zero; k++) p" k "++;")
        set(k, of[j], at[j] + 3, vague[j])
    } else if (way == 9) {
        say("    p" k " = pack(p" j ").both[1];")
        set(k, of[j], at[j], vague[j])
    } else if (way == 10) {
        a = pointer()
        b = pointer()
        if (of[a] == of[b] && near(of[j], at[j] + at[a] - at[b])) {
            say("    p" k " = p" j " + (p" a " - p" b ");")
            set(k, of[j], at[j] + at[a] - at[b], 1)
        }
    } else if (way == 11 && j != k) {
        say("    p" j " = (int *)((int)p" j " ^ (int)p" k "); p" k " = (int *)((int)p" k " ^ (int)p" j "); p" j " = (int *)((int)p" j " ^ (int)p" k ");")
        a = of[j]; b = at[j]; n = vague[j]
        set(j, of[k], at[k], 1)
        set(k, a, b, 1)
    }
}

function access_word(    k, word, is_outside) {
    k = pointer()
    word = random(sizes[of[k]] + 12) - 6
    is_outside = word < 0 || word >= sizes[of[k]]
    if (is_outside && ++outside > 18) # --check tells of 20 places
        return
    say("    sum += p" k "[" word - at[k] " + zero];")
    if (is_outside)
        print line, vague[k] ? "may" : "must", names[of[k]], word > findings
}

BEGIN {
    srand(seed)
    POINTERS = 6
    printf "" > findings
    split("held own kept", three)
    for (k = 0; k < 3; k++) cells[k] = three[k + 1]
    say("#include <stdlib.h>")
    say("sh int front[40], zero, sum; int before[40];")
    for (k = 0; k < 3; k++) {
        say("sh int shared" k "[" 4 + k "]; int private" k "[" 8 + k "];")
        object("shared" k, 4 + k)
        object("private" k, 8 + k)
    }
    say("sh int behind[40], *held[30]; int after[40], *own[30];")
    say("struct two { int *both[2]; };")
    say("int *through(int *p, int n) { return n > 0 ? through(p, n - 1) : p; }")
    say("struct two pack(int *p) { struct two t; t.both[1] = p; return t; }")
    say("int main(void)")
    say("{")
    say("    int k, *kept[30], local0[12], local1[13];")
    object("local0", 12)
    object("local1", 13)
    for (k = 0; k < 3; k++) {
        say("    int *block" k " = malloc(" 14 + k "), *common" k " = shmalloc(" 17 + k ");")
        object("block" k, 14 + k)
        object("common" k, 17 + k)
    }
    say("    for (k = 0; k < 12; k++) local0[k] = local1[k] = 0;")
    for (k = 0; k < POINTERS; k++) {
        say("    int *p" k " = " names[1 + k] ";")
        set(k, 1 + k, 0, 0)
    }
    for (n = 0; n < 150; n++)
        if (random(3) == 0) access_word()
        else assign(pointer())
}

END {
    say("    return 0;")
    say("}")
}
