/* test_fold.c - what fcc makes of constants is what the machine makes of variables.
 *
 * A subject is one operation: of the intermediate representation (every row of fcc/ir/instruction.def), or an
 * operator, conversion or built-in function of C. Each becomes a function of two words in a program, and PP k
 * of a run applies all of them to the k-th pair of operands: all pairs of values at edges, and random ones.
 * The memory dump must hold what the folding functions of fcc say. Where they refuse, the machine must fault;
 * folding of the intermediate representation refuses NaN, too.
 *
 * ENGINES: the options of the runs, separated by ';'. BUILD: where bin/ lies.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "asm/compute.h"
#include "asm/object.h"
#include "asm/tables/alu.h"
#include "fcc/back/back.h"
#include "fcc/check/check.h"
#include "fcc/opt/opt.h"
#include "tests/fcc/ir_text.h"

static const uint32_t edges[] = {
    /* integers */
    0, 1, 2, 3, 5, 30, 31, 32, 33, 63, 64, 0xffffffff, 0xfffffffe, 0xffffffe0, 0xffff, 0x10000, 0x55555555,
    0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 12345678,
    /* floats: zero, one, halves, ties of rounding, the borders of denormal, normal, integer, infinite; NaN */
    0x3f800000, 0xbf800000, 0x3f000000, 0x3fc00000, 0x40200000, 0xc0200000, 0x3dcccccd, 0x007fffff,
    0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x4b800000, 0x4b7fffff, 0x4effffff,
    0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0x7fc00000, 0xffc00000, 0x7f800001};

enum { EDGES = sizeof edges / sizeof *edges, RANDOM = 400, PAIRS = EDGES * EDGES + RANDOM, SUBJECTS = 256 };

/* The operands of the k-th pair. */
struct pair {
    uint32_t a, b;
};

struct subject {
    char name[40]; /* of its function */
    char text[40]; /* what it is, for messages */
    /* fcc's result for constants; false if it leaves them to the machine */
    bool (*fold)(const struct subject *subject, struct pair pair, uint32_t *word);
    bool divides; /* b must not be 0 */
    enum ir_op op;
    enum ir_condition condition;
    enum binary_op operation;
    const struct type *from, *to; /* of the operands of C; to: of a conversion */
    enum check_builtin_number function;
    bool leaves_nan; /* fcc may leave a NaN to the machine */
};

/* The program being written. */
struct program {
    struct subject subjects[SUBJECTS];
    size_t count;
    FILE *ir;   /* functions of the intermediate representation */
    FILE *fork; /* functions of Fork */
};

static struct pair pair_number(size_t k)
{
    if (k < (size_t)EDGES * EDGES)
        return (struct pair){edges[k / EDGES], edges[k % EDGES]};
    uint64_t random = (k + 1) * 0x9e3779b97f4a7c15u;
    random = (random ^ random >> 31) * 0xbf58476d1ce4e5b9u;
    random ^= random >> 29;
    return (struct pair){(uint32_t)(random >> 32), (uint32_t)random >> (k % 2 ? k % 32 : 0)};
}

static struct subject *add_subject(struct program *program, const struct subject *subject)
{
    assert_true(program->count < SUBJECTS);
    struct subject *added = &program->subjects[program->count++];
    *added = *subject;
    return added;
}

/* ---- subjects of the intermediate representation */

static bool fold_instruction(const struct subject *subject, struct pair pair, uint32_t *word)
{
    const struct opt_definitions none = {.count = 0};
    struct ir_instr instr = {.op = subject->op, .a = ir_const((int32_t)pair.a)};
    instr.b = ir_ops[subject->op].shape == IR_SHAPE_DAB ? ir_const((int32_t)pair.b) : ir_none();
    struct ir_operand result = opt_fold(&instr, &none);
    *word = (uint32_t)result.value;
    return result.kind == IR_CONST;
}

static bool fold_condition(const struct subject *subject, struct pair pair, uint32_t *word)
{
    struct ir_block yes = {.id = 1};
    struct ir_block no = {.id = 2};
    struct ir_block *dropped = NULL;
    struct ir_instr branch = {.op = IR_BRANCH,
                              .condition = (uint8_t)subject->condition,
                              .a = ir_const((int32_t)pair.a),
                              .b = ir_const((int32_t)pair.b),
                              .target = {&yes, &no}};
    if (!opt_decide_branch(&branch, &dropped))
        return false;
    assert_ptr_equal(dropped, branch.target[0] == &yes ? &no : &yes);
    *word = branch.target[0] == &yes;
    return true;
}

static void add_operation(struct program *program, enum ir_op op)
{
    bool two = ir_ops[op].shape == IR_SHAPE_DAB;
    struct subject *subject =
        add_subject(program, &(struct subject){.fold = fold_instruction,
                                               .op = op,
                                               .divides = (ir_ops[op].flags & IR_TRAPS) != 0,
                                               .leaves_nan = true});
    snprintf(subject->name, sizeof subject->name, "ir_%s", ir_ops[op].name);
    snprintf(subject->text, sizeof subject->text, "the operation %s", ir_ops[op].name);
    fprintf(program->ir, "async function %s(v1, v2)\nb0:\n v3 = ", subject->name);
    for (const char *at = ir_ops[op].name; *at != '\0'; at++)
        fputc(tolower((unsigned char)*at), program->ir);
    fprintf(program->ir, " v1%s\n return v3\n", two ? ", v2" : "");
}

static void add_condition(struct program *program, enum ir_condition condition)
{
    struct subject *subject =
        add_subject(program, &(struct subject){.fold = fold_condition, .condition = condition});
    snprintf(subject->name, sizeof subject->name, "branch_%s", ir_condition_name(condition));
    snprintf(subject->text, sizeof subject->text, "the condition %s", ir_condition_name(condition));
    fprintf(program->ir,
            "async function %s(v1, v2)\nb0:\n branch %s v1, v2 ? b1 : b2\nb1:\n return 1\nb2:\n return 0\n",
            subject->name, ir_condition_name(condition));
}

static void add_intermediate_code(struct program *program)
{
#define IR_INSTRUCTION(operation, instruction) add_operation(program, IR_##operation);
#define IR_COMPARISON(operation, condition) add_operation(program, IR_##operation);
#define IR_CONDITION(name, text, negated, swapped, comparison, branch) add_condition(program, IR_##name);
#include "fcc/ir/instruction.def"
}

/* ---- subjects of C */

static const struct {
    const char *text;
    bool of_floats; /* too */
} operators[] = {[BINARY_ADD] = {"+", true},          [BINARY_SUBTRACT] = {"-", true},
                 [BINARY_MULTIPLY] = {"*", true},     [BINARY_DIVIDE] = {"/", true},
                 [BINARY_REMAINDER] = {"%", false},   [BINARY_AND] = {"&", false},
                 [BINARY_OR] = {"|", false},          [BINARY_XOR] = {"^", false},
                 [BINARY_SHIFT_LEFT] = {"<<", false}, [BINARY_SHIFT_RIGHT] = {">>", false},
                 [BINARY_EQUAL] = {"==", true},       [BINARY_NOT_EQUAL] = {"!=", true},
                 [BINARY_LESS] = {"<", true},         [BINARY_LESS_EQUAL] = {"<=", true},
                 [BINARY_GREATER] = {">", true},      [BINARY_GREATER_EQUAL] = {">=", true}};

static bool fold_operator(const struct subject *subject, struct pair pair, uint32_t *word)
{
    uint64_t value = 0;
    const bool is_constant = check_fold_binary(subject->operation, subject->from, pair.a, pair.b, &value);
    assert_true(value <= UINT32_MAX);
    *word = (uint32_t)value;
    return is_constant;
}

static bool fold_conversion(const struct subject *subject, struct pair pair, uint32_t *word)
{
    *word = (uint32_t)check_fold_convert(pair.a, subject->from, subject->to);
    return true;
}

static bool fold_negation(const struct subject *subject, struct pair pair, uint32_t *word)
{
    *word = (uint32_t)check_fold_negate(subject->from, pair.a);
    return true;
}

static bool fold_complement(const struct subject *subject, struct pair pair, uint32_t *word)
{
    *word = (uint32_t)check_fold_complement(subject->from, pair.a);
    return true;
}

/* A function `result NAME(type a, type b) { return FORMAT; }`. */
static void __attribute__((format(printf, 5, 6)))
add_function(struct program *program, const struct subject *subject, const char *result, const char *type,
             const char *format, ...)
{
    char value[24];
    struct subject *added = add_subject(program, subject);
    snprintf(added->name, sizeof added->name, "c_%zu", program->count);
    fprintf(program->fork, "%s %s(%s a, %s b) { return ", result, added->name, type, type);
    va_list list;
    va_start(list, format);
    vsnprintf(value, sizeof value, format, list);
    va_end(list);
    snprintf(added->text, sizeof added->text, "%s of %s", value, type);
    fputs(value, program->fork);
    fputs("; }\n", program->fork);
}

static void add_operators(struct program *program, const char *name, const struct type *type)
{
    for (enum binary_op operation = BINARY_ADD; operation <= BINARY_GREATER_EQUAL; operation++) {
        const char *text = operators[operation].text;
        assert_non_null(text);
        if (type_is_float(type) && !operators[operation].of_floats)
            continue;
        bool divides = !type_is_float(type) && (operation == BINARY_DIVIDE || operation == BINARY_REMAINDER);
        const struct subject subject = {
            .fold = fold_operator, .divides = divides, .operation = operation, .from = type};
        add_function(program, &subject, operation >= BINARY_EQUAL ? "int" : name, name, "a %s b", text);
    }
    const struct subject negation = {.fold = fold_negation, .from = type};
    add_function(program, &negation, name, name, "-a");
    const struct subject complement = {.fold = fold_complement, .from = type};
    if (!type_is_float(type))
        add_function(program, &complement, name, name, "~a");
}

static bool fold_builtin(const struct subject *subject, struct pair pair, uint32_t *word)
{
    return check_fold_builtin(subject->function, pair.a, pair.b, word);
}

/* Every built-in function of words; those of reals (r) and multiprefix (p) have no constants. */
static void add_builtins(struct program *program)
{
    static const struct {
        const char *name, *result, *arguments;
        int kind;
    } rows[] = {
#define BUILTIN(name, result, arguments, kind, operation, text) {#name, result, arguments, BUILTIN_##kind},
#include "fcc/check/builtin.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind != BUILTIN_UNARY && rows[i].kind != BUILTIN_BINARY && rows[i].kind != BUILTIN_TWICE)
            continue;
        const struct subject subject = {.fold = fold_builtin, .function = (enum check_builtin_number)i};
        const char letter = rows[i].arguments[0];
        const char *type = letter == 'i' ? "int" : letter == 'u' ? "unsigned" : "float";
        const char *result = *rows[i].result == 'i' ? "int" : *rows[i].result == 'u' ? "unsigned" : "float";
        add_function(program, &subject, result, type, rows[i].kind == BUILTIN_BINARY ? "%s(a, b)" : "%s(a)",
                     rows[i].name);
    }
}

static void add_c(struct program *program)
{
    static const struct {
        const char *name;
        enum type_kind kind;
    } types[] = {{"int", TYPE_INT}, {"unsigned", TYPE_UNSIGNED}, {"float", TYPE_FLOAT}, {"_Bool", TYPE_BOOL}};
    enum { TYPES = sizeof types / sizeof *types };
    for (size_t from = 0; from < TYPES; from++) {
        if (types[from].kind == TYPE_BOOL)
            continue;
        add_operators(program, types[from].name, &type_basic[types[from].kind]);
        for (size_t to = 0; to < TYPES; to++) {
            const struct subject subject = {.fold = fold_conversion,
                                            .from = &type_basic[types[from].kind],
                                            .to = &type_basic[types[to].kind]};
            add_function(program, &subject, types[to].name, types[from].name, "(%s)a", types[to].name);
        }
    }
}

/* ---- the program: PP k loads its pair, calls one function after the other, stores what each gives */

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void shell(const char *format, ...)
{
    char command[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    int status = system(command); /* NOLINT(cert-env33-c): the words are our own */
    if (status != 0)
        fail_msg("'%s' ends with status %d", command, status);
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static void write_start(const struct program *program, const char *folder)
{
    FILE *file = open_in(folder, "start.s");
    fputs("\t.text\n\t.global _start\n_start:\n\tgetpn t0\n\tset results,s3\n\tadd s3,t0,s3\n\tmul t0,2,t0\n"
          "\tset pairs,t1\n\tadd t0,t1,t0\n\tldg t0,0,s0\n\tldg t0,1,s1\n\tnop\n"
          "\tadd s1,0,s2\n\tcmp s2,0\n\tbne ready\n\tset 1,s2\nready:\n\tadd sp,64,sp\n",
          file);
    for (size_t i = 0; i < program->count; i++)
        fprintf(file, "\t.extern %s\n\tmov s0,a0\n\tmov %s,a1\n\tcall %s,ra\n\tstg s3,0,a0\n\tadd s3,%d,s3\n",
                program->subjects[i].name, program->subjects[i].divides ? "s2" : "s1",
                program->subjects[i].name, PAIRS);
    fprintf(file, "\thalt\n\t.data\nresults:\t.space %zu\npairs:\n", program->count * PAIRS);
    for (size_t k = 0; k < PAIRS; k++)
        fprintf(file, "\t.word %u, %u\n", pair_number(k).a, pair_number(k).b);
    assert_int_equal(fclose(file), 0);
}

static void fail_full(void *context)
{
    (void)context;
    fail_msg("out of memory");
}

static void write_intermediate_code(const char *text, const char *folder)
{
    char error[200] = "";
    struct arena arena;
    arena_init(&arena, 0, fail_full, NULL);
    struct ir_unit *unit = ir_text_read(&arena, text, error, sizeof error);
    if (unit == NULL)
        fail_msg("%s", error);
    const struct back_options options = {.passes.optimise = true};
    FILE *file = open_in(folder, "ir.s");
    back_compile(file, unit, &options, &(const struct arena){0});
    assert_int_equal(fclose(file), 0);
    arena_release(&arena);
}

/* ---- comparison */

/* Compares what the machine gave for all pairs; returns how many are wrong. */
static unsigned check_subject(const struct subject *subject, const uint32_t *values, const char *engine)
{
    unsigned wrong = 0;
    unsigned folded = 0;
    for (size_t k = 0; k < PAIRS; k++) {
        struct pair pair = pair_number(k);
        uint32_t word = 0;
        if (subject->divides && pair.b == 0) {
            if (subject->fold(subject, pair, &word))
                fail_msg("%s: %08x divided by 0 is folded", subject->text, pair.a);
            continue;
        }
        bool is_folded = subject->fold(subject, pair, &word);
        folded += is_folded;
        if (is_folded ? word == values[k] : subject->leaves_nan && values[k] == ALU_NAN)
            continue;
        if (wrong++ < 5)
            print_error("%s, %08x and %08x with %s: %08x, folded: %08x%s\n", subject->text, pair.a, pair.b,
                        engine, values[k], word, is_folded ? "" : " (not folded)");
    }
    if (folded < PAIRS / 2)
        fail_msg("%s: only %u of %d are folded", subject->text, folded, PAIRS);
    return wrong;
}

static void check_dump(const struct program *program, const char *path, const char *engine)
{
    size_t total = program->count * PAIRS;
    uint32_t *values = malloc(total * sizeof *values);
    assert_non_null(values);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[128];
    size_t seen = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *end;
        if (strncmp(line, "mem ", 4) != 0)
            continue;
        assert_int_equal(strtoul(line + 4, &end, 16) - OBJECT_DATA_START, seen);
        assert_true(seen < total);
        values[seen++] = (uint32_t)strtoul(end, NULL, 16);
    }
    fclose(file);
    assert_int_equal(seen, total);
    unsigned wrong = 0;
    for (size_t i = 0; i < program->count; i++)
        wrong += check_subject(&program->subjects[i], values + i * PAIRS, engine);
    free(values);
    if (wrong != 0)
        fail_msg("%u values of %zu are not what fcc folds", wrong, total);
}

static void run_on_all_engines(const struct program *program, const char *folder)
{
    static const char *const parts[] = {"start", "ir", "fork"};
    const char *build = getenv("BUILD");
    build = build ? build : "build";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        shell("%s/bin/prasm -o %s/%s.o %s/%s.s", build, folder, parts[i], folder, parts[i]);
    shell("%s/bin/prlink -o %s/all %s/start.o %s/ir.o %s/fork.o", build, folder, folder, folder, folder);
    const char *list = getenv("ENGINES");
    char *engines = strdup(list ? list : "--engine=reference;-t2");
    assert_non_null(engines);
    char *rest = NULL;
    for (char *engine = strtok_r(engines, ";", &rest); engine != NULL; engine = strtok_r(NULL, ";", &rest)) {
        char dump[64];
        snprintf(dump, sizeof dump, "%s/dump", folder);
        shell("%s/bin/pramsim -q -p%d %s --dump=mem:%u:%zu %s/all >%s", build, PAIRS, engine,
              OBJECT_DATA_START, program->count * PAIRS, folder, dump);
        check_dump(program, dump, engine);
    }
    free(engines);
}

/* ---- the tests */

static void constants_are_folded_to_what_the_machine_computes(void **state)
{
    (void)state;
    static struct program program;
    char folder[] = "/tmp/pramsim-fold.XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *text = NULL;
    size_t size = 0;
    program.ir = open_memstream(&text, &size);
    program.fork = open_in(folder, "fork.fork");
    assert_non_null(program.ir);
    add_intermediate_code(&program);
    add_c(&program);
    add_builtins(&program);
    assert_int_equal(fclose(program.ir), 0);
    assert_int_equal(fclose(program.fork), 0);
    write_intermediate_code(text, folder);
    free(text);
    const char *build = getenv("BUILD");
    shell("%s/bin/fcc -S -o %s/fork.s %s/fork.fork", build ? build : "build", folder, folder);
    write_start(&program, folder);
    run_on_all_engines(&program, folder);
    shell("rm -rf %s", folder);
}

/* Every row of alu.def has an operation, or a reason here why it has none. */
static void every_instruction_that_computes_is_an_operation(void **state)
{
    (void)state;
    static const unsigned char others[ISA_OPCODES] = {
        [OP_adc] = 1, [OP_sbc] = 1,                             /* read the carry flag */
        [OP_nor] = 1,                                           /* is or and xor to fcc */
        [OP_bra] = 1, [OP_bmc] = 1, [OP_bms] = 1,               /* look at no operand */
        [OP_bmi] = 1, [OP_bpl] = 1, [OP_bvs] = 1, [OP_bvc] = 1, /* no relation in C */
    };
    static const unsigned char known[ISA_OPCODES] = {
#define IR_INSTRUCTION(operation, instruction) [OP_##instruction] = 1,
#include "fcc/ir/instruction.def"
    };
    unsigned char branches[ISA_OPCODES] = {0};
#define IR_CONDITION(name, text, negated, swapped, comparison, branch) branches[OP_##branch] = 1;
#include "fcc/ir/instruction.def"
#define EXPECT(name)                                                                                         \
    if (known[OP_##name] + branches[OP_##name] + others[OP_##name] != 1)                                     \
        fail_msg("the row %s of alu.def is no row of fcc/ir/instruction.def", #name);
#define ALU_INTEGER(name, result, carry, overflow) EXPECT(name)
#define ALU_DIVIDE(name, result, overflow) EXPECT(name)
#define ALU_FLOAT2(name, result) EXPECT(name)
#define ALU_FLOAT1(name, result) EXPECT(name)
#define ALU_BITS1(name, result) EXPECT(name)
#define ALU_BRANCH(name, condition) EXPECT(name)
#include "asm/tables/alu.def"
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_that_computes_is_an_operation),
        cmocka_unit_test(constants_are_folded_to_what_the_machine_computes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
