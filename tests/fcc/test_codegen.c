/* test_codegen.c - the passes of the back end one by one: intermediate code in, expected assembly text out.
 *
 * Each row is a function as ir_print prints it, and the instructions that must come out, without labels'
 * numbers: they are worked out by hand from docs/isa.md and docs/internals/abi.md. `-` in front of a row's
 * name: without optimisation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fcc/back/back.h"
#include "tests/fcc/ir_text.h"

enum { NEAR = 2 };

struct codegen_case {
    const char *name;
    int optimise; /* false, true, or NEAR: true, with constants near (fcc/ir/pass.h) */
    const char *ir;
    const char *assembly; /* lines of the function's body, blanks squeezed */
};

static const struct codegen_case cases[] = {
    /* ---- operands */
    {"a constant of 13 bits is an operand", true,
     "async function f(v1)\nb0:\n v2 = add v1, 4095\n return v2\n", "add a0,4095,a0\nret\n"},
    {"a constant of 14 bits is set first", true,
     "async function f(v1)\nb0:\n v2 = add v1, 4097\n return v2\n", "set 4097,t0\nadd a0,t0,a0\nret\n"},
    {"the addition of -4097 .. has a subtraction for it", true,
     "async function f(v1)\nb0:\n v2 = add v1, 4096\n return v2\n", "sub a0,-4096,a0\nret\n"},
    {"constants go to the right of what commutes", true,
     "async function f(v1)\nb0:\n v2 = and 7, v1\n return v2\n", "and a0,7,a0\nret\n"},
    {"floats are compared with registers only, 0.0 is R0", true,
     "async function f(v1)\nb0:\n v2 = fadd v1, 0\n return v2\n", "fadd a0,zero,a0\nret\n"},
    {"a float constant is set", true, "async function f(v1)\nb0:\n v2 = fmul v1, 1048576000\n return v2\n",
     "set 1048576000,t0\nfmul a0,t0,a0\nret\n"},

    /* ---- folding */
    {"constants are folded", true,
     "async function f()\nb0:\n v1 = copy 6\n v2 = mul v1, 7\n v3 = sub v2, 2\n return v3\n",
     "set 40,a0\nret\n"},
    {"INT_MIN / -1 wraps", true, "async function f()\nb0:\n v1 = div -2147483648, -1\n return v1\n",
     "set -2147483648,a0\nret\n"},
    {"a division by a constant 0 is left to fault", true,
     "async function f()\nb0:\n v1 = div 1, 0\n return v1\n", "set 1,t0\ndiv t0,0,a0\nret\n"},
    {"shifts by 32 and more give 0", true, "async function f()\nb0:\n v1 = shl 1, 32\n return v1\n",
     "set 0,a0\nret\n"},
    {"an arithmetic shift by 40 gives the sign", true,
     "async function f()\nb0:\n v1 = sar -8, 40\n return v1\n", "set -1,a0\nret\n"},
    {"floats are folded exactly", true, /* 0.5 + 0.25 = 0.75 */
     "async function f()\nb0:\n v1 = fadd 1056964608, 1048576000\n return v1\n", "set 1061158912,a0\nret\n"},
    {"a NaN is left to the machine", true, /* 0 / 0 */
     "async function f()\nb0:\n v1 = fdiv 0, 0\n return v1\n", "fdiv zero,zero,a0\nret\n"},
    {"a sum in the other order is the same sum", true,
     "async function f(v1, v2)\nb0:\n v3 = add v1, v2\n v4 = add v2, v1\n v5 = mul v3, v4\n return v5\n",
     "add a0,a1,t0\nmul t0,t0,a0\nret\n"},
    {"a difference in the other order is another one", true,
     "async function f(v1, v2)\nb0:\n v3 = sub v1, v2\n v4 = sub v2, v1\n v5 = mul v3, v4\n return v5\n",
     "sub a0,a1,t0\nsub a1,a0,t1\nmul t0,t1,a0\nret\n"},
    {"x * 1, x + 0, x | 0 are x", true,
     "async function f(v1)\nb0:\n v2 = mul v1, 1\n v3 = add v2, 0\n v4 = or v3, 0\n return v4\n", "ret\n"},
    {"sums of constants become one", true,
     "async function f(v1)\nb0:\n v2 = add v1, 5\n v3 = sub v2, 2\n v4 = add v3, 7\n return v4\n",
     "add a0,10,a0\nret\n"},
    {"large powers of two are shifts", true, "async function f(v1)\nb0:\n v2 = mul v1, 65536\n return v2\n",
     "lsl a0,16,a0\nret\n"},
    {"unsigned division by a power of two is a shift", true,
     "async function f(v1)\nb0:\n v2 = divu v1, 8\n v3 = remu v1, 8\n v4 = add v2, v3\n return v4\n",
     "lsr a0,3,t0\nand a0,7,t1\nadd t0,t1,a0\nret\n"},
    {"signed division by a power of two is a division", true,
     "async function f(v1)\nb0:\n v2 = div v1, 8\n return v2\n", "div a0,8,a0\nret\n"},

    /* ---- calls of small functions */
    {"a small straight function takes the place of its call", true,
     "async function f(v1)\nb0:\n v2 = call &g(v1, 5)\n v3 = add v2, v1\n return v3\n"
     "straight function g(v1, v2)\nb0:\n v3 = mul v1, v2\n return v3\n",
     "mul a0,5,t0\nadd t0,a0,a0\nret\ng:\nmul a0,a1,a0\nret\n"},
    {"so does a small asynchronous one", true,
     "async function f(v1)\nb0:\n v2 = call &g(v1)\n return v2\n"
     "async function g(v1)\nb0:\n v2 = mul v1, v1\n return v2\n",
     "mul a0,a0,a0\nret\ng:\nmul a0,a0,a0\nret\n"},
    {"one that calls another does not", true,
     "async function f(v1)\nb0:\n v2 = call &g(v1)\n return v2\n"
     "async function g(v1)\nb0:\n v2 = call &h(v1)\n return v2\n",
     "add sp,2,sp\nstg sp,-2,fp\nadd sp,-2,fp\nstg fp,1,ra\ncall g,ra\nldg fp,1,ra\nadd fp,0,sp\nldg "
     "fp,0,fp\nret\n"
     "g:\nadd sp,2,sp\nstg sp,-2,fp\nadd sp,-2,fp\nstg fp,1,ra\ncall h,ra\nldg fp,1,ra\nadd fp,0,sp\nldg "
     "fp,0,fp\nret\n"},

    /* ---- equal computations, dead code */
    {"equal computations are done once", true,
     "async function f(v1, v2)\nb0:\n v3 = mul v1, v2\n v4 = mul v2, v1\n v5 = mul v1, v2\n v6 = add v3, v5\n"
     " return v6\n",
     "mul a0,a1,t0\nadd t0,t0,a0\nret\n"},
    {"unused code is gone", true,
     "async function f(v1)\nb0:\n v2 = mul v1, v1\n v3 = load [v1]\n return v1\n", "ret\n"},
    {"a volatile load stays", true, "async function f(v1)\nb0:\n v2 = load [v1] volatile\n return v1\n",
     "ldg a0,0,t0\nret\n"},
    {"two loads of one word are one", true,
     "async function f(v1)\nb0:\n v2 = load [v1]\n v3 = load [v1]\n v4 = add v2, v3\n return v4\n",
     "ldg a0,0,t0\nnop\nadd t0,t0,a0\nret\n"},
    {"a store that may touch the word keeps them apart", true,
     "async function f(v1, v2)\nb0:\n v3 = load [v1]\n store [v2], v3\n v4 = load [v1]\n v5 = add v3, v4\n"
     " return v5\n",
     "ldg a0,0,t0\nnop\nstg a1,0,t0\nldg a0,0,t1\nnop\nadd t0,t1,a0\nret\n"},
    {"a store to another object does not", true,
     "async function f(v1, v2)\nb0:\n v3 = load [v1] alias1\n store [v2] alias2, v3\n v4 = load [v1] alias1\n"
     " v5 = add v3, v4\n return v5\n",
     "ldg a0,0,t0\nnop\nstg a1,0,t0\nadd t0,t0,a0\nret\n"},
    {"in synchronous code neither: no PP's store to the one object meets the other", true,
     "sync function f(v1, v2)\nb0: sync\n v3 = load [v1] alias1\n store [v2] alias2, v3\n v4 = load [v1] "
     "alias1\n"
     " v5 = add v3, v4\n return v5\n",
     "ldg a0,0,t0\nnop\nstg a1,0,t0\nadd t0,t0,a0\nret\n"},
    {"a store to another word of the object does not in asynchronous code", true,
     "async function f(v1, v2)\nb0:\n v3 = load [v1] alias1\n store [v1 + 1] alias1, v3\n v4 = load [v1] "
     "alias1\n"
     " v5 = add v3, v4\n return v5\n",
     "ldg a0,0,t0\nnop\nstg a0,1,t0\nadd t0,t0,a0\nret\n"},
    {"in synchronous code it does: others store to the object in the same cycle", true,
     "sync function f(v1, v2)\nb0: sync\n v3 = load [v1] alias1\n store [v1 + 1] alias1, v3\n v4 = load [v1] "
     "alias1\n"
     " v5 = add v3, v4\n return v5\n",
     "ldg a0,0,t0\nnop\nstg a0,1,t0\nldg a0,0,t1\nnop\nadd t0,t1,a0\nret\n"},
    {"and one through an unknown pointer", true,
     "sync function f(v1, v2)\nb0: sync\n v3 = load [v1] alias1\n store [v2], v3\n v4 = load [v1] "
     "alias1\n"
     " v5 = add v3, v4\n return v5\n",
     "ldg a0,0,t0\nnop\nstg a1,0,t0\nldg a0,0,t1\nnop\nadd t0,t1,a0\nret\n"},

    /* ---- addresses */
    {"a sum of registers is computed by the accesses that use it", true,
     "async function f(v1, v2)\nb0:\n v3 = add v1, v2\n v4 = load [v3]\n store [v3], v1\n return v4\n",
     "ldg a0,a1,t0\nstg a0,a1,a0\nmov t0,a0\nret\n"},
    {"also by a load right after it if something else wants it: the sum is made in the load's slot", true,
     "async function f(v1, v2)\nb0:\n v3 = add v1, v2\n v4 = load [v3]\n v5 = add v4, v3\n return v5\n",
     "ldg a0,a1,t0\nadd a0,a1,t1\nadd t0,t1,a0\nret\n"},
    {"but not if that is not right after it", true,
     "async function f(v1, v2)\nb0:\n v3 = add v1, v2\n store [v2], v1\n v4 = load [v3]\n v5 = add v4, v3\n"
     " return v5\n",
     "add a0,a1,t0\nstg a1,0,a0\nldg t0,0,t1\nnop\nadd t1,t0,a0\nret\n"},

    {"a constant that no other access with the same sum has is added in front of the loop", true,
     "async function f(v1, v2, v3)\nb0:\n v4 = copy 0\n jump b1\nb1:\n v5 = and v2, 7\n v6 = add v1, v5\n"
     " v7 = load [v6 + 3]\n v4 = add v4, v7\n v2 = mul v2, v3\n branch ne v2, 0 ? b1 : b2\nb2:\n return v4\n",
     "add a0,3,t0\nset 0,a0\n.L:\nand a1,7,t1\nldg t0,t1,t2\nmuls a1,a2,a1\nadd a0,t2,a0\nbne .L\nret\n"},
    {"one that tells two accesses apart stays", true,
     "async function f(v1, v2, v3)\nb0:\n jump b1\nb1:\n v5 = and v2, 7\n v6 = add v1, v5\n"
     " v7 = load [v6 + 3]\n store [v6 + 4], v7\n v2 = mul v2, v3\n branch ne v2, 0 ? b1 : b2\nb2:\n return\n",
     ".L:\nand a1,7,t0\nadd a0,t0,t1\nldg t1,3,t2\nmuls a1,a2,a1\nstg t1,4,t2\nbne .L\nret\n"},

    /* ---- delay slots */
    {"an independent instruction fills the slot", true,
     "async function f(v1, v2)\nb0:\n v3 = load [v1]\n v4 = add v3, 1\n v5 = mul v2, 3\n v6 = xor v4, v5\n"
     " return v6\n",
     "ldg a0,0,t0\nmul a1,3,t1\nadd t0,1,t2\nxor t2,t1,a0\nret\n"},
    {"what leads to a load comes first, and what does not fills its slot", true,
     "async function f(v1, v2)\nb0:\n v3 = mul v2, 3\n v4 = load [v1]\n v5 = load [v4 + 1]\n v6 = add v5, 1\n"
     " v7 = xor v2, 5\n v8 = add v6, v3\n v9 = add v8, v7\n return v9\n",
     "ldg a0,0,t0\nmul a1,3,t1\nldg t0,1,t2\nxor a1,5,t0\nadd t2,1,t3\nadd t3,t1,t1\nadd t1,t0,a0\nret\n"},
    {"loads fill each other's slots", true,
     "async function f(v1)\nb0:\n v2 = load [v1]\n v3 = load [v1 + 1]\n v4 = load [v1 + 2]\n v5 = add v2, "
     "v3\n"
     " v6 = add v5, v4\n return v6\n",
     "ldg a0,0,t0\nldg a0,1,t1\nldg a0,2,t2\nadd t0,t1,t3\nadd t3,t2,a0\nret\n"},
    {"a load of the result has the return as its slot", true,
     "async function f(v1)\nb0:\n v2 = load [v1 + 3]\n return v2\n", "ldg a0,3,a0\nret\n"},
    {"what falls into the next block has that as its slot", true,
     "async function f(v1, v2)\nb0:\n branch eq v2, 0 ? b1 : b2\nb1:\n v3 = add v2, 7\n jump b3\n"
     "b2:\n v3 = load [v1]\n jump b3\nb3:\n v4 = mul v2, v1\n v5 = add v4, v3\n return v5\n",
     "cmp a1,0\nbne .L\nadd a1,7,t0\nbra .L\n.L:\nldg a0,0,t0\n.L:\nmul a1,a0,t1\nadd t1,t0,a0\nret\n"},
    {"the step of a counter fills the slot, the bases after it are set back", true,
     "async function f(v1, v2, v3, v4)\nb0:\n jump b1\nb1:\n v5 = add v1, v3\n v6 = load [v5]\n"
     " v7 = add v2, v3\n store [v7], v6\n v3 = add v3, v4\n branch lt v3, 100 ? b1 : b2\nb2:\n return\n",
     "sub a1,a3,t0\n.L:\nldg a0,a2,t1\nadd a2,a3,a2\nstg t0,a2,t1\ncmp a2,100\nblt .L\nret\n"},
    {"but not if the counter itself is wanted between", true,
     "async function f(v1, v2, v3, v4)\nb0:\n jump b1\nb1:\n v5 = add v1, v3\n v6 = load [v5]\n"
     " v7 = add v2, v6\n store [v7], v3\n v3 = add v3, v4\n branch lt v3, 100 ? b1 : b2\nb2:\n return\n",
     ".L:\nldg a0,a2,t0\nnop\nstg a1,t0,a2\nadd a2,a3,a2\ncmp a2,100\nblt .L\nret\n"},
    {"an instruction of the next block fills the slot", true,
     "async function f(v1, v2)\nb0:\n v3 = load [v1]\n branch eq v3, 0 ? b1 : b2\nb1:\n v4 = mul v2, 5\n"
     " store [v1 + 1], v4\n return\nb2:\n store [v1 + 2], v3\n return\n",
     "ldg a0,0,t0\nmul a1,5,t1\ncmp t0,0\nbne .L\nstg a0,1,t1\nret\n.L:\nstg a0,2,t0\nret\n"},
    {"but not if what it sets is wanted on the other way", true,
     "async function f(v1, v2)\nb0:\n v3 = load [v1]\n branch eq v3, 0 ? b1 : b2\nb1:\n v2 = mul v2, 5\n"
     " jump b2\nb2:\n store [v1 + 1], v2\n return\n",
     "ldg a0,0,t0\nnop\ncmp t0,0\nbne .L\nmul a1,5,a1\n.L:\nstg a0,1,a1\nret\n"},
    {"nor if it might fault", true,
     "async function f(v1, v2)\nb0:\n v3 = load [v1]\n branch ne v3, 0 ? b1 : b2\nb1:\n v4 = div v2, v1\n"
     " store [v1 + 1], v4\n return\nb2:\n store [v1 + 2], v3\n return\n",
     "ldg a0,0,t0\nnop\ncmp t0,0\nbeq .L\ndiv a1,a0,t1\nstg a0,1,t1\nret\n.L:\nstg a0,2,t0\nret\n"},
    {"without optimisation too", false,
     "async function f(v1)\nb0:\n v2 = load [v1]\n v3 = add v2, 1\n return v3\n",
     "ldg a0,0,t0\nnop\nadd t0,1,a0\nret\n"},

    /* ---- comparisons without branches */
    {"a == b", true, "async function f(v1, v2)\nb0:\n v3 = seq v1, v2\n return v3\n",
     "sub a0,a1,t0\ncmp zero,t0\nadc zero,0,a0\nret\n"},
    {"a != 0", true, "async function f(v1)\nb0:\n v3 = sne v1, 0\n return v3\n",
     "cmp a0,1\nadc zero,0,a0\nret\n"},
    {"a < 0 is the sign", true, "async function f(v1)\nb0:\n v3 = slt v1, 0\n return v3\n",
     "lsr a0,31,a0\nret\n"},
    {"a <= b, unsigned", true, "async function f(v1, v2)\nb0:\n v3 = sleu v1, v2\n return v3\n",
     "cmp a1,a0\nadc zero,0,a0\nret\n"},
    {"a <= b, signed", true, "async function f(v1, v2)\nb0:\n v3 = sle v1, v2\n return v3\n",
     "max a1,a0,t0\nsub t0,a1,t1\ncmp zero,t1\nadc zero,0,a0\nret\n"},

    {"a mask of a < b, unsigned", true,
     "async function f(v1, v2, v3)\nb0:\n v4 = sltu v1, v2\n v5 = sub 0, v4\n v6 = and v3, v5\n return v6\n",
     "cmp a0,a1\nsbc zero,0,t0\nand a2,t0,a0\nret\n"},
    {"the opposite of a mask", true,
     "async function f(v1, v2)\nb0:\n v3 = xor v1, -1\n v4 = and v3, v2\n return v4\n",
     "andn a1,a0,a0\nret\n"},
    {"the opposite of the opposite", true,
     "async function f(v1, v2)\nb0:\n v3 = xor v1, -1\n v4 = xor v3, -1\n v5 = add v4, v2\n return v5\n",
     "add a0,a1,a0\nret\n"},
    {"a counter from 0 is compared as an unsigned number with one that does not change", true,
     "async function f(v1, v2, v3)\nb0:\n v4 = copy 0\n v5 = copy 0\n jump b1\nb1:\n v6 = slt v4, v2\n"
     " v7 = sub 0, v6\n v8 = and v7, v4\n v5 = add v5, v8\n v4 = add v4, 1\n"
     " branch lt v4, 7 ? b1 : b2\nb2:\n return v5\n",
     "max a1,0,t0\nset 0,a0\nset 0,t1\n.L:\ncmp t1,t0\nsbc zero,0,t2\nand t2,t1,t3\nadd t1,1,t1\nadd "
     "a0,t3,a0\ncmp t1,7\nblt .L\nret\n"},

    /* ---- branches */
    {"a comparison as a condition is a branch", true,
     "async function f(v1, v2)\nb0:\n v3 = slt v1, v2\n branch ne v3, 0 ? b1 : b2\nb1:\n return 1\nb2:\n "
     "return 2\n",
     "cmp a0,a1\nbge .L\nset 1,a0\nret\n.L:\nset 2,a0\nret\n"},
    {"a decided branch goes, with what it does not reach", true,
     "async function f(v1)\nb0:\n branch lt 1, 2 ? b1 : b2\nb1:\n return v1\nb2:\n return 2\n", "ret\n"},
    {"the opposite of a float comparison is no float comparison", true,
     "async function f(v1, v2)\nb0:\n branch flt v1, v2 ? b1 : b2\nb1:\n return 1\nb2:\n return 2\n",
     "fcmp a0,a1\nblt .L\nbra .L\n.L:\nset 1,a0\nret\n.L:\nset 2,a0\nret\n"},
    {"the flags of the operation that made a value are used", true,
     "async function f(v1)\nb0:\n v2 = and v1, 4\n branch eq v2, 0 ? b1 : b2\nb1:\n return 1\nb2:\n return "
     "v2\n",
     "ands a0,4,a0\nbne .L\nset 1,a0\nret\n.L:\nret\n"},
    {"jumps to jumps are jumps", true,
     "async function f(v1)\nb0:\n branch eq v1, 0 ? b1 : b2\nb1:\n jump b3\nb2:\n jump b3\nb3:\n return v1\n",
     "ret\n"},

    /* ---- loops */
    {"a loop is turned round, its addresses step, its counter goes", true,
     "async function f(v1, v2)\nb0:\n v3 = copy 0\n v4 = copy 0\n jump b1\nb1:\n branch lt v3, 10 ? b2 : b3\n"
     "b2:\n v5 = add v1, v3\n v6 = load [v5]\n v4 = add v4, v6\n v3 = add v3, 1\n jump b1\nb3:\n return v4\n",
     "add a0,10,t0\nset 0,t1\n.L:\npopg a0,1,t2\ncmp a0,t0\nadd t1,t2,t1\nbne .L\nmov t1,a0\nret\n"},
    {"an address starts at the first load's offset, so that this load steps it", true,
     "async function f(v1)\nb0:\n v3 = copy 1\n jump b1\nb1:\n v4 = add v1, v3\n v5 = load [v4 + -1]\n"
     " v6 = load [v4 + 1]\n v7 = fadd v5, v6\n store [v4 + 20], v7\n v3 = add v3, 1\n"
     " branch lt v3, 9 ? b1 : b2\nb2:\n return\n",
     "add a0,8,t0\n.L:\npopg a0,1,t1\nldg a0,1,t2\ncmp a0,t0\nfadd t1,t2,t3\nstg a0,20,t3\nbne .L\nret\n"},
    {"what does not change leaves the loop", true,
     "async function f(v1, v2)\nb0:\n jump b1\nb1:\n v3 = mul v2, v2\n v4 = fadd v3, 1065353216\n store "
     "[v1], v4\n"
     " v5 = load [v1 + 1]\n branch ne v5, 0 ? b1 : b2\nb2:\n return\n",
     "mul a1,a1,t0\nset 1065353216,t1\nfadd t0,t1,t2\n.L:\nstg a0,0,t2\nldg a0,1,t3\nnop\ncmp t3,0\nbne "
     ".L\nret\n"},
    {"a division does not, it might not have been reached", true,
     "async function f(v1, v2)\nb0:\n jump b1\nb1:\n branch ne v1, 0 ? b2 : b3\nb2:\n v3 = div 100, v2\n"
     " store [v1], v3\n v1 = load [v1 + 1]\n jump b1\nb3:\n return\n",
     "cmp a0,0\nbeq .L\nset 100,t0\n.L:\ndiv t0,a1,t1\nstg a0,0,t1\nldg a0,1,a0\nnop\ncmp a0,0\nbne "
     ".L\n.L:\nret\n"},
    {"a shared load does not, another PP may write the word", true,
     "async function f(v1)\nb0:\n jump b1\nb1:\n v2 = load [v1] shared\n branch eq v2, 0 ? b1 : b2\nb2:\n "
     "return\n",
     ".L:\nldg a0,0,t0\nnop\ncmp t0,0\nbeq .L\nret\n"},
    {"a constant leaves all loops", true,
     "async function f(v1)\nb0:\n jump b1\nb1:\n v2 = call &g(v1)\n jump b2\nb2:\n store [v2], 70000\n"
     " v2 = load [v2 + 1] shared\n branch ne v2, 0 ? b2 : b3\nb3:\n v1 = load [v1] shared\n"
     " branch ne v1, 0 ? b1 : b4\nb4:\n return\n",
     "add sp,4,sp\nstg sp,-4,fp\nadd sp,-4,fp\nstg fp,1,ra\nstg fp,2,s0\nstg fp,3,s1\nmov a0,s1\n"
     "set 70000,s0\n.L:\nmov s1,a0\ncall g,ra\n.L:\nstg a0,0,s0\nldg a0,1,a0\nnop\ncmp a0,0\nbne .L\n"
     "ldg s1,0,s1\nnop\ncmp s1,0\nbne .L\nldg fp,2,s0\nldg fp,3,s1\nldg fp,1,ra\nadd fp,0,sp\n"
     "ldg fp,0,fp\nret\n"},
    {"or stays in one that calls, in front of that in which it is wanted", NEAR,
     "async function f(v1)\nb0:\n jump b1\nb1:\n v2 = call &g(v1)\n jump b2\nb2:\n store [v2], 70000\n"
     " v2 = load [v2 + 1] shared\n branch ne v2, 0 ? b2 : b3\nb3:\n v1 = load [v1] shared\n"
     " branch ne v1, 0 ? b1 : b4\nb4:\n return\n",
     "add sp,3,sp\nstg sp,-3,fp\nadd sp,-3,fp\nstg fp,1,ra\nstg fp,2,s0\nmov a0,s0\n.L:\nmov s0,a0\n"
     "call g,ra\nset 70000,t0\n.L:\nstg a0,0,t0\nldg a0,1,a0\nnop\ncmp a0,0\nbne .L\nldg s0,0,s0\n"
     "nop\ncmp s0,0\nbne .L\nldg fp,2,s0\nldg fp,1,ra\nadd fp,0,sp\nldg fp,0,fp\nret\n"},
    {"but leaves the innermost one, call or not", NEAR,
     "async function f(v1)\nb0:\n jump b1\nb1:\n v2 = call &g(v1)\n store [v2], 70000\n"
     " v1 = load [v1] shared\n branch ne v1, 0 ? b1 : b2\nb2:\n return\n",
     "add sp,4,sp\nstg sp,-4,fp\nadd sp,-4,fp\nstg fp,1,ra\nstg fp,2,s0\nstg fp,3,s1\nmov a0,s0\n"
     "set 70000,s1\n.L:\nmov s0,a0\ncall g,ra\nstg a0,0,s1\nldg s0,0,s0\nnop\ncmp s0,0\nbne .L\n"
     "ldg fp,2,s0\nldg fp,3,s1\nldg fp,1,ra\nadd fp,0,sp\nldg fp,0,fp\nret\n"},

    /* ---- frames and calls (docs/internals/abi.md, section 2) */
    {"a leaf function has no frame", true, "async function f(v1)\nb0:\n return v1\n", "ret\n"},
    {"a call needs one", true,
     "async function f(v1)\nb0:\n v2 = call &g(v1, 2)\n v3 = add v2, 1\n return v3\n",
     "add sp,2,sp\nstg sp,-2,fp\nadd sp,-2,fp\nstg fp,1,ra\nset 2,a1\ncall g,ra\nadd a0,1,a0\nldg fp,1,ra\n"
     "add fp,0,sp\nldg fp,0,fp\nret\n"},
    {"what is wanted behind a call is kept in a saved register", true,
     "async function f(v1)\nb0:\n v2 = call &g()\n v3 = add v2, v1\n return v3\n",
     "add sp,3,sp\nstg sp,-3,fp\nadd sp,-3,fp\nstg fp,1,ra\nstg fp,2,s0\nmov a0,s0\ncall g,ra\nadd a0,s0,a0\n"
     "ldg fp,2,s0\nldg fp,1,ra\nadd fp,0,sp\nldg fp,0,fp\nret\n"},
    {"a word that is not written is loaded again rather than kept in one", true,
     "sync function f(v1)\nb0: sync\n v2 = load [v1 + 3] shared constant\n v3 = call &g(v2)\n"
     " v4 = add v3, v2\n v5 = add v4, v1\n return v5\n",
     "add sp,3,sp\nstg sp,-3,fp\nadd sp,-3,fp\nstg fp,1,ra\nstg fp,2,s0\nmov a0,s0\nldg s0,3,a0\n"
     "call g,ra\nldg s0,3,t0\nldg fp,1,ra\nadd a0,t0,t1\nadd t1,s0,a0\nldg fp,2,s0\nadd fp,0,sp\n"
     "ldg fp,0,fp\nret\n"},
    {"but in asynchronous code, where others might read it in the same cycle", true,
     "async function f(v1)\nb0:\n v2 = load [v1 + 3] shared constant\n v3 = call &g(v2)\n v4 = add v3, v2\n"
     " v5 = add v4, v1\n return v5\n",
     "add sp,4,sp\nstg sp,-4,fp\nadd sp,-4,fp\nstg fp,1,ra\nstg fp,2,s0\nstg fp,3,s1\nmov a0,s1\n"
     "ldg s1,3,s0\nnop\nmov s0,a0\ncall g,ra\nadd a0,s0,t0\nadd t0,s1,a0\nldg fp,2,s0\nldg fp,3,s1\n"
     "ldg fp,1,ra\nadd fp,0,sp\nldg fp,0,fp\nret\n"},
    {"for that, it is loaded before", true,
     "sync function f(v1)\nb0: sync\n v2 = load [v1 + 3] shared constant\n v3 = call &g(v2)\n shint 4\n"
     " jump b1\nb1:\n v4 = add v3, v2\n store [v4], v2\n jump b2\nb2: sync\n shint 5\n return v1\n",
     "add sp,3,sp\nstg sp,-3,fp\nadd sp,-3,fp\nstg fp,1,ra\nstg fp,2,s0\nmov a0,s0\nldg s0,3,a0\n"
     "call g,ra\nldg s0,3,t0\nshint 4\nstg a0,t0,t0\nshint 5\nmov s0,a0\nldg fp,2,s0\nldg fp,1,ra\n"
     "add fp,0,sp\nldg fp,0,fp\nret\n"},
    {"so is the number of the PP read again", true,
     "async function f(v1)\nb0:\n v2 = read pn\n v3 = call &g(v2)\n v4 = add v3, v2\n return v4\n",
     "add sp,2,sp\nstg sp,-2,fp\nadd sp,-2,fp\nstg fp,1,ra\ngetpn a0\ncall g,ra\ngetpn t0\n"
     "add a0,t0,a0\nldg fp,1,ra\nadd fp,0,sp\nldg fp,0,fp\nret\n"},
    {"a word that others may write is kept", true,
     "async function f(v1)\nb0:\n v2 = load [v1 + 3] shared\n v3 = call &g(v2)\n v4 = add v3, v2\n"
     " v5 = add v4, v1\n return v5\n",
     "add sp,4,sp\nstg sp,-4,fp\nadd sp,-4,fp\nstg fp,1,ra\nstg fp,2,s0\nstg fp,3,s1\nmov a0,s1\n"
     "ldg s1,3,s0\nnop\nmov s0,a0\ncall g,ra\nadd a0,s0,t0\nadd t0,s1,a0\nldg fp,2,s0\nldg fp,3,s1\n"
     "ldg fp,1,ra\nadd fp,0,sp\nldg fp,0,fp\nret\n"},
    {"the seventh argument goes onto the stack", true,
     "async function f(v1)\nb0:\n v2 = call &g(v1, 2, 3, 4, 5, 6, v1)\n return\n",
     "add sp,3,sp\nstg sp,-3,fp\nadd sp,-3,fp\nstg fp,1,ra\nstg sp,-1,a0\nset 2,a1\nset 3,a2\nset 4,a3\n"
     "set 5,a4\nset 6,a5\ncall g,ra\nldg fp,1,ra\nadd fp,0,sp\nldg fp,0,fp\nret\n"},
    {"and comes from there", true,
     "async function f(v1, v2, v3, v4, v5, v6, v7, v8)\nb0:\n v9 = sub v7, v8\n return v9\n",
     "add sp,2,sp\nstg sp,-2,fp\nadd sp,-2,fp\nldg fp,-2,t0\nldg fp,-1,t1\nadd fp,0,sp\nsub t0,t1,a0\n"
     "ldg fp,0,fp\nret\n"},
    {"slots lie in the frame, large ones behind small ones", true,
     "async function f(v1)\n slot0 5000 words big\n slot1 1 words small\nb0:\n store [slot1] own, v1\n"
     " v2 = call &g(slot0, slot1)\n return\n",
     "set 5003,t0\nadd sp,t0,sp\nstg sp,-1,zero\nsub sp,t0,t0\nstg t0,0,fp\nadd t0,0,fp\nstg fp,1,ra\n"
     "set 3,t0\nstg fp,2,a0\nadd fp,t0,a0\nadd fp,2,a1\ncall g,ra\nldg fp,1,ra\n"
     "add fp,0,sp\nldg fp,0,fp\nret\n"},
    {"0 is stored from a register, R0 would be the status word", true,
     "async function f(v1)\nb0:\n store [v1], 0\n return\n", "set 0,t0\nstg a0,0,t0\nret\n"},

    /* ---- symbols, groups, hints */
    {"a word of a symbol takes two instructions", true,
     "bss x 4 words\nasync function f()\nb0:\n v1 = load [&x+2]\n return v1\n",
     "gethi %hi(x+2),t0\nldg t0,%lo(x+2),a0\nret\n"},
    {"a multiprefix without a result has the sync form", true,
     "sync function f()\nb0: sync\n v1 = read gp\n mpadd [v1 + 1], 0\n return\n", "syncadd gp,1,zero\nret\n"},
    {"with a result its contribution is in the target", true,
     "async function f(v1, v2)\nb0:\n v3 = mpadd [v1], v2\n return v3\n",
     "mov a0,t0\nmov a1,a0\nmpadd t0,0,a0\nret\n"},
    {"a hint keeps its place", true,
     "async function f(v1)\nb0:\n shint 4\n store [v1], v1\n shint 5\n return\n",
     "shint 4\nstg a0,0,a0\nshint 5\nret\n"},
};

static void fail_full(void *context)
{
    (void)context;
    fail_msg("out of memory");
}

/* Copies the instructions of the first function: without directives, comments, the function's own label and
 * the numbers of labels, one blank between mnemonic and operands. */
static void squeeze(const char *text, char *body, size_t size)
{
    size_t length = 0;
    bool inside = false;
    while (*text) {
        size_t end = strcspn(text, "\n");
        const char *at = text + strspn(text, " ");
        bool directive =
            strncmp(at, ".L", 2) != 0 && (*at == '.' || *at == '#' || *at == '\n' || *at == '\0');
        if (inside && !directive) {
            bool blank = false;
            for (; at < text + end && length + 2 < size; at++) {
                if (*at == ' ') {
                    blank = true;
                    continue;
                }
                if (blank)
                    body[length++] = ' ';
                blank = false;
                body[length++] = *at;
                if (at[0] == 'L' && at[-1] == '.')
                    at += strspn(at + 1, "0123456789.");
            }
            body[length++] = '\n';
        } else if (inside && strncmp(at, ".bss", 4) == 0) {
            break;
        }
        inside = inside || (!directive && memchr(text, ':', end));
        text += end + (text[end] == '\n');
    }
    body[length] = '\0';
}

/* Numbers the temporaries t0 .. t7 in the order of their appearance. */
static void number_temporaries(char *text)
{
    int number[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    int count = 0;
    for (char *at = text; *at; at++) {
        bool starts = at == text || strchr(" ,", at[-1]) != NULL;
        if (!starts || at[0] != 't' || at[1] < '0' || at[1] > '7')
            continue;
        int *of = &number[at[1] - '0'];
        if (*of < 0)
            *of = count++;
        at[1] = (char)('0' + *of);
    }
}

static void test_case(void **state)
{
    const struct codegen_case *c = *state;
    char error[200] = "";
    char *text = NULL;
    size_t size = 0;
    struct arena arena;
    arena_init(&arena, 0, fail_full, NULL);
    struct ir_unit *unit = ir_text_read(&arena, c->ir, error, sizeof error);
    if (!unit)
        fail_msg("%s", error);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const struct back_options options = {
        .passes = {.verify = true, .optimise = c->optimise != 0, .near = c->optimise == NEAR}};
    back_compile(out, unit, &options, &(const struct arena){0});
    fclose(out);
    char body[4096];
    squeeze(text, body, sizeof body);
    number_temporaries(body);
    free(text);
    arena_release(&arena);
    assert_string_equal(body, c->assembly);
}

int main(void)
{
    enum { COUNT = sizeof cases / sizeof *cases };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){
            .name = cases[i].name, .test_func = test_case, .initial_state = (void *)&cases[i]};
    return _cmocka_run_group_tests("codegen", tests, COUNT, NULL, NULL);
}
